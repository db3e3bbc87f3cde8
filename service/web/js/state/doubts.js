// The questions of a reading that are still open, and what each of their answers would lead to.
import { corrected } from "./hand.js";
import { requestOf } from "./request.js";

/** @import { Answer, Question, State } from "./types" */

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

/** What would be asked of the scorer after each answer. @param {State} state @param {Question} question */
export const requestsOf = (state, question) => question.choices.map((choice) => {
  const request = requestOf({ ...state, hand: (choice.corrections ?? []).reduce(corrected, state.hand) });
  return request && { ...request, explain: false };
});

/** What a player would see of an answer: equal for two that make no difference. @param {Answer | { error: string } | null} answer */
export const outcome = (answer) => JSON.stringify(answer && "win" in answer
  ? [answer.win, answer.legal, answer.total, answer.points, answer.payments, answer.fans?.map((f) => [f.id, f.value, f.count])] : answer);
