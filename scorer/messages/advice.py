"""What is said of advice: how its figures are meant, and what it cannot be given for."""

from __future__ import annotations

from paiyan.scorer.messages.languages import Words

ADVICE_WITHOUT_WIN = Words(
    "打牌建议针对尚未和牌的手牌：请去掉 win",
    "advice is for a hand that is not won yet: leave out “win”",
    "助言は和了前の手牌に対するものです：win を除いてください",
)
A_NUMBER = Words(
    "{field} 应为 {least} 到 {most} 的整数，而不是 {value!r}",
    "{field} is a whole number from {least} to {most}, not {value!r}",
    "{field} は {least} から {most} までの整数です（{value!r} ではありません）",
)
MODEL = Words(
    "假定各家随机打出未见的牌，他家和牌的早晚与所付按本规则自我对局的统计；不计吃碰与防守",
    "assumes that others discard at random, and win as soon and at such a cost as in self-play under these"
    " rules; leaves out claims and defence",
    "他家は未見の牌を無作為に捨て、和了の早さと失点はこのルールの自己対局の統計によると仮定。鳴きと守備は含まない",
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
    "an outer tile that stands alone goes before middle ones, which make runs more easily",
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
