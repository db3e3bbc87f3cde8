// Who sits where: the winds alone, or the players of the table that is open.
import { say } from "./words.js";

export const SEATS = ["E", "S", "W", "N"];

// What the page scores at: null for no table, else its rules, options, round and the players by seat.
export const at = { table: null };

export const named = (seat) => (at.table?.names[seat] ? `${say(seat)} ${at.table.names[seat]}` : say(seat) ?? seat);

// The seating of a deal, given who dealt it (a place among the players) and in which wind.
export function seatedAt(table, dealer, round) {
  const names = Object.fromEntries(SEATS.map((seat, n) => [seat, table.players[(dealer + n) % 4].name]));
  return { rules: table.rules, options: table.options, round, names, dealer: names.E };
}
