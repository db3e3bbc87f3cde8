// The answer: the score with its reasons, what was nearly there, who pays whom; or the waits.
import { $, make } from "./dom.js";
import { light } from "./editor.js";
import { tilesOf } from "./hand.js";
import { mark } from "./picture.js";
import { parse, tileImage, tileName } from "./tiles.js";
import { named } from "./seating.js";
import { say, unit } from "./words.js";

export function showAnswer(answer, actions = []) {
  const place = $("answer");
  if (!answer) { place.replaceChildren(); tell(null); return; }
  tell(answer);
  const parts = answer.waits && answer.win === undefined ? waits(answer) : answer.win ? score(answer) : noWin(answer);
  const warnings = (answer.warnings ?? []).map((w) => make("p", { class: "doubt" }, w));
  place.replaceChildren(...parts, ...warnings, ...(answer.win && answer.legal ? actions : []));
}

export function showProblem(text) {
  tell(null);
  $("answer").replaceChildren(make("p", { class: "doubt" }, text));
}

const amount = (answer) => (answer.han
  ? `${answer.han} ${say("han")} ${answer.fu} ${say("fu")} · ${answer.points} ${say("points_unit")}`
  : `${answer.total} ${unit(answer.unit)}`);

// The result in short above the thumb, for as long as the whole of it is not on the screen.
function tell(answer) {
  const brief = $("brief");
  const won = answer?.win && Object.entries(answer.payments ?? {}).find(([, points]) => points > 0);
  brief.textContent = !answer ? "" : answer.win ? `${amount(answer)}${won ? ` · ${named(won[0])} +${won[1]}` : ""}`
    : answer.waits?.length ? `${say("waits")}: ${answer.waits.map((w) => tileName(w.tile ?? w)).join(" ")}` : answer.win === false ? say("no_win") : "";
  brief.dataset.told = brief.textContent ? "yes" : "";
}

function score(answer) {
  const below = answer.legal ? [] : [make("p", { class: "doubt" }, `${say("illegal")}: ${answer.reason ?? ""}`)];
  return [
    make("p", { class: "total" }, amount(answer)), ...below,
    make("h2", {}, say("fans")), make("ul", { class: "fans" }, ...answer.fans.map(fan)),
    ...list(say("not_counted"), answer.not_counted), ...list(say("missed"), answer.missed),
    make("h2", {}, say("payments")), square(answer.payments), transfers(answer.transfers),
  ];
}

function fan(one) {
  const times = one.count > 1 ? ` ×${one.count}` : "";
  const worth = make("span", {}, `${one.value}${times}`);
  const blocks = one.blocks.map((block) => make("span", { class: "tiles" }, ...parse(block).map(tileImage)));
  const rule = make("div", { class: "rule", hidden: true }, make("div", { class: "row" }, ...blocks), [one.rule, one.source].filter(Boolean).join(" · "));
  const button = make("button", { type: "button", "aria-expanded": "false", onclick: () => {
    const open = rule.hidden;
    for (const other of $("answer").querySelectorAll(".rule")) other.hidden = true;
    rule.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    const lit = open ? tilesOf(one.blocks) : [];
    light(lit);
    mark(lit);
  } }, make("span", {}, one.name), worth);
  return make("li", {}, button, rule);
}

function list(title, some) {
  if (!some?.length) return [];
  return [make("details", {}, make("summary", {}, title), make("ul", { class: "quiet" },
    ...some.map((one) => make("li", {}, `${one.name}: ${one.why}`))))];
}

// Four seats around the table, as the East player sees them.
export function square(payments, names = null) {
  const seats = ["E", "S", "W", "N"].map((seat) => {
    const points = payments?.[seat] ?? 0;
    const look = points > 0 ? "plus" : points < 0 ? "minus" : "";
    return make("div", { class: seat }, make("div", {}, names ? `${say(seat)} ${names[seat]}` : named(seat)), make("strong", { class: look }, points > 0 ? `+${points}` : `${points}`));
  });
  return make("div", { class: "square" }, ...seats, make("div", { class: "middle" }));
}

export function transfers(some = []) {
  return make("ul", { class: "quiet" }, ...some.map((t) =>
    make("li", {}, `${named(t.from)} → ${named(t.to)} ${t.points}: ${t.reason}`)));
}

function noWin(answer) {
  const missing = answer.distance ? [make("p", { class: "quiet" }, `${answer.distance} ${say("distance")}`)] : [];
  const tiles = (answer.waits ?? []).map((w) => tileImage(w.tile ?? w));
  return [make("p", { class: "total" }, say("no_win")), make("p", {}, answer.reason ?? ""), ...missing,
    ...(tiles.length ? [make("h2", {}, say("waits")), make("div", { class: "tiles" }, ...tiles)] : [])];
}

// What the winner gets: the most that any seat does.
function gain(payments) {
  const most = Math.max(0, ...Object.values(payments ?? {}));
  return most ? ` +${most}` : "";
}

function waits(answer) {
  if (!answer.waits.length) return [make("p", {}, `${say("waits")}: –`)];
  const worth = (one) => (one.win ? `${one.total} ${unit(one.unit)}${one.legal ? gain(one.payments) : " ✗"}` : "–");
  const rows = answer.waits.map((w) => make("tr", {},
    make("td", {}, tileImage(w.tile)), make("td", {}, `${tileName(w.tile)}`),
    make("td", {}, String(w.left)), make("td", {}, worth(w.discard)), make("td", {}, worth(w.self_draw))));
  const head = make("tr", {}, ...["waits", "", "left_n", "discard", "self_draw"].map((k) => make("th", {}, k && say(k))));
  return [make("h2", {}, say("waits")), make("div", { class: "scroll" }, make("table", {}, head, ...rows))];
}

