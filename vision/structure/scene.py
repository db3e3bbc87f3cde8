"""Scenes: what a detector found, as the network takes it; turned to a seat, or several pictures as one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from paiyan.vision.detections import Detections
from paiyan.vision.structure.scores import NO_KNOWLEDGE, Box, Knowledge, SceneBoxes, StructureScores

Seat = Literal["E", "S", "W", "N"]
SeatChoice = Literal["E", "S", "W", "N", "all", "nearest"]
"""Whose hand is meant: a seat's, everybody's, or that of the player nearest to the camera."""

SEATS: tuple[Seat, ...] = ("E", "S", "W", "N")
RIGHT: Mapping[Seat, tuple[float, float]] = {"E": (1, 0), "S": (0, -1), "W": (-1, 0), "N": (0, 1)}
"""Where the right hand of each seat's player points in the picture, (x, y)."""

Score = Callable[[SceneBoxes], StructureScores]
"""A network: the scores of a scene."""
_APART = 20.0  # log-odds against two tiles of different pictures being one group


class Lay(NamedTuple):
    """Ask the layout network for the scores of a scene: `StructureScores` answer."""

    scene: SceneBoxes


class Seated(NamedTuple):
    """One player's hand: where the player sits, the scene as that player sees it, and its scores."""

    seat: Seat
    scene: SceneBoxes
    scores: StructureScores


def scene_of(found: Detections, size: tuple[int, int], knowledge: Knowledge = NO_KNOWLEDGE) -> SceneBoxes:
    """The boxes of one picture of this width and height, in their order."""
    corners: list[list[float]] = found.boxes.tolist()
    rows = zip(corners, found.objectness.tolist(), found.posterior.tolist(), strict=True)
    boxes = [Box(x1, y1, x2, y2, there, tuple(codes)) for (x1, y1, x2, y2), there, codes in rows]
    return SceneBoxes(size, tuple(boxes), knowledge)


def turned(scene: SceneBoxes, quarters: int) -> SceneBoxes:
    """The scene after so many quarter turns with the clock, each of which brings the right side to the lower
    edge: so its player sees it."""
    for _ in range(quarters % 4):
        wide, high = scene.size
        boxes = tuple(
            box._replace(x1=high - box.y2, y1=box.x1, x2=high - box.y1, y2=box.x2) for box in scene.boxes
        )
        scene = SceneBoxes((high, wide), boxes, scene.knowledge)
    return scene


def stacked(
    scenes: Sequence[SceneBoxes], scores: Sequence[StructureScores]
) -> tuple[SceneBoxes, StructureScores]:
    """Several pictures of one hand as one scene, each below the one before, with the scores of all."""
    boxes: list[Box] = []
    high, wide = 0.0, max(scene.size[0] for scene in scenes)
    for scene in scenes:
        boxes += [box._replace(y1=box.y1 + high, y2=box.y2 + high) for box in scene.boxes]
        high += scene.size[1]
    together = [
        [-_APART] * before + list(row) + [-_APART] * (len(boxes) - before - len(row))
        for before, one in _befores(scores)
        for row in one.together
    ]
    sure = 1.0
    for part in scores:
        sure *= part.sure
    return SceneBoxes((wide, high), tuple(boxes), scenes[0].knowledge), StructureScores(
        roles=[row for part in scores for row in part.roles],
        together=together,
        claimed=[row for part in scores for row in part.claimed],
        sideways=[value for part in scores for value in part.sideways],
        kinds=[row for part in scores for row in part.kinds],
        codes=[row for part in scores for row in part.codes],
        sure=sure,
    )


def _befores(scores: Sequence[StructureScores]) -> list[tuple[int, StructureScores]]:
    """Each picture's scores with the number of boxes in the pictures before it."""
    out: list[tuple[int, StructureScores]] = []
    before = 0
    for one in scores:
        out.append((before, one))
        before += len(one.roles)
    return out
