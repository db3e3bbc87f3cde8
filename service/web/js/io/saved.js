// What outlives the tab: the hand as it was, the rules and the seat, the tables of this phone. On the phone only.

/** @import { State } from "../state/types" */

const STATE = "state", TABLES = "tables", PHOTO = "paiyan-photo";
const MOST_TABLES = 40;

/** @param {string} name @returns {any} */
function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** How it came to what lies there is not kept. @template {{ past: unknown[] } | null} T @param {T} some @returns {T} */
const withoutPast = (some) => some && { ...some, past: [] };

/** @param {State} state */
export function keep({ photo, photos, reading, moot, settled, hand, touched, replaced, rules, situation, seating, others, aside }) {
  const { wanted, house, recent, known } = rules;
  const named = known?.id === wanted ? { id: wanted, name: known.name } : rules.named;
  const about = { photo, photos, reading, moot, settled, hand, touched, replaced: withoutPast(replaced), rules: { wanted, house, recent, named }, situation, seating, others, aside: withoutPast(aside) };
  try {
    localStorage.setItem(STATE, JSON.stringify(about));
  } catch { /* a full or closed store: the page works on without */ }
}

/** The state to begin with. @param {State} first @returns {State} */
export function restored(first) {
  const old = kept(STATE);
  if (!old?.hand?.tiles || !old.rules?.wanted) return first;
  return { ...first, ...old, rules: { ...first.rules, ...old.rules }, situation: { ...first.situation, ...old.situation } };
}

/** @param {Blob | null} blob */
export async function keepPhoto(blob) {
  const cache = await globalThis.caches?.open(PHOTO).catch(() => null);
  if (!cache) return;
  if (blob) await cache.put("photo", new Response(blob)).catch(() => {});
  else await cache.delete("photo").catch(() => {});
}

/** @returns {Promise<Blob | null>} */
export async function keptPhoto() {
  const found = await globalThis.caches?.open(PHOTO).then((cache) => cache.match("photo")).catch(() => null);
  return found ? found.blob() : null;
}

/** @typedef {{ id: string, players: string[], rules: string, opened: string }} OldTable `id` is the link by which it is opened. */

/** The tables that this phone was at, the newest first. @returns {OldTable[]} */
export const tables = () => kept(TABLES) ?? [];

/** @param {{ players: { name: string }[], rules: string, created: string }} table @param {string} link */
export function keepTable({ players, rules, created }, link) {
  const about = { id: link, players: players.map((p) => p.name), rules, opened: created };
  localStorage.setItem(TABLES, JSON.stringify([about, ...tables().filter((t) => t.id !== link)].slice(0, MOST_TABLES)));
}

/** @param {string} link */
export const dropTable = (link) => localStorage.setItem(TABLES, JSON.stringify(tables().filter((t) => t.id !== link)));

/** True if hands that are recorded are kept with their pictures: only where the user wants that. */
export const remembers = () => localStorage.getItem("remember") === "yes";
/** @param {boolean} on */
export const remember = (on) => localStorage.setItem("remember", on ? "yes" : "no");
