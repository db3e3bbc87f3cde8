"""Tiles of several pictures of one scene joined box by box, so that noise and what hides a tile even out."""

from __future__ import annotations

import numpy as np

from paiyan.vision.detections import Detections, match_boxes

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
