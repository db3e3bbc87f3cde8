"""The detections of one picture: boxes, whether each shows a tile, and which.

These are two questions: a flower of an unknown design is surely a tile, though nobody can say which one; it
stays, with every name that it may have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import BACK, FLOWER, KINDS, RED, TILES

Floats = NDArray[np.float32]
_LEAST = 1e-12


@dataclass(frozen=True, eq=False)
class Detections:
    """``boxes`` float32 (n, 4): x1, y1, x2, y2 in pixels of the upright original picture.

    ``probabilities`` float32 (n, 46): that a box shows a tile, and this one, in the order of the tile codes.
    It is the product of `objectness` (it shows a tile) and `posterior` (which one if so). The rows of a
    detector of one stage may sum to more than one. ``hints`` float32 (m, 4): boxes in which the network saw
    something like tiles, too weak or too small to name, where a closer look may be worth it
    (`paiyan.vision.detection.views.hints`). Wrong shapes and values raise `ValueError`.
    """

    boxes: Floats
    probabilities: Floats
    hints: Floats = field(default_factory=lambda: np.zeros((0, 4), np.float32))

    def __post_init__(self) -> None:
        boxes = np.asarray(self.boxes, dtype=np.float32)
        probabilities = np.asarray(self.probabilities, dtype=np.float32)
        if boxes.ndim != 2 or boxes.shape[1] != 4:
            raise ValueError(f"boxes have shape {boxes.shape}, wanted (n, 4)")
        if probabilities.shape != (len(boxes), len(TILES)):
            wanted = (len(boxes), len(TILES))
            raise ValueError(f"probabilities have shape {probabilities.shape}, wanted {wanted}")
        if not (np.isfinite(boxes).all() and np.isfinite(probabilities).all()):
            raise ValueError("boxes and probabilities must be finite numbers")
        if len(boxes) and not (boxes[:, 2:] > boxes[:, :2]).all():
            raise ValueError("each box must be x1, y1, x2, y2 with x1 < x2 and y1 < y2")
        object.__setattr__(self, "boxes", boxes)
        object.__setattr__(self, "probabilities", probabilities)

    def __len__(self) -> int:
        return len(self.boxes)

    @cached_property
    def objectness(self) -> Floats:
        """The probability that each box shows a tile of any kind, (n,)."""
        return self.probabilities.sum(axis=1).clip(0, 1)

    @cached_property
    def posterior(self) -> Floats:
        """The probability of each tile for boxes that show one: (n, 46), rows sum to one."""
        total = self.probabilities.sum(axis=1, keepdims=True)
        known = self.probabilities / np.maximum(total, _LEAST)
        return np.where(total > _LEAST, known, np.float32(1 / len(TILES)))

    @cached_property
    def classes(self) -> NDArray[np.intp]:
        """The most probable tile code of each box, (n,)."""
        return self.probabilities.argmax(axis=1)

    @cached_property
    def confidence(self) -> Floats:
        """The probability that a box shows a tile, and that one, (n,)."""
        return self.probabilities.max(axis=1)

    @cached_property
    def clarity(self) -> Floats:
        """The share of each box's likeliest kind, all flowers being one kind: (n,).

        Parts of tiles, and boxes across two, look like several kinds."""
        kinds = self.posterior[:, :KINDS].copy()
        for red in range(RED, BACK):
            kinds[:, TILES[red].kind] += self.posterior[:, red]
        flowers = self.posterior[:, FLOWER:RED].sum(axis=1)
        return np.maximum(np.maximum(kinds.max(axis=1), flowers), self.posterior[:, BACK])

    @cached_property
    def centres(self) -> NDArray[np.float64]:
        """The middle of each box in pixels, (n, 2)."""
        return (self.boxes[:, :2].astype(np.float64) + self.boxes[:, 2:]) / 2

    @cached_property
    def sizes(self) -> NDArray[np.float64]:
        """Width and height of each box in pixels, (n, 2)."""
        return self.boxes[:, 2:].astype(np.float64) - self.boxes[:, :2]

    def offsets(self, index: int) -> NDArray[np.float64]:
        """Return how far the middle of each box lies from that of one, in the mean size of both: (n, 2)."""
        return 2 * (self.centres - self.centres[index]) / (self.sizes + self.sizes[index])

    def select(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Detections:
        """Return the boxes of a mask (n,), or of indices in their order."""
        some = object.__new__(Detections)  # values that are known already are not checked or computed again
        known = {name: self.__dict__[name][which] for name in _OF_EACH if name in self.__dict__}
        some.__dict__.update(known, hints=self.hints)
        return some

    def moved(self, size: tuple[int, int], to: tuple[int, int]) -> Detections:
        """Return the detections of a picture of a `size` (width, height), in pixels of the same one in size
        `to`."""
        if size == to:
            return self
        by = np.array([to[0] / size[0], to[1] / size[1]] * 2, np.float32)
        return Detections(self.boxes * by, self.probabilities, self.hints * by)

    def alternatives(self, index: int) -> tuple[tuple[int, float], ...]:
        """Return the next probable codes of one box, best first, with their probabilities: at most three."""
        row = self.probabilities[index]
        order = np.argsort(-row, kind="stable")[1:4]
        return tuple((int(code), float(row[code])) for code in order if row[code] >= 0.02)

    @staticmethod
    def joined(parts: Sequence[Detections]) -> Detections:
        """Return all boxes of several detections, in their order."""
        return Detections(
            np.concatenate([part.boxes for part in parts]),
            np.concatenate([part.probabilities for part in parts]),
            np.concatenate([part.hints for part in parts]),
        )

    @classmethod
    def from_ultralytics(cls, result: Any, codes: Mapping[int, int] | None = None) -> Detections:
        """Return the detections of a picture by an ultralytics detector: a ``Results`` object.

        `codes` gives the tile code of each of its classes; without it, class n is tile code n. Boxes of a
        class that `codes` leaves out are dropped.
        """
        boxes = result.boxes
        return cls._named(boxes.xyxy, boxes.conf, boxes.cls, codes)

    @classmethod
    def from_supervision(cls, detections: Any, codes: Mapping[int, int] | None = None) -> Detections:
        """Return the boxes of a ``supervision.Detections``, its classes as for `from_ultralytics`."""
        boxes, confidence = detections.xyxy, detections.confidence
        return cls._named(
            boxes, np.ones(len(boxes)) if confidence is None else confidence, detections.class_id, codes
        )

    @classmethod
    def _named(cls, boxes: Any, confidence: Any, classes: Any, codes: Mapping[int, int] | None) -> Detections:
        """Return boxes, each of one class with a confidence; raises `ValueError` for a class of no tile."""
        xyxy, sure, numbers = (
            np.asarray(one.cpu() if hasattr(one, "cpu") else one) for one in (boxes, confidence, classes)
        )
        known = [(i, int(n) if codes is None else codes.get(int(n))) for i, n in enumerate(numbers)]
        kept = [(i, code) for i, code in known if code is not None]
        if odd := next((code for _, code in kept if not 0 <= code < len(TILES)), None):
            raise ValueError(f"class {odd} is no tile code: there are 0 to {len(TILES) - 1}")
        probabilities = np.zeros((len(kept), len(TILES)), np.float32)
        for row, (i, code) in enumerate(kept):
            probabilities[row, code] = sure[i]
        places = [i for i, _ in kept]
        return cls(np.reshape(xyxy[places], (-1, 4)).astype(np.float32), probabilities)

    @staticmethod
    def none() -> Detections:
        """Return no detections."""
        return Detections(np.zeros((0, 4), np.float32), np.zeros((0, len(TILES)), np.float32))

    @staticmethod
    def of(boxes: Floats, codes: NDArray[np.intp], *, confidence: float = 1.0) -> Detections:
        """Return boxes (n, 4) of known tiles: labels as if a detector had found them."""
        probabilities = np.zeros((len(boxes), len(TILES)), np.float32)
        probabilities[np.arange(len(boxes)), codes] = confidence
        return Detections(np.reshape(np.asarray(boxes, np.float32), (-1, 4)), probabilities)


_OF_EACH = (
    "boxes", "probabilities",
    "objectness", "posterior", "classes", "confidence", "clarity", "centres", "sizes",
)  # fmt: skip
"""The attributes with a row for each box: fields, and values computed on first use."""


def overlaps(boxes: NDArray[np.floating[Any]], others: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Return the overlap (intersection over union) of every box (n, 4) with every other (m, 4): (n, m)."""
    shared = shared_areas(boxes, others).astype(np.float64)
    area, other = ((b[:, 2:] - b[:, :2]).prod(axis=1) for b in (boxes, others))
    return shared / np.maximum(area[:, None] + other[None] - shared, 1e-9)


def shared_areas(
    boxes: NDArray[np.floating[Any]], others: NDArray[np.floating[Any]]
) -> NDArray[np.floating[Any]]:
    """Return the area that every box (n, 4) shares with every other (m, 4): (n, m)."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    sides = (high - low).clip(min=0)
    return sides[..., 0] * sides[..., 1]


def match_boxes(
    tiles: NDArray[np.floating[Any]], boxes: NDArray[np.floating[Any]], *, least: float
) -> NDArray[np.intp]:
    """Return for each box the tile that it overlaps most, by `least` or more, each tile once; -1 for none."""
    overlap = overlaps(tiles, boxes)
    at = np.full(len(boxes), -1, np.intp)
    while overlap.size and overlap.max() >= least:
        tile, box = np.unravel_index(int(overlap.argmax()), overlap.shape)
        at[box] = tile
        overlap[tile], overlap[:, box] = 0, 0
    return at


def hold(boxes: NDArray[np.floating[Any]], points: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
    """True if a box (n, 4) holds a point (m, 2): (n, m)."""
    inside = (points[None] > boxes[:, None, :2]) & (points[None] < boxes[:, None, 2:])
    return np.all(inside, axis=2)
