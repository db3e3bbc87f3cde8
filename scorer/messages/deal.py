"""Refusals of a deal, of its events and settlement, and of the stated worth of a win."""

from paiyan.scorer.messages.languages import Words

NO_FIELD = Words(
    "一盘没有字段 {field!r}：它的字段是 {fields}",
    "a deal has no field {field!r}: its fields are {fields}",
    "局に項目 {field!r} はありません：項目は {fields} です",
)
THIS_TILE = Words("这张牌", "this tile", "この牌")
SEAT_TWICE = Words(
    "{seat} 位上有两手牌：每个座位只有一手，请去掉一手，或改正座位",
    "two hands sit at {seat}: each seat has one; drop one, or correct its seat",
    "{seat} に手牌が二つあります：席ごとに一つです。片方を外すか、席を直してください",
)
NO_SEAT = Words(
    '一盘里每手牌要说明是谁的：请写 "seat"',
    'each hand of a deal says whose it is: give it "seat"',
    '局の手牌は誰のものか書きます："seat" を付けてください',
)
OF_THE_DEAL = Words(
    '"{field}" 属于整盘，不属于一手牌：请移到外层',
    '"{field}" belongs to the whole deal, not to one hand: move it up',
    '"{field}" は局全体の項目です：手牌の外に移してください',
)
OF_A_HAND = Words(
    "table.{field} 说的是一家的事：一盘里请写在那一家手牌的 table 里",
    "table.{field} is about one player: in a deal, tell it in the table of that player's hand",
    "table.{field} は一人についての項目です：局ではその人の手牌の table に書いてください",
)
TOLD_TWICE = Words(
    '整盘和 {seat} 的手牌给出的 "{field}" 不同：请只留一个',
    'the deal and the hand of {seat} give different "{field}": leave one of them out',
    '局と {seat} の手牌で "{field}" が食い違っています：一方を外してください',
)
HANDS_MISSING = Words(
    "未说明 {seats} 的手牌：他们在流局时的收付未计",
    "a draw is settled from the hands of all who have not won: what {seats} pay or get is left out, whose"
    " hands are untold",
    "流局は和了していない全員の手牌で精算します：手牌が不明な {seats} の分は含みません",
)
UNTOLD = Words(
    "未说明 {seats} 的手牌：他们的{what}未计入收付",
    "the hands of {seats} are untold: their {what} are not in the payments",
    "{seats} の手牌が不明です：その{what}は収支に含みません",
)
SHOWN_OTHERWISE = Words(
    "table.{field} 写的是 {told!r}，而手牌显示的是 {shown!r}：请去掉，或改正手牌",
    "table.{field} says {told!r} where the hands show {shown!r}: leave it out, or mend the hands",
    "table.{field} は {told!r} ですが手牌では {shown!r} です：外すか、手牌を直してください",
)
FIELD_UNUSED = Words(
    "table.{field} 在这里不起作用：{why}",
    "table.{field} changes nothing here: {why}",
    "table.{field} はここでは何も変えません：{why}",
)
FLAG_UNUSED = Words(
    "{flag}在这里不起作用：{rules}不因此多计",
    "{flag} changes nothing here: {rules} counts nothing for it in this hand",
    "{flag}はここでは何も変えません：{rules}では何も加わりません",
)
FIRST_TURN_ENDED = Words(
    "{flag}不计：这手牌有副露或杠，{rules}里这就不是第一巡了",
    "{flag} does not count: the hand has a claim or a kong, which ends the first turn in {rules}",
    "{flag}は数えません：副露か槓があり、{rules}ではそれで第一巡が終わります",
)
NO_WIN_UNUSED = Words(
    "没有和牌，所以没有用到 {told}",
    "the hand does not win, so {told} was not used",
    "和了していないので {told} は使っていません",
)
CLAIM_FROM = Words(
    '未说明 {melds} 是谁打的（"from"）：这会改变由谁付',
    'it is unknown whose tile {melds} took ("from" of the meld), which changes who pays',
    '{melds} は誰の牌か（副露の "from"）が不明です：払う者が変わります',
)
NO_DISCARDER = Words(
    '未说明谁给 {seat} 点的炮，无法结算：请在 win 里写 "from"',
    'it is unknown who discarded to {seat} ("from" of the win), so nothing is settled',
    '{seat} に放銃した者が不明で精算できません：win に "from" を書いてください',
)
HAD_WON_KONG = Words(
    "{giver} 已经和了，不可能再打出{kong}：请改正 from",
    "{giver} had won and cannot have discarded {kong}: correct its “from”",
    "{giver} は和了済みで、{kong}を捨てられません：from を直してください",
)
THE_KONG = Words("{seat} 的杠 {tiles}", "the kong {tiles} of {seat}", "{seat} の槓 {tiles}")
THE_WIN = Words("{seat} 的和牌", "the win of {seat}", "{seat} の和了")
FIVE_EQUAL = Words(
    "{tile} 在这一盘出现了 {n} 次：每种牌只有四张，请去掉多写的",
    "{tile} appears {n} times in the deal: there are four of each tile, so take the extra ones out",
    "{tile} がこの局に {n} 枚あります：同じ牌は四枚です。余分を取り除いてください",
)
FLOWER_TWICE = Words(
    "花牌 {tile} 在这一盘出现了两次：每种只有一张，请去掉多写的",
    "the flower {tile} appears twice in the deal: there is one of each, so take the extra ones out",
    "花牌 {tile} がこの局に二枚あります：一枚ずつです。余分を取り除いてください",
)
FLOWER_FIVE_TIMES = Words(
    "花牌 {tile} 出现了五次：每种只有四张，请去掉多写的",
    "the flower {tile} appears five times: there are four of each, so take the extra ones out",
    "花牌 {tile} が五枚あります：四枚ずつです。余分を取り除いてください",
)
NOT_ONE_DISCARD = Words(
    '这几家和的不是同一张打出的牌：{told}；和后继续打的，请用 "events" 写明先后，'
    '如 [{{"seat": "S", "win": "5m"}}, {{"seat": "W", "kong": "2p"}}]',
    "these did not win on one and the same discard: {told};"
    ' tell the order by "events" where play goes on after a win,'
    ' like [{{"seat": "S", "win": "5m"}}, {{"seat": "W", "kong": "2p"}}]',
    '同じ捨て牌での和了ではありません：{told}。和了後も続くなら "events" で順を書いてください'
    '（例 [{{"seat": "S", "win": "5m"}}, {{"seat": "W", "kong": "2p"}}]）',
)
WON_ON = Words("{seat} {by}和 {tile}", "{seat} on {tile} by {by}", "{seat} は {by} で {tile}")
WON_ON_OF = Words(
    "{seat} {by}和 {giver} 的 {tile}",
    "{seat} on {tile} by {by} of {giver}",
    "{seat} は {giver} の {by} で {tile}",
)
EVENTS_HAVE = Words("events 里有 {event}", "the events have {event}", "events に {event} がありますが")
NO_KONG_SHOWN = Words(
    "{have}，可没有哪手牌还有这副杠：请改正 events 或手牌",
    "{have}, but no hand shows that kong any more: correct the events or the hand",
    "{have}、その槓のある手牌がもうありません：events か手牌を直してください",
)
NO_WIN_SHOWN = Words(
    "{have}，可那个座位的手牌没有这样和：请改正 events 或手牌",
    "{have}, but the hand at that seat has no such win: correct the events or the hand",
    "{have}、その席の手牌にそのような和了はありません：events か手牌を直してください",
)
WINS_AGAIN = Words(
    "events 让 {seat} 和牌，可这手牌没有和，或和了两次：请改正 events 或手牌",
    "the events let {seat} win, whose hand has no win, or win twice: correct the events or the hand",
    "events では {seat} が和了しますが、その手牌に和了がないか二度和了しています："
    "events か手牌を直してください",
)
EVENT_LOST = Words(
    "events 要么全写，要么不写：里面没有{lost}，请补上",
    "events tell all or nothing: {lost} is not among them, so add it",
    "events はすべて書くか、書かないかです：{lost}がないので足してください",
)
NO_EVENT = Words(
    '每个 event 是 {"seat": "S", "kong": "2p"} 或 {"seat": "S", "win": "5m"}',
    'an event is {"seat": "S", "kong": "2p"} or {"seat": "S", "win": "5m"}',
    'event は {"seat": "S", "kong": "2p"} か {"seat": "S", "win": "5m"} です',
)
EVENT_SEAT = Words(
    'event 的 "seat" 是 E、S、W 或 N，不能是 {value!r}',
    '"seat" of an event is E, S, W or N, not {value!r}',
    'event の "seat" は E・S・W・N です：{value!r} は使えません',
)
EVENT_TILE = Words(
    "event 要写一张牌，如 5m，不能是 {value!r}",
    "an event names one tile like 5m, not {value!r}",
    "event には 5m のような牌を一枚書きます：{value!r} は使えません",
)
HAD_WON = Words(
    "{giver} 先已和了，不可能再给 {seat} 打出 {tile}：请改正 from",
    "{giver} had won before and cannot give {seat} its {tile}: correct its “from”",
    "{giver} は先に和了しており、{seat} に {tile} を放銃できません：from を直してください",
)
FLAG_OF_ALL = Words(
    "{flag}对同和这张 {tile} 的各家要么都成立，要么都不成立：请改成一致",
    "{flag} holds for all who won on this {tile}, or for none; give it to all of them, or drop it",
    "{flag} はこの {tile} で和了した全員に成り立つか、誰にも成り立ちません：全員に付けるか、外してください",
)
GIVER_NO_KONG = Words(
    "{giver} 杠后打出这张牌，可手牌里没有杠：请补上，或去掉标志",
    "{giver} discarded after a kong, but its hand shows none: add it or drop the flag",
    "{giver} は槓の後に捨てましたが、手牌に槓がありません：足すか、フラグを外してください",
)
ROBBED_PUNG = Words(
    "{seat} 抢了 {tile} 的杠，所以 {giver} 还留着三张：请把 {tile} 写三张作为 {giver} 的碰，暗杠则写在手牌里",
    "{seat} robbed a kong of {tile}, so {giver} keeps three of it: list {tile} three times as a pung of"
    " {giver}, or among its concealed tiles where the kong was concealed",
    "{seat} が {tile} の槓を槍槓したので {giver} には三枚が残ります："
    "{tile} を三枚、{giver} のポンとして、暗槓なら手牌に書いてください",
)
KONG_GIVER = Words(
    '{seat} 的杠 {tiles} 是谁放的？请写 "from"：由那一家付',
    'who gave {seat} the kong {tiles}? give its "from": that seat pays',
    '{seat} の槓 {tiles} は誰が放ちましたか？ "from" を書いてください：その席が払います',
)
NOT_READY = Words(
    "table.{field} 说 {seat} 报了听，而这手牌不听：请去掉，或改正手牌",
    "table.{field} says that {seat} declared ready, but the hand waits for nothing: leave it out, or correct"
    " the hand",
    "table.{field} では {seat} は聴牌を宣言しましたが、手牌は聴牌していません：外すか、手牌を直してください",
)
DOES_NOT_WIN = Words(
    "{seat} 没有和：{reason}", "{seat} does not win: {reason}", "{seat} は和了していません：{reason}"
)
WIN_WRONG = Words("{seat} 的和牌：{reason}", "the win of {seat}: {reason}", "{seat} の和了：{reason}")
FIRST_WIN_ENDS = Words(
    "{rules}一家和了这盘就结束：请去掉后面的和牌",
    "the first win ends a deal of {rules}: leave the later ones out",
    "{rules} では最初の和了で局が終わります：後の和了を外してください",
)
CUT_OFF = Words(
    "{lost} 也和 {tile}，但{first}在先（截胡）：{lost} 的和牌不算",
    "{lost} won on {tile} too, but {first} comes first: the win of {lost} does not count",
    "{lost} も {tile} で和了しましたが {first} が先です（頭ハネ）：{lost} の和了は数えません",
)
INDICATORS_WITHOUT_KONGS = Words(
    "表示牌有{told}张，四家只有{kongs}副杠：开局翻一张，每杠再翻一张，最多{most}张；请去掉多的或补上杠",
    "{told} open indicators, and the four hands have {kongs} kongs: one is turned at the start and one at "
    "each kong, so {most} at most; take the surplus away or add the kong",
    "表示牌が{told}枚、四人の槓は{kongs}組：最初に一枚、槓ごとに一枚なので多くて{most}枚です。余りを外すか槓を足してください",
)
ROBBED_CONCEALED = Words(
    "{seat} 抢了 {tile} 的暗杠：{rules}里这手牌只能抢加杠，请改正和法或杠",
    "{seat} robbed a concealed kong of {tile}: in {rules} this hand may rob added kongs alone, so"
    " correct the win or the kong",
    "{seat} が {tile} の暗槓を槍槓しています：{rules} ではこの手は加槓だけ槍槓できます。"
    "和了か槓を直してください",
)

NO_WORTH = Words(
    "{text!r} 不是番数：请写成 5 fan、3 han 40 fu、8 台 或 mangan",
    "{text!r} is not what a hand is worth: write 5 fan, 3 han 40 fu, 8 tai or mangan",
    "{text!r} は点数ではありません：5 fan、3 han 40 fu、8 tai、mangan のように書いてください",
)
TWO_WORTHS = Words(
    "说了两个番数：{told}。请只留一个",
    "there are two worths: {told}; leave one",
    "点数が二つあります：{told}。一つにしてください",
)
NO_FIELD_OF_WORTH = Words(
    "worth 没有字段 {field!r}：它的字段是 {fields}",
    "a worth has no field {field!r}: its fields are {fields}",
    "worth に項目 {field!r} はありません：項目は {fields} です",
)
ONE_WORTH = Words(
    "worth 要写番数，而且只写一个（现在有：{told}）",
    "a worth is one number, with its fu where there is fu (there are: {told}); give one",
    "worth には点数を一つだけ書いてください（現在：{told}）",
)
NO_SUCH_FU = Words(
    "没有 {fu} 符：符是 20、25、30、40 …，役满不计符",
    "there is no hand of {fu} fu: fu is 20, 25, 30, 40 and so on, and a yakuman has none",
    "{fu} 符はありません：20・25・30・40… で、役満に符はありません",
)
OTHER_UNIT = Words(
    "{rules}按{unit}计，不按{told}：请写 {unit} 数",
    "{rules} counts in {unit}, not in {told}: say how many {unit}",
    "{rules} は{unit}で数えます（{told}ではありません）：{unit}で書いてください",
)
FU_WANTED = Words(
    "{han} 番还要说多少符：请写 {han} han 40 fu",
    "{han} han also needs its fu: write {han} han 40 fu",
    "{han} 翻には符も必要です：{han} han 40 fu のように書いてください",
)
NO_SUCH_WORTH = Words(
    "没有 {han} 番 {fu} 符的和牌：20 符是平和自摸，2 番起；25 符是七对子，荣和 2 番起，自摸 3 番起："
    "请改番数或符数",
    "no win has {han} han and {fu} fu: correct one of them. 20 fu are pinfu drawn, 2 han or more; "
    "25 are seven pairs, 2 han or more on a discard and 3 drawn",
    "{han} 翻 {fu} 符の和了はありません。20 符は平和ツモで 2 翻から、25 符は七対子で 2 翻、"
    "ツモは 3 翻からです：翻か符を直してください",
)
NO_FU_HERE = Words(
    "{rules}不计符：去掉 {fu} 符",
    "{rules} counts no fu: leave {fu} fu out",
    "{rules} に符はありません：{fu} 符を外してください",
)
FANS_WANTED = Words(
    "{rules}的收付要看是哪些番种：请输入手牌",
    "what {rules} pays depends on which fans the hand has: enter its tiles",
    "{rules} の支払いは役の種類で決まります：手牌を入力してください",
)
ONLY_WORTH = Words(
    "只说了番数：{rules}另算的杠、花和包牌不在其中；有的话请输入手牌，或写明副露",
    "only the worth is known: kongs, flowers and liability that {rules} pays apart are left out;"
    " enter the tiles, or the melds, if there are any",
    "点数だけの入力です：{rules} で別に払う槓・花・責任払いは含みません。あれば手牌か副露を入力してください",
)
TILES_TOO = Words(
    "{seat} 的手牌既写了番数又写了 {field}：只写其中一个",
    "the hand of {seat} tells both its worth and {field}: leave one out",
    "{seat} の手牌に点数と {field} の両方があります：どちらか一つにしてください",
)
NO_WAY = Words(
    "没有说 {seat} 怎样和的：请写“自摸”，或写谁放的炮",
    "how {seat} won is missing: write self-drawn, or who discarded",
    "{seat} の和了り方がありません：自摸、または放銃者を書いてください",
)
WHO_WON = Words(
    "{text!r} 没有说谁和了：请先写座位或名字",
    "{text!r} does not say who won: begin with the seat or the name",
    "{text!r} に和了者がありません：席か名前を先に書いてください",
)
TOLD_TOO_MUCH = Words(
    "看不懂 {text!r} 中的 {rest!r}：请写成 Bo, 3 han 40 fu, from Cai 或 Bo, 5 fan, self-drawn",
    "{rest!r} in {text!r} says nothing here: write Bo, 3 han 40 fu, from Cai or Bo, 5 fan, self-drawn",
    "{text!r} の {rest!r} が分かりません："
    "Bo, 3 han 40 fu, from Cai か Bo, 5 fan, self-drawn のように書いてください",
)
TOLD_TEXT = Words(
    '"told" 是一句话，例如 "S, 5 fan, from W"',
    '"told" is a text like "S, 5 fan, from W"',
    '"told" は "S, 5 fan, from W" のような文です',
)
TOLD_AND_HANDS = Words(
    '"told" 和 "{field}" 说的都是手牌：只写其中一个',
    '"told" and "{field}" both tell the hands: give one of the two',
    '"told" と "{field}" はどちらも手牌です：一つだけ書いてください',
)
