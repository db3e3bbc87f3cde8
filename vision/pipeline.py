"""A picture in, a reading out, with the time of each stage."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

from vision.decoding.certainty.doubtful_tiles import own_tiles
from vision.decoding.certainty.proposal import Won
from vision.decoding.game_rules import ANY_GAME, Game
from vision.decoding.hand import Hand
from vision.decoding.legal_hand.wins import lacks_nothing
from vision.detection.detector import Detector
from vision.detection.main_row import players_rows
from vision.detection.second_pass.second_pass import (
    look_along_rows,
    run_second_pass,
    wants_second_pass,
)
from vision.detections import Detections
from vision.messages import Problem
from vision.picture.image import LIMITS, Image, Limits, Photo, size_of
from vision.picture.quality import picture_problems
from vision.reading import Interpretation, Picture, PlayerHand, Reading, ReadTile, interpret, no_hand
from vision.structure.network import structure_network
from vision.structure.players import nearest, seated
from vision.structure.scene import Asked, Seated, scene_of
from vision.structure.scores import SceneBoxes, StructureScores

Source = str | os.PathLike[str] | bytes | Photo | Image
"""A picture: a file, a file's bytes, one that was opened, or upright BGR pixels (h, w, 3) uint8."""

_FIRST_PASS = 1000
"""Pixels of the longer side for the first pass, a quarter of those of 12 megapixels: the crop of a tile that
is too large for the second pass is then not enlarged."""
_SECOND_PASS = 3000
"""Pixels of the longer side for the second pass: all that a photo of 9 to 12 megapixels has."""


class _Seen(NamedTuple):
    """What was found in the pixels that were decoded, in these pixels, and the size (width, height) of the
    whole picture."""

    image: Image
    found: Detections
    size: tuple[int, int]

    @property
    def in_picture(self) -> Detections:
        """What was found, in pixels of the whole picture."""
        return self.found.moved(size_of(self.image), self.size)

    def problems(
        self, tiles: Sequence[ReadTile], *, hand: Hand | None = None, game: Game = ANY_GAME
    ) -> tuple[Problem, ...]:
        """What is wrong with the picture of these tiles' hand, and of all of it where that is told."""
        complete = hand is None or lacks_nothing(hand, game)
        return picture_problems(self.image, self.found, own_tiles(tiles), complete=complete)


class Reader:
    """Reads pictures with one detector.

    The `second_pass` looks again, larger, along a row of tiles that are small in a large photo, and, where no
    seat is asked for and the hand is on one photo, along a row that could not be read surely; of two readings
    the surer one is taken. It costs two or three more runs of the detector and reads far more such hands
    right; video does without.
    """

    def __init__(self, detector: Detector, *, second_pass: bool = True, limits: Limits = LIMITS) -> None:
        self.detector = detector
        self.second_pass = second_pass
        self.limits = limits

    def read(
        self,
        source: Source,
        *,
        photo: str | None = None,
        game: Game = ANY_GAME,
        won: Won = "unknown",
        seat: Asked = "nearest",
    ) -> Reading:
        """The reading of a file, of a file's bytes, or of an upright BGR picture (h, w, 3) uint8.

        `photo` is the name that the reading carries; a file's own name where none is given. `game` and `won`
        say what the hand may be: its tiles, and that it is said to have won. `seat` says whose hand is meant
        where several players' lie there, as `vision.structure.players` names them; with ``all``,
        ``hands`` holds every one and the reading itself is the first one's. Raises `ImageError` when the
        picture cannot be taken in; a picture without tiles, or without a hand at that seat, is a reading that
        says so.
        """
        times = dict[str, float]()
        seen = self._detect(source, times, seat=seat)
        photo = _name(source) if photo is None else photo
        if seat != "nearest" and len(seen.found):
            return self._seated(seen, seat, photo=photo, times=times, game=game, won=won)
        read = self._reading_of(seen, photo=photo, times=times, game=game, won=won)
        if self.second_pass and not read.reliable:
            return self._surer(read, seen, game=game, won=won)
        return read

    def _surer(self, read: Reading, seen: _Seen, *, game: Game, won: Won) -> Reading:
        """Of this reading and that of one more look, along the row, the surer one; its times are of both.

        A look that drops a tile is not taken: in a window, those of a table seen from far may blur.
        """
        times = dict(read.timings_ms)
        with _timed(times, "closer"):
            closer = seen._replace(found=look_along_rows(self.detector, seen.image, seen.found))
        if closer.found is seen.found:
            return read
        again = self._reading_of(closer, photo=read.photo, times=times, game=game, won=won)
        drops = len(again.tiles) < len(read.tiles)
        best = read if drops else max((read, again), key=_preferred)
        return replace(best, timings_ms=again.timings_ms)

    def _reading_of(
        self, seen: _Seen, *, photo: str, times: dict[str, float], game: Game, won: Won
    ) -> Reading:
        """The reading of what was seen, with what is wrong with the picture."""
        read = self.reading(seen.in_picture, size=seen.size, photo=photo, times=times, game=game, won=won)
        problems = seen.problems(read.tiles, hand=read.hand, game=game)
        return replace(read, problems=(*problems, *read.problems)) if problems else read

    def _seated(
        self,
        seen: _Seen,
        seat: Asked,
        *,
        photo: str,
        times: dict[str, float],
        game: Game,
        won: Won,
    ) -> Reading:
        """The hand at a seat, or with ``all`` every player's."""
        size = seen.size
        scene = scene_of(seen.in_picture, size, game.knowledge(won))
        with _timed(times, "layout"):
            players = seated_of(scene)
        hands = list[PlayerHand]()
        with _timed(times, "reading"):
            for name, own, scores in players:
                if seat in (name, "all"):
                    read = interpret(own, scores, game=game, won=won).at(scene.boxes)
                    problems = seen.problems(read.tiles, hand=read.hand, game=game)
                    hands.append(PlayerHand(name, read._replace(problems=(*problems, *read.problems))))
        if not hands:
            read = no_hand(scene, seat, [one.seat for one in players])
            return Reading(photo, size, self.detector.name, *read, timings_ms=times)
        every = tuple(hands) if seat == "all" else ()
        first = hands[0]
        return Reading(
            photo, size, self.detector.name, *first.read, seat=first.seat, hands=every, timings_ms=times
        )

    def read_several(
        self, sources: Sequence[Source], *, game: Game = ANY_GAME, won: Won = "unknown"
    ) -> Reading:
        """The reading of one hand of which each picture shows a part: the first one's tiles come first.

        ``pictures`` says how many tiles are of which picture; their boxes are in that picture's pixels.
        """
        times = dict[str, float]()
        passes = [self._detect(source, times) for source in sources]
        scenes = [scene_of(seen.in_picture, seen.size, game.knowledge(won)) for seen in passes]
        read = read_scenes(scenes, game=game, won=won, times=times)
        pictures = tuple(
            Picture(_name(source), seen.size, len(seen.found))
            for source, seen in zip(sources, passes, strict=True)
        )
        ends = list(accumulate(len(seen.found) for seen in passes))
        problems = {
            problem: None
            for seen, end in zip(passes, ends, strict=True)
            for problem in seen.problems(read.tiles[end - len(seen.found) : end])
        }
        reading = Reading(
            " + ".join(p.photo for p in pictures), pictures[0].size, self.detector.name, *read,
            pictures=pictures, timings_ms=times,
        )  # fmt: skip
        return replace(reading, problems=(*problems, *reading.problems))

    def _detect(self, source: Source, times: dict[str, float], *, seat: Asked = "nearest") -> _Seen:
        """What is found in a picture by one pass or both; the time is added to what was spent before.

        All pixels of a large photo are decoded only where the second pass wants them.
        """
        with _timed(times, "decode"):
            size, pixels = self._opened(source)
            image = pixels(_FIRST_PASS)
        with _timed(times, "detect"):
            found = self.detector.detect(image)
        if not self.second_pass:
            return _Seen(image, found, size)
        rows = None if seat == "nearest" else players_rows(found)
        if max(image.shape[:2]) < max(size) and wants_second_pass(found, image, rows=rows):
            with _timed(times, "decode"):
                image, small = pixels(_SECOND_PASS), image
            found = found.moved(size_of(small), size_of(image))
            rows = None if seat == "nearest" else players_rows(found)
        with _timed(times, "closer"):
            found = run_second_pass(self.detector, image, found, rows=rows)
        return _Seen(image, found, size)

    def _opened(self, source: Source) -> tuple[tuple[int, int], Callable[[int], Image]]:
        """The size (width, height) of a picture, and what decodes it at about so many pixels a side."""
        if isinstance(source, np.ndarray):
            return size_of(source), lambda _: source
        photo = source if isinstance(source, Photo) else Photo(source, limits=self.limits)
        if photo.scales:
            return photo.size, lambda side: photo.pixels(side=side)
        image = photo.pixels(side=_SECOND_PASS)
        return photo.size, lambda _: image

    def memory(self, photo: Photo) -> int:
        """Bytes that decoding a photo for a reading takes at the most."""
        return photo.memory(side=_SECOND_PASS if self.second_pass else _FIRST_PASS)

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
        """The reading of what was found in a picture of `size` (width, height), however it was found.

        `times` are milliseconds of the stages before.
        """
        spent = dict(times or {})
        scene = scene_of(found, size, game.knowledge(won))
        read = read_scenes([scene], game=game, won=won, times=spent)
        return Reading(photo, size, self.detector.name, *read, timings_ms=spent)


def own_structure(scene: SceneBoxes) -> StructureScores:
    """What the project's own network says of a scene."""
    return structure_network().score(scene)


def seated_of(scene: SceneBoxes) -> tuple[Seated, ...]:
    """Every player's hand in one picture, in the order of the seats."""
    return seated(scene, own_structure)


def read_scenes(
    scenes: Sequence[SceneBoxes],
    *,
    game: Game = ANY_GAME,
    won: Won = "unknown",
    times: dict[str, float] | None = None,
) -> Interpretation:
    """The one hand that some pictures' boxes show, of each a part; milliseconds are added to `times`."""
    spent = dict[str, float]() if times is None else times
    with _timed(spent, "layout"):
        scene, scores = nearest(scenes, own_structure)
    with _timed(spent, "reading"):
        read = interpret(scene, scores, game=game, won=won)
    return read.at([box for one in scenes for box in one.boxes])


def _preferred(read: Reading) -> tuple[bool, float]:
    """Of two readings of one picture the better: one of which no tile seems to be missing, the surer one."""
    return all(problem.kind != "more" for problem in read.problems), read.probability


@contextmanager
def _timed(times: dict[str, float], stage: str) -> Generator[None, None, None]:
    start = perf_counter()
    yield
    times[stage] = times.get(stage, 0.0) + 1000 * (perf_counter() - start)


def _name(source: Source) -> str:
    return Path(source).name if isinstance(source, (str, os.PathLike)) else ""
