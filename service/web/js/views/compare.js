// One hand under every rule set, side by side: what it pays first, what refuses it last.
import { post, Problem, sentence } from "../io/api.js";
import * as engine from "../io/engine.js";
import { requestOf } from "../state/request.js";
import { button, dialog, make, notice } from "./dom.js";
import { tileName } from "./tiles.js";
import { inUnits, lang, say, teach, titled, inScript } from "./words.js";

/** @import { Answer, Listed, State } from "../state/types" */
/** @import { Store } from "../state/store.js" */

/** @typedef {{ rules: string, answer: Answer | null, why: string }} Row */

const SHORT = 90; // letters of a refusal

teach({
  refused_n: ["在 {0} 种规则下不能和", "No win under {0} other rule sets", "{0} のルールでは和了になりません", "在 {0} 種規則下不能胡"],
});

/** @param {Store} store */
export async function compare(store) {
  const request = requestOf(store.state);
  if (!request) return;
  const { rules: _r, house: _h, options: _o, explain: _e, table: _t, ...hand } = /** @type {Record<string, unknown>} */ (request);
  const place = make("div", { id: "compared", "aria-live": "polite" }, make("p", { class: "quiet" }, "…"));
  const opened = dialog("compare-dialog", say("compare"), [place]);
  if (!opened) return;
  try {
    const { seat } = request;
    const rows = await answers(hand, store.state).then((found) => sorted(found, seat));
    const list = (/** @type {Row[]} */ some) => make("ul", { class: "plain" }, ...some.map((row) => shown(store, row, seat, () => opened.close())));
    const paid = rows.filter((row) => row.answer), refused = rows.filter((row) => !row.answer);
    place.replaceChildren(...(paid.length ? [list(paid)] : []), ...(refused.length ? [make("details", { open: !paid.length }, make("summary", {}, say("refused_n", refused.length)), list(refused))] : []));
  } catch (error) {
    opened.close();
    notice(inScript(sentence(error)));
  }
}

/** @param {Record<string, unknown>} hand @param {State} state @returns {Promise<Row[]>} */
async function answers(hand, state) {
  try {
    const { compare: all } = await post("v1/score", { ...hand, compare: ["all"] });
    return all.map((/** @type {any} */ one) => rowOf(one.rules, one));
  } catch (error) {
    if (!(error instanceof Problem) || error.status || !engine.ready()) throw error;
    const each = state.rules.listed.map(({ id }) => engine.score({ ...hand, rules: id }, lang()).then((answer) => rowOf(id, answer), (wrong) => rowOf(id, { error: wrong.message })));
    return Promise.all(each);
  }
}

/** @param {string} rules @param {any} one @returns {Row} */
function rowOf(rules, one) {
  const wins = Boolean(one.win && one.legal !== false);
  return { rules, answer: wins ? one : null, why: one.error ?? one.reason ?? "" };
}

/** What pays most first; of what pays nothing, the shortest reason first. @param {Row[]} rows @param {"E" | "S" | "W" | "N"} seat */
export const sorted = (rows, seat) => [...rows].sort((a, b) => Number(Boolean(b.answer)) - Number(Boolean(a.answer))
  || (b.answer?.payments?.[seat] ?? 0) - (a.answer?.payments?.[seat] ?? 0) || (a.rules < b.rules ? -1 : 1));

/** A refusal in short, with tiles by their names; that of the rules stands before it already. @param {string} why @param {string} name */
const reason = (why, name) => (why.startsWith(name) ? why.slice(name.length).trim() : why).replace(/\b\d[mpszf]\b/g, tileName).slice(0, SHORT);

/** @param {Store} store @param {Row} row @param {"E" | "S" | "W" | "N"} seat @param {() => void} close */
function shown(store, { rules, answer, why }, seat, close) {
  const name = inScript(store.state.rules.listed.find((/** @type {Listed} */ r) => r.id === rules)?.name ?? rules);
  if (!answer) return make("li", { class: "entry refused", "data-compared": rules }, make("span", { class: "quiet" }, titled(name, reason(inScript(why), name))));
  const gain = answer.payments?.[seat] ?? 0;
  const use = () => { close(); if (!store.state.seating) store.send({ type: "rules chosen", id: rules }); };
  return make("li", { class: "entry compared", "data-compared": rules }, button(name, use, { disabled: Boolean(store.state.seating) }),
    make("span", {}, inUnits(answer.total, answer.unit)), make("strong", { class: "plus" }, `+${gain}`),
    make("span", { class: "quiet" }, (answer.fans ?? []).map((fan) => inScript(fan.name)).join(" · ")));
}
