"""Coarse to fine: where tiles are too small to be told, windows of the picture are looked at larger.

The network tells *where* tiles are long before it can tell which: of rows whose tiles are three pixels wide
it makes boxes, weak ones, and of cloth it makes none. Windows are laid over these hints, as large as the
network sees well, and looked at in turn, until tiles are large enough or the photo shows no more of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.runtimes.network_detector import INPUT_SIZE
from paiyan.vision.detection.runtimes.network_io import suppress_overlaps
from paiyan.vision.detection.second_pass.merging import WindowDetections
from paiyan.vision.detection.second_pass.thresholds import (
    AROUND_HINTS,
    BLIND_SIDE,
    CUT_MARGIN,
    ENLARGED_BY,
    FEWEST_HINTS,
    HINT_MARGIN,
    HINTED_ACROSS,
    LEGIBLE_SIDE,
    MOST_ENLARGED,
    MOST_WINDOWS,
    PART_OF_TILE,
    ROUNDS,
    SAME_TILE_HINT,
)  # fmt: skip
from paiyan.vision.detections import Detections, overlaps
from paiyan.vision.picture.image import Image

Numbers = NDArray[np.float64]


class Window(NamedTuple):
    """A part of the picture: its left and upper edge, width and height, whole pixels."""

    left: int
    top: int
    wide: int
    high: int


def whole_picture(image: Image, found: Detections) -> WindowDetections:
    """What was found in the picture as a whole, as the first window."""
    high, wide = image.shape[:2]
    return _as_window(found, Window(0, 0, wide, high))


def search_windows(
    detector: Detector, image: Image, seen: list[WindowDetections], *, most: int = MOST_WINDOWS
) -> list[WindowDetections]:
    """What is found in windows laid where there are hints of tiles that could not be told in what was `seen`
    so far, the whole picture first; `most` windows at the most."""
    found: list[WindowDetections] = []
    last = list(seen)
    blind = parts_of(image)
    for _ in range(ROUNDS):
        of_each = [_unresolved_hints(one, [*seen, *found]) for one in last]
        hints = np.concatenate(of_each) if of_each else np.zeros((0, 4))
        left = most - len(found)
        told = any(one.legible.any() for one in (*seen, *found))
        if len(hints) >= (FEWEST_HINTS if told else 1) and left > 0:
            windows = windows_covering(image, hints, scale=min(one.scale for one in last), most=left)
        elif not told and not len(seen[0].found) and 1 < len(blind) <= left:
            windows, blind = blind, []
        else:
            break
        last = [detect_in_window(detector, image, window) for window in windows]
        found += last
    return found


def detect_in_window(detector: Detector, image: Image, window: Window) -> WindowDetections:
    """What is found in a window; boxes that it may cut are left out, hints are not."""
    left, top, wide, high = window
    seen = detector.detect(np.ascontiguousarray(image[top : top + high, left : left + wide]))
    cut = CUT_MARGIN * max(wide, high) / INPUT_SIZE
    inner = np.array([left > 0, top > 0, left + wide < image.shape[1], top + high < image.shape[0]])
    away = np.concatenate([seen.boxes[:, :2], [wide, high] - seen.boxes[:, 2:]], axis=1)
    uncut = np.flatnonzero((away >= cut * inner).all(axis=1))  # what the picture's edge cuts is all there is
    shift = np.array([left, top] * 2, np.float32)
    moved = Detections(seen.boxes + shift, seen.probabilities, seen.hints + shift)
    return _as_window(moved.select(uncut), window)


def _as_window(found: Detections, window: Window) -> WindowDetections:
    left, top, wide, high = window
    scale = INPUT_SIZE / max(wide, high)
    to_input = np.array([[scale, 0, -left * scale], [0, scale, -top * scale]])
    return WindowDetections(found, to_input, (wide * scale, high * scale))


def _unresolved_hints(window: WindowDetections, seen: list[WindowDetections]) -> Numbers:
    """The hints (n, 4) of a window that lie on no tile which was large enough to be told in any."""
    hints = _one_hint_per_place(window.found.hints.astype(np.float64))
    if window.scale >= MOST_ENLARGED:
        return hints[:0]
    legible = [one.found.boxes[one.legible].astype(np.float64) for one in seen]
    known = np.concatenate([np.zeros((0, 4)), *legible])
    middles = (hints[:, :2] + hints[:, 2:]) / 2
    inside = (middles[:, None] > known[None, :, :2]) & (middles[:, None] < known[None, :, 2:])
    size, of_tile = ((boxes[:, 2:] - boxes[:, :2]).min(axis=1) for boxes in (hints, known))
    alike = size[:, None] > PART_OF_TILE * of_tile[None]
    on_known = (inside.all(axis=2) & alike) | (overlaps(hints, known) > SAME_TILE_HINT)
    return hints[~on_known.any(axis=1) & (size * window.scale < 2 * LEGIBLE_SIDE)]


def _one_hint_per_place(hints: Numbers) -> Numbers:
    """One of the hints on each place; small ones first."""
    if not len(hints):
        return hints
    size = (hints[:, 2:] - hints[:, :2]).prod(axis=1)
    return hints[suppress_overlaps(hints.astype(np.float32), (1 / size).astype(np.float32))]


def windows_covering(image: Image, hints: Numbers, *, scale: float, most: int) -> list[Window]:
    """Squares of one size that hold all hints, each larger than it was seen at `scale`."""
    high, wide = image.shape[:2]
    tile = float(np.median((hints[:, 2:] - hints[:, :2]).min(axis=1)))
    middles = (hints[:, :2] + hints[:, 2:]) / 2
    extent = float((middles.max(axis=0) - middles.min(axis=0)).max()) + 2 * AROUND_HINTS * tile
    side = max(
        min(HINTED_ACROSS * tile, extent, INPUT_SIZE / scale / ENLARGED_BY), INPUT_SIZE / MOST_ENLARGED
    )
    while True:
        places = list(_cover(middles, side - 2 * HINT_MARGIN * tile if side > 8 * tile else side / 2))
        if len(places) <= most or side > max(wide, high):
            break
        side *= 1.2
    return list(dict.fromkeys(_window(place, side, wide=wide, high=high) for place in places[:most]))


def _cover(points: Numbers, side: float) -> Iterator[Numbers]:
    """Middles of squares that hold all points: strips from the top, each cut from the left."""
    rest = points[np.argsort(points[:, 1], kind="stable")]
    while len(rest):
        inside = rest[:, 1] <= rest[0, 1] + side
        strip, rest = rest[inside], rest[~inside]
        strip = strip[np.argsort(strip[:, 0], kind="stable")]
        while len(strip):
            inside = strip[:, 0] <= strip[0, 0] + side
            some, strip = strip[inside], strip[~inside]
            yield (some.min(axis=0) + some.max(axis=0)) / 2


def _window(middle: Numbers, side: float, *, wide: int, high: int) -> Window:
    """The square about a place, moved into the picture where it would reach out of it."""
    across, down = min(math.ceil(side), wide), min(math.ceil(side), high)
    left = min(max(round(float(middle[0]) - across / 2), 0), wide - across)
    top = min(max(round(float(middle[1]) - down / 2), 0), high - down)
    return Window(left, top, across, down)


def parts_of(image: Image) -> list[Window]:
    """The picture cut into parts of one size, none of them longer than `BLIND_SIDE`; into larger ones where
    that would take more looks than there are."""
    high, wide = image.shape[:2]
    grids = ((math.ceil(wide / side), math.ceil(high / side)) for side in count(BLIND_SIDE, BLIND_SIDE // 10))
    columns, rows = next((across, down) for across, down in grids if across * down <= MOST_WINDOWS)
    across, down = math.ceil(wide / columns), math.ceil(high / rows)
    return [
        Window(min(column * across, wide - across), min(row * down, high - down), across, down)
        for row in range(rows)
        for column in range(columns)
    ]
