"""Sentences of advice: how its figures are meant, and why it may be refused."""

from __future__ import annotations

from paiyan.scorer.messages.languages import Words

ADVICE_WITHOUT_WIN = Words(
    "打牌建议针对尚未和牌的手牌：请去掉 win",
    "advice is for a hand that is not won yet: leave out “win”",
    "助言は和了前の手牌に対するものです：win を除いてください",
)
WRONG_SIZE = Words(
    "手里有 {n} 张牌：按{rules}，要打牌是 {spare} 张（刚摸的一张在内），等牌是 {waiting} 张：请增减手牌",
    "{n} concealed tiles: {rules} takes {spare} to choose a discard (the drawn tile among them), {waiting} to"
    " wait: add or take away tiles",
    "手の内が {n} 枚です：{rules} では、打牌なら {spare} 枚（ツモ牌を含む）、待ちなら {waiting} 枚です："
    "牌を足すか減らしてください",
)
WRONG_SIZE_BESIDE = Words(
    "{melds}之外，手里有 {n} 张牌：按{rules}，要打牌是 {spare} 张（刚摸的一张在内），等牌是 {waiting} 张："
    "请增减手牌",
    "{n} concealed tiles and {melds}: {rules} takes {spare} concealed to choose a discard (the drawn tile"
    " among them), {waiting} to wait: add or take away tiles",
    "{melds}のほかに手の内が {n} 枚です：{rules} では、打牌なら {spare} 枚（ツモ牌を含む）、待ちなら"
    " {waiting} 枚です：牌を足すか減らしてください",
)
FIVE_SEEN = Words(
    "{tile} 在手牌和桌面上共有 {n} 张：每种牌只有四张，请去掉多写的",
    "{tile} appears {n} times in the hand and on the table: there are four of each tile, so take the extra"
    " ones out",
    "{tile} が手牌と卓上に合わせて {n} 枚あります：同じ牌は四枚です。余分を取り除いてください",
)
A_NUMBER = Words(
    "{field} 应为 {least} 到 {most} 的整数，而不是 {value!r}",
    "{field} is a whole number from {least} to {most}, not {value!r}",
    "{field} は {least} から {most} までの整数です（{value!r} ではありません）",
)
MODEL = Words(
    "假定各家随机打出未见的牌，他家和牌的早晚与所付按本规则自我对局的统计；不计吃碰，放铳的危险只在有人立直时计入",
    "assumes that others discard at random, and win as soon and at such a cost as in self-play under these"
    " rules; leaves out claims, and the danger of a discard unless somebody declared riichi",
    "他家は未見の牌を無作為に捨て、和了の早さと失点はこのルールの自己対局の統計によると仮定。鳴きは含まず、"
    "放銃の危険はリーチ者がいる時だけ含む",
)
WAITS = {
    "many": Words("听多门：{n} 种牌都能和", "waits for {n} kinds of tiles", "多面待ち：{n} 種で和了"),
    "two_sided": Words("听两头", "a two-sided wait", "両面待ち"),
    "two_pairs": Words("听对对：两组对子，凑成一组即和", "waits on two pairs", "シャンポン待ち"),
    "edge": Words("听边张", "an edge wait", "辺張待ち"),
    "closed": Words("听中洞（嵌张）", "a closed wait", "嵌張待ち"),
    "single": Words("听单吊：凑一对将", "waits for the pair", "単騎待ち"),
    "other": Words("听一种牌", "waits for one kind of tile", "一種待ち"),
}
LONE_HONOUR = Words(
    "先打用不上的字牌",
    "an honour that pairs with nothing goes first",
    "使えない字牌から切る",
)
LONE_TILE = Words(
    "不成搭子的偏张先打，中张留着容易成顺",
    "an isolated outer tile goes before middle ones, which make runs more easily",
    "孤立した端の牌から切る。中の牌は順子になりやすい",
)
DEAD_HONOUR = Words(
    "其余三张都已见：没有人要它",
    "the other three are seen: nobody wants it",
    "残り三枚は見えている：誰も欲しがらない",
)
LAST_ONE = Words(
    "所需的牌有 {n} 种只剩一张",
    "of {n} of the helpful kinds only one tile is left",
    "有効牌のうち {n} 種は残り一枚",
)
OFTEN_SEEN = Words(
    "熟张：牌河里已有 {n} 张",
    "often seen: {n} of them lie in the rows of discards",
    "河に {n} 枚出ている牌",
)
NEVER_SEEN = Words(
    "生张：牌局已到后段，这张牌还没有人打过，也没有亮出",
    "late in the deal, and not one of them lies open",
    "終盤で一枚も見えていない牌",
)
SUIT_KEPT = Words(
    "{seat}家打了 {n} 张数牌，没有打过这一门：可能在做清一色或混一色（迹象，并不确定）",
    "{seat} threw {n} numbered tiles and none of this suit, and may collect it (a sign, not certain)",
    "{seat}家は数牌を {n} 枚捨て、この色は一枚もない：一色手の可能性（確実ではない）",
)
OUTER_FIRST = Words(
    "{seat}家先打 {first} 后打 {then}：当心这张牌（迹象，并不确定）",
    "{seat} threw the {first} of this suit before the {then}, and may wait beside them (a sign, not certain)",
    "{seat}家はこの色の {first} を {then} より先に捨てた：この牌に注意（確実ではない）",
)
NEAR_THE_LAST = Words(
    "{seat}家后段打出生张 {tile}：附近的牌危险（迹象，并不确定）",
    "late in the deal {seat} threw {tile}, the first of its kind: it may wait near it (a sign, not certain)",
    "{seat}家は終盤に生牌 {tile} を切った：近くの牌は危険（確実ではない）",
)
SAFE = {
    "nobody": Words(
        "绝对安全：没有人能凑成和这张的牌",
        "certain: nobody can hold the tiles that a win on it takes",
        "絶対安全：この牌で和了れる牌を誰も持てない",
    ),
    "own_discard": Words(
        "现物：该家自己打过，振听不能和",
        "certain: the seat threw it itself, and may not win on it (furiten)",
        "現物：自分で捨てた牌ではロンできない（フリテン）",
    ),
    "passed": Words(
        "已放过：按规则该家现在不能和这张",
        "certain: the seat let it pass, and by the rules may not win on it now",
        "通った牌：ルールにより今この牌で和了できない",
    ),
    "void_suit": Words(
        "该家缺这一门，不能和",
        "certain: the seat gave up this suit and cannot win with it",
        "この色は欠けの色なので和了できない",
    ),
    "suji": Words(
        "筋：不会被两面听和到；嵌张、边张、单吊、对倒仍可能",
        "suji: no two-sided wait wins on it; closed, edge, pair and two-pair waits may",
        "スジ：両面待ちには当たらない。嵌張・辺張・単騎・シャンポンには当たり得る",
    ),
    "no_chance": Words(
        "壁：两面听已凑不成；嵌张、边张、单吊、对倒仍可能",
        "no chance: no two-sided wait on it can be held; closed, edge, pair and two-pair waits may",
        "ノーチャンス：両面待ちはあり得ない。嵌張・辺張・単騎・シャンポンには当たり得る",
    ),
    "one_chance": Words(
        "薄壁：两面听所需的牌只剩一张",
        "one chance: a two-sided wait on it takes the last tile of a kind",
        "ワンチャンス：両面待ちには残り一枚の牌が要る",
    ),
    "open": Words(
        "规则上没有保证，只能按余牌估计",
        "nothing in the rules makes it safe; the chance is by the count of tiles",
        "ルール上の保証はない。確率は残り牌の数による",
    ),
}
WEIGHED = Words(
    "有人立直：已扣除放铳的预期损失 {points} 分",
    "a seat declared riichi: {points} points that a deal-in is expected to cost are taken off",
    "リーチ者がいるため、放銃の期待失点 {points} 点を差し引いた",
)
DECLARE = Words(
    "可以立直（报听）：和牌所得已按声明计算",
    "may be declared ready: its wins are counted with the declaration",
    "リーチ可能：和了点はリーチを含む",
)
NO_RIICHI = Words(
    "{rules}没有立直：请去掉 riichi",
    "{rules} has no riichi: leave out “riichi”",
    "{rules} に立直はありません：riichi を除いてください",
)
NO_PASSED = Words(
    "按{rules}，放过的牌仍可以和：请去掉 passed",
    "under {rules} a tile that passed may still be won on: leave out “passed”",
    "{rules} では見逃した牌でも和了できます：passed を除いてください",
)
NO_VOID = Words(
    "{rules}不定缺：请去掉 void",
    "{rules} has no suit to give up: leave out “void”",
    "{rules} に欠け色の決まりはありません：void を除いてください",
)
A_SUIT = Words(
    "void 的值应为 m、p 或 s，而不是 {value!r}",
    "void names a suit m, p or s, not {value!r}",
    "void は m・p・s のいずれかです（{value!r} ではありません）",
)
