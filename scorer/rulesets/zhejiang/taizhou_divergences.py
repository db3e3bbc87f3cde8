"""taizhou: what the document says twice, or leaves open."""

from __future__ import annotations

from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.sources import TAIZHOU_NOTES

_SEED = TAIZHOU_NOTES

TAIZHOU = (
    Divergence(
        "taizhou",
        Kind.CONTRADICTION,
        "how many tiles the examples wait for",
        "Both examples say that the hand waits for three tiles; the first counts the wild tile itself among"
        " them, the second does not, and neither counts what frees the wild tile for another set.",
        "Whatever completes the hand is a wait.",
        f"{_SEED} §闲家胡牌, 庄家胡牌",
    ),
    Divergence(
        "taizhou",
        Kind.SILENCE,
        "不可单独使用 of the wild tile",
        "A wild tile may be any tile but not be used alone, says the seed, and not what that is.",
        "It takes no part in claims; in a won hand it may fill any set.",
        f"{_SEED} §得牌",
    ),
    Divergence(
        "taizhou",
        Kind.SILENCE,
        "wild tiles in a hand that did not win",
        "Losers' 胡 are counted; whether wild tiles fill their sets is not said.",
        "They do not (house default).",
        f"{_SEED} §胜负规则",
    ),
    Divergence(
        "taizhou",
        Kind.SILENCE,
        "除了清一色, who is excused",
        "能胡的时候不胡，打中发白捉铳，全包（除了清一色）: whose hand is of one suit is not said; the"
        " winner's is not, who wins on a dragon.",
        "The discarder's, where it is told: who lets a small win pass for 清一色 is not blamed for a dragon.",
        f"{_SEED} §全包情况 1",
    ),
    Divergence(
        "taizhou",
        Kind.SILENCE,
        "whether a dragon was 生张, where it is not told",
        "玩家未听牌，打生张中发白时捉铳，全包: it hangs on what was discarded before, which no hand shows.",
        "Where the discarder's hand is told and not ready the dragon is taken for 生张, and that is said;"
        " `blame` = none answers that it was not.",
        f"{_SEED} §全包情况 2",
    ),
)
