"""Flowers 花牌 whose label covers only the corner glyph: boxed again, whole, before they train.

Some sets label the flowers of a photo by a box around the numeral or the character in the corner. A
detector that finds tiles, whatever their name, knows how far the tile reaches; the label still says which
flower it is.
"""

from __future__ import annotations

import numpy as np

from paiyan.datasets.detector_training.missing_boxes import Boxes, MissingBoxes
from paiyan.datasets.formats.labelled import Labelled
from paiyan.scorer.tiles.tile import FLOWER, RED
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import load

_INSIDE = 0.7  # the share of a label that must lie inside a tile for it to be that tile's
_SIZES = (0.7, 1.45)  # of a whole tile's side, against the middle one of the photo's tiles
_WHOLE = 0.75  # a label of this side, likewise, is of a whole tile already


def whole_flowers(detector: Detector, item: Labelled) -> MissingBoxes:
    """The flowers of a labelled picture with boxes around whole tiles; other labels are doubtful places.

    `detector` is to give boxes that are only probably tiles, and several of a place: the surest one that
    holds a label is taken.
    """
    picture = load(item.image)
    size = np.tile(picture.shape[1::-1], 2)
    flowers = is_flower(item)
    labels, codes = item.boxes[flowers] * size, item.classes[flowers]
    found = detector.detect(picture)
    side = _middle_side(item, flowers, found, size)
    boxes = np.empty((0, 4)) if not len(found) else found.boxes.astype(np.float64)
    fits = (_sides(boxes) > _SIZES[0] * side) & (_sides(boxes) < _SIZES[1] * side)
    surely = found.probabilities.sum(axis=1)
    tiles: list[Boxes] = []
    kept: list[int] = []
    doubtful: list[Boxes] = []
    for code, label in zip(codes.tolist(), labels, strict=True):
        around = np.flatnonzero(fits & (_inside(label, boxes) > _INSIDE))
        if _sides(label[None])[0] >= _WHOLE * side:
            tiles.append(label)
        elif len(around):
            tiles.append(boxes[around[surely[around].argmax()]])
        else:
            doubtful.append(label)
            continue
        kept.append(code)
    return MissingBoxes(
        np.array(kept, np.int64),
        np.array(tiles).reshape(-1, 4) / size,
        np.array(doubtful).reshape(-1, 4) / size,
    )


def is_flower(item: Labelled) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which labels (n,) of a picture are flowers."""
    return np.asarray((item.classes >= FLOWER) & (item.classes < RED))


def without_flowers(item: Labelled) -> Labelled:
    """A labelled picture's other tiles."""
    others = ~is_flower(item)
    return item._replace(classes=item.classes[others], boxes=item.boxes[others])


def _middle_side(item: Labelled, flowers: np.ndarray, found: Detections, size: np.ndarray) -> float:
    """The side of a tile in pixels: the middle one of the labelled tiles, else of what surely is a tile."""
    others = item.boxes[~flowers] * size
    surely = found.boxes[found.probabilities.sum(axis=1) > 0.5].astype(np.float64)
    known = others if len(others) else surely
    return float(np.median(_sides(known))) if len(known) else np.inf


def _sides(boxes: Boxes) -> Boxes:
    return np.sqrt((boxes[:, 2:] - boxes[:, :2]).prod(axis=1))


def _inside(label: Boxes, boxes: Boxes) -> Boxes:
    """The share of a label (4,) that lies inside each of some boxes (n, 4)."""
    low, high = np.maximum(boxes[:, :2], label[:2]), np.minimum(boxes[:, 2:], label[2:])
    return np.clip(high - low, 0, None).prod(axis=1) / max((label[2:] - label[:2]).prod(), 1e-9)
