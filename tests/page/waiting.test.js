// What waits on a phone is lost by no proxy, no second tab, and nobody who leaves the table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, here, opened, settled, surround, World } from "./world.js";

/** An evening where nothing goes wrong but what the test does. @param {(world: World) => Promise<void>} does */
async function calmly(does) {
  const world = new World(1);
  world.calm = true;
  const restore = surround(world);
  try {
    await does(world);
  } finally {
    restore();
  }
}

const phone = () => ({ storage: new Map(), online: true });
const waitsBy = (tab) => here.run(tab, () => tab.script.waitingBy("T.secret"));
const written = (world) => world.service.events.map((e) => e.body.note);

/** Whatever is on its way arrives, and every clock strikes, until nothing is left. */
async function rest(world) {
  for (let step = 0; step < 500; step += 1) {
    await settled();
    const [next] = world.possible();
    if (!next) return;
    next();
  }
  throw new Error("it does not come to rest");
}

async function write(world, tab, note) {
  const done = here.run(tab, () => tab.script.write({ points: { E: 0, S: 0 }, note }));
  done.catch(() => {});
  await settled();
  return done;
}

/** The next requests that write are answered so; `first` they reach the service or do not. */
function answered(world, status, { first = false, times = 1 } = {}) {
  const { fetch } = world;
  world.fetch = (url, options = {}) => {
    if (!options.method || times <= 0) return fetch.call(world, url, options);
    times -= 1;
    if (first) world.service.answer({ method: options.method, path: new URL(url).pathname, body: JSON.parse(options.body) });
    const response = { ok: false, status, headers: { get: () => null }, json: async () => ({ detail: "no" }), clone: () => response };
    return Promise.resolve(response);
  };
}

test("a proxy's error is no refusal: what waits goes on waiting and is sent once the service is back", () => calmly(async (world) => {
  for (const status of [408, 429, 500, 502, 503, 504]) {
    const tab = await opened(world, phone());
    await rest(world);
    tab.phone.online = false;
    for (const n of [1, 2]) await write(world, tab, `${status} ${n}`);
    answered(world, status);
    connect(world, tab.phone, true);
    await settled();
    assert.deepEqual(tab.script.ledger.waiting.map((w) => w.problem), [undefined, undefined], String(status));
    await rest(world);
    assert.deepEqual(written(world).slice(-2), [`${status} 1`, `${status} 2`]);
    assert.deepEqual(tab.script.ledger.waiting, []);
    tab.alive = false;
  }
}));

test("what the service wrote while its answer was lost on the way counts once", () => calmly(async (world) => {
  const tab = await opened(world, phone());
  await rest(world);
  answered(world, 504, { first: true });
  await write(world, tab, "once");
  await rest(world);
  assert.deepEqual(written(world), ["once"]);
  assert.deepEqual(tab.script.ledger.waiting, []);
}));

test("a page in the place of the service's answer takes no deal away", () => calmly(async (world) => {
  const tab = await opened(world, phone());
  await rest(world);
  const { fetch } = world;
  const signIn = { ok: true, status: 200, headers: { get: () => null }, json: async () => { throw new SyntaxError("<html>"); } };
  world.fetch = () => Promise.resolve(signIn);
  await write(world, tab, "kept");
  assert.equal(tab.script.ledger.waiting.length, 1);
  world.fetch = fetch;
  await rest(world);
  assert.deepEqual(written(world), ["kept"]);
}));

test("what was refused while nobody waited for it is told, and can be sent once more or dropped", () => calmly(async (world) => {
  const tab = await opened(world, phone());
  await rest(world);
  tab.phone.online = false;
  for (const note of ["a", "b"]) await write(world, tab, note);
  answered(world, 422, { times: 2 });
  connect(world, tab.phone, true);
  await rest(world);
  const [first] = tab.script.ledger.waiting;
  assert.equal(first.problem, "no");
  here.run(tab, () => tab.script.retry(first.key));
  await rest(world);
  assert.equal(tab.script.ledger.waiting[0].problem, "no"); // refused again
  here.run(tab, () => tab.script.retry(first.key));
  await rest(world);
  assert.deepEqual(written(world), ["a", "b"]);
}));

test("a key that is not given is no refusal, and nobody is asked for it by a clock", () => calmly(async (world) => {
  const tab = await opened(world, phone());
  await rest(world);
  let asked = 0;
  globalThis.window = { prompt: () => { asked += 1; return null; } };
  answered(world, 401);
  await write(world, tab, "kept");
  await rest(world);
  assert.equal(asked, 1);
  assert.equal(tab.script.ledger.waiting[0].problem, undefined);
  connect(world, tab.phone, true);
  await rest(world);
  assert.deepEqual(written(world), ["kept"]);
}));

test("two tabs without a network keep both their deals, in the order of their writing", () => calmly(async (world) => {
  const one = phone();
  const tabs = [await opened(world, one), await opened(world, one)];
  await rest(world);
  one.online = false;
  for (const [n, note] of ["a", "b", "c", "d"].entries()) await write(world, tabs[n % 2], note);
  for (const tab of tabs) { tab.alive = false; }
  await settled();
  one.online = true;
  const later = await opened(world, one);
  await rest(world);
  assert.deepEqual(written(world), ["a", "b", "c", "d"]);
  assert.deepEqual(later.script.ledger.waiting, []);
}));

test("a tab sees what another tab wrote, and sends it where that one was closed", () => calmly(async (world) => {
  const one = phone();
  const tabs = [await opened(world, one), await opened(world, one)];
  await rest(world);
  answered(world, 502);
  await write(world, tabs[0], "a");
  tabs[0].alive = false;
  while (world.echoes.length) world.echo();
  assert.deepEqual(tabs[1].script.ledger.waiting.map((w) => w.body.note), ["a"]);
  await rest(world);
  assert.deepEqual(written(world), ["a"]);
}));

test("what waits is sent after the table was left: when the network is back, and when the page is opened", () => calmly(async (world) => {
  for (const again of [false, true]) {
    globalThis.location.href = "http://table.example/#table=T.secret";
    let tab = await opened(world, phone());
    await rest(world);
    tab.phone.online = false;
    await write(world, tab, `left ${again}`);
    here.run(tab, () => tab.script.leave());
    assert.equal(waitsBy(tab).length, 1);
    if (again) {
      tab.alive = false;
      world.timers = [];
      tab.phone.online = true;
      tab = await opened(world, tab.phone);
    } else connect(world, tab.phone, true);
    await rest(world);
    assert.equal(tab.script.ledger.table, null);
    assert.equal(written(world).at(-1), `left ${again}`);
    assert.deepEqual(waitsBy(tab), []);
  }
}));

test("a table that is taken off the list takes with it what waits by its link", () => calmly(async (world) => {
  const tab = await opened(world, phone());
  await rest(world);
  tab.phone.online = false;
  await write(world, tab, "gone");
  here.run(tab, () => { tab.script.leave(); tab.script.forget("T.other"); });
  assert.equal(waitsBy(tab).length, 1);
  here.run(tab, () => tab.script.forget("T.secret"));
  connect(world, tab.phone, true);
  await rest(world);
  assert.deepEqual(written(world), []);
}));

test("what an older version of the page kept is sent too", () => calmly(async (world) => {
  const one = phone();
  one.storage.set("waiting:T", JSON.stringify([{ key: "k1", at: "2026-11-20T20:00:00.000Z", body: { note: "old" } }, { key: "k2", at: "2026-11-20T20:05:00.000Z", body: { note: "old too" } }]));
  await opened(world, one);
  await rest(world);
  assert.deepEqual(written(world), ["old", "old too"]);
}));
