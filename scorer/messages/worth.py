"""Refusals and questions for a win that is entered by its worth, without tiles."""

from paiyan.scorer.messages.languages import Words

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
    "{han} 番还要说多少符，例如 {han} han 40 fu",
    "{han} han also needs its fu: write {han} han 40 fu",
    "{han} 翻には符も必要です：{han} han 40 fu のように書いてください",
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
