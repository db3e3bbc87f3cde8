"""shanghai: where the document says two things, and what was chosen."""

from __future__ import annotations

from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.sources import POCKET_MAHJONG

_SEED = POCKET_MAHJONG.section("上海麻将")

SHANGHAI = (
    Divergence(
        "shanghai",
        Kind.CONTRADICTION,
        "杠开 and 大吊车 above the cap",
        "Under 勒子 a type at or above the cap keeps its own worth; under 牌型说明 it counts as one cap.",
        "It keeps its own worth: a rare win does not make a hand cheaper.",
        f"{_SEED} 勒子 5 and 牌型说明 杠开, 大吊车",
    ),
    Divergence(
        "shanghai",
        Kind.CONTRADICTION,
        "门清",
        "Called two 番 and, in the same sentence, a doubling; elsewhere it may reach two caps.",
        "Points double, and the cap is two caps.",
        f"{_SEED} 门清 and 勒子 2",
    ),
    Divergence(
        "shanghai",
        Kind.CONTRADICTION,
        "清一色 as four 番 or as one cap",
        "The introduction counts 清一色 four 番 from the base, 牌型说明 one cap outright.",
        "One cap outright; 混一色 and 碰碰胡, which 牌型说明 does not price, keep their two 番.",
        f"{_SEED} 清四混两 and 牌型说明",
    ),
    Divergence(
        "shanghai",
        Kind.SILENCE,
        "who else pays under 承包",
        "A self-draw is five shares from the one who is bound; the others are not named.",
        "The others pay nothing.",
        f"{_SEED} 承包",
    ),
)
