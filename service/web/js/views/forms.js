// Forms of the table: one is open at a time, and what stands in it stays when another phone writes.
import { sentence } from "../io/api.js";
import { button, make, notice } from "./dom.js";
import { say, inScript } from "./words.js";

/** @typedef {Record<string, string>} Values */

/** @type {{ name: string, values: Values, corrects?: boolean } | null} */
let open = null;
/** What is underway: something is written, or only fetched. @type {Set<"written" | "fetched">} */
const busy = new Set();
/** True while what stands in the open form is written: it is neither written twice nor closed by a tap that comes too early. */
let writing = false;

/** What the form does that was drawn last: one that stays while others write does what the newest of it would. @type {{ send: () => Promise<void> } | null} */
let newest = null;

/** The values of a form that is open; null where it is not. @param {string} name */
export const valuesOf = (name) => (open?.name === name ? open.values : null);

/** Open a form with the values of a deal that is to be corrected. @param {string} name @param {Values} values */
export const openForm = (name, values) => { open = { name, values, corrects: true }; };
export const formCorrects = () => Boolean(open?.corrects);
export const closeForm = () => { open = null; };
export const formIsOpen = () => open !== null;

/** The button that opens a form, and closes it again. @param {string} name @param {string} text @param {() => Values} values @param {() => void} redrawn */
export const opener = (name, text, values, redrawn) => button(text, () => {
  open = open?.name === name ? null : { name, values: values() };
  notice(""); // of another form
  redrawn();
  document.getElementById(name)?.scrollIntoView({ block: "nearest" });
}, { id: `${name}-open`, disabled: writing, "aria-expanded": String(open?.name === name) });

/** One thing at a time: a second tap while the first is on its way does nothing. @param {() => Promise<void>} action @param {"written" | "fetched"} what @returns {Promise<boolean>} */
export async function attempt(action, what = "written") {
  if (busy.has(what)) return false;
  busy.add(what);
  notice("");
  try {
    await action();
    return true;
  } catch (error) {
    notice(inScript(sentence(error)));
    return false;
  } finally {
    busy.delete(what);
  }
}

/**
 * A form whose fields keep their values here; `write` is called with them, and closes it where it succeeds.
 * @param {string} name @param {Node[]} fields @param {string} words on its button
 * @param {(values: Values) => Promise<void>} write @param {() => void} redrawn
 */
export function formOf(name, fields, words, write, redrawn) {
  const values = open?.values ?? {};
  const main = make("button", { class: "main", id: `write-${name}`, disabled: writing }, words);
  const form = make("form", { id: name, class: "panel" }, ...fields, make("div", { class: "row actions" }, main, button(say("stop"), () => { closeForm(); redrawn(); })));
  // At once, not where a field is left: the tap that leaves it would meet a button that is redrawn, and be lost.
  form.addEventListener("input", (/** @type {any} */ { target }) => {
    values[target.name] = target.type === "checkbox" ? (target.checked ? "yes" : "") : target.value;
    if (target.dataset.redraws) redrawn();
  });
  form.addEventListener("submit", (/** @type {Event} */ event) => { event.preventDefault(); newest?.send(); });
  newest = { async send() {
    if (busy.has("written")) return;
    const sent = open;
    writing = true;
    redrawn();
    const done = await attempt(() => write(values));
    writing = false;
    if (done && open === sent) closeForm(); // not one that was opened since, to correct another deal
    redrawn();
  } };
  return form;
}

/** @param {string} label @param {Node} control */
const field = (label, control) => make("label", { class: "field" }, make("span", {}, label), control);

/** @param {string} label @param {string} name @param {Values} values @param {Record<string, any>} [about] */
export const text = (label, name, values, about = {}) => field(label, make("input", { type: "text", name, value: values[name] ?? "", autocomplete: "off", ...about }));

/** @param {string} label @param {string} name @param {Values} values @param {Record<string, any>} [about] */
export const number = (label, name, values, about = {}) => field(label, make("input", { type: "number", name, value: values[name] ?? "0", ...about }));

/** @param {string} label @param {string} name @param {Values} values @param {[string, string][]} choices a value and its words @param {boolean} [redraws] */
export const choice = (label, name, values, choices, redraws = false) => field(label, make("select", { name, ...(redraws ? { "data-redraws": "yes" } : {}) },
  ...choices.map(([value, words]) => make("option", { value, selected: value === (values[name] ?? "") }, words))));

/** @param {string} label @param {string} name @param {Values} values */
export const check = (label, name, values) => make("label", { class: "chip" }, make("input", { type: "checkbox", name, checked: Boolean(values[name]) }), ` ${label}`);
