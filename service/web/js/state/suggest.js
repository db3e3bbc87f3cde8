// Which rule set may be meant, by what lies there: offered as a question, never chosen by itself.
import { size, zone } from "./hand.js";

/** @import { Listed, State } from "./types" */

/** @typedef {{ why: "reds" | "flowers" | "sixteen" | "thirteen" | "honours", rules: Listed[] }} Suggestion */

/** @param {State} state @returns {Suggestion | null} */
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
  const told = size(state.hand);
  const about = /** @type {NonNullable<Listed["tiles"]>} */ (rules.tiles);
  if (tiles.some((t) => t[0] === "0") && !about.reds) return "reds";
  if (zone(state.hand, "flower").length && !about.flowers) return "flowers";
  if (rules.hand_size === 13 && told >= 16 && told <= 17) return "sixteen";
  if (rules.hand_size === 16 && told >= 13 && told <= 14) return "thirteen";
  if (tiles.some((t) => t[1] === "z") && !about.honours) return "honours";
  return null;
}
