"""Several hands in one picture 多家手牌: each player's own tiles, and who sits where.

Seats are named as if the player at the picture's lower edge, who commonly holds the camera, sat East: South
sits to the right, West across, North to the left, which is the order of turns. The winds of the game are
not in the picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from scorer.tiles.tile import FLOWER, RED
from vision.detection.rows import Point, Row
from vision.detections import Detections
from vision.structure.layout import FULL, Layout
from vision.structure.rules.hypotheses import Guess, guesses
from vision.structure.rules.layouts import layout_of
from vision.structure.rules.likelihoods import Scene
from vision.structure.scene import SEATS, Seat

_AMISS = 1  # tiles that may be missed or doubled in a hand that is still taken for one
_WORST = -14.0  # a hand less likely than this is none
_NEAR_EDGE = 45.0  # degrees by which the camera may be rolled against the player who holds it
_FLOWERS = range(FLOWER, RED)


class Seated(NamedTuple):
    """One player's hand: where the player sits, and the layout of all the tiles as that player's."""

    seat: Seat
    layout: Layout


def hands_of(found: Detections) -> tuple[Seated, ...]:
    """Every player's hand, in the order of the seats; empty where no tiles make one.

    The hands are looked for one after another, each among the tiles that the others leave; then once more
    with their middle known, since players sit about it. Flowers are the nearest hand's.
    """
    if not len(found):
        return ()
    scene = Scene.of_detections(found)
    hands = _hands(scene)
    laid = [layout_of(scene, hand) for hand in hands]
    seats = _seats([hand[0].main.direction for hand in hands])
    shared = _with_own_flowers(scene, laid) if len(laid) > 1 else laid
    named = {seat: Seated(seat, layout) for seat, layout in zip(seats, shared, strict=True)}
    return tuple(named[seat] for seat in SEATS if seat in named)


def rows_of(found: Detections) -> list[Row]:
    """The main row of every player's hand, from that player's left to right."""
    return [hand[0].main for hand in _hands(Scene.of_detections(found))] if len(found) else []


def _hands(scene: Scene) -> list[list[Guess]]:
    """The ways to see each hand."""
    hands = _taken(scene, None)
    return (len(hands) > 1 and _taken(scene, _centre(scene, hands))) or hands


def _taken(scene: Scene, centre: Point | None) -> list[list[Guess]]:
    """The ways to see each hand, the likeliest hand's first."""
    free = set(range(len(scene.codes)))
    out: list[list[Guess]] = []
    while len(out) < len(SEATS) and len(free) >= min(FULL) - 4:
        ways = guesses(scene, "all", free=free, centre=centre)
        whole = [g for g in ways if _may_be_a_hand(g) and (not out or _in_a_row(g))]
        if not whole:
            break
        ways = [whole[0], *(g for g in ways if g is not whole[0] and g.mine & whole[0].mine)]
        out.append(ways)
        free -= {t for t in ways[0].mine if scene.codes[t] not in _FLOWERS}
    return out


def _may_be_a_hand(guess: Guess) -> bool:
    """Whether it is likely enough, were it with a tile missed or one too many."""
    return min(FULL) - _AMISS <= guess.whole.size <= max(FULL) + _AMISS and guess.score > _WORST


def _in_a_row(guess: Guess) -> bool:
    """Whether the held tiles lie in one row: in several they are discards, where others have hands."""
    held = [line for line, parsed in guess.whole.cuts if any(p.part == "hand" for p in parsed.pieces)]
    return sum(not line.in_line for line in held) + any(line.in_line for line in held) <= 1


def _centre(scene: Scene, hands: Sequence[Sequence[Guess]]) -> Point:
    """The middle of the hands' own middles."""
    middles: list[Point] = []
    for ways in hands:
        places = [scene.space.centres[t] for t in ways[0].main.tiles]
        middles.append(_mean(places))
    return _mean(middles)


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _seats(directions: Sequence[Point]) -> list[Seat]:
    """Who sits where, by the direction in which each player's row runs; no seat twice.

    Turns are counted from the player nearest to the picture's lower edge, so that a camera held askew
    changes nothing.
    """
    angles = [math.degrees(math.atan2(-y, x)) for x, y in directions]  # counter-clockwise, as turns go
    first = min(angles, key=abs, default=0.0)
    start = first if abs(first) < _NEAR_EDGE else 0.0
    out: list[Seat] = []
    for angle in angles:
        off = (angle - start) / 90 % 4
        open_ = [k for k in range(4) if SEATS[k] not in out]
        out.append(SEATS[min(open_, key=lambda k: min(abs(off - k), 4 - abs(off - k)))])
    return out


def _with_own_flowers(scene: Scene, layouts: Sequence[Layout]) -> list[Layout]:
    """Each flower that hands lay claim to goes to the one that it lies nearest to."""
    owner: dict[int, int] = {}
    for flower in {t for layout in layouts for t in layout.flowers}:
        claims = [k for k, layout in enumerate(layouts) if flower in layout.flowers]
        owner[flower] = min(claims, key=lambda k: _distance(scene, flower, layouts[k]))
    return [layout.without([t for t in layout.flowers if owner[t] != k]) for k, layout in enumerate(layouts)]


def _distance(scene: Scene, tile: int, layout: Layout) -> float:
    """How far a tile lies from a hand's nearest one."""
    rest = [*layout.concealed, *(t for meld in layout.melds for t in meld.tiles)]
    return min((math.dist(scene.space.centres[tile], scene.space.centres[t]) for t in rest), default=math.inf)
