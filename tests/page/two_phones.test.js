// Two phones at one table, and a network that loses, delays, doubles and overtakes: nothing is lost, nothing counts
// twice, nobody's table goes back, and in the end all see the same. The phones are the page's own scripts; the table
// is a model of the service's, and what happens next is drawn by a seed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, here, opened, settled, surround, World } from "./world.js";

const SEEDS = Number(process.env.SEEDS ?? 150), STEPS = 120;

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
      undo().then(() => {
        if (!waits) return;
        account.taken.add(waits.body.note);
        if (world.askedBy(waits.body.note).some((other) => other !== tab)) world.uncertain.add(waits.body.note); // it may be on its way from there
      }, () => {});
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
    connect(world, tab.phone, !tab.phone.online);
  } else if (what < 0.7) {
    const socket = world.service.sockets.find((s) => s.tab === tab);
    if (socket) world.cut(socket);
  } else {
    tab.alive = false;
    for (const { body } of world.underway()) world.uncertain.add(body?.note);
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
  for (const tab of tabs) connect(world, tab.phone, true);
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

async function evening(seed, phones) {
  const world = new World(seed), account = { meant: new Set(), refused: new Set(), taken: new Set() };
  const restore = surround(world);
  try {
    const tabs = [];
    for (let n = 0; n < 2; n += 1) tabs.push(await opened(world, phones[n]));
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
  assert.ok(!service.events.length || service.partly, "a phone asks only for what changed");
  for (const tab of tabs) {
    const { ledger } = tab.script;
    assert.deepEqual(ledger.waiting, [], "nothing waits for ever");
    assert.deepEqual(ledger.table, service.table, "all see the same");
  }
}

async function evenings(phones) {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    try {
      await evening(seed, phones());
    } catch (error) {
      error.message = `seed ${seed}: ${error.message}`;
      throw error;
    }
  }
}

const phone = () => ({ storage: new Map(), online: true });

test("two phones, one table, a bad network", () => evenings(() => [phone(), phone()]));

test("two tabs of one phone, one table, a bad network", () => evenings(() => { const one = phone(); return [one, one]; }));
