// The table: who deals, balances around it, deals as they come, draws, undo, corrections, points by hand.
import { sentence } from "../io/api.js";
import { address, addressToScan, correct, drop, leave, ledger, mayWrite, saveHistory, seatedAt, seating, start, undo, watch, write, open } from "../io/ledger.js";
import * as saved from "../io/saved.js";
import { SEATS } from "../state/request.js";
import { parse } from "../state/tiles.js";
import { transfers } from "./answer.js";
import { $, button, make, notice } from "./dom.js";
import { square } from "./seats.js";
import { evening } from "./evening.js";
import { tileImage } from "./tiles.js";
import { say, shownLanguage, told, unit } from "./words.js";

/** @import { Store } from "../state/store.js" */
/** @import { Deal, Table } from "../io/ledger.js" */
/** @import { Seat } from "../state/types" */

const JUST_NOW = 20_000; // milliseconds in which a second drawn deal is asked about
/** The deal whose hand and fans are shown. @type {number | null} */
let opened = null;
/** What stands in the form for points: another phone's write leaves it as it is. @type {Record<string, string> | null} */
let draft = null;
/** Who was ready, while a drawn deal is told. @type {Set<Seat> | null} */
let drawn = null;
let drawnAt = 0;
/** The link that is shown for others to scan. @type {{ table: string, right: "write" | "read", address: string, picture: string } | null} */
let invited = null;
let busy = false;

/** @param {Store} store @param {() => void} toHand brings the hand to the screen, where a deal is corrected */
export function tableView(store, toHand) {
  const draw = () => {
    if (store.state.view !== "table") return;
    const focused = /** @type {any} */ (document.activeElement);
    const at = focused?.name && focused.form?.id ? [focused.form.id, focused.name] : null;
    show(store, toHand);
    if (at) $(at[0])?.elements[at[1]]?.focus();
  };
  watch(() => { store.send({ type: "seated", seating: seating() }); draw(); });
  store.watch((now, before) => { if (now.view !== before.view || now.rules !== before.rules) draw(); });
  return draw;
}

/** @param {Store} store @param {() => void} toHand */
function show(store, toHand) {
  const { table } = ledger;
  const place = $("table");
  if (!table) { place.replaceChildren(newTable(store), ...tablesHere()); return; }
  const { names } = seatedAt(table, table.dealer, table.round);
  const bySeat = /** @type {Record<Seat, number>} */ (Object.fromEntries(table.players.map((p) => [p.seat, p.balance])));
  const repeats = table.repeats ? ` · ${say("repeats")} ${table.repeats}` : "";
  place.replaceChildren(
    make("h2", {}, `${say(table.round)} · ${say("dealer")}: ${names.E}${repeats}`),
    square((seat) => `${say(seat)} ${names[seat]}`, bySeat, make),
    ...(table.on_table ? [make("p", { class: "quiet", id: "on-table" }, say("on_table", table.on_table))] : []),
    ...(table.over ? [make("p", { class: "doubt" }, say("game_over"))] : []),
    ...waiting(),
    mayWrite() ? make("div", { class: "row actions" },
      button(say("undo"), () => attempt(undo), { id: "undo", disabled: !table.deals.length }),
      button(say("drawn"), () => { drawn = drawn ? null : new Set(); redraw(store, toHand); }, { id: "drawn", "aria-expanded": String(Boolean(drawn)) }),
      button(say("points"), () => { pointsFor(null); redraw(store, toHand); }, { id: "points-open", "aria-expanded": String(Boolean(draft)) })) : make("p", { class: "quiet", id: "only-looking" }, say("only_looking")),
    ...(drawn ? [drawnForm(store, table, toHand)] : []),
    ...(draft ? [pointsForm(table, draft, () => redraw(store, toHand))] : []),
    ...banner(), historyTable(store, table, toHand), evening(table),
    invitation(table, () => redraw(store, toHand)),
    make("div", { class: "row actions" }, file("csv"), file("json"), button(say("leave"), leave, { id: "leave" })));
}

/** @param {Store} store @param {() => void} toHand */
const redraw = (store, toHand) => show(store, toHand);

/** One thing at a time: a second tap while the first is on its way does nothing. @param {() => Promise<void>} action @returns {Promise<boolean>} */
async function attempt(action) {
  if (busy) return false;
  busy = true;
  notice("");
  try {
    await action();
    return true;
  } catch (error) {
    notice(told(sentence(error)));
    return false;
  } finally {
    busy = false;
  }
}

/** @param {"csv" | "json"} kind */
const file = (kind) => button(kind.toUpperCase(), () => attempt(() => saveHistory(kind)), { id: `save-${kind}` });

/** How others come to the table: to write, or only to look on. The links are asked for when they are wanted. @param {Table} table @param {() => void} redrawn */
function invitation(table, redrawn) {
  if (invited?.table !== table.id) invited = null;
  const rights = /** @type {("write" | "read")[]} */ (mayWrite() ? ["write", "read"] : ["read"]);
  const chips = rights.map((right) => button(say(`invite_${right}`), () => attempt(() => invite(table, right)).then(redrawn), { id: `invite-${right}`, "aria-pressed": String(invited?.right === right) }));
  return make("details", { id: "invite", open: Boolean(invited) }, make("summary", {}, say("invite")), make("div", { class: "row" }, ...chips), ...(invited ? [
    make("img", { class: "qr", alt: invited.address, src: invited.picture }), make("p", {}, make("code", {}, invited.address)),
    button(say("share_it"), () => share(invited?.address ?? ""), { id: "share_it" })] : []));
}

/** @param {Table} table @param {"write" | "read"} right */
async function invite(table, right) {
  const [at, picture] = await Promise.all([address(right), addressToScan(right)]);
  if (invited) URL.revokeObjectURL(invited.picture);
  invited = { table: table.id, right, address: at, picture };
}

/** @param {string} url */
async function share(url) {
  const about = { title: "Paiyan 牌眼", url };
  if (navigator.share) await navigator.share(about).catch(() => {});
  else await navigator.clipboard?.writeText(about.url).then(() => notice(say("copied"))).catch(() => {});
}

/** @param {Store} store */
function newTable(store) {
  const { rules, situation } = store.state;
  const fields = [1, 2, 3, 4].map((n) => make("label", { class: "field" }, make("span", {}, `${say("player")} ${n}`),
    make("input", { type: "text", name: `p${n}`, maxlength: 40, required: true, autocomplete: "off" })));
  const name = rules.listed.find((r) => r.id === rules.wanted)?.name ?? "";
  const form = make("form", { id: "new-table" }, make("h2", {}, say("open_table")), make("p", { class: "quiet" }, `${say("players")} · ${told(name)}`),
    ...fields, make("button", { class: "main" }, say("open_table")));
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const players = [1, 2, 3, 4].map((n) => form.elements[`p${n}`].value.trim());
    if (players.some((p) => !p) || new Set(players).size < 4) { notice(say("name_them")); return; }
    attempt(() => start({ rules: rules.wanted, options: situation.options, players }));
  });
  return form;
}

/** The evenings of this phone. */
function tablesHere() {
  const all = saved.tables();
  if (!all.length) return [];
  return [make("h2", {}, say("tables_here")), make("ul", { id: "tables-here", class: "plain" }, ...all.map((t) => make("li", { class: "row" },
    button(`${t.players.join(", ")} · ${new Date(t.opened).toLocaleDateString(shownLanguage())}`, () => attempt(() => open(t.id)), { "data-table": t.id }),
    button("×", () => { if (confirm(say("forget_sure", t.players.join(", ")))) { saved.dropTable(t.id); leave(); } }, { "aria-label": `${say("forget")}: ${t.players.join(", ")}` }))))];
}

/** What could not be sent yet. */
function waiting() {
  const all = ledger.waiting;
  if (!all.length) return [];
  const refused = all.find((w) => w.problem);
  const words = refused ? say("refused_deal", told(refused.problem)) : say("waiting_n", all.length);
  const out = refused ? [button(say("drop_it"), () => drop(refused.key))] : [];
  return [make("div", { class: "doubt row", id: "waiting", role: "status" }, words, ...out)];
}

/** A drawn deal: who was ready is asked where the rules pay for it. @param {Store} store @param {Table} table @param {() => void} toHand */
function drawnForm(store, table, toHand) {
  const { names } = seatedAt(table, table.dealer, table.round);
  const asks = Boolean(store.state.rules.known?.table.properties?.ready_E);
  const boxes = asks ? SEATS.map((seat) => make("label", { class: "chip" }, make("input", { type: "checkbox", name: `ready_${seat}`, checked: Boolean(drawn?.has(seat)),
    onchange: (/** @type {any} */ e) => (e.target.checked ? drawn?.add(seat) : drawn?.delete(seat)) }), ` ${say(seat)} ${names[seat]}`)) : [];
  const again = Date.now() - drawnAt < JUST_NOW ? [make("p", { class: "doubt" }, say("just_written"))] : [];
  const form = make("form", { id: "drawn-form", class: "choice" }, ...again, ...(asks ? [make("p", {}, say("drawn_ready"))] : []), make("div", { class: "row" }, ...boxes),
    make("div", { class: "row actions" }, make("button", { class: "main", id: "write-drawn" }, say("drawn_sure")), button(say("stop"), () => { drawn = null; redraw(store, toHand); })));
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const ready = asks ? { table: Object.fromEntries(SEATS.map((seat) => [`ready_${seat}`, drawn?.has(seat) ? "yes" : "no"])) } : {};
    form.querySelector("#write-drawn").disabled = true;
    if (await attempt(() => write({ deal: { hands: [], ...ready } }))) { drawn = null; drawnAt = Date.now(); }
    redraw(store, toHand);
  });
  return form;
}

/** The form for points by hand: for a new deal, or with those of one that is corrected. @param {Deal | null} deal */
function pointsFor(deal) {
  if (!deal && draft) { draft = null; return; }
  draft = { E: "0", S: "0", W: "0", N: "0", next: "", note: deal?.note ?? "" };
  if (deal) for (const [n, seat] of SEATS.entries()) draft[seat] = String(deal.players[(deal.dealer + n) % 4]);
  correct(deal);
}

/** @param {Table} table @param {Record<string, string>} values @param {() => void} again */
function pointsForm(table, values, again) {
  const { correcting } = ledger;
  const { names } = seatedAt(table, (correcting ?? table).dealer, (correcting ?? table).round);
  const fields = SEATS.map((seat) => make("label", { class: "field" }, make("span", {}, `${say(seat)} ${names[seat]}`),
    make("input", { type: "number", name: seat, value: values[seat] })));
  const next = make("select", { name: "next" }, make("option", { value: "" }, say("by_rules")),
    ...SEATS.map((seat) => make("option", { value: seat, selected: values.next === seat }, `${say(seat)} ${names[seat]}`)));
  const form = make("form", { id: "points" }, ...fields,
    make("label", { class: "field" }, make("span", {}, say("next_dealer")), next),
    make("label", { class: "field" }, make("span", {}, say("note")), make("input", { type: "text", name: "note", maxlength: 200, value: values.note })),
    make("button", { class: "main" }, say("write")));
  form.addEventListener("input", (/** @type {any} */ event) => { values[event.target.name] = event.target.value; });
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const points = Object.fromEntries(SEATS.map((seat) => [seat, Number(values[seat] || 0)]));
    if (await attempt(() => write({ points, note: values.note, ...(values.next ? { next_dealer: values.next } : {}) }))) draft = null;
    again();
  });
  return form;
}

/** Which deal is being corrected, and the way out. */
export function banner() {
  const { correcting, table } = ledger;
  if (!correcting || !table) return [];
  const number = 1 + table.deals.findIndex((d) => d.number === correcting.number);
  return [make("p", { class: "doubt row" }, say("correcting", number), button(say("cancel"), () => { draft = null; correct(null); }))];
}

/** @param {Store} store @param {Table} table @param {() => void} toHand */
function historyTable(store, table, toHand) {
  if (!table.deals.length) return make("p");
  const items = table.deals.map((deal, n) => {
    const open = opened === deal.number;
    const title = button(`${n + 1}. ${outcome(store, table, deal)}`, () => { opened = open ? null : deal.number; redraw(store, toHand); }, { class: "deal", "aria-expanded": String(open) });
    const gains = make("div", { class: "gains" }, ...deal.players.map((points, p) => make("span", { class: points > 0 ? "plus" : points < 0 ? "minus" : "quiet" },
      make("span", { class: "quiet player" }, table.players[p].name), ` ${points > 0 ? "+" : ""}${points}`)));
    return make("li", { class: "entry" }, title, gains, ...(open ? [make("div", { class: "about" }, ...about(store, table, deal, toHand))] : []));
  });
  return make("section", {}, make("h2", {}, say("history")), make("ol", { id: "history", class: "plain" }, ...items.reverse()));
}

/** @param {Store} store @param {Table} table @param {Deal} deal */
function outcome(store, table, deal) {
  const won = (deal.answer?.winners ?? []).map((/** @type {any} */ w) => `${player(table, deal, w.seat)} ${w.total} ${unit(w.unit)}: ${w.fans.map((/** @type {any} */ f) => fanName(store, table, f)).join(" ")}`);
  return [...won, deal.note].filter(Boolean).join("; ") || (deal.kind === "deal" || deal.answer ? say("drawn") : say("points"));
}

/** A deal is kept as whoever wrote it was told; its fans are named in the language of this page. @param {Store} store @param {Table} table @param {{ id: string, name: string }} fan */
function fanName(store, table, fan) {
  const { known } = store.state.rules;
  return told((known?.id === table.rules && known.fans.find((p) => p.id === fan.id)?.name) || fan.name);
}

/** @param {Table} table @param {Deal} deal @param {Seat} seat */
const player = (table, deal, seat) => table.players[(deal.dealer + SEATS.indexOf(seat)) % 4].name;

/** A deal in full: when, in which wind, each winner's hand with its fans, who paid whom, and the way to correct it. @param {Store} store @param {Table} table @param {Deal} deal @param {() => void} toHand */
function about(store, table, deal, toHand) {
  const winners = deal.answer?.winners ?? [];
  const when = new Date(deal.at).toLocaleTimeString(shownLanguage(), { hour: "2-digit", minute: "2-digit" });
  const given = deal.given?.hands ?? [];
  const hands = winners.map((/** @type {any} */ won) => {
    const hand = given.find((/** @type {any} */ h) => h.seat === won.seat) ?? {};
    const sets = [hand.concealed, ...(hand.melds ?? []).map((/** @type {any} */ m) => m.tiles), hand.win?.tile, hand.flowers].filter(Boolean);
    return make("div", {}, make("strong", {}, player(table, deal, won.seat)),
      make("div", { class: "row" }, ...sets.map((/** @type {string} */ set) => make("span", { class: "tiles" }, ...parse(set).map(tileImage)))),
      make("p", { class: "quiet" }, won.fans.map((/** @type {any} */ f) => `${fanName(store, table, f)} ${f.value}${f.count > 1 ? ` ×${f.count}` : ""}`).join(" · ")));
  });
  const whole = winners.length === 1 && given.filter((/** @type {any} */ h) => h.win).length === 1;
  const paid = deal.answer?.transfers ?? [];
  return [make("p", { class: "quiet" }, `${when} · ${say(deal.round)} · ${say("dealer")}: ${table.players[deal.dealer].name}`), ...hands,
    ...(paid.length ? [transfers(paid, seatedAt(table, deal.dealer, deal.round))] : []),
    ...(mayWrite() ? [button(say("correct"), () => { if (whole) again(store, deal, toHand); else { pointsFor(deal); redraw(store, toHand); } }, { class: "correct" })] : [])];
}

/** A deal's hand and situation on the screen again. @param {Store} store @param {Deal} deal @param {() => void} toHand */
function again(store, deal, toHand) {
  correct(deal);
  const hand = deal.given.hands.find((/** @type {any} */ h) => h.win);
  const { wild = "", indicator = "", table = {} } = deal.given;
  store.send({ type: "situation changed", changes: {
    by: hand.win.by, seat: hand.seat, from: hand.win.from ?? null, flags: hand.win.flags ?? [],
    wild: hand.wild ?? wild, indicator: hand.indicator ?? indicator, table: { ...table, ...hand.table },
  } });
  store.send({ type: "hand told", hand });
  toHand();
}
