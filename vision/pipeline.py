"""A picture in, a reading out: `Reader` is the list of stages, each timed and, where asked for, traced.

The stages are a generator of requests to the networks (`paiyan.vision.requests`), so that a browser can await
the answers of its own networks with the same code.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.decoding.certainty.doubtful_tiles import own_tiles
from paiyan.vision.decoding.certainty.proposal import Won
from paiyan.vision.decoding.game_rules import ANY_GAME, Game
from paiyan.vision.decoding.hand import Hand, is_same_hand
from paiyan.vision.decoding.legal_hand.wins import lacks_nothing
from paiyan.vision.detection.context.tile_sides import without_sides
from paiyan.vision.detection.context.uprightness import quarters_to_upright
from paiyan.vision.detection.detector import Detector, Look
from paiyan.vision.detection.drops import listening, logged, move_drops
from paiyan.vision.detection.main_row import players_rows, row_of_player
from paiyan.vision.detection.two_looks import full_look
from paiyan.vision.detection.views.frames import pool_frames
from paiyan.vision.detection.views.looking import (
    as_sight,
    fills_frame,
    illegible,
    look,
    look_along_rows,
    look_around,
    look_beyond_ends,
    look_closer,
    look_within_border,
    small_rows,
)
from paiyan.vision.detection.views.pooling import pool
from paiyan.vision.detection.views.view import Reason, in_picture, show, tilted, whole
from paiyan.vision.detections import Detections, Floats, overlaps
from paiyan.vision.messages import Problem
from paiyan.vision.picture.image import LIMITS, Limits, Photo
from paiyan.vision.picture.quality import picture_problems, sharpness_of
from paiyan.vision.pixels import Image, Tone, brightness, rotated, toned
from paiyan.vision.reading import (
    Interpretation,
    Picture,
    PlayerHand,
    Reading,
    ReadTile,
    confirmed,
    interpret,
    is_close,
    no_hand,
)
from paiyan.vision.requests import Asking, run
from paiyan.vision.sizes import size_of
from paiyan.vision.structure.layout import FULL
from paiyan.vision.structure.network import LayoutScorer
from paiyan.vision.structure.players import nearest, seated
from paiyan.vision.structure.scene import RIGHT, Lay, Seat, SeatChoice, Seated, scene_of
from paiyan.vision.structure.scores import Box, SceneBoxes, StructureScores
from paiyan.vision.trace import Trace

Source = str | os.PathLike[str] | bytes | Photo | Image
"""A picture: a file, a file's bytes, one that was opened, or upright BGR pixels (h, w, 3) uint8."""

_FIRST_PASS = 1000
"""Pixels of the longer side for the first look, a quarter of those of 12 megapixels: the crop of a tile that
is too large for a closer look is then not enlarged."""
_CLOSER = 3000
"""Pixels of the longer side for closer looks: all that a photo of 9 to 12 megapixels has."""
BUDGET_MS = 1200.0
"""Time for all views after the first, as two idle cores take it."""
_VIEW_MS = 45.0
"""Time that a view takes there. Views are counted, not timed: a reading does not depend on the load."""
_SHARP = 20.0  # of 255: faces in photos of hands are sharper, 28 and more of 21 that were not changed
_SURE = 0.95  # objectness of a tile that is surely there
_SAME_TILE = 0.4  # overlap (IoU) from which boxes of two looks are one tile
_DARK = 100  # of 255: white tiles in photos of training are brighter, and black ones darker
_TONES: tuple[Tone, ...] = ("as it is", "inverted", "dark for light")
_LIKE_A_HAND = 4  # backs in a hand, or among as many other boxes, that may be the faces of dark tiles


class _Opened(NamedTuple):
    """A picture that can be decoded at several sizes: the size (width, height) of the whole photo, what
    decodes it with about so many pixels a side, the tone in which it is looked at, by how many quarters it is
    turned against the clock, so that its faces stand upright, and whether it is shown tilted and smaller."""

    photo_size: tuple[int, int]
    decode: Callable[[int], Image]
    tone: Tone = "as it is"
    quarters: int = 0
    tilt: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole as it is turned."""
        wide, high = self.photo_size
        return (high, wide) if self.quarters % 2 else (wide, high)

    def pixels(self, side: int) -> Image:
        """Decode it with about `side` pixels on its longer side."""
        image = self.decode(side)
        image = show(image, tilted(size_of(image), self.tilt)) if self.tilt else image
        return rotated(toned(image, self.tone), self.quarters)

    def in_photo(self, boxes: Floats) -> Floats:
        """Return boxes (n, 4) of the picture as it is turned, in pixels of the photo as it is."""
        wide, high = self.size
        for _ in range(self.quarters):
            x1, y1, x2, y2 = boxes.T
            boxes = np.stack([high - y2, x1, high - y1, x2], axis=1)
            wide, high = high, wide
        return in_picture(tilted(self.photo_size, self.tilt), boxes) if self.tilt else boxes


class _Seen(NamedTuple):
    """What was found in the pixels that were decoded, in these pixels, and the picture that they are of."""

    image: Image
    found: Detections
    picture: _Opened

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole picture."""
        return self.picture.size

    @property
    def in_picture(self) -> Detections:
        """What was found, in pixels of the whole picture."""
        return self.found.moved(size_of(self.image), self.size)

    def problems(
        self, tiles: Sequence[ReadTile], *, hand: Hand | None = None, game: Game = ANY_GAME
    ) -> tuple[Problem, ...]:
        """What is wrong with the picture of these tiles' hand, and of all of it where that is told."""
        complete = hand is None or lacks_nothing(hand, game)
        waits = hand is not None and hand.size % 3 == 1
        row = [i for i, tile in enumerate(tiles) if waits and tile.role in ("hand", "winning")]
        return picture_problems(self.image, self.found, own_tiles(tiles), complete=complete, row=row)

    def with_found(self, found: Detections) -> _Seen:
        """Return the same picture with what was found in other views, too."""
        return self._replace(found=without_sides(found))


_Looks = tuple[_Seen, ...]
_Hands = Mapping[Seat | None, Interpretation]
"""Hands by their seats; the nearest player's, where no seat was asked for, by None."""


@dataclass
class _Job:
    """What is asked of some pictures, and what it has cost so far."""

    seat: SeatChoice = "nearest"
    game: Game = ANY_GAME
    won: Won = "unknown"
    times: dict[str, float] = field(default_factory=dict[str, float])
    closer: bool = True
    trace: Trace | None = None
    tones: dict[Tone, _Seen] = field(default_factory=dict[Tone, _Seen])
    """The looks at a picture in other tones."""
    burst: bool = False
    """The pictures show one scene, and each of them all of it."""
    spent: float = 0.0
    """Milliseconds of views beyond the first, as they are counted."""
    seconds: float = math.inf
    """How long it may take by the clock, beyond the first look at each picture."""
    begun: float = field(default_factory=lambda: perf_counter())

    @property
    def in_time(self) -> bool:
        """True if there is time for another view."""
        return perf_counter() - self.begun < self.seconds

    @contextmanager
    def timed(self, stage: str) -> Generator[None]:
        """Add the time of a stage to what was spent before."""
        start = perf_counter()
        yield
        self.times[stage] = self.times.get(stage, 0.0) + 1000 * (perf_counter() - start)

    def took(self, reason: Reason, before: Detections, after: Detections, taken: bool) -> None:
        """Note what a view changed."""
        if self.trace is not None:
            self.trace.add_view(reason, before, after, taken=taken)


class Reader:
    """Reads pictures with a detector and a network of layouts; `paiyan.models.opening` has the project's.

    With `second_pass` (closer looks), other views are taken where tiles are too small or too large in the
    first look, and as hypotheses about each hand that is not relied on: the most probable reading is taken.
    `budget` bounds them, in milliseconds of two idle cores; near hands cost one look. Video does without.
    Where networks are slow, as on a phone, `seconds` bounds them by the clock too: no view is begun after
    that, and a hand that needed one more to be relied on is not.
    With `trace` a reading tells which views were taken and which boxes were dropped, where, and why.
    """

    def __init__(
        self,
        detector: Detector,
        layouts: LayoutScorer,
        *,
        second_pass: bool = True,
        limits: Limits = LIMITS,
        budget: float = BUDGET_MS,
        seconds: float = math.inf,
        trace: bool = False,
    ) -> None:
        self.detector = full_look(detector)
        self.layouts = layouts
        self.second_pass = second_pass
        self.limits = limits
        self.budget = budget
        self.seconds = seconds
        self.trace = trace

    def read(
        self,
        source: Source,
        *,
        photo: str | None = None,
        game: Game = ANY_GAME,
        won: Won = "unknown",
        seat: SeatChoice = "nearest",
    ) -> Reading:
        """Read the hand in a file, in a file's bytes, or in an upright BGR picture (h, w, 3) uint8.

        `photo` is the name that the reading carries; a file's own name where none is given. `game` and `won`
        say what the hand may be: its tiles, and that it is said to have won. `seat` says whose hand is meant
        where several players' lie there, as `paiyan.vision.structure.players` names them; with ``all``,
        ``hands`` holds every one and the reading itself is the first one's. Raises `ImageError` when the
        picture cannot be taken in; a picture without tiles, or without a hand at that seat, is a reading that
        says so.
        """
        return run(self.asking(source, photo=photo, game=game, won=won, seat=seat), self._answer)

    def asking(
        self,
        source: Source,
        *,
        photo: str | None = None,
        game: Game = ANY_GAME,
        won: Won = "unknown",
        seat: SeatChoice = "nearest",
    ) -> Asking[Reading]:
        """Read as `read` does, asking for each network's answer: `Look` and `Lay`."""
        return self._reading([source], self._job(seat=seat, game=game, won=won), photo)

    def _reading(self, sources: Sequence[Source], job: _Job, photo: str | None) -> Asking[Reading]:
        """Read one scene; the first picture gives the reading its name and its pixels."""
        (seen,), hands = yield from self._traced(self.steps(sources, job), job)
        photo = _name(sources[0]) if photo is None else photo
        size, name = seen.picture.photo_size, self.detector.name
        if not hands:
            scene = scene_of(seen.in_picture, size, job.game.knowledge(job.won))
            read = no_hand(scene, job.seat, [one.seat for one in (yield from seated(scene))])
            return Reading(photo, size, name, *read, timings_ms=job.times, trace=job.trace)
        first, read = next(iter(hands.items()))
        every = (
            tuple(PlayerHand(one, hand) for one, hand in hands.items() if one) if job.seat == "all" else ()
        )
        return Reading(
            photo, size, name, *read, seat=first, hands=every, timings_ms=job.times, trace=job.trace
        )

    def read_several(
        self, sources: Sequence[Source], *, game: Game = ANY_GAME, won: Won = "unknown"
    ) -> Reading:
        """Read one hand of which each picture shows a part: the first one's tiles come first.

        ``pictures`` says how many tiles are of which picture; their boxes are in that picture's pixels.
        """
        job = self._job(game=game, won=won)
        looks, hands = run(self._traced(self.steps(sources, job), job), self._answer)
        pictures = tuple(
            Picture(_name(source), seen.picture.photo_size, len(seen.found))
            for source, seen in zip(sources, looks, strict=True)
        )
        return Reading(
            " + ".join(p.photo for p in pictures), pictures[0].size, self.detector.name, *hands[None],
            pictures=pictures, timings_ms=job.times, trace=job.trace,
        )  # fmt: skip

    def read_burst(
        self,
        sources: Sequence[Source],
        *,
        photo: str | None = None,
        game: Game = ANY_GAME,
        won: Won = "unknown",
        seat: SeatChoice = "nearest",
    ) -> Reading:
        """Read one scene from several pictures, taken one after another by hand.

        Boxes are in pixels of the first that is as upright as most are. What a passing hand, glare or blur
        hides in one of them is read in the others.
        """
        job = self._job(seat=seat, game=game, won=won)
        job.burst = True
        return run(self._reading(sources, job, photo), self._answer)

    def steps(self, sources: Sequence[Source], job: _Job) -> Asking[tuple[_Looks, _Hands]]:
        """Read one hand, or those of several seats, from some pictures: the list of stages.

        detect → name → context → look closer → layout → decode; a detector of two stages names what it finds
        and weighs its context by itself (`paiyan.vision.detection.two_stage`). Then a doubtful hand is looked
        at in other views, and the most probable reading is kept.
        """
        looks: _Looks = ()
        for source in sources:
            picture = self._opened(source, job)
            seen = yield from _detect(picture, job)
            seen = yield from _look_closer(seen, job)
            looks = (*looks, seen)
        looks = (_pooled(looks),) if job.burst else looks
        layouts = yield from _lay_out(looks, job)
        hands = _decode_all(layouts, looks, job)
        for seat in tuple(hands) if job.closer else ():
            taken: list[_OtherView] = []
            for view in _VIEWS:
                wanted = not hands[seat].reliable or _wants(view, looks)
                if wanted and job.spent < self.budget and job.in_time:
                    before = looks
                    looks, hands = yield from _try(view, looks, hands, seat, job)
                    taken += [view] if looks is not before else []
            if len(looks) == 1 and 2 * job.spent < self.budget and is_close(hands[seat]):
                if job.in_time:
                    sure = yield from _read_again(looks, hands[seat], seat, taken, job)
                else:
                    sure = confirmed(hands[seat], agrees=False)
                hands = _with(hands, seat, sure)
        return looks, hands

    def _opened(self, source: Source, job: _Job) -> _Opened:
        """Open a picture; one that can be decoded at several sizes is not decoded yet."""
        with job.timed("decode"):
            return self._open(source)

    def _open(self, source: Source) -> _Opened:
        if isinstance(source, (str, os.PathLike, bytes)):
            photo = Photo(source, limits=self.limits)
        elif isinstance(source, Photo):
            photo = source
        else:
            return _Opened(size_of(source), _always(source))
        if not photo.scales:
            return _Opened(photo.size, _always(photo.pixels(side=_CLOSER)))

        @lru_cache(maxsize=1)
        def decode(side: int) -> Image:
            return photo.pixels(side=side)

        return _Opened(photo.size, decode)

    def memory(self, photo: Photo) -> int:
        """Bytes that decoding a photo for a reading takes at most."""
        return photo.memory(side=_CLOSER if self.second_pass else _FIRST_PASS)

    def reading(
        self,
        found: Detections,
        *,
        size: tuple[int, int],
        photo: str = "",
        times: Mapping[str, float] | None = None,
        game: Game = ANY_GAME,
        won: Won = "unknown",
    ) -> Reading:
        """Read the hand of what was found in a picture of `size` (width, height), however it was found.

        `times` are milliseconds of the stages before.
        """
        spent = dict(times or {})
        scene = scene_of(found, size, game.knowledge(won))
        read = read_scenes([scene], self.layouts, game=game, won=won, times=spent)
        return Reading(photo, size, self.detector.name, *read, timings_ms=spent)

    def _job(self, *, seat: SeatChoice = "nearest", game: Game, won: Won) -> _Job:
        trace = Trace() if self.trace else None
        return _Job(seat, game, won, closer=self.second_pass, trace=trace, seconds=self.seconds)

    def _answer(self, request: Look | Lay) -> Any:
        """Answer with this reader's networks."""
        if isinstance(request, Lay):
            return self.layouts.score(request.scene)
        return self.detector.detect(request.pixels)

    def _traced(self, steps: Asking[tuple[_Looks, _Hands]], job: _Job) -> Asking[tuple[_Looks, _Hands]]:
        """Take the steps, and note what was dropped on the way where a trace is wanted."""
        with listening() if job.trace is not None else nullcontext() as drops:
            looks, hands = yield from steps
        if job.trace is not None:
            tiles = [box for seen in looks for box in seen.picture.in_photo(seen.in_picture.boxes).tolist()]
            job.trace.add_drops(drops or (), tiles)
        return looks, {seat: _in_photos(read, looks) for seat, read in hands.items()}


def _detect(picture: _Opened, job: _Job) -> Asking[_Seen]:
    """Detect the tiles of a picture, which is turned so that the faces stand upright."""
    with job.timed("decode"):
        image = picture.pixels(_FIRST_PASS)
    with job.timed("detect"), _in_photo(image, picture):
        found = (yield from look(image, [whole(image)]))[0].found
    if job.seat == "nearest" and not picture.quarters and (turn := quarters_to_upright(image, found)):
        return (yield from _detect(picture._replace(quarters=turn), job))
    return _Seen(image, without_sides(found), picture)


def _look_closer(seen: _Seen, job: _Job) -> Asking[_Seen]:
    """Detect the tiles of a picture in other views if they are too large or too small in the first."""
    image, found = seen.image, seen.found
    if job.closer and fills_frame(found, image):
        framed = yield from _closer(look_within_border(image, found), seen, job)
        if framed is not found:
            job.took("border", found, framed, taken=True)
            return seen.with_found(framed)
    rows = None if job.seat == "nearest" else players_rows(found)
    if not job.closer or not illegible(found, image, rows=rows):
        return seen
    larger = _enlarged(seen, job)
    rows = None if rows is None else players_rows(larger.found)
    closer = yield from _closer(look_closer(larger.image, larger.found, rows=rows), larger, job)
    if closer is larger.found:
        return seen
    job.took("hints", larger.found, closer, taken=True)
    return larger.with_found(closer)


def _try(
    view: _OtherView, looks: _Looks, hands: _Hands, seat: Seat | None, job: _Job
) -> Asking[tuple[_Looks, _Hands]]:
    """Read a doubtful hand in another view; keep that reading if it is the more probable one."""
    again: _Looks = ()
    begin = 0
    for seen in looks:
        end = begin + len(seen.found)
        shown = hands[seat]._replace(tiles=hands[seat].tiles[begin:end])  # the tiles of this picture
        again = (*again, (yield from view(seen, shown, seat, job)))
        begin = end
    if all(new is seen for new, seen in zip(again, looks, strict=True)):
        return looks, hands
    read = yield from _lay_out_and_decode(again, job)
    taken = _is_improvement(read, hands, seat) or (
        view is _along_its_row and seat in read and _adds_a_sure_tile(read[seat], hands[seat], again)
    )
    if view is _beyond_its_ends:
        taken = taken and read[seat].probability > hands[seat].probability
    for before, after in zip(looks, again, strict=True):
        if after is not before:
            job.took(_REASONS[view], before.in_picture, after.in_picture, taken)
    return (again, read) if taken else (looks, hands)


def _wants(view: _OtherView, looks: _Looks) -> bool:
    """True if a view is taken of a hand that is relied on, too: along rows of tiles that are small."""
    return view is _along_its_row and any(
        small_rows(seen.found, seen.image, most=min(max(seen.size), _CLOSER)) for seen in looks
    )


def _enlarged(seen: _Seen, job: _Job) -> _Seen:
    """The same picture with all pixels that closer views want."""
    if max(seen.image.shape[:2]) >= min(max(seen.size), _CLOSER):
        return seen
    with job.timed("decode"):
        image = seen.picture.pixels(_CLOSER)
    return _Seen(image, seen.found.moved(size_of(seen.image), size_of(image)), seen.picture)


def _always(image: Image) -> Callable[[int], Image]:
    """What decodes a picture that is decoded already."""

    def decode(side: int) -> Image:
        del side
        return image

    return decode


_OtherView = Callable[[_Seen, Interpretation, Seat | None, _Job], Asking[_Seen]]
"""A way to look at a picture again for a hand at a seat: what is seen then; the same if nothing is."""


def _inverted(seen: _Seen, hand: Interpretation, _: Seat | None, job: _Job) -> Asking[_Seen]:
    """Look at a picture with inverted colours where tiles may have dark faces."""
    return (yield from _in_tone("inverted", seen, hand, job))


def _dark_for_light(seen: _Seen, hand: Interpretation, _: Seat | None, job: _Job) -> Asking[_Seen]:
    """Look at such a picture dark where it is light, each hue as it is."""
    return (yield from _in_tone("dark for light", seen, hand, job))


def _in_tone(tone: Tone, seen: _Seen, hand: Interpretation, job: _Job) -> Asking[_Seen]:
    """Look at a picture in another tone where backs lie as hands do, as dark faces look like backs, and where
    what was found is dark."""
    down = seen.found.classes == BACK
    held = sum(tile.code == BACK for tile in hand.hand.concealed)
    like_backs = held >= _LIKE_A_HAND or 2 * down.sum() >= max(len(down), _LIKE_A_HAND)
    if seen.picture.tone == "as it is" and not like_backs and not _is_dark(seen):
        return seen
    job.spent += _VIEW_MS
    other = yield from _detect(seen.picture._replace(tone=tone), job)
    other = yield from _look_closer(other, job)
    if seen.picture.tone == "as it is":
        job.tones["as it is"] = seen
    job.tones[tone] = other
    return other


def _in_every_tone(look_: _Seen, _: Interpretation, seat: Seat | None, job: _Job) -> Asking[_Seen]:
    """Pool what was found in all tones: paints of one set show in one tone and not in another."""
    del seat
    yield from ()
    looks = [job.tones[tone] for tone in _TONES if tone in job.tones]
    if len(looks) < len(_TONES) or len({(one.picture.quarters, size_of(one.image)) for one in looks}) > 1:
        return look_
    job.tones.clear()
    first = looks[0]
    return first.with_found(pool([as_sight(one.image, one.found) for one in looks]))


def _is_dark(seen: _Seen) -> bool:
    """True if the boxes of a picture are darker than white tiles are in nearly all photos."""
    boxes = seen.found.boxes
    return len(boxes) >= _LIKE_A_HAND and median(brightness(seen.image, boxes)) < _DARK


def _along_its_row(seen: _Seen, hand: Interpretation, seat: Seat | None, job: _Job) -> Asking[_Seen]:
    """Look along the row of a hand, or along the picture's main row where no seat is told.

    A look that drops a tile is not taken: in a view, those of a table seen from far may blur.
    """
    larger = _enlarged(seen, job)
    rows = row_of_player(larger.found, own_tiles(hand.tiles), right=RIGHT[seat]) if seat else None
    found = yield from _closer(look_along_rows(larger.image, larger.found, rows=rows), larger, job)
    taken = found is not larger.found and len(found) >= len(seen.found)
    return larger.with_found(found) if taken else seen


def _around_it(seen: _Seen, hand: Interpretation, _: Seat | None, job: _Job) -> Asking[_Seen]:
    """Look at the surroundings of a hand, melds and flowers too, larger than the picture shows them."""
    larger = _enlarged(seen, job)
    found = yield from _closer(look_around(larger.image, larger.found, own_tiles(hand.tiles)), larger, job)
    taken = found is not larger.found and len(found) >= len(seen.found)
    return larger.with_found(found) if taken else seen


def _beyond_its_ends(look_: _Seen, hand: Interpretation, _: Seat | None, job: _Job) -> Asking[_Seen]:
    """Look beyond the ends of a row that is no whole hand."""
    if hand.hand.size in FULL:
        return look_
    larger = _enlarged(look_, job)
    own = [i for i, tile in enumerate(hand.tiles) if tile.role in ("hand", "winning")]
    found = yield from _closer(look_beyond_ends(larger.image, larger.found, own), larger, job)
    taken = found is not larger.found and len(found) >= len(look_.found)
    return larger.with_found(found) if taken else look_


_REASONS: Mapping[_OtherView, Reason] = {
    _inverted: "tone", _dark_for_light: "tone", _in_every_tone: "tone", _along_its_row: "row",
    _around_it: "hand", _beyond_its_ends: "row",
}  # fmt: skip


_VIEWS = tuple(_REASONS)
"""The ways to look at a doubtful hand again, in their order."""


def _in_photos(read: Interpretation, looks: _Looks) -> Interpretation:
    """Return a hand with its tiles' boxes in pixels of the photos as they are, however they were turned."""
    if not any(seen.picture.quarters for seen in looks):
        return read
    boxes = [box for seen in looks for box in seen.picture.in_photo(seen.in_picture.boxes).tolist()]
    placed = (tile._replace(box=tuple(box)) for tile, box in zip(read.tiles, boxes, strict=True))
    return read._replace(tiles=tuple(placed))


def _closer(asking: Asking[Detections], seen: _Seen, job: _Job) -> Asking[Detections]:
    """Look closer at what is seen, as long as there is time, and count what the views cost."""
    reply: Any = None
    with job.timed("closer"), _in_photo(seen.image, seen.picture):
        try:
            while True:
                request = asking.send(reply)
                reply = None
                if job.in_time:
                    job.spent += _VIEW_MS
                    reply = yield request
        except StopIteration as done:
            return done.value


@contextmanager
def _in_photo(image: Image, picture: _Opened) -> Generator[None]:
    """Log what is dropped meanwhile in pixels of the photo, not of the image that was decoded."""
    before = logged()
    yield
    wide, high = size_of(image)
    by = np.array([picture.size[0] / wide, picture.size[1] / high] * 2, np.float32)
    move_drops(before, lambda boxes: picture.in_photo(boxes * by))


def seated_of(scene: SceneBoxes, layouts: LayoutScorer) -> tuple[Seated, ...]:
    """Find every player's hand in one picture, in the order of the seats."""
    return run(seated(scene), lambda request: layouts.score(request.scene))


def read_scenes(
    scenes: Sequence[SceneBoxes],
    layouts: LayoutScorer,
    *,
    game: Game = ANY_GAME,
    won: Won = "unknown",
    times: dict[str, float] | None = None,
) -> Interpretation:
    """Read the one hand that some pictures' boxes show, of each a part; milliseconds are added to `times`."""
    job = _Job(game=game, won=won, times=dict[str, float]() if times is None else times)
    (layout,) = run(_lay_out_scenes(scenes, job), lambda request: layouts.score(request.scene))
    return _decode(layout, job)


class _LaidOut(NamedTuple):
    """The tiles of one player, or of the nearest one (None), and the scores of their layout."""

    seat: Seat | None
    scene: SceneBoxes
    scores: StructureScores
    boxes: Sequence[Box]
    """Of all pictures, as they are."""


def _lay_out(looks: _Looks, job: _Job) -> Asking[list[_LaidOut]]:
    """Score whose tiles are whose: of the one hand that the pictures show, or of each seat that is wanted."""
    scenes = [scene_of(seen.in_picture, seen.size, job.game.knowledge(job.won)) for seen in looks]
    if job.seat == "nearest" or not any(scene.boxes for scene in scenes):
        return (yield from _lay_out_scenes(scenes, job))
    (scene,) = scenes
    with job.timed("layout"):
        players = yield from seated(scene)
    return [_LaidOut(*player, scene.boxes) for player in players if job.seat in (player.seat, "all")]


def _lay_out_scenes(scenes: Sequence[SceneBoxes], job: _Job) -> Asking[list[_LaidOut]]:
    with job.timed("layout"):
        scene, scores = yield from nearest(scenes)
    return [_LaidOut(None, scene, scores, [box for one in scenes for box in one.boxes])]


def _decode(layout: _LaidOut, job: _Job) -> Interpretation:
    """Find the most probable legal hand of a layout."""
    with job.timed("reading"):
        read = interpret(layout.scene, layout.scores, game=job.game, won=job.won)
    return read.at(layout.boxes)


def _decode_all(layouts: Sequence[_LaidOut], looks: _Looks, job: _Job) -> _Hands:
    """Decode each layout, and find what is wrong with the pictures of its tiles."""
    return {layout.seat: _with_problems(_decode(layout, job), looks, job.game) for layout in layouts}


def _lay_out_and_decode(looks: _Looks, job: _Job) -> Asking[_Hands]:
    return _decode_all((yield from _lay_out(looks, job)), looks, job)


def _with(hands: _Hands, seat: Seat | None, hand: Interpretation) -> _Hands:
    """Return hands of which the one at a seat is another."""
    changed = dict(hands)
    changed[seat] = hand
    return changed


def _read_again(
    looks: _Looks, hand: Interpretation, seat: Seat | None, views: Sequence[_OtherView], job: _Job
) -> Asking[Interpretation]:
    """Read a hand once more from tilted pictures, in the same `views`: that both readings agree makes it
    surer, or less sure. One that was relied on may agree with a third instead. Of a blurred picture all may
    be wrong in the same way: there agreement says nothing.
    """
    agrees = False
    for way in (1, -1) if hand.reliable else (1,):
        again, other = yield from _tilted(looks, seat, views, way, job)
        agrees = other is not None and is_same_hand(hand.hand, other.hand)
        for before, after in zip(looks, again, strict=True):
            job.took("again", _in_photo_of(before), _in_photo_of(after), taken=agrees)
        if agrees:
            break
    blurred = any(sharpness_of(seen.image, seen.found, own_tiles(hand.tiles)) < _SHARP for seen in looks)
    return hand if agrees and blurred else confirmed(hand, agrees=agrees)


def _tilted(
    looks: _Looks, seat: Seat | None, views: Sequence[_OtherView], way: int, job: _Job
) -> Asking[tuple[Sequence[_Seen], Interpretation | None]]:
    """Look at pictures tilted one way, in some views too, and read the hand at a seat."""
    quiet = replace(job, trace=None)
    again: list[_Seen] = []
    for seen in looks:
        tilted_look = yield from _detect(seen.picture._replace(tilt=way), quiet)
        again.append((yield from _look_closer(tilted_look, quiet)))
        quiet.spent += _VIEW_MS
    hands = yield from _lay_out_and_decode(tuple(again), job)
    for view in views:
        if seat in hands and _REASONS[view] != "tone":  # the picture keeps its tone
            for number, seen in enumerate(again):
                again[number] = yield from view(seen, hands[seat], seat, quiet)
            hands = yield from _lay_out_and_decode(tuple(again), job)
    job.spent = quiet.spent
    return again, hands.get(seat)


def _pooled(looks: Sequence[_Seen]) -> _Seen:
    """Several looks at one scene as one, in the first picture that is as upright as most are."""
    quarters = [seen.picture.quarters for seen in looks]
    usual = max(quarters, key=quarters.count)
    first, *others = [seen for seen in looks if seen.picture.quarters == usual]
    wide, _ = size_of(first.image)
    resized = [
        one.in_picture.moved(one.size, (wide, round(wide * one.size[1] / one.size[0]))) for one in others
    ]
    return first.with_found(pool_frames([first.found, *resized]))


def _in_photo_of(look_: _Seen) -> Detections:
    """Return the detections of a look in pixels of the photo as it is."""
    found = look_.in_picture
    return Detections(look_.picture.in_photo(found.boxes), found.probabilities)


def _with_problems(read: Interpretation, looks: _Looks, game: Game) -> Interpretation:
    """A hand with what is wrong with the pictures of its tiles. Whether it goes on outside is only asked of a
    single picture: of several, each shows a part."""
    hand = read.hand if len(looks) == 1 else None
    problems: dict[Problem, None] = {}
    begin = 0
    for seen in looks:
        tiles = read.tiles[begin : begin + len(seen.found)]
        problems |= dict.fromkeys(seen.problems(tiles, hand=hand, game=game))
        begin += len(tiles)
    return read._replace(problems=(*problems, *read.problems))


def _is_improvement(again: _Hands, hands: _Hands, seat: Seat | None) -> bool:
    """True if another look is the one to take for the hand at a seat, which is surer there: the same seats
    have hands, and those that were relied on are the same and still are."""
    return (
        again.keys() == hands.keys()
        and _rank(again[seat]) > _rank(hands[seat])
        and (seat is not None or _same_player(again[seat], hands[seat]))
        and all(again[one].reliable and again[one].hand == h.hand for one, h in hands.items() if h.reliable)
    )


def _adds_a_sure_tile(again: Interpretation, read: Interpretation, looks: _Looks) -> bool:
    """True if another look shows a tile of the hand that was missed, and is sure that one is there: a hand is
    often more probable without it."""
    there = np.concatenate([seen.found.objectness for seen in looks])
    before = np.array([read.tiles[i].box for i in own_tiles(read.tiles)]).reshape(-1, 4)
    after = np.array([again.tiles[i].box for i in own_tiles(again.tiles)]).reshape(-1, 4)
    new = overlaps(after, before).max(axis=1, initial=0) < _SAME_TILE
    return len(after) > len(before) and bool((there[own_tiles(again.tiles)][new] >= _SURE).any())


def _same_player(again: Interpretation, read: Interpretation) -> bool:
    """True if another look reads the hand of the player whose whole hand was read before."""
    spans = [
        np.array([one.tiles[i].box for i in own_tiles(one.tiles) if one.tiles[i].role != "flower"])
        for one in (read, again)
    ]
    if not _rank(read)[0] or read.hand.size not in FULL or not all(map(len, spans)):
        return True
    (low, high), (other_low, other_high) = (
        (span[:, :2].min(0), span[:, 2:].max(0)) for span in spans if len(span)
    )
    return bool((np.minimum(high, other_high) > np.maximum(low, other_low)).all())


def _rank(read: Interpretation) -> tuple[bool, bool, float]:
    """Of two readings of one hand the better: one that shows a face, one of which no tile seems to be
    missing, the surer one."""
    held = read.hand.concealed
    faces = not held or any(tile.code != BACK for tile in held)
    return faces, all(problem.code != "more" for problem in read.problems), read.probability


def _name(source: Source) -> str:
    return Path(source).name if isinstance(source, (str, os.PathLike)) else ""
