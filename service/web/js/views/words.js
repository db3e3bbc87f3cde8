// Everything the page says, in its four languages; what the rules say comes from the service.
import { traditional } from "./traditional.js";

/** @typedef {"zh" | "en" | "ja" | "zh-Hant"} Language */

/** Simplified Chinese, English, Japanese, Traditional Chinese. @type {Record<string, [string, string, string, string]>} */
const WORDS = {
  nav_hand: ["看牌算番", "Hand", "手牌", "看牌算番"],
  nav_table: ["记账", "Table", "卓", "記賬"],
  empty: ["拍照、选图、粘贴或拖入一张照片，也可以直接输入手牌", "Take a photo, choose, paste or drop one, or type a hand", "写真を撮る・選ぶ・貼り付ける・ドロップする、または手牌を入力", "拍照、選圖、粘貼或拖入一張照片，也可以直接輸入手牌"],
  camera: ["相机", "Camera", "カメラ", "相機"],
  shoot: ["读牌", "Read", "読み取る", "讀牌"],
  torch: ["手电", "Torch", "ライト", "手電"],
  photo: ["照片", "Photo", "写真", "照片"],
  type: ["输入", "Type", "入力", "輸入"],
  clear: ["清空", "Clear", "消去", "清空"],
  rules: ["规则", "Rules", "ルール", "規則"],
  won: ["怎样和的", "Won by", "和了の仕方", "怎樣和的"],
  self_draw: ["自摸", "Self-draw", "ツモ", "自摸"],
  discard: ["点炮", "Discard", "ロン", "點炮"],
  robbed_kong: ["抢杠", "Robbed kong", "槍槓", "搶槓"],
  robbed_flower: ["抢花", "Robbed flower", "槍花", "搶花"],
  from: ["谁打的", "From", "放銃者", "誰打的"],
  seat: ["自己门风", "Seat", "自風", "自己門風"],
  round: ["圈风", "Round", "場風", "圈風"],
  dealer: ["庄家", "Dealer", "親", "莊家"],
  E: ["东", "East", "東", "東"],
  S: ["南", "South", "南", "南"],
  W: ["西", "West", "西", "西"],
  N: ["北", "North", "北", "北"],
  flags: ["特殊和法", "Special wins", "特殊な和了", "特殊和法"],
  kong_replacement: ["杠上开花", "After a kong", "嶺上", "槓上開花"],
  flower_replacement: ["补花", "After a flower", "花の補充", "補花"],
  last_tile: ["海底", "Last tile", "海底・河底", "海底"],
  last_of_kind: ["和绝张", "Last of its kind", "最後の一枚", "和絕張"],
  first_turn: ["第一巡", "First turn", "第一巡", "第一巡"],
  declared_ready: ["报听", "Declared ready", "聴牌宣言", "報聽"],
  wild: ["百搭／混牌", "Wild tiles", "ワイルド牌", "百搭／混牌"],
  indicator: ["翻出的牌", "Turned tile", "表示牌", "翻出的牌"],
  table_fields: ["牌局情况", "State of the table", "卓の状況", "牌局情況"],
  options: ["规则选项", "House options", "ルールの選択", "規則選項"],
  concealed: ["手牌", "Concealed", "手の内", "手牌"],
  winning: ["和牌", "Winning tile", "和了牌", "和牌"],
  flowers: ["花牌", "Flowers", "花牌", "花牌"],
  new_meld: ["新副露", "New meld", "新しい副露", "新副露"],
  meld: ["副露", "Meld", "副露", "副露"],
  nobody: ["未说明", "not said", "不明", "未説明"],
  left: ["上家", "left", "上家", "上家"],
  across: ["对家", "across", "対面", "對家"],
  chow: ["吃", "chow", "チー", "吃"],
  pung: ["碰", "pung", "ポン", "碰"],
  kong: ["明杠", "kong", "大明槓", "明槓"],
  mixed_kong: ["风杠／喜杠", "mixed kong", "混成の槓", "風槓／喜槓"],
  added_kong: ["加杠", "added kong", "加槓", "加槓"],
  concealed_kong: ["暗杠", "concealed kong", "暗槓", "暗槓"],
  remove: ["没有这张", "No such tile", "この牌はない", "沒有這張"],
  other: ["不是手牌", "Not of the hand", "手牌でない", "不是手牌"],
  done: ["完成", "Done", "完了", "完成"],
  fans: ["番种", "Fans", "役", "番種"],
  not_counted: ["不计", "Not counted", "数えない", "不計"],
  missed: ["差一点", "Nearly", "あと少し", "差一點"],
  payments: ["收付", "Payments", "支払い", "收付"],
  waits: ["听牌", "Waits", "待ち", "聽牌"],
  left_n: ["余", "left", "残り", "餘"],
  no_win: ["没有和", "Not a win", "和了していません", "沒有和"],
  illegal: ["不够起和", "Below the minimum", "縛りに足りません", "不夠起和"],
  distance: ["向听", "tiles from ready", "向聴", "向聽"],
  to_ledger: ["记到牌桌", "Write to the table", "卓に記録", "記到牌桌"],
  moving: ["画面在动…", "The picture moves…", "映像が動いています…", "畫面在動…"],
  key: ["本服务需要密钥，请输入：", "This service asks for a key:", "このサービスには鍵が要ります：", "本服務需要密鑰，請輸入："],
  no_camera: ["无法打开相机：请允许使用，并通过 HTTPS 打开本页", "No camera: allow it, and open this page over HTTPS", "カメラを開けません：許可し、HTTPS で開いてください", "無法打開相機：請允許使用，並通過 HTTPS 打開本頁"],
  offline: ["没有网络：可以输入手牌，连上后再计算", "Offline: type the hand now, it is scored when you are back", "オフラインです：入力だけでき、接続後に計算します", "沒有網絡：可以輸入手牌，連上後再計算"],
  reading: ["读取中…", "Reading…", "読み取り中…", "讀取中…"],
  open_table: ["开一桌", "Open a table", "卓を開く", "開一桌"],
  players: ["四位玩家，按顺序，庄家在先", "Four players in order, the dealer first", "四人を順に、起家から", "四位玩家，按順序，莊家在先"],
  player: ["玩家", "Player", "プレイヤー", "玩家"],
  share_it: ["分享", "Share", "共有", "分享"],
  copied: ["地址已复制", "The address is copied", "アドレスをコピーしました", "地址已複製"],
  undo: ["撤销", "Undo", "取り消す", "撤銷"],
  points: ["直接记分", "Points by hand", "点数を入力", "直接記分"],
  note: ["备注", "Note", "メモ", "備註"],
  write: ["记下", "Write", "記録", "記下"],
  history: ["历史", "History", "履歴", "歷史"],
  next_dealer: ["下一盘庄家", "Next dealer", "次の親", "下一盤莊家"],
  by_rules: ["按规则", "as the rules say", "ルールどおり", "按規則"],
  correct: ["更正", "Correct", "訂正", "更正"],
  correcting: ["正在更正第 {0} 盘", "Correcting deal {0}", "第 {0} 局を訂正中", "正在更正第 {0} 盤"],
  cancel: ["不更正了", "Leave it as it is", "訂正をやめる", "不更正了"],
  another: ["还有一家和", "Another winner too", "ほかにも和了者", "還有一家和"],
  also: ["也和了", "also won", "も和了", "也和了"],
  repeats: ["连庄", "repeats", "連荘", "連莊"],
  leave: ["离开牌桌", "Leave the table", "卓を離れる", "離開牌桌"],
  drawn: ["流局", "Drawn", "流局", "流局"],
  who_won: ["谁和了", "Who won", "和了者", "誰和了"],
  fan: ["番", "fan", "番", "番"],
  han: ["番", "han", "翻", "番"],
  tai: ["台", "tai", "台", "台"],
  hu: ["胡", "hu", "胡", "胡"],
  points_unit: ["分", "points", "点", "分"],
  fu: ["符", "fu", "符", "符"],
  went_wrong: ["出了点问题，请再试一次", "Something went wrong: please try again", "うまくいきませんでした。もう一度お試しください", "出了點問題，請再試一次"],
  language: ["语言", "Language", "言語", "語言"],
  menu: ["设置", "Settings", "設定", "設置"],
  theme: ["明暗", "Light or dark", "明暗", "明暗"],
  theme_auto: ["随系统", "as the device", "端末に合わせる", "隨系統"],
  theme_light: ["亮", "light", "ライト", "亮"],
  theme_dark: ["暗", "dark", "ダーク", "暗"],
  size: ["上传原图", "Send the original photo", "元の写真を送る", "上傳原圖"],
  size_why: ["照片会先缩到识别所需的大小", "Photos are first shrunk to what the reader uses", "写真は読み取りに必要な大きさに縮めて送ります", "照片會先縮到識別所需的大小"],
  search: ["找规则：名称或拼音", "Find rules by name", "ルール名で探す", "找規則：名稱或拼音"],
  nothing_found: ["没有这样的规则", "No such rules", "該当するルールはありません", "沒有這樣的規則"],
  recently: ["最近用过", "Used last", "最近使ったもの", "最近用過"],
  rules_away: ["“{0}”的规则还没有取到：连上网络后就会计算。", "The rules “{0}” have not been loaded yet: the hand is scored when you are back online.", "「{0}」のルールはまだ読み込まれていません。接続後に計算します。", "“{0}”的規則還沒有取到：連上網絡後就會計算。"],
  rules_back: ["用“{0}”", "Use “{0}”", "「{0}」を使う", "用“{0}”"],
  suggest_reds: ["有赤五：是{0}吗？", "Red fives: is it {0}?", "赤牌があります：{0}ですか？", "有赤五：是{0}嗎？"],
  suggest_flowers: ["有花牌，这套规则不用花：是{0}吗？", "Flowers, which these rules do not play with: is it {0}?", "花牌があります（このルールでは使いません）：{0}ですか？", "有花牌，這套規則不用花：是{0}嗎？"],
  suggest_sixteen: ["十六张手牌：是{0}吗？", "Sixteen tiles in hand: is it {0}?", "手牌が十六枚です：{0}ですか？", "十六張手牌：是{0}嗎？"],
  suggest_thirteen: ["十三张手牌：是{0}吗？", "Thirteen tiles in hand: is it {0}?", "手牌が十三枚です：{0}ですか？", "十三張手牌：是{0}嗎？"],
  suggest_honours: ["有字牌，这套规则没有：是{0}吗？", "Honours, which these rules do not have: is it {0}?", "字牌があります（このルールにはありません）：{0}ですか？", "有字牌，這套規則沒有：是{0}嗎？"],
  who_discarded: ["谁打的这张？", "Who discarded it?", "誰が捨てましたか？", "誰打的這張？"],
  say_discarder: ["请先选谁点炮，再记账。", "Say who discarded it, then it can be written.", "放銃者を選ぶと記録できます。", "請先選誰點炮，再記賬。"],
  more: ["更多和牌情况", "More about the win", "和了の詳細", "更多和牌情況"],
  seated_at: ["{0}圈，庄家 {1}", "{0} round, dealer {1}", "{0}場、親 {1}", "{0}圈，莊家 {1}"],
  undo_tile: ["退回一步", "Undo", "元に戻す", "退回一步"],
  backspace: ["删去最后一张", "Delete the last one", "最後の一枚を消す", "刪去最後一張"],
  typing: ["输入到", "Type into", "入力先", "輸入到"],
  selected_n: ["已选 {0} 张", "{0} selected", "{0} 枚選択", "已選 {0} 張"],
  as_meld: ["成一副露", "Make a meld", "面子にする", "成一副露"],
  as_winning: ["是和牌张", "Winning tile", "和了牌", "是和牌張"],
  as_concealed: ["放回手牌", "Into the hand", "手の内へ", "放回手牌"],
  as_flower: ["是花牌", "Flower", "花牌", "是花牌"],
  as_other: ["不是我的", "Not mine", "自分のでない", "不是我的"],
  unselect: ["取消选择", "Unselect", "選択解除", "取消選擇"],
  right_as_read: ["没读错", "Read right", "正しい", "沒讀錯"],
  add: ["加牌", "Add tiles", "牌を追加", "加牌"],
  is_it: ["{0}？", "{0}?", "{0}？", "{0}？"],
  unsure: ["这手牌读得没有把握，请核对。", "Not sure of this hand: please check it.", "この手牌は確かではありません。確認してください。", "這手牌讀得沒有把握，請核對。"],
  skip: ["跳过", "Skip", "とばす", "跳過"],
  progress: ["正在读照片…", "Reading the photo…", "写真を読み取り中…", "正在讀照片…"],
  stop: ["取消", "Cancel", "中止", "取消"],
  failed: ["照片没有读出来", "The photo was not read", "写真を読み取れませんでした", "照片沒有讀出來"],
  again: ["再试一次", "Try again", "もう一度", "再試一次"],
  steady: ["已读稳：点“读牌”", "Steady: tap Read", "安定：「読み取る」をタップ", "已讀穩：點“讀牌”"],
  joining: ["正在辨认…", "Reading…", "読み取り中…", "正在辨認…"],
  right: ["下家", "right", "下家", "下家"],
  tables_here: ["本机记过的牌局", "Evenings on this phone", "この端末の記録", "本機記過的牌局"],
  forget: ["从列表去掉", "Take it off the list", "一覧から消す", "從列表去掉"],
  forget_sure: ["去掉“{0}”？地址没有另存就找不回来了。", "Take “{0}” off the list? Without its address nobody finds it again.", "「{0}」を一覧から消しますか？アドレスがないと二度と開けません。", "去掉“{0}”？地址沒有另存就找不回來了。"],
  invite: ["请别人来这张牌桌", "Bring others to the table", "この卓に人を呼ぶ", "請別人來這張牌桌"],
  invite_write: ["一起记", "To write along", "一緒に書く", "一起記"],
  invite_read: ["只看", "To look on only", "見るだけ", "只看"],
  only_looking: ["你在旁观：这个链接只能看", "You are looking on: this link writes nothing", "観戦中です：このリンクでは書けません", "你在旁觀：這個連結只能看"],
  drawn_ready: ["流局：谁听牌？", "Drawn: who was ready?", "流局：聴牌したのは？", "流局：誰聽牌？"],
  drawn_sure: ["记一局流局", "Write the drawn deal", "流局を記録", "記一局流局"],
  just_written: ["刚记过一局流局，再记一局？", "A drawn deal was written just now: write another one?", "流局を記録したばかりです。もう一局記録しますか？", "剛記過一局流局，再記一局？"],
  on_table: ["桌上 {0} 分", "{0} lie on the table", "供託 {0} 点", "桌上 {0} 分"],
  game_over: ["按规则，这一局游戏到此结束", "By the rules the game ends here", "ルールにより、ここで終了です", "按規則，這一局遊戲到此結束"],
  waiting_n: ["有 {0} 盘还没送出，联网后按顺序送出", "{0} deals wait to be sent, in order, when you are back online", "未送信が {0} 局あります。接続後に順に送ります", "有 {0} 盤還沒送出，聯網後按順序送出"],
  refused_deal: ["没有记上：{0}", "Not written: {0}", "記録できません：{0}", "沒有記上：{0}"],
  drop_it: ["不记了", "Drop it", "取り下げる", "不記了"],
  summary: ["今晚", "The evening", "本日のまとめ", "今晚"],
  wins: ["和了", "wins", "和了", "和了"],
  best: ["最大一手", "Best hand", "最高の手", "最大一手"],
  each: ["各", "each", "各", "各"],
  nobody_pays: ["没有收付", "Nobody pays", "支払いなし", "沒有收付"],
  name_them: ["请填四位玩家的名字，各不相同。", "Fill in four names, each another.", "四人の名前を、すべて別々に入力してください。", "請填四位玩家的名字，各不相同。"],
};
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
  return (WORDS[key]?.[ORDER.indexOf(shown)] ?? key).replace(/\{(\d)\}/g, (_, n) => String(values[n]));
}

/** What the service said, in the script that is shown. @param {string | null | undefined} text */
export const told = (text) => (shown === "zh-Hant" ? traditional(text ?? "") : text ?? "");

/** What a rule set counts in. @param {string | undefined} name */
export const unit = (name) => (name ? say(name === "points" ? "points_unit" : name) : "");

export function paint() {
  document.documentElement.lang = shown === "zh" ? "zh-Hans" : shown;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say]"))) element.textContent = say(element.dataset.say ?? "");
  document.title = `Paiyan 牌眼 · ${say("nav_hand")}`;
}
