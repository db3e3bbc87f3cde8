// Everything the page says, in its four languages; what the rules say comes from the service.
import { traditional } from "./traditional.js";
import { ASKING } from "./words_asking.js";
import { EVENING } from "./words_evening.js";

/** @typedef {"zh" | "en" | "ja" | "zh-Hant"} Language */

/** Simplified Chinese, English, Japanese, Traditional Chinese. @type {Record<string, [string, string, string, string]>} */
const WORDS = {
  ...EVENING,
  ...ASKING,
  nav_hand: ["看牌算番", "Hand", "手牌", "看牌算番"],
  nav_table: ["牌桌记分", "Table", "対局記録", "牌桌記分"],
  empty: ["也可以粘贴、拖入照片，或手动输入", "You can also paste or drop a photo, or enter the tiles", "写真の貼り付け・ドロップ、手牌の入力もできます", "也可以貼上、拖入相片，或手動輸入"],
  camera: ["相机", "Camera", "カメラ", "相機"],
  shoot: ["拍下识别", "Read", "読み取る", "拍下辨識"],
  torch: ["手电筒", "Torch", "ライト", "手電筒"],
  photo: ["照片", "Photo", "写真", "相片"],
  type: ["输入", "Enter tiles", "手入力", "輸入"],
  clear: ["清空", "Clear", "クリア", "清除"],
  rules: ["规则", "Rules", "ルール", "規則"],
  self_draw: ["自摸", "Self-draw", "ツモ", "自摸"],
  discard: ["点炮", "Discard", "ロン", "放槍／出銃"],
  robbed_kong: ["抢杠", "Robbing the kong", "槍槓", "搶槓"],
  robbed_flower: ["抢花", "Robbing the flower", "槍花", "搶花"],
  from: ["谁点炮", "Discarded by", "放銃者", "誰放槍"],
  seat: ["门风", "Seat wind", "自風", "門風"],
  round: ["圈风", "Round wind", "場風", "圈風"],
  dealer: ["庄家", "Dealer", "親", "莊家"],
  E: ["东", "East", "東", "東"],
  S: ["南", "South", "南", "南"],
  W: ["西", "West", "西", "西"],
  N: ["北", "North", "北", "北"],
  flags: ["特殊和牌", "How the tile came", "和了の状況", "特殊胡牌"],
  kong_replacement: ["杠上开花", "Kong replacement", "嶺上開花", "槓上開花"],
  flower_replacement: ["补花和牌", "Flower replacement", "花牌の補充", "花上自摸"],
  last_tile: ["海底", "Last tile", "海底・河底", "海底"],
  last_of_kind: ["和绝张", "Last of its kind", "絶張", "胡絕張"],
  first_turn: ["第一巡", "First turn", "第一巡", "第一巡"],
  declared_ready: ["报听", "Declared ready", "聴牌宣言", "報聽"],
  wild: ["百搭／混牌", "Wild tiles", "オールマイティ牌", "百搭／混牌"],
  indicator: ["翻出的牌", "Turned-up tile", "表示牌", "翻出的牌"],
  concealed: ["手牌", "Concealed", "手の内", "手牌"],
  winning: ["和的牌", "Winning tile", "和了牌", "胡的牌"],
  flowers: ["花牌", "Flowers", "花牌", "花牌"],
  new_meld: ["新副露", "New meld", "新しい副露", "新副露"],
  meld: ["副露", "Meld", "副露", "副露"],
  nobody: ["不明", "unknown", "不明", "不明"],
  left: ["上家", "left", "上家", "上家"],
  across: ["对家", "across", "対面", "對家"],
  right: ["下家", "right", "下家", "下家"],
  chow: ["吃", "chow", "チー", "吃／上"],
  pung: ["碰", "pung", "ポン", "碰"],
  kong: ["明杠", "kong", "大明槓", "明槓"],
  mixed_kong: ["风杠／喜杠", "mixed kong", "混成の槓", "風槓／喜槓"],
  added_kong: ["加杠", "added kong", "加槓", "加槓"],
  concealed_kong: ["暗杠", "concealed kong", "暗槓", "暗槓"],
  remove: ["删掉", "Remove", "削除", "刪掉"],
  other: ["不是手牌", "Not part of the hand", "手牌以外", "不是手牌"],
  done: ["完成", "Done", "完了", "完成"],
  fans: ["番种", "Fans", "役", "番種"],
  not_counted: ["不计的番种", "Fans not counted", "数えない役", "不計的番種"],
  missed: ["差一点的番种", "Near misses", "惜しい役", "差一點的番種"],
  payments: ["收付", "Payments", "点数の授受", "收付"],
  waits: ["听牌", "Waits", "待ち", "聽牌"],
  left_n: ["余", "left", "残り", "剩"],
  no_win: ["还没和", "Not a winning hand", "和了形ではありません", "還沒胡"],
  illegal: ["不够起和", "Below the minimum", "縛りに足りません", "不夠起胡"],
  distance: ["{0} 向听", "{0} away from tenpai", "{0} 向聴", "{0} 向聽"],
  to_ledger: ["记这一盘", "Record this win", "この和了を記録", "記這一盤"],
  moving: ["请拿稳…", "Hold still…", "動かさないでください…", "請拿穩…"],
  key: ["本服务需要密钥，请输入：", "This service asks for a key:", "このサービスにはアクセスキーが必要です：", "本服務需要密鑰，請輸入："],
  no_camera: ["相机打不开：请允许使用相机，并用 HTTPS 打开本页", "No camera: allow its use, and open this page over HTTPS", "カメラを開けません：使用を許可し、HTTPS で開いてください", "相機打不開：請允許使用相機，並以 HTTPS 開啟本頁"],
  no_picture: ["「{0}」不是图片：请选 JPEG、PNG 或 WebP", "“{0}” is not a picture: choose a JPEG, PNG or WebP", "「{0}」は画像ではありません：JPEG・PNG・WebP を選んでください", "「{0}」不是圖片：請選 JPEG、PNG 或 WebP"],
  offline: ["没有网络：可以先输入手牌，联网后再算", "Offline: enter the hand now, it is scored once you are back online", "オフラインです：手牌の入力はできます。接続後に計算します", "沒有網路：可以先輸入手牌，連線後再算"],
  needs_network: ["这一项要联网才能改：请联网后再试。", "This needs the network: try again once you are online.", "この変更には接続が必要です。接続後にやり直してください。", "這一項要連線才能改：請連線後再試。"],
  reading: ["识别中…", "Reading…", "読み取り中…", "辨識中…"],
  joining: ["识别中…", "Reading…", "読み取り中…", "辨識中…"],
  steady: ["已认准：点“拍下识别”", "Steady: tap Read", "読み取れました：「読み取る」をタップ", "已認準：點「拍下辨識」"],
  open_table: ["开一桌", "Start a game", "卓を立てる", "開一桌"],
  players: ["四位玩家，按座位顺序，从起庄开始", "Four players in seating order, first dealer first", "座順に四人、起家から", "四位玩家，按座位順序，由起莊開始"],
  player: ["玩家", "Player", "プレイヤー", "玩家"],
  house_rules: ["自家规则…", "House rules…", "ハウスルール…", "自家規則…"],
  house_name: ["名称", "Name", "名称", "名稱"],
  house_base: ["基础规则", "Starts from", "元のルール", "基礎規則"],
  house_minimum: ["起和番数", "Minimum to win", "和了に必要な翻", "起胡番數"],
  house_cap: ["封顶番数", "Maximum", "上限の翻", "封頂番數"],
  house_multiple: ["倍数", "Multiply payments by", "倍率", "倍數"],
  house_text: ["规则文件", "Rules file", "ファイル", "規則檔"],
  house_as_text: ["这份规则不是在这里写的：请直接改文字", "These rules were written elsewhere: edit their text", "ここで作られたものではありません：文字で直してください", "這份規則不是在這裡寫的：請直接改文字"],
  house_at_table: ["这桌的规则已经定了：“{0}”没有启用。离开牌桌后再打开这个链接", "The rules of this game are set: “{0}” was not used. Leave the game, then open the link again", "この卓のルールは決まっています：「{0}」は使われません。卓を離れてからもう一度リンクを開いてください", "這桌的規則已經定了：「{0}」沒有啟用。離開牌桌後再打開這個連結"],
  house_try: ["这手牌", "This hand", "この手", "這手牌"],
  house_no_hand: ["手牌摆好后，这里马上显示得分", "Enter a hand to see its score here", "手牌を入れると点がここに出ます", "手牌擺好後，這裡馬上顯示得分"],
  share_it: ["分享", "Share", "共有", "分享"],
  copied: ["链接已复制", "Link copied", "リンクをコピーしました", "連結已複製"],
  undo: ["撤销", "Undo", "元に戻す", "復原"],
  points: ["手动记分", "Enter points", "点数を入力", "手動記分"],
  note: ["备注", "Note", "メモ", "備註"],
  write: ["记下", "Record", "記録する", "記下"],
  history: ["记录", "History", "履歴", "紀錄"],
  next_dealer: ["下一盘庄家", "Next dealer", "次局の親", "下一盤莊家"],
  by_rules: ["按规则", "by the rules", "ルールどおり", "按規則"],
  correct: ["更正", "Correct", "訂正", "更正"],
  correcting: ["正在更正第 {0} 盘", "Correcting deal {0}", "{0} 局目を訂正中", "正在更正第 {0} 盤"],
  cancel: ["不改了", "Keep the original", "訂正をやめる", "不改了"],
  another: ["一炮多响：再加一家", "Add another winner", "和了者を追加", "一炮多響：再加一家"],
  also: ["{0}：也和了", "{0}: also won", "{0}も和了", "{0}：也胡了"],
  repeats: ["连庄", "dealer repeat", "連荘", "連莊"],
  leave: ["离开牌桌", "Leave this game", "卓を離れる", "離開牌桌"],
  drawn: ["流局", "Draw", "流局", "流局"],
  fan: ["番", "fan", "番", "番"],
  han: ["番", "han", "翻", "番"],
  tai: ["台", "tai", "台", "台"],
  hu: ["胡", "hu", "胡", "胡"],
  points_unit: ["分", "points", "点", "分"],
  fu: ["符", "fu", "符", "符"],
  busy: ["服务繁忙，正在重新发送……", "The service is busy: sending it again…", "混み合っています。もう一度送っています…", "服務忙碌，正在重新傳送……"],
  went_wrong: ["出了点问题，请再试一次", "Something went wrong: please try again", "うまくいきませんでした。もう一度お試しください", "出了點問題，請再試一次"],
  language: ["语言", "Language", "言語", "語言"],
  menu: ["设置", "Settings", "設定", "設定"],
  theme: ["外观", "Appearance", "外観", "外觀"],
  theme_auto: ["跟随系统", "as the device", "端末に合わせる", "跟隨系統"],
  theme_light: ["浅色", "light", "ライト", "淺色"],
  theme_dark: ["深色", "dark", "ダーク", "深色"],
  phone_reads: ["在本机识牌，照片不上传", "Read photos on this phone, send nothing", "この端末だけで読み取り、写真を送らない", "在本機識牌，相片不上傳"],
  size: ["上传原图", "Send the original photo", "元の写真を送る", "上傳原圖"],
  size_why: ["照片会先缩到识别够用的大小再上传", "Photos are first shrunk to the size the reader uses", "写真は読み取りに必要な大きさに縮めてから送ります", "相片會先縮到辨識夠用的大小再上傳"],
  search: ["搜规则：名称或拼音", "Find rules by name", "ルール名で探す", "搜尋規則名稱"],
  nothing_found: ["没有找到这种规则", "No rules of that name", "該当するルールはありません", "沒有找到這種規則"],
  recently: ["最近用过", "Recent", "最近使ったルール", "最近用過"],
  rules_away: ["“{0}”的规则还没有下载：联网后就会算出来。", "The rules of “{0}” are not on this phone yet. The hand is scored once you are back online.", "「{0}」のルールはまだ読み込まれていません。接続後に計算します。", "「{0}」的規則還沒有下載：連線後就會算出來。"],
  rules_unnamed_away: ["规则还没有下载：联网后就会算出来。", "The rules are not on this phone yet: the hand is scored once you are back online.", "ルールはまだ読み込まれていません。接続後に計算します。", "規則還沒有下載：連線後就會算出來。"],
  rules_back: ["用“{0}”", "Use “{0}”", "「{0}」にする", "用「{0}」"],
  suggest_reds: ["有赤五：打的是{0}吗？", "Red fives: are you playing {0}?", "赤牌があります：{0}ですか？", "有赤五：打的是{0}嗎？"],
  suggest_flowers: ["有花牌，而这套规则不用花：打的是{0}吗？", "These rules have no flowers: are you playing {0}?", "花牌があります（このルールでは使いません）：{0}ですか？", "有花牌，而這套規則不用花：打的是{0}嗎？"],
  suggest_sixteen: ["手里十六张：打的是{0}吗？", "Sixteen tiles in hand: are you playing {0}?", "手牌が十六枚です：{0}ですか？", "手上十六張：打的是{0}嗎？"],
  suggest_thirteen: ["手里十三张：打的是{0}吗？", "Thirteen tiles in hand: are you playing {0}?", "手牌が十三枚です：{0}ですか？", "手上十三張：打的是{0}嗎？"],
  suggest_honours: ["有字牌，而这套规则没有：打的是{0}吗？", "These rules have no honours: are you playing {0}?", "字牌があります（このルールでは使いません）：{0}ですか？", "有字牌，而這套規則沒有：打的是{0}嗎？"],
  seated_at: ["{0}风圈，庄家 {1}", "{0} round, dealer {1}", "{0}場、親 {1}", "{0}風圈，莊家 {1}"],
  undo_tile: ["退一步", "Undo", "元に戻す", "退一步"],
  backspace: ["删去最后一张", "Delete the last tile", "最後の一枚を消す", "刪去最後一張"],
  typing: ["输入到", "Add to", "入力先", "輸入到"],
  selected_n: ["选了 {0} 张", "{0} selected", "{0} 枚選択中", "選了 {0} 張"],
  as_meld: ["组成副露", "Make a meld", "副露にする", "組成副露"],
  as_winning: ["和的是这张", "Winning tile", "和了牌にする", "胡的是這張"],
  as_concealed: ["放回手牌", "Into the hand", "手の内に戻す", "放回手牌"],
  as_flower: ["是花牌", "Flower", "花牌にする", "是花牌"],
  as_other: ["不是我的", "Not mine", "自分の牌ではない", "不是我的"],
  unselect: ["取消选择", "Deselect", "選択解除", "取消選擇"],
  right_as_read: ["没认错", "Read correctly", "合っている", "沒認錯"],
  add: ["加牌", "Add tiles", "牌を追加", "加牌"],
  is_it: ["{0}？", "{0}?", "{0}？", "{0}？"],
  unsure: ["这手牌认得没有把握，请核对。", "Please check this hand: it is hard to read.", "この手牌は読み取りに自信がありません。確認してください。", "這手牌認得沒有把握，請核對。"],
  skip: ["跳过", "Skip", "スキップ", "略過"],
  progress: ["正在识别照片…", "Reading the photo…", "写真を読み取り中…", "正在辨識相片…"],
  stop: ["取消", "Cancel", "キャンセル", "取消"],
  failed: ["照片没能识别", "The photo was not read", "写真を読み取れませんでした", "相片沒能辨識"],
  again: ["再试一次", "Try again", "もう一度", "再試一次"],
  tables_here: ["这部手机上的牌桌", "Games on this phone", "この端末の対局", "這支手機上的牌桌"],
  forget: ["从列表移除", "Remove from the list", "一覧から外す", "從清單移除"],
  forget_sure: ["移除“{0}”？链接没有另存的话就再也打不开了。", "Remove “{0}” from the list? Without its link it cannot be opened again.", "「{0}」を一覧から外しますか？リンクを控えていないと二度と開けません。", "移除「{0}」？連結沒有另存的話就再也打不開了。"],
  forget_waiting: ["其中 {0} 盘还没送出，会一起丢掉。", "Deals not sent yet would be lost: {0}.", "未送信の {0} 局も失われます。", "其中 {0} 盤還沒送出，會一起丟掉。"],
  leave_sure: ["还有 {0} 盘没送出，联网后会从这部手机送出。现在离开吗？", "Deals not sent yet: {0}. This phone sends them once it is back online. Leave now?", "未送信が {0} 局あります。接続後にこの端末から送ります。離れますか？", "還有 {0} 盤沒送出，連線後會從這支手機送出。現在離開嗎？"],
  invite: ["邀请别人", "Invite others", "ほかの人を招待", "邀請別人"],
  only_here: ["只有这台机器打得开这个地址。别的手机要用：以 paiyan serve --host 0.0.0.0 启动，再按显示的地址打开本页", "Only this computer can open this address. For other phones, start paiyan serve --host 0.0.0.0 and open the page at the address that it shows", "このアドレスを開けるのはこの機器だけです。ほかの端末では、paiyan serve --host 0.0.0.0 で起動し、表示されるアドレスでこのページを開いてください", "只有這台機器打得開這個位址。別的手機要用：以 paiyan serve --host 0.0.0.0 啟動，再以顯示的位址開啟本頁"],
  invite_write: ["可以记分", "May record", "記録もできる", "可以記分"],
  invite_read: ["只能看", "View only", "閲覧のみ", "只能看"],
  only_looking: ["你在旁观：这个链接只能看，不能记", "View only: this link cannot record anything", "閲覧のみ：このリンクでは記録できません", "你在旁觀：這個連結只能看，不能記"],
  drawn_ready: ["流局：谁听牌？", "Draw: who is tenpai?", "流局：聴牌者は？", "流局：誰聽牌？"],
  drawn_sure: ["记一盘流局", "Record the draw", "流局を記録", "記一盤流局"],
  just_written: ["刚记过一盘流局，再记一盘？", "A draw was recorded just now. Record another?", "流局を記録したばかりです。もう一局記録しますか？", "剛記過一盤流局，再記一盤？"],
  on_table: ["桌面上有 {0} 分", "{0} points on the table", "供託 {0} 点", "檯面上有 {0} 分"],
  game_over: ["按规则，这一场到此结束", "By the rules, the game is over", "ルールにより終局です", "按規則，這一場到此結束"],
  waiting_n: ["{0} 盘还没送出，联网后按顺序送出", "Deals not sent yet: {0}. They are sent in order once you are back online", "未送信 {0} 局。接続後に順に送ります", "{0} 盤還沒送出，連線後按順序送出"],
  refused_deal: ["没有记上：{0}", "Not recorded: {0}", "記録できませんでした：{0}", "沒有記上：{0}"],
  drop_it: ["不记了", "Do not record", "取り下げる", "不記了"],
  summary: ["今晚战绩", "The evening", "本日の成績", "今晚戰績"],
  wins: ["和牌", "Wins", "和了", "胡牌"],
  best: ["最大一手", "Best hand", "最高の和了", "最大一手"],
  nobody_pays: ["没有收付", "Nobody pays", "支払いなし", "沒有收付"],
  name_them: ["请填四个不同的名字。", "Enter four different names.", "四人の名前を重複なく入力してください。", "請填四個不同的名字。"],
  people: ["玩家与座位", "Players and seats", "プレイヤーと席", "玩家與座位"],
  seats: ["换座位", "Change seats", "席替え・交代", "換位"],
  rename: ["改名", "Rename", "名前を変更", "改名"],
  new_name: ["新名字", "New name", "新しい名前", "新名字"],
  somebody_new: ["新来的人…", "Somebody new…", "新しい人…", "新來的人…"],
  draw_seats: ["抽签定座", "Draw for seats", "場決め", "抽位"],
  east_deals: ["东家起庄", "East deals first", "東が起家", "東家起莊"],
  seats_changed: ["入座：{0}", "Now seated: {0}", "着席：{0}", "入座：{0}"],
  seats_drawn: ["重新定座：{0}", "Seats drawn: {0}", "場決め：{0}", "重新抽位：{0}"],
  renamed: ["{0} 改名为 {1}", "{0} is now {1}", "{0} → {1} に改名", "{0} 改名為 {1}"],
  penalty: ["罚分", "Penalty", "罰符", "罰分"],
  penalty_how: ["怎样罚", "Kind of penalty", "罰の種類", "怎樣罰"],
  penalty_own: ["按桌上约定的分数", "points as agreed at the table", "取り決めの点数", "按桌上約定的分數"],
  penalty_who: ["罚谁", "Who pays", "払う人", "罰誰"],
  penalty_points: ["罚多少分", "Points", "点数", "罰多少分"],
  penalty_to: ["付给", "Paid to", "受け取る人", "付給"],
  penalty_each: ["其他三家各付", "each of the others", "他の三人に各", "其他三家各付"],
  money: ["结算", "Settling up", "精算", "結算"],
  terms: ["底分与筹码", "Stakes and uma", "レートとウマ", "底注與籌碼"],
  stake: ["输赢多少", "Stakes", "レート", "打多大"],
  stake_points: ["每多少分", "So many points", "何点につき", "每多少分"],
  stake_money: ["算多少钱", "are worth", "いくら", "算多少錢"],
  currency: ["货币", "Currency", "通貨", "貨幣"],
  per_game: ["每一场", "Each game", "半荘ごと", "每一場"],
  start: ["起始分", "Starting points", "配給原点", "起始分"],
  target: ["返点", "Return points", "返し点", "返點"],
  uma: ["顺位马", "Uma", "ウマ", "順位馬"],
  uma_n: ["第 {0} 名的马", "Uma of place {0}", "{0} 位のウマ", "第 {0} 名的馬"],
  agreed_start: ["起始 {0} 分", "Start {0}", "{0} 点持ち", "起始 {0} 分"],
  agreed_target: ["{0} 返", "return {0}", "{0} 点返し", "{0} 返"],
  agreed_stake: ["{0} 分 = {1}", "{0} points = {1}", "{0} 点 = {1}", "{0} 分 = {1}"],
  end_game: ["结束这一场", "End this game", "半荘を終える", "結束這一場"],
  end_game_why: ["按名次算马，分数从头开始。", "Uma is paid by place, and points start again.", "順位でウマを付け、持ち点を最初に戻します。", "按名次算馬，分數從頭開始。"],
  first_dealer: ["下一场谁起庄", "First dealer of the next game", "次の起家", "下一場誰起莊"],
  game_ended: ["一场结束", "A game ended", "半荘終了", "一場結束"],
  onlooker: ["外围 {0}", "Onlooker {0}", "外ウマ {0}", "外圍 {0}"],
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

/** So much of what a rule set counts in. @param {number | null | undefined} n @param {string | undefined} name */
export const inUnits = (n, name) => (name ? `${n} ${n === 1 && name === "points" && shown === "en" ? "point" : say(name === "points" ? "points_unit" : name)}` : String(n));

/** A number with a real minus sign. @param {number} n */
export const amount = (n) => String(n).replace("-", "\u2212");

/** A gain or a loss. @param {number} n */
export const signed = (n) => `${n > 0 ? "+" : ""}${amount(n)}`;

/** What a field of the rules is called; a value of it where it has several. @param {string} id @param {import("../state/types").Field} one @param {unknown} [value] */
export function factName(id, one, value) {
  const own = value === undefined || value === true ? `fact_${id}` : `fact_${id}_${value}`;
  if (WORDS[own]) return say(own);
  const title = told((lang() === "zh" ? one.title : one.description ?? one.title) ?? "");
  return typeof value === "string" ? `${title}: ${told(one.names?.[value] ?? value)}` : title;
}

export function paint() {
  document.documentElement.lang = shown === "zh" ? "zh-Hans" : shown;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say]"))) element.textContent = say(element.dataset.say ?? "");
  document.title = `Paiyan 牌眼 · ${say("nav_hand")}`;
}
