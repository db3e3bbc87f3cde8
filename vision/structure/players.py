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

from paiyan.vision.structure.scene import SEATS, Score, Seated, stacked, turned
from paiyan.vision.structure.scores import SceneBoxes, StructureScores

_UPRIGHT = 1.7  # log-odds by which another side's hand has to be surer than the one at the lower edge
_TABLE = 22  # a picture of more tiles shows more than one hand
_FEWEST = 11  # tiles that may be a whole hand of which some are hidden
_SHARED = 0.3  # share of the smaller hand's tiles; of two hands that have more in common one is none


def nearest(scenes: Sequence[SceneBoxes], network: Score) -> tuple[SceneBoxes, StructureScores]:
    """The nearest player's hand: one scene's, or of several scenes that each show a part of it, as one. A
    table is looked at from every side, and the surest hand is taken."""
    if len(scenes) > 1:
        return stacked(scenes, [network(scene) for scene in scenes])
    if len(scenes[0].boxes) <= _TABLE:
        return scenes[0], network(scenes[0])
    _, scene, scores = max(_from_every_side(scenes[0], network), key=_claim)
    return scene, scores


def seated(scene: SceneBoxes, network: Score) -> tuple[Seated, ...]:
    """Every player's hand as that player sees it, in the order of the seats; empty where nobody has one."""
    found: list[tuple[Seated, set[int]]] = []
    for hand in sorted(_from_every_side(scene, network), key=_claim, reverse=True):
        own = _own(hand)
        if own and all(len(own & other) <= _SHARED * min(len(own), len(other)) for _, other in found):
            found.append((hand, own))
    return tuple(sorted((hand for hand, _ in found), key=lambda hand: SEATS.index(hand.seat)))


def _from_every_side(scene: SceneBoxes, network: Score) -> list[Seated]:
    """What would be each player's hand, in the order of the seats."""
    views = [turned(scene, quarters) for quarters in range(len(SEATS))]
    return [Seated(seat, view, network(view)) for seat, view in zip(SEATS, views, strict=True)]


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
