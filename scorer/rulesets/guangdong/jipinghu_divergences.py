"""guangdong-jipinghu: what the document leaves open."""

from __future__ import annotations

from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.sources import POCKET_MAHJONG

_SEED = POCKET_MAHJONG.section("广东麻将")

JIPINGHU = (
    Divergence(
        "guangdong-jipinghu",
        Kind.SILENCE,
        "what 天和, 地和 and 人和 are worth",
        "The seed says when they hold and gives no price.",
        "They lift a hand to the cap, as the other special rules do (house default).",
        f"{_SEED} 七 8-10",
    ),
    Divergence(
        "guangdong-jipinghu",
        Kind.SILENCE,
        "who pays a self-draw",
        "The seed says who pays for three, and so that three pay; not how much each.",
        "Each of the three pays the hand's points.",
        f"{_SEED} 六, 七 3, 5, 7",
    ),
)
