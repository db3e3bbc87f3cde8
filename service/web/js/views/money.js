// What is played for, the end of a game, and who pays whom at the end of the evening.
import { change } from "../io/ledger.js";
import { make } from "./dom.js";
import { choice, formOf, number, opener, text, valuesOf } from "./forms.js";
import { apart, say, signed } from "./words.js";

/** @import { Table, Terms } from "../io/ledger.js" */

const PLACES = ["first", "second", "third", "fourth"];

/** @param {Table} table @param {boolean} writes whether this phone may change something @param {() => void} redrawn */
export function money(table, writes, redrawn) {
  const { terms, settlement } = table;
  const of = (/** @type {string} */ amount) => (terms.currency ? `${terms.currency}\u00a0${amount}` : amount);
  const who = (/** @type {string} */ name) => apart(name.replace(/^OUTSIDE_(\d)$/, (_, n) => say("onlooker", n)));
  const paid = settlement.transfers.map((t) => make("li", {}, make("span", {}, `${who(t.from)} → ${who(t.to)}`), make("strong", {}, of(t.money))));
  const values = valuesOf("terms"), game = valuesOf("game");
  const buttons = [opener("terms", say("terms"), () => valuesFrom(terms), redrawn), ...(table.deals.length ? [opener("game", say("end_game"), () => ({ dealer: "0" }), redrawn)] : [])];
  return make("section", { id: "money" }, make("h2", {}, say("money")),
    paid.length ? make("ul", { class: "plain settled" }, ...paid) : make("p", { class: "quiet" }, say("nobody_pays")),
    ...(agreed(terms) ? [make("p", { class: "quiet" }, agreed(terms))] : []),
    ...(writes ? [make("div", { class: "row actions" }, ...buttons)] : []),
    ...(values ? [termsForm(values, redrawn)] : []), ...(game ? [gameForm(table, game, redrawn)] : []));
}

/** What was agreed on, in a line. @param {Terms} terms */
export function agreed({ start, target, uma, points, money: worth, currency }) {
  return [
    ...(start ? [say("agreed_start", start)] : []), ...(target > start ? [say("agreed_target", target)] : []),
    ...(uma.some(Boolean) ? [`${say("uma")} ${uma.map(signed).join(" / ")}`] : []),
    ...(points !== 1 || worth !== "1" || currency ? [say("agreed_stake", points, `${currency ? `${currency}\u00a0` : ""}${worth}`)] : []),
  ].join(" · ");
}

/** @param {Terms} terms */
const valuesFrom = ({ start, target, uma, points, money: worth, currency, advice }) => ({
  start: String(start), target: String(target), ...Object.fromEntries(PLACES.map((place, n) => [place, String(uma[n])])), points: String(points), money: worth, currency, advice: advice === false ? "no" : "yes",
});

/** @param {Record<string, string>} values @param {() => void} redrawn */
function termsForm(values, redrawn) {
  const whole = (/** @type {string} */ name) => Number(values[name] || 0);
  const fields = [
    make("fieldset", {}, make("legend", {}, say("stake")), number(say("stake_points"), "points", values, { min: "1" }),
      text(say("stake_money"), "money", values, { inputmode: "decimal", pattern: "\\d{1,7}(\\.\\d{1,2})?" }), text(say("currency"), "currency", values, { maxlength: 8 })),
    make("fieldset", {}, make("legend", {}, say("per_game")), number(say("start"), "start", values, { min: "0" }), number(say("target"), "target", values, { min: "0" }),
      ...PLACES.map((place, n) => number(say("uma_n", n + 1), place, values))),
    choice(say("advice_term"), "advice", values, [["yes", say("advice_yes")], ["no", say("advice_no")]]),
  ];
  return formOf("terms", fields, say("write"), () => change("terms", {
    start: whole("start"), target: whole("target"), uma: PLACES.map(whole), points: whole("points"), money: values.money.trim(), currency: values.currency.trim(), advice: values.advice !== "no",
  }), redrawn);
}

/** @param {Table} table @param {Record<string, string>} values @param {() => void} redrawn */
function gameForm(table, values, redrawn) {
  const places = /** @type {[string, string][]} */ (table.players.map((p, n) => [String(n), p.name]));
  const why = table.terms.start || table.terms.uma.some(Boolean) ? [make("p", { class: "quiet" }, say("end_game_why"))] : [];
  return formOf("game", [...why, choice(say("first_dealer"), "dealer", values, places)], say("end_game"),
    () => change("games", { dealer: Number(values.dealer) }), redrawn);
}
