"""How probable it is that a whole hand is read exactly right 把握: its structure, its tiles, and none missed.

A logistic regression over what the search and the network say, fitted on photos and scenes whose truth is
known (`vision.calibration`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from vision.calibration import fitted
from vision.structure.layout import FULL, Layout

SIGNS = (
    "bias",
    "structure",
    "legal",
    "sure",
    "names",
    "confidence",
    "there",
    "odd",
    "rows",
    "straight",
    "others",
    "won",
    "won_names",
)
SUREST = 8.0  # log-odds beyond which nothing grows surer
LEAST_SHARE = 1e-6


class Signs(NamedTuple):
    """What tells how sure a reading is, each from 0 to 1 but `legal`: the structure's share of all that are
    weighed, what the network says of its own reading, the share of these names among all, the least sure
    tile's name, and how surely the least sure box of the hand is a tile. `legal` is by how much less likely
    the structure is than the parts that each box would have by itself, as a logarithm, 0 or less: much less,
    and something that would make it whole was not found."""

    structure: float
    legal: float
    sure: float
    names: float
    confidence: float
    there: float


def values_of(signs: Signs, layout: Layout, *, won: bool) -> tuple[float, ...]:
    """The values of `SIGNS`: shares as log-odds; whether the hand has a size that no hand has, lies in
    several rows, has a meld that shows no claim, lies beside other tiles; whether only hands that win were
    weighed, and what that makes of the names."""
    names = odds(signs.names)
    straight = any(m.claimed is None and m.type != "concealed_kong" for m in layout.melds)
    mine = ("hand", "winning", "meld", "flower")
    return (
        1.0, odds(signs.structure), max(signs.legal, -SUREST), odds(signs.sure), names,
        odds(signs.confidence), odds(signs.there), float(layout.size not in FULL), float(layout.rows > 1),
        float(straight), float(any(role not in mine for role in layout.roles)), float(won),
        float(won) * names,
    )  # fmt: skip


def probability(signs: Signs, layout: Layout, *, won: bool) -> float:
    """The probability, 0 to 1, that a whole hand is read exactly right."""
    return logistic(fitted()["hand"], SIGNS, values_of(signs, layout, won=won)) if signs.names > 0 else 0.0


def is_reliable(sure: float) -> bool:
    """Whether a hand of this probability may be relied on: of those that may, 98 in 100 are exactly right."""
    return sure >= fitted()["reliable"]


def logistic(weights: Mapping[str, float], names: Sequence[str], values: Sequence[float]) -> float:
    """The probability that a logistic regression gives these values; what has no weight counts nothing."""
    total = sum(weights.get(name, 0.0) * value for name, value in zip(names, values, strict=True))
    return 1 / (1 + math.exp(-max(min(total, 30.0), -30.0)))


def odds(p: float) -> float:
    """The log-odds of a probability, within bounds."""
    p = min(max(p, LEAST_SHARE), 1 - LEAST_SHARE)
    return max(min(math.log(p / (1 - p)), SUREST), -SUREST)
