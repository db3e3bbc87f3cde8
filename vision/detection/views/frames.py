"""Several pictures of one scene, taken one after another by hand: their tiles aligned and pooled.

A hand that passes, glare and blur hide a tile in one picture and seldom in the next. A tile counts if at
least half of the pictures show it; those without it do not count for its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from paiyan.vision.detection.context.flowers import name_flowers_jointly
from paiyan.vision.detection.thresholds import FEWEST_TILES
from paiyan.vision.detections import Detections, match_boxes

_SIZE_RATIO = 1.35  # largest ratio of the sizes of one tile in two pictures
_REACH = 0.5  # of a tile's size: tiles that a shift brings together lie as near
_MOST_PAIRS = 1000  # vote on the shift, the rarest tiles first: a wall has ten thousand pairs of backs
_ROUNDS = 3
_SEEN_SHARE = 0.5  # least share of the pictures in which a tile is found
_SAME_TILE = 0.4  # overlap (IoU) from which two boxes are one tile


class JoinedFrames:
    """The tiles of several frames in one frame's pixels, each with its mean box and mean probabilities."""

    def __init__(self) -> None:
        self.frames = 0
        self.agree = True
        """True if each frame shows the same tiles: every one found in all of them, with one name."""
        self._boxes = np.zeros((0, 4))
        self._probabilities = np.zeros((0, 0))
        self._times = np.zeros(0)

    def add(self, detections: Detections, *, moved: tuple[float, float] = (0.0, 0.0)) -> None:
        """Add another frame: each box goes to the tile that it overlaps most, or is a new one.

        `moved` is how far the picture has moved since the last, in its pixels (right, down).
        """
        self.frames += 1
        self._boxes += np.tile(moved, 2) * self._times[:, None]
        if not len(self._times):
            self.agree = self.frames == 1 or not len(detections)
            self._boxes = detections.boxes.astype(np.float64)
            self._probabilities = detections.probabilities.astype(np.float64)
            self._times = np.ones(len(detections))
            return
        mean = self._boxes / self._times[:, None]
        at = match_boxes(mean, detections.boxes.astype(np.float64), least=_SAME_TILE)
        old = at >= 0
        names = self._probabilities[at].argmax(axis=1)
        self.agree &= bool(old.all() and len(at) == len(self._times) and (names == detections.classes).all())
        np.add.at(self._boxes, at[old], detections.boxes[old])
        np.add.at(self._probabilities, at[old], detections.probabilities[old])
        np.add.at(self._times, at[old], 1)
        self._boxes = np.concatenate([self._boxes, detections.boxes[~old]])
        self._probabilities = np.concatenate([self._probabilities, detections.probabilities[~old]])
        self._times = np.concatenate([self._times, np.ones(int((~old).sum()))])

    def detections(self, *, missing_counts: bool = True) -> Detections:
        """Return the tiles of at least half of the frames; a frame without a tile lowers its confidence
        unless that does not count."""
        often = self._times >= max(_SEEN_SHARE * self.frames, 1)
        times = self._times[often, None]
        boxes = self._boxes[often] / times
        probabilities = self._probabilities[often] / (self.frames if missing_counts else times)
        return Detections(boxes.astype(np.float32), probabilities.astype(np.float32))


def pool_frames(frames: Sequence[Detections]) -> Detections:
    """Return the tiles of several pictures of one scene, in pixels of the first.

    A picture that does not show the scene of the first is left out.
    """
    first, *others = frames
    placed = [first, *(moved for other in others if (moved := lay_over(other, first)) is not None)]
    joined = JoinedFrames()
    for frame in placed:
        joined.add(frame)
    tiles = joined.detections(missing_counts=False)
    return name_flowers_jointly(replace(tiles, hints=first.hints))


def lay_over(second: Detections, first: Detections) -> Detections | None:
    """Return the detections of a picture in pixels of the first; None if both hardly share a tile.

    The camera has moved a little: a shift that brings most tiles of one name together is refined to a shift
    and a scale along each axis.
    """
    if not len(second) or not len(first):
        return None
    sizes, other = (np.sqrt(one.sizes.prod(axis=1)) for one in (first, second))
    ratio = sizes[:, None] / other[None]
    similar = (first.classes[:, None] == second.classes[None]) & (np.abs(np.log(ratio)) < np.log(_SIZE_RATIO))
    pairs = np.argwhere(similar)
    if not len(pairs):
        return None
    shifts = first.centres[pairs[:, 0]] - second.centres[pairs[:, 1]]
    reach = _REACH * float(np.median(sizes))
    rare = np.sort(np.argsort(similar.sum(axis=1)[pairs[:, 0]], kind="stable")[:_MOST_PAIRS])
    voting = shifts[rare]
    votes = (np.hypot(*(voting[None] - voting[:, None]).transpose(2, 0, 1)) < reach).sum(axis=1)
    scale, shift = np.ones(2), voting[int(votes.argmax())]
    for _ in range(_ROUNDS):
        away = first.centres[pairs[:, 0]] - second.centres[pairs[:, 1]] * scale - shift
        near = pairs[np.hypot(*away.T) < reach]
        if len(np.unique(near[:, 1])) < min(FEWEST_TILES, len(first), len(second)):
            return None
        one, two = first.centres[near[:, 0]], second.centres[near[:, 1]]
        spread = two.std(axis=0)
        wide = spread > 2 * reach  # along the other axis one row tells no scale
        scale = np.where(
            wide, (one.std(axis=0) / np.maximum(spread, 1.0)).clip(1 / _SIZE_RATIO, _SIZE_RATIO), 1.0
        )
        shift = one.mean(axis=0) - scale * two.mean(axis=0)
    boxes = second.boxes * np.tile(scale, 2) + np.tile(shift, 2)
    return Detections(boxes.astype(np.float32), second.probabilities, second.hints)
