"""From frames to a steady reading 连续识牌: wait while the picture moves, join frames, do not flicker.

Each frame is compared with the one before it, both reduced and in grey; the trembling of a camera held in
the hand is compensated first. While they differ the picture moves and nothing is read. Once it is at rest,
the detections of `FRAMES_JOINED` frames are joined box by box, which evens out noise, and read, or of fewer
where they agree and the reading is one to rely on; where it is not, the picture at rest may be looked at in
other views. Then nothing is detected until something changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detections import Detections, match_boxes
from paiyan.vision.picture.image import Image
from paiyan.vision.pipeline import Reader
from paiyan.vision.reading import Reading

Small = NDArray[np.uint8]
FRAMES_JOINED = 4
"""Frames that are joined into one reading, at the most."""
FRAMES_AGREEING = 2
"""Frames that are enough where each shows the same tiles and their reading is reliable: that of a photo,
which is one frame, would be relied on too."""
_COMPARED_WIDTH = 160  # width in which frames are compared, pixels
_CHANGED_BY = 18  # of 255: a pixel that much lighter or darker than before has changed
_MOVING_SHARE = 0.012  # share of changed pixels from which the picture moves; one tile of a hand is more
_MOST_TREMBLE = 4  # compared pixels by which a camera held in the hand may shift between two frames
_MOST_DRIFT = 2.0  # compared pixels after which boxes no longer lie on their tiles
_SEEN_SHARE = 0.5  # share of the joined frames in which a tile must be found
_SAME_TILE = 0.5  # overlap (IoU) from which two boxes are one tile


class State(Enum):
    """What the camera sees."""

    MOVING = "moving"
    JOINING = "joining"
    STEADY = "steady"


@dataclass(frozen=True)
class Moment:
    """One frame's outcome. `reading` is the last steady one; before there was any, what is joined so far, or
    None. `fresh` says that this frame made a steady one; `movement` is the share of the picture that changed
    since the frame before.
    """

    state: State
    reading: Reading | None
    fresh: bool = False
    movement: float = 0.0


class Steady:
    """A steady reading of one camera's frames, all of one size.

    With `closer`, a hand at rest that is not relied on after all frames is looked at in other views, once.
    """

    def __init__(self, reader: Reader, *, joined: int = FRAMES_JOINED, closer: bool = False) -> None:
        self.reader = reader
        self.joined = joined
        self._closer = Reader(reader.detector, reader.layouts, limits=reader.limits) if closer else None
        self._before: Small | None = None
        self._still: Small | None = None  # the frame at which the picture came to rest
        self._tiles = _Joined()
        self._enough = False  # whether so many frames were joined that the reading is steady
        self._reading: Reading | None = None

    def see(self, frame: Image) -> Moment:
        """Take in the next frame, upright BGR (h, w, 3) uint8."""
        small = _small(frame)
        step = _step(small if self._before is None else self._before, small)
        drift = _step(self._still, small)
        self._before = small
        if step.changed > _MOVING_SHARE:
            self._still = None
            return Moment(State.MOVING, self._reading, movement=step.changed)
        if drift.changed > _MOVING_SHARE or max(abs(drift.x), abs(drift.y)) > _MOST_DRIFT:
            self._still, self._tiles, self._enough = small, _Joined(), False
        if self._enough:
            return Moment(State.STEADY, self._reading, movement=step.changed)
        height, width = frame.shape[:2]
        scale = width / _COMPARED_WIDTH
        self._tiles.add(self.reader.detector.detect(frame), moved=(step.x * scale, step.y * scale))
        agreeing = self._tiles.frames == min(FRAMES_AGREEING, self.joined) and self._tiles.agree
        last = self._tiles.frames >= self.joined
        if not (agreeing or last) and self._reading is not None:
            return Moment(State.JOINING, self._reading, movement=step.changed)
        reading = self.reader.reading(self._tiles.detections(), size=(width, height))
        if last and self._closer is not None and reading.tiles and not reading.reliable:
            closer = self._closer.read(frame)
            reading = closer if closer.reliable else reading
        self._enough = last or (agreeing and reading.reliable)
        if not self._enough:
            return Moment(State.JOINING, self._reading or reading, movement=step.changed)
        self._reading = reading
        return Moment(State.STEADY, reading, fresh=True, movement=step.changed)


def _small(frame: Image) -> Small:
    height = max(round(frame.shape[0] * _COMPARED_WIDTH / frame.shape[1]), 1)
    reduced = cv2.resize(frame, (_COMPARED_WIDTH, height), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(reduced, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.uint8)


class _Step(NamedTuple):
    """From one small frame to another: how far the whole moved, in their pixels, and the share of the rest
    that changed."""

    changed: float
    x: float = 0.0
    y: float = 0.0


def _step(before: Small | None, now: Small) -> _Step:
    if before is None or before.shape != now.shape:
        return _Step(1.0)
    as_is = _Step(_changed(before, now))
    if as_is.changed <= _MOVING_SHARE:
        return as_is
    (x, y), _ = cv2.phaseCorrelate(before.astype(np.float32), now.astype(np.float32))
    if max(abs(x), abs(y)) > _MOST_TREMBLE:
        return as_is
    shifted = cv2.warpAffine(before, np.array([[1, 0, x], [0, 1, y]]), before.shape[::-1])
    inner = slice(_MOST_TREMBLE, -_MOST_TREMBLE)
    return min(as_is, _Step(_changed(shifted[inner, inner], now[inner, inner]), x, y))


def _changed(before: NDArray[Any], now: NDArray[Any]) -> float:
    """The share of pixels that changed, a change of the whole light evened out."""
    step = now.astype(np.int16) - before
    step -= np.int16(np.median(step))
    return float((np.abs(step) > _CHANGED_BY).mean())


class _Joined:
    """The tiles of several frames, each with the mean of its boxes and of its probabilities."""

    def __init__(self) -> None:
        self.frames = 0
        self.agree = True
        """Whether each frame shows the same tiles: every one found in all of them, with one name."""
        self._boxes = np.zeros((0, 4))
        self._probabilities = np.zeros((0, 0))
        self._times = np.zeros(0)

    def add(self, found: Detections, *, moved: tuple[float, float]) -> None:
        """Another frame: each box goes to the tile that it overlaps most, or is a new one.

        `moved` is how far the picture has moved since the last, in its pixels (right, down).
        """
        self.frames += 1
        self._boxes += np.tile(moved, 2) * self._times[:, None]
        if not len(self._times):
            self.agree = self.frames == 1 or not len(found)
            self._boxes = found.boxes.astype(np.float64)
            self._probabilities = found.probabilities.astype(np.float64)
            self._times = np.ones(len(found))
            return
        mean = self._boxes / self._times[:, None]
        at = match_boxes(mean, found.boxes.astype(np.float64), least=_SAME_TILE)
        old = at >= 0
        names = self._probabilities[at].argmax(axis=1)
        self.agree &= bool(old.all() and len(at) == len(self._times) and (names == found.classes).all())
        np.add.at(self._boxes, at[old], found.boxes[old])
        np.add.at(self._probabilities, at[old], found.probabilities[old])
        np.add.at(self._times, at[old], 1)
        self._boxes = np.concatenate([self._boxes, found.boxes[~old]])
        self._probabilities = np.concatenate([self._probabilities, found.probabilities[~old]])
        self._times = np.concatenate([self._times, np.ones(int((~old).sum()))])

    def detections(self) -> Detections:
        """What was found in at least half of the frames; a frame without the tile lowers its confidence."""
        often = self._times >= max(_SEEN_SHARE * self.frames, 1)
        boxes = self._boxes[often] / self._times[often, None]
        return Detections(
            boxes.astype(np.float32), (self._probabilities[often] / self.frames).astype(np.float32)
        )
