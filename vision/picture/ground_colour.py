"""The colour of what is printed on 牌底色: tiles of one set have faces of one colour, and tables another."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.picture.image import Image

Numbers = NDArray[np.float64]

_INSIDE = 0.6  # middle part of a box's sides whose colour counts
_PIXELS = 16  # to so many across and down a box is brought


def ground_colours(image: Image, boxes: NDArray[np.floating[Any]]) -> tuple[Numbers, Numbers]:
    """The middle colour of the inside of each box (n, 4) in Lab (n, 3), and how its brightness varies (n,).

    Less than half of a face is printed on, so that is the colour of its ground.
    """
    import cv2

    insides = np.zeros((len(boxes), _PIXELS, _PIXELS, 3), np.uint8)
    high, wide = image.shape[:2]
    boxes = boxes.astype(np.float64)
    centres, halves = (boxes[:, :2] + boxes[:, 2:]) / 2, _INSIDE * (boxes[:, 2:] - boxes[:, :2]) / 2
    corners = np.concatenate([centres - halves, centres + halves], axis=1).round().astype(int)
    for at, (x1, y1, x2, y2) in enumerate(corners.tolist()):
        x, y = min(max(x1, 0), wide - 1), min(max(y1, 0), high - 1)
        part = image[y : max(y2, y + 1), x : max(x2, x + 1)]
        insides[at] = cv2.resize(part, (_PIXELS, _PIXELS), interpolation=cv2.INTER_AREA)
    pixels = insides.reshape(len(boxes), -1, 3)
    lab = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB))
    middle = (_PIXELS**2 // 2 - 1, _PIXELS**2 // 2)
    # The median; numpy's own would first make floats of all pixels, which takes longer than finding it.
    return np.partition(lab, middle, axis=1)[:, middle].mean(axis=1), lab[..., 0].std(axis=1)
