// A win without its tiles: who won, from whom, what it is worth, as chips that write the sentence which is sent.
import { post, sentence } from "../io/api.js";
import { correct, ledger, write } from "../io/ledger.js";
import { ready, score } from "../io/engine.js";
import { SEATS } from "../state/request.js";
import { $, make } from "./dom.js";
import { formOf, openForm } from "./forms.js";
import { lines } from "./seats.js";
import { lang, say, signed, inScript } from "./words.js";

/** @import { Store } from "../state/store.js" */
/** @import { Answer, Seat } from "../state/types" */
/** @import { Deal } from "../io/ledger.js" */

const LIMITS = { mangan: ["满贯", "mangan", "満貫"], haneman: ["跳满", "haneman", "跳満"], baiman: ["倍满", "baiman", "倍満"], sanbaiman: ["三倍满", "sanbaiman", "三倍満"], yakuman: ["役满", "yakuman", "役満"] };
const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110];
const FU_BELOW = 5; // han: from here on the fu does not matter
/** True if a win may have so few fu: 20 are pinfu drawn, 25 seven pairs. @param {number} fu @param {number} han @param {boolean} drawn */
const isPossible = (fu, han, drawn) => fu > 25 || (fu === 20 ? drawn && han > 1 : han > (drawn ? 2 : 1));

/** The players at E, S, W and N of the deal that is told. */
function playersNow() {
  const { table, correcting } = ledger;
  const { dealer, people } = correcting ?? { dealer: table?.dealer ?? 0, people: table?.players.map((p) => p.person) ?? [] };
  return table ? SEATS.map((_, n) => table.people[people[(dealer + n) % 4]].name) : [];
}

/** @param {Store} store @param {[string, string][]} seats @param {Record<string, string>} values @param {() => void} redrawn @param {Record<string, Seat>} now */
export function worthForm(store, seats, values, redrawn, now) {
  const { known } = store.state.rules;
  if (known && known.takes_worth === false) return make("p", { class: "doubt", id: "told" }, say("told_needs_tiles"));
  const unit = known?.unit ?? "fan";
  const names = playersNow();
  const seating = names.length ? /** @type {any} */ ({ names: Object.fromEntries(SEATS.map((seat, n) => [seat, names[n]])) }) : null;
  /** @param {string} name @param {string} value @param {string | Node[]} words @param {Record<string, string>} [also] */
  const chip = (name, value, words, also = {}) => make("button", { type: "button", onclick: () => { Object.assign(values, { [name]: values[name] === value ? "" : value, ...also }); delete values.line; redrawn(); },
    class: "chip", "data-told": `${name}:${value}`, "aria-pressed": String(values[name] === value) }, ...[words].flat());
  /** @param {string} text @param {Node[]} chips @param {string} [kind] */
  const row = (text, chips, kind = "") => make("div", { role: "group", "aria-label": text, class: "asked", "data-asks": kind }, make("p", {}, text), make("div", { class: "chips" }, ...chips));
  const han = unit === "han" ? Number(values.amount) : 0, drawn = values.from === "drawn";
  const fus = han > 0 && han < FU_BELOW ? FU.filter((n) => isPossible(n, han, drawn)) : [];
  if (!fus.includes(Number(values.fu))) values.fu = "";
  const from = seats.filter(([seat]) => seat !== values.who).map(([seat]) => chip("from", seat, lines(seating, now[seat])));
  const line = make("input", { type: "text", name: "line", value: values.line ?? sentenceOf({ ...values, who: now[values.who], from: now[values.from] ?? values.from }, names, unit), maxlength: 200, autocomplete: "off", "aria-label": say("told_line") });
  const paid = make("div", { id: "told-paid", "aria-live": "polite" });
  const amount = make("input", { type: "number", name: "amount", inputmode: "numeric", min: "0", max: "1000000", value: values.amount ?? "", "data-redraws": "yes", "aria-label": say("told_worth") });
  const worth = [make("label", {}, amount, ` ${say(unit === "points" ? "points_unit" : unit)}`)];
  if (unit === "han") worth.push(...Object.entries(LIMITS).map(([id, [zh, en, ja]]) => chip("limit", id, { zh, en, ja }[lang()], { amount: "", fu: "" })));
  const fu = fus.length ? [row(say("fu"), fus.map((n) => chip("fu", String(n), String(n))))] : [];
  const form = formOf("told", [
    row(say("told_who"), seats.map(([seat]) => chip("who", seat, lines(seating, now[seat]), values.from === seat ? { from: "" } : {})), "winner"),
    row(say("told_from"), [chip("from", "drawn", say("self_draw")), ...from], "from"),
    row(say("told_worth"), worth), ...fu, make("label", { class: "field" }, make("span", {}, say("told_line")), line), paid,
  ], say("write"), () => write({ deal: { told: written().value } }), redrawn);
  amount.addEventListener("input", () => { delete values.line; values.limit = ""; });
  line.addEventListener("change", () => preview(line.value));
  preview(line.value);
  return form;
}

/** The sentence on the screen: a field that somebody types in stays while the form around it is redrawn. @returns {HTMLInputElement} */
const written = () => $("told").elements.namedItem("line");

/** Open the form with the values of a deal that was recorded without tiles. @param {Deal} deal */
export function correctWorth(deal) {
  const { seat, worth, win } = deal.given.hands[0];
  const { han, fu, yakuman, ...units } = typeof worth === "object" ? worth : {};
  openForm("told", { who: seat, from: win.from ?? "drawn", amount: String(han ?? Object.values(units)[0] ?? ""), fu: fu ? String(fu) : "", limit: yakuman === 1 ? "yakuman" : "" });
  correct(deal);
}

/** True for a deal of one winner with a worth and no tiles. @param {Deal} deal */
export const isWorthOnly = (deal) => deal.given?.hands?.length === 1 && Boolean(deal.given.hands[0].worth);

/** The choices of the chips as the sentence that players would speak. @param {Record<string, string>} values @param {string[]} names @param {string} unit */
function sentenceOf({ who, from, amount, fu, limit }, names, unit) {
  const worth = limit || (amount ? `${amount} ${unit}${fu && unit === "han" ? ` ${fu} fu` : ""}` : "");
  if (!who || !from || !worth) return "";
  const name = (/** @type {string} */ seat) => names[SEATS.indexOf(/** @type {Seat} */ (seat))];
  return say("told_like", name(who), worth, from === "drawn" ? say("told_drawn") : say("told_from_whom", name(from)));
}

/** @param {string[]} names @param {Answer} answer */
const gains = (names, answer) => make("div", { class: "gains" }, ...SEATS.map((seat, n) => {
  const points = answer.payments?.[seat] ?? answer.balances?.[seat] ?? 0;
  return make("span", { "data-seat": seat, class: points > 0 ? "plus" : points < 0 ? "minus" : "quiet" }, make("bdi", { class: "quiet player" }, names[n]), ` ${signed(points)}`);
}));

let previews = 0;

/** What the sentence on the screen pays, before it is recorded. @param {string} text */
async function preview(text) {
  const { table } = ledger;
  const names = playersNow();
  previews += 1;
  const latest = previews;
  /** @param {Node[]} shown */
  const place = (...shown) => { if (latest === previews) $("told-paid")?.replaceChildren(...shown); };
  if (!text || !table) { place(); return; }
  const seated = Object.fromEntries(names.map((name, n) => [name, SEATS[n]]));
  const request = { ...(table.house ? { house: table.house } : { rules: table.rules }), options: table.options, round: table.round, told: text, names: seated, table: table.table };
  /** @type {Promise<Answer>} */
  const response = post("v1/score", request).catch((error) => { if (!ready() || error.status) throw error; return score(request, lang()); });
  try {
    const answer = await response;
    place(gains(names, answer));
  } catch (error) {
    place(make("p", { class: "doubt" }, inScript(sentence(error))));
  }
}
