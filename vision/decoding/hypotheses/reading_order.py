"""The order in which tiles are read: line by line, each from the player's left to right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from paiyan.vision.structure.scores import Box

Point = tuple[float, float]

_SAME_LINE = 0.5  # of a tile's extent across a line, by which the middles of its tiles may differ
_OTHERS_THAT_TELL = 3  # other tiles from which they tell on which side of the row the player sits
_ON_ONE_SIDE = 0.8  # share of them that lies on one side
_FARTHER_SIZE = 0.85  # of the row's: smaller tiles lie farther from the camera, which is the player's
_FAR_AWAY = 3.5  # tile lengths from a player's row to tiles that are in the middle of the table


class Lines(NamedTuple):
    """Tiles line by line from the far one to the near one, and the direction, of length 1, to the player's
    right."""

    lines: tuple[tuple[int, ...], ...]
    direction: Point

    @property
    def tiles(self) -> tuple[int, ...]:
        """All of them."""
        return tuple(tile for line in self.lines for tile in line)


def order_in_lines(
    boxes: Sequence[Box], tiles: Sequence[int], *, rest: Sequence[int] = (), right: Point | None = None
) -> Lines:
    """The lines in which these `tiles` lie, read towards the player's `right` where that is known. Where
    it is not, the `rest` of the boxes, which are not the player's, help to tell where the player sits."""
    if not tiles:
        return Lines((), right or (1.0, 0.0))
    direction = _direction(boxes, tiles) if right is None or len(tiles) > 1 else right
    towards = right or _right(boxes, tiles, rest, direction)
    if direction[0] * towards[0] + direction[1] * towards[1] < 0:
        direction = (-direction[0], -direction[1])
    near = sorted(tiles, key=lambda t: across(boxes[t], direction))
    lines = [[near[0]]]
    high = median(extent(boxes[t], (direction[1], direction[0])) for t in tiles)
    for before, tile in pairwise(near):
        if _parted(boxes, lines[-1], before, tile, direction, high):
            lines.append([])
        lines[-1].append(tile)
    ordered = tuple(tuple(sorted(line, key=lambda t: along(boxes[t], direction))) for line in lines)
    return Lines(ordered, direction)


def _parted(
    boxes: Sequence[Box], line: Sequence[int], before: int, tile: int, direction: Point, high: float
) -> bool:
    """Whether a tile begins another line: it is far from the one before, or lies nearer than a tile of the
    line that is at the same place along it."""
    step = across(boxes[tile], direction) - across(boxes[before], direction)
    if step > _SAME_LINE * high:
        return True
    place = along(boxes[tile], direction)
    wide = extent(boxes[tile], direction)
    stacked = [t for t in line if abs(along(boxes[t], direction) - place) < wide / 2]
    here = across(boxes[tile], direction)
    return any(here - across(boxes[t], direction) > _SAME_LINE * high for t in stacked)


def _direction(boxes: Sequence[Box], tiles: Sequence[int]) -> Point:
    """The direction, either way, in which most tiles have their nearest neighbour."""
    x = y = 0.0
    for tile in tiles:
        cx, cy = centre(boxes[tile])
        offsets = [(ox - cx, oy - cy) for t in tiles if t != tile for ox, oy in [centre(boxes[t])]]
        if offsets:
            dx, dy = min(offsets, key=lambda offset: math.hypot(*offset))
            angle = 2 * math.atan2(dy, dx)
            x, y = x + math.cos(angle), y + math.sin(angle)
    angle = math.atan2(y, x) / 2
    return math.cos(angle), math.sin(angle)


def _right(boxes: Sequence[Box], tiles: Sequence[int], rest: Sequence[int], direction: Point) -> Point:
    """Which way along a direction is the player's right.

    The player sits below the row in an upright picture. Tiles that are clearly smaller lie farther from the
    camera, and the camera is the player's: they overrule the picture's own down, and so do tiles that lie
    farther off than a player's own do, since players sit about the table's middle.
    """
    vote = direction[0]
    if len(rest) >= _OTHERS_THAT_TELL:
        here = median(across(boxes[t], direction) for t in tiles)
        away = [across(boxes[t], direction) - here for t in rest]
        beyond = sum(side < 0 for side in away) / len(away)
        if beyond > _ON_ONE_SIDE or beyond < 1 - _ON_ONE_SIDE:
            usual = median(longer(boxes[t]) for t in tiles)
            smaller = median(longer(boxes[t]) for t in rest) < _FARTHER_SIZE * usual
            far = median(map(abs, away)) > _FAR_AWAY * usual
            vote += (2.0 if smaller or far else 0.5) * (1 if beyond > _ON_ONE_SIDE else -1)
    return direction if vote >= 0 else (-direction[0], -direction[1])


def longer(box: Box) -> float:
    """The longer side of a box, in pixels."""
    return max(box.x2 - box.x1, box.y2 - box.y1)


def centre(box: Box) -> Point:
    """The middle of a box, in pixels."""
    return (box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2


def along(box: Box, direction: Point) -> float:
    """How far a box lies along a direction, in pixels."""
    x, y = centre(box)
    return x * direction[0] + y * direction[1]


def across(box: Box, direction: Point) -> float:
    """How far a box lies on the side to the right of a direction, which is the player's, in pixels."""
    x, y = centre(box)
    return y * direction[0] - x * direction[1]


def extent(box: Box, direction: Point) -> float:
    """How far a box reaches along a direction, in pixels."""
    return (box.x2 - box.x1) * abs(direction[0]) + (box.y2 - box.y1) * abs(direction[1])
