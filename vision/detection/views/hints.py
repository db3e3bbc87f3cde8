"""Coarse to fine: if tiles are too small to name, parts of the picture are shown larger.

The network sees *where* tiles are long before it can name them: on rows of tiles three pixels wide it makes
weak boxes, and on cloth none. Views are laid over these hints, as large as the network sees well, and shown
in turn, until tiles are large enough or the photo has no more detail of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detection.runtimes.network_detector import INPUT_SIZE
from paiyan.vision.detection.runtimes.network_io import suppress_overlaps
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS
from paiyan.vision.detection.views import thresholds as limits
from paiyan.vision.detection.views.pooling import DetectedView
from paiyan.vision.detection.views.view import View, part
from paiyan.vision.detections import hold, overlaps
from paiyan.vision.picture.image import Image

Numbers = NDArray[np.float64]


def views_over_hints(
    image: Image,
    windows: Sequence[DetectedView],
    last: Sequence[DetectedView],
    *,
    most: int = limits.MOST_VIEWS,
) -> list[View]:
    """Return views over the hints of the `last` looks that none of `windows` resolved, at most `most`; none
    if that few would hardly show them larger.

    If there are neither hints nor tiles, the views are the parts of a large picture.
    """
    hints = np.concatenate([np.zeros((0, 4)), *(_unresolved_hints(one, windows) for one in last)])
    any_legible = any(one.legible.any() for one in windows)
    if len(hints) >= (limits.FEWEST_HINTS if any_legible else 1) and most > 0:
        scale = min(one.scale for one in last)
        views = views_covering(image, hints, scale=scale, most=most)
        return views if views[0].input_scale >= limits.FINER * scale else []
    nothing_yet = len(windows) == len(last) and not any_legible and not len(windows[0].detections)
    blind = parts_of(image) if nothing_yet else []
    return blind if 1 < len(blind) <= most else []


def _unresolved_hints(window: DetectedView, windows: Sequence[DetectedView]) -> Numbers:
    """Return the hints (n, 4) of a view that lie on no tile of legible size in any view: one on each place,
    and small ones before large ones."""
    if window.scale >= limits.MOST_ENLARGED:
        return np.zeros((0, 4))
    hints = window.detections.hints.astype(np.float64)
    area = (hints[:, 2:] - hints[:, :2]).prod(axis=1)
    hints = hints[suppress_overlaps(window.detections.hints, (1 / area).astype(np.float32))]
    legible = [one.detections.boxes[one.legible].astype(np.float64) for one in windows]
    known = np.concatenate([np.zeros((0, 4)), *legible])
    inside = hold(known, (hints[:, :2] + hints[:, 2:]) / 2).T
    size = (hints[:, 2:] - hints[:, :2]).min(axis=1)
    on_known = inside | (overlaps(hints, known) > DEFAULT_THRESHOLDS.iou)
    return hints[~on_known.any(axis=1) & (size * window.scale < 2 * limits.LEGIBLE_SIDE)]


def views_covering(image: Image, hints: Numbers, *, scale: float, most: int) -> list[View]:
    """Return squares of one size that hold all hints, each larger than it was seen at `scale`."""
    high, wide = image.shape[:2]
    tile = float(np.median((hints[:, 2:] - hints[:, :2]).min(axis=1)))
    middles = (hints[:, :2] + hints[:, 2:]) / 2
    extent = float((middles.max(axis=0) - middles.min(axis=0)).max()) + 2 * limits.HINT_MARGIN * tile
    largest = min(limits.HINTED_ACROSS * tile, extent, INPUT_SIZE / scale / limits.ENLARGED_BY)
    side = max(largest, INPUT_SIZE / limits.MOST_ENLARGED)
    while True:
        places = list(_cover(middles, side - 2 * limits.HINT_MARGIN * tile if side > 8 * tile else side / 2))
        if len(places) <= most or side > max(wide, high):
            break
        side *= 1.2
    laid = {_inside(place, side, wide=wide, high=high): None for place in places[:most]}
    return [part("hints", *one) for one in laid]


def _cover(points: Numbers, side: float) -> Iterator[Numbers]:
    """Yield the middles of squares that hold all points: strips from the top, each cut from the left."""
    rest = points[np.argsort(points[:, 1], kind="stable")]
    while len(rest):
        inside = rest[:, 1] <= rest[0, 1] + side
        strip, rest = rest[inside], rest[~inside]
        strip = strip[np.argsort(strip[:, 0], kind="stable")]
        while len(strip):
            inside = strip[:, 0] <= strip[0, 0] + side
            some, strip = strip[inside], strip[~inside]
            yield (some.min(axis=0) + some.max(axis=0)) / 2


def _inside(middle: Numbers, side: float, *, wide: int, high: int) -> tuple[int, int, int, int]:
    """Return the square about a place, moved into the picture if it would reach out of it."""
    across, down = min(math.ceil(side), wide), min(math.ceil(side), high)
    left = min(max(round(float(middle[0]) - across / 2), 0), wide - across)
    top = min(max(round(float(middle[1]) - down / 2), 0), high - down)
    return left, top, across, down


def parts_of(image: Image) -> list[View]:
    """Return the picture cut into parts of one size, none longer than `BLIND_SIDE`; larger ones if that would
    take more looks than allowed."""
    high, wide = image.shape[:2]
    sides = count(limits.BLIND_SIDE, limits.BLIND_SIDE // 10)
    grids = ((math.ceil(wide / side), math.ceil(high / side)) for side in sides)
    columns, rows = next((across, down) for across, down in grids if across * down <= limits.MOST_VIEWS)
    across, down = math.ceil(wide / columns), math.ceil(high / rows)
    return [
        part("part", min(column * across, wide - across), min(row * down, high - down), across, down)
        for row in range(rows)
        for column in range(columns)
    ]
