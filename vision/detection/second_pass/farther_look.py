"""Tiles that fill the frame are looked at again from farther off: small within a grey border.

A tile nearly as large as the picture is larger than what the network learned from: it sees parts of it, or
nothing. Within a border the same tile is as large as any other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detection.context.flowers import name_flowers_jointly
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.runtimes.network_io import LETTERBOX_GREY
from paiyan.vision.detection.second_pass.thresholds import BORDER, FARTHER_SIDE, FILLS_FRAME, LARGE_TILE
from paiyan.vision.detections import Detections, hold
from paiyan.vision.picture.image import Image


def fills_frame(found: Detections, image: Image) -> bool:
    """Whether a tile that was found is nearly as large as the picture, or nothing was found at all."""
    return not len(found) or _shares(found, image).max() > FILLS_FRAME


def look_from_farther(detector: Detector, image: Image, found: Detections) -> Detections:
    """The large tiles of a picture as they are seen from farther off, and what was `found` beside them."""
    import cv2

    high, wide = image.shape[:2]
    scale = min(FARTHER_SIDE / max(high, wide), 1.0)
    size = max(round(wide * scale), 1), max(round(high * scale), 1)
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    border = round(BORDER * max(small.shape[:2]))
    grey = (LETTERBOX_GREY, LETTERBOX_GREY, LETTERBOX_GREY)
    framed = cv2.copyMakeBorder(small, border, border, border, border, cv2.BORDER_CONSTANT, value=grey)
    seen = detector.detect(np.asarray(framed, np.uint8))
    within = np.array([small.shape[1], small.shape[0]] * 2, np.float32)
    placed = Detections((seen.boxes - border).clip(0, within), seen.probabilities)
    large = placed.moved((small.shape[1], small.shape[0]), (wide, high))
    large = large.select(np.flatnonzero(_shares(large, image) > LARGE_TILE))
    if not len(large):
        return found
    beside = found.select(np.flatnonzero(~hold(large.boxes, found.centres).any(axis=0)))
    return name_flowers_jointly(Detections.joined([large, beside]))


def _shares(found: Detections, image: Image) -> NDArray[np.float64]:
    """The shorter side of each box, as a share of the picture's longer one, (n,)."""
    return found.sizes.min(axis=1, initial=np.inf) / max(image.shape[:2])
