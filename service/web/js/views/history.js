// What happened at the table, the newest first: deals with their hands, and the changes between them.
import { correct, isSent, seatedAt } from "../io/ledger.js";
import { SEATS } from "../state/request.js";
import { parse } from "../state/tiles.js";
import { transfers } from "./answer.js";
import { correctDrawn, correctPoints } from "./deals.js";
import { button, make } from "./dom.js";
import { agreed } from "./money.js";
import { tileImage } from "./tiles.js";
import { correctWorth, isWorthOnly } from "./without_tiles.js";
import { apart, inUnits, say, shownLanguage, signed, titled, inScript } from "./words.js";

/** @import { Store } from "../state/store.js" */
/** @import { Deal, Table } from "../io/ledger.js" */
/** @import { Seat } from "../state/types" */

/** The deal whose hand and fans are shown. @type {number | null} */
let opened = null;

/** @param {Store} store @param {Table} table @param {boolean} writes @param {() => void} toHand @param {() => void} redrawn */
export function historyOf(store, table, writes, toHand, redrawn) {
  if (!table.deals.length && !table.changes.length) return make("p");
  const deals = table.deals.map((deal, n) => /** @type {const} */ ([deal.number, () => entry(store, table, deal, n + 1, writes, toHand, redrawn)]));
  const changes = table.changes.map((event) => /** @type {const} */ ([event.number, () => changeEntry(table, event)]));
  const items = [...deals, ...changes].sort((a, b) => b[0] - a[0]).map(([, made]) => made());
  return make("section", {}, make("h2", {}, say("history")), make("ol", { id: "history", class: "plain" }, ...items));
}

/** @param {Store} store @param {Table} table @param {Deal} deal @param {number} n @param {boolean} writes @param {() => void} toHand @param {() => void} redrawn */
function entry(store, table, deal, n, writes, toHand, redrawn) {
  const open = opened === deal.number;
  const title = button(`${n}. ${outcome(store, table, deal)}`, () => { opened = open ? null : deal.number; redrawn(); }, { class: "deal", "aria-expanded": String(open) });
  return make("li", { class: "entry" }, title, gains(table, deal), ...(open ? [make("div", { class: "about" }, ...about(store, table, deal, writes, toHand, redrawn))] : []));
}

/** What each of the four gained. @param {Table} table @param {Deal} deal */
const gains = (table, deal) => make("div", { class: "gains" }, ...deal.players.map((points, p) => make("span", { class: points > 0 ? "plus" : points < 0 ? "minus" : "quiet" },
  make("span", { class: "quiet player" }, apart(table.people[deal.people[p]].name)), ` ${signed(points)}`)));

/** @param {Table} table @param {Deal} event */
const changeEntry = (table, event) => make("li", { class: "entry change" }, make("p", {}, changeIn(table, event)), ...(event.kind === "game" ? [gains(table, event)] : []));

/** A change in words. @param {Table} table @param {Deal} event */
export function changeIn(table, event) {
  const names = (/** @type {number[]} */ people) => people.map((n) => apart(table.people[n].name)).join(", ");
  const { given } = event;
  const words = {
    seats: () => say(given.drawn ? "seats_drawn" : "seats_changed", names(given.sitting)), rename: () => say("renamed", apart(given.was), apart(given.name)),
    terms: () => (agreed(given) ? titled(say("terms"), agreed(given)) : say("terms")), game: () => say("game_ended"),
  }[event.kind];
  return [words?.(), event.note].filter(Boolean).join("; ");
}

/** @param {Store} store @param {Table} table @param {Deal} deal */
export function outcome(store, table, deal) {
  const won = (deal.answer?.winners ?? []).map((/** @type {any} */ w) => {
    const who = `${player(table, deal, w.seat)} ${worthOf(w)}`, fans = w.fans.map((/** @type {any} */ f) => fanName(store, table, f)).join(" · ");
    return fans ? titled(who, fans) : who;
  });
  const fined = deal.given?.penalty ? [titled(say("penalty"), player(table, deal, deal.given.penalty.seat))] : deal.answer?.counted === false ? [say("penalty")] : [];
  return [...won, ...fined, deal.note].filter(Boolean).join("; ") || (deal.answer ? say("drawn") : say("points"));
}

/** What a win was worth. @param {{ total: number, unit: string, fu: number | null }} won */
const worthOf = ({ total, unit, fu }) => `${inUnits(total, unit)}${fu ? ` ${fu} ${say("fu")}` : ""}`;

/** A deal is kept in its writer's language; its fans are named in the language of this page. @param {Store} store @param {Table} table @param {{ id: string, name: string }} fan */
export function fanName(store, table, fan) {
  const { known } = store.state.rules;
  return inScript((known?.id === table.rules && known.fans.find((p) => p.id === fan.id)?.name) || fan.name);
}

/** @param {Table} table @param {Deal} deal @param {Seat} seat */
const player = (table, deal, seat) => apart(table.people[deal.people[(deal.dealer + SEATS.indexOf(seat)) % 4]].name);

/** A deal in full: when, in which wind, each winner's hand with its fans, who paid whom, and the way to correct it. @param {Store} store @param {Table} table @param {Deal} deal @param {boolean} writes @param {() => void} toHand @param {() => void} redrawn */
function about(store, table, deal, writes, toHand, redrawn) {
  const winners = deal.answer?.winners ?? [];
  const when = new Date(deal.at).toLocaleTimeString(shownLanguage(), { hour: "2-digit", minute: "2-digit" });
  const given = deal.given?.hands ?? [];
  const hands = winners.map((/** @type {any} */ won) => {
    const hand = given.find((/** @type {any} */ h) => h.seat === won.seat) ?? {};
    const sets = [hand.concealed, ...(hand.melds ?? []).map((/** @type {any} */ m) => m.tiles), hand.win?.tile, hand.flowers].filter(Boolean);
    return make("div", {}, make("strong", {}, player(table, deal, won.seat)),
      make("div", { class: "row" }, ...sets.map((/** @type {string} */ set) => make("span", { class: "tiles" }, ...parse(set).map(tileImage)))),
      make("p", { class: "quiet" }, won.fans.map((/** @type {any} */ f) => `${fanName(store, table, f)} ${f.value}${f.count > 1 ? ` ×${f.count}` : ""}`).join(" · ")));
  });
  const whole = winners.length === 1 && given.filter((/** @type {any} */ h) => h.win).length === 1;
  const drawn = deal.answer && !winners.length && deal.answer.counted !== false && !given.length;
  const paid = deal.answer?.transfers ?? [];
  return [make("p", { class: "quiet" }, `${when} · ${say(deal.round)} · ${titled(say("dealer"), player(table, deal, "E"))}`), ...hands,
    ...(paid.length ? [transfers(paid, seatedAt(table, deal.dealer, deal.round, deal.people))] : []),
    ...(writes && isSent(deal) ? [button(say("correct"), () => { if (isWorthOnly(deal)) { correctWorth(deal); redrawn(); } else if (whole) again(store, deal, toHand); else if (drawn) { correctDrawn(deal); redrawn(); } else { correctPoints(deal); redrawn(); } }, { class: "correct" })] : [])];
}

/** A deal's hand and situation on the screen again. @param {Store} store @param {Deal} deal @param {() => void} toHand */
function again(store, deal, toHand) {
  correct(deal);
  const hand = deal.given.hands.find((/** @type {any} */ h) => h.win);
  const { wild = "", indicator = "", table = {} } = deal.given;
  store.send({ type: "situation changed", changes: {
    by: hand.win.by, seat: hand.seat, from: hand.win.from ?? null, flags: hand.win.flags ?? [],
    wild: hand.wild ?? wild, indicator: hand.indicator ?? indicator, table: { ...table, ...hand.table },
  } });
  store.send({ type: "hand entered", hand });
  toHand();
}
