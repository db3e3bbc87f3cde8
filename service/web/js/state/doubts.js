// What a reading leaves open: its questions, what each answer would lead to, and which rule set may be meant.
import { corrected, size, zone } from "./hand.js";
import { requestOf } from "./request.js";

/** @import { Answer, Listed, Question, State } from "./types" */

/** Those whose answer matters: not answered, about tiles that are there, and not without effect. @param {State} state @returns {{ question: Question, at: number }[]} */
export const openQuestions = (state) => pending(state).filter(({ at }) => !state.moot.includes(at));

/** Those that were not answered, about tiles that are there. @param {State} state @returns {{ question: Question, at: number }[]} */
export function pending(state) {
  const there = (/** @type {number} */ place) => state.hand.tiles.some((t) => t.index === place);
  return (state.reading?.questions ?? []).map((question, at) => ({ question, at })).filter(({ question, at }) => !state.settled.includes(at) && question.tiles.every(there)
    && (question.about !== "name" || question.tiles.some((place) => state.hand.tiles.find((t) => t.index === place)?.doubt)));
}

/** True if the reading is not to be relied on, and nobody has looked at it since. @param {State} state */
export const isUnsure = ({ reading, touched }) => Boolean(reading && !reading.reliable && !touched);

/** The request to the scorer after each answer. @param {State} state @param {Question} question */
export const requestsOf = (state, question) => question.choices.map((choice) => {
  const request = requestOf({ ...state, hand: (choice.corrections ?? []).reduce(corrected, state.hand) });
  return request && { ...request, explain: false };
});

/** What a player would see of an answer: equal for two that make no difference. @param {Answer | { error: string } | null} answer */
export const outcome = (answer) => JSON.stringify(answer && "win" in answer
  ? [answer.win, answer.legal, answer.total, answer.points, answer.payments, answer.fans?.map((f) => [f.id, f.value, f.count])] : answer);

/** @typedef {{ why: "reds" | "flowers" | "sixteen" | "thirteen" | "honours", rules: Listed[] }} Suggestion */

/** Which rule set may be meant, by what lies there: offered as a question, never chosen by itself. @param {State} state @returns {Suggestion | null} */
export function suggestion(state) {
  const { listed, wanted } = state.rules;
  const now = listed.find((r) => r.id === wanted);
  if (!now?.tiles || !state.hand.tiles.length || state.seating) return null;
  const why = mismatch(state, now);
  if (!why) return null;
  const fitting = listed.filter((r) => r.id !== wanted && r.tiles && !mismatch(state, r));
  const recent = state.rules.recent.map((id) => fitting.find((r) => r.id === id)).filter((r) => r !== undefined);
  const usual = USUAL[why].map((id) => fitting.find((r) => r.id === id)).filter((r) => r !== undefined);
  const rules = [...new Set([...recent, ...usual])].slice(0, 2);
  return rules.length ? { why, rules } : null;
}

const USUAL = {
  reds: ["riichi"], flowers: ["guobiao", "hongkong"], sixteen: ["taiwan", "wenzhou"],
  thirteen: ["guobiao", "hongkong"], honours: ["guobiao", "hongkong"],
};

/** What of the hand these rules do not play with. @param {State} state @param {Listed} rules @returns {Suggestion["why"] | null} */
function mismatch(state, rules) {
  const tiles = state.hand.tiles.filter((t) => t.zone !== "other").map((t) => t.tile);
  const count = size(state.hand);
  const about = /** @type {NonNullable<Listed["tiles"]>} */ (rules.tiles);
  if (tiles.some((t) => t[0] === "0") && !about.reds) return "reds";
  if (zone(state.hand, "flower").length && !about.flowers) return "flowers";
  if (rules.hand_size === 13 && count >= 16 && count <= 17) return "sixteen";
  if (rules.hand_size === 16 && count >= 13 && count <= 14) return "thirteen";
  if (tiles.some((t) => t[1] === "z") && !about.honours) return "honours";
  return null;
}
