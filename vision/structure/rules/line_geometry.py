"""The lines near a row: their gaps in tile widths, and which tiles look as if they lay across.

Everything is measured beside the main row 主行, with the camera's roll taken out as far as boxes allow:
near 45° an upright box says nothing of how its tile lies, and only the distances are left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import median_high
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorer.tiles.tile import BACK
from vision.detection.main_row import across
from vision.detection.rows import Field, Point, Row, extent, split
from vision.structure.rules.likelihoods import Scene

Array = NDArray[np.float64]

ACROSS = 1.33
"""How much longer a tile is than wide, about."""

_FAR = 3.2  # lines of the hand lie within so many tile lengths of its main row
_ALONG = 4.5  # and begin within so many tile widths of its ends
_LIKE = (0.55, 1.7)  # how much smaller or larger than the row's their tiles may be
SPREAD = 0.14  # standard deviation of a tile's shape, as a logarithm
TURN = 2 * math.log(ACROSS)  # how much wider for its height a tile looks that lies across
_CERTAIN = 4.0  # the most that a shape may say, in natural logarithms
_BESIDE, _TOUCHES = 0.8, 0.92  # how far along, in widths, and across, in lengths, a tile lies that touches
_MOST = 8  # lines beside the main row
STEPS, SHAPES = 0.3, 1.0  # how stiff the surfaces are that distances and shapes are held against
_SQUARE = 0.45  # below this |cos 2·roll| boxes tell nothing of what lies across


class Line(NamedTuple):
    """Tiles in the player's order from the left.

    `units`: the width of an upright tile at each, in pixels; `steps` between centres in tile widths;
    `shapes` how much wider for its height each tile looks than usual there, as a logarithm; `turned` what
    that says for its lying across, as a logarithm of odds, and `clear` how far it can be trusted, 0 to 1;
    `crowded` whether a tile of neither it nor the main row touches one; `across` how many tile lengths
    nearer to the player than the main row the line lies; `along` where it begins, in tile widths from the
    main row's beginning, and `beyond` how far it lies past the main row's ends; `alone` says of a single
    tile that no tile but the main row's is near.
    """

    tiles: tuple[int, ...]
    units: tuple[float, ...]
    steps: tuple[float, ...]
    shapes: tuple[float, ...]
    turned: tuple[float, ...]
    clear: float
    crowded: tuple[bool, ...]
    across: float
    along: float
    beyond: float = 0.0
    alone: bool = False

    @property
    def in_line(self) -> bool:
        """Whether it continues the main row past a wide gap."""
        return abs(self.across) < 0.5


def lines_about(scene: Scene, main: Row, *, free: set[int]) -> list[Line]:
    """The main row and the lines of `free` tiles parallel to it that may belong to the same hand, the main
    row first."""
    zone = _zone(scene, main, free - set(main.tiles))
    others = split(scene.space, zone, along=main.direction) if zone else []
    sight = _measured(scene, main, [main.tiles, *(row.tiles for row in others)])
    length = median_high([extent(scene.space.sizes[t], main.direction) for t in main.tiles])
    origin = scene.space.centres[main.tiles[0]]
    found = [_line(scene, main.tiles, sight, away=0.0, along=0.0)]
    places = [along(centre, origin, main.direction) / main.pitch for centre in scene.space.centres]
    end = places[main.tiles[-1]]
    for row in others:
        away = _row_across(scene.space, row, main) / length
        first, last = places[row.tiles[0]], places[row.tiles[-1]]
        line = _line(scene, row.tiles, sight, away=away, along=first)
        beyond = max(-1.0 - last, first - end - 1.0, 0.0)
        found.append(line._replace(beyond=beyond, alone=_alone(scene, row, main)))
    return [found[0], *sorted(found[1:], key=lambda line: abs(line.across) + line.beyond)[:_MOST]]


def _alone(scene: Scene, row: Row, main: Row) -> bool:
    """Whether a row is a single tile with nothing but the main row near it."""
    reach = 1.5 * main.pitch
    near = scene.space.near[row.tiles[0]]
    return len(row.tiles) == 1 and all(j in main.tiles or math.hypot(dx, dy) > reach for j, dx, dy in near)


class _Sight(NamedTuple):
    """By tile: the width of an upright one there in pixels, its own shape and its extent across the rows; how
    far the last two can be trusted, the rows' direction, and the main row."""

    units: dict[int, float]
    shapes: dict[int, float]
    lengths: dict[int, float]
    clear: float
    direction: Point
    main: tuple[int, ...]


def _line(scene: Scene, tiles: tuple[int, ...], sight: _Sight, *, away: float, along: float) -> Line:
    centres = scene.space.centres
    steps = tuple(
        2 * math.dist(centres[a], centres[b]) / (sight.units[a] + sight.units[b]) for a, b in pairwise(tiles)
    )
    shapes = [sight.shapes[t] for t in tiles]
    turned = tuple(_turned(shapes, at, sight.clear) for at in range(len(tiles)))
    units = tuple(sight.units[t] for t in tiles)
    crowded = tuple(_crowded(scene, t, {*tiles, *sight.main}, sight) for t in tiles)
    return Line(tiles, units, steps, tuple(shapes), turned, sight.clear, crowded, away, along)


def _crowded(scene: Scene, tile: int, lines: set[int], sight: _Sight) -> bool:
    """Whether a tile that is not of these lines touches one above or below."""
    if not sight.clear:
        return False
    (ux, uy), unit = sight.direction, sight.units[tile]
    length = sight.lengths[tile]
    return any(
        abs(dx * ux + dy * uy) < _BESIDE * unit and abs(dy * ux - dx * uy) < _TOUCHES * length
        for j, dx, dy in scene.space.near[tile][:6]
        if j not in lines
    )


def _turned(shapes: Sequence[float], at: int, clear: float) -> float:
    """What a tile's shape says beside its neighbours' and beside the usual."""
    beside = sorted([*shapes[max(at - 3, 0) : at], *shapes[at + 1 : at + 4]])
    over = shapes[at] - (beside[(len(beside) - 1) // 2] if beside else 0.0)
    over = min(over, shapes[at]) if len(beside) < 5 else over
    spread = SPREAD / max(clear, 0.05)
    return min(max(TURN * (over - TURN / 2) / spread**2, -_CERTAIN), _CERTAIN) if clear else 0.0


def along(point: Point, origin: Point, direction: Point) -> float:
    """How far a point lies beyond another in a direction."""
    return (point[0] - origin[0]) * direction[0] + (point[1] - origin[1]) * direction[1]


def _row_across(space: Field, row: Row, main: Row) -> float:
    """Signed distance between two rows in pixels, measured where they are closest along the line."""
    gaps: list[float] = []
    for tile in row.tiles:
        here = space.centres[tile]
        nearest = min(main.tiles, key=lambda m: abs(along(here, space.centres[m], main.direction)))
        gaps.append(across(here, space.centres[nearest], main.direction))
    return median_high(gaps)


def _zone(scene: Scene, main: Row, pool: set[int]) -> set[int]:
    """Tiles of like size about the main row, and those that follow them in line."""
    if not pool:
        return set()
    others = np.array(sorted(pool))
    centres = np.array(scene.space.centres)
    (ux, uy), row = main.direction, np.array(main.tiles)
    along, side = centres @ (ux, uy), centres @ (-uy, ux)
    usual = median_high([scene.scale[t] for t in main.tiles])
    length = median_high([extent(scene.space.sizes[t], main.direction) for t in main.tiles])
    scale = np.array(scene.scale)[others] / usual
    alike = (scale > _LIKE[0]) & (scale < _LIKE[1])
    da = np.abs(along[others][:, None] - along[row][None])
    ds = np.abs(side[others][:, None] - side[row][None])
    reach = (da < _ALONG * main.pitch) & (ds < _FAR * length)
    zone = {int(t) for t in others[alike & reach.any(axis=1)]}
    left, edge = {int(t) for t in others[alike]} - zone, list(zone)
    while edge:  # a line goes on past the row's ends
        tile = edge.pop()
        near = [
            j
            for j, dx, dy in scene.space.near[tile]
            if j in left
            and abs(dy * ux - dx * uy) < 0.4 * length
            and abs(dx * ux + dy * uy) < 2.2 * main.pitch
        ]
        zone.update(near)
        left.difference_update(near)
        edge += near
    return {t for t in zone if scene.codes[t] != BACK or _has_face_beside(scene, t, zone)}


def _has_face_beside(scene: Scene, tile: int, zone: set[int]) -> bool:
    """Whether a back may belong to a concealed kong: not in the midst of a wall."""
    near = [j for j, _, _ in scene.space.near[tile][:8]]
    return sum(scene.codes[j] == BACK for j in near) <= 4 or any(j in zone for j in near)


def _measured(scene: Scene, main: Row, rows: Sequence[tuple[int, ...]]) -> _Sight:
    """How wide and of what shape tiles are along the rows: how far tiles that touch stand apart gives the
    widths, and shapes are held against a smooth surface, since a camera sees tiles lean towards the ends."""
    tiles = [t for row in rows for t in row]
    centres = np.array([scene.space.centres[t] for t in tiles])
    places = _in_frame(centres, main.direction)
    at = {t: i for i, t in enumerate(tiles)}
    pairs = np.array([(at[a], at[b]) for row in rows for a, b in pairwise(row)], np.intp).reshape(-1, 2)
    ux, uy = main.direction
    k, c, s = ux * ux - uy * uy, abs(ux), abs(uy)
    clear = abs(k) ** 1.5 if abs(k) > _SQUARE else 0.0
    boxes = np.array([scene.space.sizes[t] for t in tiles])
    wide = (
        np.maximum(boxes[:, 0] * c - boxes[:, 1] * s, 1e-3 * boxes[:, 0])
        if k > 0
        else boxes[:, 1] * s - boxes[:, 0] * c
    )
    wide = np.log(np.maximum(wide, 1.0) / max(abs(k), 1e-3))
    high = boxes[:, 1] * c - boxes[:, 0] * s if k > 0 else boxes[:, 0] * s - boxes[:, 1] * c
    high = np.log(np.maximum(high, 1.0) / max(abs(k), 1e-3))
    if len(pairs):
        steps = np.log(np.linalg.norm(centres[pairs[:, 0]] - centres[pairs[:, 1]], axis=1))
        between = (places[pairs[:, 0]] + places[pairs[:, 1]]) / 2
        units = _surface(between, steps, places, quantile=0.33, stiff=STEPS)
    else:
        units = np.full(len(tiles), float(wide.mean()) if clear else math.log(main.pitch))
    shapes = np.zeros(len(tiles))
    if clear:
        shapes = wide - high - _surface(places, wide - high, places, quantile=0.45, stiff=SHAPES)
    scales = np.exp(units)
    wide_at, shape_at, high_at = (
        {t: float(values[i]) for t, i in at.items()} for values in (scales, shapes, np.exp(high))
    )
    return _Sight(wide_at, shape_at, high_at, clear, main.direction, main.tiles)


def _in_frame(centres: Array, direction: Point) -> Array:
    """Places along and across a direction, each -1 to 1: (n, 2)."""
    (ux, uy), mean = direction, centres.mean(axis=0)
    turned = (centres - mean) @ np.array([[ux, -uy], [uy, ux]])
    return turned / np.maximum(np.abs(turned).max(axis=0), 1.0)


def _surface(places: Array, values: Array, wanted: Array, *, quantile: float, stiff: float) -> Array:
    """Values (n,) at places (n, 2) fitted by a smooth surface, with little regard to those far off, and
    read off at the places wanted: (m,). So many of the values lie below it as `quantile` says; a `stiff`
    surface is nearly flat."""
    if len(values) < 5:
        return np.full(len(wanted), float(np.sort(values)[int(quantile * (len(values) - 1))]))
    design, there = _terms(places), _terms(wanted)
    penalty = stiff * np.diag([0.0, 0.05, 0.2, 0.5])
    fitted = np.full(len(values), float(np.sort(values)[int(quantile * (len(values) - 1))]))
    solution: Array = np.zeros(4)
    for _ in range(10):
        off: Array = values - fitted
        weight = np.where(off > 0, quantile, 1 - quantile) / np.maximum(np.abs(off), 0.02)
        weighted = design * weight[:, None]
        left = design.T @ weighted + penalty * weight.sum()
        solution = np.asarray(np.linalg.solve(left, weighted.T @ values), np.float64)
        fitted = design @ solution
    return there @ solution


def _terms(places: Array) -> Array:
    """What a surface is made of: its height, its slopes along and across, its bend along."""
    a, b = places[:, 0], places[:, 1]
    return np.column_stack([np.ones(len(a)), a, b, a * a])
