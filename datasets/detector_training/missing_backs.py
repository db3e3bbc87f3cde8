"""Backs of tiles 牌背 that photos show and do not box: on walls, beside each other and of one colour.

Where a set boxes every face, what a detector takes for a blank tile beside its labels is the back of one, or
its side. Several of one colour beside each other are a wall.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.missing_boxes import Boxes, boxes_holding
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.naming.namer import WHITE
from paiyan.vision.detections import Detections, overlaps
from paiyan.vision.picture.image import Image

_TILE = 0.5  # how surely a box shows a tile
_ALONE = 0.95  # a back as sure as this needs no neighbour
_BACK = 0.5  # one as sure as this needs one neighbour, others two
_NEAR = (0.4, 1.6)  # how far off a neighbour lies, in sizes of a tile
_ALIKE = 0.4  # how far its sides may differ, as a logarithm
_COLOUR = 40.0  # and its saturation, of 255
_BESIDE = 0.25  # a box that overlaps a label more shows that tile


def find_missing_backs(image: Image, found: Detections, labels: Boxes) -> NDArray[np.intp]:
    """Which of the boxes found in a picture surely show backs; `labels` (n, 4) are the tiles that are boxed,
    in pixels."""
    beside = overlaps(labels, found.boxes).max(axis=0, initial=0) < _BESIDE
    beside &= ~boxes_holding(found.boxes, (labels[:, :2] + labels[:, 2:]) / 2).any(axis=1)
    blank = found.posterior[:, [WHITE, BACK]].sum(axis=1) > _TILE
    some = np.flatnonzero(beside & blank & (found.objectness > _TILE))
    colours = np.array([_saturation(image, box) for box in found.boxes[some].tolist()])
    back = found.probabilities[some, BACK]
    near = np.array([_neighbours(found, some, colours, at) for at in range(len(some))])
    return some[(near >= 2) | ((near >= 1) & (back > _BACK)) | (back > _ALONE)] if len(some) else some


def _neighbours(found: Detections, some: NDArray[np.intp], colours: Boxes, at: int) -> int:
    """How many of some boxes stand beside one of them, of its size and colour."""
    sizes, centres = found.sizes[some], found.centres[some]
    offsets = 2 * (centres - centres[at]) / (sizes + sizes[at])
    away = np.hypot(offsets[:, 0], offsets[:, 1])
    alike = np.abs(np.log(sizes / sizes[at])).max(axis=1) < _ALIKE
    alike &= np.abs(colours - colours[at]) < _COLOUR
    return int(np.count_nonzero(alike & (away > _NEAR[0]) & (away < _NEAR[1])))


def _saturation(image: Image, box: list[float]) -> float:
    """Of the mean colour of the middle of a box, 0 to 255."""
    x1, y1, x2, y2 = box
    across, down = 0.2 * (x2 - x1), 0.2 * (y2 - y1)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    part = image[int(y - down) : int(y + down) + 1, int(x - across) : int(x + across) + 1]
    mean = np.asarray(part.reshape(-1, 3).mean(axis=0).astype(np.uint8))
    return float(cv2.cvtColor(mean[None, None], cv2.COLOR_BGR2HSV)[0, 0, 1])
