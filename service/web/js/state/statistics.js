// What each player did over many evenings: counted from what the tables tell. Pure.

/** @import { Table, Deal } from "../io/ledger.js" */

/** @typedef {{ gain: number, total: number, unit: string, at: string, rules: string, hand: any, fans: { id: string, name: string }[] }} Win */
/** @typedef {{ name: string, evenings: number, deals: number, wins: number, dealIns: number, mean: number, best: Win | null }} Player */

const SEATS = "ESWN";

/** @param {Table[]} tables @returns {Player[]} */
export function statisticsOf(tables) {
  /** @type {Map<string, Player & { gained: number }>} */
  const players = new Map();
  const of = (/** @type {string} */ name) => {
    const known = players.get(name) ?? { name, evenings: 0, deals: 0, wins: 0, dealIns: 0, mean: 0, best: null, gained: 0 };
    players.set(name, known);
    return known;
  };
  for (const table of tables) {
    for (const { name } of table.people) of(name).evenings += 1;
    for (const deal of table.deals) count(table, deal, of);
  }
  return [...players.values()].filter((p) => p.deals).map(({ gained, ...p }) => ({ ...p, mean: p.wins ? Math.round(gained / p.wins) : 0 }))
    .sort((a, b) => b.deals - a.deals || b.wins - a.wins || (a.name < b.name ? -1 : 1));
}

/** @param {Table} table @param {Deal} deal @param {(name: string) => Player & { gained: number }} of */
function count(table, deal, of) {
  const { answer, given, dealer, people } = deal;
  if (!answer) return;
  const at = (/** @type {string} */ seat) => of(table.people[people[(dealer + SEATS.indexOf(seat)) % 4]].name);
  for (const person of people) of(table.people[person].name).deals += 1;
  const hands = given?.hands ?? [];
  /** @type {Set<string>} */
  const givers = new Set();
  for (const won of answer.winners ?? []) {
    const winner = at(won.seat);
    const hand = hands.find((/** @type {any} */ h) => h.seat === won.seat) ?? {};
    const gain = won.payments?.[won.seat] ?? 0;
    winner.wins += 1;
    winner.gained += gain;
    if (gain > (winner.best?.gain ?? 0)) winner.best = { gain, total: won.total, unit: won.unit, at: deal.at, rules: table.rules, hand, fans: won.fans ?? [] };
    if (hand.win?.from) givers.add(hand.win.from);
  }
  for (const seat of givers) at(seat).dealIns += 1;
}
