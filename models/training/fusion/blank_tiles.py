"""Fits `vision.detection.context.blank_tiles`, which tells white dragons, backs and sides of tiles apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.evaluation.matching import detect_picture, match_picture
from paiyan.datasets.formats.labelled import Labelled
from paiyan.datasets.logistic_regression import fit_outcomes
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.context.blank_tiles import FEATURES, OUTCOMES, Model, features
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.naming.namer import WHITE
from paiyan.vision.picture.image import load

Numbers = NDArray[np.float64]
_RIDGE = 0.02  # how strongly weights are held towards zero
_OTHER = -1


class BlankBoxes(NamedTuple):
    """Blank boxes: features (n, 15), outcomes (n,) as places in `OUTCOMES`, and what each counts (n,)."""

    told: Numbers
    outcome: NDArray[np.int64]
    weight: Numbers


def blank_boxes(detector: Detector, items: Sequence[Labelled], *, whole: bool, weight: float) -> BlankBoxes:
    """The blank boxes that a detector gives in labelled pictures, which count `weight` together.

    A box that is no labelled tile is nothing where the pictures are labelled `whole`, backs and all;
    elsewhere it may be what was not labelled, and is left out, as is a box that shows another tile.
    """
    tables: list[Numbers] = []
    codes: list[NDArray[np.int64]] = []
    for item in items:
        seen = detect_picture(detector, item)
        blank, told = features(load(item.image), seen.found)
        judged = match_picture(seen, threshold=0.0)
        truth = np.full(len(seen.found), len(OUTCOMES) - 1 if whole else _OTHER)
        for tile, box in judged.pairs:
            truth[judged.which[box]] = _OUTCOME.get(int(item.classes[tile]), _OTHER)
        tables.append(told)
        codes.append(truth[blank])
    table, outcome = np.concatenate(tables), np.concatenate(codes)
    kept = outcome != _OTHER
    count = max(int(kept.sum()), 1)
    return BlankBoxes(table[kept], outcome[kept], np.full(int(kept.sum()), weight / count))


_OUTCOME = {WHITE: OUTCOMES.index("white"), BACK: OUTCOMES.index("back")}


def fit_blank_tiles(seen: BlankBoxes) -> Model:
    """The weights under which the truth is most probable, a little held towards zero.

    Of two outcomes that are told apart by a difference alone, the last one's weights stay zero.
    """
    weights = fit_outcomes(seen.told, seen.outcome, seen.weight, outcomes=len(OUTCOMES), ridge=_RIDGE)
    return as_model(weights.round(3))


def as_model(weights: Numbers) -> Model:
    """Weights (outcomes, features) by their names."""
    return {
        outcome: dict(zip(FEATURES, row, strict=True))
        for outcome, row in zip(OUTCOMES, weights.tolist(), strict=False)
    }


def join_boxes(parts: Sequence[BlankBoxes]) -> BlankBoxes:
    """All boxes of several."""
    return BlankBoxes(*(np.concatenate(column) for column in zip(*parts, strict=True)))
