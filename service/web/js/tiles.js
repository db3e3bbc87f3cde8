// Tiles: their notation, their pictures, their order.
import { make, shape } from "./dom.js";
import { lang } from "./words.js";

const SUITS = { m: ["万", "characters", "萬"], p: ["筒", "dots", "筒"], s: ["条", "bamboos", "索"] };
const NUMERALS = "一二三四五六七八九";
const HONOURS_EN = ["East", "South", "West", "North", "White", "Green", "Red"];
const HONOURS_ZH = ["东风", "南风", "西风", "北风", "白板", "发财", "红中"];
const HONOURS_JA = ["東", "南", "西", "北", "白", "發", "中"];
const FLOWERS = [["梅", "Plum"], ["兰", "Orchid"], ["菊", "Chrysanthemum"], ["竹", "Bamboo"], ["春", "Spring"], ["夏", "Summer"], ["秋", "Autumn"], ["冬", "Winter"]];

export const ALL = [..."mps"].flatMap((s) => [..."123456789"].map((n) => n + s))
  .concat([..."1234567"].map((n) => n + "z"), [..."12345678"].map((n) => n + "f"), ["0m", "0p", "0s"]);

export function tileName(tile) {
  const n = Number(tile[0]);
  const index = { zh: 0, en: 1, ja: 2 }[lang];
  if (tile === "xx") return lang === "en" ? "back" : "背";
  if (tile[1] === "z") return [HONOURS_ZH, HONOURS_EN, HONOURS_JA][index][n - 1];
  if (tile[1] === "f") return FLOWERS[n - 1][lang === "en" ? 1 : 0];
  const red = n === 0 ? { zh: "红", en: "red ", ja: "赤" }[lang] : "";
  const number = n || 5;
  return lang === "en" ? `${red}${number} ${SUITS[tile[1]][1]}` : red + NUMERALS[number - 1] + SUITS[tile[1]][index];
}

export const order = (tile) => ("mpszf".indexOf(tile[1]) + 1 || 9) * 10 + (tile[0] === "0" ? 5 : Number(tile[0]));
export const sorted = (tiles) => [...tiles].sort((a, b) => order(a) - order(b));
export const kind = (tile) => (tile[0] === "0" ? "5" + tile[1] : tile);

export function parse(text) {
  const tiles = [];
  for (const [, digits, suit] of (text ?? "").matchAll(/(\d+|x)([mpszfx])/g)) {
    for (const digit of digits) tiles.push(digit + suit);
  }
  return tiles;
}

export function picture(tile) {
  return shape("svg", { viewBox: "0 0 100 136", "aria-hidden": "true" }, shape("use", { href: `tiles.svg#t${tile}` }));
}

// A tile that is only looked at.
export function tileImage(tile) {
  const name = tileName(tile);
  return make("span", { class: "tile small", role: "img", "aria-label": name, title: name }, picture(tile));
}

export function tileButton(tile, properties = {}, extra = "") {
  const label = properties["aria-label"] ?? tileName(tile);
  return make("button", { type: "button", ...properties, class: `tile ${extra}`, "aria-label": label, title: label }, picture(tile));
}
