// What the page says of evenings, of sharing and of deals without tiles, in its four languages.

/** Simplified Chinese, English, Japanese, Traditional Chinese. @type {Record<string, [string, string, string, string]>} */
export const EVENING = {
  replay: ["后面的盘也会变", "Later deals change too", "以降の局も変わります", "後面的盤也會變"],
  replay_all: ["连后面一起改", "Save all of it", "以降もまとめて保存", "連後面一起改"],
  replay_one: ["只改这一盘", "Only this deal", "この局だけ", "只改這一盤"],
  replay_stays: ["保持原样：{0}", "Stays as it was: {0}", "そのまま：{0}", "保持原樣：{0}"],
  deal_n: ["第 {0} 盘", "Deal {0}", "{0} 局目", "第 {0} 盤"],
  balances: ["总分", "Balances", "持ち点", "總分"],
  not_reached: ["服务没有回应：稍后会再试", "The service did not answer: it is tried again shortly", "サービスから応答がありません。まもなく再試行します", "服務沒有回應：稍後會再試"],
  heic: ["这是 HEIC 图片，这里打不开。iPhone 请在「设置 › 相机 › 格式」选「兼容性最佳」，或把照片存为 JPEG", "This is a HEIC picture, which cannot be opened here. On an iPhone choose Settings › Camera › Formats › Most Compatible, or save the photo as JPEG", "HEIC 画像はここでは開けません。iPhone では「設定 › カメラ › フォーマット」で「互換性優先」を選ぶか、JPEG で保存してください", "這是 HEIC 圖片，這裡打不開。iPhone 請在「設定 › 相機 › 格式」選「最相容」，或把相片存成 JPEG"],
  undone: ["已撤销：{0}", "Undone: {0}", "元に戻しました：{0}", "已復原：{0}"],
  save_csv: ["存为表格（CSV）", "Save as spreadsheet (CSV)", "表計算用に保存 (CSV)", "存成試算表（CSV）"],
  save_json: ["存下全部记录（JSON）", "Save everything (JSON)", "すべて保存 (JSON)", "存下全部紀錄（JSON）"],
  evening_stays: ["牌桌还开着：要走请按“离开牌桌”", "The table stays open: use “Leave the table” to go", "対局は開いたままです。離れるには「卓を離れる」を使ってください", "牌桌還開著：要走請按「離開牌桌」"],
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
