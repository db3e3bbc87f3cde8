// What waits on this phone to be sent: one entry of the store for each deal, so that what one tab writes or takes away
// does not touch what another tab does.

/**
 * `link` is the one of the table by which it is written, `problem` why the service refused it.
 * @typedef {{ key: string, at: string, link: string, body: Record<string, unknown>, problem?: string }} Waiting
 */

const PREFIX = "waiting:";

/** @param {string} table @param {string} key */
const name = (table, key) => `${PREFIX}${table}:${key}`;
const names = () => Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? "").filter((n) => n.startsWith(PREFIX));

/** @param {string} entry @returns {Waiting | null} */
const kept = (entry) => JSON.parse(localStorage.getItem(entry) ?? "null");

/** Whether an entry of the store is one of these; null stands for all of the store. @param {string | null} entry */
export const isOne = (entry) => entry === null || entry.startsWith(PREFIX);

/** What waits for a table, the oldest first. @param {string} table @returns {Waiting[]} */
export const at = (table) => names().filter((n) => n.startsWith(name(table, ""))).flatMap((n) => kept(n) ?? []).sort((a, b) => (a.at + a.key < b.at + b.key ? -1 : 1));

/** @param {string} table @param {string} key */
export const one = (table, key) => kept(name(table, key));

/** The tables that something waits for. */
export const tables = () => [...new Set(names().map((n) => n.slice(PREFIX.length).split(":")[0]))];

/** What would be sent by a link. @param {string} link */
export const by = (link) => at(link.split(".")[0]).filter((w) => w.link === link);

/** The last of a table: later than what waits there already, whatever the clock says. @param {string} table @param {Omit<Waiting, "at">} it */
export function add(table, it) {
  const last = at(table).at(-1);
  const now = new Date(Math.max(Date.now(), last ? Date.parse(last.at) + 1 : 0)).toISOString();
  localStorage.setItem(name(table, it.key), JSON.stringify({ ...it, at: now }));
}

/** Other things about one that still waits. @param {string} table @param {string} key @param {Partial<Waiting>} changes */
export function change(table, key, changes) {
  const now = one(table, key);
  if (now) localStorage.setItem(name(table, key), JSON.stringify({ ...now, ...changes }));
}

/** @param {string} table @param {string} key */
export const drop = (table, key) => localStorage.removeItem(name(table, key));

/** What version 0.2 kept: all of a table in one list, without its link. @param {string} table @param {string} link */
export function adopt(table, link) {
  const list = `${PREFIX}${table}`;
  const old = JSON.parse(localStorage.getItem(list) ?? "[]");
  localStorage.removeItem(list);
  for (const it of old) add(table, { ...it, link });
}
