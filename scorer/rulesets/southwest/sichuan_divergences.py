"""Where the documents of 四川麻将 contradict themselves or are silent, and another program differs."""

from __future__ import annotations

from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.sources import FORUM_POST, POCKET_MAHJONG

_E = FORUM_POST.section("四川麻将的玩法规则")
_A = POCKET_MAHJONG.section("四川麻将")
_HALL = "QiuQiJingFeng/M2_CLIENT, scmjRuleListLayer (a hall's rules of 血战到底)"
_SBR = "V. Novikov, Sichuan Mahjong? It's that simple! (Sichuan Bloody Rules)"


def _lines(numbers: str) -> tuple[str, ...]:
    """Lines of the hands of dcmshi/sichuan-mahjong."""
    return tuple(f"sc_dcm-{n}" for n in numbers.split())


_ROBBED = _lines("0015 0112 0113 0120 0134 0164 0174 0181 0207 0229 0231 0240 0249 0257 0274 ")
_NO_KONG = _lines(
    "0021 0053 0080 0100 0103 0104 0118 0139 0148 0153 0170 0171 0183 0186 0187 0202 "
    "0212 0217 0223 0224 0233 0242 0252 0268 "
)

SICHUAN = (
    Divergence(
        "sichuan",
        Kind.MISPRINT,
        "平胡带一根: 123万345万222筒999筒66筒",
        "Given as 2 points with a root 根, but no tile is there four times.",
        "1 as printed; a hand that does hold four of a kind has the root.",
        f"{_E} 另加分",
    ),
    Divergence(
        "sichuan",
        Kind.MISPRINT,
        "双龙七对: 11万22万99万44筒66筒11筒99筒",
        "Given as 5 points with two roots, but no tile is there four times; the line above it, 平胡一杠, is"
        " repeated without a hand.",
        "3 as printed; the sum 七对 3 + 根 2 = 5 stands for seven pairs that hold two fours.",
        f"{_E} 另加分",
    ),
    Divergence(
        "sichuan",
        Kind.MISPRINT,
        "清一色带一根: 123条567条678条888条77条",
        "Given as 4 points with one root, but both the sevens and the eights are four.",
        "5 as printed, two roots.",
        f"{_E} 另加分",
    ),
    Divergence(
        "sichuan",
        Kind.MISPRINT,
        "清一色二根: 124条567条789条888条77条",
        "124 is no set.",
        "As printed it does not win; with 123条 it is worth the 5 that stand there.",
        f"{_E} 另加分",
    ),
    Divergence(
        "sichuan",
        Kind.MISPRINT,
        "将对: 222万555万888万222条55筒",
        "The example holds all three suits, though a hand must be void in one.",
        "As printed it does not win; with its pair in 万 or 条 it is worth 4.",
        f"{_E} 胡牌情况; 4分 (3)",
    ),
    Divergence(
        "sichuan",
        Kind.CONTRADICTION,
        "清七对, priced 4 and 8",
        "Both places describe seven pairs with four of a kind, not of one suit; the example at 4 is 七对 3"
        " and one root, which the sums further down make 4 as well.",
        "Seven pairs with four of a kind are 七对 3 and 1 for each root; seven pairs of one suit are 8, and"
        " their roots come on top; the option `pure_seven_pairs` takes the 4.",
        f"{_E} 4分 (1), 8分 (3), 另加分",
    ),
    Divergence(
        "sichuan",
        Kind.CONTRADICTION,
        "抢杠胡 2, and 抢杠加1分",
        "Robbing a kong stands among the hands of 2 points and again as 1 point on top.",
        "One point on top, so that a plain hand is worth the 2 of the list.",
        f"{_E} 2分 (2), 另加分",
    ),
    Divergence(
        "sichuan",
        Kind.SILENCE,
        "地胡: 刚打第一张牌就成胡",
        "Whether only the dealer's first discard, or the own first draw too.",
        "Any win in the first turn of a player who does not deal.",
        f"{_E} 8分 (2); {_HALL}: 天胡 and 地胡",
    ),
    Divergence(
        "sichuan",
        Kind.SILENCE,
        "Hands that are two at once, 清一色 and 幺九牌",
        "Only 清对, 清七对 and 将对 have prices of their own.",
        "Of whole hands the highest counts, 只计最大番型; what is added comes on top.",
        f"{_E}; {_HALL}: 基本番",
    ),
    Divergence(
        "sichuan",
        Kind.SILENCE,
        "刮风下雨, what a kong is paid",
        "Named without amounts.",
        "A claimed kong 2 from its giver, an added one 1 and a concealed one 2 from each; all are options.",
        f"{_A}; {_HALL}; {_SBR}, Table 6: the same",
    ),
    Divergence(
        "sichuan",
        Kind.SILENCE,
        "查花猪, 退税, 呼叫转移",
        "The first is named without an amount, the others are not named.",
        "Who holds three suits at a draw pays 8, the highest price of the seed, to each who does not, and no"
        " 查叫 beside; who is not ready gives kong points back; a kong before a shot keeps its points. All"
        " are options.",
        f"{_A}; {_HALL}: the cap; {_SBR}: 48 to the pot, which belongs to nobody",
    ),
    Divergence(
        "sichuan",
        Kind.SILENCE,
        "杠上炮",
        "No points are named for a discard after a kong.",
        "1 point on top; the option `shot_after_kong` does without.",
        f"{_E} 另加分; {_HALL}; {_SBR}",
    ),
    Divergence(
        "sichuan",
        Kind.CONTRADICTION,
        "The second half of the document",
        "Its second half goes on under the heading of 四川 but describes the Changsha game.",
        "It is read for changsha alone.",
        f"{FORUM_POST}, from 主牌 on",
    ),
    Divergence(
        "sichuan",
        Kind.PROGRAM,
        "A kong robbed by a hand that holds its tile",
        "The robber's hand holds another tile of the kind, so five would be there.",
        "Refused; the tiles without the robbed kong score alike.",
        "dcmshi/sichuan-mahjong, hands made for its tests",
        lines=_ROBBED,
    ),
    Divergence(
        "sichuan",
        Kind.PROGRAM,
        "杠上花 without a kong",
        "The winner has no kong whose replacement the tile could be.",
        "Refused; the tiles without the circumstance score alike.",
        "dcmshi/sichuan-mahjong, hands made for its tests",
        lines=_NO_KONG,
    ),
)
