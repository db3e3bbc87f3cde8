// What else changes where a deal of before is corrected: shown before it is saved.
import { SEATS } from "../state/request.js";
import { button, make } from "./dom.js";
import { amount, apart, say, signed, titled, inScript } from "./words.js";
import "./words_evening.js";

/** @import { Table } from "../io/ledger.js" */

/** @typedef {{ dealer: number, round: string, players: number[], next_dealer: string }} Outcome */
/** @typedef {{ replayed: { number: number, was: Outcome, is: Outcome, problem: string | null }[], people: { name: string, was: number, is: number }[] }} Plan */

/** Ask what of it is wanted: all that follows, the one deal, or nothing. @param {Plan} plan @param {Table} table @returns {Promise<"all" | "one" | "">} */
export function askReplay(plan, table) {
  return new Promise((done) => {
    /** @type {"all" | "one" | ""} */
    let chosen = "";
    /** @param {"all" | "one" | ""} how */
    const choose = (how) => () => { chosen = how; dialog.close(); };
    const dialog = make("dialog", { id: "replay-dialog", "aria-label": say("replay") },
      make("h2", {}, say("replay")), make("ul", { class: "plain", id: "replayed" }, ...plan.replayed.map((one) => changeOf(one, table))),
      make("h3", {}, say("balances")), make("ul", { class: "plain settled" }, ...plan.people.map(({ name, was, is }) => make("li", {}, make("bdi", {}, name), make("strong", {}, was === is ? amount(is) : `${amount(was)} → ${amount(is)}`)))),
      make("div", { class: "row actions" }, button(say("replay_all"), choose("all"), { class: "main", id: "replay-all" }),
        button(say("replay_one"), choose("one"), { id: "replay-one" }), button(say("stop"), choose(""))));
    dialog.addEventListener("close", () => { dialog.remove(); done(chosen); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @param {Plan["replayed"][0]} one @param {Table} table */
function changeOf({ number, was, is, problem }, table) {
  const at = table.deals.findIndex((deal) => deal.number === number);
  const { people } = table.deals[at] ?? { people: [0, 1, 2, 3] };
  const name = (/** @type {number} */ place) => apart(table.people[people[place]].name);
  const dealt = was.dealer === is.dealer && was.round === is.round ? [] : [titled(say("dealer"), `${name(was.dealer)} (${say(was.round)}) → ${name(is.dealer)} (${say(is.round)})`)];
  const moved = SEATS.flatMap((_, place) => (was.players[place] === is.players[place] ? [] : [`${name(place)} ${signed(was.players[place])} → ${signed(is.players[place])}`]));
  return make("li", { class: "entry" }, make("strong", {}, say("deal_n", at + 1)), ...[...dealt, ...moved].map((text) => make("p", {}, text)),
    ...(problem ? [make("p", { class: "doubt" }, say("replay_stays", inScript(problem)))] : []));
}

