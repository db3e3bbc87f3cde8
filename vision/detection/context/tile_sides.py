"""Blank sides of a standing row's last tile: seen from the side they look like one more white dragon.

The faces of a standing row that runs towards the camera lie lower and lower in the picture. One more face
would continue that; the side of the last tile lies in another plane, and its lower edge does not.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.context.blank_tiles import BLANK_SHARE
from paiyan.vision.detection.drops import kept
from paiyan.vision.detection.naming.namer import WHITE
from paiyan.vision.detections import Detections

_NEIGHBOUR = 1.5  # sizes of a tile between the middles of two that stand beside each other, at most
_SLOPES = 0.12  # of a tile's height that each tile of a row stands lower than the last, at least
_GOES_ON = 0.5  # of that step, at least, by which one more face would stand lower, or higher


def without_sides(detections: Detections) -> Detections:
    """Return boxes without the blank sides of tiles at the ends of rows."""
    blank = detections.posterior[:, [WHITE, BACK]].sum(axis=1) >= BLANK_SHARE
    on = np.array([_going_on(detections, at, blank) if blank[at] else 1.0 for at in range(len(detections))])
    return kept(detections, on >= _GOES_ON, "side of a row's last tile", on, _GOES_ON)


def _going_on(detections: Detections, index: int, blank: NDArray[np.bool_]) -> float:
    """Return how far a blank box at the end of a sloping row of faces continues it.

    That is 1 if as far as one more face would, about 0 if not at all; 1 if there is no such row.
    """
    faces = np.flatnonzero(~blank)
    first = _next(detections, index, faces, away_from=None)
    second = None if first is None else _next(detections, first, faces, away_from=index)
    if (
        first is None
        or second is None
        or _next(detections, index, np.arange(len(detections)), away_from=first) is not None
    ):
        return 1.0
    low = detections.boxes[:, 3].astype(np.float64)
    step, height = low[first] - low[second], detections.sizes[[first, second], 1].mean()
    if abs(step) < _SLOPES * height:
        return 1.0
    return float((low[index] - low[first]) / step)


def _next(
    detections: Detections, index: int, among: NDArray[np.intp], *, away_from: int | None
) -> int | None:
    """Return the nearest box next to one, on the other side than `away_from`."""
    some = among[among != index]
    offsets = detections.offsets(index)[some]
    far = np.hypot(offsets[:, 0], offsets[:, 1])
    near = far < _NEIGHBOUR
    if away_from is not None:
        back = (detections.centres[away_from] - detections.centres[index]) / detections.sizes[index]
        near &= offsets @ back < 0
    return int(some[near][far[near].argmin()]) if near.any() else None
