"""The probability that a whole hand is read exactly right 把握: its structure, its tiles, and none missed.

A logistic regression over what the search and the network say (`SIGNS`), fitted on photos and scenes whose
truth is known (`paiyan.vision.calibration`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paiyan.vision.calibration import fitted
from paiyan.vision.structure.layout import FULL, Layout

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
_SUREST = 8.0  # log-odds are held within this either way
_LEAST = 1e-6  # and probabilities this far from 0 and 1


class Signs(NamedTuple):
    """What tells how sure a reading is; all but `legal` are from 0 to 1.

    structure: its share among the hypotheses. legal: minus its cost in natural logarithms; far below 0,
    something that would make the hand legal was not found. sure: the network's word on its own scores. names:
    the share of these tiles among the legal hands. confidence: of the name that is least sure. there: the
    probability of the least sure box to be a tile.
    """

    structure: float
    legal: float
    sure: float
    names: float
    confidence: float
    there: float


def values_of(signs: Signs, layout: Layout, *, won: bool) -> tuple[float, ...]:
    """The values of `SIGNS`, in their order: shares as log-odds; 1 where the hand has a size that no hand
    has (odd), lies in several rows, has a claimed meld without a sideways tile (straight), lies beside
    other tiles (others); 1 where only hands that win were weighed (won), and then the names' log-odds once
    more."""
    names = odds(signs.names)
    straight = any(m.claimed is None and m.type != "concealed_kong" for m in layout.melds)
    own_roles = ("hand", "winning", "meld", "flower")
    return (
        1.0, odds(signs.structure), max(signs.legal, -_SUREST), odds(signs.sure), names,
        odds(signs.confidence), odds(signs.there), float(layout.size not in FULL), float(layout.rows > 1),
        float(straight), float(any(role not in own_roles for role in layout.roles)), float(won),
        float(won) * names,
    )  # fmt: skip


def probability(signs: Signs, layout: Layout, *, won: bool) -> float:
    """The probability, 0 to 1, that a whole hand is read exactly right."""
    return logistic(fitted()["hand"], SIGNS, values_of(signs, layout, won=won)) if signs.names > 0 else 0.0


def is_reliable(sure: float) -> bool:
    """True if a hand of this probability is called reliable: fitted so that 98 of 100 such hands are
    right."""
    return sure >= fitted()["reliable"]


def is_close_call(sure: float) -> bool:
    """True if it is worth to read a hand of this probability once more, from a tilted picture."""
    again = fitted()["again"]
    return again["from"] <= sure < again["to"]


def after_again(sure: float, *, agrees: bool) -> float:
    """The probability of a hand after it was read once more, and the same or not."""
    again = fitted()["again"]
    return 1 / (1 + math.exp(-(again["odds"] * odds(sure) + again["agrees" if agrees else "differs"])))


def logistic(weights: Mapping[str, float], names: Sequence[str], values: Sequence[float]) -> float:
    """The probability that a logistic regression gives; values without a weight count nothing."""
    total = sum(weights.get(name, 0.0) * value for name, value in zip(names, values, strict=True))
    return 1 / (1 + math.exp(-max(min(total, 30.0), -30.0)))


def odds(p: float) -> float:
    """The log-odds of a probability, held within bounds."""
    p = min(max(p, _LEAST), 1 - _LEAST)
    return max(min(math.log(p / (1 - p)), _SUREST), -_SUREST)
