"""A second look at what is small: along the rows that were found, and where there are hints of more tiles.

Tiles that are small in the network's picture are what it misses first. Where a row of them has been found,
and the photo shows more than the network saw, each stretch of it is turned level and brought to one size, and
what all looks say of a tile is averaged. On drawn tables of 3000 and 1600 pixels, with tiles of less than
34 pixels in the network's 640, hands read exactly rose from 34 of 68 to 48; with larger tiles it gained none.
Tiles that are smaller still are searched for (`vision.detection.second_pass.window_search`). A hand that
lies near costs nothing more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median_high
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.detection.context.flowers import named_together
from vision.detection.detector import Detector
from vision.detection.main_row import PlacedTiles, main_row, upright
from vision.detection.rows import Point, Row, extent
from vision.detection.runtimes.network_io import GREY
from vision.detection.second_pass.merging import TRUSTED, Look, joined
from vision.detection.second_pass.window_search import MOST, search, whole
from vision.detections import Detections
from vision.picture.image import Image

Matrix = NDArray[np.float64]

_SIDE = 640  # pixels of a window's picture
_WIDE = 13.0  # tiles that a window shows side by side
_STEP = 9.0  # tiles from one window to the next
_LEAST = 4  # tiles of a row worth a second look
_SMALL = 34.0  # tiles narrower than this in the network's picture, in its pixels, are worth one
_TINY = 16.0  # and narrower than this they may be no row: they are searched for
_LARGE = 1.25  # a photo larger than the network's picture by this shows more of them
_CUT = 3.0  # a box this near to a window's edge, in its pixels, may be cut


class _Window(NamedTuple):
    """A square of the picture: `there` maps its pixels to the window's, (2, 3); `back` the other way."""

    there: Matrix
    back: Matrix


def look_closer(
    detector: Detector, image: Image, found: Detections, *, rows: Sequence[Row] | None = None
) -> Detections:
    """What a detector finds in a picture together with what it finds in windows along some rows of tiles,
    each as its player sees it; without rows, along the main row. Where no row's tiles are large enough to be
    trusted, all tiles of the picture are searched for; where the rows' are large, nothing more is looked at.
    """
    shrunk = max(image.shape[:2]) / _SIDE
    if shrunk < _LARGE:
        return found
    scene, wanted = _rows(found, rows)
    small = [row for row in wanted if row.pitch / shrunk < _SMALL]
    if wanted and not small:
        return found
    windows = [w for row in small if row.pitch / shrunk > _TINY and scene for w in _windows(scene, row)]
    looks = [whole(image, found), *(_look(detector, image, window) for window in windows)]
    if not any(row.pitch / shrunk >= TRUSTED for row in wanted):
        looks += search(detector, image, looks, most=MOST - len(windows))
    return found if len(looks) == 1 else _as_one(looks)


def is_worth_while(found: Detections, image: Image, *, rows: Sequence[Row] | None = None) -> bool:
    """Whether `look_closer` would look again."""
    shrunk = max(image.shape[:2]) / _SIDE
    if shrunk < _LARGE:
        return False
    _, wanted = _rows(found, rows)
    return not wanted or any(row.pitch / shrunk < _SMALL for row in wanted)


def _rows(found: Detections, rows: Sequence[Row] | None) -> tuple[PlacedTiles | None, list[Row]]:
    """The scene, if there is any tile, and the rows along which it may be looked at again."""
    wanted = list(rows or ())
    scene = PlacedTiles.of_detections(found) if len(found) else None
    if scene is not None and rows is None and len(found) >= _LEAST:
        wanted = [upright(scene, main_row(scene))]
    return scene, [row for row in wanted if len(row.tiles) >= _LEAST]


def _as_one(looks: Sequence[Look]) -> Detections:
    """All looks joined, the flowers among them named together."""
    return named_together(joined(looks))


def look_in_parts(detector: Detector, image: Image, *, parts: int) -> Detections:
    """What a detector finds in squares of a picture, so many across its longer side, half of each shared with
    the next: also tiles that are too small in the whole picture, or that it was taught to overlook there."""
    high, wide = image.shape[:2]
    side = 2 * max(high, wide) / (parts + 1)
    across, down = (max(math.ceil(2 * size / side) - 1, 1) for size in (wide, high))
    centres = [
        ((column + 1) * wide / (across + 1), (row + 1) * high / (down + 1))
        for row in range(down)
        for column in range(across)
    ]
    grown = side + 4 * _CUT  # what the picture's edge cuts is not cut by a window
    windows = [_window(centre, (1.0, 0.0), grown) for centre in centres]
    return joined([_look(detector, image, window) for window in windows])


def _windows(scene: PlacedTiles, row: Row) -> list[_Window]:
    """Squares along a row, each a few tiles wide, turned so that the row is level in them."""
    x0, y0 = scene.space.centres[row.tiles[0]]
    ux, uy = row.direction
    offsets = [(x - x0, y - y0) for x, y in (scene.space.centres[t] for t in row.tiles)]
    along = [dx * ux + dy * uy for dx, dy in offsets]
    across = [dy * ux - dx * uy for dx, dy in offsets]
    high = median_high([extent(scene.space.sizes[t], row.direction) for t in row.tiles])
    side = max(_WIDE * row.pitch, 2.2 * high)
    start, end = along[0] - 1.5 * row.pitch, along[-1] + 1.5 * row.pitch
    count = max(math.ceil((end - start - side) / (_STEP * row.pitch)) + 1, 1)
    windows: list[_Window] = []
    for k in range(count):
        share = k / (count - 1) if count > 1 else 0.5
        m = (start + side / 2) * (1 - share) + (end - side / 2) * share
        v = float(np.interp(m, along, across))
        windows.append(_window((x0 + m * ux - v * uy, y0 + m * uy + v * ux), row.direction, side))
    return windows


def _window(centre: Point, direction: Point, side: float) -> _Window:
    scale, half = _SIDE / side, side / 2
    (cx, cy), (ux, uy) = centre, direction
    there = [[ux, uy, half - ux * cx - uy * cy], [-uy, ux, half + uy * cx - ux * cy]]
    back = [[ux / scale, -uy / scale, cx - half * (ux - uy)], [uy / scale, ux / scale, cy - half * (uy + ux)]]
    return _Window(np.array(there) * scale, np.array(back))


def _look(detector: Detector, image: Image, window: _Window) -> Look:
    """What is found in one window, as boxes of the picture; boxes that the window may cut are left out."""
    import cv2

    patch = cv2.warpAffine(
        image, window.there, (_SIDE, _SIDE), flags=cv2.INTER_LINEAR, borderValue=(GREY, GREY, GREY)
    )
    seen = detector.detect(np.asarray(patch, np.uint8))
    inside = (seen.boxes[:, :2].min(axis=1) > _CUT) & (seen.boxes[:, 2:].max(axis=1) < _SIDE - _CUT)
    seen = seen.select(np.flatnonzero(inside))
    high, wide = image.shape[:2]
    boxes = np.zeros((len(seen), 4), np.float32)
    for at, (x1, y1, x2, y2) in enumerate(seen.boxes.tolist()):
        corners = np.array([[x1, x2, x2, x1], [y1, y1, y2, y2], [1, 1, 1, 1]])
        xs, ys = window.back @ corners
        boxes[at] = (max(xs.min(), 0), max(ys.min(), 0), min(xs.max(), wide), min(ys.max(), high))
    real = np.flatnonzero((boxes[:, 2:] - boxes[:, :2]).min(axis=1, initial=np.inf) > 1)
    return Look(Detections(boxes[real], seen.probabilities[real]), window.there, (_SIDE, _SIDE))
