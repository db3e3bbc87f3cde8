// The hand shown in zones: tap a tile to change it, drag it to another zone, add tiles by the keyboard.
import { $, make } from "./dom.js";
import { add, asHand, changed, game, hand, meldType, move, remove, rename, zone } from "./hand.js";
import { ALL, parse, tileButton, tileImage, tileName } from "./tiles.js";
import { say } from "./words.js";

let kinds = new Set(ALL);
let lit = new Set();

export function allow(rules) {
  kinds = new Set([...rules.tiles.kinds, ...rules.tiles.flowers, ...rules.tiles.reds]);
  game.mixed = Boolean(rules.mixed_kongs);
}

export function light(tiles) {
  lit = new Set(tiles.map((t) => t.id));
  draw();
}

export function draw() {
  const place = $("hand");
  place.setAttribute("aria-label", say("nav_hand"));
  if (!hand.tiles.length) {
    place.replaceChildren();
    return;
  }
  const melds = [...hand.melds.keys()].map((id) => zoneBox(id, say(meldType(id)), meldControls(id)));
  place.replaceChildren(
    zoneBox("concealed", say("concealed"), null, "wide"),
    zoneBox("winning", say("winning")),
    ...melds,
    zoneBox("new", say("new_meld")),
    zoneBox("flower", say("flowers")),
  );
}

function zoneBox(name, title, controls = null, extra = "") {
  const tiles = zone(name).map(tileOf);
  const plus = name === "new" ? null : make("button", { type: "button", class: "tile add", "aria-label": `${say("add")}: ${title}`, onclick: () => pick(null, name) }, "+");
  return make("div", { class: `zone ${extra}`, "data-zone": name, role: "group", "aria-label": title },
    make("p", {}, make("span", {}, title), controls), make("div", { class: "tiles" }, ...tiles, plus));
}

function meldControls(id) {
  const about = hand.melds.get(id);
  const controls = [];
  if (meldType(id).includes("kong") && meldType(id) !== "mixed_kong") {
    controls.push(choose(["kong", "added_kong", "concealed_kong"], meldType(id), (type) => { about.type = type; changed(); }));
  }
  if (!["concealed_kong", "mixed_kong"].includes(meldType(id))) {
    controls.push(choose(["nobody", "left", "across", "right"], about.from ?? "nobody", (from) => {
      about.from = from === "nobody" ? null : from;
      changed();
    }, say("from")));
  }
  return make("span", {}, ...controls);
}

function choose(names, value, set, label = "") {
  const options = names.map((name) => make("option", { value: name, selected: name === value }, say(name)));
  return make("select", { "aria-label": label || say("meld"), onchange: (e) => set(e.target.value) }, ...options);
}

function tileOf(one) {
  const marks = [one.doubt && "doubtful", lit.has(one.id) && "lit"].filter(Boolean).join(" ");
  const label = one.doubt ? `${tileName(one.tile)}, ${say("doubtful")}` : tileName(one.tile);
  const button = tileButton(one.tile, { "data-id": one.id, "aria-label": label }, marks);
  button.addEventListener("click", () => button.dataset.dragged || pick(one));
  button.addEventListener("pointerdown", (event) => drag(event, one, button));
  return button;
}

const HOLD = 180; // milliseconds that a finger rests on a tile before it drags it; until then it scrolls the page

// Dragging by pointer events: they are the same for finger and mouse, but a finger must rest first.
function drag(down, one, button) {
  delete button.dataset.dragged;
  const start = [down.clientX, down.clientY];
  const rested = Date.now() + (down.pointerType === "touch" ? HOLD : 0);
  let ghost = null;
  const still = (e) => { if (Date.now() >= rested) e.preventDefault(); };
  button.addEventListener("touchmove", still, { passive: false });
  const zoneAt = (e) => document.elementsFromPoint(e.clientX, e.clientY).map((el) => el.closest?.("[data-zone]")).find(Boolean);
  const moved = (e) => {
    if (!ghost && Math.hypot(e.clientX - start[0], e.clientY - start[1]) < 8) return;
    if (!ghost && Date.now() < rested) { done(e); return; }
    if (!ghost) {
      ghost = button.cloneNode(true);
      Object.assign(ghost.style, { position: "fixed", zIndex: 9, pointerEvents: "none", width: `${button.offsetWidth}px` });
      document.body.append(ghost);
      button.classList.add("dragged");
      button.dataset.dragged = "1";
    }
    Object.assign(ghost.style, { left: `${e.clientX - button.offsetWidth / 2}px`, top: `${e.clientY - button.offsetHeight}px` });
    for (const el of document.querySelectorAll("[data-zone]")) el.classList.toggle("over", el === zoneAt(e));
  };
  const done = (e) => {
    window.removeEventListener("pointermove", moved);
    window.removeEventListener("pointerup", done);
    window.removeEventListener("pointercancel", done);
    button.removeEventListener("touchmove", still);
    if (!ghost) return;
    ghost.remove();
    const target = e.type === "pointerup" ? zoneAt(e)?.dataset.zone : null;
    if (target && target !== one.zone) move(one, target);
    else draw();
  };
  window.addEventListener("pointermove", moved);
  window.addEventListener("pointerup", done);
  window.addEventListener("pointercancel", done);
}

// The keyboard of tiles for a field of the form: its text is what is chosen.
export function pickInto(field, title) {
  const dialog = $("picker");
  dialog.setAttribute("aria-label", title);
  const set = (text) => { field.value = text; field.dispatchEvent(new Event("change", { bubbles: true })); show(); };
  const show = () => dialog.replaceChildren(
    make("p", { class: "tiles" }, `${title}: `, ...parse(field.value).map((t) => tileImage(t))),
    make("div", { class: "keys" }, ...ALL.filter((t) => kinds.has(t)).map((t) => tileButton(t, { onclick: () => set(field.value + t) }))),
    make("div", { class: "row actions" },
      make("button", { type: "button", onclick: () => set("") }, say("clear")),
      make("button", { type: "button", class: "main", onclick: () => dialog.close() }, say("done"))));
  show();
  dialog.showModal();
}

// The keyboard of tiles: for a tile that is there, or for new ones in a zone.
export function pick(one, where = "concealed") {
  const dialog = $("picker");
  dialog.setAttribute("aria-label", one ? tileName(one.tile) : say("add"));
  const close = () => dialog.close();
  const chosen = (tile) => {
    if (one) { rename(one, tile); close(); return; }
    add(tile, tile[1] === "f" ? "flower" : where);
    if (where === "winning" || (where === "concealed" && full())) close();
    else show();
  };
  const show = () => {
    dialog.replaceChildren(...(one ? about(one, chosen, close) : []), keys(chosen, one), make("div", { class: "row actions" },
      make("button", { type: "button", class: "main", onclick: close }, say("done"))));
  };
  show();
  if (!dialog.open) dialog.showModal();
}

const full = () => {
  const h = asHand();
  return h.concealed.length / 2 + 3 * h.melds.length >= 13 && h.winning;
};

function about(one, chosen, close) {
  const likely = [...new Set([...(one.doubt?.instead ?? []), ...one.alternatives.map((a) => a[0])])].filter((t) => t !== one.tile);
  const effect = one.doubt?.effect ? [make("p", { class: "doubt" }, one.doubt.effect)] : [];
  const action = (text, does) => make("button", { type: "button", onclick: () => { does(); close(); } }, text);
  const row = likely.length
    ? [make("h3", {}, say("is_it")), make("div", { class: "tiles" }, ...likely.map((t) => tileButton(t, { onclick: () => chosen(t) })))] : [];
  const places = make("select", { "aria-label": say("lay"), onchange: (e) => { move(one, e.target.value); close(); } },
    ...zones().map(([name, title]) => make("option", { value: name, selected: name === one.zone }, title)));
  return [...effect, ...row, make("div", { class: "row actions" },
    ...(one.doubt ? [action(`${tileName(one.tile)}: ${say("right")}`, () => rename(one, one.tile))] : [make("strong", {}, tileName(one.tile))]),
    make("label", {}, make("span", { class: "quiet" }, `${say("lay")} `), places),
    ...(one.zone === "winning" ? [] : [action(say("make_winning"), () => move(one, "winning"))]),
    action(say("remove"), () => remove(one)))];
}

// Where a tile can lie, and what that place is called.
function zones() {
  const melds = [...hand.melds.keys()].map((id) => [id, `${say(meldType(id))} ${zone(id).map((t) => t.tile).join("")}`]);
  return [["concealed", say("concealed")], ["winning", say("winning")], ...melds, ["new", say("new_meld")], ["flower", say("flowers")], ["other", say("other")]];
}

function keys(chosen, one) {
  const count = (tile) => hand.tiles.filter((t) => t !== one && t.zone !== "other" && (t.tile[0] === "0" ? "5" + t.tile[1] : t.tile) === tile).length;
  const usual = ALL.filter((t) => kinds.has(t) || (one && t === one.tile));
  return make("div", { class: "keys" }, ...usual.map((tile) =>
    tileButton(tile, { onclick: () => chosen(tile), disabled: count(tile) >= (tile[1] === "f" ? 1 : 4) })));
}
