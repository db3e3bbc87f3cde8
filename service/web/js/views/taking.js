// A file that a phone saved, taken in on this one.
import { sentence } from "../io/api.js";
import { takeIn } from "../io/moving.js";
import { make, notice } from "./dom.js";
import { say, inScript } from "./words.js";
import "./words_evening.js";

/** Take a file in; return why not, or nothing. @param {File} file */
async function refused(file) {
  try {
    return await takeIn(await file.text()) ? "" : say("not_everything", file.name);
  } catch (error) {
    return inScript(sentence(error));
  }
}

/** The button that asks for the file. @param {string} text @param {string} id @param {() => void} [before] is done before a refusal is shown */
export function taking(text, id, before = () => {}) {
  const file = make("input", { type: "file", accept: "application/json,.json", class: "away", id, onchange: async () => {
    const [picked] = file.files;
    file.value = "";
    if (!picked) return;
    const refusal = await refused(picked);
    if (!refusal) { location.reload(); return; }
    before();
    notice(refusal);
  } });
  const press = (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" || event.key === " ") file.click(); };
  return make("label", { class: "button", tabindex: "0", onkeydown: press }, text, file);
}
