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

const TYPED = 'input:not([type="checkbox"]), textarea', FIELDS = "input, select, textarea";

/**
 * Other children in a place. The field that somebody types in stays the same element where it is among them too:
 * a new one would have no caret, no half-typed number such as "-", and no word that an input method is composing.
 * @param {Element} place @param {Node[]} children
 */
export function renew(place, children) {
  const at = /** @type {any} */ (document.activeElement);
  const old = at?.matches(TYPED) ? [...place.children].find((child) => child.contains(at)) : undefined;
  const same = old ? children.findIndex((child) => child instanceof Element && child.nodeName === old.nodeName && child.id === old.id && fieldOf(child, at.name)) : -1;
  if (!old || same < 0) {
    const inside = at?.name && place.contains(at);
    place.replaceChildren(...children);
    if (inside) fieldOf(place, at.name)?.focus();
    return;
  }
  for (const other of [...place.childNodes]) if (other !== old) other.remove();
  old.before(...children.slice(0, same));
  old.after(...children.slice(same + 1));
  if (old !== at) renew(old, [...children[same].childNodes]);
}

/** The field of a name. @param {Element} place @param {string} name @returns {any} */
const fieldOf = (place, name) => [place, ...place.querySelectorAll(FIELDS)].find((one) => one.getAttribute("name") === name);

/** @param {string} text @param {() => void} does @param {Record<string, any>} [properties] */
export const button = (text, does, properties = {}) => make("button", { type: "button", onclick: does, ...properties }, text);

/** Tell the style sheet a length, only if it is another: what the root holds is computed again for the whole page. @param {string} name @param {number} pixels */
export function tellStyle(name, pixels) {
  const { style } = document.documentElement;
  if (style.getPropertyValue(name) !== `${pixels}px`) style.setProperty(name, `${pixels}px`);
}

/** A name that nobody else gives; also where the page has no secure context. */
export const freshKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");

/** A sentence where the eye is: above what is looked at. @param {string} [text] @param {boolean} [calm] nothing is wrong */
export function notice(text, calm = false) {
  const place = $("notice");
  place.classList.toggle("calm", calm);
  place.textContent = text ?? "";
  place.hidden = !text;
  if (text) place.scrollIntoView({ block: "nearest" });
}
