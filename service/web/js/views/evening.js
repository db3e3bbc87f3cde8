// The evening in short: who won how often and with what, and how the balances went.
import { make, shape } from "./dom.js";
import { fanName } from "./history.js";
import { amount, apart, inUnits, say } from "./words.js";

/** @import { Store } from "../state/store.js" */
/** @import { Deal, Table } from "../io/ledger.js" */

const WIDE = 320, HIGH = 120;

/** @param {Store} store @param {Table} table */
export function evening(store, table) {
  if (table.deals.length < 2) return make("p", { hidden: true });
  const rows = table.people.map((person, n) => {
    const won = table.deals.flatMap((deal) => winsOf(deal, n));
    const best = won.reduce((most, one) => (one.total > (most?.total ?? 0) ? one : most), /** @type {any} */ (null));
    const hand = best ? `${inUnits(best.total, best.unit)} ${best.fans[0] ? fanName(store, table, best.fans[0]) : ""}`.trim() : "–";
    return make("tr", {}, make("th", { scope: "row", class: `line${n % 4}` }, apart(person.name)), make("td", {}, amount(person.balance)), make("td", {}, String(won.length)), make("td", {}, hand));
  });
  const head = make("tr", {}, ...[say("player"), "Σ", say("wins"), say("best")].map((text) => make("th", { scope: "col" }, text)));
  return make("section", { id: "evening" }, make("h2", {}, say("summary")), chart(table), make("div", { class: "scroll" }, make("table", {}, head, ...rows)));
}

/** @param {Deal} deal @param {number} person */
const winsOf = (deal, person) => (deal.answer?.winners ?? []).filter((/** @type {any} */ w) => deal.people[(deal.dealer + "ESWN".indexOf(w.seat)) % 4] === person);

/** The balances after each deal and each game, a line for each person. @param {Table} table */
function chart(table) {
  const moved = [...table.deals, ...table.changes.filter((event) => event.kind === "game")].sort((a, b) => a.number - b.number);
  /** @param {Deal} step @param {number} person */
  const gain = (step, person) => { const at = step.people.indexOf(person); return at < 0 ? 0 : step.players[at]; };
  const sums = table.people.map((_, person) => moved.reduce((all, step) => [...all, all[all.length - 1] + gain(step, person)], [0]));
  const low = Math.min(...sums.flat()), high = Math.max(...sums.flat(), low + 1);
  const x = (/** @type {number} */ n) => 4 + (n * (WIDE - 8)) / moved.length;
  const y = (/** @type {number} */ v) => HIGH - 4 - ((v - low) * (HIGH - 8)) / (high - low);
  const lines = sums.map((values, n) => shape("polyline", { class: `line${n % 4}`, points: values.map((v, at) => `${x(at).toFixed(1)},${y(v).toFixed(1)}`).join(" ") }));
  const zero = shape("line", { x1: 0, x2: WIDE, y1: y(0), y2: y(0), class: "zero" });
  return shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "chart", role: "img", "aria-label": say("summary") }, zero, ...lines);
}
