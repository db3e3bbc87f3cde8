"""Rows of tiles 排: the boxes that follow each other along a line, at any roll of the camera.

Only the boxes' centres and extents are used, so that overlapping boxes of a tilted row are no harder
than those of a level one. A row is followed from tile to tile: it may bend, become smaller with distance,
and leave gaps of up to two tiles.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple

import numpy as np

from paiyan.vision.detections import Detections

Point = tuple[float, float]

# How a row is followed from tile to tile. Its pitch is the median distance between its tiles.
_FARTHEST = 3.4  # pitches to the next tile at most: a gap of two tiles and a little
_NEAREST = 0.45  # pitches to the next tile at least
_BEND = 0.24  # sideways step to the next tile, as a share of the step along the row
_DRIFT_BY_EXTENT = 0.16  # plus this, as a share of the tile's extent across the row
_OUT_OF_LINE = 0.45  # how far a tile between two others may lie out of line, as a share of its extent
_SIZE_RATIO = 1.7  # size of a neighbour against a tile's own
_SEEDS = 4  # nearest neighbours of each tile with which a row is begun


class Row(NamedTuple):
    """Tiles in order along a unit direction (x, y), their usual distance in pixels, and each distance."""

    tiles: tuple[int, ...]
    direction: Point
    pitch: float
    steps: tuple[float, ...]

    def turned(self) -> Row:
        """Return the same row from its other end."""
        x, y = self.direction
        return Row(self.tiles[::-1], (-x, -y), self.pitch, self.steps[::-1])


class Field(NamedTuple):
    """The tiles of a picture as plain numbers, and the neighbours of each with their offsets.

    `scales` are the geometric means of the sides."""

    centres: list[Point]
    sizes: list[Point]
    scales: list[float]
    near: list[list[tuple[int, float, float]]]  # (other, dx, dy), nearest first


def field(detections: Detections) -> Field:
    """Prepare the search: neighbours are tiles of similar size within reach."""
    centres, sizes = detections.centres, detections.sizes
    scale = np.sqrt(sizes[:, 0] * sizes[:, 1])
    offsets = centres[None] - centres[:, None]
    distance = np.hypot(offsets[..., 0], offsets[..., 1])
    similar = np.maximum(scale[:, None], scale[None]) < _SIZE_RATIO * np.minimum(scale[:, None], scale[None])
    close = similar & (distance < 1.1 * _FARTHEST * scale[:, None]) & (distance > 0)
    nearest = [
        [j for j in row.tolist() if close[i, j]] for i, row in enumerate(np.argsort(distance, kind="stable"))
    ]
    near = [[(j, *offsets[i, j].tolist()) for j in row] for i, row in enumerate(nearest)]
    points, sides = ([(x, y) for x, y in some.tolist()] for some in (centres, sizes))
    return Field(points, sides, scale.tolist(), near)


def extent(size: Point, direction: Point) -> float:
    """Return the extent of a box across a direction, in pixels."""
    return size[0] * abs(direction[1]) + size[1] * abs(direction[0])


def rows(space: Field, free: set[int]) -> list[Row]:
    """Return every row of free tiles that starts at a pair of neighbours; rows may share tiles."""
    found = dict[frozenset[int], Row]()
    joined = set[tuple[int, int]]()
    for i in sorted(free):
        for j, dx, dy in [n for n in space.near[i] if n[0] in free][:_SEEDS]:
            if dx + 1e-6 * dy < 0 or (i, j) in joined:
                continue
            onward = _walk(space, free, [i, j])
            row = _row_of(space, _with_stepped_over(space, free, _walk(space, free, onward[::-1])[::-1]))
            found.setdefault(frozenset(row.tiles), row)
            if math.hypot(dx, dy) < 1.3 * row.pitch:  # started at touching tiles: none better starts inside
                for a, b in pairwise(row.tiles):
                    joined.update(((a, b), (b, a)))
    return list(found.values())


def _with_stepped_over(space: Field, free: set[int], chain: list[int]) -> list[int]:
    """Insert the tiles that lie a little out of line, so that the walk stepped over them."""
    pitch = median_low([_way(space, a, b)[0] for a, b in pairwise(chain)])
    out = chain[:1]
    for a, b in pairwise(chain):
        step, (ux, uy) = _way(space, a, b)
        if step > 1.45 * pitch:
            between = [
                (ahead, j)
                for j, dx, dy in space.near[a]
                if j in free and j not in chain
                for ahead in [dx * ux + dy * uy]
                if 0.45 * pitch < ahead < step - 0.45 * pitch
                and abs(dx * uy - dy * ux) < _OUT_OF_LINE * extent(space.sizes[j], (ux, uy))
            ]
            out += [j for _, j in sorted(between)]
        out.append(b)
    return out


def _walk(space: Field, free: set[int], chain: list[int]) -> list[int]:
    """Extend a chain past its last tile while one follows in line."""
    chain = list(chain)
    steps = [_way(space, a, b)[0] for a, b in pairwise(chain)]
    while True:
        following = _next(space, free, chain, steps)
        if following is None:
            return chain
        steps.append(_way(space, chain[-1], following)[0])
        chain.append(following)


def _next(space: Field, free: set[int], chain: Sequence[int], steps: Sequence[float]) -> int | None:
    last = chain[-1]
    _, (ux, uy) = _way(space, chain[-4:][0], last)
    pitch = median_low(list(steps[-5:]))
    slack = _DRIFT_BY_EXTENT * extent(space.sizes[last], (ux, uy))
    best, best_cost = None, 1.2 * _FARTHEST * pitch
    for j, dx, dy in space.near[last]:
        if dx * dx + dy * dy > best_cost * best_cost:
            break  # neighbours come nearest first, and none costs less than its distance
        if j not in free or j in chain:
            continue
        ahead, aside = dx * ux + dy * uy, abs(dx * uy - dy * ux)
        if not _NEAREST * pitch < ahead < _FARTHEST * pitch or aside > _BEND * ahead + slack:
            continue
        if (cost := ahead + 2 * aside) < best_cost:
            best, best_cost = j, cost
    return best


def _row_of(space: Field, chain: list[int]) -> Row:
    steps = tuple(_way(space, a, b)[0] for a, b in pairwise(chain))
    return Row(tuple(chain), _way(space, chain[0], chain[-1])[1], median_low(list(steps)), steps)


def worth(space: Field, row: Row) -> float:
    """Rate how much a row looks like one: its tiles, less for wide setting, gaps and steepness."""
    scale = median_low([space.scales[t] for t in row.tiles])
    gaps = sum(step > 1.5 * row.pitch for step in row.steps)
    return len(row.tiles) - 0.6 * row.pitch / scale - 0.25 * abs(row.direction[1]) - 0.5 * gaps


def _way(space: Field, a: int, b: int) -> tuple[float, Point]:
    """Return the distance from one tile to another, and the direction."""
    (x0, y0), (x1, y1) = space.centres[a], space.centres[b]
    length = math.hypot(x1 - x0, y1 - y0)
    return length, ((x1 - x0) / (length or 1.0), (y1 - y0) / (length or 1.0))
