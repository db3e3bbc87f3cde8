"""What a detector takes for what, and how far its confidence can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.evaluation.matching import Matches
from paiyan.scorer.tiles.tile import TILES

NOTHING = len(TILES)
"""The last row and column of a confusion matrix: no such tile there, no such tile found."""
SURE = 0.9
"""From this confidence on a wrong name is one that nobody would ask about."""
_BINS = 10


def confusion_matrix(pictures: Sequence[Matches]) -> NDArray[np.int64]:
    """(47, 47): how often a true class (row) was found as a class (column); the last is nothing."""
    table = np.zeros((NOTHING + 1, NOTHING + 1), np.int64)
    for p in pictures:
        for t, d in p.pairs:
            table[p.truth[t], p.found[d]] += 1
        for code in p.missed:
            table[code, NOTHING] += 1
        for code in p.made_up:
            table[NOTHING, code] += 1
    return table


def commonest_mistakes(table: NDArray[np.int64], *, most: int = 20) -> list[dict[str, Any]]:
    """The commonest mistakes of a confusion matrix: truth, what it was found as, how often."""
    wrong = table - np.diag(np.diag(table))
    order = np.argsort(-wrong, axis=None, kind="stable")[:most]
    places = (np.unravel_index(int(i), wrong.shape) for i in order)
    return [
        {"truth": _name(int(t)), "found": _name(int(d)), "count": int(wrong[t, d])}
        for t, d in places
        if wrong[t, d]
    ]


def _name(code: int) -> str:
    return "nothing" if code == NOTHING else TILES[code].notation


class Calibration(NamedTuple):
    """How often boxes of a confidence are right, in ten bins from 0 to 1.

    `error` is the expected calibration error: the mean distance of confidence and share, weighed by count.
    `confident_wrong` counts the boxes on a true tile that are named wrong with `SURE` or more.
    """

    boxes: tuple[int, ...]
    confidence: tuple[float, ...]
    right: tuple[float, ...]
    error: float
    confident_wrong: int
    confident: int


def calibration(pictures: Sequence[Matches]) -> Calibration:
    """The calibration of all boxes of these pictures."""
    sure = np.concatenate([p.confidence for p in pictures]).astype(np.float64)
    right = np.concatenate([_right(p) for p in pictures])
    bins = np.minimum((sure * _BINS).astype(np.int64), _BINS - 1)
    count = np.bincount(bins, minlength=_BINS)
    mean = np.bincount(bins, sure, _BINS) / np.maximum(count, 1)
    share = np.bincount(bins, right, _BINS) / np.maximum(count, 1)
    error = float((np.abs(mean - share) * count).sum() / max(count.sum(), 1))
    wrong = sum(bool(p.confidence[d] >= SURE) for p in pictures for _, d in p.wrong)
    return Calibration(
        tuple(count.tolist()),
        tuple(mean.round(4).tolist()),
        tuple(share.round(4).tolist()),
        error,
        wrong,
        int((sure >= SURE).sum()),
    )


def _right(p: Matches) -> NDArray[np.float64]:
    right = np.zeros(len(p.found))
    right[[d for t, d in p.pairs if p.truth[t] == p.found[d]]] = 1
    return right
