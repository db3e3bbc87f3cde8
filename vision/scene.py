"""Which rows are the player's hand: the main row, which way it runs, and the rows beside it.

The main row is the one of most, largest and nearest tiles; further rows beside it join it when they
make the hand's size right. Nothing here looks at the picture itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from scorer.tiles import BACK, FLOWER, RED
from vision.detections import Detections
from vision.melds import split_melds
from vision.rows import Field, Point, Row, extent, field, rows, split, worth

FULL = (13, 14, 16, 17)
"""Tiles of a whole hand, a kong counted as three: of thirteen or sixteen, waiting or complete."""

_BESIDE = 2.4  # rows of the hand lie within so many tile lengths of its main row
_ON_TOP = 1.75  # a lone tile within so many is the winning tile set apart
_ALONE = 2.6  # and within so many where no other tile is in the picture
_MOST_ROWS = 6
_SHORT = 6  # tiles of a row that may be one line of a block


class Scene(NamedTuple):
    """The tiles of a picture: where they lie, what they are, how large."""

    space: Field
    codes: list[int]
    scale: list[float]  # geometric mean of a box's sides, pixels

    @staticmethod
    def of_detections(found: Detections) -> Scene:
        """Prepare one picture's tiles."""
        space = field(found)
        return Scene(space, [int(c) for c in found.classes], [math.sqrt(w * h) for w, h in space.sizes])

    def faces(self, tiles: Sequence[int]) -> list[int]:
        """Those that are not flowers."""
        return [t for t in tiles if not FLOWER <= self.codes[t] < RED]

    def of(self, tiles: Sequence[int]) -> list[int]:
        """Their codes."""
        return [self.codes[t] for t in tiles]


def middle(values: Sequence[float]) -> float:
    """The median; the upper one of two."""
    return sorted(values)[len(values) // 2]


def main_row(scene: Scene) -> Row:
    """The row that is most like a player's: long, large, low in the picture, faces up.

    Short rows count less the steeper they are: a block of tiles is read in lines, not in columns.
    """
    found = rows(scene.space, set(range(len(scene.codes))))
    if not found:
        return Row((max(range(len(scene.scale)), key=scene.scale.__getitem__),), (1.0, 0.0), 1.0, ())
    scales = {row: middle([scene.scale[t] for t in row.tiles]) for row in found}
    largest = max(scales[row] for row in found if len(row.tiles) >= min(5, max(len(r.tiles) for r in found)))
    heights = [y for _, y in scene.space.centres]
    low, span = min(heights), max(max(heights) - min(heights), 1.0)

    def likeness(row: Row) -> float:
        backs = scene.of(row.tiles).count(BACK) / len(row.tiles)
        lowness = (middle([heights[t] for t in row.tiles]) - low) / span
        size = min(scales[row] / largest, 1.0) ** 0.7
        steep = 0.75 * len(row.tiles) * abs(row.direction[1]) if len(row.tiles) <= _SHORT else 0.0
        return (min(worth(scene.space, row), 18) * size - steep + lowness) * (0.2 if backs > 0.5 else 1.0)

    return max(found, key=likeness)


def upright(scene: Scene, main: Row) -> Row:
    """Turn the row so that it runs from the player's left to right.

    The player sits below the row in an upright picture. Tiles that are clearly smaller lie farther
    from the camera, and the camera is the player's: they overrule the picture's own down.
    """
    vote = main.direction[0]
    rest = [t for t in range(len(scene.codes)) if t not in main.tiles]
    if len(rest) >= 3:
        x0, y0 = scene.space.centres[main.tiles[len(main.tiles) // 2]]
        sides = [_across(scene.space.centres[t], (x0, y0), main.direction) for t in rest]
        beyond = sum(side < 0 for side in sides) / len(sides)
        if beyond > 0.8 or beyond < 0.2:
            ratio = middle([scene.scale[t] for t in rest]) / middle([scene.scale[t] for t in main.tiles])
            vote += (2.0 if ratio < 0.85 else 0.5) * (1 if beyond > 0.5 else -1)
    return main if vote >= 0 else main.turned()


def _across(point: Point, origin: Point, direction: Point) -> float:
    """How far a point lies on the player's side of a line that runs to the player's right."""
    return (point[1] - origin[1]) * direction[0] - (point[0] - origin[0]) * direction[1]


def _along(point: Point, origin: Point, direction: Point) -> float:
    return (point[0] - origin[0]) * direction[0] + (point[1] - origin[1]) * direction[1]


class Beside(NamedTuple):
    """A row near the main one: how many tile lengths nearer to the player (negative: farther)."""

    row: Row
    across: float

    @property
    def in_line(self) -> bool:
        """Whether it continues the main row past a wide gap."""
        return abs(self.across) < 0.5


def _beside(scene: Scene, main: Row) -> list[Beside]:
    """Rows parallel to the main one and close to it, the closest first."""
    zone = _zone(scene, main)
    if not zone:
        return []
    length = middle([extent(scene.space.sizes[t], main.direction) for t in main.tiles])
    found = [
        Beside(row, _row_across(scene, row, main) / length)
        for row in split(scene.space, zone, along=main.direction)
    ]
    return sorted(found, key=lambda beside: abs(beside.across))


def _row_across(scene: Scene, row: Row, main: Row) -> float:
    """Signed distance between two rows in pixels, measured where they are closest along the line."""
    centres = scene.space.centres
    gaps: list[float] = []
    for tile in row.tiles:
        nearest = min(main.tiles, key=lambda m: abs(_along(centres[tile], centres[m], main.direction)))
        gaps.append(_across(centres[tile], centres[nearest], main.direction))
    return middle(gaps)


def _zone(scene: Scene, main: Row) -> set[int]:
    """Tiles that may belong to the hand beside its main row; a short row's neighbours have neighbours too."""
    usual = middle([scene.scale[t] for t in main.tiles])
    left = {
        t for t in range(len(scene.codes))
        if t not in main.tiles and scene.codes[t] != BACK and 0.62 < scene.scale[t] / usual < 1.6
    }  # fmt: skip
    block = len(main.tiles) <= _SHORT
    reach = 1.6 if block else _BESIDE
    zone, edge = set[int](), list(main.tiles)
    while edge:
        joined = {t for t in left for e in edge if _reaches(scene, e, t, main, reach=reach)}
        zone |= joined
        left -= joined
        edge = list(joined)
        if not block:
            reach = 0.5  # from here on only along the new rows
    return zone


def _reaches(scene: Scene, tile: int, other: int, main: Row, *, reach: float) -> bool:
    """Whether another tile lies within `reach` tile lengths across and a few tiles along."""
    a, b = scene.space.centres[tile], scene.space.centres[other]
    high = reach * extent(scene.space.sizes[tile], main.direction)
    return abs(_across(b, a, main.direction)) < high and abs(_along(b, a, main.direction)) < 3.5 * main.pitch


def _size(scene: Scene, tiles: Sequence[int]) -> int:
    """Tiles of a row, flowers left out, a row of nothing but melds counted by threes."""
    faces = scene.faces(tiles)
    cuts = split_melds(scene.of(faces))
    return 3 * len(cuts) if cuts and len(faces) < 13 else len(faces)


def hand_rows(scene: Scene, main: Row) -> list[Beside]:
    """The rows that make up the hand, from the farthest to the nearest to the player."""
    beside = _beside(scene, main)
    flowers = [b for b in beside if not scene.faces(b.row.tiles)]
    others = [b for b in beside if scene.faces(b.row.tiles)][:_MOST_ROWS]
    chosen = _complete(scene, main, others)
    return sorted([Beside(main, 0.0), *flowers, *chosen], key=lambda b: _place(scene, b, main))


def _place(scene: Scene, beside: Beside, main: Row) -> tuple[float, float]:
    """What sorts rows from the farthest to the nearest, those in one line from the left."""
    start = _along(
        scene.space.centres[beside.row.tiles[0]], scene.space.centres[main.tiles[0]], main.direction
    )
    return (0.0 if beside.in_line else beside.across, start)


def _all_melds(scene: Scene, row: Row) -> bool:
    return bool(split_melds(scene.of(scene.faces(row.tiles))))


def _set_apart(scene: Scene, main: Row, others: list[Beside]) -> list[Beside]:
    """The winning tile beside a waiting hand: a lone tile close by, or the only other one in the picture."""
    lone = [b for b in others if len(b.row.tiles) == 1 and 0.5 < abs(b.across) < _ON_TOP]
    rest = [t for t in scene.faces(range(len(scene.codes))) if t not in main.tiles and scene.codes[t] != BACK]
    if lone or len(rest) != 1:
        return lone[:1]
    if any(
        math.dist(scene.space.centres[rest[0]], scene.space.centres[t]) < 0.8 * main.pitch for t in main.tiles
    ):
        return []  # a second box on a tile of the row
    row = Row((rest[0],), main.direction, main.pitch, ())
    length = middle([extent(scene.space.sizes[t], main.direction) for t in main.tiles])
    across = _row_across(scene, row, main) / length
    return [Beside(row, across if abs(across) > 0.5 else 1.0)] if abs(across) < _ALONE else []


def _complete(scene: Scene, main: Row, others: list[Beside]) -> list[Beside]:
    """The fewest, closest rows that bring the hand to a full size."""
    base = len(scene.faces(main.tiles))
    if base in FULL:
        exposed = [b for b in others if not b.in_line and _all_melds(scene, b.row)]
        if base < 16 and len(exposed) == 1 and base + _size(scene, exposed[0].row.tiles) in FULL:
            return exposed  # sixteen tiles, one meld laid down
        return _set_apart(scene, main, others) if base % 3 == 1 else []
    choices = [
        (sum(0.5 + abs(b.across) for b in chosen), chosen)
        for count in range(1, len(others) + 1)
        for chosen in combinations(others, count)
        if base + sum(_size(scene, b.row.tiles) for b in chosen) in FULL
    ]
    if base < 18 and choices:
        return list(min(choices, key=lambda choice: choice[0])[1])
    if len(main.tiles) <= _SHORT and len(others) >= 2:
        return others  # a block that is no hand is shown whole
    return [b for b in others if abs(b.across) < 1.6 and _all_melds(scene, b.row)]
