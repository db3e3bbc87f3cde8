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

// What the table counts for its next deal, by the names that rule sets have for it.
export function counted(table) {
  const winners = (deal) => deal.answer?.winners ?? []; // none in a draw, also where its points came by hand
  const last = (holds) => { const at = [...table.deals].reverse().findIndex((d) => !holds(d)); return at < 0 ? table.deals.length : at; };
  const honba = last((d) => !winners(d).length || winners(d).some((w) => w.seat === "E"));
  return { honba, draws: last((d) => !winners(d).length), repeats: table.repeats, streak: table.repeats };
}
