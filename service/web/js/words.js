// Everything the page says, in its three languages; what the rules say comes from the service.
const WORDS = {
  language: ["语言", "Language", "言語"],
  nav_hand: ["看牌算番", "Hand", "手牌"],
  nav_table: ["记账", "Table", "卓"],
  empty: ["拍照、选图、粘贴或拖入一张照片，也可以直接输入手牌", "Take a photo, choose, paste or drop one, or type a hand", "写真を撮る・選ぶ・貼り付ける・ドロップする、または手牌を入力"],
  camera: ["相机", "Camera", "カメラ"],
  shoot: ["读牌", "Read", "読み取る"],
  torch: ["手电", "Torch", "ライト"],
  photo: ["照片", "Photo", "写真"],
  type: ["输入", "Type", "入力"],
  clear: ["清空", "Clear", "消去"],
  rules: ["规则", "Rules", "ルール"],
  won: ["怎样和的", "Won by", "和了の仕方"],
  self_draw: ["自摸", "Self-draw", "ツモ"],
  discard: ["点炮", "Discard", "ロン"],
  robbed_kong: ["抢杠", "Robbed kong", "槍槓"],
  robbed_flower: ["抢花", "Robbed flower", "槍花"],
  from: ["谁打的", "From", "放銃者"],
  seat: ["自己门风", "Seat", "自風"],
  round: ["圈风", "Round", "場風"],
  dealer: ["庄家", "Dealer", "親"],
  E: ["东", "East", "東"], S: ["南", "South", "南"], W: ["西", "West", "西"], N: ["北", "North", "北"],
  more: ["更多情况", "More about the win", "その他の状況"],
  flags: ["特殊和法", "Special wins", "特殊な和了"],
  kong_replacement: ["杠上开花", "After a kong", "嶺上"],
  flower_replacement: ["补花", "After a flower", "花の補充"],
  last_tile: ["海底", "Last tile", "海底・河底"],
  last_of_kind: ["和绝张", "Last of its kind", "最後の一枚"],
  first_turn: ["第一巡", "First turn", "第一巡"],
  declared_ready: ["报听", "Declared ready", "聴牌宣言"],
  wild: ["百搭／混牌", "Wild tiles", "ワイルド牌"],
  indicator: ["翻出的牌", "Turned tile", "表示牌"],
  table_fields: ["牌局情况", "State of the table", "卓の状況"],
  options: ["规则选项", "House options", "ルールの選択"],
  concealed: ["手牌", "Concealed", "手の内"],
  winning: ["和牌", "Winning tile", "和了牌"],
  flowers: ["花牌", "Flowers", "花牌"],
  new_meld: ["新副露", "New meld", "新しい副露"],
  meld: ["副露", "Meld", "副露"],
  nobody: ["未说明", "not said", "不明"],
  left: ["上家", "left", "上家"], across: ["对家", "across", "対面"], right: ["下家", "right", "下家"],
  chow: ["吃", "chow", "チー"], pung: ["碰", "pung", "ポン"], kong: ["明杠", "kong", "大明槓"],
  mixed_kong: ["风杠／喜杠", "mixed kong", "混成の槓"],
  added_kong: ["加杠", "added kong", "加槓"], concealed_kong: ["暗杠", "concealed kong", "暗槓"],
  is_it: ["也许是", "Perhaps", "もしかして"],
  make_winning: ["作为和牌", "It is the winning tile", "和了牌にする"],
  remove: ["去掉", "Take it away", "取り除く"],
  right: ["没错", "It is right", "正しい"],
  lay: ["放到", "It lies in", "置き場所"],
  other: ["不是手牌", "Not of the hand", "手牌でない"],
  done: ["完成", "Done", "完了"],
  add: ["加一张", "Add a tile", "一枚追加"],
  doubtful: ["请确认", "Is this right?", "確認してください"],
  fans: ["番种", "Fans", "役"],
  not_counted: ["不计", "Not counted", "数えない"],
  missed: ["差一点", "Nearly", "あと少し"],
  payments: ["收付", "Payments", "支払い"],
  waits: ["听牌", "Waits", "待ち"],
  left_n: ["余", "left", "残り"],
  no_win: ["没有和", "Not a win", "和了していません"],
  illegal: ["不够起和", "Below the minimum", "縛りに足りません"],
  distance: ["向听", "tiles from ready", "向聴"],
  to_ledger: ["记到牌桌", "Write to the table", "卓に記録"],
  written: ["已记下", "Written", "記録しました"],
  moving: ["画面在动…", "The picture moves…", "映像が動いています…"],
  joining: ["正在辨认…", "Reading…", "読み取り中…"],
  steady: ["已读稳", "Steady", "安定"],
  key: ["本服务需要密钥，请输入：", "This service asks for a key:", "このサービスには鍵が要ります："],
  no_camera: ["无法打开相机：请允许使用，并通过 HTTPS 打开本页", "No camera: allow it, and open this page over HTTPS", "カメラを開けません：許可し、HTTPS で開いてください"],
  offline: ["没有网络：可以输入手牌，连上后再计算", "Offline: type the hand now, it is scored when you are back", "オフラインです：入力だけでき、接続後に計算します"],
  reading: ["读取中…", "Reading…", "読み取り中…"],
  unreliable: ["读得不确定", "Not sure of this reading", "読み取りに自信がありません"],
  open_table: ["开一桌", "Open a table", "卓を開く"],
  players: ["四位玩家，按顺序，庄家在先", "Four players in order, the dealer first", "四人を順に、起家から"],
  player: ["玩家", "Player", "プレイヤー"],
  share: ["让别人也打开这个地址", "Others open this address", "他の人はこのアドレスを開く"],
  share_it: ["分享", "Share", "共有"],
  copied: ["地址已复制", "The address is copied", "アドレスをコピーしました"],
  undo: ["撤销", "Undo", "取り消す"],
  points: ["直接记分", "Points by hand", "点数を入力"],
  note: ["备注", "Note", "メモ"],
  write: ["记下", "Write", "記録"],
  history: ["历史", "History", "履歴"],
  next_dealer: ["下一盘庄家", "Next dealer", "次の親"],
  by_rules: ["按规则", "as the rules say", "ルールどおり"],
  correct: ["更正", "Correct", "訂正"],
  correcting: ["正在更正第 {0} 盘", "Correcting deal {0}", "第 {0} 局を訂正中"],
  cancel: ["不更正了", "Leave it as it is", "訂正をやめる"],
  another: ["还有一家和", "Another winner too", "ほかにも和了者"],
  also: ["也和了", "also won", "も和了"],
  at_table: ["牌桌：{0} 圈，庄家 {1}", "At the table: {0} round, dealer {1}", "卓：{0}場、親 {1}"],
  repeats: ["连庄", "repeats", "連荘"],
  leave: ["离开牌桌", "Leave the table", "卓を離れる"],
  drawn: ["流局", "Drawn", "流局"],
  who_won: ["谁和了", "Who won", "和了者"],
  hidden_hand: ["（没有手牌）", "(no hand told)", "（手牌なし）"],
  fan: ["番", "fan", "番"],
  han: ["番", "han", "翻"],
  tai: ["台", "tai", "台"],
  hu: ["胡", "hu", "胡"],
  points_unit: ["分", "points", "点"],
  fu: ["符", "fu", "符"],
};
const ORDER = ["zh", "en", "ja"];

export let lang = ORDER.includes(localStorage.getItem("lang")) ? localStorage.getItem("lang")
  : ORDER.find((l) => navigator.language.toLowerCase().startsWith(l)) ?? "en";

export function speak(next) {
  lang = next;
  localStorage.setItem("lang", next);
  paint();
}

// A text of the page, with values in the places of {0}, {1} …
export function say(key, ...values) {
  return (WORDS[key]?.[ORDER.indexOf(lang)] ?? key).replace(/\{(\d)\}/g, (_, n) => values[n]);
}

// What a rule set counts in.
export const unit = (name) => say(name === "points" ? "points_unit" : name);

export function paint() {
  document.documentElement.lang = lang;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  document.title = `Paiyan 牌眼 · ${say("nav_hand")}`;
}
