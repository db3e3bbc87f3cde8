// What this phone remembers: statistics of its players, hands with their pictures, and all of it as a file.
import { get } from "../io/api.js";
import * as memory from "../io/memory.js";
import { saveEverything } from "../io/moving.js";
import { graphicsWanted, useGraphics } from "../io/networks.js";
import { wanted } from "../io/phone.js";
import { remember, remembers, tables } from "../io/saved.js";
import { statisticsOf } from "../state/statistics.js";
import { parse } from "../state/tiles.js";
import { $, button, dialog, make } from "./dom.js";
import { taking } from "./taking.js";
import { tileImage } from "./tiles.js";
import { inUnits, say, shownLanguage, titled, inScript } from "./words.js";
import "./words_evening.js";

/** @import { Player } from "../state/statistics.js" */

/** The tiles of a hand, set by set. @param {any} hand */
export function tilesOf(hand) {
  const sets = [hand.concealed, ...(hand.melds ?? []).map((/** @type {any} */ m) => m.tiles), hand.win?.tile, hand.flowers].filter(Boolean);
  return make("div", { class: "row" }, ...sets.map((/** @type {string} */ set) => make("span", { class: "tiles" }, ...parse(set).map(tileImage))));
}

/** The players of all evenings of this phone. */
export async function showStatistics() {
  const found = await Promise.all(tables().map(({ id: link }) => {
    const [id, secret] = link.split(".");
    return get(`v1/tables/${id}`, secret).catch(() => null);
  }));
  const players = statisticsOf(found.filter(Boolean));
  const head = make("tr", {}, ...["player", "deals", "wins", "deal_ins", "mean_hand"].map((word) => make("th", { scope: "col" }, say(word))));
  const rows = players.flatMap((p) => [row(p), ...best(p)]);
  dialog("statistics", say("statistics"), players.length
    ? [make("p", { class: "quiet" }, say("statistics_of", found.filter(Boolean).length)), make("div", { class: "scroll" }, make("table", { class: "players" }, head, ...rows))]
    : [make("p", { class: "quiet" }, say("statistics_none"))]);
}

/** @param {Player} p */
const row = (p) => make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, p.name)), make("td", {}, String(p.deals)),
  make("td", {}, `${p.wins} (${Math.round((100 * p.wins) / p.deals)}%)`), make("td", {}, String(p.dealIns)), make("td", {}, p.wins ? `+${p.mean}` : "–"));

/** @param {Player} p */
function best({ best: hand }) {
  if (!hand) return [];
  const names = hand.fans.map((fan) => inScript(fan.name)).join(" · ");
  return [make("tr", {}, make("td", { colspan: "5" }, make("span", { class: "quiet" }, [titled(say("best"), `+${hand.gain}`), inUnits(hand.total, hand.unit), names].filter(Boolean).join(" · ")), tilesOf(hand.hand)))];
}

/** The hands that this phone kept. */
export async function showHands() {
  const hands = await memory.all();
  const items = hands.map((one) => make("li", { class: "entry" },
    make("p", {}, make("bdi", {}, one.who), ` · ${new Date(one.at).toLocaleString(shownLanguage(), { dateStyle: "short", timeStyle: "short" })} · ${inUnits(one.total, one.unit)} · +${one.points}`),
    ...(one.crop ? [make("img", { src: one.crop, alt: say("crop_of", one.who), class: "kept" })] : []), tilesOf(one.hand)));
  dialog("hands-kept", say("hands_kept"), [
    make("p", { class: "quiet" }, say("hands_only_here")), make("ul", { class: "plain" }, ...items),
    ...(hands.length ? [button(say("hands_forget"), async () => { await memory.forgetAll(); /** @type {any} */ ($("hands-kept"))?.close(); }, { id: "hands-forget" })] : [])]);
}

/** What stands below the settings: whether hands are kept, and everything as a file. */
export function memorySettings() {
  const place = $("memory-settings");
  if (!place) return;
  const on = make("input", { type: "checkbox", id: "remember", checked: remembers(), onchange: (/** @type {any} */ event) => remember(event.target.checked) });
  const chip = make("input", { type: "checkbox", id: "graphics", checked: graphicsWanted(), onchange: (/** @type {any} */ event) => useGraphics(event.target.checked) });
  place.replaceChildren(
    make("label", { class: "field" }, make("span", {}, say("remember")), on), make("p", { class: "quiet" }, say("remember_why")),
    make("div", { class: "row actions" }, button(say("hands_kept"), () => { $("settings-dialog").close(); showHands(); }, { id: "hands-open" }),
      button(say("statistics"), () => { $("settings-dialog").close(); showStatistics(); }, { id: "statistics-open" })),
    make("h3", {}, say("new_phone")), make("p", { class: "quiet" }, say("new_phone_why")),
    make("div", { class: "row actions" }, button(say("save_everything"), () => saveEverything(), { id: "save-everything" }),
      taking(say("take_in"), "take-in", () => $("settings-dialog").close())),
    ...("gpu" in navigator && wanted() ? [make("label", { class: "field" }, make("span", {}, say("graphics")), chip), make("p", { class: "quiet" }, say("graphics_why"))] : []));
}
