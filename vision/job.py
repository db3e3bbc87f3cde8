"""A reading under way: its pictures, what was detected in them, what was requested, and the cost so far."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.decoding.game_rules import ANY_GAME, Game
from paiyan.vision.decoding.hand import Hand
from paiyan.vision.decoding.legal_hands import lacks_nothing
from paiyan.vision.decoding.proposal import Won
from paiyan.vision.decoding.questions import own_tiles
from paiyan.vision.detection.context.blank_tiles import without_sides
from paiyan.vision.detection.drops import kept
from paiyan.vision.detection.main_row import main_row
from paiyan.vision.detection.rows import Row
from paiyan.vision.detection.views.frames import pool_frames
from paiyan.vision.detection.views.view import Reason, in_picture, show, tilted
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.messages import Problem
from paiyan.vision.picture.quality import picture_problems
from paiyan.vision.pixels import Image, Tone, rotated, toned
from paiyan.vision.reading import Reading, ReadTile
from paiyan.vision.sizes import size_of
from paiyan.vision.structure.scene import SeatChoice
from paiyan.vision.trace import Trace

FIRST_PASS = 1000
"""Pixels of the longer side for the first look, a quarter of those of 12 megapixels: the crop of a tile
that is too large for a closer look is then not enlarged."""
CLOSER = 3000
"""Pixels of the longer side for closer looks: all of a photo of 9 to 12 megapixels."""
VIEW_MS = 45.0
"""Milliseconds that a view counts for in the budget of a reading (`pipeline.BUDGET_MS`).

Views are counted, not timed, so that a reading does not depend on the load."""


MOST_TILES = 400
"""Tiles of a picture that are read, two tables having 288: what is done with each pair of them is bounded."""
MOST_TOGETHER = 4 * MOST_TILES
"""Tiles of all pictures of one hand that are read: a hundred full ones would take minutes and gigabytes."""


def surest_tiles(detections: Detections) -> Detections:
    """Return the surest `MOST_TILES` of more detections."""
    if len(detections) <= MOST_TILES:
        return detections
    return with_surest(detections, surest(detections.objectness, MOST_TILES))


def surest(objectness: Floats, most: int) -> NDArray[np.bool_]:
    """Return a mask of the surest `most` of more tiles."""
    return np.isin(np.arange(len(objectness)), np.argsort(-objectness, kind="stable")[:most])


def with_surest(detections: Detections, mask: NDArray[np.bool_]) -> Detections:
    """Return the tiles of a mask, which are the surest."""
    sure = detections.objectness
    return kept(detections, mask, "more than tables hold", sure, float(sure[mask].min(initial=1.0)))


class OpenedPicture(NamedTuple):
    """A picture that can be decoded at several sizes.

    `photo_size` is the (width, height) of the whole photo, and `decode` takes pixels of the longer side, met
    about. The picture is shown in a `tone`, turned by `quarters` against the clock so that its faces stand
    upright, and tilted and smaller if `tilt` is not 0."""

    photo_size: tuple[int, int]
    decode: Callable[[int], Image]
    tone: Tone = "as it is"
    quarters: int = 0
    tilt: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole picture, turned by its quarters."""
        wide, high = self.photo_size
        return (high, wide) if self.quarters % 2 else (wide, high)

    def pixels(self, side: int) -> Image:
        """Decode it with about `side` pixels on its longer side."""
        image = rotated(toned(self.decode(side), self.tone), self.quarters)
        return show(image, tilted(size_of(image), self.tilt)) if self.tilt else image

    def in_photo(self, boxes: Floats) -> Floats:
        """Map boxes (n, 4) of the turned picture to pixels of the photo as it is."""
        wide, high = self.size
        boxes = in_picture(tilted(self.size, self.tilt), boxes) if self.tilt else boxes
        for _ in range(self.quarters):
            x1, y1, x2, y2 = boxes.T
            boxes = np.stack([high - y2, x1, high - y1, x2], axis=1)
            wide, high = high, wide
        return boxes


def always(image: Image) -> Callable[[int], Image]:
    """Return a `decode` for a picture that is decoded already."""

    def decode(side: int) -> Image:
        del side
        return image

    return decode


class DetectedImage(NamedTuple):
    """The decoded pixels of a picture, and the detections in them.

    If it is the first picture of a burst, `frames` are all of them, each with what was detected in it. If
    more tiles were detected than are read, `crowded` is how many are."""

    image: Image
    detections: Detections
    picture: OpenedPicture
    frames: tuple[DetectedImage, ...] = ()
    crowded: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole picture."""
        return self.picture.size

    @property
    def in_picture(self) -> Detections:
        """The detections in pixels of the whole picture."""
        return self.detections.moved(size_of(self.image), self.size)

    @property
    def photo_boxes(self) -> Floats:
        """The boxes (n, 4) in pixels of the photo as it is, whichever way the picture is turned."""
        return self.picture.in_photo(self.in_picture.boxes)

    def problems(
        self, tiles: Sequence[ReadTile], *, hand: Hand | None = None, game: Game = ANY_GAME
    ) -> tuple[Problem, ...]:
        """Return the problems of the picture around these tiles' hand; a given `hand` may lack some."""
        complete = hand is None or lacks_nothing(hand, game)
        waits = hand is not None and hand.size % 3 == 1
        row = [i for i, tile in enumerate(tiles) if waits and tile.role in ("hand", "winning")]
        found = picture_problems(self.image, self.detections, own_tiles(tiles), complete=complete, row=row)
        return (*found, Problem("crowded", (self.crowded,))) if self.crowded else found

    def with_detections(self, detections: Detections) -> DetectedImage:
        """Return the same picture with the detections of other views, too."""
        crowded = MOST_TILES if len(detections) > MOST_TILES else self.crowded
        return self._replace(detections=without_sides(surest_tiles(detections)), crowded=crowded)


Looks = tuple[DetectedImage, ...]


def pooled(looks: Sequence[DetectedImage]) -> DetectedImage:
    """Pool several looks at one scene, in the first picture that is turned like most of them."""
    quarters = [detected.picture.quarters for detected in looks]
    usual = max(quarters, key=quarters.count)
    first, *others = [detected for detected in looks if detected.picture.quarters == usual]
    wide, _ = size_of(first.image)
    resized = [
        one.in_picture.moved(one.size, (wide, round(wide * one.size[1] / one.size[0]))) for one in others
    ]
    tiles = pool_frames([first.detections, *resized])
    return first.with_detections(tiles)._replace(frames=(first, *others))


def in_photos(read: Reading, looks: Looks) -> Reading:
    """Return a hand with its tiles' boxes in pixels of the photos, whichever way they were turned."""
    if not any(detected.picture.quarters for detected in looks):
        return read
    boxes = [box for detected in looks for box in detected.photo_boxes.tolist()]
    placed = (tile._replace(box=tuple(box)) for tile, box in zip(read.tiles, boxes, strict=True))
    return replace(read, tiles=tuple(placed))


@dataclass
class Job:
    """The request for a reading of some pictures, and its cost so far."""

    seat: SeatChoice = "nearest"
    game: Game = ANY_GAME
    won: Won = "unknown"
    times: dict[str, float] = field(default_factory=dict[str, float])
    closer: bool = True
    trace: Trace | None = None
    tones: dict[OpenedPicture, DetectedImage] = field(default_factory=dict[OpenedPicture, DetectedImage])
    """The looks at pictures in several tones."""
    burst: bool = False
    """True if the pictures show one scene, and each of them all of it."""
    spent: float = 0.0
    """Milliseconds of views after the first, as they are counted."""
    budget: float = math.inf
    """How much of them a reading may cost."""
    seconds: float = math.inf
    """How long it may take by the clock, after the first look at each picture."""
    begun: float = field(default_factory=lambda: perf_counter())
    rows: dict[Detections, list[Row]] = field(default_factory=dict[Detections, list[Row]])
    """The main rows that were searched for."""

    def main_row(self, detections: Detections) -> list[Row]:
        """Return the main row of some detections, which is searched once."""
        if detections not in self.rows:
            self.rows[detections] = main_row(detections)
        return self.rows[detections]

    @property
    def in_time(self) -> bool:
        """True if there is time for another view."""
        return perf_counter() - self.begun < self.seconds

    @property
    def affords_view(self) -> bool:
        """True if another view of a doubtful hand fits into the budget and the time."""
        return self.spent < self.budget and self.in_time

    @contextmanager
    def timed(self, stage: str) -> Generator[None]:
        """Add the time of a stage to its time so far."""
        start = perf_counter()
        yield
        self.times[stage] = self.times.get(stage, 0.0) + 1000 * (perf_counter() - start)

    def took(self, reason: Reason, before: Detections, after: Detections, taken: bool) -> None:
        """Note the changes by a view."""
        if self.trace is not None:
            self.trace.add_view(reason, before, after, taken=taken)
