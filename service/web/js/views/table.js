// The table: who deals, balances around it, deals as they come, draws, undo, corrections, points by hand.
import { address, addressToScan, correct, drop, forget, isOnlyHere, leave, ledger, mayWrite, open, retry, saveHistory, seatedAt, start, undo, waitingBy, watch } from "../io/ledger.js";
import { Problem } from "../io/api.js";
import * as saved from "../io/saved.js";
import { dealButtons, dealForms } from "./deals.js";
import { $, button, make, notice, renew } from "./dom.js";
import { evening } from "./evening.js";
import { attempt, closeForm, formCorrects, formIsOpen } from "./forms.js";
import { changeIn, historyOf, outcome } from "./history.js";
import { money } from "./money.js";
import { peopleForms } from "./people.js";
import { square } from "./seats.js";
import { linked, share } from "./sharing.js";
import { taking } from "./taking.js";
import { apart, say, shownLanguage, titled, inScript } from "./words.js";
import "./words_evening.js";

/** @import { Store } from "../state/store.js" */
/** @import { Table } from "../io/ledger.js" */
/** @import { Waiting } from "../io/waiting.js" */
/** @import { OldTable } from "../io/saved.js" */
/** @import { Seat } from "../state/types" */

export { closeForm, formIsOpen };

/** The link that is shown for others to scan; without a picture where it is too long for one. @type {{ table: string, right: "write" | "read", address: string, picture: string } | null} */
let invited = null;

/** @param {Store} store @param {() => void} toHand brings the hand to the screen, where a deal is corrected */
export function tableView(store, toHand) {
  const draw = () => { if (store.state.view === "table") show(store, toHand); };
  watch(draw);
  store.watch((now, before) => { if (now.view !== before.view || now.rules !== before.rules) draw(); });
  return draw;
}

/** @param {Store} store @param {() => void} toHand */
function show(store, toHand) {
  const { table } = ledger;
  const place = $("table");
  if (formCorrects() && !ledger.correcting) closeForm(); // another phone took the deal back
  if (!table) { renew(place, [newTable(store), ...tablesHere(), make("p", { class: "row actions" }, taking(say("take_over"), "take-over"))]); return; }
  const { names } = seatedAt(table, table.dealer, table.round);
  const inGame = table.terms.start > 0;
  const bySeat = /** @type {Record<Seat, number>} */ (Object.fromEntries(table.players.map((p) => [p.seat, inGame ? p.points : p.balance])));
  const repeats = table.repeats ? ` · ${say("repeats")} ${table.repeats}` : "";
  const again = () => redraw(store, toHand);
  const writes = mayWrite();
  renew(place, [make("div", { class: "half", id: "table-now" },
    make("h2", {}, `${say(table.round)} · ${titled(say("dealer"), names.E)}${repeats}`),
    square((seat) => `${say(seat)} ${names[seat]}`, bySeat, make, !inGame),
    ...(table.on_table ? [make("p", { class: "quiet", id: "on-table" }, say("on_table", table.on_table))] : []),
    ...(table.over || windsOver(table) ? [make("p", { class: "doubt", id: "game-over" }, say(table.over ? "game_over" : "winds_over"))] : []),
    ...(isOnlyHere() ? [make("p", { class: "quiet", id: "kept-here" }, say("kept_here"))] : []),
    ...waitingHere(),
    writes ? make("div", { class: "row actions" }, button(say("undo"), () => undoSaying(store), { id: "undo", "data-of": `${table.version} ${ledger.waiting.length}`, disabled: !table.deals.length && !table.changes.length }), ...dealButtons(again))
      : make("p", { class: "quiet", id: "only-looking" }, say("only_looking")),
    ...(writes ? dealForms(store, table, again) : []),
    ...banner()), make("div", { class: "half", id: "table-so-far" },
    historyOf(store, table, writes, toHand, again), money(table, writes, again), evening(store, table),
    ...(writes ? [make("h2", {}, say("people")), ...peopleForms(table, again)] : []),
    invitation(table, again),
    make("div", { class: "row actions" }, file("csv"), file("json"), button(say("leave"), () => leaveSurely(), { id: "leave" })))]);
}

/** @param {Store} store @param {() => void} toHand */
const redraw = (store, toHand) => show(store, toHand);

/** Whether the last deal was that of the last wind, and the first wind comes again. @param {Table} table */
function windsOver({ deals, changes, round }) {
  const last = deals.at(-1);
  return round === "E" && last?.round === "N" && !changes.some((one) => one.kind === "game" && one.number > last.number);
}

/** What waits is sent from here later, which whoever leaves should know. */
function leaveSurely() {
  if (ledger.waiting.length && !confirm(say("leave_sure", ledger.waiting.length))) return;
  closeForm();
  leave();
}

/** Show what was undone. @param {Store} store */
async function undoSaying(store) {
  const { table } = ledger;
  const last = [...table?.deals ?? [], ...table?.changes ?? []].sort((a, b) => a.number - b.number).at(-1);
  if (!table || !last) return;
  const what = last.kind === "deal" || last.kind === "points" ? outcome(store, table, last) : changeIn(table, last);
  if (await attempt(undo)) notice(say("undone", what), true);
}

/** @param {"csv" | "json"} kind */
const file = (kind) => button(say(`save_${kind}`), () => attempt(() => saveHistory(kind), "fetched"), { id: `save-${kind}` });

/** How others come to the table: to write, or only to look on. The links are fetched on request. @param {Table} table @param {() => void} redrawn */
function invitation(table, redrawn) {
  if (invited?.table !== table.id) invited = null;
  const rights = /** @type {("write" | "read")[]} */ (isOnlyHere() ? ["write"] : mayWrite() ? ["write", "read"] : ["read"]);
  const chips = rights.map((right) => button(say(isOnlyHere() ? "hand_over" : `invite_${right}`), () => attempt(() => invite(table, right), "fetched").then(redrawn), { id: `invite-${right}`, "aria-pressed": String(invited?.right === right) }));
  return make("details", { id: "invite", open: Boolean(invited) }, make("summary", {}, say("invite")), make("div", { class: "row" }, ...chips), ...(invited ? [
    ...(invited.picture ? linked(invited.address, invited.picture) : [make("p", { class: "quiet", id: "too-long" }, say("too_long_to_scan"))]),
    button(say("share_it"), () => share(invited?.address ?? ""), { id: "share_it" })] : []));
}

/** @param {Table} table @param {"write" | "read"} right */
async function invite(table, right) {
  const tooLong = (/** @type {unknown} */ error) => { if (error instanceof Problem && error.status === 422) return ""; throw error; };
  const [at, picture] = await Promise.all([address(right), addressToScan(right).catch(tooLong)]);
  if (invited?.picture) URL.revokeObjectURL(invited.picture);
  invited = { table: table.id, right, address: at, picture };
}

/** The names typed for a table that is not open yet. @type {Record<string, string>} */
const players = {};

/** @param {Store} store */
function newTable(store) {
  const { rules } = store.state;
  const fields = [1, 2, 3, 4].map((n) => make("label", { class: "field" }, make("span", {}, `${say("player")} ${n}`),
    make("input", { type: "text", name: `p${n}`, value: players[`p${n}`] ?? "", maxlength: 40, required: true, autocomplete: "off" })));
  const name = rules.listed.find((r) => r.id === rules.wanted)?.name ?? rules.known?.name ?? "";
  const form = make("form", { id: "new-table" }, make("h2", {}, say("open_table")), make("p", { class: "quiet" }, `${say("players")} · ${inScript(name)}`),
    ...fields, make("button", { class: "main" }, say("open_table")));
  form.addEventListener("input", (/** @type {any} */ event) => { players[event.target.name] = event.target.value; });
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const named = [1, 2, 3, 4].map((n) => (players[`p${n}`] ?? "").trim());
    if (named.some((p) => !p) || new Set(named).size < 4) { notice(say("name_them")); return; }
    const { rules, situation } = store.state;
    attempt(() => start({ ...(rules.house ? { house: rules.house } : { rules: rules.wanted }), options: situation.options, players: named }));
  });
  return form;
}

/** The evenings of this phone. */
function tablesHere() {
  const all = saved.tables();
  if (!all.length) return [];
  return [make("h2", {}, say("tables_here")), make("ul", { id: "tables-here", class: "plain" }, ...all.map(tableHere))];
}

/** @param {OldTable} table */
function tableHere({ id, players, opened }) {
  const names = players.map(apart).join(", ");
  const all = waitingBy(id);
  const sure = [say("forget_sure", names), ...(all.length ? [say("forget_waiting", all.length)] : [])].join(" ");
  return make("li", { class: "row" },
    button(`${names} · ${new Date(opened).toLocaleDateString(shownLanguage())}`, () => attempt(() => open(id)), { "data-table": id }),
    button("×", () => { if (confirm(sure)) forget(id); }, { "aria-label": `${say("forget")}: ${names}` }),
    ...(all.length ? [make("span", { class: "doubt" }, notSent(all))] : []));
}

/** Why deals wait. @param {Waiting[]} all */
function notSent(all) {
  const refused = all.find((w) => w.problem);
  return refused ? say("refused_deal", inScript(refused.problem)) : say("waiting_n", all.length);
}

/** What could not be sent yet. */
function waitingHere() {
  const all = ledger.waiting;
  if (!all.length) return [];
  const refused = all.find((w) => w.problem);
  const out = refused ? [button(say("again"), () => retry(refused.key)), button(say("drop_it"), () => drop(refused.key))] : [];
  return [make("div", { class: "doubt row", id: "waiting", role: "status" }, notSent(all), ...out)];
}

/** Which deal is being corrected, and the way out. */
export function banner() {
  const { correcting, table } = ledger;
  if (!correcting || !table) return [];
  const number = 1 + table.deals.findIndex((d) => d.number === correcting.number);
  return [make("p", { class: "doubt row" }, say("correcting", number), button(say("cancel"), () => { closeForm(); correct(null); }))];
}

