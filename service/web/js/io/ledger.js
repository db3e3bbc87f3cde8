// The evening's table: what the service knows of it, and what is sent to it, in order and once.
//
// What is written waits on this phone, each with a key of its own, until the service has it or says no: without a
// network, while the service is away, and after the table was left. The service counts a key once, however often it comes.
import { fileAt, get, ownTables, post, put, Problem, save, sentence, socket, tables } from "./api.js";
import { freshKey } from "../views/dom.js";
import { apart, lang, say } from "../views/words.js";
import * as engine from "./engine.js";
import { SEATS } from "../state/request.js";
import * as saved from "./saved.js";
import * as waiting from "./waiting.js";

/** @import { Seat, Seating } from "../state/types" */
/** @import { Waiting } from "./waiting.js" */

/**
 * @typedef {{ number: number, kind: string, at: string, dealer: number, round: Seat, players: number[], people: number[], note: string, given: any, answer: any }} Deal
 * @typedef {{ start: number, target: number, uma: number[], points: number, money: string, currency: string, advice?: boolean }} Terms
 * @typedef {{ people: { name: string, points: number, money: string }[], transfers: { from: string, to: string, money: string }[] }} Settlement
 * @typedef {Table & { since?: number, gone?: number[] }} Update
 * @typedef {{ id: string, name: string, created: string, rules: string, house?: string | null, options: Record<string, unknown>, version: number, rewritten?: number, may_write?: boolean, dealer: number, round: Seat, repeats: number, players: { name: string, seat: Seat, balance: number, points: number, person: number }[], people: { name: string, balance: number }[], terms: Terms, settlement: Settlement, deals: Deal[], changes: Deal[], table: Record<string, unknown>, on_table: number, over: boolean }} Table
 */

const AGAIN = 5000; // milliseconds until what waits is tried again
const RACES = 6; // how often a write that met another one is repeated

export const ledger = {
  /** As it is shown: with what waits here, where the scorer of the browser can tell how it will stand. @type {Table | null} */
  table: null,
  /** How this phone came to it: `ID.SECRET` of a secret for writing or for reading, or an address of an earlier version. */
  link: "",
  /** The deal that the next one written replaces. @type {Deal | null} */
  correcting: null,
  /** What waits for it, written in this tab or another. @type {Waiting[]} */
  waiting: [],
};
/** @type {import("./tables.js").Line | null} */
let line = null;
/** The tables that something is being sent to. @type {Set<string>} */
const sending = new Set();
/** What is being sent just now, by its key: the version of the table with it, or null where it was not written. @type {Map<string, Promise<number | null>>} */
const underway = new Map();
/** The next try of what waits: one, however many deals do. @type {ReturnType<typeof setTimeout> | undefined} */
let again;
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener */
export const watch = (listener) => listeners.add(listener);
const changed = () => {
  const { table, correcting } = ledger;
  if (correcting && !table?.deals.some((d) => d.number === correcting.number)) ledger.correcting = null;
  for (const listener of listeners) listener();
};

export const linkInAddress = () => new URL(location.href).hash.match(/^#table=([\w-]+(\.[\w-]+)?)$/)?.[1];

/** @param {string} link */
const parts = (link) => { const [id, secret] = link.split("."); return { path: `v1/tables/${id}`, id, secret }; };
const here = () => parts(ledger.link);

/** True if the table is kept only on this phone: whoever scans its address gets a copy. */
export const isOnlyHere = () => ownTables?.isHere(here().id) ?? false;

/** Whether this phone may write to the table, and not only look at it. */
export const mayWrite = () => ledger.table?.may_write !== false;

/** What waits may be other than before; what is looked ahead for stays the same list. */
function reread() {
  const all = ledger.table ? waiting.at(ledger.table.id) : [];
  if (JSON.stringify(all) !== JSON.stringify(ledger.waiting)) ledger.waiting = all;
  changed();
}

/** The table of the address, or the one that this phone was at last; and what waits for any of its tables is sent. */
export async function open(link = linkInAddress() ?? localStorage.getItem("table")) {
  try {
    const handed = location.hash.match(/^#take=([\w-]+)$/)?.[1];
    if (handed) {
      history.replaceState(null, "", location.pathname);
      link = await (await tables()).takeIn({ text: handed });
    }
    if (saved.tables().length) await (await tables()).sendAll().catch(() => {}); // what the service does not get now waits here
    await come(link);
  } finally {
    sendAll();
  }
}

/** @param {string | null} link */
async function come(link) {
  if (!link) { changed(); return; }
  const { path, id, secret } = parts(link), kept = keptTable(id);
  try {
    await enter(await changes(link, (since) => get(path + since, secret), known?.id === id ? known : kept), link);
  } catch (error) {
    if (error instanceof Problem && error.status === 0 && kept) await enter(kept, link);
    else {
      if (error instanceof Problem && error.status === 404) localStorage.removeItem("table");
      changed();
      throw error;
    }
  }
}

/** @param {{ rules?: string, house?: string, options: Record<string, unknown>, players: string[] }} about */
export async function start(about) {
  const { secrets, ...table } = await post("v1/tables", about);
  await enter(table, `${secrets.id}.${secrets.write}`);
}

/** The page's address of the table, for those who write or for those who look on. @param {"write" | "read"} right */
export async function address(right) {
  if (isOnlyHere()) return (await (await tables()).handOver(here().id)).address;
  const { path, secret } = here();
  const own = await get(`${path}/secrets`, secret);
  return new URL(`#table=${own.id}.${own[right] ?? own.read}`, location.href).href;
}

/** The same as a picture to scan. @param {"write" | "read"} right */
export function addressToScan(right) {
  const { path, secret } = here();
  const page = encodeURIComponent(location.href.split("#")[0]);
  return fileAt(`${path}/join.svg?right=${right}&address=${page}`, secret);
}

/** The evening as a file. @param {"csv" | "json"} kind */
export function saveHistory(kind) {
  const { path, secret } = here();
  return save(`${path}/history.${kind}`, `paiyan.${kind}`, secret);
}

/** @param {string} id @returns {Table | null} */
const keptTable = (id) => {
  const kept = JSON.parse(localStorage.getItem("table-as-seen") ?? "null");
  return kept?.id === id ? kept : null;
};

/** The table as the service last sent it. @type {Table | null} */
let known = null;

/**
 * A table of which the service tells only what changed since a version that this phone has; all of it where that does
 * not fit what is here: a name was deleted from it, or the service was set back to an earlier day.
 * @param {string} link @param {(since: string) => Promise<Update>} ask @param {Table | null} had
 */
async function changes(link, ask, had = known) {
  const { path, id, secret } = parts(link), old = had?.id === id ? had : null;
  const update = await ask(old ? `?since=${old.version}` : "");
  return (old ? joined(update, old) : update) ?? get(path, secret);
}

/** @param {Update} update @param {Table} old @returns {Table | null} */
function joined({ since, gone = [], ...table }, old) {
  if (since === undefined) return table;
  if (since > old.version || table.rewritten !== old.rewritten) return null;
  /** @param {Deal[]} had @param {Deal[]} news */
  const both = (had, news) => {
    const stay = had.filter((d) => d.number <= since && !gone.includes(d.number));
    return [...new Map([...stay, ...news].map((d) => [d.number, d])).values()].sort((a, b) => a.number - b.number);
  };
  const all = { ...table, deals: both(old.deals, table.deals), changes: both(old.changes, table.changes) };
  const sums = all.people.map(() => 0);
  for (const { people = [], players } of [...all.deals, ...all.changes]) people.forEach((who, n) => { sums[who] += players[n]; });
  return all.people.every(({ balance }, who) => balance === sums[who]) ? all : null;
}

/**
 * What is older than what is shown comes too late: an answer may be overtaken by what another phone wrote since, or by
 * whoever left the table.
 * @param {Table} table @param {string} link by which it was asked for
 */
function take(table, link) {
  if (link !== ledger.link) return;
  if (known?.id === table.id && known.version > table.version) table = known;
  known = ledger.table = table;
  try {
    localStorage.setItem("table-as-seen", JSON.stringify(table));
  } catch { /* a full store: without a network the table is not shown after a reload */ }
}

/** @param {Table} found @param {string} link */
async function enter(found, link) {
  ledger.link = link;
  take(found, link);
  ledger.correcting = null;
  waiting.adopt(found.id, link);
  localStorage.setItem("table", link);
  saved.keepTable(found, link);
  history.replaceState(null, "", `#table=${link}`);
  reread();
  listen();
  await lookAhead();
}

/** What waits is shown as if it were written: the next deal has its dealer and its winds. */
async function lookAhead() {
  const before = known, all = ledger.waiting;
  if (!before || !all.length || !engine.ready()) return;
  const then = await engine.ahead(before, all.map(({ body, at }) => ({ ...body, at })), lang()).catch(() => null);
  if (!then || known !== before || ledger.waiting !== all) return;
  ledger.table = then;
  changed();
}

/** Leave the table; it stays in the list of this phone's tables. */
export function leave() {
  line?.close();
  line = null;
  ledger.table = ledger.correcting = null;
  ledger.link = "";
  localStorage.removeItem("table");
  history.replaceState(null, "", location.pathname);
  reread();
}

/** Take a table off the list of this phone's tables, and with its link what waits to be sent by it. @param {string} link */
export function forget(link) {
  for (const { key } of waiting.by(link)) waiting.drop(parts(link).id, key);
  tables().then((kept) => kept.forget(parts(link).id)).catch(() => {}); // where this browser keeps no tables there is none
  saved.dropTable(link);
  leave();
}

/** What waits to be sent to one of this phone's tables. @param {string} link */
export const waitingBy = (link) => waiting.by(link);

/** @param {Deal | null} deal */
export function correct(deal) {
  ledger.correcting = deal;
  changed();
}

function listen() {
  line?.close();
  if (!ledger.table) return;
  const { path, secret } = here();
  const opened = ownTables?.live(here().id) ?? socket(`${path}/live${known ? `?since=${known.version}` : ""}`, secret);
  line = opened;
  opened.addEventListener("message", async (event) => {
    const message = JSON.parse(event.data);
    if (message.type !== "table" || !known || message.table.id !== ledger.table?.id || message.table.version <= known.version) return;
    const table = joined(message.table, known) ?? await get(path, secret).catch(() => null);
    if (!table || line !== opened) return;
    take(table, ledger.link);
    changed();
  });
  opened.addEventListener("close", () => { if (line === opened && ledger.table) setTimeout(() => { if (line === opened) listen(); }, 2000); });
}

/** What was written last is taken back: here where it still waits, and at the service once it is there. */
export async function undo() {
  const last = ledger.waiting.at(-1);
  if (!last) { await change("undo"); return; }
  const version = await underway.get(last.key) ?? null;
  if (version !== null) await change("undo", { version });
  else if (ledger.waiting.some((w) => w.key === last.key)) drop(last.key);
}

/** Whether the service has this deal, which can be corrected then. @param {Deal} deal */
export const isSent = (deal) => deal.number <= (known?.version ?? 0);

/**
 * A deal or points, in the place of the one that is corrected or after the last.
 * It waits until the service has it; what the service refuses is thrown and not kept.
 * @param {Record<string, unknown>} played
 */
export async function write(played) {
  const { table, link, correcting } = ledger;
  if (!table) return;
  const key = freshKey();
  if (correcting) {
    const { path, secret } = here();
    const body = { ...played, key, version: table.version };
    const at = `${path}/deals/${correcting.number}`;
    const plan = await post(`${at}/replay`, body, secret).catch(seenAnew);
    const how = plan.replayed.length ? await (await import("../views/replay.js")).askReplay(plan, table) : "one";
    if (!how) throw new Problem("", 0); // it stays as it was, and what was typed too
    if (how === "all") {
      await post(`${at}/replay?write=true`, body, secret).catch(seenAnew);
      take(await changes(link, (since) => get(path + since, secret)), link);
    } else take(await changes(link, (since) => put(at + since, body, secret)).catch(seenAnew), link);
    ledger.correcting = null;
    changed();
    return;
  }
  const seen = { ...played, people: peopleAt(table, table.dealer), round: table.round };
  waiting.add(table.id, { key, link, body: waiting.at(table.id).length ? seen : { ...seen, version: table.version } });
  reread();
  await send(table.id, key);
}

/** Take back what waits and was refused, or is not wanted any more. @param {string} key */
export function drop(key) {
  if (!ledger.table) return;
  waiting.drop(ledger.table.id, key);
  waitsOtherwise();
  sendAll();
}

/** Send what was refused once more. @param {string} key */
export function retry(key) {
  if (!ledger.table) return;
  waiting.change(ledger.table.id, key, { problem: undefined });
  reread();
  sendAll();
}

/** The table with what waits now, which is not what it was shown with. */
function waitsOtherwise() {
  if (ledger.table) ledger.table = known;
  reread();
  lookAhead();
}

/** Send what waits for any table of this phone. */
function sendAll() {
  clearTimeout(again);
  for (const id of waiting.tables()) send(id).catch(() => {});
}

function sendLater() {
  clearTimeout(again);
  again = setTimeout(sendAll, AGAIN);
}

/**
 * Whether the service said no. What got no answer, or one of a proxy or a service that is away, may have been written
 * and may be yet; what lacks the key of the service is asked for it again.
 * @param {unknown} error
 */
const refuses = (error) => !(error instanceof Problem) || (error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status));

/** Send what waits for a table, the oldest first. @param {string} id @param {string} [reported] whose refusal is thrown as an error, and not kept */
async function send(id, reported) {
  if (sending.has(id)) return;
  sending.add(id);
  let refused = false;
  try {
    for (let [first] = waiting.at(id); first && !first.problem; [first] = waiting.at(id)) {
      const { key } = first;
      try {
        const answer = sent(first);
        underway.set(key, answer.then(({ version }) => version, () => null));
        const found = await answer.finally(() => underway.delete(key));
        waiting.drop(id, key);
        if (ledger.table?.id === id) take(found, ledger.link);
        reread();
      } catch (error) {
        if (!refuses(error)) {
          if (first.body.version !== undefined) waiting.change(id, key, { body: { ...first.body, version: undefined } });
          reread();
          await lookAhead();
          if (!(error instanceof Problem && error.status === 401)) sendLater(); // no player has to type a key every few seconds
          return;
        }
        // Another tab may have sent it meanwhile, or have it sent whatever happened since.
        const now = waiting.one(id, key);
        if (!now || now.body.version !== first.body.version) continue;
        waiting.change(id, key, { problem: sentence(error) });
        if (key !== reported) {
          reread();
          return;
        }
        refused = true;
        // Only then it waits no more: a page that is closed meanwhile tells of it when it is opened again.
        await seenAnew(error).finally(() => { waiting.drop(id, key); reread(); });
      }
    }
  } finally {
    sending.delete(id);
    if (refused) send(id).catch(() => {}); // what was written behind it
  }
}

/** What was written whatever happened since is repeated where it met another write. @param {Waiting} it */
async function sent(it) {
  const { path, secret } = parts(it.link);
  for (let race = 0; ; race += 1) {
    try {
      return await changes(it.link, (since) => post(`${path}/deals${since}`, { ...it.body, key: it.key }, secret));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 409 || it.body.version !== undefined || race >= RACES) throw error;
    }
  }
}

/**
 * Anything but a deal: seats, names, terms, the end of a game, and `undo`. It needs the network, since others must
 * know of it before they write.
 * @param {"seats" | "names" | "terms" | "games" | "undo"} what @param {Record<string, unknown>} [about]
 */
export async function change(what, about = {}) {
  const { table, link } = ledger;
  if (!table) return;
  const { path, secret } = here();
  try {
    const body = { version: table.version, ...about, key: freshKey() };
    take(await changes(link, (since) => post(`${path}/${what}${since}`, body, secret)), link);
  } catch (error) {
    if (error instanceof Problem && error.status === 0) throw new Problem(say("needs_network"), 0);
    await seenAnew(error);
  }
  changed();
}

/** Somebody else was faster: the table as it now is, and the problem again. @param {unknown} problem @returns {Promise<never>} */
async function seenAnew(problem) {
  if (problem instanceof Problem && problem.status === 409 && ledger.table) {
    const { path, secret } = here(), { link, table } = ledger;
    take(await changes(link, (since) => get(path + since, secret)).catch(() => table), link);
    changed();
  }
  throw problem;
}

/** Who sits E, S, W and N where that place deals, by their numbers. @param {Table} table @param {number} dealer */
const peopleAt = (table, dealer) => SEATS.map((_, n) => table.players[(dealer + n) % 4].person);

/**
 * The seating of a deal, given which place dealt it and in which wind; `people` are those who sat at the four places.
 * @param {Table} table @param {number} dealer @param {Seat} round @param {number[]} [people] @returns {Seating}
 */
export function seatedAt(table, dealer, round, people = table.players.map((p) => p.person)) {
  const names = /** @type {Record<Seat, string>} */ (Object.fromEntries(SEATS.map((seat, n) => [seat, apart(table.people[people[(dealer + n) % 4]].name)])));
  return { rules: table.rules, house: table.house ?? "", options: table.options, round, names, dealer: names.E, deal: "", counted: {}, correcting: false };
}

/** The seating of the next deal, or of the one that is corrected, with what the evening tells of its table by itself. @returns {Seating | null} */
export function seating() {
  const { table, correcting } = ledger;
  if (!table) return null;
  const { dealer, round, people } = correcting ?? { ...table, people: undefined };
  const then = correcting?.given?.table ?? {};
  const counted = correcting ? Object.fromEntries(Object.entries(then).filter(([id]) => id in table.table)) : table.table;
  const deal = [table.id, table.deals.length, dealer, correcting?.number ?? "next"].join(" ");
  return { ...seatedAt(table, dealer, round, people), deal, counted, correcting: Boolean(correcting) };
}

engine.whenReady(lookAhead);
addEventListener("online", () => { if (ledger.table) sendAll(); else open().catch(() => {}); });
// What another tab writes it sends; where it was closed meanwhile, this one does.
addEventListener("storage", ({ key }) => { if (waiting.isOne(key)) { waitsOtherwise(); sendLater(); } });
