"""Flowers and seasons 花牌 of one picture, named jointly: a set has each of the eight once.

The others help to name an unclear one: of two boxes that may be plum or orchid, if one is surely the
orchid, the other is the plum. The probabilities of all ways to name the boxes are added up (a forward and
backward pass over sets of flowers), so that what is unclear even then stays unclear.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import FLOWER, RED
from paiyan.vision.detections import Detections

REPEATED = 0.03
"""How much rarer the second of a flower is in a picture than if flowers were drawn independently: of 1,109
flowers that came after another one in the photos of `zh_train` and `hk_kw2`, 20 were there before, where 454
would be expected."""
_FLOWER_SHARE = 0.02  # a box whose flowers together have less is no flower
_KINDS = RED - FLOWER
_SETS = 1 << _KINDS

Numbers = NDArray[np.float64]


def name_flowers_jointly(detections: Detections, *, repeated: float = REPEATED) -> Detections:
    """Return the same boxes, changing only how probable the eight flowers are against each other.

    Each box is taken to show a tile of its own, so there must be only one box per tile.
    """
    flowers = detections.probabilities[:, FLOWER:RED].astype(np.float64)
    share = flowers.sum(axis=1)
    some = np.flatnonzero(share >= _FLOWER_SHARE)
    if len(some) < 2:
        return detections
    marginals = flower_marginals(flowers[some], repeated=repeated)
    probabilities = detections.probabilities.copy()
    probabilities[some, FLOWER:RED] = marginals * share[some, None]
    return Detections(detections.boxes, probabilities)


def flower_marginals(flowers: Numbers, *, repeated: float) -> Numbers:
    """Return the probability of each flower for boxes that show one: (n, 8), rows sum to one.

    `flowers` (n, 8): the probability of each flower for a box by itself; the rest up to one is that it shows
    none. The weight of one way to name all boxes is the product of the probabilities, times `repeated` for
    each flower that was named before. All ways are added up, by the set of flowers named so far (256 sets),
    from the first box on and from the last one back.
    """
    count, cost = len(flowers), np.where(_NAMED, repeated, 1.0)
    none = (1 - flowers.sum(axis=1)).clip(1e-6)
    before = np.zeros((count + 1, _SETS))
    after = np.zeros((count + 1, _SETS))
    before[0, 0], after[count] = 1.0, 1.0
    for at in range(count):
        given = _given(before[at] * flowers[at, :, None] * cost)
        before[at + 1] = none[at] * before[at] + given
        before[at + 1] /= before[at + 1].sum()
    marginals = np.empty_like(flowers)
    for at in reversed(range(count)):
        then = after[at + 1][_WITH]
        step = none[at] * after[at + 1] + (flowers[at, :, None] * cost * then).sum(axis=0)
        after[at] = step / step.max()
        marginals[at] = flowers[at] * ((cost * then) @ before[at])
    return marginals / marginals.sum(axis=1, keepdims=True).clip(1e-12)


_BIT = 1 << np.arange(_KINDS)[:, None]
_ALL = np.arange(_SETS)
_NAMED = (_ALL & _BIT) == _BIT
"""True if a set (256,) holds a flower: (8, 256)."""
_WITH, _WITHOUT = _ALL | _BIT, _ALL & ~_BIT
"""Each set with each flower, and without: (8, 256)."""


def _given(weights: Numbers) -> Numbers:
    """Return the weight of each set of flowers after one more box is named, from the weights (8, 256) of
    naming it each flower after each set."""
    whole = np.take_along_axis(weights, _WITHOUT, axis=1) + weights
    return np.where(_NAMED, whole, 0).sum(axis=0)
