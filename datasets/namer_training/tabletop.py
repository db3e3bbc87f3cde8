"""Close pictures of single things on a table, for training crops: what they share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

SIDE = 120
"""Pixels of a close picture."""


SUBPIXEL_BITS = 4
"""How many bits of a coordinate are a fraction, where OpenCV draws finer than in whole pixels."""


def subpixel(points: Floats) -> NDArray[np.int32]:
    """Points (n, 2) as OpenCV takes them with a shift of `SUBPIXEL_BITS`."""
    return (points * 2**SUBPIXEL_BITS).round().astype(np.int32)


def draw_tabletop(rng: np.random.Generator) -> Picture:
    """Cloth or wood in one colour, unevenly lit: BGR (120, 120, 3)."""
    colour = rng.integers(20, 200, size=3).astype(np.float64)
    if rng.random() < 0.5:
        colour = np.array([40, 120, 40]) * rng.uniform(0.5, 1.7, size=3)
    ramp = np.linspace(rng.uniform(0.7, 1), rng.uniform(0.9, 1.2), SIDE)[None, :, None]
    grain = rng.normal(0, rng.uniform(1, 9), size=(SIDE, SIDE, 1))
    return (colour * ramp + grain).clip(0, 255).astype(np.uint8)
