// The keyboard of tiles at the lower edge: it types new ones, or changes those that are selected.
import { size, zone } from "../state/hand.js";
import { upToDate } from "../state/request.js";
import { ALL, kind, parse } from "../state/tiles.js";
import { $, button, make, tellStyle } from "./dom.js";
import { tileButton, tileImage, tileName } from "./tiles.js";
import { say, shownLanguage } from "./words.js";

/** @import { HandTile, State, Zone } from "../state/types" */
/** @import { Store } from "../state/store.js" */

/** The zone that is typed into; null where none is. @type {Zone | null} */
let typing = null;

/** Whether the hand is kept in view: while the keyboard is open, and after a change of it until that is answered. */
let following = false;

/** The keys that were drawn last, for the same tiles in the same language. @type {{ drawn: string, all: any, chosen: (tile: string) => void }} */
let standing = { drawn: "", all: null, chosen: () => {} };

/** @param {Store} store */
export function keyboardView(store) {
  const draw = () => show(store);
  store.watch((now, before) => {
    if (now.selected !== before.selected && now.selected.length) typing = null;
    if (now.hand !== before.hand || now.selected !== before.selected || now.rules.known !== before.rules.known || now.view !== before.view) draw();
    else if (now.answer !== before.answer) queueMicrotask(() => reveal(store)); // it stands above the hand, and may be longer than before
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !$("keyboard").hidden) close(store); });
  addEventListener("resize", () => { if (!$("keyboard").hidden) draw(); }); // a phone that is turned
  new ResizeObserver(() => reveal(store)).observe(document.body); // the photo above the hand is drawn again after that
  return draw;
}

/** Type tiles into a zone. @param {Store} store @param {Zone} [where] */
export function type(store, where = "concealed") {
  typing = where;
  store.send({ type: "selected", ids: [] });
  show(store);
  $("keyboard").querySelector("button")?.focus();
}

/** @param {Store} store */
export function close(store) {
  typing = null;
  following = false;
  store.send({ type: "selected", ids: [] });
  show(store);
}

/** @param {Store} store */
function show(store) {
  const { state } = store;
  const chosen = state.hand.tiles.filter((t) => state.selected.includes(t.id));
  const place = $("keyboard");
  const open = state.view === "hand" && (typing !== null || chosen.length > 0);
  place.hidden = !open;
  following ||= open;
  if (!open) { place.replaceChildren(); cover(0); queueMicrotask(() => reveal(store)); return; }
  const parts = typing !== null ? typed(store, typing) : chosen.length === 1 ? one(store, chosen[0]) : several(store, chosen);
  replaceAround(place, parts);
  const { top } = place.getBoundingClientRect();
  cover(top > 0 ? innerHeight - top : 0); // next to the page it covers no footer
  queueMicrotask(() => reveal(store)); // once the other views are drawn, and before anything else can look at them
}

/** @param {number} height */
const cover = (height) => tellStyle("--covered", height);

/** What is typed or changed is seen above the keyboard: the tile at least, its zone and the hand where they have room. @param {Store} store */
function reveal({ state }) {
  if (!following) return;
  following = !$("keyboard").hidden || !upToDate(state);
  const hand = $("hand");
  const tile = hand.querySelector(typing !== null ? `[data-zone="${typing}"] .add` : `[data-id="${state.selected.at(-1)}"]`);
  for (const part of [hand, tile?.closest("[data-zone]"), tile]) part?.scrollIntoView({ block: "nearest" });
}

/** @param {Store} store @param {Zone} where */
function typed(store, where) {
  const { state } = store;
  const last = zone(state.hand, where).at(-1);
  const full = (state.rules.known?.hand_size ?? 13) + 1;
  const zones = ["concealed", "winning", "flower", "new"].filter((name) => name !== "flower" || hasFlowers(state));
  const places = zones.map((name) => button(say(name === "flower" ? "flowers" : name === "new" ? "new_meld" : name),
    () => { typing = name === "new" ? `meld${state.hand.next}` : name; show(store); }, { class: "chip", "aria-pressed": String(name === where || (name === "new" && where.startsWith("meld"))) }));
  return [
    make("div", { class: "row" }, make("span", { class: "quiet" }, `${say("typing")}`), ...places),
    keys(state, null, (tile) => {
      store.send({ type: "tile added", tile, zone: where });
      if (where === "winning") { typing = null; show(store); }
    }),
    make("div", { class: "row actions" },
      button("⌫", () => last && store.send({ type: "tiles removed", ids: [last.id] }), { "aria-label": say("backspace"), disabled: !last, id: "backspace" }),
      button(say("done"), () => close(store), { class: "main" }), make("span", { class: "quiet count" }, `${size(state.hand)}/${full}`)),
  ];
}

/** @param {Store} store @param {HandTile} it */
function one(store, it) {
  const likely = [...new Set([...(it.doubt?.instead ?? []), ...it.alternatives.map((a) => a[0])])].filter((t) => t !== it.tile);
  const rename = (/** @type {string} */ tile) => store.send({ type: "tiles renamed", ids: [it.id], tile });
  const right = it.doubt ? [button(say("right_as_read"), () => { store.send({ type: "tile confirmed", id: it.id }); close(store); })] : [];
  return [
    make("div", { class: "row" }, make("strong", {}, tileName(it.tile)), ...likely.map((t) => tileButton(t, { onclick: () => rename(t) }, "likely")), ...right),
    ...(it.doubt?.effect ? [make("p", { class: "doubt" }, it.doubt.effect)] : []),
    keys(store.state, it, rename),
    places(store, [it]),
  ];
}

/** @param {Store} store @param {HandTile[]} some */
function several(store, some) {
  return [make("div", { class: "row" }, make("strong", {}, say("selected_n", some.length)), ...some.map((t) => tileImage(t.tile))), places(store, some)];
}

/** Where the selected tiles may lie. @param {Store} store @param {HandTile[]} some */
function places(store, some) {
  const ids = some.map((t) => t.id);
  /** @param {string} text @param {Zone} where @param {string} [look] */
  const move = (text, where, look = "") => button(say(text), () => store.send({ type: "tiles moved", ids, zone: where }), { class: `chip ${look}`, "data-to": where });
  const all = (/** @type {Zone} */ name) => some.every((t) => t.zone === name);
  return make("div", { class: "row actions" },
    ...(some.length === 3 || some.length === 4 ? [move("as_meld", "new", "main")] : []),
    ...(some.length === 1 && !all("winning") ? [move("as_winning", "winning")] : []),
    ...(all("concealed") ? [] : [move("as_concealed", "concealed")]),
    ...(all("flower") || !hasFlowers(store.state) ? [] : [move("as_flower", "flower")]),
    ...(all("other") ? [] : [move("as_other", "other")]),
    button(say("remove"), () => store.send({ type: "tiles removed", ids }), { class: "chip" }),
    button(say("unselect"), () => close(store), { class: "chip" }));
}

/** True unless the rules are known to have no flowers. @param {State} state */
const hasFlowers = ({ rules }) => (rules.known?.tiles.flowers.length ?? 1) > 0;

/** @param {State} state @param {HandTile | null} it @param {(tile: string) => void} chosen */
function keys(state, it, chosen) {
  const { known } = state.rules;
  const usual = known ? new Set([...known.tiles.kinds, ...known.tiles.flowers, ...known.tiles.reds]) : new Set(ALL);
  const others = state.hand.tiles.filter((t) => t !== it && t.zone !== "other");
  const count = (/** @type {string} */ tile) => others.filter((t) => kind(t.tile) === tile).length;
  const extra = new Map((known?.extra_tiles ?? []).map((one) => [one.tile, one.copies]));
  const faces = ALL.filter((t) => usual.has(t) || t === it?.tile).concat([...extra.keys()]);
  const drawn = [shownLanguage(), ...faces.map((tile) => tile + tileName(tile))].join();
  if (drawn !== standing.drawn) standing = { drawn, all: make("div", { class: "keys" }, ...faces.map((tile) => tileButton(tile, { onclick: () => standing.chosen(tile) }))), chosen };
  standing.chosen = chosen;
  faces.forEach((tile, n) => { standing.all.children[n].disabled = count(tile) >= (extra.get(tile) ?? (tile[1] === "f" ? 1 : 4)); });
  return standing.all;
}

/** Other children around the keys, which stay where they are: to draw forty tiles at every tap takes longer than all else. @param {Element} place @param {any[]} parts */
function replaceAround(place, parts) {
  const at = parts.indexOf(standing.all);
  if (at < 0 || standing.all.parentElement !== place) { place.replaceChildren(...parts); return; }
  for (const child of [...place.childNodes]) if (child !== standing.all) child.remove();
  standing.all.before(...parts.slice(0, at));
  standing.all.after(...parts.slice(at + 1));
}

/** The tiles to choose one of. @param {string} title @param {(tile: string) => void} chosen */
export function pickTile(title, chosen) {
  const dialog = $("picker");
  dialog.setAttribute("aria-label", title);
  dialog.replaceChildren(make("p", {}, title),
    make("div", { class: "keys" }, ...ALL.filter((t) => t[1] !== "f").map((t) => tileButton(t, { onclick: () => { dialog.close(); chosen(t); } }))),
    make("div", { class: "row actions" }, button(say("cancel_choice"), () => dialog.close())));
  dialog.showModal();
}

/** The keyboard for a field of the form: its text is what is chosen. @param {() => HTMLInputElement} field the one that is on the screen: the form may be redrawn meanwhile @param {string} title */
export function typeInto(field, title) {
  const dialog = $("picker");
  dialog.setAttribute("aria-label", title);
  const set = (/** @type {string} */ text) => { field().value = text; field().dispatchEvent(new Event("change", { bubbles: true })); draw(); };
  const draw = () => dialog.replaceChildren(
    make("p", { class: "tiles" }, `${title}: `, ...parse(field().value).map((t) => tileImage(t))),
    make("div", { class: "keys" }, ...ALL.map((t) => tileButton(t, { onclick: () => set(field().value + t) }))),
    make("div", { class: "row actions" }, button(say("clear"), () => set("")), button(say("done"), () => dialog.close(), { class: "main" })));
  draw();
  dialog.showModal();
}
