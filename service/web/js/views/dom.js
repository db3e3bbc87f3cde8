// Elements from data: text is text, never markup.
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined} Child */

/** An element that the page has. @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/** @param {string} name @param {Record<string, any>} [properties] @param {Child[]} children @returns {any} */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && typeof value !== "string") Object.assign(element, { [key]: value });
    else if (value !== undefined && value !== null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** @param {string} name @param {Record<string, any>} [attributes] @param {Node[]} children */
export function shape(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** @param {string} text @param {() => void} does @param {Record<string, any>} [properties] */
export const button = (text, does, properties = {}) => make("button", { type: "button", onclick: does, ...properties }, text);

/** A name that nobody else gives; also where the page has no secure context. */
export const freshKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");

/** A sentence where the eye is: above what is looked at. @param {string} [text] */
export function notice(text) {
  const place = $("notice");
  place.textContent = text ?? "";
  place.hidden = !text;
  if (text) place.scrollIntoView({ block: "nearest" });
}
