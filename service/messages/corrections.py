"""What is said of the corrections of a reading."""

from paiyan.scorer.messages.languages import Words

NO_SUCH_TILE = Words(
    "没有第 {tile} 张牌：读到的是第 0 到第 {last} 张",
    "there is no tile {tile}: the reading has tiles 0 to {last}",
    "{tile} 番の牌はありません：読み取った牌は 0 番から {last} 番です",
)
MELD_TWICE = Words(
    "副露里每张牌只能写一次",
    "a meld names each of its tiles once",
    "副露の牌はそれぞれ一度だけ書いてください",
)
WINNING_BY_ONE = Words(
    "和的那张牌用序号或牌名指定：两者只给一个",
    "the winning tile is named by its index or by its face: give one of the two",
    "和了牌は番号か牌の名で指定します：どちらか一つにしてください",
)
NONE_TO_WIN_ON = Words(
    "手牌里没有可和的 {tile}：请用序号指定，或补上这张",
    "the hand shows no {tile} to win on: name the tile by its index, or add it",
    "手牌に和了牌の {tile} がありません：番号で指定するか、足してください",
)
NO_MELD = Words(
    "{tiles} 不成副露：请说明哪几张在一起",
    "{tiles} is not a meld: name the tiles that belong together",
    "{tiles} は面子になりません：どの牌が一組か書いてください",
)
ONE_AT_A_TIME = Words(
    "一次只说一张牌是什么", "say of one tile at a time what it is", "何の牌かは一枚ずつ書いてください"
)
NO_CORRECTION = Words(
    "{text!r} 看不懂：更正要写成 {examples} 这样",
    "cannot understand the correction {text!r}: write it like {examples}",
    "{text!r} は訂正として読めません：{examples} のように書いてください",
)
