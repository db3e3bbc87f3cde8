// Two phones at one table, and a network that loses, delays, doubles and overtakes: nothing is lost, nothing counts
// twice, nobody's table goes back, and in the end all see the same. The phones are the page's own scripts; the table
// is a model of the service's, and what happens next is drawn by a seed.
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";

const SEEDS = Number(process.env.SEEDS ?? 150), STEPS = 120;
const SEATS = ["E", "S", "W", "N"];
const here = new AsyncLocalStorage();
const settled = () => new Promise((done) => setImmediate(done));

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

  answer({ method, path, body }) {
    const told = (status, about) => ({ status, body: about });
    if (method === "GET") return told(200, this.table);
    const kind = method === "PUT" ? "correct" : path.endsWith("/undo") ? "undo" : "deal";
    const deal = kind === "correct" ? Number(path.split("/").at(-1)) : null;
    const known = this.events.find((e) => e.key === body.key);
    if (known) return known.body.note === body.note ? told(200, this.table) : told(409, { detail: "another under this key" });
    if (body.version !== undefined && body.version !== this.events.length) return told(409, { detail: "another version" });
    const { deals } = this.table;
    if ((kind === "undo" && !deals.length) || (kind === "correct" && !deals.some((d) => d.number === deal))) return told(400, { detail: "no such deal" });
    this.events.push({ kind, deal, key: body.key, body, number: this.events.length + 1 });
    for (const socket of this.sockets) socket.news.push(this.table);
    return told(200, this.table);
  }
}

/** What the phones share: the service, what is on its way, and the clocks. */
class World {
  service = new Service();
  requests = [];
  answers = [];
  timers = [];
  uncertain = new Set();

  constructor(seed) { this.random = drawn(seed); }

  fetch(url, options = {}) {
    const tab = here.getStore();
    const { pathname } = new URL(url);
    const asked = { tab, method: options.method ?? "GET", path: pathname, body: options.body && JSON.parse(options.body) };
    if (!tab.phone.online) return Promise.reject(new TypeError("no network"));
    return new Promise((done, failed) => this.requests.push({ ...asked, done, failed }));
  }

  /** A request reaches the service, or is lost, or is refused; and it may come a second time. */
  arrive() {
    const [request] = this.requests.splice(this.random.below(this.requests.length), 1);
    const fate = this.calm ? 1 : this.random.number();
    if (fate < 0.1) { this.answers.push({ request, lost: true }); return; }
    const again = { status: 503, headers: { "retry-after": "1" } };
    if (fate < 0.2) { this.answers.push({ request, ...again, body: { type: "urn:paiyan:problem:busy", detail: "busy" } }); return; }
    const answer = this.service.answer(request);
    if (fate < 0.5) this.uncertain.add(request.body?.note); // its phone may believe that it was not written
    if (fate < 0.3) this.answers.push({ request, ...again, body: { type: "urn:paiyan:problem:no-database", detail: "away" } });
    else this.answers.push({ request, ...answer, lost: fate < 0.4 });
    if (fate > 0.4 && fate < 0.5) this.requests.push({ ...request, done() {}, failed() {} });
  }

  /** An answer reaches its phone, or is known to be lost. */
  return() {
    const [{ request, status, headers = {}, body, lost }] = this.answers.splice(this.random.below(this.answers.length), 1);
    if (!request.tab.alive) return;
    if (lost) { request.failed(new TypeError("the connection broke")); return; }
    const response = { ok: status === 200, status, headers: { get: (name) => headers[name] ?? null }, json: async () => structuredClone(body), clone: () => response };
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

  /** What may happen next. */
  possible() {
    const sockets = this.service.sockets.filter((s) => s.tab.alive && s.news.length);
    return [
      ...(this.requests.length ? [() => this.arrive()] : []), ...(this.answers.length ? [() => this.return()] : []),
      ...(this.timers.length ? [() => this.tick()] : []), ...sockets.map((s) => () => this.news(s)),
    ];
  }
}

/** The page opened on a phone; a reload is another one. */
async function opened(world, phone) {
  const tab = { phone, alive: true, heard: [], version: 0, going: [] };
  globalThis.addEventListener = (type, does) => { if (type === "online") tab.heard.push(does); };
  tab.script = await here.run(tab, () => import(`../../service/web/js/io/ledger.js?${(opened.count += 1)}`));
  here.run(tab, () => { tab.script.open().catch(() => {}); });
  return tab;
}
opened.count = 0;

class Socket {
  news = [];
  #listeners = [];
  constructor(world) { this.tab = here.getStore(); this.news.push(world.service.table); world.service.sockets.push(this); this.world = world; }
  addEventListener(type, does) { this.#listeners.push([type, does]); }
  tell(type, event) { for (const [name, does] of this.#listeners) if (name === type) does(event); }
  close() { this.world.service.sockets = this.world.service.sockets.filter((s) => s !== this); }
}

function surround(world) {
  const before = {};
  const storage = () => here.getStore()?.phone.storage ?? new Map();
  const around = {
    fetch: (url, options) => world.fetch(url, options),
    setTimeout: (does, ms) => { const timer = { tab: here.getStore(), does, ms }; world.timers.push(timer); return timer; },
    clearTimeout: (timer) => { world.timers = world.timers.filter((t) => t !== timer); },
    localStorage: { getItem: (k) => storage().get(k) ?? null, setItem: (k, v) => storage().set(k, v), removeItem: (k) => storage().delete(k) },
    WebSocket: class extends Socket { constructor() { super(world); } },
    document: { baseURI: "http://table.example/" },
    location: { href: "http://table.example/#table=T.secret", pathname: "/" },
    history: { replaceState() {} },
    navigator: { language: "en" },
    addEventListener() {},
  };
  for (const [name, value] of Object.entries(around)) {
    before[name] = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => { for (const [name, was] of Object.entries(before)) { if (was) Object.defineProperty(globalThis, name, was); else delete globalThis[name]; } };
}

/** Something that somebody at the table does. What was refused, or taken back before it was sent, is noted. */
function act(world, tab, number, account) {
  const { ledger, write, undo, correct } = tab.script;
  if (!ledger.table || ledger.table.id !== "T") return;
  const note = `${number}`;
  const noted = (promise, told) => { promise.then(() => {}, () => account.refused.add(told)); };
  const kind = world.random.number();
  here.run(tab, () => {
    if (kind < 0.7) { account.meant.add(note); noted(write({ points: { E: 0, S: 0 }, note }), note); }
    else if (kind < 0.85 && (ledger.waiting.length || ledger.table.deals.length)) {
      const waits = ledger.waiting.at(-1);
      undo().then(() => { if (waits) account.taken.add(waits.body.note); }, () => {});
    } else if (!ledger.waiting.length && ledger.table.deals.length) {
      correct(world.random.one(ledger.table.deals));
      if (ledger.correcting) write({ points: { E: 0, S: 0 }, note: `${note} corrected` }).catch(() => {});
      correct(null);
    }
  });
}

/** Some fault, or its end. */
async function happen(world, tabs, n) {
  const tab = tabs[n], what = world.random.number();
  if (what < 0.35) {
    tab.phone.online = !tab.phone.online;
    if (tab.phone.online) here.run(tab, () => { for (const does of tab.heard) does(); });
  } else if (what < 0.7) {
    const socket = world.service.sockets.find((s) => s.tab === tab);
    if (socket) world.cut(socket);
  } else {
    tab.alive = false;
    for (const { body } of [...world.requests, ...world.answers.map((a) => a.request)]) world.uncertain.add(body?.note);
    world.service.sockets = world.service.sockets.filter((s) => s.tab !== tab);
    tabs[n] = await opened(world, tab.phone);
  }
}

const forward = (tab) => {
  const { table } = tab.script.ledger;
  if (!table) return;
  assert.ok(table.version >= tab.version, `a phone went back from ${tab.version} to ${table.version}`);
  tab.version = table.version;
};

/** All is delivered, and what was refused while nobody waited for it is let go. */
async function quiet(world, tabs, refused) {
  world.calm = true;
  for (const tab of tabs) { tab.phone.online = true; here.run(tab, () => { for (const does of tab.heard) does(); }); }
  for (let step = 0; step < 3000; step += 1) {
    await settled();
    tabs.forEach(forward);
    const next = world.possible();
    if (next.length) { world.random.one(next)(); continue; }
    const stuck = tabs.map((tab) => [tab, tab.script.ledger.waiting.find((w) => w.problem)]).filter(([, w]) => w);
    if (!stuck.length) return;
    for (const [tab, w] of stuck) { refused.add(w.body.note); here.run(tab, () => tab.script.drop(w.key)); }
  }
  throw new Error("it does not come to rest");
}
async function evening(seed) {
  const world = new World(seed), account = { meant: new Set(), refused: new Set(), taken: new Set() };
  const restore = surround(world);
  try {
    const tabs = [];
    for (let n = 0; n < 2; n += 1) tabs.push(await opened(world, { storage: new Map(), online: true }));
    for (let step = 0; step < STEPS; step += 1) {
      const chance = world.random.number();
      if (chance < 0.15) act(world, world.random.one(tabs), step, account);
      else if (chance < 0.2) await happen(world, tabs, world.random.below(2));
      else if (world.possible().length) world.random.one(world.possible())();
      await settled();
      tabs.forEach(forward);
    }
    await quiet(world, tabs, account.refused);
    check(world, tabs, account);
  } finally {
    restore();
  }
}

function check({ service, uncertain }, tabs, account) {
  const written = service.events.filter((e) => e.kind === "deal").map((e) => e.body.note);
  const stand = service.table.deals.map((d) => d.note);
  assert.equal(new Set(written).size, written.length, "nothing counts twice");
  for (const note of account.meant) {
    const given = account.refused.has(note) || account.taken.has(note);
    assert.ok(given || written.includes(note), `deal ${note} was lost`);
    assert.ok(!account.refused.has(note) || !written.includes(note), `deal ${note} was refused and stands there`);
    assert.ok(!account.taken.has(note) || uncertain.has(note) || !stand.includes(note), `deal ${note} was taken back and stands there`);
  }
  for (const tab of tabs) {
    const { ledger } = tab.script;
    assert.deepEqual(ledger.waiting, [], "nothing waits for ever");
    assert.deepEqual(ledger.table, service.table, "all see the same");
  }
}

test("two phones, one table, a bad network", async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    try {
      await evening(seed);
    } catch (error) {
      error.message = `seed ${seed}: ${error.message}`;
      throw error;
    }
  }
});
