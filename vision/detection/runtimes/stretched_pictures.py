"""Pictures stretched out of proportion: a strip of tiles made a square, in which each tile is a needle.

Labelled sets of pictures are often published so, "stretched to 640 × 640". No camera sees a tile many
times as long as wide; if most tiles are, the picture is shrunk along them and detected again.
"""

from __future__ import annotations

from math import exp, log
from statistics import median

import numpy as np

from paiyan.vision.detection.detector import Look
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, FEWEST_TILES
from paiyan.vision.detections import Detections
from paiyan.vision.pixels import Image, resized
from paiyan.vision.requests import Asking
from paiyan.vision.sizes import size_of

_LONGEST = 3.5  # times as long as wide that a tile looks to a camera at most, lying or standing
_TILE = 4 / 3  # times as long as wide that a tile is
PASSES = 2
"""How often a stretched picture is brought to natural proportions and detected again: among needles mostly
parts of tiles are found, so that the first time its proportions are only half right."""


def unstretched(image: Image, detections: Detections) -> Asking[Detections]:
    """Return the detections of a stretched picture at natural proportions; of any other, `detections`."""
    for _ in range(PASSES):
        shape = natural_proportions(image, detections)
        if shape is None:
            break
        small = shrunk(image, *shape)
        again: Detections = yield Look(small)
        detections = again.moved(size_of(small), size_of(image))
    return detections


def natural_proportions(image: Image, detections: Detections) -> tuple[float, float] | None:
    """Return the factors, at most 1, by which width and height shrink so that tiles have their true shape;
    None if they have it already."""
    sizes = detections.sizes[detections.objectness >= DEFAULT_THRESHOLDS.confidence]
    if len(sizes) < FEWEST_TILES:
        return None
    longer = median(np.log(sizes[:, 1] / sizes[:, 0]).tolist())
    if abs(longer) < log(_LONGEST):
        return None
    shrink = max(_TILE / exp(abs(longer)), 1 / min(image.shape[:2]))
    return (1.0, shrink) if longer > 0 else (shrink, 1.0)


def shrunk(image: Image, across: float, down: float) -> Image:
    """Return a BGR picture shrunk by factors of its width and of its height."""
    return resized(image, max(round(image.shape[1] * across), 1), max(round(image.shape[0] * down), 1))
