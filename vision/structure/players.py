"""Whose hand it is 谁的手牌: the nearest player's, every player's, or one that several pictures show.

Seats are named as if the player at the picture's lower edge, who commonly holds the camera, sat East: South
sits to the right, West across, North to the left, which is the order of turns. The winds of the game are
not in the picture. A network reads the hand of who sits at the lower edge: to read another's, the picture is
turned.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import mean

from paiyan.vision.requests import Asking
from paiyan.vision.structure.scene import SEATS, Lay, Seated, stacked, turned
from paiyan.vision.structure.scores import SceneBoxes, StructureScores

_UPRIGHT = 1.7  # log-odds by which another side's hand has to be surer than the one at the lower edge
_TABLE = 22  # a picture of more tiles shows more than one hand
_FEWEST = 11  # tiles that may be a whole hand of which some are hidden
_MOST = 21  # tiles of a hand with four kongs are as many, and one: more are two players' hands
_DOUBTFUL = 0.5  # the network's word on a hand that is more likely wrong than right
_SHARED = 0.3  # share of the smaller hand's tiles; of two hands that have more in common one is none


def nearest(scenes: Sequence[SceneBoxes]) -> Asking[tuple[SceneBoxes, StructureScores]]:
    """Choose the nearest player's hand: one scene's, or of several that each show a part of it, as one.

    A table is looked at from every side, and the surest hand is taken; where that is not who sits at the
    lower edge, or not sure, the near part of the table is looked at as a picture of its own.
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
    """What would be each player's hand, in the order of the seats."""
    views = [turned(scene, quarters) for quarters in range(len(SEATS))]
    scores = yield from _scores_of(views)
    return [Seated(seat, view, scored) for seat, view, scored in zip(SEATS, views, scores, strict=True)]


def _scores_of(scenes: Sequence[SceneBoxes]) -> Asking[list[StructureScores]]:
    scores: list[StructureScores] = []
    for scene in scenes:
        scores.append((yield Lay(scene)))
    return scores


def _claim(hand: Seated) -> tuple[float, float]:
    """How far tiles that several sides may have are this one's: a row alone is nearly as good a hand from any
    side, and then lies before who sits at the lower edge. Beyond the bounds of log-odds the surer one's."""
    sure = hand.scores.sure
    return _odds(sure) + (_UPRIGHT if hand.seat == SEATS[0] else 0.0), sure


def _own(hand: Seated) -> set[int]:
    """The boxes that are the player's, flowers aside, each at its likeliest; none where they are no hand: too
    few, none of them held, or nearer to somebody across the table."""
    roles = hand.scores.likeliest_roles()
    own = {box for box, role in enumerate(roles) if role in ("held", "winning", "meld")}
    if len(own) < _FEWEST or not any(role in ("held", "winning") for role in roles):
        return set()
    heights = [box.y1 + box.y2 for box in hand.scene.boxes]
    return own if mean(heights[box] for box in own) >= mean(heights) else set()


def _odds(probability: float) -> float:
    """Log-odds, within bounds."""
    p = min(max(probability, 1e-4), 1 - 1e-4)
    return math.log(p / (1 - p))
