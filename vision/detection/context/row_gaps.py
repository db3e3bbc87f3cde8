"""Gaps in rows of tiles: where two stand a tile's width apart, there mostly is one between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections

_ALIKE = 0.3  # how far a neighbour's sides may differ, as a logarithm
_NEAR = (0.6, 1.5)  # how far off it lies, in sizes of a tile
_EVEN = 0.4  # how far from the middle between two neighbours a tile may lie, in its sizes


def in_row_gaps(found: Detections, sure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which boxes (n,) lie right between two of the `sure` ones of their own size, one on each side."""
    out = np.zeros(len(found), np.bool_)
    centres, sizes = found.centres, found.sizes
    for at in np.flatnonzero(~sure):
        offsets = 2 * (centres - centres[at]) / (sizes + sizes[at])
        away = np.hypot(offsets[:, 0], offsets[:, 1])
        alike = np.abs(np.log(sizes / sizes[at])).max(axis=1) < _ALIKE
        beside = offsets[sure & alike & (away > _NEAR[0]) & (away < _NEAR[1])]
        sums = beside[:, None] + beside[None]
        out[at] = bool((np.hypot(sums[..., 0], sums[..., 1]) < _EVEN).any())
    return out
