"""Pictures that somebody stretched: a strip of tiles made a square, in which each tile is a needle.

Sets of labelled pictures are often handed out so, "stretched to 640 × 640". No camera sees a tile many
times as long as wide; where most tiles are, the picture is shrunk along them and looked at again.
"""

from __future__ import annotations

import numpy as np

from vision.detections import Detections
from vision.picture.image import Image

_LONGEST = 3.5  # times as long as wide: more than a camera makes of a tile, lying or standing
_TILE = 4 / 3  # and what a tile is by itself
_FEWEST = 4  # tiles of one shape before a picture is thought to be stretched
_SURE = 0.25


def natural_proportions(image: Image, found: Detections) -> tuple[float, float] | None:
    """How much wider and higher (both at most 1) the picture was before it was stretched, by what a detector
    found in it; None where the tiles have the shape of tiles."""
    sizes = found.sizes[found.objectness >= _SURE]
    if len(sizes) < _FEWEST:
        return None
    longer = float(np.median(np.log(sizes[:, 1] / sizes[:, 0])))
    if abs(longer) < np.log(_LONGEST):
        return None
    shrink = max(_TILE / float(np.exp(abs(longer))), 1 / min(image.shape[:2]))
    return (1.0, shrink) if longer > 0 else (shrink, 1.0)


def resized(image: Image, across: float, down: float) -> Image:
    """A BGR picture that many times as wide and as high."""
    import cv2

    size = (max(round(image.shape[1] * across), 1), max(round(image.shape[0] * down), 1))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
