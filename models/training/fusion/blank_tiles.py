"""The model of `vision.detection.context.blank_tiles`, which tells white dragons, backs, sides: its fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from datasets.evaluation.matching import pair, see
from datasets.formats.labelled import Labelled
from scorer.tiles.tile import BACK
from vision.detection.context.blank_tiles import FEATURES, OUTCOMES, Model, features, outcomes
from vision.detection.detector import Detector
from vision.detection.naming.namer import WHITE
from vision.picture.image import load

Numbers = NDArray[np.float64]
_HELD = 0.02  # how strongly weights are held towards zero
_OTHER = -1


class Blanks(NamedTuple):
    """Blank boxes: features (n, 15), outcomes (n,) as places in `OUTCOMES`, and what each counts (n,)."""

    told: Numbers
    outcome: NDArray[np.int64]
    weight: Numbers


def look(detector: Detector, items: Sequence[Labelled], *, whole: bool, weight: float) -> Blanks:
    """The blank boxes that a detector gives in labelled pictures, which count `weight` together.

    A box that is no labelled tile is nothing where the pictures are labelled `whole`, backs and all;
    elsewhere it may be what was not labelled, and is left out, as is a box that shows another tile.
    """
    tables: list[Numbers] = []
    codes: list[NDArray[np.int64]] = []
    for item in items:
        seen = see(detector, item)
        blank, told = features(load(item.image), seen.found)
        judged = pair(seen, threshold=0.0)
        truth = np.full(len(seen.found), len(OUTCOMES) - 1 if whole else _OTHER)
        for tile, box in judged.pairs:
            truth[judged.which[box]] = _OUTCOME.get(int(item.classes[tile]), _OTHER)
        tables.append(told)
        codes.append(truth[blank])
    table, outcome = np.concatenate(tables), np.concatenate(codes)
    kept = outcome != _OTHER
    count = max(int(kept.sum()), 1)
    return Blanks(table[kept], outcome[kept], np.full(int(kept.sum()), weight / count))


_OUTCOME = {WHITE: OUTCOMES.index("white"), BACK: OUTCOMES.index("back")}


def fit(seen: Blanks) -> Model:
    """The weights under which the truth is most probable, a little held towards zero: Newton's steps.

    Of two outcomes that are told apart by a difference alone, the last one's weights stay zero.
    """
    free = len(OUTCOMES) - 1
    count = len(FEATURES)
    weights = np.zeros((free, count))
    truth = np.eye(len(OUTCOMES))[seen.outcome][:, :free]
    for _ in range(30):
        p = outcomes(seen.told, as_model(weights))[:, :free]
        slope = ((p - truth) * seen.weight[:, None]).T @ seen.told + _HELD * weights
        bend = np.zeros((free * count, free * count))
        for a in range(free):
            for b in range(free):
                each = seen.weight * p[:, a] * ((a == b) - p[:, b])
                part = (seen.told * each[:, None]).T @ seen.told
                bend[a * count : (a + 1) * count, b * count : (b + 1) * count] = part
        bend += _HELD * np.eye(free * count)
        weights = weights - np.linalg.solve(bend, slope.ravel()).reshape(weights.shape)
    return as_model(weights.round(3))


def as_model(weights: Numbers) -> Model:
    """Weights (outcomes, features) by their names."""
    return {
        outcome: dict(zip(FEATURES, row, strict=True))
        for outcome, row in zip(OUTCOMES, weights.tolist(), strict=False)
    }


def joined(parts: Sequence[Blanks]) -> Blanks:
    """All boxes of several."""
    return Blanks(*(np.concatenate(column) for column in zip(*parts, strict=True)))
