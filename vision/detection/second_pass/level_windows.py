"""Square windows along rows of tiles, turned so that the row is level, and what is found in them."""

from __future__ import annotations

import math
from statistics import median_high
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.main_row import PlacedTiles
from paiyan.vision.detection.rows import Point, Row, extent
from paiyan.vision.detection.runtimes.network_detector import INPUT_SIZE
from paiyan.vision.detection.runtimes.network_io import LETTERBOX_GREY
from paiyan.vision.detection.second_pass.merging import WindowDetections, merge_windows
from paiyan.vision.detection.second_pass.thresholds import (
    CUT_MARGIN,
    TILES_ACROSS,
    TILES_BETWEEN,
    TILES_BEYOND,
)
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image

Matrix = NDArray[np.float64]


class LevelWindow(NamedTuple):
    """A square of the picture, shown in `INPUT_SIZE` pixels: `to_input` (2, 3) maps the picture's pixels to
    them, `to_picture` (2, 3) the other way."""

    to_input: Matrix
    to_picture: Matrix


def windows_along(tiles: PlacedTiles, row: Row) -> list[LevelWindow]:
    """Squares along a row, each a few tiles wide, turned so that the row is level in them."""
    x0, y0 = tiles.space.centres[row.tiles[0]]
    ux, uy = row.direction
    offsets = [(x - x0, y - y0) for x, y in (tiles.space.centres[t] for t in row.tiles)]
    along = [dx * ux + dy * uy for dx, dy in offsets]
    across = [dy * ux - dx * uy for dx, dy in offsets]
    high = median_high([extent(tiles.space.sizes[t], row.direction) for t in row.tiles])
    side = max(TILES_ACROSS * row.pitch, 2.2 * high)
    start, end = along[0] - TILES_BEYOND * row.pitch, along[-1] + TILES_BEYOND * row.pitch
    count = max(math.ceil((end - start - side) / (TILES_BETWEEN * row.pitch)) + 1, 1)
    windows: list[LevelWindow] = []
    for k in range(count):
        share = k / (count - 1) if count > 1 else 0.5
        m = (start + side / 2) * (1 - share) + (end - side / 2) * share
        v = float(np.interp(m, along, across))
        windows.append(_window((x0 + m * ux - v * uy, y0 + m * uy + v * ux), row.direction, side))
    return windows


def detect_in_windows(detector: Detector, image: Image, *, parts: int) -> Detections:
    """What a detector finds in squares of a picture, `parts` of them across its longer side, half of each
    shared with the next: also tiles that are too small in the whole picture, or that the detector was taught
    to overlook there."""
    high, wide = image.shape[:2]
    side = 2 * max(high, wide) / (parts + 1)
    across, down = (max(math.ceil(2 * size / side) - 1, 1) for size in (wide, high))
    centres = [
        ((column + 1) * wide / (across + 1), (row + 1) * high / (down + 1))
        for row in range(down)
        for column in range(across)
    ]
    grown = side + 4 * CUT_MARGIN  # what the picture's edge cuts is not cut by a window
    windows = [_window(centre, (1.0, 0.0), grown) for centre in centres]
    return merge_windows([detect_in_level_window(detector, image, window) for window in windows])


def _window(centre: Point, direction: Point, side: float) -> LevelWindow:
    scale, half = INPUT_SIZE / side, side / 2
    (cx, cy), (ux, uy) = centre, direction
    to_input = [[ux, uy, half - ux * cx - uy * cy], [-uy, ux, half + uy * cx - ux * cy]]
    to_picture = [
        [ux / scale, -uy / scale, cx - half * (ux - uy)],
        [uy / scale, ux / scale, cy - half * (uy + ux)],
    ]
    return LevelWindow(np.array(to_input) * scale, np.array(to_picture))


def detect_in_level_window(detector: Detector, image: Image, window: LevelWindow) -> WindowDetections:
    """What is found in one window, as boxes of the picture; boxes that the window may cut are left out."""
    import cv2

    size = (INPUT_SIZE, INPUT_SIZE)
    grey = (LETTERBOX_GREY, LETTERBOX_GREY, LETTERBOX_GREY)
    patch = cv2.warpAffine(image, window.to_input, size, flags=cv2.INTER_LINEAR, borderValue=grey)
    seen = detector.detect(np.asarray(patch, np.uint8))
    begins, ends = seen.boxes[:, :2].min(axis=1), seen.boxes[:, 2:].max(axis=1)
    seen = seen.select(np.flatnonzero((begins > CUT_MARGIN) & (ends < INPUT_SIZE - CUT_MARGIN)))
    high, wide = image.shape[:2]
    boxes = np.zeros((len(seen), 4), np.float32)
    for at, (x1, y1, x2, y2) in enumerate(seen.boxes.tolist()):
        corners = np.array([[x1, x2, x2, x1], [y1, y1, y2, y2], [1, 1, 1, 1]])
        xs, ys = window.to_picture @ corners
        boxes[at] = (max(xs.min(), 0), max(ys.min(), 0), min(xs.max(), wide), min(ys.max(), high))
    real = np.flatnonzero((boxes[:, 2:] - boxes[:, :2]).min(axis=1, initial=np.inf) > 1)
    return WindowDetections(Detections(boxes[real], seen.probabilities[real]), window.to_input, size)
