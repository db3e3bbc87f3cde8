"""From detections to hands: whose tiles they are, and the most probable legal hand of each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from paiyan.vision.decoding.game_rules import ANY_GAME, Game
from paiyan.vision.decoding.proposal import Won
from paiyan.vision.job import Job, Looks
from paiyan.vision.messages import Problem
from paiyan.vision.reading import Reading, interpret
from paiyan.vision.requests import Asking, run
from paiyan.vision.structure.network import LayoutScorer
from paiyan.vision.structure.scene import Seat, Seated, nearest, scene_of, seated
from paiyan.vision.structure.scores import Box, SceneBoxes, StructureScores

Hands = Mapping[Seat | None, Reading]
"""Hands by their seats; the nearest player's, if no seat was requested, by None."""


def read_hands(looks: Looks, job: Job) -> Asking[Hands]:
    """Read the one hand in the pictures, or that of each wanted seat, with the problems around its tiles."""
    layouts = yield from _lay_out(looks, job)
    return {layout.seat: with_problems(_decode(layout, job), looks, job.game) for layout in layouts}


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


def with_problems(read: Reading, looks: Looks, game: Game) -> Reading:
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


def seated_of(scene: SceneBoxes, layouts: LayoutScorer) -> tuple[Seated, ...]:
    """Find every player's hand in one picture, in the order of the seats."""
    return run(seated(scene), lambda request: layouts.score(request.scene))
