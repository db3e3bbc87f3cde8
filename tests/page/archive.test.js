// Archives as `compiling.py` writes them: files one after another, then a table, nothing packed.
import assert from "node:assert/strict";
import { test } from "node:test";

import { filesOf, unpackInto } from "../../service/web/js/phone/archive.js";

/** @param {Record<string, string>} files @param {number} method of packing: 0 is none */
function archive(files, method = 0) {
  const bytes = (/** @type {string} */ text) => [...new TextEncoder().encode(text)];
  const low = (/** @type {number} */ value, /** @type {number} */ count) => Array.from({ length: count }, (_, n) => (value >> 8 * n) & 255);
  /** @type {number[]} */
  const all = [], table = [];
  for (const [name, text] of Object.entries(files)) {
    const about = [...low(method, 2), ...low(0, 8), ...low(text.length, 4), ...low(text.length, 4), ...low(bytes(name).length, 2)];
    table.push(...low(0x02014b50, 4), ...low(0, 6), ...about, ...low(2, 2), ...low(0, 10), ...low(all.length, 4), ...bytes(name), 9, 9);
    all.push(...low(0x04034b50, 4), ...low(0, 4), ...about, ...low(3, 2), ...bytes(name), 8, 8, 8, ...bytes(text));
  }
  const count = low(Object.keys(files).length, 2);
  return Uint8Array.from([...all, ...table, ...low(0x06054b50, 4), ...low(0, 4), ...count, ...count, ...low(table.length, 4), ...low(all.length, 4), ...low(0, 2)]);
}

const FILES = { "paiyan/__init__.pyc": "one", "paiyan/empty.toml": "", "paiyan/rules/guobiao.toml": "name = 1" };

test("files come with their names and contents", () => {
  const found = [...filesOf(archive(FILES))].map(([name, content]) => [name, new TextDecoder().decode(content)]);
  assert.deepEqual(Object.fromEntries(found), FILES);
});

test("each folder is made once, and no content is copied", () => {
  const bytes = archive(FILES);
  /** @type {string[]} */
  const folders = [];
  /** @type {[string, ArrayBuffer, boolean][]} */
  const written = [];
  unpackInto({
    mkdirTree: (/** @type {string} */ path) => folders.push(path),
    writeFile: (/** @type {string} */ path, /** @type {Uint8Array} */ content, /** @type {{ canOwn: boolean }} */ { canOwn }) => written.push([path, /** @type {ArrayBuffer} */ (content.buffer), canOwn]),
  }, "/lib", bytes);
  assert.deepEqual(folders, ["/lib/paiyan", "/lib/paiyan/rules"]);
  assert.deepEqual(written.map(([path]) => path), Object.keys(FILES).map((name) => `/lib/${name}`));
  assert.ok(written.every(([, buffer, owned]) => buffer === bytes.buffer && owned));
});

test("what is no archive, or packed, is refused", () => {
  assert.throws(() => [...filesOf(new Uint8Array(10))], /no archive/);
  assert.throws(() => [...filesOf(archive(FILES).subarray(0, -1))], /no archive/);
  assert.throws(() => [...filesOf(archive(FILES, 8))], /packed/);
});
