// What is doubtful, as questions with answers of one tap; the service lists first what moves the money most.
// What an answer would be worth is not said: the reading knew nothing of how the hand was won here.
import { discarderMissing, possibleDiscarders } from "../state/request.js";
import { suggestion } from "../state/suggest.js";
import { winningTile } from "../state/hand.js";
import { $, button, make } from "./dom.js";
import { named } from "./seats.js";
import { tileButton, tileName } from "./tiles.js";
import { say, told } from "./words.js";

/** @import { State } from "../state/types" */
/** @import { Store } from "../state/store.js" */

const SHOWN = 3;

/** @param {Store} store @param {(id: string) => string} nameOf the name of a rule set */
export function questionsView(store, nameOf) {
  const draw = () => {
    const all = [...(standsForAnswer(store.state) ? [] : ofRules(store, nameOf)), ...ofDiscarder(store), ...ofReading(store), ...ofDoubts(store)];
    const place = $("questions");
    const first = unsure(store.state);
    place.hidden = !all.length && !first.length;
    place.replaceChildren(...first, ...all.slice(0, SHOWN));
  };
  store.watch(draw);
  return draw;
}

/** A reading that is not to be relied on says so, and why, until somebody has looked at it. @param {State} state */
function unsure(state) {
  if (!state.reading || state.reading.reliable || state.touched) return [];
  return [make("p", { class: "doubt", id: "unsure" }, [say("unsure"), ...(state.reading.problems ?? []).map(told)].join(" "))];
}

/** @param {string} text @param {Node[]} answers @param {string} kind */
const card = (text, answers, kind) => make("div", { class: "question", "data-about": kind, role: "group", "aria-label": text }, make("p", {}, text), make("div", { class: "row" }, ...answers));

/** True if the rules cannot hold the hand: which rules are meant is asked in the answer's place. @param {State} state */
export const standsForAnswer = (state) => state.answer.status !== "told" && Boolean(suggestion(state));

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
function ofDiscarder(store) {
  const { state } = store;
  if (!discarderMissing(state) || !winningTile(state.hand)) return [];
  const answers = possibleDiscarders(state).map((seat) => button(named(state.seating, seat), () => store.send({ type: "situation changed", changes: { from: seat } }), { "data-from": seat }));
  return [card(say("who_discarded"), answers, "from")];
}

/** @param {Store} store */
function ofReading(store) {
  const { state } = store;
  return (state.reading?.questions ?? []).flatMap((question, at) => {
    if (state.settled.includes(at) || !question.tiles.every((place) => state.hand.tiles.some((t) => t.index === place))) return [];
    if (question.about === "name" && !question.tiles.some((place) => state.hand.tiles.find((t) => t.index === place)?.doubt)) return [];
    const answers = question.choices.map((choice) => button(told(choice.says),
      () => store.send({ type: "question answered", question: at, corrections: choice.corrections ?? [] })));
    return [looking(store, state, question.tiles, card(told(question.ask), [...answers, skip(store, at)], question.about))];
  });
}

/** @param {Store} store @param {number} at */
const skip = (store, at) => button(say("skip"), () => store.send({ type: "question answered", question: at, corrections: [] }), { class: "quiet-button" });

/** The tiles that a question is about are lit while it is looked at. @param {Store} store @param {State} state @param {number[]} places @param {HTMLElement} made */
function looking(store, state, places, made) {
  const ids = state.hand.tiles.filter((t) => t.index !== null && places.includes(t.index)).map((t) => t.id);
  made.addEventListener("click", (event) => { if (event.target === made || /** @type {HTMLElement} */ (event.target).tagName === "P") store.send({ type: "lit", ids }); });
  return made;
}

/** Doubtful tiles that no question of the service is about. @param {Store} store */
function ofDoubts(store) {
  const { state } = store;
  const asked = new Set((state.reading?.questions ?? []).filter((_, at) => !state.settled.includes(at)).flatMap((q) => q.tiles));
  return state.hand.tiles.filter((t) => t.doubt && t.zone !== "other" && !(t.index !== null && asked.has(t.index))).map((t) => {
    const faces = [t.tile, ...(t.doubt?.instead ?? []).filter((face) => face !== t.tile)].slice(0, 4);
    const answers = faces.map((face) => tileButton(face, { onclick: () => store.send(face === t.tile ? { type: "tile confirmed", id: t.id } : { type: "tiles renamed", ids: [t.id], tile: face }) }, "likely"));
    return card(say("is_it", faces.map(tileName).join(" / ")), answers, "tile");
  });
}
