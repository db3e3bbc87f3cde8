// The hand that is being looked at: one list of tiles, from a photo or typed, in zones.
// A tile is {id, tile, zone, box, doubt, alternatives}; a zone is concealed, winning, flower, other or a meld's id.
import { kind, order, parse } from "./tiles.js";

let next = 1;
const listeners = new Set();

export const hand = { tiles: [], melds: new Map(), reading: null };

// What the rule set makes of melds: whether unequal tiles may be one kong 旋风杠 喜杠.
export const game = { mixed: false };

export const onChange = (listener) => listeners.add(listener);
export function changed() {
  for (const listener of listeners) listener(hand);
}

export function clear() {
  hand.tiles = [];
  hand.melds = new Map();
  hand.reading = null;
  changed();
}

export const zone = (name) => hand.tiles.filter((t) => t.zone === name);

export function add(tile, where = "concealed") {
  if (where === "winning") for (const t of zone("winning")) t.zone = "concealed";
  hand.tiles.push({ id: next++, tile, zone: where, box: null, alternatives: [], doubt: null });
  changed();
}

export function move(one, where) {
  if (where === "winning") for (const t of zone("winning")) t.zone = "concealed";
  if (where === "new") {
    where = `meld${next++}`;
    hand.melds.set(where, { from: null });
  }
  one.zone = where;
  for (const id of [...hand.melds.keys()]) if (!zone(id).length) hand.melds.delete(id);
  changed();
}

export function rename(one, tile) {
  one.tile = tile;
  one.doubt = null;
  one.alternatives = [];
  changed();
}

export function remove(one) {
  hand.tiles = hand.tiles.filter((t) => t !== one);
  for (const id of [...hand.melds.keys()]) if (!zone(id).length) hand.melds.delete(id);
  changed();
}

// A hand as the interface has it, to be looked at again.
export function load(given) {
  hand.reading = null;
  hand.melds = new Map();
  const laid = (text, where) => parse(text).map((tile) => ({ id: next++, tile, zone: where, box: null, alternatives: [], doubt: null }));
  const melds = (given.melds ?? []).flatMap((meld) => {
    const where = `meld${next++}`;
    hand.melds.set(where, { from: meld.from ?? null, claimed: meld.claimed ?? null, type: meld.type });
    return laid(meld.tiles, where);
  });
  hand.tiles = [...laid(given.concealed, "concealed"), ...laid(given.win?.tile, "winning"), ...melds, ...laid(given.flowers, "flower")];
  changed();
}

// A reading of the service as it stands: nothing is changed here, doubts stay doubts.
export function take(reading) {
  hand.reading = reading;
  hand.melds = new Map();
  const doubts = new Map((reading.doubts ?? []).map((d) => [d.tile, d]));
  const groups = meldsOf(reading);
  hand.tiles = reading.tiles.map((t, index) => ({
    id: next++, tile: t.tile, box: t.box, alternatives: t.alternatives ?? [], doubt: doubts.get(index) ?? null,
    zone: zoneOf(t, groups),
  }));
  for (const [group, about] of groups) hand.melds.set(`meld${group}`, about);
  for (const meld of hand.melds.keys()) turnUp(meld);
  inOrder("concealed", parse(reading.hand.concealed));
  inOrder("flower", parse(reading.hand.flowers));
  changed();
}

// The tiles of a zone as the player sees them from the left, which the hand's text tells.
function inOrder(name, text) {
  const place = (t) => { const at = text.indexOf(t.tile); if (at >= 0) text[at] = null; return at < 0 ? 99 : at; };
  const mine = zone(name).map((t) => [place(t), t]).sort((a, b) => a[0] - b[0]).map(([, t]) => t);
  hand.tiles = [...hand.tiles.filter((t) => t.zone !== name), ...mine];
}

function zoneOf(tile, groups) {
  if (tile.role === "meld" && groups.has(tile.group)) return `meld${tile.group}`;
  return { hand: "concealed", winning: "winning", flower: "flower", meld: "concealed" }[tile.role] ?? "other";
}

function meldsOf(reading) {
  const groups = new Map();
  const left = [...reading.hand.melds];
  for (const tile of reading.tiles) {
    if (tile.role !== "meld" || groups.has(tile.group)) continue;
    const shown = reading.tiles.filter((t) => t.role === "meld" && t.group === tile.group).map((t) => t.tile);
    const at = left.findIndex((m) => fits(parse(m.tiles), shown));
    const about = at < 0 ? {} : left.splice(at, 1)[0];
    groups.set(tile.group, { from: about.from ?? null, claimed: about.claimed ?? null, type: about.type ?? null });
  }
  return groups;
}

function fits(tiles, shown) {
  const rest = [...tiles];
  return tiles.length === shown.length && shown.every((t) => t === "xx" || (rest.includes(t) && rest.splice(rest.indexOf(t), 1)));
}

// The backs of a concealed kong stand for the tile that it shows.
function turnUp(meld) {
  const shown = zone(meld).find((t) => t.tile !== "xx");
  if (shown) for (const t of zone(meld)) if (t.tile === "xx") t.tile = kind(shown.tile);
}

export function meldType(id) {
  const tiles = zone(id).map((t) => kind(t.tile));
  const said = hand.melds.get(id)?.type;
  if (new Set(tiles).size > 1) return game.mixed && !isRun(tiles) ? "mixed_kong" : "chow";
  if (tiles.length === 4) return said?.includes("kong") && said !== "mixed_kong" ? said : "kong";
  return "pung";
}

function isRun(tiles) {
  const [first, ...rest] = [...tiles].sort();
  return tiles.length === 3 && "mps".includes(first[1]) && rest.every((t, i) => t === `${Number(first[0]) + i + 1}${first[1]}`);
}

const text = (tiles) => tiles.map((t) => t.tile).join("");

// The hand as the interface has it; `last` is the winning tile where none lies apart.
export function asHand() {
  const concealed = zone("concealed");
  const melds = [...hand.melds.keys()].map((id) => {
    const about = hand.melds.get(id);
    const tiles = text([...zone(id)].sort((a, b) => order(a.tile) - order(b.tile)));
    const type = meldType(id);
    const from = ["concealed_kong", "mixed_kong"].includes(type) ? null : about.from;
    const claimed = from && about.claimed && zone(id).some((t) => t.tile === about.claimed) ? about.claimed : null;
    return { type, tiles, ...(from ? { from } : {}), ...(claimed ? { claimed } : {}) };
  });
  const winning = zone("winning")[0] ?? (concealed.length % 3 === 2 ? concealed[concealed.length - 1] : null);
  const rest = concealed.filter((t) => t !== winning);
  return { concealed: text(rest), melds, flowers: text(zone("flower")), winning: winning?.tile ?? null };
}

// The tiles of the hand that make some blocks, each tile once.
export function tilesOf(blocks) {
  const free = hand.tiles.filter((t) => t.zone !== "other");
  const found = [];
  for (const block of blocks) {
    for (const tile of parse(block)) {
      const at = free.findIndex((t) => kind(t.tile) === kind(tile));
      if (at >= 0) found.push(...free.splice(at, 1));
    }
  }
  return found;
}
