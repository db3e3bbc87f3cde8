// What is doubtful, as questions that show their tiles, with answers of one tap; the service lists first what moves the money most.
// The worth of an answer is not shown: the reading knew nothing of how the hand was won here.
import { isUnsure, openQuestions, suggestion } from "../state/doubts.js";
import { around } from "./crop.js";
import { $, button, make, shape } from "./dom.js";
import { pictureUrl } from "./photo.js";
import { tileButton, tileImage, tileName } from "./tiles.js";
import { say, inScript } from "./words.js";

/** @import { Correction, HandTile, Question, State } from "../state/types" */
/** @import { Store } from "../state/store.js" */

const SHOWN = 3;

/** The card that is looked at: its tiles are lit in the picture. @type {string} */
let inView = "";

/** @param {Store} store @param {(id: string) => string} nameOf the name of a rule set */
export function questionsView(store, nameOf) {
  const watcher = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      const card = /** @type {HTMLElement} */ (target);
      if (isIntersecting && !inView) { inView = card.dataset.key ?? ""; light(store, card); }
      if (!isIntersecting && inView === card.dataset.key) { inView = ""; light(store, null); }
    }
  }, { threshold: 0.9, rootMargin: "-96px 0px -64px 0px" });
  let drawn = "";
  const draw = () => {
    const { state } = store;
    const all = [...(standsForAnswer(state) ? [] : ofRules(store, nameOf)), ...ofReading(store), ...ofDoubts(store)];
    const place = $("questions");
    const first = problems(state);
    place.hidden = !all.length && !first.length;
    const cards = all.slice(0, SHOWN);
    const now = JSON.stringify([document.documentElement.lang, pictureUrl(), first.map((p) => p.textContent), cards.map((card) => [card.dataset.ids, card.textContent, ...[...card.querySelectorAll("[aria-label]")].map((part) => part.getAttribute("aria-label"))])]);
    if (now === drawn) return; // what lies still can be tapped
    drawn = now;
    watcher.disconnect();
    if (!cards.some((card) => card.dataset.key === inView)) { inView = ""; if (store.state.lit.length) light(store, null); }
    place.replaceChildren(...first, ...cards);
    for (const card of cards) if (card.dataset.ids) watcher.observe(card);
  };
  store.watch(draw);
  return draw;
}

/** The tiles that a card is about are lit while it is in view. @param {Store} store @param {HTMLElement | null} card */
function light(store, card) {
  const ids = card?.dataset.ids?.split(" ").map(Number) ?? [];
  if (JSON.stringify(ids) !== JSON.stringify(store.state.lit)) store.send({ type: "lit", ids });
}

/** Why a reading is not reliable, until a player has checked it; the total shows that it is not. @param {State} state */
function problems(state) {
  const all = isUnsure(state) ? state.reading?.problems ?? [] : [];
  return all.length ? [make("p", { class: "doubt", id: "problems" }, all.map(inScript).join(" "))] : [];
}

/** @param {string} text @param {Node[]} answers @param {string} kind @param {Node[]} [about] what shows what it is about */
const card = (text, answers, kind, about = []) => make("div", { class: "question", "data-about": kind, role: "group", "aria-label": text }, make("p", {}, text), ...about, make("div", { class: "row" }, ...answers));

/** True if the rules cannot hold the hand: the question which rules are meant takes the answer's place. @param {State} state */
export const standsForAnswer = (state) => state.answer.status !== "ready" && Boolean(suggestion(state));

/** @param {Store} store @param {(id: string) => string} nameOf */
export function ofRules(store, nameOf) {
  const { state } = store;
  const found = suggestion(state);
  if (!found) return [];
  const names = found.rules.map((r) => nameOf(r.id));
  const answers = found.rules.map((r, n) => button(say("rules_back", names[n]), () => store.send({ type: "rules chosen", id: r.id }), { "data-rules": r.id, class: "main" }));
  return [card(say(`suggest_${found.why}`, names.join(" / ")), answers, "rules")];
}

/** @param {Store} store */
function ofReading(store) {
  const { state } = store;
  return openQuestions(state).map(({ question, at }) => {
    const tiles = state.hand.tiles.filter((t) => t.index !== null && question.tiles.includes(t.index));
    const names = new Set(); // two that say the same differ only in which of equal tiles they mean
    const answers = question.choices.map((choice) => answer(store, state, question, at, choice))
      .filter((made) => { const name = made.getAttribute("aria-label") ?? made.textContent; return !names.has(name) && names.add(name); });
    return marked(card(inScript(question.ask), [...answers, skip(store, at)], question.about, seen(state, tiles)), tiles, `q${state.photo.number}.${at}`);
  });
}

/** One answer: where its tiles would lie, with the tiles, where not all go to one place. @param {Store} store @param {State} state @param {Question} question @param {number} at @param {Question["choices"][0]} choice */
function answer(store, state, question, at, choice) {
  const corrections = choice.corrections ?? [];
  const parts = corrections.flatMap((it) => partOf(state, it)).filter((part) => part.tiles.length);
  const mixed = parts.length > 1 && question.tiles.length > 1;
  const does = () => store.send({ type: "question answered", question: at, corrections });
  if (!mixed) return button(question.about === "structure" && parts.length ? parts[0].where : inScript(choice.says), does);
  const label = parts.map((part) => `${part.where}: ${part.tiles.map(tileName).join(", ")}`).join("; ");
  return make("button", { type: "button", class: "places", "aria-label": label, onclick: does },
    ...parts.map((part) => make("span", { class: "place" }, make("span", {}, part.where), make("span", { class: "tiles" }, ...part.tiles.map(tileImage)))));
}

/** Where a correction lays which tiles. @param {State} state @param {Correction} it @returns {{ where: string, tiles: string[] }[]} */
function partOf(state, it) {
  const faces = (/** @type {number[]} */ places) => state.hand.tiles.filter((t) => t.index !== null && places.includes(t.index)).map((t) => t.tile);
  switch (it.do) {
    case "place": return [{ where: say({ hand: "place_hand", winning: "place_winning", flower: "place_flower" }[it.role] ?? "place_other"), tiles: faces(it.tiles) }];
    case "meld": return [{ where: say(it.type ?? "meld"), tiles: faces(it.tiles) }];
    case "winning": return [{ where: say("place_winning"), tiles: it.tile === null || it.tile === undefined ? [it.is ?? ""].filter(Boolean) : faces([it.tile]) }];
    case "rename": return [{ where: tileName(it.is), tiles: [it.is] }];
    case "remove": return [{ where: say("place_other"), tiles: faces(it.tiles) }];
    case "add": return [{ where: say("add"), tiles: [it.is] }];
  }
}

/** The tiles of a question: as the photo shows them, and drawn. @param {State} state @param {HandTile[]} tiles */
function seen(state, tiles) {
  return tiles.length ? [make("div", { class: "row seen" }, ...cropOf(state, tiles), make("span", { class: "tiles" }, ...tiles.map((t) => tileImage(t.tile))))] : [];
}

/** The part of the photo around some tiles. @param {State} state @param {HandTile[]} tiles */
function cropOf({ reading }, tiles) {
  const url = pictureUrl();
  const boxes = tiles.flatMap((t) => (t.box ? [t.box] : []));
  if (!url || !reading?.size || !boxes.length) return [];
  const { x, y, w, h } = around(boxes, reading.size, 0.3);
  const [width, height] = reading.size;
  return [shape("svg", { viewBox: `${x} ${y} ${w} ${h}`, class: "crop", "aria-hidden": "true" }, shape("image", { href: url, width, height, preserveAspectRatio: "none" }),
    ...boxes.map(([x1, y1, x2, y2]) => shape("rect", { x: x1, y: y1, width: x2 - x1, height: y2 - y1, class: "mark doubtful" })))];
}

/** @param {HTMLElement} made @param {HandTile[]} tiles @param {string} key */
function marked(made, tiles, key) {
  made.dataset.ids = tiles.map((t) => t.id).join(" ");
  made.dataset.key = key;
  return made;
}

/** @param {Store} store @param {number} at */
const skip = (store, at) => button(say("skip"), () => store.send({ type: "question answered", question: at, corrections: [] }), { class: "quiet-button" });

/** Doubtful tiles that no question of the service is about. @param {Store} store */
function ofDoubts(store) {
  const { state } = store;
  const open = new Set((state.reading?.questions ?? []).filter((_, at) => !state.settled.includes(at)).flatMap((q) => q.tiles));
  return state.hand.tiles.filter((t) => t.doubt && t.zone !== "other" && !(t.index !== null && open.has(t.index))).map((t) => {
    const faces = [t.tile, ...(t.doubt?.instead ?? []).filter((face) => face !== t.tile)].slice(0, 4);
    const answers = faces.map((face) => tileButton(face, { onclick: () => store.send(face === t.tile ? { type: "tile confirmed", id: t.id } : { type: "tiles renamed", ids: [t.id], tile: face }) }, "likely"));
    return marked(card(say("is_it", faces.map(tileName).join(" / ")), answers, "tile", cropOf(state, [t])), [t], `d${state.photo.number}.${t.id}`);
  });
}
