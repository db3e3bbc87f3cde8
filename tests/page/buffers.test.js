// Memory that is given back at once.
import assert from "node:assert/strict";
import { test } from "node:test";

import { free } from "../../service/web/js/phone/buffers.js";

test("what is given back cannot be read again", () => {
  const pixels = new Uint8Array(16), shares = new Float32Array(4);
  free([pixels, undefined, shares]);
  assert.equal(pixels.byteLength, 0);
  assert.equal(shares.byteLength, 0);
});

test("two views of the same memory are given back once", () => {
  const pixels = new Uint8Array(16);
  free([pixels, new Uint8Array(pixels.buffer, 8)]);
  free([pixels]);
  assert.equal(pixels.buffer.byteLength, 0);
});
