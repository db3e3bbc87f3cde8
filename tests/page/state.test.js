// The page's state: what is shown belongs together, whatever order things arrive in.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { toJson, corrected, fromReading, size, zone } from "../../service/web/js/state/hand.js";
import { keep, restored } from "../../service/web/js/io/saved.js";
import { FIRST, reduce } from "../../service/web/js/state/reduce.js";
import { dealOf, discarderMissing, handOf, requestOf, upToDate } from "../../service/web/js/state/request.js";
import { createStore } from "../../service/web/js/state/store.js";
import { suggestion } from "../../service/web/js/state/doubts.js";
import { parse } from "../../service/web/js/state/tiles.js";
import { traditional } from "../../service/web/js/views/traditional.js";

const KINDS = parse("123456789m123456789p123456789s1234567z");
const rules = (id, more = {}) => ({
  id, name: id, tiles: { kinds: KINDS, flowers: [], reds: [] }, win: { by: [], flags: [] }, hand_size: 13, wild: false, mixed_kongs: null,
  table: { properties: { honba: { type: "integer", default: 0 }, riichi: { enum: ["none", "riichi", "double"], default: "none", of_hand: true } } }, options: { properties: {} }, fans: [], ...more,
});
const reading = (text, more = {}) => {
  const tiles = parse(text).map((tile, n) => ({ tile, box: [n, 0, n + 1, 1], role: "hand", group: 0, alternatives: [] }));
  return { size: [100, 10], reliable: true, tiles, hand: { concealed: text, winning: null, melds: [], flowers: "" }, ...more };
};
const SEATING = { rules: "guobiao", house: "", options: {}, round: "E", names: {}, dealer: "Ann", deal: "T 0 0 next", counted: { honba: 1, sticks: 0 }, correcting: false };
const after = (...events) => events.reduce(reduce, FIRST);
const taken = { type: "photo taken" };
const arrived = (number, text, more) => ({ type: "reading arrived", number, reading: reading(text, more) });
const known = { type: "rules arrived", rules: rules("guobiao") };
const held = (state) => zone(state.hand, "concealed").map((t) => t.tile).join("");

test("a reading of another photo than the one that is shown is dropped", () => {
  const late = after(taken, taken, arrived(2, "1p1p"), arrived(1, "9s9s"));
  assert.equal(held(late), "1p1p");
  const early = after(taken, taken, arrived(1, "9s9s"));
  assert.equal(early.photo.status, "reading");
  assert.equal(held(early), "");
  const cancelled = after(taken, { type: "photo cancelled", number: 1 }, arrived(1, "9s9s"));
  assert.equal(held(cancelled), "");
  const again = after(taken, { type: "photo cancelled", number: 1 }, taken, arrived(1, "9s9s"));
  assert.equal(held(again), "", "numbers are never used twice");
});

test("named tiles are shown until the photo is read, and never those of another photo", () => {
  const glimpse = { size: [100, 10], tiles: [{ tile: "9s", box: [0, 0, 1, 1] }] };
  const seen = after(taken, { type: "glimpse arrived", number: 1, glimpse });
  assert.equal(seen.glimpse, glimpse);
  assert.equal(held(seen), "");
  assert.equal(reduce(seen, arrived(1, "1p1p")).glimpse, null);
  assert.equal(reduce(seen, taken).glimpse, null);
  assert.equal(reduce(seen, { type: "photo cancelled", number: 1 }).glimpse, null);
  assert.equal(after(taken, taken, { type: "glimpse arrived", number: 1, glimpse }).glimpse, null);
  assert.equal(after(taken, arrived(1, "1p1p"), { type: "glimpse arrived", number: 1, glimpse }).glimpse, null, "too late");
});

test("an answer of an older state is dropped, whatever changed since", () => {
  const base = after(known, { type: "tile added", tile: "1m", zone: "concealed" });
  const changes = [
    { type: "tile added", tile: "2m", zone: "concealed" },
    { type: "rules chosen", id: "sichuan" },
    { type: "situation changed", changes: { seat: "S" } },
    { type: "field changed", group: "table", id: "honba", value: 2 },
    { type: "hand cleared" }, { type: "undone" }, { type: "language changed" }, { ...taken },
    { type: "seated", seating: SEATING },
  ];
  for (const change of changes) {
    const now = reduce(reduce(base, change), { type: "answer arrived", revision: base.revision, answer: { total: 99 } });
    assert.notEqual(now.answer.result?.total, 99, change.type);
    const refused = reduce(reduce(base, change), { type: "answer refused", revision: base.revision, problem: "old" });
    assert.notEqual(refused.answer.problem, "old", change.type);
  }
  assert.equal(reduce(base, { type: "answer arrived", revision: base.revision, answer: { total: 99 } }).answer.result.total, 99);
});

test("an answer is up to date until something else is asked, and gone where nothing is", () => {
  const base = after(known, { type: "tile added", tile: "1m", zone: "concealed" });
  const told = reduce(base, { type: "answer arrived", revision: base.revision, answer: { total: 99 } });
  assert.ok(upToDate(told));
  let now = reduce(told, { type: "situation changed", changes: { seat: "S" } });
  now = reduce(now, { type: "asked", revision: now.revision });
  assert.equal(now.answer.result.total, 99, "the old amount is shown meanwhile");
  assert.equal(upToDate(now), false);
  assert.ok(upToDate(reduce(now, { type: "answer arrived", revision: now.revision, answer: { total: 1 } })));
  for (const left of [[], [{ type: "tile added", tile: "1f", zone: "flower" }]]) {
    const empty = [...left, { type: "tiles removed", ids: [told.hand.tiles[0].id] }].reduce(reduce, told);
    assert.equal(empty.answer.status, "none");
    assert.equal(empty.answer.result, null);
  }
});

test("a concealed kong of which a tile was not found is four tiles", () => {
  const tiles = (/** @type {string[]} */ names) => names.map((tile, n) => ({ tile, box: [n, 0, n + 1, 1], role: "meld", group: 1, alternatives: [] }));
  for (const [shown, text] of /** @type {const} */ ([[["xx", "2s", "2s"], "2222s"], [["xx", "xx", "xx"], "xxxxxxxx"]])) {
    const melds = [{ type: "concealed_kong", tiles: text }];
    const read = { size: [9, 9], reliable: false, tiles: tiles(shown), hand: { concealed: "", winning: null, melds, flowers: "" } };
    const told = toJson(fromReading(read)).melds;
    assert.deepEqual(told.map((meld) => [meld.type, meld.tiles.replaceAll("2s", "2").replace(/^2+$/, "2222s")]), [["concealed_kong", text]]);
  }
});

test("what does not change what is asked asks nothing", () => {
  const base = after(known, { type: "tile added", tile: "1m", zone: "concealed" });
  for (const event of [{ type: "selected", ids: [1] }, { type: "lit", ids: [1] }, { type: "view chosen", view: "table" }, { type: "asked", revision: base.revision }]) {
    assert.equal(reduce(base, event).revision, base.revision, event.type);
  }
});

test("a hand is scored under the rules that are shown, or not at all", () => {
  const waiting = after(known, { type: "tile added", tile: "1m", zone: "concealed" }, { type: "rules chosen", id: "sichuan" });
  assert.equal(requestOf(waiting), null);
  const other = reduce(waiting, { type: "rules arrived", rules: rules("riichi") });
  assert.equal(requestOf(other), null, "rules that were asked for before are not those that are wanted");
  const right = reduce(waiting, { type: "rules arrived", rules: rules("sichuan") });
  assert.equal(requestOf(right).rules, "sichuan");
});

test("tiles that are typed while a photo is read stay beside what it shows", () => {
  const state = after(taken, { type: "tile added", tile: "9m", zone: "concealed" }, arrived(1, "1p2p"));
  assert.equal(held(state), "1p2p9m");
  assert.equal(new Set(state.hand.tiles.map((t) => t.id)).size, 3);
  const back = reduce(state, { type: "undone" });
  assert.deepEqual([held(back), back.photo.status], ["1p2p", "read"], "undo takes back what was typed, not the reading");
});

test("undo goes back through edits, clearing and photos, one at a time", () => {
  const states = [after(known, taken, arrived(1, "1p2p3p4p"))];
  const events = [
    { type: "tiles renamed", ids: [1], tile: "9p" }, { type: "tiles moved", ids: [2, 3, 4], zone: "new" },
    { type: "tiles removed", ids: [1] }, { type: "hand cleared" }, taken,
  ];
  for (const event of events) states.push(reduce(states.at(-1), event));
  let now = reduce(states.at(-1), { type: "undone" }); // the photo that was taken where nothing lay
  for (const then of states.slice(0, 4).reverse()) {
    assert.deepEqual(now.hand, then.hand);
    now = reduce(now, { type: "undone" });
  }
});

test("a photo that is broken off leaves what lay there before it, be it nothing", () => {
  const cancel = (state) => reduce(state, { type: "photo cancelled", number: state.photo.number });
  const recorded = after(known, taken, arrived(1, "1p2p3p4p"), { type: "hand cleared" });
  const broken = cancel(reduce(recorded, taken));
  assert.equal(held(broken), "", "not the hand that is done with");
  assert.equal(broken.photo.status, "none");
  assert.equal(held(reduce(broken, { type: "undone" })), "1p2p3p4p");
  const lies = after(known, taken, arrived(1, "1p2p"), { type: "tiles renamed", ids: [1], tile: "9p" });
  const { hand, reading, photo, settled, touched, past } = lies;
  const again = cancel(reduce(lies, taken));
  assert.deepEqual({ ...again, ...{ hand, reading, photo, settled, touched, past } }, again);
  assert.deepEqual(cancel([taken, taken].reduce(reduce, lies)).photo.status, "none", "a photo that another one replaced is not read again");
  const typed = cancel([taken, { type: "tile added", tile: "7z", zone: "concealed" }].reduce(reduce, lies));
  assert.equal(held(typed), "9p2p");
  const back = reduce(typed, { type: "undone" });
  assert.equal(held(back), "7z", "what was typed meanwhile is not lost");
  assert.equal(back.photo.status, "none");
});

test("a deal that is corrected is gone with its correction, and what lay there is back", () => {
  const next = SEATING;
  const old = { ...next, deal: "T 1 0 1", dealer: "Bo", correcting: true };
  const half = after(known, { type: "seated", seating: next }, taken, arrived(1, "1p2p"), { type: "situation changed", changes: { seat: "W", flags: ["last_tile"] } }, { type: "other winner kept", hand: { seat: "S" } }, { type: "tile added", tile: "9s", zone: "concealed" });
  const correction = [
    { type: "seated", seating: old }, { type: "situation changed", changes: { seat: "N", by: "discard", from: "E", flags: [] } },
    { type: "hand entered", hand: { concealed: "1z1z", melds: [], flowers: "", win: { tile: "2z" } } },
  ].reduce(reduce, half);
  assert.equal(held(correction), "1z1z");
  assert.deepEqual(correction.others, [], "who else won now has no part in that deal");
  const another = reduce(correction, { type: "seated", seating: { ...old, dealer: "Cai" } });
  for (const state of [correction, another]) {
    const kept = reduce(state, { type: "seated", seating: next });
    assert.equal(held(kept), "9s");
    assert.deepEqual([kept.situation, kept.others, kept.past, kept.seating, kept.aside], [half.situation, half.others, half.past, next, null]);
  }
});

const birds = { type: "field changed", group: "table", id: "birds", value: "1m5p" };

test("what was said of a deal's table holds for that deal, whatever is written meanwhile and after a reload", () => {
  const state = after(known, { type: "seated", seating: SEATING }, birds, { type: "field changed", group: "table", id: "honba", value: 3 });
  const seat = (more) => reduce(state, { type: "seated", seating: { ...SEATING, ...more } }).situation.table;
  assert.deepEqual(seat({ dealer: "Anna" }), { honba: 3, sticks: 0, birds: "1m5p" }, "a player has another name");
  assert.deepEqual(seat({ counted: { honba: 1, sticks: 2 } }), { honba: 3, sticks: 2, birds: "1m5p" }, "an earlier deal was corrected");
  assert.deepEqual(seat({ deal: "T 1 1 next", counted: { honba: 2 } }), { honba: 2 }, "the next deal");
  const kept = {};
  globalThis.localStorage = { setItem: (name, value) => { kept[name] = value; }, getItem: (name) => kept[name] ?? null };
  keep(state);
  const back = restored(FIRST);
  delete globalThis.localStorage;
  assert.deepEqual(back.situation, state.situation);
  assert.equal(reduce(back, { type: "seated", seating: SEATING }), back);
  assert.deepEqual(reduce(back, { type: "seated", seating: null }).situation.table, {}, "the table was left meanwhile");
});

test("what was said of a deal is done with it, and the seats stay", () => {
  const said = { by: "discard", seat: "S", from: "E", round: "S", flags: ["last_tile"], wild: "5z", indicator: "4z" };
  const state = after(known, { type: "seated", seating: SEATING }, { type: "situation changed", changes: said }, birds, { type: "other winner kept", hand: {} }, taken, arrived(1, "1p"));
  const done = reduce(state, { type: "deal done" });
  assert.deepEqual(done.situation, { ...FIRST.situation, seat: "S", round: "S", table: SEATING.counted });
  assert.deepEqual([done.hand.tiles, done.others, done.photo.status], [[], [], "none"]);
  assert.equal(held(reduce(done, { type: "undone" })), "1p");
});

test("a camera's reading never replaces what a player changed", () => {
  const framed = after(known, { type: "frame arrived", reading: reading("1p2p") });
  assert.equal(held(framed), "1p2p");
  const touched = reduce(framed, { type: "tiles renamed", ids: [1], tile: "9p" });
  assert.equal(held(reduce(touched, { type: "frame arrived", reading: reading("1p3p") })), "9p2p");
});

test("nobody discards to themselves; who did must be said", () => {
  const state = after(known, { type: "situation changed", changes: { by: "discard", from: "S" } }, { type: "situation changed", changes: { seat: "S" } });
  assert.equal(state.situation.from, null);
  assert.equal(discarderMissing(state), true);
});

test("what was told under other rules is not told under these", () => {
  const state = after(known, { type: "field changed", group: "table", id: "honba", value: 3 }, { type: "situation changed", changes: { flags: ["last_tile"], wild: "5z" } }, { type: "rules chosen", id: "sichuan" });
  assert.deepEqual(state.situation.table, {});
  assert.deepEqual(state.situation.flags, []);
  assert.equal(state.situation.wild, "");
});

test("a house changes its base only in what it says, and nothing at a table", () => {
  const option = { type: "field changed", group: "options", id: "kuitan", value: false };
  const state = after(known, option, { type: "situation changed", changes: { flags: ["last_tile"] } });
  const house = (base) => ({ type: "house rules set", text: `base = "${base}"`, rules: rules(`club-${base}`, { base }) });
  const other = reduce(state, house("hongkong"));
  assert.equal(other.rules.wanted, "club-hongkong");
  assert.deepEqual([other.situation.options, other.situation.flags], [{}, []]);
  const own = reduce(state, house("guobiao"));
  assert.equal(own.situation, state.situation);
  assert.equal(reduce(own, house("guobiao")).situation, state.situation);
  assert.deepEqual(reduce(own, house("hongkong")).situation.options, {});
  const seated = reduce(state, { type: "seated", seating: SEATING });
  assert.equal(reduce(seated, house("hongkong")), seated);
});

test("only one tile is the winning one, and melds that lost their tiles are gone", () => {
  let state = after(known, taken, arrived(1, "1p1p1p2p3p"));
  state = reduce(state, { type: "tiles moved", ids: [1, 2, 3], zone: "new" });
  state = reduce(state, { type: "tiles moved", ids: [4], zone: "winning" });
  state = reduce(state, { type: "tiles moved", ids: [5], zone: "winning" });
  assert.deepEqual(zone(state.hand, "winning").map((t) => t.tile), ["3p"]);
  assert.equal(size(state.hand), 5);
  state = reduce(state, { type: "tiles removed", ids: [1, 2, 3] });
  assert.deepEqual(state.hand.melds, {});
});

test("corrections mean the tiles by their place in the reading, whatever was moved before", () => {
  let hand = fromReading(reading("7p8p9p1z1z"));
  hand = corrected(hand, { do: "place", tiles: [4], role: "discard" });
  hand = corrected(hand, { do: "rename", tile: 3, is: "2z" });
  hand = corrected(hand, { do: "meld", tiles: [0, 1, 2], type: "chow", from: "left" });
  const told = toJson(hand);
  assert.deepEqual(told.melds, [{ type: "chow", tiles: "7p8p9p", from: "left" }]);
  assert.equal(told.concealed + (told.winning ?? ""), "2z");
});

test("a question that was answered is not asked again, and undo asks it again", () => {
  const question = { about: "structure", tiles: [0], ask: "yours?", choices: [{ says: "no", corrections: [{ do: "place", tiles: [0], role: "other" }] }] };
  const state = after(known, taken, arrived(1, "1p2p", { questions: [question] }));
  const answered = reduce(state, { type: "question answered", question: 0, corrections: question.choices[0].corrections });
  assert.deepEqual(answered.settled, [0]);
  assert.equal(held(answered), "2p");
  assert.deepEqual(reduce(answered, { type: "undone" }).settled, []);
});

test("rules are suggested by what lies there, never chosen", () => {
  const listed = [
    { id: "guobiao", name: "g", names: {}, hand_size: 13, tiles: { reds: false, flowers: true, honours: true } },
    { id: "riichi", name: "r", names: {}, hand_size: 13, tiles: { reds: true, flowers: false, honours: true } },
    { id: "taiwan", name: "t", names: {}, hand_size: 16, tiles: { reds: false, flowers: true, honours: true } },
    { id: "sichuan", name: "s", names: {}, hand_size: 13, tiles: { reds: false, flowers: false, honours: false } },
  ];
  const showing = (text, wanted = "guobiao") => after({ type: "rules listed", listed }, { type: "rules chosen", id: wanted }, taken, arrived(1, text));
  assert.equal(suggestion(showing("123m0p")).rules[0].id, "riichi");
  assert.equal(suggestion(showing("123456789m1234567p")).rules[0].id, "taiwan");
  assert.equal(suggestion(showing("11z", "sichuan")).rules[0].id, "guobiao");
  assert.equal(suggestion(showing("123m")), null);
});

test("a deal holds every hand that won on the tile, and facts of the table once", () => {
  let state = after(known, taken, arrived(1, "11p"), { type: "field changed", group: "table", id: "honba", value: 2 });
  state = reduce(state, { type: "other winner kept", hand: { seat: "S" } });
  state = [{ type: "tile added", tile: "1m", zone: "concealed" }].reduce(reduce, state);
  const deal = dealOf(state, requestOf(state));
  assert.equal(deal.hands.length, 2);
  assert.deepEqual(deal.table, { honba: 2 });
  assert.equal("table" in deal.hands[1], false);
});

test("what is told of one winner stands in that hand of the deal, and is not told of the next", () => {
  const field = (id, value) => ({ type: "field changed", group: "table", id, value });
  const told = after(known, taken, arrived(1, "11p"), field("honba", 2), field("riichi", "double"));
  const first = dealOf(told, requestOf(told));
  assert.deepEqual([first.table, first.hands[0].table], [{ honba: 2 }, { riichi: "double" }]);
  const kept = reduce(told, { type: "other winner kept", hand: handOf(told, requestOf(told)) });
  assert.deepEqual(kept.situation.table, { honba: 2 });
  assert.deepEqual(kept.others[0].table, { riichi: "double" });
});

test("what the evening counts is recorded as it is shown, at its default too", () => {
  const hand = { type: "tile added", tile: "1m", zone: "concealed" };
  const counted = { honba: 1 };
  const written = (...events) => { const state = after(known, hand, ...events); const request = requestOf(state); return [request.table, dealOf(state, request).table]; };
  const next = { type: "seated", seating: { ...SEATING, counted } };
  const none = { type: "field changed", group: "table", id: "honba", value: 0 };
  assert.deepEqual(written(none), [{}, undefined], "without a table a default says nothing");
  assert.deepEqual(written(next), [counted, undefined], "the evening counts it itself");
  assert.deepEqual(written(next, none), [{ honba: 0 }, { honba: 0 }]);
  const old = { type: "seated", seating: { ...SEATING, counted, deal: "T 1 0 1", correcting: true } };
  assert.deepEqual(written(old, hand), [counted, counted], "as it was told then");
  assert.deepEqual(written(old, hand, none), [{ honba: 0 }, { honba: 0 }]);
});

test("a store tells its views once for each change, and not where nothing changed", () => {
  const store = createStore(reduce, FIRST);
  let told = 0;
  store.watch(() => { told += 1; });
  store.send({ type: "rules chosen", id: "sichuan" });
  store.send({ type: "answer arrived", revision: -5, answer: {} });
  assert.equal(told, 1);
});

test("the service worker keeps every script of the page", () => {
  const web = new URL("../../service/web/", import.meta.url);
  const listed = new Set([...readFileSync(new URL("sw.js", web), "utf8").matchAll(/"((?:io|phone|state|views)\/[\w.]+|app|first|effects|engine\.worker)"/g)].map(([, name]) => name));
  const there = readdirSync(new URL("js/", web), { recursive: true }).map((f) => String(f).replaceAll("\\", "/")).filter((f) => f.endsWith(".js")).map((f) => f.slice(0, -3));
  assert.deepEqual([...listed].sort(), there.sort());
});

test("the drawings of the tiles are named by their content", () => {
  const web = new URL("../../service/web/", import.meta.url);
  const name = `tiles.svg?v=${createHash("sha256").update(readFileSync(new URL("tiles.svg", web))).digest("hex").slice(0, 12)}`;
  for (const file of ["js/views/tiles.js", "sw.js"]) assert.ok(readFileSync(new URL(file, web), "utf8").includes(`"${name}"`), `${file}: ${name}`);
});

test("the page asks at once for every script that it needs to start", () => {
  const web = new URL("../../service/web/", import.meta.url);
  const asked = [...readFileSync(new URL("index.html", web), "utf8").matchAll(/<link rel="modulepreload" href="js\/([\w./]+)\.js">/g)].map(([, name]) => name);
  const needed = new Set();
  const follow = (name) => {
    for (const [, from] of readFileSync(new URL(`js/${name}.js`, web), "utf8").matchAll(/from "(\.[\w./]+)\.js"/g)) {
      const next = new URL(from, `http://x/js/${name}`).pathname.slice("/js/".length);
      if (needed.has(next)) continue;
      needed.add(next);
      follow(next);
    }
  };
  follow("app");
  follow("first");
  assert.deepEqual(asked.sort(), [...needed].sort());
});

test("each part of the page brings the words that it says", () => {
  const web = new URL("../../service/web/", import.meta.url);
  const read = (/** @type {string} */ file) => readFileSync(new URL(file, web), "utf8");
  const listed = (/** @type {string} */ file) => new Set([...read(`js/${file}.js`).matchAll(/^ {2}(\w+): \[/gm)].map(([, key]) => key));
  const [first, later] = [listed("views/words"), listed("views/words_evening")];
  assert.deepEqual([...first].filter((key) => later.has(key)), []);
  for (const [, key] of read("index.html").matchAll(/data-say="(\w+)"/g)) assert.ok(first.has(key), `index.html says ${key}`);
  for (const file of readdirSync(new URL("js/", web), { recursive: true }).map(String).filter((f) => f.endsWith(".js"))) {
    const text = read(`js/${file}`);
    const own = text.includes("teach({") ? listed(file.slice(0, -3)) : new Set();
    const brings = text.includes("words_evening.js") || /views.(deals|evening|history|money|people|without_tiles|sharing|forms).js/.test(file); // parts of the table and of the house
    for (const [, key] of text.matchAll(/\bsay\("(\w+)"/g)) assert.ok(first.has(key) || own.has(key) || (brings && later.has(key)), `${file} says ${key}`);
  }
});

test("the words of rules have their Traditional form", () => {
  assert.equal(traditional("点炮：底 8 + 10 番，杠上开花"), "放槍：底 8 + 10 番，槓上開花");
  assert.equal(traditional("白板 胡 复制"), "白板 胡 複製");
});
