// Ask right after a photo for what it cannot show: who won, drawn or from whom, and the usual facts of a win.
import { winningTile } from "../state/hand.js";
import { missing, SEATS, upToDate } from "../state/request.js";
import { parse } from "../state/tiles.js";
import { $, button, make } from "./dom.js";
import { chipsOf, DEPENDENT, IMPLIED, turnedOf } from "./facts.js";
import { pickTile } from "./keyboard.js";
import { lines } from "./seats.js";
import { tileButton, tileName } from "./tiles.js";
import { factName, say } from "./words.js";

/** @import { Field, Situation, State } from "../state/types" */
/** @import { Store } from "../state/store.js" */

/** Values of a fact that the winner never has. @type {Record<string, string[]>} */
const NEVER = { riichi: ["returned"] };

/** @param {Store} store */
export function askView(store) {
  const draw = () => show(store);
  store.watch((now, before) => {
    if (now.hand !== before.hand || now.situation !== before.situation || now.seating !== before.seating || now.rules !== before.rules || now.others !== before.others || isNoWin(now) !== isNoWin(before)) draw();
  });
  return draw;
}

/** @param {Store} store */
function show(store) {
  const { state } = store;
  const place = $("ask");
  place.hidden = !winningTile(state.hand) || isNoWin(state);
  place.classList.toggle("seated", Boolean(state.seating));
  $("more").hidden = !winningTile(state.hand);
  const { id } = /** @type {HTMLElement} */ (document.activeElement ?? document.body);
  const { known } = state.rules;
  place.replaceChildren(...(place.hidden ? [] : [winner(store), from(store), ...(known ? [facts(store), ...turned(store)] : [])]));
  if (id?.startsWith("ask-")) document.getElementById(id)?.focus();
}

/** True if it is known that there is no win to ask about. @param {State} state */
const isNoWin = (state) => upToDate(state) && (state.answer.status === "refused" || (state.answer.status === "ready" && !state.answer.result?.win));

/** @param {string} text @param {Node[]} chips @param {string} kind @param {boolean} [wanted] it must be answered first */
const row = (text, chips, kind, wanted = false) => make("div", { class: `asked ${wanted ? "wanted" : ""}`, "data-asks": kind, role: "group", "aria-label": text },
  make("p", {}, text), make("div", { class: "chips" }, ...chips));

/** @param {string} id @param {string | Node[]} text @param {boolean} pressed @param {() => void} does @param {Record<string, any>} [about] */
const chip = (id, text, pressed, does, about = {}) => make("button", { type: "button", onclick: does, class: "chip", id: `ask-${id}`, "aria-pressed": String(pressed), ...about }, ...[text].flat());

/** @param {Store} store */
function winner(store) {
  const { situation, seating, others } = store.state;
  const known = !seating || situation.winnerKnown;
  const won = others.map((h) => h.seat);
  const chips = SEATS.map((seat) => chip(`seat-${seat}`, lines(seating, seat), Boolean(known) && situation.seat === seat,
    () => store.send({ type: "situation changed", changes: { seat } }), { "data-seat": seat, disabled: won.includes(seat) }));
  return row(say(seating ? "who_won" : "seat"), chips, "winner", missing(store.state) === "winner");
}

/** @param {Store} store */
function from(store) {
  const { situation, seating, others } = store.state;
  const known = !seating || situation.howKnown;
  const tell = (/** @type {Partial<Situation>} */ changes) => store.send({ type: "situation changed", changes });
  const drawn = chip("drawn", say("self_draw"), Boolean(known) && situation.by === "self_draw", () => tell({ by: "self_draw", from: null }), { "data-from": "drawn", disabled: others.length > 0 });
  const by = situation.by === "self_draw" ? "discard" : situation.by;
  const chips = SEATS.filter((seat) => seat !== situation.seat).map((seat) => chip(`from-${seat}`, lines(seating, seat),
    Boolean(known) && situation.by !== "self_draw" && situation.from === seat, () => tell({ by, from: seat }), { "data-from": seat }));
  return row(say("drawn_or_from"), [drawn, ...chips], "from", missing(store.state) === "from");
}

/** @param {Store} store */
function facts(store) {
  const { state } = store;
  const known = /** @type {NonNullable<State["rules"]["known"]>} */ (state.rules.known);
  const chips = chipsOf(known).flatMap(([id, one]) => {
    const value = state.situation.table[id] ?? one.default;
    const values = one.enum ? one.enum.filter((v) => v !== one.default && !NEVER[id]?.includes(v)) : [true];
    return values.map((v) => chip(`fact-${id}-${v}`, factName(id, one, v), value === v, () => tellFact(store, id, one, value === v ? one.default : v), { "data-fact": `${id}:${v}` }));
  });
  return chips.length ? row(say("more"), chips, "facts") : make("span", { hidden: true });
}

/** A fact with what it implies; without it, those that go with it are untold. @param {Store} store @param {string} id @param {Field} one @param {unknown} value */
function tellFact(store, id, one, value) {
  const fields = store.state.rules.known?.table.properties ?? {};
  const tell = (/** @type {string} */ other, /** @type {unknown} */ is) => store.send({ type: "field changed", group: "table", id: other, value: is });
  const isDefault = value === one.default;
  for (const [other, is] of Object.entries(isDefault ? {} : IMPLIED[id] ?? {})) {
    if ((store.state.situation.table[other] ?? fields[other]?.default) === fields[other]?.default) tell(other, is);
  }
  for (const other of isDefault ? DEPENDENT[id] ?? [] : []) if (fields[other]) tell(other, fields[other].default);
  tell(id, value);
}

/** Indicators as tiles: one tap opens the tiles, one chooses; a tap on one takes it away. @param {Store} store */
function turned(store) {
  const { situation, rules } = store.state;
  const fields = rules.known?.table.properties ?? {};
  return turnedOf(/** @type {any} */ (rules.known)).filter(([id]) => {
    const needs = Object.entries(DEPENDENT).find(([, some]) => some.includes(id))?.[0];
    return !needs || (situation.table[needs] ?? fields[needs]?.default) !== fields[needs]?.default;
  }).map(([id, one]) => {
    const text = () => String(store.state.situation.table[id] ?? one.default ?? "");
    const name = factName(id, one);
    const set = (/** @type {string[]} */ tiles) => store.send({ type: "field changed", group: "table", id, value: tiles.join("") });
    const tiles = parse(text());
    return make("div", { class: "asked turned", role: "group", "aria-label": name, "data-turned": id }, make("p", {}, name), make("div", { class: "tiles" },
      ...tiles.map((tile, n) => tileButton(tile, { "aria-label": `${say("remove")}: ${tileName(tile)}`, onclick: () => set(tiles.filter((_, at) => at !== n)) })),
      button("+", () => pickTile(name, (tile) => set([...parse(text()), tile])), { class: "tile add", id: `ask-add-${id}`, "aria-label": `${say("add")}: ${name}` })));
  });
}
