"""Whether a picture can be read at all 画质: in colour, sharp, near, without glare, the whole hand inside."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median_high

import numpy as np

from paiyan.vision.detections import Detections
from paiyan.vision.messages import Problem
from paiyan.vision.picture.row_ends import goes_on_outside, looks_as_if_it_went_on, skips_a_place
from paiyan.vision.pixels import Image, coloured_share, steepness, white_shares

_COLOURED = 0.01  # share of pixels of which fewer are coloured in a grey picture
_LEAST_WIDTH = 12  # pixels of a tile's shorter side below which strokes run together
_LEAST_SHARPNESS = 11.0  # of 255: the steepest step between neighbouring pixels of a readable face
_INNER = 0.8  # middle part of a box's sides, where glare would hide what a tile shows
_GLARING = 0.2  # share of a tile's pixels that are so, above what the hand's middle tile has
_AT_EDGE = 1.5  # pixels from the picture's edge within which a box may be cut by it
_CUT_SIZE = 0.85  # such a box is cut where it is smaller than the hand's usual tile by this


def picture_problems(
    image: Image,
    found: Detections,
    own: Sequence[int],
    *,
    complete: bool = True,
    row: Sequence[int] = (),
) -> tuple[Problem, ...]:
    """What keeps a hand from being read surely, `mine` being the indices of its tiles.

    One that is not `complete`, as it waits for a tile or lacks one, may go on outside the picture, or where
    nothing was found; `row` are the tiles among which one may have been missed, if any.
    """
    if not own:
        return ()
    problems: list[Problem] = []
    if coloured_share(image) < _COLOURED:
        problems.append(Problem("grey"))
    width = median_high([float(found.sizes[t].min()) for t in own])
    if width < _LEAST_WIDTH:
        problems.append(Problem("far", (round(width),)))
    elif sharpness_of(image, found, own) < _LEAST_SHARPNESS:
        problems.append(Problem("blurred"))
    if glaring := _count_glaring(image, found, own):
        problems.append(Problem("glare", (glaring,)))
    if cut := _count_cut(image, found, own):
        problems.append(Problem("cut", (cut,)))
    elif not complete and goes_on_outside(image, found, own):
        problems.append(Problem("edge"))
    elif not complete and (skips_a_place(found, own, row) or looks_as_if_it_went_on(image, found, own)):
        problems.append(Problem("more"))
    return tuple(problems)


def sharpness_of(image: Image, found: Detections, tiles: Sequence[int]) -> float:
    """How steep the edges on the hand's faces are, 0 to 255, tiles brought to one size: the median tile's.

    Of the steps along and across the picture the lesser count, since motion blurs one direction only.
    """
    steps = steepness(image, found.boxes[list(tiles[:: max(len(tiles) // 8, 1)])])
    return float(np.median(steps)) if steps else 255.0


def _count_glaring(image: Image, found: Detections, own: Sequence[int]) -> int:
    """How many of the hand's tiles are far whiter than the others 反光: glare hides what they show, and looks
    like a white dragon."""
    high, wide = image.shape[:2]
    centres, halves = found.centres[list(own)], _INNER * found.sizes[list(own)] / 2
    first = np.maximum(centres - halves, 0).astype(int)
    last = np.minimum(np.ceil(centres + halves), [wide, high]).astype(int)
    corners = np.concatenate([first, last], axis=1).tolist()
    white = white_shares(image, [(x1, y1, x2, y2) for x1, y1, x2, y2 in corners])
    usual = float(np.median(white)) if white else 0.0
    return sum(share - usual > _GLARING for share in white)


def _count_cut(image: Image, found: Detections, own: Sequence[int]) -> int:
    """How many of the hand's tiles the picture's edge cuts off."""
    high, wide = image.shape[:2]
    areas = {t: float(found.sizes[t, 0] * found.sizes[t, 1]) for t in own}
    usual = median_high(list(areas.values()))
    cut = 0
    for tile in own:
        x1, y1, x2, y2 = (float(v) for v in found.boxes[tile].tolist())
        outside = min(x1, y1) <= _AT_EDGE or x2 >= wide - _AT_EDGE or y2 >= high - _AT_EDGE
        cut += bool(outside and areas[tile] < _CUT_SIZE * usual)
    return cut
