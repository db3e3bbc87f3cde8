// The editor's draft of house rules: its text says what differs and nothing else, and gives the same draft back.
import assert from "node:assert/strict";
import { test } from "node:test";

import { draftIn, draftOf, packed, priced, textOf, unpacked } from "../../service/web/js/state/house.js";

const BASE = /** @type {any} */ ({ id: "hongkong", fans: [{ id: "half_flush", value: 3 }, { id: "no_flowers", value: 1 }] });

test("a draft that differs in nothing says nothing", () => {
  assert.doesNotMatch(textOf({ ...draftOf(BASE), name: "Club" }), /\[fans\]|\[points\]|minimum/);
});

test("what differs stands in the text, and comes back", () => {
  let draft = { ...draftOf(BASE), name: 'The "Friday" club', minimum: 3, cap: 10, multiple: 2 };
  draft = priced(draft, BASE.fans[0], 4);
  draft = priced(draft, BASE.fans[1], null);
  const text = textOf(draft);
  assert.match(text, /\[fans\]\nhalf_flush = 4\nno_flowers = false\n/);
  assert.match(text, /\[points\]\ncap = 10\nmultiple = 2\n/);
  assert.deepEqual(draftIn(text), draft);
});

test("a price that is the base's is no difference", () => {
  const draft = draftOf(BASE);
  assert.deepEqual(priced(priced(draft, BASE.fans[0], 4), BASE.fans[0], 3), draft);
});

test("rules that differ have ids that differ", () => {
  const id = (/** @type {any} */ draft) => textOf(draft).match(/id = "(.+)"/)?.[1];
  const draft = draftOf(BASE);
  assert.notEqual(id(draft), id(priced(draft, BASE.fans[0], 4)));
  assert.match(id(draft) ?? "", /^house-[a-z0-9]+$/);
});

test("a file written elsewhere is no draft", () => {
  assert.equal(draftIn('id = "x"\nbase = "hongkong"\n'), null);
  assert.equal(draftIn(`${textOf(draftOf(BASE))}[[hand]]\n`), null);
});

test("an address carries any text", () => {
  const text = 'name = "我的会馆 ✓"\n';
  assert.equal(unpacked(packed(text)), text);
  assert.match(packed(text), /^[\w-]+$/);
});
