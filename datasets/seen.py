"""One picture and what a detector found in it: what every figure of the evaluation is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from datasets.formats import DatasetError, Labelled
from vision.detections import Detections, overlaps
from vision.detector import Detector
from vision.image import load

T = TypeVar("T")
Each = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
"""Does something with each of many items, in their order: `map`, or another way of the same form."""
Progress = Callable[[int, int], None]
"""Called with (done, count)."""


class Seen(NamedTuple):
    """`truth` holds boxes in pixels; `ms` is the time of the detector alone, in milliseconds."""

    truth: Labelled
    found: Detections
    ms: float

    @property
    def name(self) -> str:
        return self.truth.image.name

    @property
    def folder(self) -> str:
        """The set that the picture lies in: the folder above ``images/``, or the one that holds it."""
        parent = self.truth.image.parent
        return parent.parent.name if parent.name in ("images", "JPEGImages") else parent.name


def see(detector: Detector, item: Labelled) -> Seen:
    """Run the detector on one picture. Raises `ImageError` where it cannot be read."""
    picture = load(item.image)
    start = perf_counter()
    found = detector.detect(picture)
    ms = 1000 * (perf_counter() - start)
    return Seen(item._replace(boxes=item.boxes * np.tile(picture.shape[1::-1], 2)), found, ms)


def told(results: Iterable[T], count: int, progress: Progress | None) -> Iterator[T]:
    """The results as they come; `progress` is told after each how many of `count` there are."""
    for done, result in enumerate(results, 1):
        if progress is not None:
            progress(done, count)
        yield result


def spread(items: Sequence[Labelled], limit: int | None) -> Sequence[Labelled]:
    """At most `limit` of them, spread over the set. Raises `DatasetError` where they hold no tile."""
    some = items[:: max(len(items) // limit, 1)][:limit] if limit else items
    if not sum(len(item.classes) for item in some):
        where = items[0].image.parent.parent if items else Path()
        raise DatasetError(f"{where} holds no labelled tile: check that labels/ lies beside images/")
    return some


class Pairs(NamedTuple):
    """A picture at a working threshold: `found` best first, and which of them takes which truth.

    `pairs` (truth, found) overlap by half or more, each used once, whatever the classes.
    """

    truth: NDArray[np.int64]
    found: NDArray[np.intp]
    confidence: NDArray[np.float32]
    pairs: tuple[tuple[int, int], ...]

    @property
    def right(self) -> int:
        """Tiles found and named right."""
        return sum(int(self.truth[t] == self.found[d]) for t, d in self.pairs)

    @property
    def wrong(self) -> tuple[tuple[int, int], ...]:
        """The pairs whose names differ."""
        return tuple((t, d) for t, d in self.pairs if self.truth[t] != self.found[d])

    @property
    def missed(self) -> tuple[int, ...]:
        """The codes of the tiles that no box found."""
        taken = {t for t, _ in self.pairs}
        return tuple(code for t, code in enumerate(self.truth.tolist()) if t not in taken)

    @property
    def made_up(self) -> tuple[int, ...]:
        """The codes of the boxes that lie on no tile."""
        taken = {d for _, d in self.pairs}
        return tuple(code for d, code in enumerate(self.found.tolist()) if d not in taken)

    @property
    def edits(self) -> int:
        """Tiles to name anew, to add or to take away until the picture's tiles are right."""
        return max(len(self.truth), len(self.found)) - self.right


def pair(seen: Seen, *, threshold: float) -> Pairs:
    """The boxes from a confidence up, each with the best free truth that it overlaps by half or more."""
    sure = seen.found.select(seen.found.confidence >= threshold)
    order = np.argsort(-sure.confidence, kind="stable")
    pairs = match(seen.truth.boxes, sure.boxes[order].astype(np.float64))
    return Pairs(seen.truth.classes, sure.classes[order], sure.confidence[order], tuple(pairs))


def match(
    truth: NDArray[np.float64], boxes: NDArray[np.float64], *, iou: float = 0.5
) -> list[tuple[int, int]]:
    """Pairs (truth, box) of two box lists (n, 4), each used once; boxes come best first."""
    overlap = overlaps(truth, boxes)
    pairs: list[tuple[int, int]] = []
    for index in range(len(boxes)):
        if len(truth) and overlap[:, index].max() >= iou:
            best = int(overlap[:, index].argmax())
            pairs.append((best, index))
            overlap[best] = 0
    return pairs
