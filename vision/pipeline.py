"""A picture in, a reading out: `Reader` is the list of stages, each timed and, on request, traced.

The stages are a generator of requests to the networks (`paiyan.vision.requests`), so that a browser can await
the answers of its own networks with the same code.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from paiyan.vision.decoding.game_rules import ANY_GAME, Game
from paiyan.vision.decoding.proposal import Won
from paiyan.vision.detection.coarse_to_fine import full_detector
from paiyan.vision.detection.detector import Detector, Look
from paiyan.vision.detection.drops import listening
from paiyan.vision.detections import Detections
from paiyan.vision.doubtful_hands import read_again
from paiyan.vision.first_look import detect, surest_of_all, zoom_in
from paiyan.vision.hands import Hands, read_hands, read_scenes, with_problems
from paiyan.vision.job import (
    CLOSER,
    FIRST_PASS,
    MOST_TILES,
    DetectedImage,
    Job,
    Looks,
    OpenedPicture,
    always,
    in_photos,
    pooled,
    surest_tiles,
)
from paiyan.vision.messages import Problem
from paiyan.vision.picture.image import LIMITS, Limits, Photo
from paiyan.vision.pixels import Image
from paiyan.vision.reading import Picture, PlayerHand, Reading, no_hand
from paiyan.vision.requests import Asking, run
from paiyan.vision.sizes import size_of
from paiyan.vision.structure.network import LayoutScorer
from paiyan.vision.structure.scene import Lay, SeatChoice, scene_of, seated
from paiyan.vision.trace import Trace

Source = str | os.PathLike[str] | bytes | Photo | Image
"""A picture: a file, a file's bytes, one that was opened, or upright BGR pixels (h, w, 3) uint8."""
BUDGET_MS = 900.0
"""Time for all views after the first, on two idle cores: with 1200 the same hands were read, and whole
tables in up to twice as many looks."""


class Reader:
    """Reads pictures with a detector and a network of layouts; `paiyan.models.opening` has the project's.

    With `second_pass` (closer looks), other views are taken if tiles are too small or too large in the first
    look, and as hypotheses about each hand that is not reliable: the most probable reading is kept. `budget`
    limits them, in milliseconds of two idle cores; near hands cost one look. Video does without. If networks
    are slow, as on a phone, `seconds` limits them by the clock too: no view is begun after that, and a hand
    that needed one more to be reliable is not. With `trace`, a reading records which views were taken and
    which boxes were dropped, where, and why.
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
        self.detector = full_detector(detector)
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

        `photo` is the name in the reading, by default the file's own. `game` and `won` say what the hand may
        be: its tiles, and that it has won. `seat` says whose hand is read if several players' lie there, as
        `paiyan.vision.structure.scene` names them; with ``all``, ``hands`` holds every one and the reading
        itself is the first one's. Raises `ImageError` if the picture cannot be opened; a picture without
        tiles, or without a hand at that seat, gives a reading with that problem.
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
        """Read as `read` does, yielding a request for each network's answer: `Look` and `Lay`."""
        return self._reading([source], self._job(seat=seat, game=game, won=won), photo)

    def _reading(self, sources: Sequence[Source], job: Job, photo: str | None) -> Asking[Reading]:
        """Read one scene; the first picture gives the reading its name and its pixels."""
        (detected,), hands = yield from self._traced(sources, job)
        size = detected.picture.photo_size
        if hands:
            seat, read = next(iter(hands.items()))
            players = [PlayerHand(one, hand) for one, hand in hands.items() if one]
            read = replace(read, seat=seat, hands=tuple(players) if job.seat == "all" else ())
        else:
            scene = scene_of(detected.in_picture, size, job.game.knowledge(job.won))
            read = no_hand(scene, job.seat, [one.seat for one in (yield from seated(scene))])
        return replace(
            read,
            photo=_name(sources[0]) if photo is None else photo,
            size=size,
            model=self.detector.name,
            timings_ms=job.times,
            trace=job.trace,
        )

    def read_several(
        self, sources: Sequence[Source], *, game: Game = ANY_GAME, won: Won = "unknown"
    ) -> Reading:
        """Read one hand of which each picture shows a part: the first one's tiles come first.

        ``pictures`` gives how many tiles are from which picture; their boxes are in that picture's pixels.
        """
        job = self._job(game=game, won=won)
        looks, hands = run(self._traced(sources, job), self._answer)
        pictures = tuple(
            Picture(_name(source), detected.picture.photo_size, len(detected.detections))
            for source, detected in zip(sources, looks, strict=True)
        )
        return replace(
            hands[None],
            photo=" + ".join(p.photo for p in pictures),
            size=pictures[0].size,
            model=self.detector.name,
            pictures=pictures,
            timings_ms=job.times,
            trace=job.trace,
        )

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

        Boxes are in pixels of the first picture that is turned like most of them. What a passing hand, glare
        or blur hides in one of them is read in the others.
        """
        job = self._job(seat=seat, game=game, won=won)
        job.burst = True
        return run(self._reading(sources, job, photo), self._answer)

    def steps(self, sources: Sequence[Source], job: Job) -> Asking[tuple[Looks, Hands]]:
        """Read one hand, or those of several seats, from some pictures: the list of stages.

        detect → name → context → look closer → layout → decode; a detector of two stages names its boxes and
        corrects them by their context itself (`paiyan.vision.detection.two_stage`). Then a doubtful hand is
        looked at in other views, and the most probable reading is kept.
        """
        looks: Looks = ()
        for source in sources:
            with job.timed("decode"):
                picture = self._open(source)
            detected = yield from detect(picture, job)
            detected = yield from zoom_in(detected, job)
            looks = (*looks, detected)
        looks = (pooled(looks),) if job.burst else surest_of_all(looks)
        hands = yield from read_hands(looks, job)
        for seat in tuple(hands) if job.closer else ():
            looks, hands = yield from read_again(looks, hands, seat, job)
        return looks, hands

    def _open(self, source: Source) -> OpenedPicture:
        """Open a picture; one that can be decoded at several sizes is not decoded yet."""
        if isinstance(source, (str, os.PathLike, bytes)):
            photo = Photo(source, limits=self.limits)
        elif isinstance(source, Photo):
            photo = source
        else:
            return OpenedPicture(size_of(source), always(source))
        if not photo.scales:
            return OpenedPicture(photo.size, always(photo.pixels(side=CLOSER)))

        @lru_cache(maxsize=1)
        def decode(side: int) -> Image:
            return photo.pixels(side=side)

        return OpenedPicture(photo.size, decode)

    def memory(self, photo: Photo) -> int:
        """Return the most bytes that decoding a photo for a reading takes."""
        return photo.memory(side=CLOSER if self.second_pass else FIRST_PASS)

    def reading(
        self,
        detections: Detections,
        *,
        size: tuple[int, int],
        image: Image | None = None,
        photo: str = "",
        times: Mapping[str, float] | None = None,
        game: Game = ANY_GAME,
        won: Won = "unknown",
    ) -> Reading:
        """Read the hand of the detections in a picture of `size` (width, height), however they were made.

        Problems of the picture, as glare or a row that goes on outside, are found only if `image` gives its
        pixels, upright BGR (h, w, 3) uint8. `times` are milliseconds of the stages before.
        """
        spent = dict(times or {})
        crowded, detections = len(detections) > MOST_TILES, surest_tiles(detections)
        scene = scene_of(detections, size, game.knowledge(won))
        read = read_scenes([scene], self.layouts, game=game, won=won, times=spent)
        if image is not None:
            detected = DetectedImage(image, detections, OpenedPicture(size, always(image)))
            read = with_problems(read, (detected,), game)
        if crowded:
            read = replace(read, problems=(Problem("crowded", (MOST_TILES,)), *read.problems))
        return replace(read, photo=photo, size=size, model=self.detector.name, timings_ms=spent)

    def _job(self, *, seat: SeatChoice = "nearest", game: Game, won: Won) -> Job:
        return Job(
            seat,
            game,
            won,
            closer=self.second_pass,
            trace=Trace() if self.trace else None,
            budget=self.budget,
            seconds=self.seconds,
        )

    def _answer(self, request: Look | Lay) -> Any:
        """Answer with this reader's networks."""
        if isinstance(request, Lay):
            return self.layouts.score(request.scene)
        return self.detector.detect(request.pixels)

    def _traced(self, sources: Sequence[Source], job: Job) -> Asking[tuple[Looks, Hands]]:
        """Take the steps, and note the boxes dropped on the way if a trace is wanted."""
        with listening() if job.trace is not None else nullcontext() as drops:
            looks, hands = yield from self.steps(sources, job)
        if job.trace is not None:
            tiles = [box for detected in looks for box in detected.photo_boxes.tolist()]
            job.trace.add_drops(drops or (), tiles)
        return looks, {seat: in_photos(read, looks) for seat, read in hands.items()}


def _name(source: Source) -> str:
    return Path(source).name if isinstance(source, (str, os.PathLike)) else ""
