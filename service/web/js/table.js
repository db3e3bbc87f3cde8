// The table shown: who deals, balances around it, deals as they come, undo, corrections, points by hand.
import { $, make, notice } from "./dom.js";
import { save } from "./api.js";
import { square, transfers } from "./answer.js";
import { load } from "./hand.js";
import * as ledger from "./ledger.js";
import { SEATS, at, seatedAt } from "./seating.js";
import { chosenRules, fill } from "./situation.js";
import { parse, tileImage } from "./tiles.js";
import { lang, say, unit } from "./words.js";

let opened = null; // the deal whose hand and fans are shown
let toHand = () => {};

// `go` brings the hand to the screen, where a deal is corrected.
export function listen(go) {
  toHand = go;
}

export function draw() {
  const { table } = ledger;
  const place = $("table");
  if (!table) { place.replaceChildren(newTable()); return; }
  const bySeat = Object.fromEntries(table.players.map((p) => [p.seat, p.balance]));
  const dealer = table.players[table.dealer].name;
  const button = (id, does, disabled = false) => make("button", { type: "button", id, disabled, onclick: does }, say(id.replaceAll("-", "_")));
  const file = (name, kind) => make("a", { class: "button", href: `v1/tables/${table.id}/history.${kind}`, download: `paiyan.${kind}`,
    onclick: (e) => { e.preventDefault(); save(`v1/tables/${table.id}/history.${kind}`, `paiyan.${kind}`); } }, name);
  place.replaceChildren(
    make("h2", {}, `${say(table.round)} · ${say("dealer")}: ${dealer}${table.repeats ? ` · ${say("repeats")} ${table.repeats}` : ""}`),
    square(bySeat, seatedAt(table, table.dealer, table.round).names),
    make("div", { class: "row actions" },
      button("undo", () => attempt(ledger.undo), !table.deals.length),
      button("drawn", () => attempt(() => ledger.write({ deal: { hands: [{ seat: "E" }] } }))),
      make("button", { type: "button", id: "points-open", "aria-expanded": "false", onclick: () => pointsFor(null) }, say("points"))),
    pointsForm(), historyTable(),
    make("div", { class: "row actions" }, file("CSV", "csv"), file("JSON", "json"), button("share_it", share), button("leave", ledger.leave)),
    make("p", { class: "quiet" }, `${say("share")}: `, make("code", {}, location.href)));
}

async function attempt(action) {
  notice("");
  try {
    await action();
  } catch (problem) {
    notice(problem.message);
  }
}

async function share() {
  const about = { title: "Paiyan 牌眼", url: location.href };
  if (navigator.share) await navigator.share(about).catch(() => {});
  else await navigator.clipboard?.writeText(about.url).then(() => notice(say("copied"))).catch(() => {});
}

function newTable() {
  const fields = [1, 2, 3, 4].map((n) => make("label", { class: "field" }, make("span", {}, `${say("player")} ${n}`),
    make("input", { type: "text", name: `p${n}`, maxlength: 40, required: true, value: "", autocomplete: "off" })));
  const form = make("form", { id: "new-table" }, make("h2", {}, say("open_table")), make("p", { class: "quiet" }, `${say("players")} · ${chosenRules()?.name ?? ""}`),
    ...fields, make("button", { class: "main" }, say("open_table")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => ledger.start([1, 2, 3, 4].map((n) => form.elements[`p${n}`].value.trim())));
  });
  return form;
}

// The form for points by hand: for a new deal, or with those of one that is corrected.
function pointsFor(deal) {
  ledger.correct(deal);
  const form = $("points");
  form.hidden = false;
  $("points-open").setAttribute("aria-expanded", "true");
  if (deal) {
    SEATS.forEach((seat, n) => { form.elements[seat].value = deal.players[(deal.dealer + n) % 4]; });
    form.elements.note.value = deal.note;
  }
  form.elements.E.focus();
}

function pointsForm() {
  const { table, correcting } = ledger;
  const { names } = seatedAt(table, (correcting ?? table).dealer, (correcting ?? table).round);
  const fields = SEATS.map((seat) => make("label", { class: "field" }, make("span", {}, `${say(seat)} ${names[seat]}`),
    make("input", { type: "number", name: seat, value: "0" })));
  const next = make("select", { name: "next" }, make("option", { value: "" }, say("by_rules")),
    ...SEATS.map((seat) => make("option", { value: seat }, `${say(seat)} ${names[seat]}`)));
  const form = make("form", { id: "points", hidden: true }, ...banner(), ...fields,
    make("label", { class: "field" }, make("span", {}, say("next_dealer")), next),
    make("label", { class: "field" }, make("span", {}, say("note")), make("input", { type: "text", name: "note", maxlength: 200 })),
    make("button", { class: "main" }, say("write")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const points = Object.fromEntries(SEATS.map((seat) => [seat, Number(form.elements[seat].value || 0)]));
    const told = { points, note: form.elements.note.value, ...(next.value ? { next_dealer: next.value } : {}) };
    attempt(() => ledger.write(told));
  });
  return form;
}

// Which deal is being corrected, and the way out.
export function banner() {
  const { correcting, table } = ledger;
  if (!correcting) return [];
  const number = 1 + table.deals.findIndex((d) => d.number === correcting.number);
  return [make("p", { class: "doubt row" }, say("correcting", number),
    make("button", { type: "button", onclick: () => ledger.correct(null) }, say("cancel")))];
}

function historyTable() {
  const { table } = ledger;
  if (!table.deals.length) return make("p");
  const head = make("tr", {}, make("th", {}, say("history")), ...table.players.map((p) => make("th", {}, p.name)));
  const rows = table.deals.flatMap((deal, n) => {
    const open = opened === deal.number;
    const title = make("button", { type: "button", class: "deal", "aria-expanded": String(open), onclick: () => { opened = open ? null : deal.number; draw(); } }, `${n + 1}. ${outcome(deal)}`);
    const gains = deal.players.map((points) => make("td", { class: points > 0 ? "plus" : points < 0 ? "minus" : "" }, String(points)));
    const more = open ? [make("tr", { class: "about" }, make("td", { colspan: "5" }, ...about(deal)))] : [];
    return [...more, make("tr", {}, make("td", {}, title), ...gains)];
  });
  return make("div", { class: "scroll" }, make("table", { id: "history" }, head, ...rows.reverse()));
}

function outcome(deal) {
  const won = (deal.answer?.winners ?? []).map((w) =>
    `${player(deal, w.seat)} ${w.total} ${unit(w.unit)}: ${w.fans.map(fanName).join(" ")}`);
  return [...won, deal.note].filter(Boolean).join("; ") || (deal.kind === "deal" || deal.answer ? say("drawn") : say("points"));
}

// A deal is kept as whoever wrote it was told; its fans are named in the language of this page.
function fanName(fan) {
  const rules = chosenRules();
  return (rules?.id === ledger.table.rules && rules.fans.find((p) => p.id === fan.id)?.name) || fan.name;
}

const player = (deal, seat) => ledger.table.players[(deal.dealer + SEATS.indexOf(seat)) % 4].name;

// A deal in full: when, in which wind, each winner's hand with its fans, who paid whom, and the way to correct it.
function about(deal) {
  const winners = deal.answer?.winners ?? [];
  const when = new Date(deal.at).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });
  const given = deal.given?.hands ?? [];
  const hands = winners.map((won) => {
    const hand = given.find((h) => h.seat === won.seat) ?? {};
    const sets = [hand.concealed, ...(hand.melds ?? []).map((m) => m.tiles), hand.win?.tile, hand.flowers].filter(Boolean);
    return make("div", {}, make("strong", {}, player(deal, won.seat)),
      make("div", { class: "row" }, ...sets.map((set) => make("span", { class: "tiles" }, ...parse(set).map(tileImage)))),
      make("p", { class: "quiet" }, won.fans.map((f) => `${fanName(f)} ${f.value}${f.count > 1 ? ` ×${f.count}` : ""}`).join(" · ")));
  });
  const whole = winners.length === 1 && given.filter((h) => h.win).length === 1;
  const paid = deal.answer?.transfers ?? [];
  return [make("p", { class: "quiet" }, `${when} · ${say(deal.round)} · ${say("dealer")}: ${ledger.table.players[deal.dealer].name}`), ...hands,
    ...(paid.length ? [seated(deal, () => transfers(paid))] : []),
    make("button", { type: "button", class: "correct", onclick: () => (whole ? correct(deal) : pointsFor(deal)) }, say("correct"))];
}

// Something made while the seats are named as a deal had them.
function seated(deal, making) {
  const now = at.table;
  at.table = seatedAt(ledger.table, deal.dealer, deal.round);
  const made = making();
  at.table = now;
  return made;
}

function correct(deal) {
  ledger.correct(deal);
  const hand = deal.given.hands.find((h) => h.win);
  toHand();
  fill(hand, deal.given);
  load(hand);
}
