// A network that loses, delays, doubles and overtakes, a model of the service's table, and phones with the page's own
// scripts in front of it. What happens next is drawn by a seed.
import { AsyncLocalStorage } from "node:async_hooks";

const SEATS = ["E", "S", "W", "N"];
export const here = new AsyncLocalStorage();
export const settled = () => new Promise((done) => setImmediate(done));

/** Numbers that follow from a seed (mulberry32). */
function drawn(seed) {
  let state = seed;
  const number = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { number, below: (n) => Math.floor(number() * n), one: (list) => list[Math.floor(number() * list.length)] };
}

/** The service as far as a phone can tell: events with keys and versions, and what they make of the table. */
class Service {
  events = [];
  sockets = [];
  partly = 0;

  get table() {
    const deals = [];
    for (const { kind, deal, body, number } of this.events) {
      if (kind === "undo") deals.pop();
      else if (kind === "correct") deals.find((d) => d.number === deal).note = body.note;
      else deals.push({ number, note: body.note, dealer: 0, round: "E" });
    }
    const version = this.events.length;
    return {
      id: "T", name: "", created: "", rules: "sichuan", options: {}, version, may_write: true, dealer: version % 4, round: "E", deals, changes: [], table: {},
      players: SEATS.map((seat, person) => ({ name: seat, seat, person, balance: 0 })), people: SEATS.map((name) => ({ name, balance: 0 })),
    };
  }

  /** What is other than at a version. @param {number | null} since */
  changes(since) {
    const all = this.table, later = this.events.slice(since ?? 0);
    if (since === null || since > all.version) return all;
    const touched = new Set(later.map((e) => e.deal ?? e.number));
    const gone = later.filter((e) => e.kind === "undo" && e.deal <= since).map((e) => e.deal);
    return { ...all, since, gone, deals: all.deals.filter((d) => touched.has(d.number)) };
  }

  answer({ method, path, since, body }) {
    const told = (status, about) => ({ status, body: about });
    if (since !== null) this.partly += 1;
    const table = () => this.changes(since);
    if (method === "GET") return told(200, table());
    const kind = method === "PUT" ? "correct" : path.endsWith("/undo") ? "undo" : "deal";
    let deal = kind === "correct" ? Number(path.split("/").at(-1)) : null;
    const known = this.events.find((e) => e.key === body.key);
    if (known) return known.body.note === body.note ? told(200, table()) : told(409, { detail: "another under this key" });
    if (body.version !== undefined && body.version !== this.events.length) return told(409, { detail: "another version" });
    const { deals } = this.table;
    if ((kind === "undo" && !deals.length) || (kind === "correct" && !deals.some((d) => d.number === deal))) return told(400, { detail: "no such deal" });
    if (kind === "undo") deal = deals.at(-1).number;
    this.events.push({ kind, deal, key: body.key, body, number: this.events.length + 1 });
    for (const socket of this.sockets) socket.hear();
    return told(200, table());
  }
}

/** What the phones share: the service, what is on its way, and the clocks. */
export class World {
  service = new Service();
  requests = [];
  answers = [];
  timers = [];
  tabs = [];
  askers = [];
  echoes = [];
  uncertain = new Set();

  constructor(seed) { this.random = drawn(seed); }

  fetch(url, options = {}) {
    const tab = here.getStore();
    const { pathname, searchParams } = new URL(url), since = searchParams.get("since");
    const asked = { tab, method: options.method ?? "GET", path: pathname, since: since && Number(since), body: options.body && JSON.parse(options.body) };
    this.askers.push([asked.body?.note, tab]);
    if (!tab.phone.online) return Promise.reject(new TypeError("no network"));
    return new Promise((done, failed) => this.requests.push({ ...asked, done, failed }));
  }

  askedBy(note) { return this.askers.filter(([one]) => one === note).map(([, tab]) => tab); }

  underway() { return [...this.requests, ...this.answers.map((a) => a.request)]; }

  /** A request reaches the service, or is lost, or is refused; and it may come a second time. */
  arrive() {
    const [request] = this.requests.splice(this.random.below(this.requests.length), 1);
    const fate = this.calm ? 1 : this.random.number();
    if (fate < 0.1) { this.answers.push({ request, lost: true }); return; }
    const again = { status: 503, headers: { "retry-after": "1" } };
    if (fate < 0.15) { this.answers.push({ request, status: 502 }); return; } // a proxy's, before the service had it
    if (fate < 0.2) { this.answers.push({ request, ...again, body: { type: "urn:paiyan:problem:busy", detail: "busy" } }); return; }
    const answer = this.service.answer(request);
    if (fate < 0.5) this.uncertain.add(request.body?.note); // its phone may believe that it was not written
    if (fate < 0.25) this.answers.push({ request, status: 504 }); // a proxy's, and the service did it
    else if (fate < 0.3) this.answers.push({ request, ...again, body: { type: "urn:paiyan:problem:no-database", detail: "away" } });
    else this.answers.push({ request, ...answer, lost: fate < 0.4 });
    if (fate > 0.4 && fate < 0.5) this.requests.push({ ...request, done() {}, failed() {} });
  }

  /** An answer reaches its phone, or is known to be lost. */
  return() {
    const [{ request, status, headers = {}, body, lost }] = this.answers.splice(this.random.below(this.answers.length), 1);
    if (!request.tab.alive) return;
    if (lost) { request.failed(new TypeError("the connection broke")); return; }
    const response = { ok: status === 200, status, headers: { get: (name) => headers[name] ?? null }, json: async () => { if (!body) throw new SyntaxError("no JSON"); return structuredClone(body); }, clone: () => response };
    request.done(response);
  }

  tick() {
    const [timer] = this.timers.splice(this.random.below(this.timers.length), 1);
    if (timer.tab.alive) here.run(timer.tab, timer.does);
  }

  news(socket) {
    const table = socket.news.shift();
    if (socket.tab.alive) here.run(socket.tab, () => socket.tell("message", { data: JSON.stringify({ type: "table", table }) }));
  }

  cut(socket) {
    this.service.sockets = this.service.sockets.filter((s) => s !== socket);
    if (socket.tab.alive) here.run(socket.tab, () => socket.tell("close", {}));
  }

  /** Other tabs of a phone hear, some time, that its store is other than before. */
  stored(key) {
    const mine = here.getStore();
    this.echoes.push(...this.tabs.filter((tab) => tab.alive && tab !== mine && tab.phone === mine.phone).map((tab) => ({ tab, key })));
  }

  echo() {
    const { tab, key } = this.echoes.shift();
    if (tab.alive) here.run(tab, () => { for (const does of tab.hears.storage ?? []) does({ key }); });
  }

  /** What may happen next. */
  possible() {
    const sockets = this.service.sockets.filter((s) => s.tab.alive && s.news.length);
    return [
      ...(this.requests.length ? [() => this.arrive()] : []), ...(this.answers.length ? [() => this.return()] : []),
      ...(this.timers.length ? [() => this.tick()] : []), ...sockets.map((s) => () => this.news(s)),
      ...(this.echoes.length ? [() => this.echo()] : []),
    ];
  }
}

/** The page opened on a phone; a reload is another one. */
export async function opened(world, phone) {
  const tab = { phone, alive: true, hears: {}, version: 0 };
  world.tabs.push(tab);
  globalThis.addEventListener = (type, does) => { (tab.hears[type] ??= []).push(does); };
  tab.script = await here.run(tab, () => import(`../../service/web/js/io/ledger.js?${(opened.count += 1)}`));
  await import("../../service/web/js/io/tables.js"); // what the page fetches when a table is first asked for is at hand
  here.run(tab, () => { tab.script.open().catch(() => {}); });
  return tab;
}
opened.count = 0;

/** A phone's network comes or goes. */
export function connect(world, phone, online) {
  phone.online = online;
  for (const tab of world.tabs.filter((t) => online && t.alive && t.phone === phone)) here.run(tab, () => { for (const does of tab.hears.online ?? []) does(); });
}

class Socket {
  news = [];
  #listeners = [];
  constructor(world, url) {
    const since = new URL(url).searchParams.get("since");
    Object.assign(this, { tab: here.getStore(), world, since: since && Number(since) });
    this.hear();
    world.service.sockets.push(this);
  }
  /** What changed since it was told last. */
  hear() {
    const { service } = this.world;
    this.news.push(service.changes(this.since));
    if (this.since !== null) this.since = service.events.length;
  }
  addEventListener(type, does) { this.#listeners.push([type, does]); }
  tell(type, event) { for (const [name, does] of this.#listeners) if (name === type) does(event); }
  close() { this.world.service.sockets = this.world.service.sockets.filter((s) => s !== this); }
}

export function surround(world) {
  const before = {};
  const storage = () => here.getStore()?.phone.storage ?? new Map();
  const around = {
    fetch: (url, options) => world.fetch(url, options),
    setTimeout: (does, ms) => { const timer = { tab: here.getStore(), does, ms }; world.timers.push(timer); return timer; },
    clearTimeout: (timer) => { world.timers = world.timers.filter((t) => t !== timer); },
    localStorage: {
      getItem: (k) => storage().get(k) ?? null, key: (n) => [...storage().keys()][n] ?? null, get length() { return storage().size; },
      setItem(k, v) { storage().set(k, v); world.stored(k); }, removeItem(k) { if (storage().delete(k)) world.stored(k); },
    },
    WebSocket: class extends Socket { constructor(url) { super(world, url); } },
    document: { baseURI: "http://table.example/" },
    location: new URL("http://table.example/#table=T.secret"),
    history: { replaceState(_, __, to) { around.location.href = new URL(to, around.location.href).href; } },
    navigator: { language: "en" },
    addEventListener() {},
  };
  for (const [name, value] of Object.entries(around)) {
    before[name] = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => { for (const [name, was] of Object.entries(before)) { if (was) Object.defineProperty(globalThis, name, was); else delete globalThis[name]; } };
}

