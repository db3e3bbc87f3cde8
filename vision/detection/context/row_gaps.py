"""Boxes in gaps of rows: where two tiles stand a tile's width apart, there mostly is one between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detections import Detections

_SAME_SIZE = 0.3  # difference of a neighbour's sides, as a natural logarithm
_TOUCHING = (0.6, 1.5)  # distance of a neighbour's middle, in mean sizes of both
_OFF_MIDDLE = 0.4  # how far a box may lie from the middle between its neighbours, in its own sizes


def in_row_gaps(found: Detections, sure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which boxes (n,) lie right between two of the `sure` ones of their own size, one on each side."""
    out = np.zeros(len(found), np.bool_)
    centres, sizes = found.centres, found.sizes
    for at in np.flatnonzero(~sure):
        offsets = 2 * (centres - centres[at]) / (sizes + sizes[at])
        away = np.hypot(offsets[:, 0], offsets[:, 1])
        alike = np.abs(np.log(sizes / sizes[at])).max(axis=1) < _SAME_SIZE
        beside = offsets[sure & alike & (away > _TOUCHING[0]) & (away < _TOUCHING[1])]
        sums = beside[:, None] + beside[None]
        out[at] = bool((np.hypot(sums[..., 0], sums[..., 1]) < _OFF_MIDDLE).any())
    return out
