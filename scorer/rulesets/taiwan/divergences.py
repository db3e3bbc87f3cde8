"""taiwan: where another program's tests answer otherwise, or ask for what the document does not have."""

from __future__ import annotations

from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.sources import POCKET_MAHJONG

_SEED = POCKET_MAHJONG.section("台湾麻将 台数类型")
_OTHER = "unit tests of xelnagamiao/open_mahjong_unity"


def _of(*numbers: int) -> tuple[str, ...]:
    return tuple(f"tw_omu-{n:04}" for n in numbers)


TAIWAN = (
    Divergence(
        "taiwan",
        Kind.CONTRADICTION,
        "whose the east wind is",
        "以庄家为东风, the dealer is east; but 开门位即为该一盘之东位, where the wall was opened.",
        "The dealer, of whom the list of 台 speaks as 东家.",
        f"{POCKET_MAHJONG} §台湾麻将 总体概述, 配牌",
    ),
    Divergence(
        "taiwan",
        Kind.CONTRADICTION,
        "门清 with a concealed kong",
        "没有吃也没有碰或杠, no kong; but 全部牌都是自己摸到的, all tiles were drawn, as those of a concealed"
        " kong are.",
        "A concealed kong is of drawn tiles: 门清 counts.",
        f"{_SEED} 门清; house default",
    ),
    Divergence(
        "taiwan",
        Kind.SILENCE,
        "错暗杠 of several, whose shares do not come out even",
        "共同平均赔付: they pay in equal shares, and points are whole.",
        "What is left over falls on the first of them.",
        f"{POCKET_MAHJONG} §台湾麻将 错杠之处理 1; house default",
    ),
    Divergence(
        "taiwan",
        Kind.PROGRAM,
        "天听, 地听 and 门清",
        "The seed: ready from the deal or the first discard does not count 门清. The program counts both.",
        "门清 does not count beside them.",
        f"{_SEED} 天听, 地听; {_OTHER}",
        _of(7, 49, 72, 73, 76, 77),
    ),
    Divergence(
        "taiwan",
        Kind.PROGRAM,
        "what eight flowers are counted with",
        "The seed: whoever has the eight wins at once, 8 台; the program may add the hand's patterns.",
        "八仙过海 alone wins on the flower; a hand that plays on counts its flowers one by one.",
        f"{_SEED} 八仙过海; {_OTHER}",
        _of(4, 6),
    ),
    Divergence(
        "taiwan",
        Kind.PROGRAM,
        "半求 and 独听",
        "The seed counts 半求, 独听 and 自摸 together, 3 台; the program leaves 独听 out.",
        "All three count.",
        f"{_SEED} 半求; {_OTHER}",
        _of(29),
    ),
    Divergence(
        "taiwan",
        Kind.PROGRAM,
        "独听 of seven pairs and a triplet, winds beside 小四喜, a choice of arrangement",
        "The program never finds 独听 in 呖咕呖咕, drops 门风台 and 圈风台 beside 小四喜, leaves 对对胡 out"
        " of 字一色 on a switch, and on a switch takes a poorer arrangement of the same hand.",
        "The seed counts whatever is not always there together, and the best arrangement counts.",
        f"{_SEED} 台数计算准则; {_OTHER}",
        _of(3, 26, 79, 85),
    ),
    Divergence(
        "taiwan",
        Kind.PROGRAM,
        "a two-ended wait that an edge wait shares",
        "12345 waiting for 3: the program calls it no two-ended wait on its strictest switch.",
        "The 3 also completes 45, which waits at both ends.",
        _OTHER,
        _of(67, 70),
    ),
    Divergence(
        "taiwan",
        Kind.PROGRAM,
        "fans of that program which the seed does not have",
        "配牌花胡, 风刻, 无字无花, 明杠, 暗杠, 四杠子, 五杠子, 无花, other prices of flowers, no 七抢一.",
        "They are not in the seed's list and are not counted.",
        f"{_SEED}; {_OTHER}",
        _of(12, 13, 14, 15, 32, 33, 34, 35, 38, 39, 41, 42, 43, 45, 47, 48, 64, 65, 96, 101),
    ),
    Divergence(
        "taiwan",
        Kind.PROGRAM,
        "hands that cannot be",
        "A kong's replacement tile without a kong, a robbed kong that is one too, fourteen of a tile.",
        "Such a hand is refused with a sentence.",
        _OTHER,
        _of(0, 1, 87, 95),
    ),
    Divergence(
        "taiwan",
        Kind.PROGRAM,
        "包牌 liability",
        "The program lets one player pay a self-draw for all; the seed has no such rule for a fair win.",
        "Not paid so; 诈和 and 包赔 of the seed are settled by `false_win`.",
        f"{POCKET_MAHJONG.section('台湾麻将 包赔')}; {_OTHER}",
        ("tw_settle-0000", "tw_settle-0003", "tw_settle-0004"),
    ),
)
