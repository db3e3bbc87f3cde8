"""Coarse to fine: where tiles are too small to be told, windows of the picture are looked at larger.

The network tells *where* tiles are long before it can tell them: of rows whose tiles are three pixels wide it
makes boxes, weak ones, and of cloth it makes none. Windows are laid over these hints, as large as the network
sees well, and looked at in turn, until tiles are large enough or the photo shows no more of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.detection.detector import Detector
from vision.detection.runtimes.network_detector import SIZE
from vision.detection.runtimes.network_io import suppress
from vision.detection.second_pass.merging import TRUSTED, Look
from vision.detections import Detections, overlaps
from vision.picture.image import Image

Numbers = NDArray[np.float64]

MOST = 14
"""Windows that are looked at in one picture at the most: a second on two cores."""
_ROUNDS = 6
_ACROSS = 20.0  # tiles that a window shows side by side
_ABOUT = 3.0  # tiles about all hints that one window holds, for they lie on some tiles of many
_MARGIN = 2.0  # tiles from a hint to the edge of its window
_ENLARGED = 2.0  # a pixel of the picture is never shown larger than so many
_STEP = 1.6  # a window shows tiles larger than the look before by this at least
_LEAST = 3  # hints that are worth a look where tiles were told, and one where none were
_BLIND = 2.5  # a picture in which nothing is seen is looked at in quarters if it is larger than this
_PART = 0.25  # what is smaller than a tile by this is no part of it, but a tile taken for one with others
_SAME = 0.3  # the overlap from which a hint is of a tile
_CUT = 3.0  # a box this near to a window's edge, in the network's pixels, may be cut


class Window(NamedTuple):
    """A part of the picture: its left and upper edge, width and height, whole pixels."""

    left: int
    top: int
    wide: int
    high: int


def whole(image: Image, found: Detections) -> Look:
    """The first look, at the picture as a whole."""
    high, wide = image.shape[:2]
    return _as_look(found, Window(0, 0, wide, high))


def search(detector: Detector, image: Image, looks: list[Look], *, most: int = MOST) -> list[Look]:
    """The looks at windows, where there are hints of tiles that the `looks` so far did not tell."""
    found: list[Look] = []
    last = list(looks)
    for round_ in range(_ROUNDS):
        small = [_untold(look, [*looks, *found]) for look in last]
        hints = np.concatenate(small) if small else np.zeros((0, 4))
        left = most - len(found)
        least = _LEAST if any(look.trusted.any() for look in looks) else 1
        if len(hints) >= least and left > 0:
            windows = windows_over(image, hints, scale=min(look.scale for look in last), most=left)
        elif round_ == 0 and not len(looks[0].found) and max(image.shape[:2]) > _BLIND * SIZE:
            windows = list(_quarters(image))
        else:
            break
        last = [look_at(detector, image, window) for window in windows]
        found += last
    return found


def look_at(detector: Detector, image: Image, window: Window) -> Look:
    """What is found in a window; boxes that it may cut are left out, hints are not."""
    left, top, wide, high = window
    seen = detector.detect(np.ascontiguousarray(image[top : top + high, left : left + wide]))
    cut = _CUT * max(wide, high) / SIZE
    inner = np.array([left > 0, top > 0, left + wide < image.shape[1], top + high < image.shape[0]])
    away = np.concatenate([seen.boxes[:, :2], [wide, high] - seen.boxes[:, 2:]], axis=1)
    uncut = np.flatnonzero((away >= cut * inner).all(axis=1))  # what the picture's edge cuts is all there is
    shift = np.array([left, top] * 2, np.float32)
    moved = Detections(seen.boxes + shift, seen.probabilities, seen.hints + shift)
    return _as_look(moved.select(uncut), window)


def _as_look(found: Detections, window: Window) -> Look:
    left, top, wide, high = window
    scale = SIZE / max(wide, high)
    there = np.array([[scale, 0, -left * scale], [0, scale, -top * scale]])
    return Look(found, there, (wide * scale, high * scale))


def _untold(look: Look, looks: list[Look]) -> Numbers:
    """Hints (n, 4) of a look that lie on no tile which a look large enough has found."""
    told = [np.zeros((0, 4))]
    told += [other.found.boxes[other.trusted].astype(np.float64) for other in looks]
    hints = _thinned(look.found.hints.astype(np.float64))
    if look.scale >= _ENLARGED:
        return hints[:0]
    known = np.concatenate(told)
    middles = (hints[:, :2] + hints[:, 2:]) / 2
    inside = (middles[:, None] > known[None, :, :2]) & (middles[:, None] < known[None, :, 2:])
    size, of_tile = ((boxes[:, 2:] - boxes[:, :2]).min(axis=1) for boxes in (hints, known))
    alike = size[:, None] > _PART * of_tile[None]
    on_known = (inside.all(axis=2) & alike) | (overlaps(hints, known) > _SAME)
    return hints[~on_known.any(axis=1) & (size * look.scale < 2 * TRUSTED)]


def _thinned(hints: Numbers) -> Numbers:
    """One of the hints on each place; small ones first."""
    if not len(hints):
        return hints
    size = (hints[:, 2:] - hints[:, :2]).prod(axis=1)
    return hints[suppress(hints.astype(np.float32), (1 / size).astype(np.float32))]


def windows_over(image: Image, hints: Numbers, *, scale: float, most: int) -> list[Window]:
    """Squares of one size that hold all hints, each larger than it was seen at `scale`."""
    high, wide = image.shape[:2]
    tile = float(np.median((hints[:, 2:] - hints[:, :2]).min(axis=1)))
    middles = (hints[:, :2] + hints[:, 2:]) / 2
    extent = float((middles.max(axis=0) - middles.min(axis=0)).max()) + 2 * _ABOUT * tile
    side = max(min(_ACROSS * tile, extent, SIZE / scale / _STEP), SIZE / _ENLARGED)
    while True:
        places = list(_cover(middles, side - 2 * _MARGIN * tile if side > 8 * tile else side / 2))
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


def _quarters(image: Image) -> Iterator[Window]:
    high, wide = image.shape[:2]
    for top in (0, high // 2):
        for left in (0, wide // 2):
            yield Window(left, top, wide - wide // 2, high - high // 2)
