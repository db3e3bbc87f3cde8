"""Cut single tiles from pictures to train the namer, and define how far a crop is varied.

A patch holds a box and its surroundings, at one size, so that turning, stretching and shifting it later shows
true neighbours instead of grey.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detections import overlaps

Picture = NDArray[np.uint8]
Boxes = NDArray[np.float64]

PATCH = 96
"""Side of a patch in pixels."""
SPAN = 60
"""Pixels of the longer side of the box in the middle of a patch."""
NOTHING = len(TILES)
"""The class of anything that is not a tile, or parts of two."""


class Crops(NamedTuple):
    """Patches BGR uint8 (n, 96, 96, 3), classes int64 (n,), and width and height of each box, (n, 2)."""

    patches: Picture
    classes: NDArray[np.int64]
    sizes: NDArray[np.float32]


def cut(picture: Picture, classes: NDArray[np.int64], boxes: Boxes) -> Crops:
    """Cut the patches of boxes (n, 4), in pixels of a picture."""
    span = np.maximum((boxes[:, 2:] - boxes[:, :2]).max(axis=1), 1.0)
    scale = SPAN / span
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    patches = np.empty((len(boxes), PATCH, PATCH, 3), np.uint8)
    for at, ((x, y), k) in enumerate(zip(centres.tolist(), scale.tolist(), strict=True)):
        source, there = picture, np.array([[k, 0, PATCH / 2 - k * x], [0, k, PATCH / 2 - k * y]])
        if k < 0.7:  # shrinking: average first, or the strokes break
            source = cv2.blur(picture, (round(1 / k),) * 2).astype(np.uint8)
        method = cv2.INTER_LINEAR if k < 1 else cv2.INTER_CUBIC
        patches[at] = cv2.warpAffine(
            source, there, (PATCH, PATCH), flags=method, borderMode=cv2.BORDER_REPLICATE
        )
    sizes = (boxes[:, 2:] - boxes[:, :2]) * scale[:, None]
    return Crops(patches, classes.astype(np.int64), sizes.astype(np.float32))


def crops_off_tiles(
    rng: np.random.Generator,
    boxes: Boxes,
    *,
    count: int,
    size: tuple[int, int],
    reach: float = 1.2,
    far: float = 0.3,
) -> Boxes:
    """Draw at most `count` boxes of a tile's size that show no whole tile: (m, 4).

    They lie within `reach` tile sizes of a tile, except for a share of `far` anywhere in the picture.
    """
    if not len(boxes):
        return np.zeros((0, 4))
    model = boxes[rng.integers(len(boxes), size=4 * count)]
    half = (model[:, 2:] - model[:, :2]) / 2
    near = (model[:, :2] + model[:, 2:]) / 2 + half * 2 * rng.uniform(-reach, reach, size=half.shape)
    anywhere = rng.uniform(half, np.array(size) - half)
    centres = np.where(rng.random((len(model), 1)) < 1 - far, near, anywhere)
    tried = np.concatenate([centres - half, centres + half], axis=1)
    inside = ((centres > 0) & (centres < size)).all(axis=1)
    return tried[inside & (overlaps(tried, boxes).max(axis=1) < 0.35)][:count]


@dataclass(frozen=True, kw_only=True)
class Variety:
    """The variety of crops (`paiyan.models.training.crop_variety`); every number is in the recipe."""

    roll: float = 9.0  # degrees, one standard deviation
    half_turn: float = 0.12
    quarter_turn: float = 0.16
    any_turn: float = 0.06
    shift: float = 0.05  # of the box, one standard deviation
    grow: float = 0.06
    corner: float = 0.05
    coarse: float = 0.35  # share of crops that were small: seen at 14 to 44 pixels
    grey: float = 0.06
    jpeg: float = 0.3
    strokes: float = 0.0  # share of crops whose strokes are thicker or thinner
    saturation: float = (
        0.0  # of crops more or less colourful; not fives, since only colour distinguishes them
    )
    colours: float = 0.0  # of crops in other colours, likewise


def join_crops(parts: Iterable[Crops]) -> Crops:
    """Concatenate crops."""
    listed = list(parts)
    return Crops(*(np.concatenate(column) for column in zip(*listed, strict=True)))


_CODING = [
    cv2.IMWRITE_JPEG_QUALITY,
    92,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
]


def save_crops(file: Path, crops: Crops) -> None:
    """Write crops, each as JPEG, atomically."""
    coded = [cv2.imencode(".jpg", patch, _CODING)[1] for patch in crops.patches]
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_suffix(".partial")
    with half.open("wb") as out:
        np.savez(
            out, coded=np.concatenate(coded), lengths=np.array([len(one) for one in coded]),
            classes=crops.classes, sizes=crops.sizes,
        )  # fmt: skip
    half.rename(file)


def load_crops(file: Path) -> Crops:
    """Read the crops that `save_crops` wrote."""
    with np.load(file) as kept:
        parts = np.split(kept["coded"], np.cumsum(kept["lengths"])[:-1])
        patches = np.empty((len(parts), PATCH, PATCH, 3), np.uint8)
        for at, part in enumerate(parts):
            patches[at] = np.asarray(cv2.imdecode(part, cv2.IMREAD_COLOR), np.uint8)
        return Crops(patches, kept["classes"], kept["sizes"])
