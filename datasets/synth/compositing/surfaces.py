"""Surfaces 桌面: cloth, mats, wood, plastic and stone, painted as seamless-by-reflection BGR pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from paiyan.datasets.synth.faces.canvas import Colour
from paiyan.datasets.synth.pixels import Image, Layer, Picture, held, to_picture

SIDE = 512


@lru_cache(maxsize=48)
def surface(kind: str | Path, colour: Colour, seed: int) -> Picture:
    """A surface: BGR uint8 (512, 512, 3); `kind` is a name of `SURFACES` or a picture file."""
    if isinstance(kind, Path):
        read = cv2.imread(str(kind), cv2.IMREAD_COLOR)
        if read is not None:
            return cv2.resize(read, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.uint8)
        kind = "plain"
    rng = np.random.default_rng(seed)
    base = np.array(colour, np.float32)
    painted = SURFACES[kind](rng, base)
    return to_picture(painted)


def noise(rng: np.random.Generator, cells: tuple[int, int]) -> Image:
    """Smooth noise of about unit size with so many cells (down, across): (512, 512, 1)."""
    coarse = rng.standard_normal(cells).astype(np.float32)
    return cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)[..., None].astype(np.float32)


def _plain(rng: np.random.Generator, base: Image) -> Layer:
    return base * (1 + 0.02 * noise(rng, (6, 6)) + 0.012 * noise(rng, (256, 256)))


def _felt(rng: np.random.Generator, base: Image) -> Layer:
    return base * (
        1 + 0.07 * noise(rng, (512, 512)) + 0.05 * noise(rng, (128, 128)) + 0.03 * noise(rng, (5, 5))
    )


def _weave(rng: np.random.Generator, base: Image) -> Layer:
    period = float(rng.uniform(5, 11))
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    bumps = np.sin(x * 2 * np.pi / period) * np.sin(y * 2 * np.pi / period)
    return base * (1 + 0.16 * bumps[..., None] + 0.04 * noise(rng, (256, 256)))


def _mesh(rng: np.random.Generator, base: Image) -> Layer:
    period = float(rng.uniform(4, 9))
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    threads = np.maximum(np.sin(x * 2 * np.pi / period), np.sin(y * 2 * np.pi / period))
    return base * (0.9 + 0.14 * threads[..., None] + 0.05 * noise(rng, (200, 200)))


def _carpet(rng: np.random.Generator, base: Image) -> Layer:
    return base * (
        1 + 0.18 * noise(rng, (170, 170)) + 0.15 * noise(rng, (50, 50)) + 0.08 * noise(rng, (10, 10))
    )


def _wood(rng: np.random.Generator, base: Image) -> Layer:
    grain = noise(rng, (220, 3)) * 0.5 + noise(rng, (60, 2)) + 0.4 * noise(rng, (512, 8))
    rings = np.sin(grain * 3.0 + noise(rng, (9, 3)) * 2)
    tint = np.array([0.9, 1.0, 1.05], np.float32)
    return base * (1 + (0.07 * rings + 0.05 * grain) * tint)


def _stone(rng: np.random.Generator, base: Image) -> Layer:
    veins = np.abs(noise(rng, (7, 7)) + 0.5 * noise(rng, (19, 19)) + 0.25 * noise(rng, (48, 48)))
    return base * (1.04 - 0.22 * np.exp(-veins * 7) + 0.02 * noise(rng, (256, 256)))


def _pattern(rng: np.random.Generator, base: Image) -> Layer:
    """A cloth with a repeated print."""
    out = np.ones((SIDE, SIDE, 3), np.float32) * base
    other = held(base * float(rng.uniform(0.4, 1.7)) + float(rng.uniform(-40, 40)), 0, 255)
    step, radius = int(rng.integers(30, 70)), int(rng.integers(3, 16))
    ink = (float(other[0]), float(other[1]), float(other[2]))
    form = int(rng.integers(3))
    for y in range(0, SIDE, step):
        for x in range((y // step % 2) * step // 2, SIDE, step):
            if form == 0:
                cv2.circle(out, (x, y), radius, ink, -1, cv2.LINE_AA)
            elif form == 1:
                cv2.ellipse(
                    out, (x, y), (radius, max(1, radius // 2)), x * 37 % 180, 0, 360, ink, 2, cv2.LINE_AA
                )
            else:
                cv2.line(out, (0, y), (SIDE, y), ink, max(1, radius // 3), cv2.LINE_AA)
                cv2.line(out, (x, 0), (x, SIDE), ink, max(1, radius // 3), cv2.LINE_AA)
    return out * (1 + 0.04 * noise(rng, (256, 256)))


SURFACES: dict[str, Callable[[np.random.Generator, Image], Layer]] = {
    "plain": _plain, "felt": _felt, "weave": _weave, "mesh": _mesh, "carpet": _carpet, "wood": _wood,
    "stone": _stone, "pattern": _pattern,
}  # fmt: skip
