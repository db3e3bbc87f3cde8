// Who sits where: only the winds, or the players of the open table.
import { SEATS } from "../state/request.js";
import { make } from "./dom.js";
import { amount, say, signed } from "./words.js";

/** @import { Seat, Seating } from "../state/types" */

/** @param {Seating | null} seating @param {Seat} seat */
export const named = (seating, seat) => (seating?.names[seat] ? `${say(seat)} ${seating.names[seat]}` : say(seat));

/** The wind over the name, for a button that has little room. @param {Seating | null} seating @param {Seat} seat @returns {string | Node[]} */
export const lines = (seating, seat) => (seating?.names[seat] ? [make("span", { class: "wind" }, say(seat), " "), make("span", { class: "player" }, seating.names[seat])] : say(seat));

/**
 * Where those sit now who sat E, S, W and N when a form was opened: what was typed stays with its player, though another phone's deal passes the deal on.
 * @param {Record<string, string>} values those of the form, which keep who sat there @param {number[]} people who sits E, S, W and N now @returns {Record<string, Seat>}
 */
export function seatsNow(values, people) {
  const then = (values.people ??= people.join()).split(",").map(Number);
  const same = then.every((person) => people.includes(person));
  return Object.fromEntries(SEATS.map((seat, n) => [seat, same ? SEATS[people.indexOf(then[n])] : seat]));
}

/**
 * Four seats around the table, as the East player sees them.
 * @param {(seat: Seat) => string} nameOf @param {Partial<Record<Seat, number>> | undefined} points @param {(tag: string, about: object, ...children: any[]) => any} make
 * @param {boolean} [gains] whether they are gains and losses, and not points that a player has @param {Seat | ""} [winner] who is marked as the winner
 */
export function square(nameOf, points, make, gains = true, winner = "") {
  return make("div", { class: "square" }, ...SEATS.map((seat) => {
    const n = points?.[seat] ?? 0;
    return make("div", { class: `${seat} ${seat === winner ? "winner" : ""}`.trim() }, make("div", { class: "player" }, nameOf(seat), ...(seat === winner ? [make("span", { class: "away" }, ` ${say("winner_is")}`)] : [])),
      make("strong", { class: n > 0 && gains ? "plus" : n < 0 ? "minus" : "" }, gains ? signed(n) : amount(n)));
  }), make("div", { class: "middle" }));
}
