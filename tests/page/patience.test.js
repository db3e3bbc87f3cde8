// What is told to come back is sent again: politely, a few times, and only where that does nothing twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pause, rest, watch } from "../../service/web/js/io/patience.js";

const BUSY = "urn:paiyan:problem:busy";
const answer = (more) => ({ status: 503, after: "1", type: BUSY, repeatable: false, tries: 1, ...more });

test("what was refused before anything was done is sent again, whatever it is", () => {
  for (const type of [BUSY, "urn:paiyan:problem:too-often"]) {
    for (const status of [503, 429]) assert.ok(pause(answer({ type, status })) >= 1);
  }
});

test("what may have been done is sent again only where twice is as good as once", () => {
  for (const type of ["urn:paiyan:problem:no-database", "", "about:blank"]) {
    assert.equal(pause(answer({ type })), null, type);
    assert.ok(pause(answer({ type, repeatable: true })), type);
  }
});

test("other answers stay, and so does one that names no time or one too far", () => {
  for (const status of [200, 400, 401, 404, 409, 422, 500, 504]) assert.equal(pause(answer({ status, repeatable: true })), null);
  for (const after of [null, "", "soon", "-1", "60", "Wed, 21 Oct 2026 07:28:00 GMT"]) assert.equal(pause(answer({ after, repeatable: true })), null, String(after));
});

test("each time later than the last, no sooner than told, not all at once, and not for ever", () => {
  const times = [1, 2, 3, 4].map((tries) => pause(answer({ tries, after: "2" }), () => 0));
  assert.deepEqual(times, [2, 4, 6, 8]);
  assert.equal(pause(answer({ tries: 5 })), null);
  assert.notEqual(pause(answer({}), () => 0), pause(answer({}), () => 0.5));
});

test("it is told while something waits, and what is not wanted any more waits no longer", async () => {
  const told = [];
  watch((waits) => told.push(waits));
  const gone = new AbortController();
  const first = rest(0.01);
  const second = rest(60, gone.signal);
  gone.abort();
  await assert.rejects(second, { name: "AbortError" });
  await assert.rejects(rest(60, gone.signal), { name: "AbortError" });
  await first;
  assert.deepEqual([told[0], told.at(-1)], [true, false]);
});
