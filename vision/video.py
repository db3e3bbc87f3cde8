"""From frames to a steady reading 连续识牌: wait while the picture moves, join frames, do not flicker.

Each frame is compared with the one before it, both reduced and in grey, after the trembling of a camera held
in the hand is undone. While they differ the picture moves. Once it is at rest, the
detections of `FRAMES_JOINED` frames are joined box by box, which evens out noise, and read; fewer are enough
if they agree and the reading is reliable. If it is not, the picture at rest may be looked at in other views.
Then nothing is detected until something changes.

Until there is a reliable reading, a moving picture is read too: its last `FRAMES_POOLED` frames are laid over
each other by their tiles, since what passes over a hand hides other tiles in each of them.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from enum import Enum

from paiyan.vision.detection.views.frames import JoinedFrames, lay_over, pool_frames
from paiyan.vision.detections import Detections
from paiyan.vision.guidance import MOVING_SHARE, Hint, hint_of
from paiyan.vision.picture.image import Image
from paiyan.vision.pipeline import Reader
from paiyan.vision.pixels import COMPARED_WIDTH, Grey, Motion, compared, motion_between
from paiyan.vision.reading import Reading

FRAMES_JOINED = 4
"""Frames that are joined into one reading, at most."""
FRAMES_AGREEING = 2
"""Frames that are enough if each shows the same tiles and their reading is reliable: the reading of a photo,
which is one frame, counts as reliable too."""
FRAMES_POOLED = 3
"""Frames of a moving picture that are pooled: as many as the page takes for one photo."""
_MOST_DRIFT = 2.0  # compared pixels after which boxes no longer lie on their tiles


class State(Enum):
    """The state of the camera's picture."""

    MOVING = "moving"
    JOINING = "joining"
    STEADY = "steady"


@dataclass(frozen=True)
class Moment:
    """The outcome of one frame. `reading` is the last steady one; before there is any, that of the frames
    joined so far, which is not reliable yet, or None. `fresh` is True if this frame made a steady one;
    `movement` is the share of the picture that changed since the frame before. `hint` is how to hold the
    camera better, unless the reading is reliable.
    """

    state: State
    reading: Reading | None
    fresh: bool = False
    movement: float = 0.0
    hint: Hint | None = None


class Steady:
    """A steady reading of one camera's frames, all of one size.

    With `closer`, a hand at rest that is not reliable after all frames is looked at in other views, once.
    """

    def __init__(self, reader: Reader, *, joined: int = FRAMES_JOINED, closer: bool = False) -> None:
        self.reader = reader
        self.joined = joined
        self._closer = Reader(reader.detector, reader.layouts, limits=reader.limits) if closer else None
        self._before: Grey | None = None
        self._still: Grey | None = None  # the frame at which the picture came to rest
        self._tiles = JoinedFrames()
        self._newest = deque[Detections](maxlen=FRAMES_POOLED)  # of frames in a row, the last one first
        self._enough = False  # True once the joined frames make a steady reading
        self._reading: Reading | None = None
        self._hint: Hint | None = None

    def see(self, frame: Image) -> Moment:
        """Take in the next frame, upright BGR (h, w, 3) uint8."""
        small = compared(frame)
        step = _motion(small if self._before is None else self._before, small)
        drift = _motion(self._still, small)
        self._before = small
        if step.changed > MOVING_SHARE:
            self._still = None
            return self._moving(frame, step.changed)
        if drift.changed > MOVING_SHARE or max(abs(drift.x), abs(drift.y)) > _MOST_DRIFT:
            self._still, self._tiles, self._enough = small, JoinedFrames(), False
        if self._enough:
            self._newest.clear()
            return self._moment(State.STEADY, self._reading, step.changed)
        height, width = frame.shape[:2]
        scale = width / COMPARED_WIDTH
        found = self._detect(frame)
        self._hint = hint_of(frame, found)
        self._tiles.add(found, moved=(step.x * scale, step.y * scale))
        agreeing = self._tiles.frames == min(FRAMES_AGREEING, self.joined) and self._tiles.agree
        last = self._tiles.frames >= self.joined
        if not (agreeing or last) and self._reading is not None:
            return self._moment(State.JOINING, self._reading, step.changed)
        reading = self.reader.reading(self._tiles.detections(), size=(width, height), image=frame)
        if last and self._closer is not None and reading.tiles and not reading.reliable:
            closer = self._closer.read(frame)
            reading = closer if closer.reliable else reading
        self._enough = last or (agreeing and reading.reliable)
        if not self._enough:
            shown = self._reading or replace(reading, vouched=False)  # other frames may not agree
            return self._moment(State.JOINING, shown, step.changed)
        self._reading = reading
        return self._moment(State.STEADY, reading, step.changed, fresh=True)

    def _moving(self, frame: Image, movement: float) -> Moment:
        """Read the newest frames of a moving picture until a reading is reliable."""
        if self._reading is not None and self._reading.reliable:
            self._newest.clear()
        else:
            self._detect(frame)
        if len(self._newest) == FRAMES_POOLED:
            tiles = pool_frames(tuple(self._newest))
            reading = self.reader.reading(tiles, size=(frame.shape[1], frame.shape[0]), image=frame)
            if reading.reliable:
                self._reading = reading
                return self._moment(State.STEADY, reading, movement, fresh=True)
        return Moment(State.MOVING, self._reading, movement=movement, hint=Hint.HOLD_STILL)

    def _detect(self, frame: Image) -> Detections:
        """Detect the tiles of a frame and keep them for pooling, the newest first."""
        found = self.reader.detector.detect(frame)
        if self._newest and lay_over(self._newest[0], found) is None:
            self._newest.clear()  # the frames before show something else
        self._newest.appendleft(found)
        return found

    def _moment(
        self, state: State, reading: Reading | None, movement: float, *, fresh: bool = False
    ) -> Moment:
        relied_on = state is State.STEADY and reading is not None and reading.reliable
        return Moment(state, reading, fresh, movement, None if relied_on else self._hint)


def _motion(before: Grey | None, now: Grey) -> Motion:
    return Motion(1.0) if before is None else motion_between(before, now, moving=MOVING_SHARE)
