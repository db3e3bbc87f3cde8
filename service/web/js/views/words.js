// What the page says of a hand, in its four languages; what the rules say comes from the service.
import { traditional } from "./traditional.js";

/** @typedef {"zh" | "en" | "ja" | "zh-Hant"} Language */

/** Simplified Chinese, English, Japanese; and Traditional Chinese where it takes other words. @type {Record<string, [string, string, string, string?]>} */
const WORDS = {
  nav_hand: ["看牌算番", "Hand", "手牌"],
  nav_table: ["牌桌记分", "Table", "対局記録"],
  empty: ["也可以粘贴、拖入照片，或手动输入", "You can also paste or drop a photo, or enter the tiles", "写真の貼り付け・ドロップ、手牌の入力もできます", "也可以貼上、拖入相片，或手動輸入"],
  camera: ["相机", "Camera", "カメラ"],
  shoot: ["拍下识别", "Read", "読み取る", "拍下辨識"],
  torch: ["手电筒", "Torch", "ライト", "手電筒"],
  photo: ["照片", "Photo", "写真", "相片"],
  type: ["输入", "Enter tiles", "手入力"],
  clear: ["清空", "Clear", "クリア", "清除"],
  rules: ["规则", "Rules", "ルール"],
  self_draw: ["自摸", "Self-draw", "ツモ"],
  discard: ["点炮", "Discard", "ロン"],
  robbed_kong: ["抢杠", "Robbing the kong", "槍槓"],
  robbed_flower: ["抢花", "Robbing the flower", "槍花"],
  from: ["谁点炮", "Discarded by", "放銃者"],
  seat: ["门风", "Seat wind", "自風"],
  round: ["圈风", "Round wind", "場風"],
  dealer: ["庄家", "Dealer", "親"],
  E: ["东", "East", "東"],
  S: ["南", "South", "南"],
  W: ["西", "West", "西"],
  N: ["北", "North", "北"],
  flags: ["特殊和牌", "How the tile came", "和了の状況"],
  kong_replacement: ["杠上开花", "Kong replacement", "嶺上開花"],
  flower_replacement: ["补花和牌", "Flower replacement", "花牌の補充", "花上自摸"],
  last_tile: ["海底", "Last tile", "海底・河底"],
  last_of_kind: ["和绝张", "Last of its kind", "絶張", "胡絕張"],
  first_turn: ["第一巡", "First turn", "第一巡"],
  declared_ready: ["报听", "Declared ready", "聴牌宣言"],
  wild: ["百搭／混牌", "Wild tiles", "オールマイティ牌"],
  indicator: ["翻出的牌", "Turned-up tile", "表示牌"],
  concealed: ["手牌", "Concealed", "手の内"],
  winning: ["和的牌", "Winning tile", "和了牌", "胡的牌"],
  flowers: ["花牌", "Flowers", "花牌"],
  new_meld: ["新副露", "New meld", "新しい副露"],
  meld: ["副露", "Meld", "副露"],
  nobody: ["不明", "unknown", "不明"],
  left: ["上家", "left", "上家"],
  across: ["对家", "across", "対面"],
  right: ["下家", "right", "下家"],
  chow: ["吃", "chow", "チー", "吃／上"],
  pung: ["碰", "pung", "ポン"],
  kong: ["明杠", "kong", "大明槓"],
  mixed_kong: ["风杠／喜杠", "mixed kong", "混成の槓"],
  added_kong: ["加杠", "added kong", "加槓"],
  concealed_kong: ["暗杠", "concealed kong", "暗槓"],
  remove: ["删掉", "Remove", "削除", "刪掉"],
  other: ["不是手牌", "Not part of the hand", "手牌以外"],
  done: ["完成", "Done", "完了"],
  fans: ["番种", "Fans", "役"],
  not_counted: ["不计的番种", "Fans not counted", "数えない役"],
  missed: ["差一点的番种", "Near misses", "惜しい役"],
  payments: ["收付", "Payments", "点数の授受"],
  waits: ["听牌", "Waits", "待ち"],
  no_waits: ["还没听牌", "Not tenpai", "ノーテン"],
  no_waits_why: ["再来一张也和不了。", "No single tile completes this hand.", "あと一枚では和了になりません。", "再來一張也胡不了。"],
  left_n: ["余 {0} 张", "{0} left", "残り {0} 枚", "剩 {0} 張"],
  no_win: ["还没和", "No win yet", "まだ和了ではありません", "還沒胡"],
  illegal: ["不够起和", "Below the minimum", "縛りに足りません"],
  distance: ["{0} 向听", "{0} away from tenpai", "{0} 向聴"],
  to_ledger: ["记这一盘", "Record this win", "この和了を記録"],
  key: ["本服务需要密钥，请输入：", "This service asks for a key:", "このサービスにはアクセスキーが必要です："],
  no_picture: ["「{0}」不是图片：请选 JPEG、PNG 或 WebP", "“{0}” is not a picture: choose a JPEG, PNG or WebP", "「{0}」は画像ではありません：JPEG・PNG・WebP を選んでください"],
  offline: ["没有网络：可以先输入手牌，联网后再算", "Offline: enter the hand now, it is scored once you are back online", "オフラインです：手牌の入力はできます。接続後に計算します", "沒有網路：可以先輸入手牌，連線後再算"],
  needs_network: ["这一项要联网才能改：请联网后再试。", "This needs the network: try again once you are online.", "この変更には接続が必要です。接続後にやり直してください。", "這一項要連線才能改：請連線後再試。"],
  reading: ["识别中…", "Reading…", "読み取り中…", "辨識中…"],
  joining: ["识别中…", "Reading…", "読み取り中…", "辨識中…"],
  steady: ["已认准：点“拍下识别”", "Steady: tap Read", "読み取れました：「読み取る」をタップ", "已認準：點「拍下辨識」"],
  player: ["玩家", "Player", "プレイヤー"],
  house_rules: ["自家规则…", "House rules…", "ハウスルール…"],
  undo: ["撤销", "Undo", "元に戻す", "復原"],
  points: ["手动记分", "Enter points", "点数入力"],
  write: ["记下", "Record", "記録する"],
  correct: ["更正", "Correct", "訂正"],
  correcting: ["正在更正第 {0} 盘", "Correcting deal {0}", "{0} 局目を訂正中"],
  cancel: ["不改了", "Keep the original", "訂正をやめる"],
  another: ["一炮多响：再加一家", "Add another winner", "和了者を追加"],
  also: ["{0}：也和了", "{0}: also won", "{0}も和了"],
  drawn: ["流局", "Draw", "流局"],
  fan: ["番", "fan", "番"],
  han: ["番", "han", "翻"],
  tai: ["台", "tai", "台"],
  hu: ["胡", "hu", "胡"],
  points_unit: ["分", "points", "点"],
  fu: ["符", "fu", "符"],
  busy: ["服务繁忙，正在重新发送……", "The service is busy: sending it again…", "混み合っています。もう一度送っています…", "服務忙碌，正在重新傳送……"],
  newer: ["有新版本", "There is a new version", "新しいバージョンがあります"],
  reload: ["重新载入", "Reload", "再読み込み", "重新載入"],
  went_wrong: ["出了点问题，请再试一次", "Something went wrong: please try again", "うまくいきませんでした。もう一度お試しください", "出了點問題，請再試一次"],
  language: ["语言", "Language", "言語", "語言"],
  menu: ["设置", "Settings", "設定", "設定"],
  theme: ["外观", "Appearance", "外観", "外觀"],
  theme_auto: ["跟随系统", "as the device", "端末に合わせる"],
  theme_light: ["浅色", "light", "ライト", "淺色"],
  theme_dark: ["深色", "dark", "ダーク"],
  phone_reads: ["在本机识牌，照片不上传", "Read photos on this phone, send nothing", "この端末だけで読み取り、写真を送らない", "在本機識牌，相片不上傳"],
  size: ["上传原图", "Send the original photo", "元の写真を送る"],
  size_why: ["照片会先缩到识别够用的大小再上传", "Photos are first shrunk to the size the reader uses", "写真は読み取りに必要な大きさに縮めてから送ります", "相片會先縮到辨識夠用的大小再上傳"],
  search: ["搜规则：名称或拼音", "Find rules by name", "ルール名で探す", "搜尋規則名稱"],
  nothing_found: ["没有找到这种规则", "No rules of that name", "該当するルールはありません"],
  recently: ["最近用过", "Recent", "最近使ったルール"],
  rules_away: ["“{0}”的规则还没有下载：联网后就会算出来。", "The rules of “{0}” are not on this phone yet. The hand is scored once you are back online.", "「{0}」のルールはまだ読み込まれていません。接続後に計算します。", "「{0}」的規則還沒有下載：連線後就會算出來。"],
  rules_unnamed_away: ["规则还没有下载：联网后就会算出来。", "The rules are not on this phone yet: the hand is scored once you are back online.", "ルールはまだ読み込まれていません。接続後に計算します。", "規則還沒有下載：連線後就會算出來。"],
  rules_back: ["用“{0}”", "Use “{0}”", "「{0}」にする", "用「{0}」"],
  suggest_reds: ["有赤五：打的是{0}吗？", "Red fives: are you playing {0}?", "赤牌があります：{0}ですか？", "有赤五：打的是{0}嗎？"],
  suggest_flowers: ["有花牌，而这套规则不用花：打的是{0}吗？", "These rules have no flowers: are you playing {0}?", "花牌があります（このルールでは使いません）：{0}ですか？", "有花牌，而這套規則不用花：打的是{0}嗎？"],
  suggest_sixteen: ["手里十六张：打的是{0}吗？", "Sixteen tiles in hand: are you playing {0}?", "手牌が十六枚です：{0}ですか？", "手上十六張：打的是{0}嗎？"],
  suggest_thirteen: ["手里十三张：打的是{0}吗？", "Thirteen tiles in hand: are you playing {0}?", "手牌が十三枚です：{0}ですか？", "手上十三張：打的是{0}嗎？"],
  suggest_honours: ["有字牌，而这套规则没有：打的是{0}吗？", "These rules have no honours: are you playing {0}?", "字牌があります（このルールでは使いません）：{0}ですか？", "有字牌，而這套規則沒有：打的是{0}嗎？"],
  seated_at: ["{0}风圈，庄家 {1}", "{0} round, dealer {1}", "{0}場、親 {1}"],
  undo_tile: ["退一步", "Undo", "元に戻す"],
  backspace: ["删去最后一张", "Delete the last tile", "最後の一枚を消す", "刪去最後一張"],
  typing: ["输入到", "Add to", "入力先"],
  selected_n: ["选了 {0} 张", "{0} selected", "{0} 枚選択中"],
  as_meld: ["组成副露", "Make a meld", "副露にする"],
  as_winning: ["和的是这张", "Winning tile", "和了牌にする", "胡的是這張"],
  as_concealed: ["放回手牌", "Into the hand", "手の内に戻す"],
  as_flower: ["是花牌", "Flower", "花牌にする"],
  as_other: ["不是我的", "Not mine", "他家の牌"],
  unselect: ["取消选择", "Deselect", "選択解除"],
  right_as_read: ["没认错", "Read correctly", "合っている"],
  add: ["加牌", "Add tiles", "牌を追加"],
  is_it: ["{0}？", "{0}?", "{0}？"],
  unsure: ["没看清：请核对手牌", "Hard to read: check the tiles", "読み取りに自信なし：手牌を確認"],
  not_played: ["这套规则不用这些牌：", "Not played with under these rules:", "このルールで使わない牌："],
  take_out: ["拿掉", "Take them out", "外す"],
  skip: ["跳过", "Skip", "スキップ", "略過"],
  progress: ["正在识别照片…", "Reading the photo…", "写真を読み取り中…", "正在辨識相片…"],
  reader_comes: ["正在准备识牌（第一次要下载）…", "Getting ready to read (the first time it is downloaded)…", "読み取りの準備中（初回はダウンロードします）…", "正在準備辨識（第一次要下載）…"],
  scorer_comes: ["正在准备算番…", "Getting ready to score…", "計算の準備中…"],
  stop: ["取消", "Cancel", "キャンセル"],
  failed: ["照片没能识别：", "The photo was not read:", "写真を読み取れませんでした：", "相片沒能辨識："],
  again: ["再试一次", "Try again", "もう一度"],
  summary: ["今晚战绩", "The evening", "本日の成績", "今晚戰績"],
  nobody_pays: ["没有收付", "Nobody pays", "支払いなし"],
  people: ["玩家与座位", "Players and seats", "プレイヤーと席"],
  seats: ["换座位", "Change seats", "席替え・交代", "換位"],
  rename: ["改名", "Rename", "名前を変更"],
  terms: ["底分与筹码", "Stakes and uma", "レートとウマ", "底注與籌碼"],
  promise: ["拍一手牌，得到番种、总番数和每家收付。", "A photo of the hand becomes its fans, its total, and who pays whom.", "手牌の写真から、役と点数、四人の支払いがわかります。"],
  try_it: ["试试这手牌", "Try this hand", "この手で試す"],
  show_whole: ["整张照片", "Whole photo", "写真全体", "整張相片"],
  show_hand: ["只看手牌", "Just the hand", "手牌だけ"],
  place_hand: ["手牌", "In my hand", "手の内"],
  place_winning: ["和的牌", "Winning tile", "和了牌", "胡的牌"],
  place_flower: ["我的花牌", "My flowers", "自分の花牌"],
  place_other: ["不是我的", "Not mine", "自分の牌ではない"],
  who_won: ["谁和了？", "Who won?", "和了者は？"],
  drawn_or_from: ["自摸，还是谁打的？", "Self-draw, or from whom?", "ツモ？ それとも放銃者は？"],
  winner_is: ["（和了）", "(winner)", "（和了）"],
  say_winner: ["点一下是谁和了。", "Tap who won.", "和了者を選んでください。"],
  say_from: ["点自摸，或点是谁打的。", "Tap self-draw or who discarded.", "ツモか放銃者を選んでください。"],
  counted_as: ["暂按“{0} · {1}”算。", "Counted as {0} · {1} for now. ", "仮に「{0}・{1}」として計算。", "暫按「{0} · {1}」算。"],
  who_discarded: ["这张是谁打的？", "Who discarded it?", "放銃したのは？"],
  more: ["这手和牌", "This win", "この和了"],
  fold_win: ["这手和牌的其他情况", "More about this win", "この和了の詳細"],
  fold_table: ["这一桌", "The table", "卓の状況"],
  fold_draw: ["流局与罚分", "Draws and penalties", "流局と罰符"],
  options: ["自家规则", "House rules", "ハウスルール"],
  cancel_choice: ["取消", "Cancel", "やめる"],
  fact_riichi_riichi: ["立直", "Riichi", "立直"],
  fact_riichi_double: ["两立直", "Double riichi", "ダブル立直"],
  fact_ippatsu: ["一发", "Ippatsu", "一発"],
  fact_dora_indicators: ["宝牌指示牌", "Dora indicators", "ドラ表示牌"],
  fact_ura_indicators: ["里宝牌指示牌", "Ura dora indicators", "裏ドラ表示牌", "裡寶牌指示牌"],
  fact_void_suit: ["打缺", "Void suit", "打缺"],
  fact_void_suit_m: ["缺万", "Void: characters", "萬子なし"],
  fact_void_suit_p: ["缺筒", "Void: dots", "筒子なし"],
  fact_void_suit_s: ["缺条", "Void: bamboos", "索子なし"],
  fact_treasure_drawn: ["摸宝", "Treasure drawn", "摸宝"],
  fact_treasure_rushed: ["冲宝", "Treasure rushed", "衝宝"],
  fact_treasure_red: ["红中宝", "Red dragon treasure", "紅中宝"],
  fact_treasure_gale: ["刮大风", "Gale", "大風"],
  fact_treasure_edge: ["宝夹边", "Treasure on the edge", "宝の辺張"],
  fact_treasure_double: ["翻倍", "Treasure doubled", "宝の倍"],
  fact_kong_on_kong: ["杠上杠", "Kong on a kong", "連続嶺上"],
  fact_played_open: ["明打", "Played open", "オープン"],
  fact_others_without: ["别家无精", "No wild tiles elsewhere", "他家に精牌なし"],
  fact_ready_declared: ["报听", "Declared ready", "聴牌宣言"],
  fact_ready_shown: ["现牌", "Hand shown", "手牌公開"],
  fact_ready_earthly: ["地听", "Earthly ready", "地聴"],
  fact_ready_heavenly: ["天听", "Heavenly ready", "天聴"],
  fact_declared: ["已报听", "Declared ready", "聴牌宣言済み"],
  fact_discarded_wild: ["小相公", "Discarded a wild tile", "混牌を打牌"],
  fact_after_single_kong: ["单张杠后和", "After a one-tile kong", "一枚槓の後", "單張槓後胡"],
  share_picture: ["分享图片", "Share as picture", "画像で共有"],
  share_hand: ["分享链接", "Share as link", "リンクで共有", "分享連結"],
  advise: ["打什么", "What to discard", "何を切る"],
  compare: ["别的规则下", "Under other rules", "ほかのルールでは"],
  tiles_in_hand: ["{0} 张", "{0} tiles", "{0} 枚"],
  with_flowers: ["有花", "flowers", "花牌"],
  with_reds: ["有赤五", "red fives", "赤牌"],
  with_wild: ["有百搭", "wild tiles", "オールマイティ牌"],
  no_honours: ["没有字牌", "no honours", "字牌なし"],
  fans_n: ["{0} 个番种", "{0} fans", "{0} 役"],
  from_least: ["{0} {1}起和", "at least {0} {1}", "{0} {1}縛り"],
  rule_of: ["规则原文", "In the rules", "ルールを見る"],
  not_reached: ["服务没有回应：稍后会再试", "The service did not answer: it is tried again shortly", "サービスから応答がありません。まもなく再試行します"],
  heic: ["这是 HEIC 图片，这里打不开。iPhone 请在「设置 › 相机 › 格式」选「兼容性最佳」，或把照片存为 JPEG", "This is a HEIC picture, which cannot be opened here. On an iPhone choose Settings › Camera › Formats › Most Compatible, or save the photo as JPEG", "HEIC 画像はここでは開けません。iPhone では「設定 › カメラ › フォーマット」で「互換性優先」を選ぶか、JPEG で保存してください", "這是 HEIC 圖片，這裡打不開。iPhone 請在「設定 › 相機 › 格式」選「最相容」，或把相片存成 JPEG"],
  undone: ["已撤销：{0}", "Undone: {0}", "元に戻しました：{0}", "已復原：{0}"],
  evening_stays: ["牌桌还开着：要走请按“离开牌桌”", "The table stays open: use “Leave the table” to go", "対局は開いたままです。離れるには「卓を離れる」を使ってください", "牌桌還開著：要走請按「離開牌桌」"],
  told: ["不输牌，直接记番", "Win without tiles", "牌なしで和了を記録"],
};

/** Words of a part of the page that comes later. @param {typeof WORDS} more */
export const teach = (more) => { Object.assign(WORDS, more); };

/** @type {Language[]} */
const ORDER = ["zh", "en", "ja", "zh-Hant"];

/** @returns {Language} */
function usual() {
  const wanted = navigator.language.toLowerCase();
  if (/^zh-(hant|tw|hk|mo)/.test(wanted)) return "zh-Hant";
  return ORDER.find((l) => wanted.startsWith(l)) ?? "en";
}

const saved = /** @type {Language} */ (localStorage.getItem("lang"));
let shown = ORDER.includes(saved) ? saved : usual();

/** The language that is shown. */
export const shownLanguage = () => shown;

/** The language that the service answers in: its Chinese is simplified. @returns {"zh" | "en" | "ja"} */
export const lang = () => (shown === "zh-Hant" ? "zh" : shown);

/** @param {Language} next */
export function speak(next) {
  shown = next;
  localStorage.setItem("lang", next);
  paint();
}

/** A text of the page, with values in the places of {0}, {1} … @param {string} key @param {unknown[]} values */
export function say(key, ...values) {
  return (WORDS[key]?.[ORDER.indexOf(shown)] ?? inScript(WORDS[key]?.[0] ?? key)).replace(/\{(\d)\}/g, (_, n) => String(values[n]));
}

/** A sentence of the service in the script that is shown. @param {string | null | undefined} text */
export const inScript = (text) => (shown === "zh-Hant" ? traditional(text ?? "") : text ?? "");

/** So much of what a rule set counts in. @param {number | null | undefined} n @param {string | undefined} name */
export const inUnits = (n, name) => (name ? `${n} ${n === 1 && name === "points" && shown === "en" ? "point" : say(name === "points" ? "points_unit" : name)}` : String(n));

/** A title and what belongs to it, with the colon of the language. @param {string} title @param {string} text */
export const titled = (title, text) => `${title}${shown === "en" ? ": " : "："}${text}`;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A name that moves no number next to it: text from right to left is isolated. @param {string} name */
export const apart = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** A number with a real minus sign. @param {number} n */
export const amount = (n) => String(n).replace("-", "\u2212");

/** A gain or a loss. @param {number} n */
export const signed = (n) => `${n > 0 ? "+" : ""}${amount(n)}`;

/** What a field of the rules is called; a value of it where it has several. @param {string} id @param {import("../state/types").Field} one @param {unknown} [value] */
export function factName(id, one, value) {
  const own = value === undefined || value === true ? `fact_${id}` : `fact_${id}_${value}`;
  if (WORDS[own]) return say(own);
  const title = inScript((lang() === "zh" ? one.title : one.description ?? one.title) ?? "");
  return typeof value === "string" ? titled(title, inScript(one.names?.[value] ?? value)) : title;
}

export function paint() {
  document.documentElement.lang = shown === "zh" ? "zh-Hans" : shown;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say]"))) element.textContent = say(element.dataset.say ?? "");
  document.title = `Paiyan 牌眼 · ${say("nav_hand")}`;
}
