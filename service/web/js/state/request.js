// What is asked of the scorer, made of the state; null where there is nothing to ask yet.
import { asTold } from "./hand.js";

/** @import { Seat, State } from "./types" */

/** @type {Seat[]} */
export const SEATS = ["E", "S", "W", "N"];

/** A hand is scored under the rules that the page shows, or not at all. @param {State} state */
export function requestOf(state) {
  const { rules, situation, seating } = state;
  if (rules.known?.id !== rules.wanted) return null;
  const hand = asTold(state.hand, Boolean(rules.known.mixed_kongs));
  if (!hand.concealed && !hand.melds.length) return null;
  const { by, seat, from, flags } = situation;
  const win = hand.winning && { tile: hand.winning, by, flags, ...(by !== "self_draw" && from ? { from } : {}) };
  const wild = Object.fromEntries(/** @type {const} */ (["wild", "indicator"]).map((n) => [n, situation[n].trim()]).filter(([, v]) => v));
  const table = known(situation.table, rules.known.table, seating?.counted ?? {});
  return {
    ...(rules.house ? { house: rules.house } : { rules: rules.known.id }), options: seating?.options ?? situation.options, table,
    concealed: hand.concealed, melds: hand.melds, flowers: hand.flowers, ...(win ? { win, explain: true } : {}),
    seat, round: seating?.round ?? situation.round, dealer: seating ? "E" : situation.dealer, ...wild,
  };
}

/** @typedef {NonNullable<ReturnType<typeof requestOf>>} Request */

/** Whether the answer is one to what is asked now: an older one is shown as such, and nothing is done with it. @param {State} state */
export const upToDate = (state) => state.answer.revision === state.revision;

/** What the rules know, where it is not their default; of what the evening counts the default is told too. @param {Record<string, unknown>} values @param {{ properties?: Record<string, { default?: unknown }> }} schema @param {Record<string, unknown>} counted */
const known = (values, schema, counted) => Object.fromEntries(Object.entries(values)
  .filter(([id, value]) => schema.properties?.[id] && (id in counted || value !== schema.properties[id].default)));

/** Fields of the table: those about one player, or those about all. @param {Record<string, unknown>} table @param {State} state @param {boolean} ofHand */
export const part = (table, state, ofHand) => Object.fromEntries(Object.entries(table)
  .filter(([id]) => Boolean(state.rules.known?.table.properties?.[id]?.of_hand) === ofHand));

/** The hand of a request alone, as one of a deal's, with what is told of its player. @param {State} state @param {Request} request */
export function handOf(state, request) {
  const { rules: _r, house: _u, options: _o, dealer: _d, round: _w, wild: _x, indicator: _i, table: _t, explain: _e, ...hand } = /** @type {Record<string, unknown>} */ (request);
  const own = part(request.table, state, true);
  return Object.keys(own).length ? { ...hand, table: own } : hand;
}

/** The deal of a request, with the hands that won on the same tile. What the evening would count itself is not told; of a deal that is corrected everything is, as it was told then. @param {State} state @param {Request} request */
export function dealOf(state, request) {
  const { wild, indicator } = /** @type {Record<string, any>} */ (request);
  const counted = state.seating?.correcting ? {} : state.seating?.counted ?? {};
  const table = Object.fromEntries(Object.entries(part(request.table, state, false)).filter(([id, value]) => counted[id] !== value));
  return { hands: [...state.others, handOf(state, request)], ...(Object.keys(table).length ? { table } : {}), ...(wild ? { wild } : {}), ...(indicator ? { indicator } : {}) };
}

/** Who must still be named before a win can be paid. @param {State} state */
export const discarderMissing = (state) => state.situation.by !== "self_draw" && !state.situation.from;

/** What must still be said before a win can be recorded: at a table nobody wins, and nothing is drawn, unasked. @param {State} state @returns {"winner" | "from" | null} */
export function missing(state) {
  const { winnerTold, howTold } = state.situation;
  if (state.seating && !winnerTold) return "winner";
  return (state.seating && !howTold) || discarderMissing(state) ? "from" : null;
}

/** The winner's name at the table, or the wind alone, is a view's matter; this is who may have discarded. @param {State} state */
export const possibleDiscarders = (state) => SEATS.filter((s) => s !== state.situation.seat);

/** Whether a host is this computer, seen from itself. @param {string} host */
export const isLoopback = (host) => host === "[::1]" || /^127(\.\d+){3}$/.test(host) || /(^|\.)localhost$/.test(host);
