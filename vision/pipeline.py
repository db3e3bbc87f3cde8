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
from typing import Any, NamedTuple

import numpy as np

from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.decoding.game_rules import ANY_GAME, Game
from paiyan.vision.decoding.hand import is_same_hand
from paiyan.vision.decoding.proposal import Won
from paiyan.vision.decoding.questions import own_tiles
from paiyan.vision.detection.coarse_to_fine import full_detector
from paiyan.vision.detection.detector import Detector, Look
from paiyan.vision.detection.drops import listening
from paiyan.vision.detections import Detections, overlaps
from paiyan.vision.first_look import detect, look_once, zoom_in
from paiyan.vision.job import (
    CLOSER,
    FIRST_PASS,
    VIEW_MS,
    DetectedImage,
    Job,
    Looks,
    OpenedPicture,
    always,
    in_photos,
    pooled,
)
from paiyan.vision.messages import Problem
from paiyan.vision.other_views import (
    REASONS,
    VIEWS,
    OtherView,
    along_its_row,
    beyond_its_ends,
    is_wanted,
    look_again,
)
from paiyan.vision.picture.image import LIMITS, Limits, Photo
from paiyan.vision.picture.quality import sharpness_of
from paiyan.vision.pixels import Image
from paiyan.vision.reading import (
    Picture,
    PlayerHand,
    Reading,
    confirmed,
    interpret,
    is_close,
    no_hand,
)
from paiyan.vision.requests import Asking, run
from paiyan.vision.sizes import size_of
from paiyan.vision.structure.network import LayoutScorer
from paiyan.vision.structure.scene import FULL, Lay, Seat, SeatChoice, Seated, nearest, scene_of, seated
from paiyan.vision.structure.scores import Box, SceneBoxes, StructureScores
from paiyan.vision.trace import Trace

Source = str | os.PathLike[str] | bytes | Photo | Image
"""A picture: a file, a file's bytes, one that was opened, or upright BGR pixels (h, w, 3) uint8."""
BUDGET_MS = 900.0
"""Time for all views after the first, on two idle cores: with 1200 the same hands were read, and whole
tables in up to twice as many looks."""
_SHARP = 20.0  # of 255: faces in photos of hands are sharper, 28 and more in 21 that were not changed
_SURE = 0.95  # objectness of a tile that is surely there
_SAME_TILE = 0.4  # overlap (IoU) from which boxes of two looks are one tile
_Hands = Mapping[Seat | None, Reading]
"""Hands by their seats; the nearest player's, if no seat was requested, by None."""


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
        (detected,), hands = yield from self._traced(self.steps(sources, job), job)
        photo = _name(sources[0]) if photo is None else photo
        size, name = detected.picture.photo_size, self.detector.name
        if not hands:
            scene = scene_of(detected.in_picture, size, job.game.knowledge(job.won))
            read = no_hand(scene, job.seat, [one.seat for one in (yield from seated(scene))])
            return replace(read, photo=photo, size=size, model=name, timings_ms=job.times, trace=job.trace)
        first, read = next(iter(hands.items()))
        every = (
            tuple(PlayerHand(one, hand) for one, hand in hands.items() if one) if job.seat == "all" else ()
        )
        return replace(
            read,
            photo=photo,
            size=size,
            model=name,
            seat=first,
            hands=every,
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
        looks, hands = run(self._traced(self.steps(sources, job), job), self._answer)
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

    def steps(self, sources: Sequence[Source], job: Job) -> Asking[tuple[Looks, _Hands]]:
        """Read one hand, or those of several seats, from some pictures: the list of stages.

        detect → name → context → look closer → layout → decode; a detector of two stages names its boxes and
        corrects them by their context itself (`paiyan.vision.detection.two_stage`). Then a doubtful hand is
        looked at in other views, and the most probable reading is kept.
        """
        looks: Looks = ()
        for source in sources:
            picture = self._opened(source, job)
            detected = yield from detect(picture, job)
            detected = yield from zoom_in(detected, job)
            looks = (*looks, detected)
        looks = (pooled(looks),) if job.burst else looks
        layouts = yield from _lay_out(looks, job)
        hands = _decode_all(layouts, looks, job)
        for seat in tuple(hands) if job.closer else ():
            taken: list[OtherView] = []
            for view in VIEWS:
                wanted = not hands[seat].reliable or is_wanted(view, looks, job)
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

    def _opened(self, source: Source, job: Job) -> OpenedPicture:
        """Open a picture; one that can be decoded at several sizes is not decoded yet."""
        with job.timed("decode"):
            return self._open(source)

    def _open(self, source: Source) -> OpenedPicture:
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
        scene = scene_of(detections, size, game.knowledge(won))
        read = read_scenes([scene], self.layouts, game=game, won=won, times=spent)
        if image is not None:
            detected = DetectedImage(image, detections, OpenedPicture(size, always(image)))
            read = _with_problems(read, (detected,), game)
        return replace(read, photo=photo, size=size, model=self.detector.name, timings_ms=spent)

    def _job(self, *, seat: SeatChoice = "nearest", game: Game, won: Won) -> Job:
        trace = Trace() if self.trace else None
        return Job(seat, game, won, closer=self.second_pass, trace=trace, seconds=self.seconds)

    def _answer(self, request: Look | Lay) -> Any:
        """Answer with this reader's networks."""
        if isinstance(request, Lay):
            return self.layouts.score(request.scene)
        return self.detector.detect(request.pixels)

    def _traced(self, steps: Asking[tuple[Looks, _Hands]], job: Job) -> Asking[tuple[Looks, _Hands]]:
        """Take the steps, and note the boxes dropped on the way if a trace is wanted."""
        with listening() if job.trace is not None else nullcontext() as drops:
            looks, hands = yield from steps
        if job.trace is not None:
            tiles = [box for detected in looks for box in detected.photo_boxes.tolist()]
            job.trace.add_drops(drops or (), tiles)
        return looks, {seat: in_photos(read, looks) for seat, read in hands.items()}


def _try(
    view: OtherView, looks: Looks, hands: _Hands, seat: Seat | None, job: Job
) -> Asking[tuple[Looks, _Hands]]:
    """Read a doubtful hand in another view; keep that reading if it is more probable."""
    again: Looks = ()
    begin = 0
    for detected in looks:
        end = begin + len(detected.detections)
        shown = replace(hands[seat], tiles=hands[seat].tiles[begin:end])  # the tiles of this picture
        again = (*again, (yield from look_again(view, detected, shown, seat, job)))
        begin = end
    if all(new is detected for new, detected in zip(again, looks, strict=True)):
        return looks, hands
    read = yield from _lay_out_and_decode(again, job)
    taken = _is_improvement(read, hands, seat) or (
        view is along_its_row and seat in read and _adds_a_sure_tile(read[seat], hands[seat], again)
    )
    if view is beyond_its_ends:
        taken = taken and read[seat].probability > hands[seat].probability
    for before, after in zip(looks, again, strict=True):
        if after is not before:
            job.took(REASONS[view], before.in_picture, after.in_picture, taken)
    return (again, read) if taken else (looks, hands)


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
) -> Reading:
    """Read the one hand in some pictures' boxes, a part in each; milliseconds are added to `times`."""
    job = Job(game=game, won=won, times=dict[str, float]() if times is None else times)
    (layout,) = run(_lay_out_scenes(scenes, job), lambda request: layouts.score(request.scene))
    return _decode(layout, job)


class _LaidOut(NamedTuple):
    """The tiles of one player, or of the nearest one (None), and the scores of their layout."""

    seat: Seat | None
    scene: SceneBoxes
    scores: StructureScores
    boxes: Sequence[Box]
    """The boxes of all pictures, as they are."""


def _lay_out(looks: Looks, job: Job) -> Asking[list[_LaidOut]]:
    """Score which tiles belong together: of the one hand in the pictures, or of each wanted seat."""
    scenes = [scene_of(detected.in_picture, detected.size, job.game.knowledge(job.won)) for detected in looks]
    if job.seat == "nearest" or not any(scene.boxes for scene in scenes):
        return (yield from _lay_out_scenes(scenes, job))
    (scene,) = scenes
    with job.timed("layout"):
        players = yield from seated(scene)
    return [_LaidOut(*player, scene.boxes) for player in players if job.seat in (player.seat, "all")]


def _lay_out_scenes(scenes: Sequence[SceneBoxes], job: Job) -> Asking[list[_LaidOut]]:
    with job.timed("layout"):
        scene, scores = yield from nearest(scenes)
    return [_LaidOut(None, scene, scores, [box for one in scenes for box in one.boxes])]


def _decode(layout: _LaidOut, job: Job) -> Reading:
    """Find the most probable legal hand of a layout."""
    with job.timed("reading"):
        read = interpret(layout.scene, layout.scores, game=job.game, won=job.won)
    return read.at(layout.boxes)


def _decode_all(layouts: Sequence[_LaidOut], looks: Looks, job: Job) -> _Hands:
    """Decode each layout, and find the problems of the pictures around its tiles."""
    return {layout.seat: _with_problems(_decode(layout, job), looks, job.game) for layout in layouts}


def _lay_out_and_decode(looks: Looks, job: Job) -> Asking[_Hands]:
    return _decode_all((yield from _lay_out(looks, job)), looks, job)


def _with(hands: _Hands, seat: Seat | None, hand: Reading) -> _Hands:
    """Return the hands with another one at a seat."""
    changed = dict(hands)
    changed[seat] = hand
    return changed


def _read_again(
    looks: Looks, hand: Reading, seat: Seat | None, views: Sequence[OtherView], job: Job
) -> Asking[Reading]:
    """Read a hand once more from tilted pictures, in the same `views`: it becomes surer if both readings
    agree, else less sure.

    A reading in which a five may be red or plain agrees with none. A hand that was reliable may agree with a
    third reading instead. In a blurred picture all may be wrong in the same way, so agreement says nothing.
    """
    agrees = False
    for way in (1, -1) if hand.reliable else (1,):
        again, other = yield from _tilted(looks, seat, views, way, job)
        agrees = (
            other is not None
            and is_same_hand(hand.hand, other.hand)
            and all(problem.code != "red" for problem in other.problems)
        )
        for before, after in zip(looks, again, strict=True):
            job.took("again", _photo_detections(before), _photo_detections(after), taken=agrees)
        if agrees:
            break
    blurred = any(
        sharpness_of(detected.image, detected.detections, own_tiles(hand.tiles)) < _SHARP
        for detected in looks
    )
    return hand if agrees and blurred else confirmed(hand, agrees=agrees)


def _tilted(
    looks: Looks, seat: Seat | None, views: Sequence[OtherView], way: int, job: Job
) -> Asking[tuple[Sequence[DetectedImage], Reading | None]]:
    """Look at pictures tilted one way, in some views too, and read the hand at a seat.

    All pictures of a burst are looked at: what one hides says nothing against the others.
    """
    quiet = replace(job, trace=None)
    again: list[DetectedImage] = []
    for detected in looks:
        frames: list[DetectedImage] = []
        for frame in detected.frames or (detected,):
            tilted_look = yield from look_once(frame.picture._replace(tilt=way), quiet)
            frames.append((yield from zoom_in(tilted_look, quiet)))
            quiet.spent += VIEW_MS
        again.append(pooled(frames) if detected.frames else frames[0])
    hands = yield from _lay_out_and_decode(tuple(again), job)
    for view in views:
        if seat in hands and REASONS[view] != "tone":  # the picture keeps its tone
            for number, detected in enumerate(again):
                again[number] = yield from look_again(view, detected, hands[seat], seat, quiet)
            hands = yield from _lay_out_and_decode(tuple(again), job)
    job.spent = quiet.spent
    return again, hands.get(seat)


def _with_problems(read: Reading, looks: Looks, game: Game) -> Reading:
    """Return a hand with the problems of the pictures around its tiles. Whether it goes on outside is only
    checked in a single picture: each of several shows a part."""
    hand = read.hand if len(looks) == 1 else None
    problems: dict[Problem, None] = {}
    begin = 0
    for detected in looks:
        tiles = read.tiles[begin : begin + len(detected.detections)]
        problems |= dict.fromkeys(detected.problems(tiles, hand=hand, game=game))
        begin += len(tiles)
    return replace(read, problems=(*problems, *read.problems))


def _is_improvement(again: _Hands, hands: _Hands, seat: Seat | None) -> bool:
    """True if another look is the one to keep for the hand at a seat: it is surer there, the same seats have
    hands, and the reliable ones are the same and still reliable."""
    return (
        again.keys() == hands.keys()
        and _rank(again[seat]) > _rank(hands[seat])
        and (seat is not None or _same_player(again[seat], hands[seat]))
        and all(again[one].reliable and again[one].hand == h.hand for one, h in hands.items() if h.reliable)
    )


def _adds_a_sure_tile(again: Reading, read: Reading, looks: Looks) -> bool:
    """True if another look shows a missed tile of the hand, and is sure that it is there: a hand is often
    more probable without it."""
    there = np.concatenate([detected.detections.objectness for detected in looks])
    before = np.array([read.tiles[i].box for i in own_tiles(read.tiles)]).reshape(-1, 4)
    after = np.array([again.tiles[i].box for i in own_tiles(again.tiles)]).reshape(-1, 4)
    new = overlaps(after, before).max(axis=1, initial=0) < _SAME_TILE
    return len(after) > len(before) and bool((there[own_tiles(again.tiles)][new] >= _SURE).any())


def _same_player(again: Reading, read: Reading) -> bool:
    """True if another look reads the hand of the same player as the whole hand before."""
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


def _rank(read: Reading) -> tuple[bool, bool, float]:
    """Return a key that is larger for the better of two readings of one hand: one that shows a face, then one
    without tiles that seem to be missing, then the surer one."""
    held = read.hand.concealed
    faces = not held or any(tile.code != BACK for tile in held)
    return faces, all(problem.code != "more" for problem in read.problems), read.probability


def _photo_detections(detected: DetectedImage) -> Detections:
    """Return the detections of a look in pixels of the photo as it is."""
    return Detections(detected.photo_boxes, detected.detections.probabilities)


def _name(source: Source) -> str:
    return Path(source).name if isinstance(source, (str, os.PathLike)) else ""
