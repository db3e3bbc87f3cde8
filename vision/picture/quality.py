"""Check whether a picture can be read 画质: in colour, sharp, near, without glare, the whole hand inside."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median_high

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detections import Detections, Floats
from paiyan.vision.messages import Problem
from paiyan.vision.pixels import Image, coloured_share, ground_colours, steepness, white_shares

Numbers = NDArray[np.float64]

_ROOM = 0.12  # of a tile: with less of the picture left behind a row's last tile, it may go on outside
_SLIVER = 0.5  # of a tile: a smaller part of one at the picture's edge is seldom found
_SKIPPED = (1.6, 2.4)  # steps of a row between two tiles, from and to, if one between them was missed
_IN_ROW = 0.6  # sizes aside within which a tile lies in a row
_FEWEST = 5  # the minimum number of tiles that show the direction of a row
_NEXT = (0.6, 1.6, 0.6)  # how far on in a row, from and to, and aside the next tile's middle lies, in sizes
_TAKEN = 0.6  # sizes within which the middle of a found box lies at a place that is no longer open

# When the end of a row looks otherwise than the places between its tiles do. In development photos one in a
# hundred of 1,996 such places looks so, and three in ten of 304 ends.
_ENDS, _UNLIKE = 2.2, 6.0  # how unlike, where differences of colour count beyond some units of Lab
_SAME_PLACE = 0.9  # the same if half of a tile would be seen there: nearly all cut tiles are more alike
_END = (0.06, 0.25)  # of the tile: what belongs to its end, and what lies next to it
_BANDS = ((-0.35, -0.18), (-0.22, -0.04), (1.04, 1.22), (1.18, 1.35))  # bands next to it, of its size across
_ON_FACE = ((0.0, 0.33), (0.33, 0.67), (0.67, 1.0))  # and behind it

# When an open place looks like the tiles next to it. Differences of colour are relative to those among the
# hand's own tiles, in units of Lab: a constant is added to them, and a multiple of the sum still looks alike.
_TINT, _LIGHT, _TIMES = 2.0, 6.0, 3.0
# How uneven it is relative to the hand's median tile: less is bare, more is an edge of things. A tile cut off
# by the picture's edge shows less print too.
_PRINTED = (0.7, 1.4)
_SEEN = 0.12  # share of the place that lies in the picture, at least
_CUT = 0.6  # with a smaller share of a tile only its colour decides
_CORNER = 0.35  # of a place's sides: a corner of it, where faces have little print
_TILE_CORNERS = 3  # coloured like tiles too: if the rim of a table runs across a place only two are
_NEAREST = 5  # tiles of the hand next to it to compare its colour with


def goes_on_outside(image: Image, detections: Detections, own: Sequence[int]) -> bool:
    """True if a row of the hand runs up to the picture's edge, so that more of it may lie outside, or if a
    sliver of one more tile is seen there.

    A row whose end looks different from the places between its tiles does not go on. With a sliver in view
    there is more to compare, so it has to look as they do.
    """
    boxes, sizes = detections.boxes[list(own)], detections.sizes[list(own)]
    rooms = np.concatenate([boxes[:, :2] / sizes, (image.shape[1::-1] - boxes[:, 2:]) / sizes], axis=1)
    inner = _inner_neighbours(detections, own)
    return any(
        _end_contrast(image, boxes, side, last, np.flatnonzero(inner[(side + 2) % 4].any(axis=1)))
        < (_ENDS if rooms[last, side] < _ROOM else _SAME_PLACE)
        for side in range(4)
        for last in np.flatnonzero((rooms.T[side] < _SLIVER) & inner[side].any(axis=1)).tolist()
    )


def _end_contrast(image: Image, boxes: Floats, side: int, last: int, others: NDArray[np.intp]) -> float:
    """Compare a row's `last` tile at a side (0 to 3: left, top, right, bottom) with the `others`, behind
    which the row goes on: how unlike them it looks there, in units of how unlike each other they do.

    What counts lies behind the tile, as far as the picture shows it, and next to that end of it.
    """
    if len(others) < _FEWEST:
        return 0.0
    axis, outwards = side % 2, 1 if side > 1 else -1
    tiles = boxes[[last, *others.tolist()]].astype(np.float64)
    ends, sizes = tiles[:, side], tiles[:, 2:] - tiles[:, :2]
    room = max(float(image.shape[1 - axis] - ends[0] if side > 1 else ends[0]), 0.0)
    behind = ends + outwards * room
    near, far = (ends - outwards * share * sizes[:, axis] for share in _END)
    parts: list[Numbers] = []
    for one, other, bands in ((behind, near, _BANDS + _ON_FACE), (near, far, _BANDS)):
        for start, stop in bands:
            low, high = (tiles[:, 1 - axis] + share * sizes[:, 1 - axis] for share in (start, stop))
            along = [np.minimum(one, other), np.maximum(one, other)]
            corners = [along[0], low, along[1], high] if axis == 0 else [low, along[0], high, along[1]]
            parts.append(np.stack(corners, axis=1))
    colours = ground_colours(image, np.stack(parts, axis=1).reshape(-1, 4))[0].reshape(len(tiles), -1)
    unlike = np.sqrt(((colours[:, None] - colours[None]) ** 2).mean(axis=2))
    among = np.sort(unlike[1:, 1:], axis=1)[:, 1]  # the least is that to itself
    return float(unlike[0, 1:].min() / (_UNLIKE + np.median(among)))


def skips_a_place(detections: Detections, own: Sequence[int], row: Sequence[int]) -> bool:
    """True if between two tiles of a `row` of the hand there is room for just one more, and none of `own` is
    there: it may be covered, or hidden by glare."""
    if len(row) < _FEWEST:
        return False
    centres = detections.centres[list(row)].astype(np.float64)
    middle = centres.mean(axis=0)
    along = np.linalg.svd(centres - middle)[2][0]
    across = np.array([-along[1], along[0]])
    away = detections.centres[list(own)] - middle
    in_row = np.abs(away @ across) < _IN_ROW * np.median(np.sqrt(detections.sizes[list(own)].prod(axis=1)))
    at, held = (away @ along)[in_row], np.isin(own, row)[in_row]
    order = np.argsort(at, kind="stable")
    steps, between = np.diff(at[order]), held[order][1:] & held[order][:-1]
    if not between.any():  # the tiles lie in several rows
        return False
    least, most = _SKIPPED
    usual = np.median(steps)
    return bool((between & (steps > least * usual) & (steps < most * usual)).any())


def row_continues(image: Image, detections: Detections, own: Sequence[int]) -> bool:
    """True if the picture looks like one more tile behind the end of a row of the hand, where no box was
    found.

    It has the colour of the tiles, and as much print. This means nothing if it looks so next to the row too.
    """
    last, steps, aside = _row_ends(detections, own)
    if not len(last):
        return False
    ways = np.concatenate([steps, aside, -aside])
    behind, left, right = _look_like_tiles(image, detections, own, np.tile(last, 3), ways).reshape(3, -1)
    return bool((behind & ~left & ~right).any())


def _look_like_tiles(
    image: Image, detections: Detections, own: Sequence[int], last: NDArray[np.intp], steps: Numbers
) -> NDArray[np.bool_]:
    """True for places (m,) at steps in pixels (m, 2) from tiles of the hand that look like undetected
    tiles."""
    boxes, sizes, centres = (
        part[list(own)] for part in (detections.boxes, detections.sizes, detections.centres)
    )
    high, wide = image.shape[:2]
    places = boxes[last].astype(np.float64) + np.tile(steps, 2)
    seen = places.clip(0, [wide, high, wide, high])
    to_boxes = np.abs(detections.centres[None] - (centres[last] + steps)[:, None]) / sizes[last][:, None]
    share = _areas(seen) / _areas(places)
    free = (to_boxes.max(axis=2) >= _TAKEN).all(axis=1) & (share > _SEEN)
    away = np.hypot(*np.moveaxis((centres[None] - centres[last][:, None]) / sizes[last][:, None], 2, 0))
    near = np.argsort(away, axis=1, kind="stable")[:, :_NEAREST]
    tiles, uneven = ground_colours(image, boxes)
    there, how_uneven = ground_colours(image, seen)
    printed = how_uneven / max(float(np.median(uneven)), 1.0)
    least = np.where(share < _CUT, 0.0, _PRINTED[0] * share)
    similar = _coloured_like_tiles(there, tiles, near)
    corners = [_coloured_like_tiles(ground_colours(image, c)[0], tiles, near) for c in _corners(seen)]
    similar &= np.stack(corners).sum(axis=0) >= _TILE_CORNERS
    return free & similar & (printed >= least) & (printed < _PRINTED[1])


def _coloured_like_tiles(places: Numbers, tiles: Numbers, near: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Find the places (m, 3) of the colour of those tiles (n, 3) that are `near` each (m, k); all in Lab."""
    spread = np.abs(tiles - np.median(tiles, axis=0))
    tint = _TIMES * (_TINT + np.median(np.hypot(spread[:, 1], spread[:, 2])))
    light = _TIMES * (_LIGHT + np.median(spread[:, 0]))
    off = np.abs(places - np.median(tiles[near], axis=1))
    return (np.hypot(off[:, 1], off[:, 2]) < tint) & (off[:, 0] < light)


def _corners(boxes: Numbers) -> list[Numbers]:
    """Return the part of each box (n, 4) at each of its corners."""
    part = _CORNER * (boxes[:, 2:] - boxes[:, :2])
    low, high = boxes[:, :2], boxes[:, 2:] - part
    across, down = np.stack([high[:, 0], low[:, 1]], axis=1), np.stack([low[:, 0], high[:, 1]], axis=1)
    return [np.concatenate([start, start + part], axis=1) for start in (low, high, across, down)]


def _inner_neighbours(detections: Detections, own: Sequence[int]) -> NDArray[np.bool_]:
    """Return for each side (left, top, right, bottom) and tile of the hand the tiles next to it on the
    opposite side, as in a row that ends there: (4, n, n)."""
    centres, sizes = detections.centres[list(own)], detections.sizes[list(own)]
    away = (centres[None] - centres[:, None]) / sizes[:, None]
    nearest, farthest, aside = _NEXT
    ways = [away, away[..., ::-1], -away, -away[..., ::-1]]
    return np.stack(
        [(way[..., 0] > nearest) & (way[..., 0] < farthest) & (np.abs(way[..., 1]) < aside) for way in ways]
    )


def _row_ends(detections: Detections, own: Sequence[int]) -> tuple[NDArray[np.intp], Numbers, Numbers]:
    """Return the tiles of the hand at the ends of its rows (m,), the step from each to the place behind it
    (m, 2), and one across the row (m, 2). Rows lie in the direction in which more tiles have a neighbour."""
    inner = _inner_neighbours(detections, own)
    centres, sizes = detections.centres[list(own)], detections.sizes[list(own)]
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


_COLOURED = 0.01  # a grey picture has a smaller share of coloured pixels
_LEAST_WIDTH = 12  # pixels of a tile's shorter side below which strokes run together
LEAST_SHARPNESS = 11.0  # of 255: the steepest step between neighbouring pixels of a readable face
_INNER = 0.8  # middle part of a box's sides, where glare would hide what a tile shows
_GLARING = 0.2  # share of a tile's pixels that are so, above what the hand's middle tile has
_AT_EDGE = 1.5  # pixels from the picture's edge within which a box may be cut by it
_CUT_SIZE = 0.85  # such a box is cut if it is smaller than this share of the hand's usual tile


def picture_problems(
    image: Image,
    detections: Detections,
    own: Sequence[int],
    *,
    complete: bool = True,
    row: Sequence[int] = (),
) -> tuple[Problem, ...]:
    """Return what makes the reading of a hand uncertain; `own` are the indices of its tiles.

    A hand that is not `complete`, since it waits for a tile or lacks one, may go on outside the picture, or
    where nothing was found; `row` are the tiles among which one may have been missed, if any.
    """
    if not own:
        return ()
    problems: list[Problem] = []
    if coloured_share(image) < _COLOURED:
        problems.append(Problem("grey"))
    width = median_high([float(detections.sizes[t].min()) for t in own])
    if width < _LEAST_WIDTH:
        problems.append(Problem("far", (round(width),)))
    elif sharpness_of(image, detections, own) < LEAST_SHARPNESS:
        problems.append(Problem("blurred"))
    if glaring := count_glaring(image, detections, own):
        problems.append(Problem("glare", (glaring,)))
    if cut := _count_cut(image, detections, own):
        problems.append(Problem("cut", (cut,)))
    elif not complete and goes_on_outside(image, detections, own):
        problems.append(Problem("edge"))
    elif not complete and (skips_a_place(detections, own, row) or row_continues(image, detections, own)):
        problems.append(Problem("more"))
    return tuple(problems)


def sharpness_of(image: Image, detections: Detections, tiles: Sequence[int]) -> float:
    """Return the steepness of edges on the hand's faces, 0 to 255, scaled to one size: the median tile's.

    The smaller of the steps along and across the picture counts, since motion blurs only one direction.
    """
    steps = steepness(image, detections.boxes[list(tiles[:: max(len(tiles) // 8, 1)])])
    return float(np.median(steps)) if steps else 255.0


def count_glaring(image: Image, detections: Detections, own: Sequence[int]) -> int:
    """Count the hand's tiles that are far whiter than the others 反光: glare hides their faces, and looks
    like a white dragon."""
    high, wide = image.shape[:2]
    centres, halves = detections.centres[list(own)], _INNER * detections.sizes[list(own)] / 2
    first = np.maximum(centres - halves, 0).astype(int)
    last = np.minimum(np.ceil(centres + halves), [wide, high]).astype(int)
    corners = np.concatenate([first, last], axis=1).tolist()
    white = white_shares(image, [(x1, y1, x2, y2) for x1, y1, x2, y2 in corners])
    usual = float(np.median(white)) if white else 0.0
    return sum(share - usual > _GLARING for share in white)


def _count_cut(image: Image, detections: Detections, own: Sequence[int]) -> int:
    """Count the hand's tiles that are cut off by the picture's edge."""
    high, wide = image.shape[:2]
    areas = {t: float(detections.sizes[t, 0] * detections.sizes[t, 1]) for t in own}
    usual = median_high(list(areas.values()))
    cut = 0
    for tile in own:
        x1, y1, x2, y2 = (float(v) for v in detections.boxes[tile].tolist())
        outside = min(x1, y1) <= _AT_EDGE or x2 >= wide - _AT_EDGE or y2 >= high - _AT_EDGE
        cut += bool(outside and areas[tile] < _CUT_SIZE * usual)
    return cut
