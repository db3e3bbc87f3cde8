"""What is said of the corrections of a reading."""

from paiyan.scorer.messages.languages import Words

ONE_AT_A_TIME = Words(
    "一次只说一张牌是什么", "say of one tile at a time what it is", "何の牌かは一枚ずつ書いてください"
)
NO_CORRECTION = Words(
    "{text!r} 看不懂：更正要写成 {examples} 这样",
    "cannot understand the correction {text!r}: write it like {examples}",
    "{text!r} は訂正として読めません：{examples} のように書いてください",
)
