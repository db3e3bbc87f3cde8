"""A picture in, a reading out, with the time of each stage."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

from paiyan.vision.decoding.certainty.doubtful_tiles import own_tiles
from paiyan.vision.decoding.certainty.proposal import Won
from paiyan.vision.decoding.game_rules import ANY_GAME, Game
from paiyan.vision.decoding.hand import Hand
from paiyan.vision.decoding.legal_hand.wins import lacks_nothing
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.main_row import players_rows, row_of_player
from paiyan.vision.detection.second_pass.second_pass import (
    look_along_rows,
    run_second_pass,
    wants_second_pass,
)
from paiyan.vision.detection.two_looks import full_look
from paiyan.vision.detections import Detections
from paiyan.vision.messages import Problem
from paiyan.vision.picture.image import LIMITS, Image, Limits, Photo, size_of
from paiyan.vision.picture.quality import picture_problems
from paiyan.vision.reading import Interpretation, Picture, PlayerHand, Reading, ReadTile, interpret, no_hand
from paiyan.vision.structure.network import structure_network
from paiyan.vision.structure.players import nearest, seated
from paiyan.vision.structure.scene import RIGHT, Asked, Seat, Seated, scene_of
from paiyan.vision.structure.scores import SceneBoxes, StructureScores

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
        waits = hand is not None and hand.size % 3 == 1
        row = [i for i, tile in enumerate(tiles) if waits and tile.role in ("hand", "winning")]
        return picture_problems(self.image, self.found, own_tiles(tiles), complete=complete, row=row)


_Hands = Mapping[Seat | None, Interpretation]
"""Hands by their seats; the nearest player's, where no seat was asked for, by None."""


class Reader:
    """Reads pictures with one detector.

    The `second_pass` looks again, larger, along a row of tiles that are small in a large photo, and along the
    row of each hand that could not be read surely; of two readings the surer one is taken. It costs two or
    three more runs of the detector for such a hand and reads far more of them right; video does without.
    """

    def __init__(self, detector: Detector, *, second_pass: bool = True, limits: Limits = LIMITS) -> None:
        self.detector = full_look(detector)
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
        where several players' lie there, as `paiyan.vision.structure.players` names them; with ``all``,
        ``hands`` holds every one and the reading itself is the first one's. Raises `ImageError` when the
        picture cannot be taken in; a picture without tiles, or without a hand at that seat, is a reading that
        says so.
        """
        times = dict[str, float]()
        (seen,), hands = self._look([source], times, seat=seat, game=game, won=won)
        photo = _name(source) if photo is None else photo
        size, name = seen.size, self.detector.name
        if not hands:
            scene = scene_of(seen.in_picture, size, game.knowledge(won))
            read = no_hand(scene, seat, [one.seat for one in seated_of(scene)])
            return Reading(photo, size, name, *read, timings_ms=times)
        first, read = next(iter(hands.items()))
        every = tuple(PlayerHand(one, hand) for one, hand in hands.items() if one) if seat == "all" else ()
        return Reading(photo, size, name, *read, seat=first, hands=every, timings_ms=times)

    def read_several(
        self, sources: Sequence[Source], *, game: Game = ANY_GAME, won: Won = "unknown"
    ) -> Reading:
        """The reading of one hand of which each picture shows a part: the first one's tiles come first.

        ``pictures`` says how many tiles are of which picture; their boxes are in that picture's pixels.
        """
        times = dict[str, float]()
        looks, hands = self._look(sources, times, seat="nearest", game=game, won=won)
        pictures = tuple(
            Picture(_name(source), seen.size, len(seen.found))
            for source, seen in zip(sources, looks, strict=True)
        )
        return Reading(
            " + ".join(p.photo for p in pictures), pictures[0].size, self.detector.name, *hands[None],
            pictures=pictures, timings_ms=times,
        )  # fmt: skip

    def _look(
        self, sources: Sequence[Source], times: dict[str, float], *, seat: Asked, game: Game, won: Won
    ) -> tuple[tuple[_Seen, ...], _Hands]:
        """What is seen in some pictures, and the hands there that are asked for. One more look is taken along
        the row of each that is not relied on, and counts where that makes it surer."""
        looks = tuple(self._detect(source, times, seat=seat) for source in sources)
        asked: Asked = seat if any(len(seen.found) for seen in looks) else "nearest"
        hands_in = partial(_hands_in, seat=asked, game=game, won=won, times=times)
        hands = hands_in(looks)
        for at in hands if self.second_pass else ():
            if hands[at].reliable:
                continue
            with _timed(times, "closer"):
                closer = tuple(self._closer(seen, hands[at], at) for seen in looks)
            if any(new is not seen for new, seen in zip(closer, looks, strict=True)):
                again = hands_in(closer)
                if _is_surer(again, hands, at):
                    looks, hands = closer, again
        return looks, hands

    def _closer(self, seen: _Seen, hand: Interpretation, seat: Seat | None) -> _Seen:
        """A picture after one more look along the row of a hand, or along its main row where no seat is told.

        A look that drops a tile is not taken: in a window, those of a table seen from far may blur.
        """
        rows = row_of_player(seen.found, own_tiles(hand.tiles), right=RIGHT[seat]) if seat else None
        found = look_along_rows(self.detector, seen.image, seen.found, rows=rows)
        taken = found is not seen.found and len(found) >= len(seen.found)
        return seen._replace(found=found) if taken else seen

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


def _hands_in(
    looks: Sequence[_Seen], *, seat: Asked, game: Game, won: Won, times: dict[str, float]
) -> _Hands:
    """The one hand of which each picture shows a part, or those at the seats asked for in the one picture
    that there is; each with what is wrong with the pictures of its tiles."""
    scenes = [scene_of(seen.in_picture, seen.size, game.knowledge(won)) for seen in looks]
    hands: dict[Seat | None, Interpretation] = {}
    if seat == "nearest":
        hands[None] = read_scenes(scenes, game=game, won=won, times=times)
    else:
        (scene,) = scenes
        with _timed(times, "layout"):
            players = [one for one in seated_of(scene) if seat in (one.seat, "all")]
        with _timed(times, "reading"):
            for name, own, scores in players:
                hands[name] = interpret(own, scores, game=game, won=won).at(scene.boxes)
    return {name: _with_problems(read, looks, game) for name, read in hands.items()}


def _with_problems(read: Interpretation, looks: Sequence[_Seen], game: Game) -> Interpretation:
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


def _is_surer(again: _Hands, hands: _Hands, seat: Seat | None) -> bool:
    """Whether another look is the one to take for the hand at a seat, which is surer there: the same seats
    have hands, and those that were relied on are the same and still are."""
    return (
        again.keys() == hands.keys()
        and _preferred(again[seat]) > _preferred(hands[seat])
        and all(again[one].reliable and again[one].hand == h.hand for one, h in hands.items() if h.reliable)
    )


def _preferred(read: Interpretation) -> tuple[bool, float]:
    """Of two readings of one hand the better: one of which no tile seems to be missing, the surer one."""
    return all(problem.code != "more" for problem in read.problems), read.probability


@contextmanager
def _timed(times: dict[str, float], stage: str) -> Generator[None, None, None]:
    start = perf_counter()
    yield
    times[stage] = times.get(stage, 0.0) + 1000 * (perf_counter() - start)


def _name(source: Source) -> str:
    return Path(source).name if isinstance(source, (str, os.PathLike)) else ""
