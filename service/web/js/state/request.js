// The request to the scorer, made from the state; null if there is none yet.
import { toJson } from "./hand.js";

/** @import { Seat, State } from "./types" */

/** @type {Seat[]} */
export const SEATS = ["E", "S", "W", "N"];

/** A hand is scored under the rules that the page shows, or not at all. @param {State} state */
export function requestOf(state) {
  const { rules, situation, seating } = state;
  if (rules.known?.id !== rules.wanted) return null;
  const hand = toJson(state.hand, Boolean(rules.known.mixed_kongs));
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

/** True if the answer belongs to the present request: an older one is shown as stale, and cannot be recorded. @param {State} state */
export const upToDate = (state) => state.answer.revision === state.revision;

/** What the rules know, where it is not their default; of what the session counts the default is sent too. @param {Record<string, unknown>} values @param {{ properties?: Record<string, { default?: unknown }> }} schema @param {Record<string, unknown>} counted */
const known = (values, schema, counted) => Object.fromEntries(Object.entries(values)
  .filter(([id, value]) => schema.properties?.[id] && (id in counted || value !== schema.properties[id].default)));

/** Fields of the table: those about one player, or those about all. @param {Record<string, unknown>} table @param {State} state @param {boolean} ofHand */
export const part = (table, state, ofHand) => Object.fromEntries(Object.entries(table)
  .filter(([id]) => Boolean(state.rules.known?.table.properties?.[id]?.of_hand) === ofHand));

/** Only the hand of a request, as one of a deal's, with the facts of its player. @param {State} state @param {Request} request */
export function handOf(state, request) {
  const { rules: _r, house: _u, options: _o, dealer: _d, round: _w, wild: _x, indicator: _i, table: _t, explain: _e, ...hand } = /** @type {Record<string, unknown>} */ (request);
  const own = part(request.table, state, true);
  return Object.keys(own).length ? { ...hand, table: own } : hand;
}

/** The deal of a request, with the hands that won on the same tile. What the session would count itself is not sent; of a corrected deal everything is, as it was sent then. @param {State} state @param {Request} request */
export function dealOf(state, request) {
  const { wild, indicator } = /** @type {Record<string, any>} */ (request);
  const counted = state.seating?.correcting ? {} : state.seating?.counted ?? {};
  const table = Object.fromEntries(Object.entries(part(request.table, state, false)).filter(([id, value]) => counted[id] !== value));
  return { hands: [...state.others, handOf(state, request)], ...(Object.keys(table).length ? { table } : {}), ...(wild ? { wild } : {}), ...(indicator ? { indicator } : {}) };
}

/** Who must still be named before a win can be paid. @param {State} state */
export const discarderMissing = (state) => state.situation.by !== "self_draw" && !state.situation.from;

/** The fact that is still missing before a win can be recorded: at a table neither the winner nor how it was won is assumed. @param {State} state @returns {"winner" | "from" | null} */
export function missing(state) {
  const { winnerKnown, howKnown } = state.situation;
  if (state.seating && !winnerKnown) return "winner";
  return (state.seating && !howKnown) || discarderMissing(state) ? "from" : null;
}

/** Whether a host is this computer, seen from itself. @param {string} host */
export const isLoopback = (host) => host === "[::1]" || /^127(\.\d+){3}$/.test(host) || /(^|\.)localhost$/.test(host);
