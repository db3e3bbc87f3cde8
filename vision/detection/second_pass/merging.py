"""Several looks at one picture, each at a part of it and at a scale of its own, made one.

What looks that saw a tile large enough say of it is averaged. Of what was small in a look a finer one tells:
rows may have been taken for tiles there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.detection.runtimes.network_io import THRESHOLDS, suppress
from vision.detections import Detections, overlaps

Numbers = NDArray[np.float64]

TRUSTED = 22.0
"""Pixels of a tile's shorter side, in the picture that the network sees, from which a look is trusted."""
FEW = 4
"""Tiles that tell how large the tiles of a picture are."""
_FINER = 1.4  # a look is finer than another from this ratio of their scales on
_ACROSS = 0.1  # a box that overlaps those of a finer look by more, and none by half, lies across its tiles
_LARGEST = 200.0  # pixels in the finer look of a box that it would have found itself
_WELL_INSIDE = 0.7  # how far from the edge of a look the middle of a box must lie, in its own sizes
_SAME = 0.3  # how far apart the middles of two boxes on one tile may lie, in sizes of it
_HELD = 0.6  # a box in another is smaller than it by this, where the other holds several tiles
_APART = 0.3  # the overlap below which two boxes are two tiles


class Look(NamedTuple):
    """What was found, as boxes of the picture; `there` (2, 3) maps its pixels to those that the network saw,
    of which there were `size` (width, height)."""

    found: Detections
    there: Numbers
    size: tuple[float, float]

    @property
    def scale(self) -> float:
        """The network's pixels to one of the picture."""
        return float(np.hypot(self.there[0, 0], self.there[0, 1]))

    @property
    def trusted(self) -> NDArray[np.bool_]:
        """Which of its boxes (n,) were large enough to be told; none where there are so few that a block of
        small tiles may have been taken for a large one."""
        large = self.found.sizes.min(axis=1, initial=np.inf) * self.scale >= TRUSTED
        return large & (len(large) >= FEW)

    def holds(self, boxes: Numbers) -> NDArray[np.bool_]:
        """Which boxes (n, 4) of the picture lie well inside it, (n,)."""
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        seen = middles @ self.there[:, :2].T + self.there[:, 2]
        margin = _WELL_INSIDE * self.scale * (boxes[:, 2:] - boxes[:, :2]).max(axis=1, initial=0)
        return ((seen > margin[:, None]) & (seen < np.array(self.size) - margin[:, None])).all(axis=1)


def joined(looks: Sequence[Look]) -> Detections:
    """One detection a tile: the best box, the mean of what looks of its scale say."""
    parts = [look.found.select(~_overruled(look, looks)) for look in looks]
    which = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    every = Detections.joined(parts)
    single = np.flatnonzero(~_several(every))
    every, which = every.select(single), which[single]
    boxes, scores = every.boxes, every.objectness * every.clarity
    kept = suppress(boxes, scores)
    x, y = every.centres.T
    out = np.empty((len(kept), every.probabilities.shape[1]), np.float32)
    for at, k in enumerate(kept.tolist()):
        same = np.hypot(x - x[k], y - y[k]) < _SAME * every.sizes[k].min()
        best = [np.flatnonzero(same & (which == look)) for look in range(len(looks))]
        members = [int(group[scores[group].argmax()]) for group in best if len(group)]
        out[at] = every.probabilities[members].mean(axis=0)
    tiles = Detections(boxes[kept], out)
    return tiles.select(tiles.objectness >= THRESHOLDS.confidence)


def _overruled(look: Look, others: Sequence[Look]) -> NDArray[np.bool_]:
    """Which boxes of a look (n,) a finer one saw well, where they were too small or lie across its tiles."""
    boxes = look.found.boxes.astype(np.float64)
    out = np.zeros(len(boxes), np.bool_)
    large = (boxes[:, 2:] - boxes[:, :2]).max(axis=1, initial=0)
    for other in others:
        if other.scale >= _FINER * look.scale:
            most = overlaps(boxes, other.found.boxes).max(axis=1, initial=0)
            across = (most > _ACROSS) & (most < THRESHOLDS.iou)
            out |= other.holds(boxes) & (large * other.scale < _LARGEST) & (across | ~look.trusted)
    return out


def _several(found: Detections) -> NDArray[np.bool_]:
    """Which boxes (n,) hold several tiles that were found as well."""
    boxes, centres = found.boxes, found.centres
    inside = (centres[None] > boxes[:, None, :2]) & (centres[None] < boxes[:, None, 2:])
    area = found.sizes.prod(axis=1)
    held = inside.all(axis=2) & (area[None] < _HELD * area[:, None])
    out = np.zeros(len(found), np.bool_)
    for at in np.flatnonzero(held.sum(axis=1) > 1):
        some = boxes[held[at]]
        out[at] = bool((overlaps(some, some) < _APART).any())
    return out
