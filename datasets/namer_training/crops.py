"""Single tiles cut from pictures: what the namer learns from, and how a crop is varied.

A patch holds a box and what lies about it, at one size, so that turning, stretching and shifting it later
brings in true neighbours instead of grey.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detections import overlaps
from paiyan.vision.pixels import CROP_SIDE, with_margin

Picture = NDArray[np.uint8]
Boxes = NDArray[np.float64]

PATCH = 96
"""Side of a patch in pixels."""
SPAN = 60
"""Pixels of the longer side of the box in the middle of a patch."""
NOTHING = len(TILES)
"""The class of what is no tile, or parts of two."""


class Crops(NamedTuple):
    """Patches BGR uint8 (n, 96, 96, 3), classes int64 (n,), and width and height of each box, (n, 2)."""

    patches: Picture
    classes: NDArray[np.int64]
    sizes: NDArray[np.float32]


def cut(picture: Picture, classes: NDArray[np.int64], boxes: Boxes) -> Crops:
    """The patches of boxes (n, 4) in pixels of a picture."""
    span = np.maximum((boxes[:, 2:] - boxes[:, :2]).max(axis=1), 1.0)
    scale = SPAN / span
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    patches = np.empty((len(boxes), PATCH, PATCH, 3), np.uint8)
    for at, ((x, y), k) in enumerate(zip(centres.tolist(), scale.tolist(), strict=True)):
        source, there = picture, np.array([[k, 0, PATCH / 2 - k * x], [0, k, PATCH / 2 - k * y]])
        if k < 0.7:  # shrinking: average first, or the strokes break
            source = cv2.blur(picture, (round(1 / k),) * 2).astype(np.uint8)
        how = cv2.INTER_LINEAR if k < 1 else cv2.INTER_CUBIC
        patches[at] = cv2.warpAffine(
            source, there, (PATCH, PATCH), flags=how, borderMode=cv2.BORDER_REPLICATE
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
    """At most `count` boxes of a tile's size that show no whole tile: (m, 4).

    They lie within `reach` of a tile's size of one, a share of `far` anywhere in the picture.
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
    """How far a crop is varied; every number is recorded in the recipe."""

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


def vary(patch: Picture, size: NDArray[np.float32], rng: np.random.Generator, variety: Variety) -> Picture:
    """A crop as the namer sees it (64, 64, 3), of a patch turned, shifted, bent and seen in another light."""
    return _relight(_bend(patch, size, rng, variety), rng, variety)


def _turn(rng: np.random.Generator, variety: Variety) -> float:
    lot = rng.random()
    if lot < variety.any_turn:
        return float(rng.uniform(0, 360))
    turn = float(rng.normal(0, variety.roll))
    if lot < variety.any_turn + variety.half_turn:
        return turn + 180
    if lot < variety.any_turn + variety.half_turn + variety.quarter_turn:
        return turn + (90 if rng.random() < 0.5 else 270)
    return turn


def _bend(patch: Picture, size: NDArray[np.float32], rng: np.random.Generator, variety: Variety) -> Picture:
    angle = np.deg2rad(_turn(rng, variety))
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    w, h = size * np.exp(rng.normal(0, 0.1, size=2))
    # the upright box about the turned tile; a box that was aslant already is not grown a second time
    tilted = 0.5 * abs(np.sin(2 * angle))
    box = np.array([w * abs(cos) + h * abs(sin), w * abs(sin) + h * abs(cos)]) * (1 - 0.25 * tilted)
    box *= np.exp(rng.normal(0, variety.grow, size=2))
    centre = PATCH / 2 + rng.normal(0, variety.shift, size=2) * box
    half = np.array(with_margin(*box.tolist())) / 2
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) + rng.normal(0, variety.corner, size=(4, 2))
    corners = unit * half
    stretch = size / np.array([w, h])
    back = np.array([[cos, sin], [-sin, cos]])
    source = (corners @ back.T) * stretch + centre
    target = np.array([[0, 0], [CROP_SIDE, 0], [CROP_SIDE, CROP_SIDE], [0, CROP_SIDE]], np.float32)
    there = cv2.getPerspectiveTransform(source.astype(np.float32), target)
    how, edge = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    return cv2.warpPerspective(patch, there, (CROP_SIDE, CROP_SIDE), flags=how, borderMode=edge).astype(
        np.uint8
    )


def _relight(crop: Picture, rng: np.random.Generator, variety: Variety) -> Picture:
    if rng.random() < variety.coarse:
        small = int(rng.integers(14, 45))
        crop = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA).astype(np.uint8)
        how = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
        crop = cv2.resize(crop, (CROP_SIDE, CROP_SIDE), interpolation=how).astype(np.uint8)
    if rng.random() < 0.25:
        crop = cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.4, 1.6)).astype(np.uint8)
    if rng.random() < 0.1:
        crop = _smear(crop, rng)
    work = crop.astype(np.float32)
    work = work * (rng.uniform(0.5, 1.35) * rng.uniform(0.88, 1.12, size=3)) + rng.uniform(-25, 30)
    if rng.random() < 0.2:
        work *= _ramp(rng)
    if rng.random() < 0.12:
        work += _glare(rng)
    if rng.random() < variety.grey:
        work = np.repeat(work.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.35:
        work += rng.normal(0, rng.uniform(2, 16), size=work.shape)
    crop = work.clip(0, 255).astype(np.uint8)
    if rng.random() < 0.08:
        crop = _cover(crop, rng)
    if rng.random() < variety.jpeg:
        coded = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 90))])[1]
        crop = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return crop


def _smear(crop: Picture, rng: np.random.Generator) -> Picture:
    """Blur of a hand that moved."""
    length = int(rng.integers(3, 9))
    kernel = np.zeros((9, 9), np.float32)
    angle = rng.uniform(0, np.pi)
    for k in np.linspace(-length / 2, length / 2, 12).tolist():
        kernel[round(4 + k * np.sin(angle)), round(4 + k * np.cos(angle))] += 1
    return cv2.filter2D(crop, -1, kernel / kernel.sum()).astype(np.uint8)


def _ramp(rng: np.random.Generator) -> NDArray[np.float32]:
    along = np.linspace(rng.uniform(0.4, 1), rng.uniform(0.8, 1.3), CROP_SIDE, dtype=np.float32)
    return along[None, :, None] if rng.random() < 0.5 else along[:, None, None]


def _glare(rng: np.random.Generator) -> NDArray[np.float32]:
    spot = np.zeros((CROP_SIDE, CROP_SIDE), np.float32)
    axes = (int(rng.integers(3, 24)), int(rng.integers(3, 24)))
    centre = (int(rng.integers(CROP_SIDE)), int(rng.integers(CROP_SIDE)))
    cv2.ellipse(spot, centre, axes, rng.uniform(0, 180), 0, 360, rng.uniform(60, 220), -1)
    return np.asarray(cv2.GaussianBlur(spot, (0, 0), rng.uniform(2, 7)), np.float32)[:, :, None]


def _cover(crop: Picture, rng: np.random.Generator) -> Picture:
    """Something at an edge of the tile hides a part of it."""
    deep = int(rng.integers(6, 20))
    crop = np.rot90(crop, int(rng.integers(4))).copy()
    crop[:deep, int(rng.integers(30)) : CROP_SIDE - int(rng.integers(30))] = rng.integers(0, 256, size=3)
    return np.ascontiguousarray(np.rot90(crop, int(rng.integers(4))))


def join_crops(parts: Iterable[Crops]) -> Crops:
    """All crops of several."""
    listed = list(parts)
    return Crops(*(np.concatenate(column) for column in zip(*listed, strict=True)))


def batches(
    crops: Crops, rng: np.random.Generator, *, size: int, weights: NDArray[np.float64], variety: Variety
) -> Iterator[tuple[Picture, NDArray[np.int64]]]:
    """Without end: varied crops (size, 64, 64, 3) and their classes, each drawn by its weight."""
    heap: list[float] = np.cumsum(weights).tolist()
    while True:
        lots: list[float] = (rng.random(size) * heap[-1]).tolist()
        chosen = [min(bisect(heap, lot), len(weights) - 1) for lot in lots]
        varied = [vary(crops.patches[k], crops.sizes[k], rng, variety) for k in chosen]
        yield np.stack(varied), crops.classes[chosen]
