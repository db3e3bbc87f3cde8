"""Rows of a hand 牌列: whether one goes on outside the picture, or beyond its ends or within it where nothing
was found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detections import Detections
from paiyan.vision.pixels import Image, ground_colours

Numbers = NDArray[np.float64]

_ROOM = 0.12  # of a tile: where less is left of the picture behind a row's last tile, it may go on outside
_SKIPPED = (1.6, 2.4)  # steps of a row between two tiles, from and to, where one between them was missed
_IN_ROW = 0.6  # sizes aside within which a tile lies in a row
_FEWEST = 5  # tiles of a row of which less do not tell which way it lies
_NEXT = (0.6, 1.6, 0.6)  # how far on in a row, from and to, and aside the next tile's middle lies, in sizes
_TAKEN = 0.6  # sizes within which the middle of a found box lies at a place that is no longer open

# When an open place looks like the tiles beside it. Differences of colour are told against those among the
# hand's own tiles, in units of Lab: so much is added to them, and so many times the sum is alike.
_TINT, _LIGHT, _TIMES = 2.0, 6.0, 3.0
# How uneven it is against the hand's middle tile: less is bare, more is an edge of things. Of a tile that the
# picture's edge cuts off less print is seen too.
_PRINTED = (0.7, 1.4)
_SEEN = 0.12  # share of the place that lies in the picture, at least
_CUT = 0.6  # share of which less shows so little of a tile that its colour alone tells
_NEAREST = 5  # tiles of the hand beside it with whose colour its own is compared


def goes_on_outside(image: Image, found: Detections, own: Sequence[int]) -> bool:
    """True if a row of the hand runs up to the picture's edge, so that more of it may lie outside."""
    boxes, sizes = found.boxes[list(own)], found.sizes[list(own)]
    rooms = np.concatenate([boxes[:, :2] / sizes, (image.shape[1::-1] - boxes[:, 2:]) / sizes], axis=1)
    inner = _inner_neighbours(found, own).any(axis=2)
    return bool(((rooms.T < _ROOM) & inner).any())


def skips_a_place(found: Detections, own: Sequence[int], row: Sequence[int]) -> bool:
    """True if between two tiles of a `row` of the hand there is room for just one more, none of `mine` being
    there: it may be covered, or glare hide it."""
    if len(row) < _FEWEST:
        return False
    centres = found.centres[list(row)].astype(np.float64)
    middle = centres.mean(axis=0)
    along = np.linalg.svd(centres - middle)[2][0]
    across = np.array([-along[1], along[0]])
    away = found.centres[list(own)] - middle
    in_row = np.abs(away @ across) < _IN_ROW * np.median(np.sqrt(found.sizes[list(own)].prod(axis=1)))
    at, held = (away @ along)[in_row], np.isin(own, row)[in_row]
    order = np.argsort(at)
    steps, between = np.diff(at[order]), held[order][1:] & held[order][:-1]
    if not between.any():  # the tiles lie in several rows
        return False
    least, most = _SKIPPED
    usual = np.median(steps)
    return bool((between & (steps > least * usual) & (steps < most * usual)).any())


def looks_as_if_it_went_on(image: Image, found: Detections, own: Sequence[int]) -> bool:
    """True if behind the end of a row of the hand, where no box was found, the picture looks like one more of
    its tiles: of their colour, and as much printed on as they are. It says nothing where it looks so beside
    the row too."""
    last, steps, aside = _row_ends(found, own)
    if not len(last):
        return False
    ways = np.concatenate([steps, aside, -aside])
    behind, left, right = _look_like_tiles(image, found, own, np.tile(last, 3), ways).reshape(3, -1)
    return bool((behind & ~left & ~right).any())


def _look_like_tiles(
    image: Image, found: Detections, mine: Sequence[int], last: NDArray[np.intp], steps: Numbers
) -> NDArray[np.bool_]:
    """Which of the places (m,) so far, in pixels (m, 2), from tiles of the hand look like tiles that nobody
    found."""
    boxes, sizes, centres = (part[list(mine)] for part in (found.boxes, found.sizes, found.centres))
    high, wide = image.shape[:2]
    places = boxes[last].astype(np.float64) + np.tile(steps, 2)
    seen = places.clip(0, [wide, high, wide, high])
    to_boxes = np.abs(found.centres[None] - (centres[last] + steps)[:, None]) / sizes[last][:, None]
    share = _areas(seen) / _areas(places)
    free = (to_boxes.max(axis=2) >= _TAKEN).all(axis=1) & (share > _SEEN)
    own, uneven = ground_colours(image, boxes)
    there, how_uneven = ground_colours(image, seen)
    spread = np.abs(own - np.median(own, axis=0))
    tint = _TIMES * (_TINT + np.median(np.hypot(spread[:, 1], spread[:, 2])))
    light = _TIMES * (_LIGHT + np.median(spread[:, 0]))
    away = np.hypot(*np.moveaxis((centres[None] - centres[last][:, None]) / sizes[last][:, None], 2, 0))
    off = np.abs(there - np.median(own[np.argsort(away, axis=1)[:, :_NEAREST]], axis=1))
    similar = (np.hypot(off[:, 1], off[:, 2]) < tint) & (off[:, 0] < light)
    printed = how_uneven / max(float(np.median(uneven)), 1.0)
    least = np.where(share < _CUT, 0.0, _PRINTED[0] * share)
    return free & similar & (printed >= least) & (printed < _PRINTED[1])


def _inner_neighbours(found: Detections, own: Sequence[int]) -> NDArray[np.bool_]:
    """For each side (left, top, right, bottom) and tile of the hand, which others stand next to it on the
    opposite side, as in a row that ends there: (4, n, n)."""
    centres, sizes = found.centres[list(own)], found.sizes[list(own)]
    away = (centres[None] - centres[:, None]) / sizes[:, None]
    nearest, farthest, aside = _NEXT
    ways = [away, away[..., ::-1], -away, -away[..., ::-1]]
    return np.stack(
        [(way[..., 0] > nearest) & (way[..., 0] < farthest) & (np.abs(way[..., 1]) < aside) for way in ways]
    )


def _row_ends(found: Detections, own: Sequence[int]) -> tuple[NDArray[np.intp], Numbers, Numbers]:
    """The tiles of the hand at the ends of its rows (m,), the step from each to the place behind it (m, 2),
    and one across the row (m, 2). Rows lie the way in which more tiles have a neighbour."""
    inner = _inner_neighbours(found, own)
    centres, sizes = found.centres[list(own)], found.sizes[list(own)]
    upright = int(inner[1].sum() > inner[0].sum())
    last: list[int] = []
    steps: list[Numbers] = []
    for side in (upright, upright + 2):
        for tile in np.flatnonzero(inner[side].any(axis=1)).tolist():
            away = centres[tile] - centres[inner[side][tile]]
            last.append(tile)
            steps.append(away[np.hypot(*away.T).argmin()])
    at = np.array(last, np.intp)
    aside = np.zeros((len(at), 2))
    aside[:, 1 - upright] = sizes[at, 1 - upright]
    return at, np.array(steps).reshape(-1, 2), aside


def _areas(boxes: Numbers) -> Numbers:
    return (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
