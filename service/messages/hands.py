"""What is said of hands and rule sets beside what the scorer says."""

from paiyan.scorer.messages.languages import Words

WIN_OBJECT = Words(
    '"win" 要是 JSON 对象，不能是 {value!r}',
    '"win" is a JSON object, not {value!r}',
    '"win" は JSON オブジェクトです：{value!r} は使えません',
)
WINNING_TILE = Words("和的那张牌：{wrong}", "winning tile: {wrong}", "和了牌：{wrong}")
NOT_SHOWN = Words(
    "照片里没有可和的 {tile}：读到的牌是 {tiles}",
    "the photo shows no {tile} to win on: the tiles read are {tiles}",
    "写真に和了牌の {tile} がありません：読み取った牌は {tiles} です",
)
NONE = Words("无", "none", "なし")
COMPARED_DEAL = Words(
    "整盘只能按一种规则结算：要比较规则，请给一手牌",
    "a deal is settled under one rule set: give one hand to compare",
    "局は一つのルールで精算します：比べるには手牌を一つ渡してください",
)
KNOWN_TO_NONE = Words(
    "{what} {id!r} 在这些规则里都没有：{rules}；请去掉",
    "the {what} {id!r} is known to none of these: {rules}; leave it out",
    "{what} {id!r} は次のどのルールにもありません：{rules}。外してください",
)
DEAL_WAITS = Words(
    "整盘没有听牌：请给一手牌",
    "a deal waits for nothing: give one hand",
    "局に待ちはありません：手牌を一つ渡してください",
)
THROW = Words("打", "throw", "打")
DEAL_ADVICE = Words(
    "打牌建议针对一手牌，不针对整盘：请给一手牌",
    "advice is for one hand, not for a deal: give one hand",
    "助言は局ではなく一つの手牌に対するものです：手牌を一つ渡してください",
)
WON_WAITS = Words(
    "已经有和的那张牌，就不再听牌：请去掉它",
    "a hand with a winning tile waits for nothing: leave the winning tile out",
    "和了牌のある手に待ちはありません：和了牌を外してください",
)
NOT_TOGETHER = Words(
    '"{a}" 和 "{b}" 不能同时用', '"{a}" and "{b}" cannot go together', '"{a}" と "{b}" は一緒に使えません'
)
FOR_A_SCORE = Words(
    '"{field}" 只用于算番：请去掉',
    '"{field}" is for a score: leave it out',
    '"{field}" は計算のためのものです：外してください',
)
