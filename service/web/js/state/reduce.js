// What each event makes of the page's state. Pure: no network, no screen, no clock.
//
// An answer carries the revision of its request, a reading the number of its photo; what belongs to an
// older state is dropped here and nowhere else, so no view can show another photo's hand or another rule set's
// score. An answer keeps its revision while the next request is underway: until that is answered it is stale.
import { NONE, added, corrected, fromReading, fromJson, meldChanged, moved, removed, renamed } from "./hand.js";
import { part, requestOf, SEATS } from "./request.js";

/** @import { Answered, Event, Hand, Lying, Past, Photo, Reading, Rules, Situation, State } from "./types" */

const MOST_PAST = 60; // hands that undo goes back through
const RECENT = 6; // rule sets that stand first in the list

/** @type {Photo} */
const NO_PHOTO = { number: 0, status: "none", problem: "" };
/** @type {Answered} */
const NO_ANSWER = { revision: -1, status: "none", result: null, problem: "" };
/** @type {Situation} */
export const USUAL = { by: "self_draw", seat: "E", from: null, round: "E", dealer: "E", flags: [], wild: "", indicator: "", table: {}, options: {}, winnerKnown: false, howKnown: false };

/** @type {Lying} */
const NOTHING = { photo: NO_PHOTO, reading: null, moot: [], settled: [], hand: NONE, touched: false, past: [] };

/** @type {State} */
export const FIRST = {
  ...NOTHING, photos: 0, replaced: NOTHING, glimpse: null, selected: [], lit: [],
  rules: { listed: [], wanted: "guobiao", house: "", known: null, problem: "", recent: [] },
  situation: USUAL, seating: null, others: [], aside: null, revision: 0, answer: NO_ANSWER, view: "hand", online: true,
};

/** @param {State} state @param {Event} event @returns {State} */
export function reduce(state, event) {
  const next = after(state, event);
  const asks = next.hand !== state.hand || next.rules.known !== state.rules.known || next.rules.wanted !== state.rules.wanted
    || next.situation !== state.situation || next.seating !== state.seating || event.type === "language changed";
  return asks ? { ...next, revision: state.revision + 1, answer: requestOf(next) ? next.answer : NO_ANSWER } : next;
}

/** @param {State} state @param {Event} event @returns {State} */
function after(state, event) {
  switch (event.type) {
    case "photo taken":
      return { ...remembered(state), ...nothing(), replaced: lying(state), photos: state.photos + 1, photo: { number: state.photos + 1, status: "reading", problem: "" } };
    case "photo cancelled":
      return current(state, event.number) ? cancelled(state) : state;
    case "glimpse arrived":
      return current(state, event.number) ? { ...state, glimpse: event.glimpse } : state;
    case "reading arrived":
      if (!current(state, event.number)) return state;
      return { ...state, replaced: NOTHING, glimpse: null, ...read(state, event.reading), moot: (event.reading.questions ?? []).map((_, at) => at), past: state.past.map((p) => (p.photo === state.photo ? read(p, event.reading) : p)), settled: [], selected: [], lit: [] };
    case "reading failed":
      return current(state, event.number) ? { ...state, photo: { ...state.photo, status: "failed", problem: event.problem } } : state;
    case "frame arrived":
      return framed(state, event.reading);
    case "tile added":
      return edited(state, added(state.hand, event.tile, event.zone), []);
    case "tiles renamed":
      return edited(state, renamed(state.hand, event.ids, event.tile), []);
    case "tiles moved":
      return edited(state, moved(state.hand, event.ids, event.zone), []);
    case "tiles removed":
      return edited(state, removed(state.hand, event.ids), []);
    case "meld described":
      return edited(state, meldChanged(state.hand, event.zone, event.about));
    case "tile confirmed": {
      const tile = state.hand.tiles.find((t) => t.id === event.id);
      return tile ? edited(state, renamed(state.hand, [tile.id], tile.tile), []) : state;
    }
    case "question answered": {
      const answered = { ...state, settled: [...state.settled, event.question] };
      return event.corrections.length ? { ...edited(state, event.corrections.reduce(corrected, state.hand), []), settled: answered.settled } : answered;
    }
    case "questions weighed":
      return event.revision === state.revision && JSON.stringify(event.moot) !== JSON.stringify(state.moot) ? { ...state, moot: event.moot } : state;
    case "hand entered":
      return { ...remembered(state), ...nothing(), hand: fromJson(event.hand) };
    case "hand cleared":
      return { ...remembered(state), ...nothing() };
    case "undone":
      return undone(state);
    case "selected":
      return { ...state, selected: event.ids };
    case "lit":
      return { ...state, lit: event.ids };
    case "rules listed":
      return { ...state, rules: { ...state.rules, listed: event.listed } };
    case "rules chosen":
      return state.seating ? state : chosen(state, event.id);
    case "house rules set":
      return state.seating ? state : housed(state, event.text, event.rules);
    case "rules arrived":
      if (event.rules.id !== state.rules.wanted) return state;
      return { ...state, rules: { ...state.rules, known: event.rules, problem: "" } };
    case "rules failed":
      return event.id === state.rules.wanted ? { ...state, rules: { ...state.rules, problem: event.problem } } : state;
    case "situation changed":
      return { ...state, situation: agreeing({ ...state.situation, ...event.changes, ...knownBy(event.changes) }) };
    case "field changed":
      return { ...state, situation: { ...state.situation, [event.group]: changed(state, event.group, event.id, event.value) } };
    case "seated":
      return seated(state, event.seating);
    case "other winner kept":
      return { ...state, others: [...state.others, event.hand], ...nothing(), past: [], situation: { ...state.situation, winnerKnown: false, table: part(state.situation.table, state, false) } };
    case "deal done": {
      const { by, from, flags, wild, indicator } = USUAL;
      const table = { ...state.seating?.counted };
      return { ...remembered(state), ...nothing(), others: [], situation: { ...state.situation, by, from, flags, wild, indicator, table, winnerKnown: false, howKnown: false } };
    }
    case "asked":
      return event.revision === state.revision ? { ...state, answer: { ...state.answer, status: "asking" } } : state;
    case "answer arrived":
      return event.revision === state.revision ? { ...state, answer: { revision: event.revision, status: "ready", result: event.answer, problem: "" }, lit: [] } : state;
    case "answer refused":
      if (state.answer.status === "refused" && state.answer.revision === event.revision && state.answer.problem === event.problem) return state; // once is enough
      return event.revision === state.revision ? { ...state, answer: { revision: event.revision, status: "refused", result: null, problem: event.problem }, lit: [] } : state;
    case "view chosen":
      return { ...state, view: event.view };
    case "connection changed":
      return event.online === state.online ? state : { ...state, online: event.online };
    case "language changed":
      return { ...state };
  }
}

/** @param {State} state @param {number} number */
const current = (state, number) => number === state.photo.number && state.photo.status === "reading";

/** No hand; undo still goes back to those before. */
function nothing() {
  const { past: _, ...none } = NOTHING;
  return { ...none, glimpse: null, selected: [], lit: [], answer: NO_ANSWER };
}

/** What lies there; a photo that is being read shows nothing yet, and is not read to its end once it is replaced; one that was not read has failed already. @param {State} state @returns {Lying} */
const lying = ({ photo, reading, moot, settled, hand, touched, past }) => ({ photo: photo.status === "reading" || photo.status === "failed" ? NO_PHOTO : photo, reading, moot, settled, hand, touched, past });

/** What lay there before the photo, be it nothing; undo goes to what was typed meanwhile. @param {State} state @returns {State} */
function cancelled(state) {
  const { past } = remembered({ ...state, photo: NO_PHOTO, past: state.replaced.past });
  return { ...state, ...nothing(), ...state.replaced, past };
}

/** A hand once its photo is read: those that undo goes back to, of what was typed meanwhile, have the reading too. @param {Past} past @param {Reading} reading @returns {Past} */
const read = ({ hand, photo }, reading) => ({ hand: joined(fromReading(reading), hand), reading, photo: { ...photo, status: "read" } });

/** Add the tiles that were typed while the photo was read to those that it shows. @param {Hand} read @param {Hand} typed @returns {Hand} */
function joined(read, typed) {
  if (!typed.tiles.length) return read;
  /** @param {string} zone */
  const renumbered = (zone) => (zone.startsWith("meld") ? `meld${Number(zone.slice(4)) + read.next}` : zone);
  const tiles = typed.tiles.map((t) => ({ ...t, id: t.id + read.next, zone: renumbered(t.zone) }));
  const melds = Object.fromEntries(Object.entries(typed.melds).map(([id, about]) => [renumbered(id), about]));
  return { tiles: [...read.tiles, ...tiles], melds: { ...read.melds, ...melds }, next: read.next + typed.next };
}

/** @param {State} state @returns {State} */
function remembered(state) {
  if (!state.hand.tiles.length) return state;
  const { hand, reading, photo } = state;
  return { ...state, past: [...state.past, { hand, reading, photo }].slice(-MOST_PAST) };
}

/** @param {State} state @param {Hand} hand @param {number[]} [selected] @returns {State} */
function edited(state, hand, selected = state.selected) {
  if (hand === state.hand) return state;
  const { reading, photo } = state;
  return { ...state, past: [...state.past, { hand: state.hand, reading, photo }].slice(-MOST_PAST), hand, touched: true, selected, lit: [] };
}

/** The hand before the last change, or before the photo that was taken since. @param {State} state @returns {State} */
function undone(state) {
  const last = state.past.at(-1);
  if (!last) return state;
  const settled = last.reading === state.reading ? state.settled.slice(0, -1) : [];
  return { ...state, ...last, past: state.past.slice(0, -1), touched: true, settled, selected: [], lit: [] };
}

/** A camera's reading takes the hand's place, until a player changes something: then it stays as it was made. @param {State} state @param {State["reading"]} reading @returns {State} */
function framed(state, reading) {
  if (!reading || state.touched) return state;
  const same = JSON.stringify(reading.hand) === JSON.stringify(state.reading?.hand);
  return same ? { ...state, reading } : { ...state, reading, moot: [], settled: [], hand: fromReading(reading), lit: [] };
}

/** Facts of a table and options that were chosen under other rules mean nothing under these. @param {Situation} situation @returns {Situation} */
const withoutAnswers = (situation) => ({ ...situation, by: USUAL.by, flags: [], wild: "", indicator: "", table: {}, options: {} });

/** A house changes its base only in what its file holds: facts chosen under another house of that base stay. @param {State} state @param {string} house @param {Rules} known @returns {State} */
function housed(state, house, known) {
  const { rules } = state;
  const same = rules.known && baseOf(rules.known) === baseOf(known);
  return { ...state, answer: NO_ANSWER, rules: { ...rules, wanted: known.id, house, known, problem: "" }, situation: same ? state.situation : withoutAnswers(state.situation) };
}

/** @param {Rules} rules */
const baseOf = (rules) => rules.base ?? rules.id;

/** @param {State} state @param {string} id @param {string} [house] @returns {State} */
function chosen(state, id, house = "") {
  if (id === state.rules.wanted && house === state.rules.house && (state.rules.known || state.rules.problem === "")) return state;
  const recent = house ? state.rules.recent : [id, ...state.rules.recent.filter((r) => r !== id)].slice(0, RECENT);
  const known = state.rules.known?.id === id ? state.rules.known : null;
  return { ...state, answer: NO_ANSWER, rules: { ...state.rules, wanted: id, house, known, problem: "", recent }, situation: withoutAnswers(state.situation) };
}

/** Note which facts of a win a player has chosen: at a table neither is assumed. @param {Partial<Situation>} changes @returns {Partial<Situation>} */
const knownBy = (changes) => ({ ...(changes.seat ? { winnerKnown: true } : {}), ...(changes.by || changes.from ? { howKnown: true } : {}) });

/** Nobody wins on their own discard: ask for the discarder again. @param {Situation} situation @returns {Situation} */
const agreeing = (situation) => (situation.from === situation.seat ? { ...situation, from: null } : situation);

/** What differs from a rule set's defaults; what the session counts is sent even where it is the default. @param {State} state @param {"table" | "options"} group @param {string} id @param {unknown} value */
function changed(state, group, id, value) {
  const { [id]: _, ...others } = state.situation[group];
  const usual = state.rules.known?.[group].properties?.[id]?.default;
  const counts = group === "table" && id in (state.seating?.counted ?? {});
  return value === usual && !counts ? others : { ...others, [id]: value };
}

/** A deal that is corrected takes the place of the hand that lies there, until it is done. @param {State} state @param {State["seating"]} seating @returns {State} */
function correcting(state, seating) {
  if (Boolean(seating?.correcting) === Boolean(state.aside)) return state;
  if (state.aside) return { ...state, ...nothing(), ...state.aside, aside: null };
  const { situation, others, seating: before } = state;
  return { ...state, ...nothing(), past: [], others: [], aside: { ...lying(state), situation, others, seating: before } };
}

/** What is known of a deal's table: what the session counts, and what a player chose, until the session counts otherwise. @param {State} state @param {NonNullable<State["seating"]>} seating */
function tableOf({ seating: was, situation }, { deal, counted }) {
  if (was?.deal !== deal) return { ...counted };
  const news = Object.fromEntries(Object.entries(counted).filter(([id, value]) => was.counted[id] !== value));
  return { ...situation.table, ...news };
}

/** The hands of those who won on the same tile, at the seats where their players sit since the deal passed on. @param {State["others"]} others @param {State["seating"]} was @param {State["seating"]} now @returns {State["others"]} */
function atNewSeats(others, was, now) {
  /** @param {any} seat */
  const after = (seat) => { const name = was?.names[/** @type {import("./types").Seat} */ (seat)]; return SEATS.find((one) => name && now?.names[one] === name) ?? seat; };
  return others.map((hand) => { const { win } = /** @type {any} */ (hand); return { ...hand, seat: after(hand.seat), ...(win ? { win: { ...win, from: after(win.from) } } : {}) }; });
}

/** At a table its rules and its round hold, and what it counts stands in the form. @param {State} before @param {State["seating"]} seating @returns {State} */
function seated(before, seating) {
  if (JSON.stringify(seating) === JSON.stringify(before.seating)) return before;
  const state = correcting(before, seating);
  const moved = seating && (seating.rules !== state.rules.wanted || seating.house !== state.rules.house) ? chosen(state, seating.rules, seating.house) : state;
  const same = before.seating?.deal === seating?.deal;
  const kept = same ? moved.situation : { ...moved.situation, winnerKnown: false, howKnown: false };
  const situation = seating
    ? { ...kept, round: seating.round, dealer: /** @type {const} */ ("E"), options: seating.options, table: tableOf(moved, seating) }
    : { ...moved.situation, table: {}, options: {} };
  return { ...moved, seating, situation, others: same ? moved.others : atNewSeats(moved.others, moved.seating, seating) };
}
