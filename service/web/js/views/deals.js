// What is written at the table without a hand: a drawn deal, points, a penalty.
import { correct, ledger, seatedAt, write } from "../io/ledger.js";
import { SEATS } from "../state/request.js";
import { make } from "./dom.js";
import { check, choice, formOf, number, opener, openForm, text, valuesOf } from "./forms.js";
import { seatsNow } from "./seats.js";
import { title } from "./situation.js";
import { worthForm } from "./without_tiles.js";
import { say } from "./words.js";

/** @import { Store } from "../state/store.js" */
/** @import { Deal, Table } from "../io/ledger.js" */
/** @import { Field, Seat } from "../state/types" */

const JUST_NOW = 20_000; // milliseconds in which a second drawn deal has to be confirmed
let drawnAt = 0;

/** The buttons for all of them, and the form that is open. @param {Store} store @param {Table} table @param {() => void} redrawn @returns {Node[]} */
export function dealForms(store, table, redrawn) {
  const { dealer, round, people = table.players.map((p) => p.person) } = ledger.correcting ?? { ...table, people: undefined };
  const { names } = seatedAt(table, dealer, round, people);
  const forms = /** @type {const} */ ([["told", worthForm], ["drawn", drawnForm], ["penalty", penaltyForm], ["points", pointsForm]]);
  return forms.flatMap(([name, form]) => {
    const values = valuesOf(name);
    if (!values) return [];
    const now = seatsNow(values, SEATS.map((_, n) => people[(dealer + n) % 4]));
    const seats = /** @type {[string, string][]} */ (SEATS.map((seat) => [seat, `${say(now[seat])} ${names[now[seat]]}`]));
    return [form(store, seats, values, redrawn, now)];
  });
}

/** @param {() => void} redrawn @returns {Node[]} */
export const dealButtons = (redrawn) => [
  opener("told", say("told"), () => { correct(null); return {}; }, redrawn),
  opener("drawn", say("drawn"), () => { correct(null); return {}; }, redrawn), opener("penalty", say("penalty"), () => ({ seat: "E", to: "" }), redrawn),
  opener("points", say("points"), () => { correct(null); return {}; }, redrawn),
];

/** The form for points with those of a deal that is corrected. @param {Deal} deal */
export function correctPoints(deal) {
  openForm("points", { ...Object.fromEntries(SEATS.map((seat, n) => [seat, String(deal.players[(deal.dealer + n) % 4])])), note: deal.note });
  correct(deal);
}

/** The form for a drawn deal with who was ready in it. @param {Deal} deal */
export function correctDrawn(deal) {
  openForm("drawn", Object.fromEntries(SEATS.map((seat) => [`ready_${seat}`, deal.given?.table?.[`ready_${seat}`] === "yes" ? "yes" : ""])));
  correct(deal);
}

/** What the rules ask of a deal's table. @param {Store} store @returns {[string, Field][]} */
const tableFields = (store) => Object.entries(store.state.rules.known?.table.properties ?? {});

/** The form of a drawn deal: with who was ready if the rules pay for it. @param {Store} store @param {[string, string][]} seats @param {Record<string, string>} values @param {() => void} redrawn @param {Record<string, Seat>} now */
function drawnForm(store, seats, values, redrawn, now) {
  const asks = tableFields(store).some(([id]) => id === "ready_E");
  const again = Date.now() - drawnAt < JUST_NOW ? [make("p", { class: "doubt" }, say("just_written"))] : [];
  const ready = asks ? [make("p", {}, say("drawn_ready")), make("div", { class: "row" }, ...seats.map(([seat, words]) => check(words, `ready_${seat}`, values)))] : [];
  return formOf("drawn", [...again, ...ready], say("drawn_sure"), async () => {
    const table = asks ? { table: Object.fromEntries(SEATS.map((seat) => [`ready_${now[seat]}`, values[`ready_${seat}`] ? "yes" : "no"])) } : {};
    await write({ deal: { hands: [], ...table } });
    drawnAt = Date.now();
  }, redrawn);
}

/** @param {Store} _store @param {[string, string][]} seats @param {Record<string, string>} values @param {() => void} redrawn @param {Record<string, Seat>} now */
function pointsForm(_store, seats, values, redrawn, now) {
  const fields = seats.map(([seat, words]) => number(words, seat, values));
  return formOf("points", [...fields, choice(say("next_dealer"), "next", values, [["", say("by_rules")], ...seats]), text(say("note"), "note", values, { maxlength: 200 })], say("write"), () => {
    const points = Object.fromEntries(SEATS.map((seat) => [now[seat], Number(values[seat] || 0)]));
    return write({ points, note: values.note ?? "", ...(values.next ? { next_dealer: now[values.next] } : {}) });
  }, redrawn);
}

/** A penalty: as the rules say, where they know one that ends the deal, or points as the players agree. @param {Store} store @param {[string, string][]} seats @param {Record<string, string>} values @param {() => void} redrawn @param {Record<string, Seat>} now */
function penaltyForm(store, seats, values, redrawn, now) {
  const faults = tableFields(store).filter(([, one]) => one.fault);
  const known = faults.filter(([, one]) => one.enum);
  const named = known.map(([id, one]) => /** @type {[string, string]} */ ([id, title(one).split(/[:：（(]/)[0]]));
  const how = known.length ? [choice(say("penalty_how"), "how", values, [...named, ["own", say("penalty_own")]], true)] : [];
  const rule = known.length && values.how !== "own" ? values.how ?? known[0][0] : "";
  const amounts = faults.filter(([, one]) => !one.enum);
  const fields = rule ? [...amounts.map(([id, one]) => number(title(one), id, values, { min: "0" })), ...known.filter(([id]) => id === rule).map(([, one]) => make("p", { class: "quiet" }, title(one)))]
    : [number(say("penalty_points"), "points", values, { min: "1" }), choice(say("penalty_to"), "to", values, [["", say("penalty_each")], ...seats])];
  return formOf("penalty", [...how, choice(say("penalty_who"), "seat", values, seats), ...fields, text(say("note"), "note", values, { maxlength: 200 })], say("write"), () => {
    const seat = now[values.seat];
    const note = values.note ?? "";
    if (!rule) return write({ penalty: { seat, points: Number(values.points || 0), ...(values.to ? { to: now[values.to] } : {}) }, note });
    const counts = Object.fromEntries(amounts.map(([id]) => [id, Number(values[id] || 0)]));
    return write({ deal: { hands: [], table: { [rule]: seat, ...counts } }, note });
  }, redrawn);
}
