// The hand as a value: its tiles in zones, changed by functions that give a new one.
import { isFlower, kind, order, parse } from "./tiles.js";

/**
 * @import { Correction, Hand, HandMeld, HandTile, Meld, ReadTile, Reading, HandJson, Zone } from "./types"
 */

/** @type {Hand} */
export const NONE = { tiles: [], melds: {}, next: 1 };

/** @param {Hand} hand @param {Zone} name */
export const zone = (hand, name) => hand.tiles.filter((t) => t.zone === name);

/** @param {Zone} name */
export const isMeld = (name) => name.startsWith("meld");

/** Tiles without a photo. @param {number} id @param {string} tile @param {Zone} where @returns {HandTile} */
const typed = (id, tile, where) => ({ id, tile, zone: where, box: null, index: null, alternatives: [], doubt: null });

/** Melds that no tile is in are gone. @param {Hand} hand @returns {Hand} */
function tidy(hand) {
  const melds = Object.fromEntries(Object.entries(hand.melds).filter(([id]) => zone(hand, id).length));
  return { ...hand, melds };
}

/** Only one tile is the winning one. @param {HandTile[]} tiles @param {Zone} where @param {number[]} coming */
const making = (tiles, where, coming) => (where !== "winning" ? tiles
  : tiles.map((t) => (t.zone === "winning" && !coming.includes(t.id) ? { ...t, zone: "concealed" } : t)));

/** @param {Hand} hand @param {string} tile @param {Zone} where @returns {Hand} */
export function added(hand, tile, where) {
  const place = isFlower(tile) && where === "concealed" ? "flower" : where;
  const tiles = [...making(hand.tiles, place, []), typed(hand.next, tile, place)];
  const melds = isMeld(place) && !hand.melds[place] ? { ...hand.melds, [place]: { from: null, claimed: null, type: null } } : hand.melds;
  return { tiles, melds, next: hand.next + 1 };
}

/**
 * Tiles laid elsewhere; `new` is a meld of their own.
 * @param {Hand} hand @param {number[]} ids @param {Zone} where @param {Partial<HandMeld>} [about] @returns {Hand}
 */
export function moved(hand, ids, where, about = {}) {
  const place = where === "new" ? `meld${hand.next}` : where;
  const melds = where === "new" ? { ...hand.melds, [place]: { from: null, claimed: null, type: null, ...about } } : hand.melds;
  const coming = place === "winning" ? ids.slice(-1) : ids;
  const tiles = making(hand.tiles, place, coming).map((t) => (coming.includes(t.id) ? { ...t, zone: place } : t));
  return turnedUp(tidy({ tiles, melds, next: hand.next + 1 }), place);
}

/** @param {Hand} hand @param {number[]} ids @param {string} tile @returns {Hand} */
export const renamed = (hand, ids, tile) => ({
  ...hand, tiles: hand.tiles.map((t) => (ids.includes(t.id) ? { ...t, tile, doubt: null, alternatives: [] } : t)),
});

/** @param {Hand} hand @param {number[]} ids @returns {Hand} */
export const removed = (hand, ids) => tidy({ ...hand, tiles: hand.tiles.filter((t) => !ids.includes(t.id)) });

/** @param {Hand} hand @param {Zone} id @param {Partial<HandMeld>} about @returns {Hand} */
export const meldChanged = (hand, id, about) => ({ ...hand, melds: { ...hand.melds, [id]: { ...hand.melds[id], ...about } } });

/** A hand as the interface has it, to be looked at again. @param {HandJson} json @returns {Hand} */
export function fromJson(json) {
  let hand = NONE;
  /** @param {string | null | undefined} text @param {Zone} where */
  const lay = (text, where) => { for (const tile of parse(text)) hand = { ...hand, tiles: [...hand.tiles, typed(hand.next, tile, where)], next: hand.next + 1 }; };
  lay(json.concealed, "concealed");
  lay(json.win?.tile, "winning");
  for (const meld of json.melds ?? []) {
    const where = `meld${hand.next}`;
    hand = { ...hand, melds: { ...hand.melds, [where]: aboutOf(meld) } };
    lay(meld.tiles, where);
  }
  lay(json.flowers, "flower");
  return hand;
}

/** @param {Partial<Meld>} meld @returns {HandMeld} */
const aboutOf = (meld) => ({ from: meld.from ?? null, claimed: meld.claimed ?? null, type: meld.type ?? null });

/** A reading as it stands: nothing is changed here, doubts stay doubts. @param {Reading} reading @returns {Hand} */
export function fromReading(reading) {
  const doubts = new Map((reading.doubts ?? []).map((d) => [d.tile, d]));
  const groups = meldsOf(reading);
  const tiles = reading.tiles.map((t, index) => ({
    id: index + 1, tile: t.tile, box: t.box, index, alternatives: t.alternatives ?? [], doubt: doubts.get(index) ?? null,
    zone: zoneOf(t, groups),
  }));
  const melds = Object.fromEntries([...groups].map(([group, about]) => [`meld${group}`, about]));
  const next = 1 + Math.max(tiles.length, ...[...groups.keys()]);
  let hand = Object.keys(melds).map((id) => /** @type {Zone} */ (id)).reduce((now, id) => turnedUp(whole(now, id), id), /** @type {Hand} */ ({ tiles, melds, next }));
  hand = inOrder(hand, "concealed", parse(reading.hand.concealed));
  return inOrder(hand, "flower", parse(reading.hand.flowers));
}

/** The tiles of a zone as the player sees them from the left, which the hand's text tells. @param {Hand} hand @param {Zone} name @param {string[]} text @returns {Hand} */
function inOrder(hand, name, text) {
  /** @type {(string | null)[]} */
  const left = [...text];
  /** @param {HandTile} t */
  const place = (t) => { const at = left.indexOf(t.tile); if (at >= 0) left[at] = null; return at < 0 ? 99 : at; };
  const sorted = zone(hand, name).map((t) => /** @type {const} */ ([place(t), t])).sort((a, b) => a[0] - b[0]).map(([, t]) => t);
  return { ...hand, tiles: [...hand.tiles.filter((t) => t.zone !== name), ...sorted] };
}

/** @param {ReadTile} tile @param {Map<number, HandMeld>} groups @returns {Zone} */
function zoneOf(tile, groups) {
  if (tile.role === "meld" && groups.has(tile.group)) return `meld${tile.group}`;
  return zoneOfRole(tile.role === "meld" ? "hand" : tile.role);
}

/** @param {string} role @returns {Zone} */
const zoneOfRole = (role) => ({ hand: "concealed", winning: "winning", flower: "flower" })[role] ?? "other";

/** @param {Reading} reading */
function meldsOf(reading) {
  /** @type {Map<number, HandMeld>} */
  const groups = new Map();
  const left = [...reading.hand.melds];
  for (const tile of reading.tiles) {
    if (tile.role !== "meld" || groups.has(tile.group)) continue;
    const shown = reading.tiles.filter((t) => t.role === "meld" && t.group === tile.group).map((t) => t.tile);
    const at = left.findIndex((m) => fits(parse(m.tiles), shown));
    groups.set(tile.group, aboutOf(at < 0 ? {} : left.splice(at, 1)[0]));
  }
  return groups;
}

/** @param {string[]} tiles @param {string[]} shown */
function fits(tiles, shown) {
  const rest = [...tiles];
  const missed = shown.length === 3 && shown.includes("xx") ? 1 : 0; // of a concealed kong, which has four
  return tiles.length === shown.length + missed && shown.every((t) => t === "xx" || (rest.includes(t) && rest.splice(rest.indexOf(t), 1)));
}

/** A concealed kong of which a tile was not found has it all the same. @param {Hand} hand @param {Zone} id @returns {Hand} */
const whole = (hand, id) => (hand.melds[id].type === "concealed_kong" && zone(hand, id).length === 3 ? added(hand, "xx", id) : hand);

/** The backs of a concealed kong stand for the tile that it shows. @param {Hand} hand @param {Zone} id @returns {Hand} */
function turnedUp(hand, id) {
  const shown = isMeld(id) && zone(hand, id).find((t) => t.tile !== "xx");
  if (!shown) return hand;
  return { ...hand, tiles: hand.tiles.map((t) => (t.zone === id && t.tile === "xx" ? { ...t, tile: kind(shown.tile) } : t)) };
}

/** Apply a player's correction of the reading, whose tiles are given by their place in it. @param {Hand} hand @param {Correction} it @returns {Hand} */
export function corrected(hand, it) {
  /** @param {number[]} places */
  const ids = (places) => hand.tiles.filter((t) => t.index !== null && places.includes(t.index)).map((t) => t.id);
  switch (it.do) {
    case "rename": return renamed(hand, ids([it.tile]), it.is);
    case "remove": return removed(hand, ids(it.tiles));
    case "add": return added(hand, it.is, zoneOfRole(it.role ?? "hand"));
    case "place": return moved(hand, ids(it.tiles), zoneOfRole(it.role));
    case "meld": return moved(hand, ids(it.tiles), "new", { from: it.from ?? null, claimed: it.claimed ?? null, type: it.type ?? null });
    case "winning": {
      const chosen = it.tile !== null && it.tile !== undefined ? ids([it.tile])
        : zone(hand, "concealed").filter((t) => t.tile === it.is).slice(0, 1).map((t) => t.id);
      return chosen.length ? moved(hand, chosen, "winning") : hand;
    }
  }
}

/** What a meld is. @param {Hand} hand @param {Zone} id @param {boolean} mixed whether unequal tiles may be one kong 旋风杠 喜杠 */
export function meldType(hand, id, mixed = false) {
  const tiles = zone(hand, id).map((t) => kind(t.tile));
  const claimed = hand.melds[id]?.type;
  if (new Set(tiles).size > 1) return mixed && !isRun(tiles) ? "mixed_kong" : "chow";
  if (tiles.length === 4) return claimed?.includes("kong") && claimed !== "mixed_kong" ? claimed : "kong";
  return "pung";
}

/** @param {string[]} tiles */
function isRun(tiles) {
  const [first, ...rest] = [...tiles].sort();
  return tiles.length === 3 && "mps".includes(first[1]) && rest.every((t, i) => t === `${Number(first[0]) + i + 1}${first[1]}`);
}

/** @param {HandTile[]} tiles */
const text = (tiles) => tiles.map((t) => t.tile).join("");

/** The tile that is won on: the one set apart, else the last of a whole hand. @param {Hand} hand */
export function winningTile(hand) {
  const concealed = zone(hand, "concealed");
  return zone(hand, "winning")[0] ?? (concealed.length % 3 === 2 ? concealed[concealed.length - 1] : null);
}

/** The hand as the interface has it. @param {Hand} hand @param {boolean} mixed */
export function toJson(hand, mixed = false) {
  const winning = winningTile(hand);
  const melds = Object.entries(hand.melds).map(([id, about]) => {
    const ofMeld = zone(hand, id);
    const type = meldType(hand, id, mixed);
    const from = ["concealed_kong", "mixed_kong"].includes(type) ? null : about.from;
    const claimed = from && about.claimed && ofMeld.some((t) => t.tile === about.claimed) ? about.claimed : null;
    const tiles = text([...ofMeld].sort((a, b) => order(a.tile) - order(b.tile)));
    return { type, tiles, ...(from ? { from } : {}), ...(claimed ? { claimed } : {}) };
  });
  const concealed = text(zone(hand, "concealed").filter((t) => t !== winning));
  return { concealed, melds, flowers: text(zone(hand, "flower")), winning: winning?.tile ?? null };
}

/** How many tiles the hand counts, a meld as three, the winning tile too. @param {Hand} hand */
export const size = (hand) => zone(hand, "concealed").length + zone(hand, "winning").length + 3 * Object.keys(hand.melds).length;

/** The tiles of the hand that make some blocks, each tile once. @param {Hand} hand @param {string[]} blocks @returns {HandTile[]} */
export function tilesOf(hand, blocks) {
  const free = hand.tiles.filter((t) => t.zone !== "other");
  /** @type {HandTile[]} */
  const found = [];
  for (const tile of blocks.flatMap((block) => parse(block))) {
    const at = free.findIndex((t) => kind(t.tile) === kind(tile));
    if (at >= 0) found.push(...free.splice(at, 1));
  }
  return found;
}
