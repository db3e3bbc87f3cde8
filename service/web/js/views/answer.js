// The answer: first who pays whom, then the fans with their tiles and reasons, what was nearly there, the waits.
import { coming } from "../io/engine.js";
import { isUnsure } from "../state/doubts.js";
import { tilesOf } from "../state/hand.js";
import { discarderMissing, missing, upToDate } from "../state/request.js";
import { isExtra, parse } from "../state/tiles.js";
import { $, button, make, tellStyle } from "./dom.js";
import { ofRules, standsForAnswer } from "./questions.js";
import { rulePage } from "./rules.js";
import { named, square } from "./seats.js";
import { title } from "./situation.js";
import { tileImage, tileName } from "./tiles.js";
import { inUnits, say, titled, inScript } from "./words.js";

/** @import { Answer, Fan, Seating, State, Transfer } from "../state/types" */
/** @import { Store } from "../state/store.js" */

const WHOLE = 12; // tiles: a fan of this many tiles is one of the whole hand, shown above

/** @param {Store} store @param {(state: State) => Node[]} actions what may be done with a win @param {(id: string) => string} nameOf the name of a rule set @param {() => Node} showing what people show each other @param {() => Node[]} advising what to throw, for who asks */
export function answerView(store, actions, nameOf, showing, advising) {
  const draw = () => { show(store, actions(store.state), nameOf, showing, advising); stick(); };
  addEventListener("resize", stick); // a phone that is turned
  store.watch((now, before) => {
    if (now.answer !== before.answer || now.revision !== before.revision || now.rules !== before.rules || now.others !== before.others || now.situation !== before.situation || isUnsure(now) !== isUnsure(before)) draw();
  });
  return draw;
}

/** @param {Store} store @param {Node[]} actions @param {(id: string) => string} nameOf @param {() => Node} showing @param {() => Node[]} advising */
function show(store, actions, nameOf, showing, advising) {
  const { answer, rules } = store.state;
  $("record").replaceChildren();
  document.querySelector(".p-answer")?.classList.remove("won");
  const stale = answer.status !== "none" && !upToDate(store.state);
  for (const part of [$("answer"), $("details")]) {
    part.classList.toggle("stale", stale);
    part.setAttribute("aria-busy", String(stale));
  }
  const has = store.state.hand.tiles.some((t) => t.zone !== "other");
  if (has && rules.known?.id !== rules.wanted) {
    const name = rules.listed.find((r) => r.id === rules.wanted)?.name;
    const away = name ? say("rules_away", inScript(name)) : say("rules_unnamed_away");
    if (coming()) place([make("p", { class: "quiet" }, say("scorer_comes"))], []);
    else place([rules.problem ? make("p", { class: "doubt" }, away) : make("p", { class: "quiet" }, "…")], []);
    return;
  }
  if (!has) { place(unsure(store.state), []); return; }
  if (standsForAnswer(store.state)) { place([...unsure(store.state), ...ofRules(store, nameOf)], []); return; }
  if (answer.status === "none") { place([], []); return; }
  if (answer.status === "refused") { place([...unsure(store.state), ...refusal(store)], []); return; }
  const { result } = answer;
  if (!result) { if (answer.status !== "asking") place([], []); return; }
  const warnings = (discarderMissing(store.state) ? [] : warningsOf(result, store.state)).map((w) => make("p", { class: "doubt" }, inScript(w)));
  if (result.waits && result.win === undefined) place([...unsure(store.state), ...waits(result), ...warnings], advising());
  else if (result.win) {
    place([...won(result, store.state), ...warnings], [...details(store, result), showing()]);
    document.querySelector(".p-answer")?.classList.add("won");
    $("record").replaceChildren(...(result.legal && !stale ? actions : []));
  }
  else place([...unsure(store.state), ...noWin(result), ...warnings], advising());
}

/** Why nothing is scored; tiles that the rules do not have are shown, and taken out with one tap. @param {Store} store */
function refusal(store) {
  const { answer, hand, rules } = store.state;
  const usual = new Set([...rules.known?.tiles.kinds ?? [], ...rules.known?.tiles.flowers ?? []]);
  const without = hand.tiles.filter((t) => t.zone !== "other" && t.tile[0] !== "0" && t.tile !== "xx" && !isExtra(t.tile) && !usual.has(t.tile));
  if (!rules.known || rules.known.wild || !without.length) return [make("p", { class: "doubt", role: "alert" }, inScript(answer.problem))];
  return [make("div", { class: "doubt row", role: "alert", id: "not-played" }, make("span", {}, say("not_played")), make("span", { class: "tiles" }, ...without.map((t) => tileImage(t.tile))),
    button(say("take_out"), () => store.send({ type: "tiles moved", ids: without.map((t) => t.id), zone: "other" })))];
}

/** Facts without effect and missing ones, in the words of the form; not those that the table counts by itself. @param {Answer} answer @param {State} state */
function warningsOf({ warnings = [] }, { seating, rules }) {
  const counted = Object.keys(seating?.counted ?? {});
  const about = rules.known?.table.properties ?? {};
  return warnings.filter((one) => !counted.some((id) => new RegExp(`\\btable\\.${id}\\b`).test(one)))
    .map((one) => one.replaceAll(/\btable\.(\w+)/g, (_, id) => (about[id] ? title(about[id]) : id)));
}

/** How much of the screen the answer covers while the rest is scrolled below it. */
function stick() {
  const part = /** @type {HTMLElement} */ ($("answer").parentElement);
  const stuck = part.classList.contains("won") && getComputedStyle(part).position === "sticky";
  tellStyle("--stuck", stuck ? part.offsetHeight : 0);
}

/** @param {Node[]} first @param {Node[]} more */
function place(first, more) {
  $("answer").replaceChildren(...first);
  $("details").replaceChildren(...more);
  $("details").hidden = !more.length;
}

/** What it is worth, and what that makes in points. @param {Answer} answer @returns {(string | Node)[]} */
function amount(answer) {
  if (!answer.han) return [inUnits(answer.total, answer.unit)];
  const fu = answer.fu ? ` ${answer.fu} ${say("fu")}` : "";
  return [`${answer.han} ${say("han")}${fu}`, make("span", { class: "makes" }, ` · ${answer.points} ${say("points_unit")}`)];
}

/** The warning that the photo was hard to read, next to its result. @param {State} state */
const unsure = (state) => (isUnsure(state) ? [make("p", { class: "doubt", id: "unsure" }, say("unsure"))] : []);

/** @param {Answer} answer @param {State} state */
function won(answer, state) {
  const below = answer.legal ? [] : [make("p", { class: "doubt" }, answer.reason ? titled(say("illegal"), inScript(answer.reason)) : say("illegal"))];
  return [make("div", { class: "row" }, make("p", { class: "total" }, ...amount(answer)), ...unsure(state)), ...below, ...(answer.legal || missing(state) ? paid(answer, state) : [])]; // no row of zeros
}

/** Who pays whom; while that is unknown, what is still missing. @param {Answer} answer @param {State} state */
function paid(answer, state) {
  const { seating, situation } = state;
  const asks = missing(state);
  if (!asks) return [square((seat) => named(seating, seat), answer.payments, make, true, situation.seat)];
  const open = asks === "winner" || !situation.howKnown;
  const counted = open ? [say("counted_as", named(seating, situation.seat), say(situation.by))] : [];
  return [make("p", { class: "open", id: "open" }, ...counted, say(asks === "winner" ? "say_winner" : open ? "say_from" : "who_discarded"))];
}

/** @param {Store} store @param {Answer} answer */
function details(store, answer) {
  return [
    make("h2", {}, say("fans")), make("ul", { class: "fans" }, ...(answer.fans ?? []).map((one) => fan(store, one))),
    ...list(say("not_counted"), answer.not_counted), ...list(say("missed"), answer.missed),
    ...(missing(store.state) ? [] : [make("h2", {}, say("payments")), transfers(answer.transfers ?? [], store.state.seating)]),
  ];
}


/** @param {Store} store @param {Fan} one */
function fan(store, one) {
  const worth = make("span", {}, `${one.value}${one.count > 1 ? ` ×${one.count}` : ""}`);
  const blocks = one.blocks.map((block) => make("span", { class: "tiles" }, ...parse(block).map(tileImage)));
  const few = one.blocks.flatMap((block) => parse(block)).length < WHOLE;
  const rule = make("div", { class: "rule", hidden: true }, ...(few ? [] : [make("div", { class: "row" }, ...blocks)]), make("p", {}, inScript([one.rule, one.source].filter(Boolean).join(" · "))), pageOf(store, one));
  const toggle = make("button", { type: "button", "aria-expanded": "false", onclick: () => {
    const open = rule.hidden;
    for (const other of $("details").querySelectorAll(".rule")) other.hidden = true;
    for (const other of $("details").querySelectorAll(".fans button")) other.setAttribute("aria-expanded", "false");
    rule.hidden = !open;
    toggle.setAttribute("aria-expanded", String(open));
    store.send({ type: "lit", ids: open ? tilesOf(store.state.hand, one.blocks).map((t) => t.id) : [] });
  } }, make("span", {}, inScript(one.name)), ...(few && blocks.length ? [make("span", { class: "row made-of", "aria-hidden": "true" }, ...blocks)] : []), worth);
  return make("li", {}, toggle, rule);
}

/** @param {Store} store @param {Fan} one */
const pageOf = (store, one) => button(say("rule_of"), () => { const { known } = store.state.rules; if (known) rulePage(known, one.id); }, { class: "rule-of" });

/** @param {string} heading @param {{ name: string, why: string }[] | undefined} some */
function list(heading, some) {
  if (!some?.length) return [];
  return [make("details", {}, make("summary", {}, heading), make("ul", { class: "quiet" }, ...some.map((one) => make("li", {}, titled(inScript(one.name), inScript(one.why))))))];
}

/** @param {Transfer[]} some @param {Seating | null} seating */
export function transfers(some, seating) {
  if (!some.length) return make("p", { class: "quiet" }, say("nobody_pays"));
  return make("ul", { class: "quiet" }, ...some.map((t) => make("li", {}, titled(`${named(seating, t.from)} → ${named(seating, t.to)} ${t.points}`, inScript(t.reason)))));
}

/** @param {Answer} answer */
function noWin(answer) {
  const missing = answer.distance ? [make("p", { class: "quiet" }, say("distance", answer.distance))] : [];
  const tiles = (answer.waits ?? []).map((w) => tileImage(w.tile ?? w));
  return [make("p", { class: "total" }, say("no_win")), make("p", {}, inScript(answer.reason)), ...missing,
    ...(tiles.length ? [make("h2", {}, say("waits")), make("div", { class: "tiles" }, ...tiles)] : [])];
}

/** What a wait is worth: its total, and what the winner gets, the most that any seat does. @param {Answer} one */
function worth(one) {
  if (!one.win) return "–";
  const most = one.legal ? Math.max(0, ...Object.values(one.payments ?? {})) : 0;
  return `${inUnits(one.total, one.unit)}${one.legal ? (most ? ` +${most}` : "") : " ✗"}`;
}

/** @param {Answer} answer */
function waits(answer) {
  const all = answer.waits ?? [];
  if (!all.length) return [make("p", { class: "total" }, say("no_waits")), make("p", {}, say("no_waits_why"))];
  const rows = all.map((w) => make("li", {}, make("span", { class: "row" }, tileImage(w.tile), make("span", {}, tileName(w.tile)), make("span", { class: "quiet" }, say("left_n", w.left))),
    make("span", { class: "quiet" }, `${say("discard")} ${worth(w.discard)}`), make("span", { class: "quiet" }, `${say("self_draw")} ${worth(w.self_draw)}`)));
  return [make("h2", {}, say("waits")), make("ul", { class: "waits" }, ...rows)];
}

/** The button below a result: write it to the table, or the reason why that is not possible. @param {string} text @param {() => void} does @param {string} [why] */
export const writing = (text, does, why = "") => make("div", { class: "row actions" }, button(text, does, { class: "main", id: "to-ledger", disabled: Boolean(why) }), ...(why ? [make("span", { class: "away" }, why)] : []));
