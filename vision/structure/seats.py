"""Several hands in one picture 多家手牌: each player's own tiles, and who sits where.

Seats are named as if the player at the picture's lower edge, who commonly holds the camera, sat East: South
sits to the right, West across, North to the left, which is the order of turns. The winds of the game are
not in the picture. Each hand is read with the picture turned so that its player sits at the lower edge.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from vision.decoding.alternatives import alternatives
from vision.decoding.game import Game
from vision.decoding.structures import FULL
from vision.seats import SEATS, Seat
from vision.structure.scene import turned
from vision.structure.scores import SceneBoxes, StructureScores

Score = Callable[[SceneBoxes], StructureScores]
"""What a network says of a scene."""

_AMISS = 1  # tiles that may be missed or doubled in a hand that is still taken for one
_SHARED = 0.5  # of two hands that share more of their tiles than this, one is none


class Seated(NamedTuple):
    """One player's hand: where the player sits, the scene as that player sees it, and its scores."""

    seat: Seat
    scene: SceneBoxes
    scores: StructureScores


def hands_of(scene: SceneBoxes, score: Score, game: Game) -> tuple[Seated, ...]:
    """Every player's hand, in the order of the seats; empty where no tiles make one."""
    found: list[tuple[float, Seated, set[int]]] = []
    if not scene.boxes:
        return ()
    for quarters, seat in enumerate(SEATS):
        seen = turned(scene, quarters)
        scores = score(seen)
        best = alternatives(scores, seen.boxes, game)[0]
        structure = best.structure
        if min(FULL) - _AMISS <= structure.size <= max(FULL) + _AMISS:
            mine = {*structure.held, *(t for meld in structure.melds for t in meld)}
            found.append((structure.cost, Seated(seat, seen, scores), mine))
    kept: list[tuple[Seated, set[int]]] = []
    for _, seated, mine in sorted(found, key=lambda one: one[0]):
        if all(len(mine & other) <= _SHARED * min(len(mine), len(other)) for _, other in kept):
            kept.append((seated, mine))
    return tuple(sorted((seated for seated, _ in kept), key=lambda one: SEATS.index(one.seat)))
