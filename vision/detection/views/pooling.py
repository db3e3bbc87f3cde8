"""The detections of several views of a picture, pooled in the picture's own pixels: one box per tile.

Views of about the same scale that show a tile large enough share in its name: the mean counts. A tile that
was small in one view is named only by a finer one, since rows may have been taken for tiles there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detection.drops import kept
from paiyan.vision.detection.runtimes.network_io import suppress_overlaps
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, FEWEST_TILES
from paiyan.vision.detection.views import thresholds as limits
from paiyan.vision.detections import Detections, hold, overlaps

Numbers = NDArray[np.float64]


class DetectedView(NamedTuple):
    """The detections of one view, as boxes of the whole picture.

    `to_input` (2, 3) maps the picture's pixels to those that the network saw, which are `size` (width,
    height).
    """

    detections: Detections
    to_input: Numbers
    size: tuple[float, float]

    @property
    def scale(self) -> float:
        """Pixels of the network's input per pixel of the picture."""
        return float(np.hypot(self.to_input[0, 0], self.to_input[0, 1]))

    @property
    def sides(self) -> Numbers:
        """The shorter side of each box in pixels of the network's input, (n,)."""
        return self.detections.sizes.min(axis=1, initial=np.inf) * self.scale

    @property
    def legible(self) -> NDArray[np.bool_]:
        """True for boxes (n,) of legible size; false for all if they are so few that a block of small tiles
        may have been taken for a large one."""
        return (self.sides >= limits.LEGIBLE_SIDE) & (len(self.detections) >= FEWEST_TILES)

    def shows(self, boxes: Numbers) -> NDArray[np.bool_]:
        """True for boxes (n, 4) of the picture that lie well inside the window, (n,)."""
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        seen = middles @ self.to_input[:, :2].T + self.to_input[:, 2]
        margin = limits.WELL_INSIDE * self.scale * (boxes[:, 2:] - boxes[:, :2]).max(axis=1, initial=0)
        return ((seen > margin[:, None]) & (seen < np.array(self.size) - margin[:, None])).all(axis=1)


def pool(windows: Sequence[DetectedView]) -> Detections:
    """Return one detection per tile: its best box, and the mean of the windows that share in its name."""
    parts = [
        kept(
            window.detections, ~_overruled_by_finer(window, windows), "a finer view shows no such tile",
            window.sides, limits.LEGIBLE_SIDE,
        )
        for window in windows
    ]  # fmt: skip
    every = Detections.joined(parts)
    single = ~_holds_several_tiles(every)
    which = np.repeat(np.arange(len(parts)), [len(part) for part in parts])[single]
    every = kept(every, single, "holds several tiles", every.objectness, 1.0)
    scores = every.objectness * every.clarity
    best = suppress_overlaps(every.boxes, scores)
    x, y = every.centres.T
    out = np.empty((len(best), every.probabilities.shape[1]), np.float32)
    for at, k in enumerate(best.tolist()):
        same = np.hypot(x - x[k], y - y[k]) < limits.SAME_MIDDLE * every.sizes[k].min()
        of_each = [np.flatnonzero(same & (which == window)) for window in range(len(windows))]
        members = [int(group[scores[group].argmax()]) for group in of_each if len(group)]
        out[at] = every.probabilities[members].mean(axis=0)
    tiles, least = Detections(every.boxes[best], out), DEFAULT_THRESHOLDS.confidence
    return kept(tiles, tiles.objectness >= least, "unsure in all views together", tiles.objectness, least)


def _overruled_by_finer(window: DetectedView, others: Sequence[DetectedView]) -> NDArray[np.bool_]:
    """True for boxes of a window (n,) that a finer one shows well, if they were not of legible size or lie
    across the tiles of the finer one."""
    boxes = window.detections.boxes.astype(np.float64)
    out = np.zeros(len(boxes), np.bool_)
    large = (boxes[:, 2:] - boxes[:, :2]).max(axis=1, initial=0)
    for other in others:
        if other.scale >= limits.FINER * window.scale:
            most = overlaps(boxes, other.detections.boxes).max(axis=1, initial=0)
            across = (most > limits.LIES_ACROSS) & (most < DEFAULT_THRESHOLDS.iou)
            found_by_itself = large * other.scale < limits.FOUND_BY_FINER
            out |= other.shows(boxes) & found_by_itself & (across | ~window.legible)
    return out


def _holds_several_tiles(detections: Detections) -> NDArray[np.bool_]:
    """True for boxes (n,) that hold several tiles which were detected as well."""
    boxes, area = detections.boxes, detections.sizes.prod(axis=1)
    held = hold(boxes, detections.centres) & (area[None] < limits.HELD_SIZE * area[:, None])
    out = np.zeros(len(detections), np.bool_)
    for at in np.flatnonzero(held.sum(axis=1) > 1):
        some = boxes[held[at]]
        out[at] = bool((overlaps(some, some) < DEFAULT_THRESHOLDS.iou).any())
    return out
