// A house file as the editor makes it: the draft of its form, and the text that the scorer reads. Pure.
//
// A file that was written elsewhere is taken as it is, as text: the form would lose what it does not know.

/** @import { Rules } from "./types" */

const MARK = "# made with the editor of the page";

/**
 * `fans` holds what differs: a price, or null for one that is left out.
 * @typedef {{ name: string, base: string, minimum: number | null, cap: number | null, multiple: number | null, fans: Record<string, number | null> }} Draft
 */

/** A draft that differs in nothing. @param {Rules} base @returns {Draft} */
export const draftOf = (base) => ({ name: "", base: base.id, minimum: null, cap: null, multiple: null, fans: {} });

/** What the form says, as a house file. @param {Draft} draft */
export function textOf(draft) {
  const lines = [MARK, `id = "${idOf(draft)}"`, `name = ${JSON.stringify(draft.name || "?")}`, `base = "${draft.base}"`];
  if (draft.minimum !== null) lines.push(`minimum = ${draft.minimum}`);
  const fans = Object.entries(draft.fans).map(([id, value]) => `${id} = ${value === null ? "false" : value}`);
  if (fans.length) lines.push("", "[fans]", ...fans);
  const points = /** @type {const} */ (["cap", "multiple"]).filter((name) => draft[name] !== null).map((name) => `${name} = ${draft[name]}`);
  if (points.length) lines.push("", "[points]", ...points);
  return `${lines.join("\n")}\n`;
}

/** An id that two tables with other rules do not share. @param {Draft} draft */
function idOf(draft) {
  let sum = 0;
  for (const letter of JSON.stringify(draft)) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return `house-${sum.toString(36)}`;
}

/** The form of a text, where the editor made it; null where somebody else did. @param {string} text @returns {Draft | null} */
export function draftIn(text) {
  if (!text.startsWith(MARK)) return null;
  /** @type {Draft} */
  const draft = { name: "", base: "", minimum: null, cap: null, multiple: null, fans: {} };
  let table = "";
  for (const line of text.split("\n").slice(1)) {
    const head = line.match(/^\[(\w+)\]$/);
    const entry = line.match(/^(\w+) = (.+)$/);
    if (head) table = head[1];
    else if (entry) {
      const name = entry[1], value = valueIn(entry[2]);
      if (table === "fans" && (value === false || typeof value === "number")) draft.fans[name] = value === false ? null : value;
      else if ((name === "name" || name === "base") && typeof value === "string") draft[name] = value;
      else if ((name === "minimum" || name === "cap" || name === "multiple") && typeof value === "number") draft[name] = value;
      else if (name !== "id") return null;
    } else if (line) return null;
  }
  return draft;
}

/** A value as the editor writes it; undefined where somebody wrote it otherwise. @param {string} text @returns {unknown} */
function valueIn(text) {
  try { return JSON.parse(text); } catch { return undefined; }
}

/** A fan's price in the draft; what the base says of it is no difference. @param {Draft} draft @param {{ id: string, value: number }} fan @param {number | null} value @returns {Draft} */
export function priced(draft, fan, value) {
  const { [fan.id]: _, ...fans } = draft.fans;
  return { ...draft, fans: value === fan.value ? fans : { ...fans, [fan.id]: value } };
}

/** The text in an address, and back. @param {string} text */
export const packed = (text) => btoa(String.fromCodePoint(...new TextEncoder().encode(text))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** @param {string} part @returns {string} */
export const unpacked = (part) => new TextDecoder().decode(Uint8Array.from(atob(part.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.codePointAt(0) ?? 0));
