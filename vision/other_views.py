"""Look at a picture: once, closer, and in the other views in which a doubtful hand is read.

A view is a tone, a row, the surroundings of a hand, or the place beyond the ends of a row. Its cost is
counted in the `Job`; its changes go into a trace.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from paiyan.scorer.tiles.tile import BACK, EXTRA, TILES
from paiyan.vision.decoding.game_rules import ANY_GAME, RED_OF, Game
from paiyan.vision.decoding.hand import Hand
from paiyan.vision.decoding.legal_hands import lacks_nothing
from paiyan.vision.decoding.proposal import Won
from paiyan.vision.decoding.questions import own_tiles
from paiyan.vision.detection.context.blank_tiles import without_sides
from paiyan.vision.detection.context.uprightness import sureness, turns_to_upright
from paiyan.vision.detection.drops import logged, move_drops
from paiyan.vision.detection.main_row import main_row, players_rows, row_of_player
from paiyan.vision.detection.rows import Row
from paiyan.vision.detection.views.frames import lay_over, pool_frames
from paiyan.vision.detection.views.looking import (
    fills_frame,
    illegible,
    look,
    look_along_rows,
    look_around,
    look_beyond_ends,
    look_closer,
    look_within_border,
    small_rows,
    whole_window,
)
from paiyan.vision.detection.views.pooling import pool
from paiyan.vision.detection.views.view import Reason, in_picture, show, tilted, whole
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.messages import Problem
from paiyan.vision.picture.quality import picture_problems
from paiyan.vision.pixels import Image, Tone, brightness, red_ink, rotated, toned
from paiyan.vision.reading import (
    Reading,
    ReadTile,
)
from paiyan.vision.requests import Asking
from paiyan.vision.sizes import size_of
from paiyan.vision.structure.scene import FULL, RIGHT, Seat, SeatChoice
from paiyan.vision.trace import Trace

FIRST_PASS = 1000
"""Pixels of the longer side for the first look, a quarter of those of 12 megapixels: the crop of a tile
that is too large for a closer look is then not enlarged."""
CLOSER = 3000
"""Pixels of the longer side for closer looks: all of a photo of 9 to 12 megapixels."""
VIEW_MS = 45.0
"""Milliseconds that a view counts for in the budget of a reading (`pipeline.BUDGET_MS`).

Views are counted, not timed, so that a reading does not depend on the load."""
_DARK = 100  # of 255: white tiles in photos of training are brighter, and black ones darker
_TONES: tuple[Tone, ...] = ("as it is", "inverted", "dark for light")
_FIVES = [code for code in range(EXTRA) if TILES[code].kind in RED_OF]
RED_FROM = (0.64, 0.72)
"""Share of a five's print that is red: below the first it is plain, above the second red. In drawn dark
sets plain ones have 0.62 at most, red ones 0.75 at least."""
_LEAD = 0.5  # tiles by which a turned look must be surer: most photos are upright
_LIKE_A_HAND = 4  # backs in a hand, or among as many other boxes, that may be the faces of dark tiles


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


class DetectedImage(NamedTuple):
    """The decoded pixels of a picture, and the detections in them.

    If it is the first picture of a burst, `frames` are all of them, each with what was detected in it."""

    image: Image
    detections: Detections
    picture: OpenedPicture
    frames: tuple[DetectedImage, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole picture."""
        return self.picture.size

    @property
    def in_picture(self) -> Detections:
        """The detections in pixels of the whole picture."""
        return self.detections.moved(size_of(self.image), self.size)

    def problems(
        self, tiles: Sequence[ReadTile], *, hand: Hand | None = None, game: Game = ANY_GAME
    ) -> tuple[Problem, ...]:
        """Return the problems of the picture around these tiles' hand; a given `hand` may lack some."""
        complete = hand is None or lacks_nothing(hand, game)
        waits = hand is not None and hand.size % 3 == 1
        row = [i for i, tile in enumerate(tiles) if waits and tile.role in ("hand", "winning")]
        return picture_problems(self.image, self.detections, own_tiles(tiles), complete=complete, row=row)

    def with_detections(self, detections: Detections) -> DetectedImage:
        """Return the same picture with the detections of other views, too."""
        return self._replace(detections=without_sides(detections))


Looks = tuple[DetectedImage, ...]


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


def detect(picture: OpenedPicture, job: Job) -> Asking[DetectedImage]:
    """Detect the tiles of a picture, turned so that the faces stand upright.

    Four pictures that differ by quarter turns are read from the same pixels. If the faces of one look do not
    tell which turn that is, it is looked at in each that is possible: the look whose faces tell that they
    stand upright counts, else the one with the surest names, since the networks learned from upright faces;
    the picture as it is, if no other is clearly surer. If the faces of a whole hand speak for no other turn,
    and none could be clearly surer of the same tiles, one look is enough.
    """
    first = yield from look_once(picture, job)
    possible = [0]
    if job.seat == "nearest" and not picture.quarters:
        possible = turns_to_upright(first.image, first.detections)
    if possible == [0] or (len(possible) > 1 and not (job.closer and job.in_time)):
        return first
    speak_for_no_other = possible[0] == 0 or len(possible) == 4
    count = len(first.detections)
    if speak_for_no_other and count >= min(FULL) and sureness(first.detections) + _LEAD > count:
        return first
    looks = {0: first}
    for turn in possible:
        if turn not in looks:
            job.spent += VIEW_MS if len(possible) > 1 else 0.0
            looks[turn] = yield from look_once(picture._replace(quarters=turn), job)
            further = turns_to_upright(looks[turn].image, looks[turn].detections)
            if further == [0] or not job.closer:
                return looks[turn]
            possible += [one for more in further if (one := (turn + more) % 4) not in possible]
            if not job.in_time:
                break
    sure = {turn: sureness(looks[turn].detections) for turn in possible if turn in looks}
    surest = max(sure, key=sure.__getitem__)
    return first if 0 in sure and sure[surest] < sure[0] + _LEAD else looks[surest]


def look_once(picture: OpenedPicture, job: Job) -> Asking[DetectedImage]:
    """Detect the tiles of a picture as it is turned and tilted."""
    with job.timed("decode"):
        image = picture.pixels(FIRST_PASS)
    with job.timed("detect"), _in_photo(image, picture):
        detections = (yield from look(image, [whole(image)]))[0].detections
    return DetectedImage(image, without_sides(detections), picture)


def zoom_in(detected: DetectedImage, job: Job) -> Asking[DetectedImage]:
    """Detect the tiles of a picture in other views if they are too large or too small in the first.

    Also separates red fives from plain ones."""
    return _with_reds_by_print((yield from _zoomed_in(detected, job)))


def _zoomed_in(detected: DetectedImage, job: Job) -> Asking[DetectedImage]:
    image, detections = detected.image, detected.detections
    if job.closer and fills_frame(detections, image):
        framed = yield from _look_in_time(look_within_border(image, detections), detected, job)
        if framed is not detections:
            job.took("border", detections, framed, taken=True)
            return detected.with_detections(framed)
    rows_of = job.main_row if job.seat == "nearest" else players_rows
    if not job.closer or not illegible(rows_of(detections), image):
        return detected
    larger = _enlarged(detected, job)
    rows = rows_of(larger.detections)
    closer = yield from _look_in_time(look_closer(larger.image, larger.detections, rows=rows), larger, job)
    if closer is larger.detections:
        return detected
    job.took("hints", larger.detections, closer, taken=True)
    return larger.with_detections(closer)


def is_wanted(view: OtherView, looks: Looks, job: Job) -> bool:
    """True if a view is taken even of a reliable hand: along a main row of small tiles."""
    return view is along_its_row and any(
        small_rows(job.main_row(detected.detections), detected.image, most=min(max(detected.size), CLOSER))
        for detected in looks
    )


def _enlarged(detected: DetectedImage, job: Job) -> DetectedImage:
    """Return the same picture with all pixels that closer views need."""
    if max(detected.image.shape[:2]) >= min(max(detected.size), CLOSER):
        return detected
    with job.timed("decode"):
        image = detected.picture.pixels(CLOSER)
    moved = detected.detections.moved(size_of(detected.image), size_of(image))
    return detected._replace(image=image, detections=moved)


def always(image: Image) -> Callable[[int], Image]:
    """Return a `decode` for a picture that is decoded already."""

    def decode(side: int) -> Image:
        del side
        return image

    return decode


OtherView = Callable[[DetectedImage, Reading, Seat | None, Job], Asking[DetectedImage]]
"""A way to look at a picture again for a hand at a seat; returns the same picture if it sees nothing."""


def _inverted(detected: DetectedImage, hand: Reading, _: Seat | None, job: Job) -> Asking[DetectedImage]:
    """Look at a picture with inverted colours where tiles may have dark faces."""
    return (yield from _in_tone("inverted", detected, hand, job))


def _dark_for_light(
    detected: DetectedImage, hand: Reading, _: Seat | None, job: Job
) -> Asking[DetectedImage]:
    """Look at such a picture with its brightness inverted, each hue as it is."""
    return (yield from _in_tone("dark for light", detected, hand, job))


def _in_tone(tone: Tone, detected: DetectedImage, hand: Reading, job: Job) -> Asking[DetectedImage]:
    """Look at a picture in another tone if backs lie as hands do, since dark faces look like backs, or if
    the detected tiles are dark."""
    down = detected.detections.classes == BACK
    held = sum(tile.code == BACK for tile in hand.hand.concealed)
    like_backs = held >= _LIKE_A_HAND or 2 * down.sum() >= max(len(down), _LIKE_A_HAND)
    if detected.picture.tone == "as it is" and not like_backs and not _is_dark(detected):
        return detected
    job.tones[detected.picture] = detected
    return (yield from _toned(tone, detected.picture, job))


def _toned(tone: Tone, picture: OpenedPicture, job: Job) -> Asking[DetectedImage]:
    """Look at a picture in a tone, once."""
    toned_picture = picture._replace(tone=tone)
    if toned_picture not in job.tones:
        job.spent += VIEW_MS
        other = yield from detect(toned_picture, job)
        job.tones[toned_picture] = yield from zoom_in(other, job)
    return job.tones[toned_picture]


def _with_reds_by_print(detected: DetectedImage) -> DetectedImage:
    """Tell red fives from plain ones by their print in the photo's own colours, in a look in another tone.

    In other tones red is green, and a five with some red in it may look like one that is all red.
    """
    fives = np.flatnonzero(np.isin(detected.detections.classes, _FIVES))
    if detected.picture.tone == "as it is" or not len(fives):
        return detected
    probabilities = detected.detections.probabilities.copy()
    own = toned(detected.image, detected.picture.tone)  # each tone undoes itself
    for five, ink in zip(fives, red_ink(own, detected.detections.boxes[fives]), strict=True):
        kind = TILES[int(detected.detections.classes[five])].kind
        pair = [kind, RED_OF[kind]]
        red = float(np.interp(ink, RED_FROM, (0.0, 1.0)))
        probabilities[five, pair] = probabilities[five, pair].sum() * np.array([1 - red, red])
    return detected._replace(detections=replace(detected.detections, probabilities=probabilities))


def _in_every_tone(detected: DetectedImage, _: Reading, seat: Seat | None, job: Job) -> Asking[DetectedImage]:
    """Pool the detections in all tones: one set's paints show in one tone and not in another."""
    del seat
    yield from ()
    pictures = [detected.picture._replace(tone=tone) for tone in _TONES]
    looks = [job.tones[picture] for picture in pictures if picture in job.tones]
    if len(looks) < len(_TONES) or len({(one.picture.quarters, size_of(one.image)) for one in looks}) > 1:
        return detected
    return looks[0].with_detections(pool([whole_window(one.image, one.detections) for one in looks]))


def _is_dark(detected: DetectedImage) -> bool:
    """True if the boxes of a picture are darker than white tiles are in nearly all photos."""
    boxes = detected.detections.boxes
    return len(boxes) >= _LIKE_A_HAND and median(brightness(detected.image, boxes)) < _DARK


def along_its_row(
    detected: DetectedImage, hand: Reading, seat: Seat | None, job: Job
) -> Asking[DetectedImage]:
    """Look along the row of a hand, or along the picture's main row if there is no seat.

    A look that drops a tile is not kept: tiles of a table seen from far may blur in a view.
    """
    larger = _enlarged(detected, job)
    rows = row_of_player(larger.detections, own_tiles(hand.tiles), right=RIGHT[seat]) if seat else None
    closer = yield from _look_in_time(
        look_along_rows(larger.image, larger.detections, rows=rows), larger, job
    )
    taken = closer is not larger.detections and len(closer) >= len(detected.detections)
    return larger.with_detections(closer) if taken else detected


def _around_it(detected: DetectedImage, hand: Reading, _: Seat | None, job: Job) -> Asking[DetectedImage]:
    """Look at the surroundings of a hand, melds and flowers too, larger than in the picture."""
    larger = _enlarged(detected, job)
    closer = yield from _look_in_time(
        look_around(larger.image, larger.detections, own_tiles(hand.tiles)), larger, job
    )
    taken = closer is not larger.detections and len(closer) >= len(detected.detections)
    return larger.with_detections(closer) if taken else detected


def beyond_its_ends(
    detected: DetectedImage, hand: Reading, _: Seat | None, job: Job
) -> Asking[DetectedImage]:
    """Look beyond the ends of a row that is not a whole hand."""
    if hand.hand.size in FULL:
        return detected
    larger = _enlarged(detected, job)
    own = [i for i, tile in enumerate(hand.tiles) if tile.role in ("hand", "winning")]
    closer = yield from _look_in_time(look_beyond_ends(larger.image, larger.detections, own), larger, job)
    taken = closer is not larger.detections and len(closer) >= len(detected.detections)
    return larger.with_detections(closer) if taken else detected


REASONS: Mapping[OtherView, Reason] = {
    _inverted: "tone", _dark_for_light: "tone", _in_every_tone: "tone", along_its_row: "row",
    _around_it: "hand", beyond_its_ends: "row",
}  # fmt: skip


VIEWS = tuple(REASONS)
"""The ways to look at a doubtful hand again, in their order."""


def in_photos(read: Reading, looks: Looks) -> Reading:
    """Return a hand with its tiles' boxes in pixels of the photos, whichever way they were turned."""
    if not any(detected.picture.quarters for detected in looks):
        return read
    boxes = [
        box for detected in looks for box in detected.picture.in_photo(detected.in_picture.boxes).tolist()
    ]
    placed = (tile._replace(box=tuple(box)) for tile, box in zip(read.tiles, boxes, strict=True))
    return replace(read, tiles=tuple(placed))


def _look_in_time(asking: Asking[Detections], detected: DetectedImage, job: Job) -> Asking[Detections]:
    """Look closer at a picture as long as there is time, and count the cost of the views."""
    reply: Any = None
    with job.timed("closer"), _in_photo(detected.image, detected.picture):
        try:
            while True:
                request = asking.send(reply)
                reply = None
                if job.in_time:
                    job.spent += VIEW_MS
                    reply = yield request
        except StopIteration as done:
            return done.value


@contextmanager
def _in_photo(image: Image, picture: OpenedPicture) -> Generator[None]:
    """Log meanwhile dropped boxes in pixels of the photo, not of the decoded image."""
    before = logged()
    yield
    wide, high = size_of(image)
    by = np.array([picture.size[0] / wide, picture.size[1] / high] * 2, np.float32)
    move_drops(before, lambda boxes: picture.in_photo(boxes * by))


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


def look_again(
    view: OtherView, detected: DetectedImage, hand: Reading, seat: Seat | None, job: Job
) -> Asking[DetectedImage]:
    """Look at a picture in another view; at each picture of a burst, since one says no more than another."""
    if not detected.frames:
        return (yield from view(detected, hand, seat, job))
    again: list[DetectedImage] = []
    frames = list(_showing_all(detected))
    for frame in frames:
        again.append((yield from view(frame, hand, seat, job)))
    changed = any(new is not frame for new, frame in zip(again, frames, strict=True))
    return pooled(again) if changed else detected


def _showing_all(detected: DetectedImage) -> Iterator[DetectedImage]:
    """Yield the pictures of a burst, each with the pooled tiles in its own pixels."""
    for frame in detected.frames:
        tiles = detected.detections.moved(size_of(detected.image), size_of(frame.image))
        placed = tiles if frame.picture is detected.picture else lay_over(tiles, frame.detections)
        if placed is not None:
            yield frame._replace(detections=placed)


def in_photo_of(detected: DetectedImage) -> Detections:
    """Return the detections of a look in pixels of the photo as it is."""
    detections = detected.in_picture
    return Detections(detected.picture.in_photo(detections.boxes), detections.probabilities)
