"""Compute the probability that a whole hand is read exactly right 把握: structure, tiles, and none missed.

A logistic regression over features of the search and the network (`FEATURES`), fitted on photos and scenes
with known truth (`paiyan.vision.calibration`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paiyan.vision.calibration import fitted
from paiyan.vision.structure.scene import FULL, Layout

FEATURES = (
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
_SUREST = 8.0  # log-odds are clipped to this either way
_LEAST = 1e-6  # and probabilities to this far from 0 and 1


class Evidence(NamedTuple):
    """The evidence for a reading; all values except `log_cost` are from 0 to 1.

    structure: its share among the hypotheses. log_cost: its cost in natural logarithms; if it is far above 0,
    nothing makes the hand legal. network_confidence: the network's, in its own scores. names: the share of
    these tiles among the legal hands. confidence: of the least certain name. min_objectness: the probability
    of the least certain box to be a tile.
    """

    structure: float
    log_cost: float
    network_confidence: float
    names: float
    confidence: float
    min_objectness: float


def values_of(evidence: Evidence, layout: Layout, *, won: bool) -> tuple[float, ...]:
    """Return the values of `FEATURES`, in their order: shares as log-odds; 1 if the hand has an impossible
    size (odd), lies in several rows, has a claimed meld without a sideways tile (straight), lies next to
    other tiles (others); 1 if only winning hands were considered (won), and then the names' log-odds once
    more."""
    names = odds(evidence.names)
    straight = any(m.claimed is None and m.type != "concealed_kong" for m in layout.melds)
    own_roles = ("hand", "winning", "meld", "flower")
    return (
        1.0, odds(evidence.structure), max(-evidence.log_cost, -_SUREST), odds(evidence.network_confidence),
        names, odds(evidence.confidence), odds(evidence.min_objectness), float(layout.size not in FULL),
        float(layout.rows > 1), float(straight), float(any(role not in own_roles for role in layout.roles)),
        float(won), float(won) * names,
    )  # fmt: skip


def probability(evidence: Evidence, layout: Layout, *, won: bool) -> float:
    """Return the probability, 0 to 1, that a whole hand is read exactly right."""
    return (
        logistic(fitted()["hand"], FEATURES, values_of(evidence, layout, won=won))
        if evidence.names > 0
        else 0.0
    )


def is_reliable(sure: float) -> bool:
    """True if a hand of this probability is called reliable: fitted so that 98 of 100 such hands are
    right."""
    return sure >= fitted()["reliable"]


def is_close_call(sure: float) -> bool:
    """True if a hand of this probability should be read once more, from a tilted picture."""
    again = fitted()["again"]
    return again["from"] <= sure < again["to"]


def after_again(sure: float, *, agrees: bool) -> float:
    """Return the probability of a hand after it was read once more, and the same or not."""
    again = fitted()["again"]
    return 1 / (1 + math.exp(-(again["odds"] * odds(sure) + again["agrees" if agrees else "differs"])))


def logistic(weights: Mapping[str, float], names: Sequence[str], values: Sequence[float]) -> float:
    """Return the probability of a logistic regression; values without a weight are ignored."""
    total = sum(weights.get(name, 0.0) * value for name, value in zip(names, values, strict=True))
    return 1 / (1 + math.exp(-max(min(total, 30.0), -30.0)))


def odds(p: float) -> float:
    """Return the log-odds of a probability, clipped to bounds."""
    p = min(max(p, _LEAST), 1 - _LEAST)
    return max(min(math.log(p / (1 - p)), _SUREST), -_SUREST)
