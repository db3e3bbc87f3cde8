// Everything that this phone keeps, as one file for another: its tables with their links, what waits, hands, settings.
import * as memory from "./memory.js";
import * as logs from "./tables.js";

const KEPT = ["tables", "table", "state", "lang", "theme", "original", "remember"];
const WAITING = /^waiting:/;

/** @typedef {{ paiyan: 1, at: string, kept: Record<string, string>, hands: memory.Remembered[], logs?: logs.Log[] }} Everything */

/** @returns {Promise<Everything>} */
export async function everything() {
  const names = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? "").filter((name) => KEPT.includes(name) || WAITING.test(name));
  const kept = Object.fromEntries(names.map((name) => [name, localStorage.getItem(name) ?? ""]));
  return { paiyan: 1, at: new Date().toISOString(), kept, hands: await memory.all(), logs: await logs.all().catch(() => []) };
}

/** A file of everything, saved by the browser. */
export async function saveEverything() {
  const url = URL.createObjectURL(new Blob([JSON.stringify(await everything())], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: url, download: `paiyan-${new Date().toISOString().slice(0, 10)}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Add what such a file holds to what is here: nothing that this phone has is lost. @param {string} text @returns {Promise<boolean>} whether it was one; what went on differently here is thrown once all else is taken in */
export async function takeIn(text) {
  /** @type {Everything | null} */
  let file = null;
  try { file = JSON.parse(text); } catch { /* no JSON */ }
  if (file && "paiyan_table" in file) {
    localStorage.setItem("table", await logs.takeIn({ log: file }));
    return true;
  }
  if (file?.paiyan !== 1 || typeof file.kept !== "object" || !Array.isArray(file.hands)) return false;
  const here = JSON.parse(localStorage.getItem("tables") ?? "[]");
  const moved = JSON.parse(file.kept.tables ?? "[]");
  const tables = [...here, ...moved.filter((/** @type {{ id: string }} */ t) => !here.some((/** @type {{ id: string }} */ own) => own.id === t.id))];
  for (const [name, value] of Object.entries(file.kept)) {
    if (name === "tables") localStorage.setItem(name, JSON.stringify(tables));
    else if ((KEPT.includes(name) || WAITING.test(name)) && typeof value === "string" && localStorage.getItem(name) === null) localStorage.setItem(name, value);
  }
  /** @type {unknown} */
  let refused = null;
  for (const log of file.logs ?? []) await logs.takeIn({ log }).catch((error) => { refused ??= error; });
  for (const one of file.hands) if (one && typeof one.id === "string" && typeof one.at === "string") await memory.keep(one);
  if (refused) throw refused;
  return true;
}
