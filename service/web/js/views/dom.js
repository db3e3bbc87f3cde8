// Elements from data: text is text, never markup.
import { say } from "./words.js";

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

const TYPED = 'input:not([type="checkbox"]), textarea, select', FIELDS = "input, select, textarea", TAPPED = "button, summary, label, a, g";
const STILL = 10; // pixels that a finger moves in a tap

/** What a tap on it would do, as its user reads it. @param {Element} it */
const describe = (it) => JSON.stringify([it.nodeName, it.id, { .../** @type {HTMLElement} */ (it).dataset, dragged: "" }, it.ariaLabel, it.ariaPressed, it.ariaExpanded, it.textContent, it.closest('[role="group"]')?.ariaLabel]);

/**
 * A tap is for what lay under the finger when it came down. Where that was redrawn or moved before the finger was
 * lifted, the browser would lose the tap, or give it to what lies there now.
 */
export function watchTaps() {
  /** @typedef {{ on: Element, read: string, x: number, y: number }} Pressed */
  let down = /** @type {Pressed | null} */ (null);
  /** @param {Pressed} pressed */
  const deliver = ({ on, read, x, y }) => {
    const top = document.querySelector("dialog:modal") ?? document;
    const matches = [...top.querySelectorAll(TAPPED)].filter((one) => (on.isConnected ? one === on : describe(one) === read) && one.checkVisibility());
    const match = matches.length > 1 ? matches.find((one) => one.contains(document.elementFromPoint(x, y))) : matches[0];
    match?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX: x, clientY: y }));
  };
  addEventListener("pointerdown", ({ target, clientX: x, clientY: y }) => {
    const on = target instanceof Element ? target.closest(TAPPED) : null;
    down = on && { on, read: describe(on), x, y };
  }, true);
  addEventListener("pointermove", ({ clientX, clientY }) => { if (down && Math.hypot(clientX - down.x, clientY - down.y) > STILL) down = null; }, true);
  addEventListener("click", (event) => {
    const pressed = down;
    if (!pressed || !event.isTrusted || !event.detail) return; // made by a script or a key
    down = null;
    if ((pressed.on.isConnected && pressed.on.contains(/** @type {Node} */ (event.target))) || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > STILL) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    deliver(pressed);
  }, true);
  addEventListener("pointerup", ({ pointerType }) => setTimeout(() => { // a mouse makes no click where what it pressed is gone
    if (pointerType === "mouse" && down && !down.on.isConnected) deliver(down);
    if (pointerType === "mouse") down = null;
  }), true);
}

/**
 * Other children in a place; what is unfolded and what has the focus stay so. The field that somebody types in stays
 * the same element where it is among them too, and so does a list that is open:
 * a new one would have no caret, no half-typed number such as "-", and no word that an input method is composing.
 * @param {Element} place @param {Node[]} children
 */
export function renew(place, children) {
  for (const old of place.querySelectorAll("details[id]")) for (const child of children) {
    const folded = child instanceof Element && [child, ...child.querySelectorAll("details")].find((one) => one.id === old.id);
    if (folded) /** @type {HTMLDetailsElement} */ (folded).open = /** @type {HTMLDetailsElement} */ (old).open;
  }
  const at = /** @type {any} */ (document.activeElement);
  const old = at?.matches(TYPED) ? [...place.children].find((child) => child.contains(at)) : undefined;
  const same = old ? children.findIndex((child) => child instanceof Element && child.nodeName === old.nodeName && child.id === old.id && fieldOf(child, at.name)?.textContent === at.textContent) : -1;
  if (!old || same < 0) {
    const inside = place.contains(at);
    place.replaceChildren(...children);
    if (inside) (fieldOf(place, at.name) ?? $(at.id))?.focus({ preventScroll: true });
    return;
  }
  for (const other of [...place.childNodes]) if (other !== old) other.remove();
  old.before(...children.slice(0, same));
  old.after(...children.slice(same + 1));
  const fresh = /** @type {any} */ (children[same]);
  if (old !== at) renew(old, [...fresh.childNodes]);
  else if (fresh.hasAttribute("value") && fresh.value !== at.value) at.value = fresh.value; // a button gave it another: in Safari it takes no focus
}

/** The field of a name. @param {Element} place @param {string} name @returns {any} */
const fieldOf = (place, name) => [place, ...place.querySelectorAll(FIELDS)].find((one) => one.getAttribute("name") === name);

/** @param {string} text @param {() => void} does @param {Record<string, any>} [properties] */
export const button = (text, does, properties = {}) => make("button", { type: "button", onclick: does, ...properties }, text);

/**
 * A dialog that lasts as long as it is open; null where it is open already: it was asked for twice while it came.
 * @param {string} id @param {string} title @param {Node[]} children @param {Record<string, any>} [properties] @returns {HTMLDialogElement | null}
 */
export function dialog(id, title, children, properties = {}) {
  if ($(id)) return null;
  const made = make("dialog", { id, "aria-label": title, ...properties }, make("h2", {}, title), ...children,
    make("div", { class: "row actions" }, button(say("done"), () => made.close(), { class: "main" })));
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (/** @type {MouseEvent} */ event) => { if (event.target === made) made.close(); });
  document.body.append(made);
  made.showModal();
  return made;
}

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
