// What to discard, on request: the hand with the tiles that help under each, and the best three in words.
import { post, Problem, sentence } from "../io/api.js";
import * as engine from "../io/engine.js";
import { ledger } from "../io/ledger.js";
import { requestOf } from "../state/request.js";
import { parse } from "../state/tiles.js";
import { dialog, make, notice } from "./dom.js";
import { tileImage, tileName } from "./tiles.js";
import { lang, say, teach, inScript } from "./words.js";

/** @import { AdvisedChoice, AdviceReport } from "../state/answers" */
/** @import { State } from "../state/types" */
/** @import { Store } from "../state/store.js" */

const BEST = 3; // choices in words

teach({
  advise_numbers: ["牌下的数：打出它以后的有效牌张数", "Under each tile: how many tiles help once it is discarded", "牌の下の数：切った後の有効牌の枚数"],
  throw: ["打{0}", "Discard {0}", "{0}を切る"],
  hand_now: ["这手牌", "This hand", "この手牌"],
  keep_hand: ["不吃不碰", "Claim nothing", "鳴かない"],
  aims_at: ["做{0}", "aims at {0}", "狙いは{0}"],
  waiting: ["听牌", "tenpai", "聴牌"],
  tiles_help: ["有效牌 {0} 张", "{0} tiles help", "有効牌 {0} 枚"],
  expects: ["和牌约 {0}%，期望 {1} 分", "wins in about {0}%, {1} points to expect", "和了は約 {0}%、期待値 {1} 点"],
});

/** @param {Store} store */
export async function advise(store) {
  const hand = handOf(store.state);
  if (!hand) return;
  const place = make("div", { id: "advised", "aria-live": "polite" }, make("p", { class: "quiet" }, "…"));
  const opened = dialog("advice-dialog", say("advise"), [place]);
  if (!opened) return;
  try {
    place.replaceChildren(...shown(await answered(hand), hand.concealed));
  } catch (error) {
    opened.close();
    notice(inScript(sentence(error)));
  }
}

/** The hand, the tile that was drawn among the others, and what else lies open in the picture. @param {State} state */
function handOf(state) {
  const request = requestOf(state);
  if (!request) return null;
  const { win, explain: _e, ...hand } = /** @type {Record<string, any>} */ (request);
  const seen = state.hand.tiles.filter((t) => t.zone === "other" && t.tile !== "xx").map((t) => t.tile).join("");
  return { ...hand, concealed: `${hand.concealed}${win?.tile ?? ""}`, ...(seen ? { seen } : {}) };
}

/** @param {Record<string, any>} hand @returns {Promise<AdviceReport>} */
async function answered(hand) {
  const [id, secret] = ledger.table ? ledger.link.split(".") : [];
  try {
    return await post(id ? `v1/advise?table=${encodeURIComponent(id)}` : "v1/advise", hand, secret);
  } catch (error) {
    if (!(error instanceof Problem) || error.status || !engine.ready()) throw error;
    return engine.advice(hand, lang()).catch((/** @type {Error} */ wrong) => { throw new Problem(wrong.message || say("went_wrong"), 422); });
  }
}

/** @param {AdviceReport} report @param {string} concealed */
function shown(report, concealed) {
  const { keeps, discards, claims } = report;
  const best = (discards ?? [...(keeps ? [keeps] : []), ...(claims ?? [])]).slice(0, BEST);
  return [...(discards ? withNumbers(discards, concealed) : []), make("ol", { class: "plain" }, ...best.map((one) => inWords(one, Boolean(claims?.length)))),
    make("p", { class: "quiet" }, inScript(report.model))];
}

/** Each tile of the hand with how many unseen tiles help once it is thrown. @param {AdvisedChoice[]} discards @param {string} concealed */
function withNumbers(discards, concealed) {
  const left = new Map(discards.map((one) => [one.discard, one.left]));
  const row = parse(concealed).map((tile) => {
    const n = left.get(tile);
    return make("span", { class: `numbered ${tile === discards[0]?.discard ? "best" : ""}`.trim(), "data-tile": tile }, tileImage(tile), make("span", { class: "quiet" }, n === undefined ? "–" : String(n)));
  });
  return [make("div", { class: "tiles advised" }, ...row), make("p", { class: "quiet" }, say("advise_numbers"))];
}

/** @param {AdvisedChoice} one @param {boolean} offered whether a discard may be claimed */
function inWords(one, offered) {
  const claim = one.meld ? `${say(one.meld.type)} ${one.meld.tiles}, ` : "";
  const does = one.discard ? `${claim}${say("throw", tileName(one.discard))}` : offered ? say("keep_hand") : say("hand_now");
  const becomes = one.distance > 0 ? say("distance", one.distance) : say("waiting");
  const helps = make("div", { class: "tiles" }, ...one.helpful.flatMap((w) => [tileImage(w.tile), make("span", { class: "quiet" }, `×${w.left}`)]));
  return make("li", { class: "advised-choice", "data-discard": one.discard ?? "" }, make("strong", {}, does), ` · ${becomes} · ${say("tiles_help", one.left)}${one.goal.id === "any" ? "" : ` · ${say("aims_at", inScript(one.goal.name))}`}`,
    ...(one.expects ? [make("p", {}, expected(one.expects))] : []), helps,
    ...one.reasons.map((reason) => make("p", { class: "quiet" }, inScript(reason.text))));
}

/** @param {NonNullable<AdvisedChoice["expects"]>} expects */
function expected({ win, points, points_error: error }) {
  const digits = Math.abs(points) < 10 ? 2 : 1; // a win is worth one or two points under some rules
  const about = error ? ` ± ${error.toFixed(digits)}` : "";
  return say("expects", Math.round(100 * win), `${(Number(points.toFixed(digits)) + 0).toFixed(digits)}${about}`);
}
