"""Where the document of 天津麻将 is silent or does not agree with its own example."""

from __future__ import annotations

from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG

_A = POCKET_MAHJONG.section("天津麻将")
_PROGRAMS = "two public programs of the game (PlayerCardsInfoTJ of a game server; a browser game with tests)"

TIANJIN = (
    Divergence(
        "tianjin",
        Kind.SILENCE,
        "捉五 and 龙 in one hand",
        "The fans are made by stacking 叠加; whether 3 and 4 make 7 or 12 is not said.",
        "7: these two are added and all else multiplies; the option `stacking` = product multiplies all.",
        f"{_A}; {_PROGRAMS}: 捉五龙 7",
    ),
    Divergence(
        "tianjin",
        Kind.SILENCE,
        "混吊 and 捉五 in one hand",
        "捉五 lets wild tiles be the four and the six and asks that only a five be lacking; with both of"
        " them wild the hand is 双混吊 too, which any tile completes.",
        "Drawn a five, both count, as fans are stacked 叠加: 3 × 2 = 6, 双混捉五. Any other tile is 混吊"
        " alone.",
        f"{_A} 捉5, 混吊; {HOUSE_DEFAULT}",
    ),
    Divergence(
        "tianjin",
        Kind.CONTRADICTION,
        "铲, the points of an exposed kong",
        "Each player gets the points of an exposed kong “(2分)”, stakes doubling; but in the example, where"
        " the dealer staked double, the player who did not pull gets 2, not 4.",
        "An exposed kong is 1, and the 2 of the text is that of a dealer who staked; so the example holds to"
        " the last number: 2, 4 and 8. The option `kong` takes another value.",
        f"{_A} 铲; {_PROGRAMS}: an exposed kong is 1",
    ),
    Divergence(
        "tianjin",
        Kind.SILENCE,
        "暗杠 and 金杠, concealed kongs",
        "Both are described and neither has a price.",
        "2 and 4; options `concealed_kong` and `golden_kong`.",
        f"{_A} 杠牌; {_PROGRAMS}: 2, and 4 or 8",
    ),
    Divergence(
        "tianjin",
        Kind.SILENCE,
        "天和, the heavenly hand",
        "Described without a price.",
        "A factor of 4, which lets a plain hand win; the option `heavenly_hand` takes another.",
        f"{_A} 天和; one public program has ×4, the other a flat 28",
    ),
    Divergence(
        "tianjin",
        Kind.SILENCE,
        "提溜 after a kong",
        "A plain hand may not win; for whether 杠开 lifts it the text points to a section that is not there.",
        "It does not: what lifts a plain hand is listed, 捉五, 龙, 素 and 混吊, and 杠开 is not among them.",
        f"{_A} 提溜; the programs differ",
    ),
)
