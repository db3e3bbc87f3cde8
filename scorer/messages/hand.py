"""Refusals of a hand and of how it was won, under any rule set."""

from paiyan.scorer.messages.languages import Words

TILES_TEXT = Words(
    "“{where}”要写成牌的文字，如 123m44z，不能是 {value!r}",
    '"{where}" is a text of tiles like 123m44z, not {value!r}',
    "「{where}」は 123m44z のような牌の文字列です：{value!r} は使えません",
)
ONE_TILE = Words(
    "“{where}”要写成一张牌，如 7s，不能是 {value!r}",
    '"{where}" is one tile like 7s, not {value!r}',
    "「{where}」は 7s のような一枚の牌です：{value!r} は使えません",
)
IN_FIELD = Words("{where}：{wrong}", "{where}: {wrong}", "{where}：{wrong}")
JSON_OBJECT = Words(
    "“{where}”要是 JSON 对象，不能是 {value!r}",
    '"{where}" is a JSON object, not {value!r}',
    "「{where}」は JSON オブジェクトです：{value!r} は使えません",
)
A_LIST = Words(
    "“{where}”要是列表，不能是 {value!r}",
    '"{where}" is a list, not {value!r}',
    "「{where}」はリストです：{value!r} は使えません",
)
OBJECTS = Words(
    "“{where}”是 JSON 对象的列表，里面不能有 {value!r}",
    '"{where}" is a list of JSON objects, and {value!r} in it is not one',
    "「{where}」は JSON オブジェクトのリストです：{value!r} は使えません",
)
A_CHOICE = Words(
    "“{where}”只能是 {names} 之一，不能是 {value!r}",
    '"{where}" is one of {names}, not {value!r}',
    "「{where}」は {names} のどれかです：{value!r} は使えません",
)
A_CHOICE_NEAR = Words(
    "“{where}”没有 {value!r}，是不是 {near}？可以是 {names}",
    '"{where}" has no {value!r}: did you mean {near}? It is one of {names}',
    "「{where}」に {value!r} はありません：{near} のことですか？ {names} のどれかです",
)
A_SEAT = Words(
    "“{where}”是座位 E、S、W 或 N（东南西北），不能是 {value!r}",
    '"{where}" is a seat E, S, W or N, not {value!r}',
    "「{where}」は席 E・S・W・N（東南西北）です：{value!r} は使えません",
)
TILES_OF_MELD = Words("副露的牌", "the tiles of a meld", "副露の牌")
TYPE_OF_MELD = Words("副露的种类 type", "kind of a meld (type)", "副露の種類 type")
FROM_OF_MELD = Words("副露取自哪家 from", "whose tile a meld took (from)", "副露は誰の牌か from")
BY_OF_WIN = Words("怎样和的 by", "how it was won (by)", "どう和了したか by")
FROM_OF_WIN = Words("谁打的 from", "who discarded the winning tile (from)", "放銃者 from")
FLAGS = Words("和牌的情形 flags", "circumstances of the win (flags)", "和了の状況 flags")
NO_TILE_OF_WIN = Words(
    '"win" 没有说和的是哪张：请写 "tile"，如 7s（命令行用 --win）',
    '"win" does not say on which tile: give its "tile", like 7s (--win on the command line)',
    '"win" に和了牌がありません："tile" を 7s のように書いてください（コマンドラインでは --win）',
)
TILE_OF_WIN = Words("和的那张牌", "the winning tile", "和了牌")

FIELDS = {
    "concealed": Words("手牌 concealed", "concealed", "手牌 concealed"),
    "flowers": Words("花牌 flowers", "flowers", "花牌 flowers"),
    "wild": Words("百搭 wild", "wild", "ワイルド牌 wild"),
    "indicator": Words("翻开的牌 indicator", "indicator", "めくった牌 indicator"),
    "seat": Words("座位 seat", "seat", "席 seat"),
    "round": Words("圈风 round", "round", "場風 round"),
    "dealer": Words("庄家 dealer", "dealer", "親 dealer"),
    "claimed": Words("吃碰的那张 claimed", "claimed", "鳴いた牌 claimed"),
}
DEAL_HAS_HANDS = Words(
    '没有 "deal" 这一项：一盘写作 {"hands": [{"seat": "S", "concealed": "…", "win": …}, …]}，各项并列',
    'there is no field "deal": a deal is {"hands": [{"seat": "S", "concealed": "…", "win": …}, …]}, and its'
    " other fields stand beside",
    '"deal" という項目はありません：局は {"hands": [{"seat": "S", "concealed": "…", "win": …}, …]} と'
    "書きます",
)
NO_FIELD = Words(
    "手牌没有字段 {field!r}：它的字段是 {fields}",
    "a hand has no field {field!r}: its fields are {fields}",
    "手牌に項目 {field!r} はありません：項目は {fields} です",
)
NO_FIELD_OF_MELD = Words(
    "副露没有字段 {field!r}：它的字段是 {fields}",
    "a meld has no field {field!r}: its fields are {fields}",
    "副露に項目 {field!r} はありません：項目は {fields} です",
)
NO_FIELD_OF_WIN = Words(
    '"win" 没有字段 {field!r}：它的字段是 {fields}',
    '"win" has no field {field!r}: its fields are {fields}',
    '"win" に項目 {field!r} はありません：項目は {fields} です',
)
FLOWER_HELD = Words(
    "{tile} 不能放在手牌里：请写在 flowers 下，或指定为百搭（花混）",
    "{tile} cannot stand among the tiles of a hand: put it under flowers, or name it wild",
    "{tile} は手牌に置けません：flowers に書くか、ワイルド牌（花混）としてください",
)
NO_MELD_SO = Words(
    "{word} 不是副露：请写 [123m]、[5555p<]、[555+5p] 或 (5555p)",
    "{word} is not a meld: write [123m], [5555p<], [555+5p] or (5555p)",
    "{word} は副露ではありません：[123m]、[5555p<]、[555+5p]、(5555p) のように書いてください",
)
TWO_WINNING = Words(
    "和的牌有不止一张：{tiles}；只写一张",
    "more than one winning tile is given: {tiles}; give one",
    "和了牌が二枚以上あります：{tiles}。一枚だけ書いてください",
)
BACK_HELD = Words(
    "{tile} 不能放在手牌里：请先把它翻开",
    "{tile} cannot stand among the tiles of a hand: turn it up first",
    "{tile} は手牌に置けません：先に表にしてください",
)
BACK_WON = Words(
    "没人能和 {tile}：请先把它翻开",
    "nobody wins on {tile}: turn it up first",
    "{tile} では和了できません：先に表にしてください",
)
NO_FLOWER = Words(
    "{tile} 不是花牌：花牌是 1f 到 8f，有些地方还有字牌",
    "{tile} is no flower: flowers are 1f to 8f, and in some regions honours",
    "{tile} は花牌ではありません：花牌は 1f から 8f、地方により字牌もです",
)
SELF_DRAW_FROM = Words(
    '自摸没有点炮的人：请去掉 "from"，或写 by: discard',
    'a self-draw comes from nobody: leave "from" out or say by: discard',
    'ツモに放銃者はいません："from" を外すか、by: discard としてください',
)
OWN_DISCARD = Words(
    '不能和自己打出的牌，而 "from" 和 "seat" 都是 {seat}：请改正一个',
    'nobody wins on their own discard, and "from" and "seat" are both {seat}: correct one of them',
    '自分の捨て牌では和了できませんが、"from" も "seat" も {seat} です：どちらかを直してください',
)
FLOWER_NOT_DRAWN = Words(
    "补花得来的牌就是自摸：请写 by: self_draw，或去掉这个标志",
    "a tile drawn for a flower is a self-draw: say by: self_draw or drop the flag",
    "花の補充牌はツモです：by: self_draw とするか、フラグを外してください",
)
FLOWER_NO_KONG = Words(
    "{tile} 不能以{by}得来：抢花要是花牌（三人日麻的拔北也算），杠不是花牌，请改正 by",
    "{tile} cannot come by {by}: a robbed flower is a flower, or a north set aside where three play; a kong"
    " is not; correct “by”",
    "{tile} は{by}では来ません：槍花は花牌か三人麻雀の抜きドラの北で、槓は花牌ではありません。"
    "by を直してください",
)
FLOWER_DISCARDED = Words(
    "没有人会打出花牌：请写 by: self_draw 或 by: robbed_flower",
    "nobody discards a flower: say by: self_draw or by: robbed_flower",
    "花牌を捨てる人はいません：by: self_draw か by: robbed_flower としてください",
)
ROBBED_AND = Words(
    "抢杠不能同时是 {flag}：请去掉其中一个",
    "a robbed kong cannot be {flag} as well: drop one of the two",
    "槍槓は同時に {flag} にはなりません：どちらかを外してください",
)
LAST_OF_KIND_HELD = Words(
    "last_of_kind：另外三张都已亮明，可手里还有 {tile}：请去掉标志，或改正手牌",
    "last_of_kind: the other three lie open, but the hand holds another {tile}; drop the flag, or"
    " correct the hand",
    "last_of_kind：ほかの三枚は見えているはずですが、手に {tile} がもう一枚あります："
    "フラグを外すか、手牌を直してください",
)
FIRST_TURN_CLAIMED = Words(
    "吃碰过就已轮到过，第一巡自摸不会有吃碰：请去掉标志，或去掉副露",
    "a claim takes the turn, so a self-draw in the first turn has no claimed melds: drop the flag or the"
    " melds",
    "鳴けばその巡は済むので、第一巡のツモ和了に鳴きはありません：フラグか副露を外してください",
)
FIRST_AND_LAST = Words(
    "最后一张不会在第一巡：两个标志请只留一个",
    "the last tile does not come in the first turn: give one of the two flags",
    "最後の牌は第一巡には来ません：どちらか一つのフラグにしてください",
)
KONG_AND_FLOWER = Words(
    "和的那张要么是杠后补的，要么是补花：两个标志只能留一个",
    "the winning tile replaced either a kong or a flower: give one of the two flags",
    "和了牌は槓か花のどちらかの補充です：どちらか一つのフラグにしてください",
)
NO_FLOWER_REPLACED = Words(
    "flower_replacement 要有花牌：请在 flowers 下补上，或去掉标志",
    "flower_replacement needs a flower: add it under flowers or drop the flag",
    "flower_replacement には花牌が要ります：flowers に足すか、フラグを外してください",
)
NO_KONG_REPLACED = Words(
    "kong_replacement 要有杠：请在副露里补上，或去掉标志",
    "kong_replacement needs a kong among the melds: add it or drop the flag",
    "kong_replacement には槓が要ります：副露に足すか、フラグを外してください",
)
CONCEALED_FROM = Words(
    '{type} {tiles} 不是别人给的：请去掉 "{field}"',
    'a {type} {tiles} comes from nobody: leave "{field}" out',
    '{type} {tiles} は誰からも来ません："{field}" を外してください',
)
CHOW_FROM = Words(
    "只能吃上家的牌：{tiles} 不能来自 {side}，请改正 from",
    "a chow is claimed from the left: {tiles} cannot come from {side}; correct its “from”",
    "チーは上家からだけです：{tiles} は {side} からは来ません：from を直してください",
)
CLAIMED_MISSING = Words(
    "副露 {tiles} 里没有所吃碰的 {tile}：请改正其中一个",
    "the claimed tile {tile} is not in the meld {tiles}: correct one of the two",
    "鳴いた牌 {tile} が副露 {tiles} にありません：どちらかを直してください",
)
NO_TILES = Words("没有牌", "nothing", "牌なし")
NOT_A_CHOW = Words(
    "{tiles} 不能吃：吃要同一花色的三张顺子；个别规则另有同花色相加十五的三张，或不同的三张风、中发白",
    "{tiles} is not a chow: a chow is three in a row of one suit; or, in the few rule sets that have such,"
    " three of a suit that add up to fifteen, three different winds or the three dragons",
    "{tiles} はチーになりません：同じ種類の続いた三枚です。一部のルールでは同色で和が十五の三枚、"
    "異なる風牌三枚、三元牌一枚ずつもあります",
)
NOT_A_MIXED_KONG = Words(
    "{tiles} 不成风杠、喜杠一类：要风牌、箭牌、幺或九中三张以上不同的牌",
    "{tiles} is not a mixed kong: that is three or more unequal tiles of the winds, the dragons, the ones or"
    " the nines",
    "{tiles} は混成の槓になりません：風牌・三元牌・一・九のうち異なる三枚以上です",
)
NOT_EQUAL = Words(
    "{tiles} 不是 {type}：那是 {size} 张相同的牌",
    "{tiles} is not a {type}: that is {size} equal tiles",
    "{tiles} は {type} ではありません：同じ牌 {size} 枚です",
)
CLAIMED_FROM_ITSELF = Words(
    "副露 {tiles} 不能来自 {seat} 自己：请写是谁打的",
    "the meld {tiles} cannot be claimed from {seat} itself: say whose discard it was",
    "副露 {tiles} を {seat} 自身から鳴くことはできません：誰の捨て牌か書いてください",
)
EXTRA_MELDED = Words(
    "{tile} 不能碰、杠：请放到花牌里，作百搭的留在手里",
    "{tile} is no part of a meld: lay it out as a flower, or keep it in hand where it is wild",
    "{tile} は副露に使えません：花として置くか、ワイルドなら手に残してください",
)
