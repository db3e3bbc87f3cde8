// Tiles as the page shows them: their names and their pictures.
import { isExtra } from "../state/tiles.js";
import { make, shape } from "./dom.js";
import { shownLanguage, inScript } from "./words.js";

/** @type {Record<string, [string, string, string, string]>} */
const SUITS = { m: ["万", "characters", "character", "萬"], p: ["筒", "dots", "dot", "筒"], s: ["条", "bamboos", "bamboo", "索"] };
const NUMERALS = "一二三四五六七八九";
const HONOURS_EN = ["East", "South", "West", "North", "White dragon", "Green dragon", "Red dragon"];
const HONOURS_ZH = ["东风", "南风", "西风", "北风", "白板", "发财", "红中"];
const HONOURS_JA = ["東", "南", "西", "北", "白", "發", "中"];
const FLOWERS = [["梅", "Plum"], ["兰", "Orchid", "蘭"], ["菊", "Chrysanthemum"], ["竹", "Bamboo plant"], ["春", "Spring"], ["夏", "Summer"], ["秋", "Autumn"], ["冬", "Winter"]];

/** Named by its content: a browser keeps it for good, and does not ask again for each tile that is drawn. */
export const DRAWINGS = "tiles.svg?v=cac2c5f23814";

/** What the rules call the tiles beyond the usual ones. @type {Map<string, string>} */
const extras = new Map();

/** @param {{ tile: string, name: string }[]} named */
export const nameExtras = (named) => { extras.clear(); for (const one of named) extras.set(one.tile, one.name); };

/** @param {string} tile @returns {string} */
export function tileName(tile) {
  const n = Number(tile[0]);
  const language = shownLanguage();
  if (tile === "xx") return { zh: "背面", en: "face down", ja: "裏向き", "zh-Hant": "背面" }[language];
  if (isExtra(tile)) return inScript(extras.get(tile) ?? tile);
  if (tile[1] === "z") return language === "en" ? HONOURS_EN[n - 1] : language === "ja" ? HONOURS_JA[n - 1] : inScript(HONOURS_ZH[n - 1]);
  if (tile[1] === "f") return language === "en" ? FLOWERS[n - 1][1] : (language === "ja" && FLOWERS[n - 1][2]) || inScript(FLOWERS[n - 1][0]);
  const suit = SUITS[tile[1]];
  const number = n || 5;
  if (language === "en") return `${n ? "" : "red "}${number} ${suit[number === 1 ? 2 : 1]}`;
  const red = n ? "" : language === "ja" ? "赤" : inScript("红");
  return red + NUMERALS[number - 1] + (language === "ja" ? suit[3] : inScript(suit[0]));
}

/** A tile in so few letters that they fit over it in a photo: those of its index. @param {string} tile */
export function tileMark(tile) {
  if (shownLanguage() === "en") return tile[1] === "z" ? "ESWNPFC"[Number(tile[0]) - 1] : tile;
  if (isExtra(tile) || tile[1] !== "z") return tileName(tile);
  const at = Number(tile[0]) - 1;
  return shownLanguage() === "ja" ? HONOURS_JA[at] : inScript("东南西北白发中"[at]);
}

/** @param {string} tile */
export function picture(tile) {
  if (isExtra(tile)) {
    const name = tileName(tile);
    const text = shape("text", { x: 50, y: 84, "text-anchor": "middle", "font-size": name.length > 2 ? 26 : 46, fill: "currentColor" });
    text.textContent = name.length > 6 ? name.slice(0, 6) : name;
    return shape("svg", { viewBox: "0 0 100 136", "aria-hidden": "true", "data-extra": tile }, text);
  }
  return shape("svg", { viewBox: "0 0 100 136", "aria-hidden": "true" }, shape("use", { href: `${DRAWINGS}#t${tile}` }));
}

/** A tile that is only looked at. @param {string} tile */
export function tileImage(tile) {
  const name = tileName(tile);
  return make("span", { class: "tile small", role: "img", "aria-label": name, title: name }, picture(tile));
}

/** @param {string} tile @param {Record<string, any>} [properties] @param {string} [extra] */
export function tileButton(tile, properties = {}, extra = "") {
  const label = properties["aria-label"] ?? tileName(tile);
  return make("button", { type: "button", ...properties, class: `tile ${extra}`.trim(), "aria-label": label, title: label }, picture(tile));
}
