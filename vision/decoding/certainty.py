"""How probable it is that a whole hand is read exactly right 把握: its structure, and its tiles beside that.

Two logistic regressions, fitted on scenes whose truth is known (`vision.calibration`), are multiplied: that
tiles, melds and claims are those of the hand, whatever the faces; and that the faces are right where so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from vision.decoding.calibration import fitted
from vision.decoding.layout import Layout
from vision.decoding.structures import FULL

STRUCTURE = (
    "bias", "margin", "rows", "block", "others", "odd", "melds", "straight", "turned", "confidence",
)  # fmt: skip
TILES = ("bias", "share", "confidence", "won", "won_confidence")

_CLEAR = 1.0  # a structure likelier than the next by this, in natural logarithms, is no clearer with more
_LEAST = 1e-4
_SUREST = 0.98  # no detector was fitted on that is surer than this of its least sure tile


def of_structure(layout: Layout, *, confidence: float) -> tuple[float, ...]:
    """What the structure's probability is made of, as `STRUCTURE` has it.

    A constant; how clear it is; whether the hand lies in several rows, in three or more; whether other tiles
    lie there; whether its size is odd; whether it shows melds where no others lie, and some without a claim;
    whether the winning tile is told by lying across alone; the least sure tile's confidence as log odds.
    """
    unclaimed = [m for m in layout.melds if m.claimed is None and m.type != "concealed_kong"]
    others = any(role not in ("hand", "winning", "meld", "flower") for role in layout.roles)
    return (
        1.0,
        min(layout.margin, _CLEAR) / _CLEAR,
        float(layout.rows > 1),
        float(layout.rows > 2),
        float(others),
        float(layout.size not in FULL),
        float(bool(layout.melds) and not others),
        float(bool(unclaimed)),
        float(layout.winning_place == "turned"),
        _odds(min(confidence, _SUREST)),
    )


def of_tiles(share: float, *, confidence: float, won: bool) -> tuple[float, ...]:
    """What the tiles' probability is made of, as `TILES` has it.

    A constant; the decoder's share and the least sure tile's confidence as log odds; whether only hands that
    win were weighed, and the confidence again where so.
    """
    sure = _odds(min(confidence, _SUREST))
    return (1.0, _odds(share), sure, float(won), float(won) * sure)


def probability(share: float, layout: Layout, *, confidence: float, won: bool) -> float:
    """The probability, 0 to 1, that a whole hand is read exactly right of which decoding says `share`."""
    if share <= 0:
        return 0.0
    weights = fitted()["hand"]
    structure = logistic(weights["structure"], STRUCTURE, of_structure(layout, confidence=confidence))
    return structure * logistic(weights["tiles"], TILES, of_tiles(share, confidence=confidence, won=won))


def logistic(weights: Mapping[str, float], names: Sequence[str], values: Sequence[float]) -> float:
    """The probability that a logistic regression gives these values."""
    odds = sum(weights[name] * value for name, value in zip(names, values, strict=True))
    return 1 / (1 + math.exp(-max(min(odds, 30.0), -30.0)))


def _odds(p: float) -> float:
    p = min(max(p, _LEAST), 1 - _LEAST)
    return math.log(p / (1 - p))
