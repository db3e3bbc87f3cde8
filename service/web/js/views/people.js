// Who sits where: somebody leaves and another sits down, seats are drawn again, names are corrected.
import { Problem } from "../io/api.js";
import { change } from "../io/ledger.js";
import { SEATS } from "../state/request.js";
import { button, make } from "./dom.js";
import { check, choice, formOf, opener, text, valuesOf } from "./forms.js";
import { seatsNow } from "./seats.js";
import { say } from "./words.js";

/** @import { Table } from "../io/ledger.js" */

const NEW = "+"; // in the place of a person's number: somebody who was not here yet

/** @param {Table} table @param {() => void} redrawn @returns {Node[]} */
export function peopleForms(table, redrawn) {
  const now = () => Object.fromEntries(SEATS.map((seat, n) => [seat, String(table.players[(table.dealer + n) % 4].person)]));
  const seats = valuesOf("seats"), rename = valuesOf("rename");
  return [
    make("div", { class: "row actions" }, opener("seats", say("seats"), now, redrawn), opener("rename", say("rename"), () => ({ person: "0" }), redrawn)),
    ...(seats ? [seatsForm(table, seats, redrawn)] : []), ...(rename ? [renameForm(table, rename, redrawn)] : []),
  ];
}

/** @param {Table} table @param {Record<string, string>} values @param {() => void} redrawn */
function seatsForm(table, values, redrawn) {
  const everybody = /** @type {[string, string][]} */ (table.people.map((p, n) => [String(n), p.name]));
  const now = values.drawn ? Object.fromEntries(SEATS.map((seat) => [seat, seat])) : seatsNow(values, SEATS.map((_, n) => table.players[(table.dealer + n) % 4].person));
  const fields = SEATS.flatMap((seat) => [
    choice(say(now[seat]), seat, values, [...everybody, [NEW, say("somebody_new")]], true),
    ...(values[seat] === NEW ? [text(say("player"), `new_${seat}`, values, { maxlength: 40 })] : []),
  ]);
  const draw = button(say("draw_seats"), () => {
    const order = shuffled(SEATS.map((seat) => [values[seat], values[`new_${seat}`] ?? ""]));
    SEATS.forEach((seat, n) => { [values[seat], values[`new_${seat}`]] = order[n]; });
    values.drawn = "yes";
    redrawn();
  }, { id: "draw-seats" });
  return formOf("seats", [...fields, make("div", { class: "row" }, draw, check(say("east_deals"), "drawn", values))], say("write"), () => {
    const names = SEATS.map((seat) => (values[seat] === NEW ? values[`new_${seat}`] ?? "" : table.people[Number(values[seat])].name).trim());
    if (names.some((n) => !n) || new Set(names).size < 4) return Promise.reject(new Problem(say("name_them"), 400));
    if (values.drawn) return change("seats", { players: names, dealer: 0 });
    return change("seats", { players: SEATS.map((_, place) => names[SEATS.findIndex((seat) => now[seat] === SEATS[(place - table.dealer + 4) % 4])]) });
  }, redrawn);
}

/** In an order that nobody chose. @template T @param {T[]} some @returns {T[]} */
function shuffled(some) {
  const keys = crypto.getRandomValues(new Uint32Array(some.length));
  return some.map((one, n) => /** @type {const} */ ([keys[n], one])).sort((a, b) => a[0] - b[0]).map(([, one]) => one);
}

/** @param {Table} table @param {Record<string, string>} values @param {() => void} redrawn */
function renameForm(table, values, redrawn) {
  const everybody = /** @type {[string, string][]} */ (table.people.map((p, n) => [String(n), p.name]));
  return formOf("rename", [choice(say("player"), "person", values, everybody), text(say("new_name"), "name", values, { maxlength: 40, required: true })], say("write"),
    () => change("names", { player: table.people[Number(values.person)].name, name: (values.name ?? "").trim() }), redrawn);
}
