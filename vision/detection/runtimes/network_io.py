"""The network's input and output: from a picture to its input, from its raw output to detections.

Every runtime uses `paiyan.vision.pixels.letterbox` and `decode`, so that they differ only in arithmetic.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.drops import is_listened_to, log_drops
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, HINT_OBJECTNESS, Thresholds
from paiyan.vision.detections import Detections, Floats, overlaps
from paiyan.vision.pixels import Image
from paiyan.vision.sizes import Frame

STRIDE = 32
"""The sides of the network's input are multiples of this."""
_COMPARED = 64  # boxes that are compared with all others at once

Pixels = NDArray[np.uint8]
"""BGR pictures of one shape (n, h, w, 3)."""


def input_shape(image: Image, size: int) -> tuple[int, int]:
    """Return height and width of the smallest input with a longer side of `size` that shows a picture.

    A photo of 4:3 needs three quarters of the square, and of the time.
    """
    height, width = image.shape[:2]
    scale = size / max(height, width)
    high, wide = (max(math.ceil(round(side * scale) / STRIDE), 1) * STRIDE for side in (height, width))
    return high, wide


def to_planes(pixels: Pixels) -> Floats:
    """Convert pixels to the input of an exported network: float32 (n, 3, h, w), RGB in 0..1."""
    tensor = np.ascontiguousarray(pixels[..., ::-1].transpose(0, 3, 1, 2), dtype=np.float32)
    tensor /= 255
    return tensor


def decode(output: Floats, frame: Frame, *, thresholds: Thresholds = DEFAULT_THRESHOLDS) -> Detections:
    """Decode the raw head (1, 4 + 46, n), centre and size in input pixels, to `Detections` of the picture.

    Raises `ValueError` if the output has another shape.
    """
    if output.ndim != 3 or output.shape[:2] != (1, 4 + len(TILES)):
        raise ValueError(f"the network gives {output.shape}, wanted (1, {4 + len(TILES)}, n)")
    there = output[0, 4:].sum(axis=0)
    seen = there >= min(HINT_OBJECTNESS, thresholds.confidence)
    table, there = output[0][:, seen].T, there[seen]
    probabilities = table[:, 4:].clip(0, 1)
    boxes = _on_picture(table[:, :4], frame)
    real = (boxes[:, 2:] - boxes[:, :2] > 1).all(axis=1)
    sure = real & (there >= thresholds.confidence)
    weak = np.flatnonzero(real & ~sure)
    log_drops(boxes[weak], probabilities[weak], "finder", there[weak], thresholds.confidence)
    return one_box_per_tile(Detections(boxes[sure], probabilities[sure], boxes[real]), thresholds=thresholds)


def _on_picture(boxes: Floats, frame: Frame) -> Floats:
    half = boxes[:, 2:] / 2
    corners = np.concatenate([boxes[:, :2] - half, boxes[:, :2] + half], axis=1)
    shift = np.array([frame.left, frame.top] * 2, np.float32)
    edge = np.array([frame.width, frame.height] * 2, np.float32)
    return ((corners - shift) / np.float32(frame.scale)).clip(0, edge).astype(np.float32)


def one_box_per_tile(detections: Detections, *, thresholds: Thresholds = DEFAULT_THRESHOLDS) -> Detections:
    """Return the detections that are sure enough, one per tile: the box that most surely shows one kind.

    A box around half a tile, or around two, may look like a tile, but not like only one kind.
    """
    sure = detections.select(np.flatnonzero(detections.objectness >= thresholds.confidence))
    kept = suppress_overlaps(sure.boxes, sure.objectness * sure.clarity, thresholds=thresholds)
    if is_listened_to() and len(kept) < len(sure):
        gone = np.setdiff1d(np.arange(len(sure)), kept)
        most = overlaps(sure.boxes[gone], sure.boxes[kept]).max(axis=1)
        log_drops(sure.boxes[gone], sure.probabilities[gone], "another box on the tile", most, thresholds.iou)
    return sure.select(kept)


def suppress_overlaps(
    boxes: Floats, scores: Floats, *, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> NDArray[np.intp]:
    """Return the indices of the boxes (n, 4) to keep, best first: each drops weaker ones on the same tile.

    Classes play no part: a tile is one thing.
    """
    order = np.argsort(-scores, kind="stable")
    ranked = np.ascontiguousarray(boxes[order].T)
    alive = np.ones(len(order), np.bool_)
    for start in range(0, len(order), _COMPARED):
        some = start + np.flatnonzero(alive[start : start + _COMPARED])
        same = _one_tile(ranked[:, some, None], ranked[:, None, start:], thresholds)
        shared = np.flatnonzero(np.count_nonzero(same, axis=1) > 1)  # with others than itself
        for at, row in zip(some[shared].tolist(), ~same[shared], strict=True):
            if alive[at]:
                alive[at + 1 :] &= row[at + 1 - start :]
    return order[alive]


def _one_tile(boxes: Floats, others: Floats, thresholds: Thresholds) -> NDArray[np.bool_]:
    """True for boxes (4, n, 1) and others (4, 1, m) that show the same tile, (n, m)."""
    area, other_area = ((right - left) * (bottom - top) for left, top, right, bottom in (boxes, others))
    wide = np.minimum(boxes[2], others[2]) - np.maximum(boxes[0], others[0])
    high = np.minimum(boxes[3], others[3]) - np.maximum(boxes[1], others[1])
    shared = wide.clip(min=0) * high.clip(min=0)
    same = shared > thresholds.iou * (area + other_area - shared)
    return same | (shared > thresholds.contained * np.minimum(area, other_area))
