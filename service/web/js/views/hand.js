// The hand on a line: tap tiles to select them, drag one to another place; the keyboard below changes them.
import { isMeld, meldType, size, zone } from "../state/hand.js";
import { $, button, make } from "./dom.js";
import { tileButton, tileName } from "./tiles.js";
import { say } from "./words.js";

/** @import { HandTile, Side, State, Zone } from "../state/types" */
/** @import { Store } from "../state/store.js" */

const HOLD = 180; // milliseconds that a finger rests on a tile before it drags it; until then it scrolls the page

/** @param {Store} store @param {(zone: Zone) => void} type opens the keyboard for a zone */
export function handView(store, type) {
  const draw = () => show(store, type);
  store.watch((now, before) => {
    if (now.hand !== before.hand || now.lit !== before.lit || now.selected !== before.selected || now.past !== before.past || now.rules.known !== before.rules.known) draw();
  });
  return draw;
}

/** @param {Store} store @param {(zone: Zone) => void} type */
function show(store, type) {
  const { state } = store;
  const { hand } = state;
  const place = $("hand");
  place.setAttribute("aria-label", say("nav_hand"));
  $("undo-tile").hidden = !state.past.length;
  $("clear").hidden = !hand.tiles.length;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.id;
  /** @param {Zone} name @param {string} title @param {Node | null} [controls] @param {boolean} [named] whether the controls say the title */
  const box = (name, title, controls = null, named = false) => zoneBox(store, name, title, controls, type, named);
  const melds = Object.keys(hand.melds).map((id) => box(id, say(typeOf(state, id)), meldControls(store, id), Boolean(meldControls(store, id).querySelector("[data-kong]"))));
  const empty = !hand.tiles.length;
  const flowers = zone(hand, "flower").length > 0 || (state.rules.known?.tiles.flowers.length ?? 1) > 0;
  place.classList.toggle("full", zone(hand, "winning").length > 0 && size(hand) > (state.rules.known?.hand_size ?? 13));
  place.hidden = empty;
  place.replaceChildren(...(empty ? [] : [
    box("concealed", say("concealed")), box("winning", say("winning")), ...melds, ...(flowers ? [box("flower", say("flowers"))] : []),
    make("div", { class: "zone new", "data-zone": "new", "aria-hidden": "true" }, say("new_meld")),
  ]));
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-id="${focused}"]`))?.focus();
}

/** @param {State} state @param {Zone} id */
const typeOf = (state, id) => meldType(state.hand, id, Boolean(state.rules.known?.mixed_kongs));

/** @param {Store} store @param {Zone} name @param {string} title @param {Node | null} controls @param {(zone: Zone) => void} type @param {boolean} named */
function zoneBox(store, name, title, controls, type, named) {
  const tiles = zone(store.state.hand, name).map((t) => tileOf(store, t));
  const plus = button("+", () => type(name), { class: "tile add", "aria-label": `${say("add")}: ${title}` });
  return make("div", { class: `zone ${isMeld(name) ? "meld" : name}`, "data-zone": name, role: "group", "aria-label": title },
    make("p", {}, make("span", { class: named ? "away" : "" }, title), controls), make("div", { class: "tiles" }, ...tiles, plus));
}

/** @param {Store} store @param {Zone} id */
function meldControls(store, id) {
  const type = typeOf(store.state, id);
  const about = store.state.hand.melds[id];
  const controls = [];
  if (type.includes("kong") && type !== "mixed_kong") {
    controls.push(choose(["kong", "added_kong", "concealed_kong"], type, say("meld"), (value) => store.send({ type: "meld described", zone: id, about: { type: value } }), { "data-kong": "" }));
  }
  if (!["concealed_kong", "mixed_kong"].includes(type)) {
    controls.push(choose(["nobody", "left", "across", "right"], about.from ?? "nobody", say("from"), (value) =>
      store.send({ type: "meld described", zone: id, about: { from: value === "nobody" ? null : /** @type {Side} */ (value) } })));
  }
  return make("span", {}, ...controls);
}

/** @param {string[]} names @param {string} value @param {string} label @param {(value: string) => void} set @param {Record<string, string>} [about] */
function choose(names, value, label, set, about = {}) {
  const options = names.map((name) => make("option", { value: name, selected: name === value }, say(name)));
  return make("select", { ...about, "aria-label": label, onchange: (/** @type {any} */ e) => set(e.target.value) }, ...options);
}

/** @param {Store} store @param {HandTile} one */
function tileOf(store, one) {
  const { lit, selected } = store.state;
  const chosen = selected.includes(one.id);
  const marks = [one.doubt && "doubtful", lit.includes(one.id) && "lit", chosen && "selected"].filter(Boolean).join(" ");
  const label = one.doubt ? `${tileName(one.tile)}, ${say("is_it", "").trim()}` : tileName(one.tile);
  const made = tileButton(one.tile, { "data-id": String(one.id), "aria-label": label, "aria-pressed": String(chosen) }, marks);
  made.addEventListener("click", () => {
    if (made.dataset.dragged) return;
    const now = store.state.selected;
    store.send({ type: "selected", ids: now.includes(one.id) ? now.filter((id) => id !== one.id) : [...now, one.id] });
  });
  made.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => drag(store, event, one, made));
  return made;
}

/** Dragging by pointer events: they are the same for finger and mouse, but a finger must rest first. @param {Store} store @param {PointerEvent} down @param {HandTile} one @param {HTMLElement} from */
function drag(store, down, one, from) {
  delete from.dataset.dragged;
  const start = [down.clientX, down.clientY];
  const rested = Date.now() + (down.pointerType === "touch" ? HOLD : 0);
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @param {Event} e */
  const still = (e) => { if (Date.now() >= rested) e.preventDefault(); };
  from.addEventListener("touchmove", still, { passive: false });
  /** @param {PointerEvent} e @returns {HTMLElement | undefined} */
  const zoneAt = (e) => document.elementsFromPoint(e.clientX, e.clientY).map((el) => /** @type {any} */ (el.closest?.("[data-zone]"))).find(Boolean);
  /** @param {PointerEvent} e */
  const moving = (e) => {
    if (!ghost && Math.hypot(e.clientX - start[0], e.clientY - start[1]) < 8) return;
    if (!ghost && Date.now() < rested) { done(e); return; }
    if (!ghost) {
      ghost = /** @type {HTMLElement} */ (from.cloneNode(true));
      Object.assign(ghost.style, { position: "fixed", zIndex: 9, pointerEvents: "none", width: `${from.offsetWidth}px` });
      document.body.append(ghost);
      $("hand").classList.add("dragging");
      from.classList.add("dragged");
      from.dataset.dragged = "1";
    }
    Object.assign(ghost.style, { left: `${e.clientX - from.offsetWidth / 2}px`, top: `${e.clientY - from.offsetHeight}px` });
    for (const el of document.querySelectorAll("[data-zone]")) el.classList.toggle("over", el === zoneAt(e));
  };
  /** @param {PointerEvent} e */
  const done = (e) => {
    window.removeEventListener("pointermove", moving);
    window.removeEventListener("pointerup", done);
    window.removeEventListener("pointercancel", done);
    from.removeEventListener("touchmove", still);
    if (!ghost) return;
    const target = e.type === "pointerup" ? zoneAt(e)?.dataset.zone : null; // while the place of a new meld is shown
    ghost.remove();
    $("hand").classList.remove("dragging");
    from.classList.remove("dragged");
    for (const el of document.querySelectorAll("[data-zone].over")) el.classList.remove("over");
    if (target && target !== one.zone) store.send({ type: "tiles moved", ids: [one.id], zone: target });
  };
  window.addEventListener("pointermove", moving);
  window.addEventListener("pointerup", done);
  window.addEventListener("pointercancel", done);
}
