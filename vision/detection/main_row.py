"""Find the row of tiles that is most like a player's own, and its direction.

The picture itself is not used: only boxes and their likeliest names.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from statistics import median_high

from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.rows import Field, Point, Row, field, rows, worth
from paiyan.vision.detections import Detections

_SHORT = 6  # tiles of a row that may be one line of a block of tiles
_AWAY = 3.5  # tile lengths from a player's row to tiles that lie in the middle of the table
_PLAYERS = 4  # rows that may be players' own
_SHARED = 0.5  # share of the shorter row's tiles; rows that have more in common count as one


def main_row(detections: Detections) -> list[Row]:
    """Return the row most like a player's, from its player's left: long, large, low in the picture, faces up;
    empty if there are no tiles."""
    if not len(detections):
        return []
    space = field(detections)
    return [_upright(space, row) for row in _main_rows(space, detections, most=1)]


def players_rows(detections: Detections) -> list[Row]:
    """Return the rows of several players around a table, each from its player's left."""
    if not len(detections):
        return []
    space = field(detections)
    xs, ys = zip(*space.centres, strict=True)
    centre = (sum(xs) / len(detections), sum(ys) / len(detections))
    return [_upright(space, row, centre=centre) for row in _main_rows(space, detections, most=_PLAYERS)]


def row_of_player(detections: Detections, own: Collection[int], *, right: Point) -> list[Row]:
    """Return the row of a player's `own` tiles, from the left of the player, whose right hand is in the
    direction `right`; empty if they make none."""
    space = field(detections)
    longest = sorted(rows(space, set(own)), key=lambda row: worth(space, row))[-1:]
    return [
        row if row.direction[0] * right[0] + row.direction[1] * right[1] >= 0 else row.turned()
        for row in longest
    ]


def _main_rows(space: Field, detections: Detections, *, most: int) -> list[Row]:
    """Return the rows that may be a player's main one, likeliest first: see `_likeness`.

    Rows that share many tiles count as one. There is always one, if only of a single tile.
    """
    pool = set(range(len(detections)))
    found = rows(space, pool)
    if not found:
        lone = max(pool, key=space.scales.__getitem__)
        return [Row((lone,), (1.0, 0.0), max(space.sizes[lone][0], 1.0), ())]
    backs: list[bool] = (detections.classes == BACK).tolist()
    ranked = sorted(_likeness(space, backs, found), key=lambda pair: -pair[1])
    chosen: list[Row] = []
    for row, _ in ranked:
        own = set(row.tiles)
        if all(len(own & set(r.tiles)) <= _SHARED * min(len(own), len(r.tiles)) for r in chosen):
            chosen.append(row)
        if len(chosen) == most:
            break
    return chosen


def _likeness(space: Field, backs: Sequence[bool], rows: Sequence[Row]) -> list[tuple[Row, float]]:
    """Rate each row by how much it is like a player's, in tiles.

    Short rows count less the steeper they are: a block of tiles is read in lines, not in columns.
    """
    scales = {row: median_high([space.scales[t] for t in row.tiles]) for row in rows}
    largest = max(scales[row] for row in rows if len(row.tiles) >= min(5, max(len(r.tiles) for r in rows)))
    heights = [y for _, y in space.centres]
    low, span = min(heights), max(max(heights) - min(heights), 1.0)

    def likeness(row: Row) -> float:
        down = sum(backs[t] for t in row.tiles)
        hidden = len(row.tiles) > 4 and 2 * down > len(row.tiles)  # four may be a concealed kong 暗杠
        lowness = (median_high([heights[t] for t in row.tiles]) - low) / span
        size = min(scales[row] / largest, 1.0) ** 0.7
        steep = 0.75 * len(row.tiles) * abs(row.direction[1]) if len(row.tiles) <= _SHORT else 0.0
        return (min(worth(space, row), 18) * size - steep + lowness) * (0.2 if hidden else 1.0)

    return [(row, likeness(row)) for row in rows]


def _upright(space: Field, main: Row, *, centre: Point | None = None) -> Row:
    """Turn the row so that it runs from the player's left to right.

    The player sits below the row in an upright picture. Two things overrule that. Clearly smaller tiles lie
    farther from the camera, which is the player's. Tiles farther from the row than a player's own lie
    towards the table's middle, across from the player. If the `centre` of a table is known, the player sits
    on the other side of the row.
    """
    if centre is not None:
        ends = [space.centres[t] for t in (main.tiles[0], main.tiles[-1])]
        here = (sum(x for x, _ in ends) / 2, sum(y for _, y in ends) / 2)
        return main if across(centre, here, main.direction) < 0 else main.turned()
    vote = main.direction[0]
    rest = [t for t in range(len(space.centres)) if t not in main.tiles]
    if len(rest) >= 3:
        middle = space.centres[main.tiles[len(main.tiles) // 2]]
        sides = [across(space.centres[t], middle, main.direction) for t in rest]
        beyond = sum(side < 0 for side in sides) / len(sides)
        if beyond > 0.8 or beyond < 0.2:
            others, own = (median_high([space.scales[t] for t in some]) for some in (rest, main.tiles))
            length = median_high([max(space.sizes[t]) for t in main.tiles])
            ratio, away = others / own, median_high([abs(side) for side in sides]) / length
            vote += (2.0 if ratio < 0.85 or away > _AWAY else 0.5) * (1 if beyond > 0.5 else -1)
    return main if vote >= 0 else main.turned()


def across(point: Point, origin: Point, direction: Point) -> float:
    """Return how far a point lies on the player's side of a line that runs to the player's right."""
    return (point[1] - origin[1]) * direction[0] - (point[0] - origin[0]) * direction[1]
