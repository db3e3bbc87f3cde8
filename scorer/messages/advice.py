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
    "假定各家随机打出未见的牌，每巡有 5% 的机会由他家和牌；不计吃碰与防守",
    "assumes that others discard at random and win in 5% of the turns; leaves out claims and defence",
    "他家は未見の牌を無作為に捨て、一巡ごとに 5% の確率で和了すると仮定。鳴きと守備は含まない",
)
