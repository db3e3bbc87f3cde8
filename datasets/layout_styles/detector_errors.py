"""Simulate a detector's errors on true boxes 检测误差: misses, doubles, halves, false boxes, wrong names.

The rates are measured: `paiyan.datasets.hand_scenes.detector_noise` compares a detector's boxes with
known ones and writes ``detector_errors.json``. The difficulty of a scene is random: many are read without an
error, some are worse throughout than any measured picture, since other people's tables are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.layout_styles.camera import Photograph, readable
from paiyan.scorer.tiles.tile import BACK, FLOWER, KINDS, RED, TILES
from paiyan.vision.structure.scores import CODES

PATH = Path(__file__).with_name("detector_errors.json")
LEVELS = (0.0, 0.01, 0.03, 0.07, 0.15, 0.3, 0.5, 0.75, 1.0)
"""The quantiles, from the least confident up, for which figures are kept."""
WIDTHS = (6.0, 10.0, 14.0, 18.0, 24.0, 32.0)
"""Widths of tiles, in pixels of a picture of 640, for which the share of missed tiles is kept."""
WHITE = 31
Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True)
class Found:
    """Detected boxes (n, 4), whether each is a tile at all (n,), codes (n, 46), and the index of the tile
    that each box shows (n,): -1 if it shows none or one that another box has."""

    boxes: Floats
    there: Floats
    codes: Floats
    of: Codes

    def only(self, which: Codes) -> Found:
        """Return the boxes at these indices."""
        return Found(self.boxes[which], self.there[which], self.codes[which], self.of[which])


@cache
def figures() -> dict[str, Any]:
    """Return the fitted figures."""
    return json.loads(PATH.read_text(encoding="utf-8"))


@cache
def _confusions() -> Floats:
    """Return how often each code (row) is taken for another (column), rows summing to one."""
    names = {tile.notation: tile.code for tile in TILES}
    out = np.full((CODES, CODES), 4e-3)
    for name, others in figures()["confused"].items():
        for other, mass in others.items():
            out[names[name], names[other]] += mass
    np.fill_diagonal(out, 0.0)
    return out / out.sum(1, keepdims=True)


def _between(points: Floats, knots: Sequence[float], values: Sequence[float]) -> Floats:
    """Interpolate linearly between known values."""
    return np.asarray(np.interp(points, np.array(knots), np.array(values)), np.float64)


def detect(rng: Random, photo: Photograph, tile: NDArray[np.bool_], *, exact: bool = False) -> Found:
    """Detect the tiles of a photograph; `tile` (n,) is false for objects that only look like one.

    With `exact` there is no error: the boxes of all visible tiles, each with its right name.
    """
    if exact:
        of = np.flatnonzero(readable(photo) & tile & (photo.shown > 0.2))
        return Found(photo.boxes[of], np.full(len(of), 0.998), np.eye(CODES)[photo.codes[of]], of)
    return _Detector(rng).detect(photo, tile)


class _Detector:
    """A detector for one picture: its difficulty holds for all boxes."""

    def __init__(self, rng: Random) -> None:
        self._hard = rng.random() ** 2.5
        self._draw = np.random.default_rng(rng.getrandbits(48))
        self._figures = figures()
        chance = rng.random()
        self._plain_set = (WHITE, BACK) if chance < 0.08 else (BACK, WHITE) if chance < 0.14 else None

    def detect(self, photo: Photograph, tile: NDArray[np.bool_]) -> Found:
        of = np.flatnonzero(self._seen(photo, tile))
        boxes, codes, shown, real = photo.boxes[of], photo.codes[of], photo.shown[of], tile[of]
        twice, codes_twice = self._twice(boxes, codes)
        false, codes_false = self._false(boxes, photo.size)
        every = self._moved(np.concatenate([boxes, twice, false]))
        more = len(twice) + len(false)
        unclear = np.concatenate([1 - shown + 0.5 * ~real, np.full(more, 0.6)])
        probabilities = self._named(np.concatenate([codes, codes_twice, codes_false]), unclear)
        there = self._there(unclear, np.concatenate([real, np.zeros(more, bool)]))
        whose = np.concatenate([np.where(real, of, -1), np.full(more, -1)])
        return Found(every, there, probabilities, whose)

    def _level(self, unclear: Floats) -> Floats:
        """Draw the quantile of each box among all measured ones, 0 the worst: lower in a hard picture, and
        for a tile that is mostly hidden."""
        worse = 1 + 1.5 * self._hard + 2.0 * np.clip(unclear - 0.2, 0, 1)
        return self._draw.random(len(unclear)) ** worse

    def _seen(self, photo: Photograph, tile: NDArray[np.bool_]) -> NDArray[np.bool_]:
        wide = 640 * (photo.boxes[:, 2:] - photo.boxes[:, :2]).min(1) / max(photo.size)
        front = _between(wide, WIDTHS, self._figures["missed"])
        back = _between(wide, WIDTHS, self._figures["missed_backs"])
        missed = np.where(photo.codes == BACK, back * (0.3 + self._draw.random()), front)
        missed = missed * (0.5 + 2 * self._hard)
        missed = missed + 0.8 * np.clip((0.5 - photo.shown) / 0.38, 0, 1) ** 1.5
        missed = missed + 0.5 * np.clip((0.3 - photo.facing) / 0.2, 0, 1)
        draw = self._draw.random(len(tile))
        return readable(photo) & (draw >= missed) & (tile | (self._draw.random(len(tile)) < 0.5))

    def _twice(self, boxes: Floats, codes: Codes) -> tuple[Floats, Codes]:
        """Return second boxes on tiles: a part of one, or a part of it and of its neighbour."""
        rate = self._figures["twice"] * (0.2 + 4 * self._hard)
        which = np.flatnonzero(self._draw.random(len(boxes)) < rate)
        out = boxes[which].copy()
        for row in out:
            share, side = self._draw.uniform(0.35, 0.85), int(self._draw.integers(4))
            axis = side % 2
            length = row[2 + axis] - row[axis]
            if self._draw.random() < 0.7:
                row[axis if side < 2 else 2 + axis] += (1 - share) * length * (1 if side < 2 else -1)
            else:
                row[[axis, 2 + axis]] += self._draw.uniform(0.3, 0.6) * length * (1 if side < 2 else -1)
        other = self._draw.integers(0, CODES, len(which))
        return out, np.where(self._draw.random(len(which)) < 0.6, codes[which], other)

    def _false(self, boxes: Floats, size: tuple[int, int]) -> tuple[Floats, Codes]:
        """Return boxes where there is no tile: next to tiles, like the side of one, or anywhere."""
        draw = self._draw
        mean = float(self._figures["false"]) * len(boxes) * (0.1 + 1.5 * self._hard)
        count = int(draw.poisson(mean, 1)[0]) if len(boxes) else 0
        near = boxes[draw.integers(0, max(len(boxes), 1), count)]
        wide, high = near[:, 2] - near[:, 0], near[:, 3] - near[:, 1]
        x = (near[:, 0] + near[:, 2]) / 2 + wide * draw.normal(0, 1.2, count)
        y = (near[:, 1] + near[:, 3]) / 2 + high * draw.normal(0, 0.9, count)
        far = draw.random(count) < 0.5
        x, y = (
            np.where(far, draw.uniform(0, size[0], count), x),
            np.where(far, draw.uniform(0, size[1], count), y),
        )
        wide, high = wide * draw.uniform(0.5, 1.4, count), high * draw.uniform(0.3, 1.3, count)
        backs = draw.random(count) < self._figures["false_backs"] * draw.random()
        kind = draw.random(count)  # false boxes look most like a white dragon, or a flower's drawing
        faces = np.where(kind < 0.35, WHITE, draw.integers(0, KINDS, count))
        faces = np.where(kind > 0.8, draw.integers(FLOWER, RED, count), faces)
        return np.stack([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2], 1), np.where(
            backs, BACK, faces
        )

    def _moved(self, boxes: Floats) -> Floats:
        """Shift the edges a little, in a hard picture more."""
        side = np.sqrt((boxes[:, 2:] - boxes[:, :2]).prod(1, keepdims=True))
        spread: Floats = np.array(self._figures["edges"]) * (0.25 + 0.9 * self._hard)
        moved = boxes + self._draw.normal(0, 1, boxes.shape) * spread * side
        moved[:, 2:] = np.maximum(moved[:, 2:], moved[:, :2] + 1.0)
        return moved

    def _named(self, codes: Codes, unclear: Floats) -> Floats:
        """Return class probabilities for these codes: the share of the truth as measured, the rest mostly for
        one code that it is confused with."""
        share = _between(self._level(unclear), LEVELS, self._figures["named"])
        spread = self._draw.gamma(0.2, 1.0, (len(codes), CODES)) * _confusions()[codes]
        spread = spread / np.maximum(spread.sum(1, keepdims=True), 1e-12)
        probabilities = spread * (1 - share)[:, None] + 1e-4
        probabilities[np.arange(len(codes)), self._plain(codes)] += share
        return probabilities / probabilities.sum(1, keepdims=True)

    def _plain(self, codes: Codes) -> Codes:
        """Confuse plain faces: in some sets backs look like white dragons, in others white dragons like
        backs."""
        if self._plain_set is None:
            return codes
        taken, of = self._plain_set
        mistaken = (codes == of) & (self._draw.random(len(codes)) < self._draw.uniform(0.3, 1.0))
        return np.where(mistaken, taken, codes)

    def _there(self, unclear: Floats, real: NDArray[np.bool_]) -> Floats:
        """Return the confidence that there is a tile."""
        levels = self._level(unclear)
        sure = _between(levels, LEVELS, self._figures["sure"])
        false = _between(self._draw.random(len(real)), LEVELS, self._figures["false_sure"])
        return np.clip(1 / (1 + np.exp(-np.where(real, sure, false))), 0.02, 0.998)
