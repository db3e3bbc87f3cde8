// What the page says of evenings, of sharing and of deals without tiles, in its four languages.

/** Simplified Chinese, English, Japanese, Traditional Chinese. @type {Record<string, [string, string, string, string]>} */
export const EVENING = {
  told: ["不输牌，直接记番", "Win without tiles", "牌なしで和了を記録", "不輸牌，直接記番"],
  told_who: ["谁和了？", "Who won?", "和了者は？", "誰胡了？"],
  told_from: ["从谁那里？", "From whom?", "誰から？", "從誰那裡？"],
  told_worth: ["值多少？", "Worth", "点数", "值多少？"],
  told_line: ["或者写一句话", "Or write it", "または文で", "或者寫一句話"],
  told_like: ["{0}，{1}，{2}", "{0}, {1}, {2}", "{0}、{1}、{2}", "{0}，{1}，{2}"],
  told_from_whom: ["{0}点炮", "from {0}", "{0}から", "{0}點炮"],
  told_drawn: ["自摸", "self-drawn", "ツモ", "自摸"],
  told_needs_tiles: ["这套规则要看是哪些番种：请输入手牌。", "These rules pay by which fans there are: enter the tiles.", "このルールは役の種類で支払いが決まります。手牌を入力してください。", "這套規則要看是哪些番種：請輸入手牌。"],
};
