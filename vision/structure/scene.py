"""Build scenes, the network's input, from detections; turn them to a seat, or join several pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from paiyan.vision.detections import Detections
from paiyan.vision.structure.scores import NO_KNOWLEDGE, Box, Knowledge, SceneBoxes, StructureScores

Seat = Literal["E", "S", "W", "N"]
SeatChoice = Literal["E", "S", "W", "N", "all", "nearest"]
"""The hand to read: a seat's, everybody's, or that of the player nearest to the camera."""

SEATS: tuple[Seat, ...] = ("E", "S", "W", "N")
RIGHT: Mapping[Seat, tuple[float, float]] = {"E": (1, 0), "S": (0, -1), "W": (-1, 0), "N": (0, 1)}
"""The direction of the right hand of each seat's player in the picture, (x, y)."""

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


def scene_of(
    detections: Detections, size: tuple[int, int], knowledge: Knowledge = NO_KNOWLEDGE
) -> SceneBoxes:
    """Return the boxes of one picture of this width and height, in their order."""
    corners: list[list[float]] = detections.boxes.tolist()
    rows = zip(corners, detections.objectness.tolist(), detections.posterior.tolist(), strict=True)
    boxes = [Box(x1, y1, x2, y2, there, tuple(codes)) for (x1, y1, x2, y2), there, codes in rows]
    return SceneBoxes(size, tuple(boxes), knowledge)


def turned(scene: SceneBoxes, quarters: int) -> SceneBoxes:
    """Turn a scene clockwise by quarter turns; each brings the right side to the lower edge, as its player
    sees it."""
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
    """Join several pictures of one hand into one scene, each below the one before, with the scores of all."""
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
    """Return each picture's scores with the number of boxes in the pictures before it."""
    out: list[tuple[int, StructureScores]] = []
    before = 0
    for one in scores:
        out.append((before, one))
        before += len(one.roles)
    return out
