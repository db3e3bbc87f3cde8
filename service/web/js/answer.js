// The answer: the score with its reasons, what was nearly there, who pays whom; or the waits.
import { $, make } from "./dom.js";
import { light } from "./editor.js";
import { tilesOf } from "./hand.js";
import { mark } from "./picture.js";
import { tileButton, tileName } from "./tiles.js";
import { say, unit } from "./words.js";

export function showAnswer(answer, actions = []) {
  const place = $("answer");
  if (!answer) { place.replaceChildren(); return; }
  const parts = answer.waits && answer.win === undefined ? waits(answer) : answer.win ? score(answer) : noWin(answer);
  const warnings = (answer.warnings ?? []).map((w) => make("p", { class: "doubt" }, w));
  place.replaceChildren(...parts, ...warnings, ...(answer.win && answer.legal ? actions : []));
}

export function showProblem(text) {
  $("answer").replaceChildren(make("p", { class: "doubt" }, text));
}

function score(answer) {
  const amount = answer.han ? `${answer.han}/${answer.fu} · ${answer.points}` : `${answer.total} ${unit(answer.unit)}`;
  const below = answer.legal ? [] : [make("p", { class: "doubt" }, `${say("illegal")}: ${answer.reason ?? ""}`)];
  return [
    make("p", { class: "total" }, amount), ...below,
    make("h2", {}, say("fans")), make("ul", { class: "fans" }, ...answer.fans.map(fan)),
    ...list(say("not_counted"), answer.not_counted), ...list(say("missed"), answer.missed),
    make("h2", {}, say("payments")), square(answer.payments), transfers(answer.transfers),
  ];
}

function fan(one) {
  const times = one.count > 1 ? ` ×${one.count}` : "";
  const worth = make("span", {}, `${one.value}${times}`);
  const rule = make("p", { class: "rule", hidden: true }, [one.rule, one.source].filter(Boolean).join(" · "));
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
export function square(payments, names = {}) {
  const seats = ["E", "S", "W", "N"].map((seat) => {
    const points = payments?.[seat] ?? 0;
    const look = points > 0 ? "plus" : points < 0 ? "minus" : "";
    return make("div", { class: seat }, make("div", {}, names[seat] ?? say(seat)), make("strong", { class: look }, points > 0 ? `+${points}` : `${points}`));
  });
  return make("div", { class: "square" }, ...seats, make("div", { class: "middle" }));
}

function transfers(some = []) {
  return make("ul", { class: "quiet" }, ...some.map((t) =>
    make("li", {}, `${say(t.from)} → ${say(t.to)} ${t.points}: ${t.reason}`)));
}

function noWin(answer) {
  const missing = answer.distance ? [make("p", { class: "quiet" }, `${answer.distance} ${say("distance")}`)] : [];
  const tiles = (answer.waits ?? []).map((w) => tileButton(w.tile ?? w, { disabled: true }, "small"));
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
    make("td", {}, tileButton(w.tile, { disabled: true }, "small")), make("td", {}, `${tileName(w.tile)}`),
    make("td", {}, String(w.left)), make("td", {}, worth(w.discard)), make("td", {}, worth(w.self_draw))));
  const head = make("tr", {}, ...["waits", "", "left_n", "discard", "self_draw"].map((k) => make("th", {}, k && say(k))));
  return [make("h2", {}, say("waits")), make("div", { class: "scroll" }, make("table", {}, head, ...rows))];
}

