"""What a detector makes of true boxes 检测误差: misses, doubles, halves, false boxes, wrong names.

The figures are measured: `datasets.customs.fit` runs the detector over photos and drawn scenes whose boxes are
known and writes ``errors.json``. A scene has its own share of everything: some photos are read without
an error, others are hard throughout.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.customs.view import Photograph
from scorer.tiles import BACK, FLOWER, RED, TILES
from vision.structure.scores import CODES

PATH = Path(__file__).with_name("errors.json")
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Found:
    """What a detector found: boxes (n, 4), whether each is a tile at all (n,), its codes (n, 46), and of which
    tile each is (n,), -1 where it is of none or of one that another box has."""

    boxes: Floats
    there: Floats
    codes: Floats
    of: NDArray[np.int64]


@cache
def table() -> dict[str, Any]:
    """The fitted figures."""
    return json.loads(PATH.read_text(encoding="utf-8"))


@cache
def _confusions() -> Floats:
    """How much of what is said of each code (row) is said for each other (column), rows summing to one."""
    names = {tile.notation: tile.code for tile in TILES}
    out = np.full((CODES, CODES), 2e-3)
    for name, others in table()["confused"].items():
        for other, mass in others.items():
            out[names[name], names[other]] += mass
    np.fill_diagonal(out, 0.0)
    return out / out.sum(1, keepdims=True)


def detect(rng: Random, photo: Photograph, tile: NDArray[np.bool_], *, exact: bool = False) -> Found:
    """What a detector says of a photograph; `tile` (n,) is false for what only looks like one.

    With `exact` it makes no error: the boxes of all tiles that can be seen, each named right.
    """
    draw = np.random.default_rng(rng.getrandbits(48))
    figures = table()
    hard = 0.0 if exact else _hardness(rng)
    seen = _seen(draw, photo, tile, figures, hard, exact=exact)
    boxes, codes, shown = photo.boxes[seen], photo.codes[seen], photo.shown[seen]
    of = np.flatnonzero(seen)
    if exact:
        said = np.eye(CODES)[codes]
        return Found(boxes, np.full(len(of), 0.999), said, np.where(tile[of], of, -1))
    extra, of_extra, codes_extra = _doubles(draw, boxes, codes, figures, hard)
    false, codes_false = _false(draw, boxes, photo.size, figures, hard)
    every = np.concatenate([boxes, extra, false])
    size = (every[:, 2:] - every[:, :2]).min(1, keepdims=True)
    every = every + draw.normal(0, 0.012 + 0.02 * hard, every.shape) * size
    every[:, 2:] = np.maximum(every[:, 2:], every[:, :2] + 0.5)
    said = _named(draw, np.concatenate([codes, codes_extra, codes_false]), hard,
                  unclear=np.concatenate([1 - shown, np.full(len(extra) + len(false), 0.5)]))  # fmt: skip
    there = _there(draw, len(boxes), len(extra) + len(false), shown, tile[of], figures, hard)
    del of_extra
    whose = np.concatenate([np.where(tile[of], of, -1), np.full(len(extra) + len(false), -1)])
    return Found(every, there, said, whose)


def _hardness(rng: Random) -> float:
    """How hard a picture is, 0 to 1; most are easy."""
    return rng.random() ** 2.5


def _seen(
    draw: np.random.Generator, photo: Photograph, tile: NDArray[np.bool_], figures: dict[str, Any], hard: float, *, exact: bool
) -> NDArray[np.bool_]:
    wide = (photo.boxes[:, 2:] - photo.boxes[:, :2]).min(1)
    could = (photo.shown > 0.12) & (photo.facing > 0.13) & (wide > 2.0)
    if exact:
        return could & tile & (photo.shown > 0.2)
    small = 640 * wide / max(photo.size)
    back = photo.codes == BACK
    missed = figures["missed"] * 4 * hard + 0.75 * np.clip((0.5 - photo.shown) / 0.38, 0, 1) ** 1.5
    missed = missed + np.clip((9 - small) / 8, 0, 1) * (0.3 + 0.7 * hard) + 0.5 * np.clip((0.3 - photo.facing) / 0.2, 0, 1)
    missed = missed + np.where(back, figures["missed_back"] * (0.3 + 1.4 * draw.random()), 0.0)
    return could & (draw.random(len(could)) >= missed) & (tile | (draw.random(len(could)) < 0.6))


def _doubles(
    draw: np.random.Generator, boxes: Floats, codes: NDArray[np.int64], figures: dict[str, Any], hard: float
) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Second boxes on tiles: a half of one, one and a half, or the join of two."""
    which = np.flatnonzero(draw.random(len(boxes)) < figures["doubled"] * 3 * hard + 0.001)
    out = boxes[which].copy()
    for row in out:
        share, side = draw.uniform(0.35, 0.8), int(draw.integers(4))
        axis = side % 2
        length = row[2 + axis] - row[axis]
        if draw.random() < 0.7:  # a part of the tile
            row[axis if side < 2 else 2 + axis] += (1 - share) * length * (1 if side < 2 else -1)
        else:  # part of it and part of its neighbour
            row[[axis, 2 + axis]] += draw.uniform(0.3, 0.6) * length * (1 if side < 2 else -1)
    other = np.where(draw.random(len(which)) < 0.6, codes[which], draw.integers(0, CODES, len(which)))
    return out, which, other


def _false(
    draw: np.random.Generator, boxes: Floats, size: tuple[int, int], figures: dict[str, Any], hard: float
) -> tuple[Floats, NDArray[np.int64]]:
    """Boxes on what is no tile: most beside tiles, such as the side of one."""
    count = int(draw.poisson(figures["false"] * 2 * hard)) if len(boxes) else 0
    near = boxes[draw.integers(0, max(len(boxes), 1), count)]
    wide, high = near[:, 2] - near[:, 0], near[:, 3] - near[:, 1]
    far = draw.random(count) < 0.4
    x = np.where(far, draw.uniform(0, size[0], count), (near[:, 0] + near[:, 2]) / 2 + wide * draw.normal(0, 1.2, count))
    y = np.where(far, draw.uniform(0, size[1], count), (near[:, 1] + near[:, 3]) / 2 + high * draw.normal(0, 0.9, count))
    wide, high = wide * draw.uniform(0.5, 1.4, count), high * draw.uniform(0.3, 1.3, count)
    white = draw.random(count) < 0.5
    codes = np.where(white, np.where(draw.random(count) < 0.6, 31, BACK), draw.integers(0, CODES, count))
    return np.stack([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2], 1), codes


def _named(
    draw: np.random.Generator, codes: NDArray[np.int64], hard: float, *, unclear: Floats
) -> Floats:
    """What is said of tiles of these codes: the truth and what each is taken for, flatter where it is unclear."""
    count = len(codes)
    confused = _confusions()
    wrong = table()["misread"] * 5 * hard * (0.3 + 2.5 * unclear) + 0.002
    spread = draw.gamma(0.25, 1.0, (count, CODES)) * confused[codes] * CODES
    spread = spread / np.maximum(spread.sum(1, keepdims=True), 1e-9)
    # the share of the truth: near one, or below a rival's where it is misread
    share = 1 - np.clip(draw.exponential(0.02 + 0.12 * hard * (0.4 + unclear), count), 0, 0.6)
    misread = draw.random(count) < wrong
    share = np.where(misread, draw.beta(0.6, 3.0, count) * 0.5, share)
    said = spread * (1 - share)[:, None] + 1e-4
    said[np.arange(count), codes] += share
    return said / said.sum(1, keepdims=True)


def _there(
    draw: np.random.Generator, true: int, false: int, shown: Floats, tile: NDArray[np.bool_], figures: dict[str, Any], hard: float
) -> Floats:
    """How sure the detector is that there is a tile: logits about two levels."""
    mean = np.where(tile, figures["sure"] - 2.0 * hard - 2.5 * (1 - shown), figures["sure_false"] + 0.5)
    every = np.concatenate([draw.normal(mean, 1.0), draw.normal(figures["sure_false"], 1.2, false)])
    return np.clip(1 / (1 + np.exp(-every)), 0.05, 0.999)


def flowers_first(codes: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which codes are flowers."""
    return (codes >= FLOWER) & (codes < RED)
