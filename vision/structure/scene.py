"""Scenes, the network's input, their layouts, and whose hand to read in them 谁的手牌.

Seats are named as if the player at the picture's lower edge, who commonly holds the camera, sat East: South
sits to the right, West across, North to the left, which is the order of turns. The winds of the game are
not in the picture. The network reads the hand of the player at the lower edge: to read another's, the picture
is turned.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING, Literal, NamedTuple

from paiyan.vision.requests import Asking
from paiyan.vision.structure.scores import NO_KNOWLEDGE, Box, Knowledge, MeldKind, SceneBoxes, StructureScores

if TYPE_CHECKING:  # it brings numpy, which decoding does without
    from paiyan.vision.detections import Detections

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


_UPRIGHT = 1.7  # log-odds by which another side's hand must be more probable than the one at the lower edge
_TABLE = 22  # a picture of more tiles shows more than one hand
_FEWEST = 11  # the fewest tiles of a whole hand if some are hidden
_MOST = 21  # tiles of a hand with four kongs are as many, and one: more are two players' hands
_DOUBTFUL = 0.5  # below this a hand is more likely wrong than right
_SHARED = 0.3  # share of the smaller hand's tiles; if two hands share more, one of them is no hand


def nearest(scenes: Sequence[SceneBoxes]) -> Asking[tuple[SceneBoxes, StructureScores]]:
    """Choose the nearest player's hand, from one scene or from several that each show a part of it.

    A table is read from every side, and the most certain hand is taken; if that is not at the lower edge, or
    not certain, the near part of the table is read as a picture of its own.
    """
    if len(scenes) > 1:
        return stacked(scenes, (yield from _scores_of(scenes)))
    (scene,) = scenes
    if len(scene.boxes) <= _TABLE:
        return scene, (yield Lay(scene))
    chosen = max((yield from _from_every_side(scene)), key=_claim)
    if chosen.seat != SEATS[0] or len(_own(chosen)) > _MOST or chosen.scores.sure < _DOUBTFUL:
        near, places = near_part(scene)
        own = Seated(SEATS[0], near, (yield Lay(near)))
        if _claim(own) > _claim(chosen) and _own(own):
            return scene, own.scores.spread(places, scene)
    return chosen.scene, chosen.scores


def near_part(scene: SceneBoxes) -> tuple[SceneBoxes, list[int]]:
    """Return the lower half of a picture as a scene of its own, and the places of its boxes in the whole."""
    wide, high = scene.size
    places = [at for at, box in enumerate(scene.boxes) if box.y1 + box.y2 > high]
    some = (scene.boxes[at] for at in places)
    boxes = tuple(box._replace(y1=box.y1 - high / 2, y2=box.y2 - high / 2) for box in some)
    return SceneBoxes((wide, high / 2), boxes, scene.knowledge), places


def seated(scene: SceneBoxes) -> Asking[tuple[Seated, ...]]:
    """Find every player's hand as that player sees it, in the order of the seats."""
    found: list[tuple[Seated, set[int]]] = []
    for hand in sorted((yield from _from_every_side(scene)), key=_claim, reverse=True):
        own = _own(hand)
        if own and all(len(own & other) <= _SHARED * min(len(own), len(other)) for _, other in found):
            found.append((hand, own))
    return tuple(sorted((hand for hand, _ in found), key=lambda hand: SEATS.index(hand.seat)))


def _from_every_side(scene: SceneBoxes) -> Asking[list[Seated]]:
    """Read the possible hand of each player, in the order of the seats."""
    views = [turned(scene, quarters) for quarters in range(len(SEATS))]
    scores = yield from _scores_of(views)
    return [Seated(seat, view, scored) for seat, view, scored in zip(SEATS, views, scores, strict=True)]


def _scores_of(scenes: Sequence[SceneBoxes]) -> Asking[list[StructureScores]]:
    scores: list[StructureScores] = []
    for scene in scenes:
        scores.append((yield Lay(scene)))
    return scores


def _claim(hand: Seated) -> tuple[float, float]:
    """Return a side's claim to tiles that several sides may have.

    A single row is nearly as good a hand from any side, and then belongs to the player at the lower edge.
    Beyond the bounds of log-odds the more certain side has them.
    """
    sure = hand.scores.sure
    return _odds(sure) + (_UPRIGHT if hand.seat == SEATS[0] else 0.0), sure


def _own(hand: Seated) -> set[int]:
    """Return the player's boxes by their likeliest roles, without flowers; empty if they are no hand.

    That is so if they are too few, none is held, or they are nearer to somebody across the table.
    """
    roles = hand.scores.likeliest_roles()
    own = {box for box, role in enumerate(roles) if role in ("held", "winning", "meld")}
    if len(own) < _FEWEST or not any(role in ("held", "winning") for role in roles):
        return set()
    heights = [box.y1 + box.y2 for box in hand.scene.boxes]
    return own if mean(heights[box] for box in own) >= mean(heights) else set()


def _odds(probability: float) -> float:
    """Return log-odds, clipped to bounds."""
    p = min(max(probability, 1e-4), 1 - 1e-4)
    return math.log(p / (1 - p))


Role = Literal["hand", "winning", "meld", "flower", "discard", "indicator", "wall", "other"]
Place = Literal["set_apart", "turned", "right_end"]

FULL = (13, 14, 16, 17)
"""Tiles of a whole hand, a kong counted as three: of thirteen or sixteen, waiting or complete."""


class LaidMeld(NamedTuple):
    """A meld on the table: its tiles from the left, the piled one last; its type; the sideways one."""

    tiles: tuple[int, ...]
    type: MeldKind
    claimed: int | None


@dataclass(frozen=True)
class Layout:
    """Indices into the detections, each list in the player's order from the left.

    ``roles``, ``groups`` and ``sideways`` have an entry per detection; a group is -1 outside the hand.
    ``concealed`` is without the winning tile. ``rows``: the number of rows of the hand.
    """

    roles: tuple[Role, ...] = ()
    groups: tuple[int, ...] = ()
    sideways: tuple[bool, ...] = ()
    concealed: tuple[int, ...] = ()
    winning: int | None = None
    winning_place: Place | None = None
    melds: tuple[LaidMeld, ...] = ()
    flowers: tuple[int, ...] = ()
    rows: int = 0

    @property
    def size(self) -> int:
        """The number of tiles of the hand, each meld counted as three, without flowers."""
        return len(self.concealed) + (self.winning is not None) + 3 * len(self.melds)
