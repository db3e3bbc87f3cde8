// The facts of a win that the rules need, sorted by purpose: the usual ones as chips, the rest folded.

/** @import { Field, Rules } from "../state/types" */

/** Facts about the winner that are seldom so, or not of a win. */
const SELDOM = /^(liable|barred|nagashi|passed_|claimed_by)/;
const OF_A_DRAW = /^(nagashi|abortive|ready_[ESWN])/;
/** Tiles that are turned up in every deal, and count in every win. */
const TURNED = new Set(["dora_indicators", "ura_indicators"]);

/** @typedef {[string, Field]} Fact */

/** @param {Rules} rules @returns {Fact[]} */
const all = (rules) => Object.entries(rules.table.properties ?? {});

/** The facts that take one tap each, right under how the hand was won. @param {Rules} rules */
export const chipsOf = (rules) => all(rules).filter(([id, one]) => one.of_hand && (one.enum || one.type === "boolean") && !SELDOM.test(id));

/** How the tile came, as far as the rules need it; riichi has a chip of its own. @param {Rules} rules */
export const flagsOf = ({ win, table }) => (win.flags_used ?? win.flags).filter((flag) => flag !== "declared_ready" || !table.properties?.riichi);

/** @param {Rules} rules */
export const turnedOf = (rules) => all(rules).filter(([id]) => TURNED.has(id));

/** What is left, by what it is about. @param {Rules} rules @returns {Record<"win" | "table" | "draw", Fact[]>} */
export function folded(rules) {
  const shown = new Set([...chipsOf(rules), ...turnedOf(rules)].map(([id]) => id));
  const rest = all(rules).filter(([id]) => !shown.has(id));
  const draw = rest.filter(([id, one]) => one.fault || OF_A_DRAW.test(id));
  const others = rest.filter((one) => !draw.includes(one));
  return { win: others.filter(([, one]) => one.of_hand), table: others.filter(([, one]) => !one.of_hand), draw };
}

/** What else a fact means: one wins within a turn of riichi only after riichi. @type {Record<string, Record<string, string>>} */
export const IMPLIED = { ippatsu: { riichi: "riichi" } };

/** Facts that go with another: without it they are untold. @type {Record<string, string[]>} */
export const DEPENDENT = { riichi: ["ippatsu", "ura_indicators"] };
