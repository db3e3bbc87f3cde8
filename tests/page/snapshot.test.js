// A snapshot of Python is given back only whole, and only to the engine and browser that kept it.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { find, forget, keep } from "../../service/web/js/phone/snapshot.js";

const FOLDER = "https://host.test/page/engine/", OTHERS = "https://host.test/other/engine/";
const MEMORY = Uint8Array.from({ length: 5000 }, (_, n) => n % 251);

/** What is kept, by its address. @type {Map<string, Uint8Array>} */
let kept;
let room = true;

/** @param {string} userAgent */
const browser = (userAgent) => Object.defineProperty(globalThis, "navigator", { configurable: true, value: { userAgent } });

const cache = {
  match: async (/** @type {string} */ url) => kept.has(url) ? new Response(kept.get(url)) : undefined,
  put: async (/** @type {string} */ url, /** @type {Response} */ response) => {
    if (!room) throw new DOMException("no room", "QuotaExceededError");
    kept.set(url, new Uint8Array(await response.arrayBuffer()));
  },
  keys: async () => [...kept.keys()].map((url) => ({ url })),
  delete: async (/** @type {string} */ url) => kept.delete(url),
};

beforeEach(() => {
  kept = new Map();
  room = true;
  Object.assign(globalThis, { caches: { open: async () => cache } });
  browser("one/1");
});

test("what was kept is found, and takes less room", async () => {
  await keep(FOLDER, "v1", MEMORY.slice());
  assert.deepEqual(await find(FOLDER, "v1"), MEMORY);
  assert.ok([...kept.values()][0].length < MEMORY.length);
});

test("another version of the engine finds nothing, and the old snapshot is deleted", async () => {
  await keep(FOLDER, "v1", MEMORY.slice());
  assert.equal(await find(FOLDER, "v2"), null);
  assert.equal(kept.size, 0);
});

test("another browser, as after its update, finds nothing", async () => {
  await keep(FOLDER, "v1", MEMORY.slice());
  browser("one/2");
  assert.equal(await find(FOLDER, "v1"), null);
  assert.equal(kept.size, 0);
});

test("only the newest is kept", async () => {
  await keep(FOLDER, "v1", MEMORY.slice());
  await keep(FOLDER, "v2", MEMORY.map((byte) => byte ^ 1));
  assert.equal(kept.size, 1);
  assert.deepEqual(await find(FOLDER, "v2"), MEMORY.map((byte) => byte ^ 1));
});

test("a page elsewhere on the same host keeps its own", async () => {
  await keep(OTHERS, "v1", MEMORY.slice());
  await keep(FOLDER, "v2", MEMORY.slice());
  await forget(FOLDER);
  assert.equal(await find(FOLDER, "v2"), null);
  assert.deepEqual(await find(OTHERS, "v1"), MEMORY);
});

for (const [damage, damaged] of /** @type {[string, (bytes: Uint8Array) => Uint8Array][]} */ ([
  ["cut short", (bytes) => bytes.subarray(0, bytes.length - 20)],
  ["empty", () => new Uint8Array()],
  ["changed in one byte", (bytes) => bytes.map((byte, n) => n === bytes.length - 6 ? byte ^ 1 : byte)],
])) {
  test(`one that is ${damage} is not used, and deleted`, async () => {
    await keep(FOLDER, "v1", MEMORY.slice());
    for (const [url, bytes] of kept) kept.set(url, damaged(bytes));
    assert.equal(await find(FOLDER, "v1"), null);
    assert.equal(kept.size, 0);
  });
}

test("without room nothing is kept, and nothing fails", async () => {
  room = false;
  await keep(FOLDER, "v1", MEMORY.slice());
  assert.equal(await find(FOLDER, "v1"), null);
});

for (const [where, caches] of /** @type {[string, any][]} */ ([
  ["without a store", undefined],
  ["in a private window", { open: async () => { throw new DOMException("private", "SecurityError"); } }],
])) {
  test(`${where} nothing is kept, and nothing fails`, async () => {
    Object.assign(globalThis, { caches });
    await keep(FOLDER, "v1", MEMORY.slice());
    assert.equal(await find(FOLDER, "v1"), null);
    await forget(FOLDER);
  });
}
