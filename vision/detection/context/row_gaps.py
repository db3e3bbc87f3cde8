"""Boxes where rows have a place for a tile: in a gap between two, and where a row goes on at its end.

Where two tiles stand a tile's width apart, there mostly is one between them. A tile at the end of a row is
seen less surely than those that have others on both sides.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections

_SAME_SIZE = 0.3  # difference of a neighbour's sides, as a natural logarithm
_TOUCHING = (0.6, 1.5)  # distance of a neighbour's middle, in mean sizes of both
_OFF_MIDDLE = 0.4  # how far a box may lie from the middle between its neighbours, in its own sizes
_OFF_LINE = (
    0.4  # how far it may lie from where two tiles that touch tell the next, in sizes of the nearer one
)


def in_row_gaps(found: Detections, sure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which boxes (n,) lie right between two of the `sure` ones of their own size, one on each side."""
    out = np.zeros(len(found), np.bool_)
    for at in np.flatnonzero(~sure):
        beside = _offsets(found, at)[sure & _touching(found, at)]
        sums = beside[:, None] + beside[None]
        out[at] = bool((np.hypot(sums[..., 0], sums[..., 1]) < _OFF_MIDDLE).any())
    return out


def at_row_ends(found: Detections, sure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which boxes (n,) lie where a row goes on of which two tiles or more are `sure`, all of one size."""
    out = np.zeros(len(found), np.bool_)
    centres, sizes = found.centres, found.sizes
    for at in np.flatnonzero(~sure):
        for last in np.flatnonzero(sure & _touching(found, at)):
            before = np.flatnonzero(sure & _touching(found, last))
            told = 2 * centres[last] - centres[before]
            off = (told - centres[at]) / sizes[last]
            out[at] |= bool((np.hypot(off[:, 0], off[:, 1]) < _OFF_LINE).any())
    return out


def _touching(found: Detections, at: np.intp) -> NDArray[np.bool_]:
    """Which boxes (n,) of its own size stand right beside one."""
    away = np.hypot(*_offsets(found, at).T)
    alike = np.abs(np.log(found.sizes / found.sizes[at])).max(axis=1) < _SAME_SIZE
    return np.asarray(alike & (away > _TOUCHING[0]) & (away < _TOUCHING[1]))


def _offsets(found: Detections, at: np.intp) -> NDArray[np.float64]:
    """Where the middles of all boxes lie from one's, in mean sizes of both: (n, 2)."""
    return 2 * (found.centres - found.centres[at]) / (found.sizes + found.sizes[at])
