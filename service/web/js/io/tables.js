// Tables that this phone keeps by itself, without a service: their logs lie in IndexedDB, and the same Python as the
// service's says what becomes of them. Where a service comes, each is sent to it once and is its table from then on.
import { alone, Problem, sendOwn } from "./api.js";
import * as engine from "./engine.js";
import { lang, say } from "../views/words.js";
import "../views/words_evening.js";
import { keepTable } from "./saved.js";

/** @typedef {{ number: number, key: string, kind: string }} Entry an event as the history shows it */
/** @typedef {{ paiyan_table: 1, secret: string, table: { id: string, created: string, rules: string, players: string[] }, events: Entry[] }} Log */
/** @typedef {{ addEventListener: (type: "message" | "close", listener: (event: any) => void) => void, close: () => void }} Line */

const WRITES = ["deals", "undo", "seats", "names", "terms", "games"];
const RACES = 6; // how often a write that met one of another tab is made again
const PATH = /^v1\/tables\/([\w-]+)(?:\/([a-z.]+)(?:\/(\d+)(\/replay)?)?)?(?:\?(.*))?$/;

/** The ids of the tables that are kept here. @type {Set<string>} */
let here = new Set();
/** @type {Promise<IDBDatabase> | null} */
let database = null;
/** @type {BroadcastChannel | null} */
let channel = null;
/** Other tabs are notified of what was written. */
const others = () => (channel ??= "BroadcastChannel" in globalThis ? new BroadcastChannel("paiyan-tables") : null);

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });

/** What is written is on the disk when this resolves. @param {IDBTransaction} change @returns {Promise<void>} */
const finished = (change) => new Promise((resolve, reject) => { change.oncomplete = () => resolve(); change.onabort = change.onerror = () => reject(change.error); });

/** The database, and with it the ids of what lies there. */
function opened() {
  database ??= (async () => {
    const opening = indexedDB.open("paiyan-tables", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("tables", { keyPath: "table.id" });
      opening.result.createObjectStore("events", { keyPath: ["id", "number"] }).createIndex("key", ["id", "key"], { unique: true });
    };
    const db = await done(opening);
    here = new Set((await done(db.transaction("tables").objectStore("tables").getAllKeys())).map(String));
    return db;
  })();
  database.catch(() => { database = null; });
  return database;
}

/** True if tables can be kept here: in some private windows they cannot. */
export const canKeep = () => ("indexedDB" in globalThis ? opened().then(() => true, () => false) : Promise.resolve(false));

/** @param {string} id all events of a table */
const eventsOf = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** @param {string} id @returns {Promise<Log | null>} */
async function load(id) {
  const reading = (await opened()).transaction(["tables", "events"]);
  const [about, events] = await Promise.all([done(reading.objectStore("tables").get(id)), done(reading.objectStore("events").getAll(eventsOf(id)))]);
  return about ? { ...about, events: events.map(({ id: _, ...event }) => event) } : null;
}

/** All of them. */
export async function all() {
  await opened();
  return (await Promise.all([...here].map(load))).filter((log) => log !== null);
}

/** True if this phone keeps the table by itself; known after the first request. @param {string} id */
export const isHere = (id) => here.has(id);

/** Add events, all or none. False where another tab was faster. @param {string} id @param {Entry[]} events @param {Log} [log] of a new table */
async function add(id, events, log) {
  const writing = (await opened()).transaction(["tables", "events"], "readwrite", { durability: "strict" });
  if (log) writing.objectStore("tables").put({ paiyan_table: 1, secret: log.secret, table: log.table });
  for (const event of events) writing.objectStore("events").add({ ...event, id });
  try {
    await finished(writing);
  } catch (error) {
    if (error instanceof DOMException && error.name === "ConstraintError") return false;
    throw new Problem(say("not_stored"), 507);
  }
  here.add(id);
  others()?.postMessage(id);
  return true;
}

/** @param {string} id */
export async function forget(id) {
  const writing = (await opened()).transaction(["tables", "events"], "readwrite");
  writing.objectStore("tables").delete(id);
  writing.objectStore("events").delete(eventsOf(id));
  await finished(writing);
  here.delete(id);
}

/** What Python makes of it; a refusal is thrown as the service's would be. @param {Record<string, unknown>} request @returns {Promise<any>} */
async function ask(request) {
  await engine.begin();
  return engine.table({ at: new Date().toISOString().replace("Z", "+00:00"), ...request }, lang())
    .catch((/** @type {Error & { status?: number }} */ wrong) => { throw new Problem(wrong.message || say("went_wrong"), wrong.status ?? 422); });
}

/** @param {number} bytes @returns {string} at random, in letters that an address may have */
const chance = (bytes) => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/**
 * The answer that the service would give, for a table that is kept here, and for a new one where no service is; null
 * for what the service is asked for.
 * @param {string} path @param {any} body @returns {Promise<{ answer: any } | null>}
 */
export async function answered(path, body) {
  if (!path.startsWith("v1/tables")) return null;
  if (path === "v1/tables") return alone() ? { answer: await open(body) } : null;
  const [, id = "", what = "", deal, replay, query = ""] = path.match(PATH) ?? [];
  if (!await canKeep() || !isHere(id)) return null;
  for (let race = 0; ; race += 1) {
    const log = await load(id);
    if (!log) return null;
    if (what === "secrets") return { answer: { id, write: log.secret, read: log.secret } };
    if (body && !WRITES.includes(what)) throw new Problem(say("needs_network"), 0);
    if (!body) return { answer: (await ask({ what: "state", log })).answer };
    const about = deal ? { deal: Number(deal), path: replay ? "replay" : "deals", write: !replay || query.includes("write=true") } : { path: what };
    const { answer, events } = await ask({ what: "write", log, body, ...about });
    if (!events.length || await add(id, events)) return { answer };
    if (race >= RACES) throw new Problem(say("went_wrong"), 409);
  }
}

/** @param {Record<string, unknown>} about */
async function open(about) {
  if (!await canKeep()) throw new Problem(say("keeps_nothing"), 507);
  const { log, answer } = await ask({ what: "open", about, id: chance(9), secret: chance(16) });
  await add(log.table.id, [], log);
  navigator.storage?.persist?.().catch(() => false); // refused, it may be cleared when space is short: the page says where it lies
  return { ...answer, secrets: { id: log.table.id, write: log.secret, read: log.secret } };
}

/** A file of a table that is kept here: its history, or a picture to scan that holds all of it. @param {string} path @returns {Promise<Blob | null>} */
export async function file(path) {
  const [, id = "", what] = path.match(PATH) ?? [];
  if (!await canKeep() || !isHere(id)) return null;
  const log = await load(id);
  if (what === "join.svg") {
    const { picture } = await handOver(id);
    if (!picture) throw new Problem(say("too_long_to_scan"), 422);
    return new Blob([picture], { type: "image/svg+xml" });
  }
  const kind = what === "history.csv" ? "csv" : "json";
  const { answer } = await ask({ what: "file", log, kind });
  return new Blob([kind === "csv" ? answer : JSON.stringify(answer)], { type: kind === "csv" ? "text/csv" : "application/json" });
}

/** The address that hands a whole table over to another phone, and its picture where it can be scanned. @param {string} id @returns {Promise<{ address: string, picture: string | null }>} */
export const handOver = async (id) => (await ask({ what: "hand over", log: await load(id), page: location.href.split("#")[0] })).answer;

/** A table that another phone handed over, as a file's object or as the text of an address. @param {{ log?: unknown, text?: string }} given @returns {Promise<string>} its link */
export async function takeIn(given) {
  const whole = /** @type {Log | undefined} */ (given.log);
  if (!alone() && whole?.table?.id) {
    const sent = await sendOwn(`v1/tables/${whole.table.id}`, whole, whole.secret).then(() => true, (error) => {
      if (error instanceof Problem && error.status > 0 && error.status < 500) throw error;
      return false; // it is kept here until the service is back
    });
    if (sent) return listed(whole);
  }
  /** @type {{ answer: Log }} */
  const { answer: log } = await ask({ what: "restore", ...given });
  const { id } = log.table, own = await load(id);
  const news = own ? newsOf(own, log) : log.events;
  if (!news || (own && own.secret !== log.secret)) throw new Problem(say("other_evening"), 409);
  await add(id, news, own ? undefined : log);
  return listed(log);
}

/** The link of a table, put into the list of this phone's tables. @param {Log} log */
function listed({ secret, table: { id, players, rules, created } }) {
  const link = `${id}.${secret}`;
  keepTable({ players: players.map((name) => ({ name })), rules, created }, link);
  return link;
}

/** What one copy of a log has more than the other; null where they went on differently. @param {Log} own @param {Log} other */
const newsOf = (own, other) => (own.events.every(({ key }, n) => n >= other.events.length || other.events[n].key === key) ? other.events.slice(own.events.length) : null);

/** Send each to the service that is there now; what it has is no longer kept here. @returns {Promise<string[]>} the ids of those */
export async function sendAll() {
  if (alone() || !("indexedDB" in globalThis)) return [];
  const sent = [];
  for (const log of await all()) {
    await sendOwn(`v1/tables/${log.table.id}`, log, log.secret);
    await forget(log.table.id);
    sent.push(log.table.id);
  }
  return sent;
}

/** Tell of each change of a table that is kept here, as the service does over its socket; null for others. @param {string} id @returns {Line | null} */
export function live(id) {
  if (!isHere(id)) return null;
  const line = new EventTarget();
  /** @param {MessageEvent} event */
  const onChange = async ({ data }) => {
    const now = data === id ? await answered(`v1/tables/${id}`, null).catch(() => null) : null;
    if (now) line.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ type: "table", table: now.answer }) }));
  };
  others()?.addEventListener("message", onChange);
  return { addEventListener: line.addEventListener.bind(line), close: () => others()?.removeEventListener("message", onChange) };
}
