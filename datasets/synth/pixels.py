"""Array types of pictures, and the only conversion from numbers to 8-bit pixels."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]  # BGR (h, w, 3), BGRA (h, w, 4) or a mask (h, w)
Image = NDArray[np.float32]  # the same before it is rounded
Floats = NDArray[np.float64]  # points, one a row
Layer = NDArray[np.floating[Any]]  # values on the way, of either precision


def to_image(values: NDArray[Any]) -> Image:
    """Convert values to float32."""
    return values.astype(np.float32)


def held(values: NDArray[Any], low: float, high: float) -> Floats:
    """Clip values to two bounds, as float64."""
    return np.minimum(np.maximum(values.astype(np.float64), low), high)


def to_picture(values: NDArray[Any]) -> Picture:
    """Round and clip values to 0..255 as uint8; (h, w) or (h, w, up to 4)."""
    return cv2.convertScaleAbs(np.maximum(values, 0)).astype(np.uint8)


def hull(points: Layer) -> Floats:
    """Return the corners (m, 2) of the convex hull of points (n, 2)."""
    return cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64)
