"""Match a detector's boxes with a picture's labels: hits, confusions and confidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.formats.labelled import DatasetError, Labelled
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detections import Detections, overlaps
from paiyan.vision.picture.image import load

T = TypeVar("T")
MapItems = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
"""Maps a function over many items, in their order: `map`, or another way of the same form."""
Progress = Callable[[int, int], None]
"""Called with (done, count)."""


REGION_OVERLAP = 0.5
"""The share of a box that must lie in a region for the box to belong to it, as COCO has it at IoU 0.5."""


class PictureResult(NamedTuple):
    """The detections of a picture.

    `truth` holds boxes and regions in pixels; `ms` is the time of only the detector, in milliseconds,
    `load_ms` that of reading and decoding the file.
    """

    truth: Labelled
    found: Detections
    ms: float
    load_ms: float = 0.0


def detect_picture(detector: Detector, item: Labelled) -> PictureResult:
    """Run the detector on one picture. Raises `ImageError` if it cannot be read."""
    begun = perf_counter()
    picture = load(item.image)
    start = perf_counter()
    found = detector.detect(picture)
    ms = 1000 * (perf_counter() - start)
    size = np.tile(picture.shape[1::-1], 2)
    return PictureResult(
        item._replace(boxes=item.boxes * size, regions=item.regions * size), found, ms, 1000 * (start - begun)
    )


def with_progress(results: Iterable[T], count: int, progress: Progress | None) -> Iterator[T]:
    """Yield the results as they come; call `progress` with (done, `count`) before each."""
    for done, result in enumerate(results, 1):
        if progress is not None:
            progress(done, count)
        yield result


def evenly_spaced(items: Sequence[Labelled], limit: int | None) -> Sequence[Labelled]:
    """Return at most `limit` items, spread over the set. Raises `DatasetError` if they hold no tile."""
    some = items[:: max(len(items) // limit, 1)][:limit] if limit else items
    if not sum(len(item.classes) for item in some):
        where = items[0].image.parent.parent if items else Path()
        raise DatasetError(
            f"{where} holds no labelled tile: its labels are empty, or do not lie where its form has them"
        )
    return some


class Matches(NamedTuple):
    """The matches of a picture at a working threshold: `found` best first, and which truth each of them has.

    `pairs` (truth, found) overlap by half or more, each used once, whatever the classes. `which` is the index
    of each of `found` in the picture's detections. `not_judged`: likewise the detections that count neither
    as right nor as wrong, since they lie on no boxed tile and the set does not box such tiles, or not there.
    """

    truth: NDArray[np.int64]
    found: NDArray[np.intp]
    confidence: NDArray[np.float32]
    pairs: tuple[tuple[int, int], ...]
    which: NDArray[np.intp]
    not_judged: NDArray[np.intp]

    @property
    def right(self) -> int:
        """Count the tiles found and named right."""
        return sum(int(self.truth[t] == self.found[d]) for t, d in self.pairs)

    @property
    def wrong(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs whose names differ."""
        return tuple((t, d) for t, d in self.pairs if self.truth[t] != self.found[d])

    @property
    def missed(self) -> tuple[int, ...]:
        """Return the codes of the tiles that no box matches."""
        taken = {t for t, _ in self.pairs}
        return tuple(code for t, code in enumerate(self.truth.tolist()) if t not in taken)

    @property
    def made_up(self) -> tuple[int, ...]:
        """Return the codes of the boxes that lie on no tile."""
        taken = {d for _, d in self.pairs}
        return tuple(code for d, code in enumerate(self.found.tolist()) if d not in taken)

    @property
    def edits(self) -> int:
        """Count the tiles to rename, add or remove until the picture's tiles are right."""
        return max(len(self.truth), len(self.found)) - self.right


def match_picture(picture: PictureResult, *, threshold: float) -> Matches:
    """Match boxes of at least this probability to labels, each with the best free one it overlaps by half."""
    order = np.argsort(-picture.found.objectness, kind="stable")
    order = order[picture.found.objectness[order] >= threshold]
    sure = picture.found.select(order)
    pairs = match_boxes(picture.truth.boxes, sure.boxes.astype(np.float64))
    judged = _judged(picture.truth, sure)
    judged[[d for _, d in pairs]] = True
    place = np.cumsum(judged) - 1
    found = sure.select(judged)
    return Matches(
        picture.truth.classes,
        found.classes,
        found.confidence,
        tuple((t, int(place[d])) for t, d in pairs),
        order[judged],
        order[~judged],
    )


def _judged(truth: Labelled, detections: Detections) -> NDArray[np.bool_]:
    """True for boxes (n,) that would be wrong where no tile is boxed: of a known class, not half in a
    region."""
    known = np.ones(len(detections), np.bool_)
    if truth.known is not None:
        known = np.isin(detections.classes, list(truth.known))
    low = np.maximum(detections.boxes[:, None, :2], truth.regions[None, :, :2])
    high = np.minimum(detections.boxes[:, None, 2:], truth.regions[None, :, 2:])
    within = (high - low).clip(min=0).prod(axis=2) / detections.sizes.prod(axis=1)[:, None]
    return known & ~(within >= REGION_OVERLAP).any(axis=1)


def match_boxes(truth: NDArray[np.float64], boxes: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Return pairs (truth, box) that overlap by half, of two box lists (n, 4), each used once; boxes come
    best first."""
    overlap = overlaps(truth, boxes)
    pairs: list[tuple[int, int]] = []
    for index in range(len(boxes)):
        if len(truth) and overlap[:, index].max() >= 0.5:
            best = int(overlap[:, index].argmax())
            pairs.append((best, index))
            overlap[best] = 0
    return pairs


NOTHING = len(TILES)
"""The last row and column of a confusion matrix: no tile there, or no tile found."""
SURE = 0.9
"""A wrong name with at least this confidence would not be questioned."""
_BINS = 10


def confusion_matrix(pictures: Sequence[Matches]) -> NDArray[np.int64]:
    """Return how often each true class (row) was found as each class (column), (47, 47); the last is
    nothing."""
    table = np.zeros((NOTHING + 1, NOTHING + 1), np.int64)
    for p in pictures:
        for t, d in p.pairs:
            table[p.truth[t], p.found[d]] += 1
        for code in p.missed:
            table[code, NOTHING] += 1
        for code in p.made_up:
            table[NOTHING, code] += 1
    return table


def commonest_mistakes(table: NDArray[np.int64]) -> list[dict[str, Any]]:
    """Return the twenty commonest mistakes of a confusion matrix: truth, what it was found as, how often."""
    wrong = table - np.diag(np.diag(table))
    order = np.argsort(-wrong, axis=None, kind="stable")[:20]
    places = (np.unravel_index(int(i), wrong.shape) for i in order)
    return [
        {"truth": _name(int(t)), "found": _name(int(d)), "count": int(wrong[t, d])}
        for t, d in places
        if wrong[t, d]
    ]


def _name(code: int) -> str:
    return "nothing" if code == NOTHING else TILES[code].notation


class Calibration(NamedTuple):
    """The share of right boxes by confidence, in ten bins from 0 to 1.

    `error` is the expected calibration error: the mean distance of confidence and share, weighted by count.
    `confident_wrong` counts the boxes on a true tile that are named wrong with `SURE` or more.
    """

    boxes: tuple[int, ...]
    confidence: tuple[float, ...]
    right: tuple[float, ...]
    error: float
    confident_wrong: int
    confident: int


def calibration(pictures: Sequence[Matches]) -> Calibration:
    """Compute the calibration of all boxes of these pictures."""
    sure = np.concatenate([p.confidence for p in pictures]).astype(np.float64)
    right = np.concatenate([_right(p) for p in pictures])
    bins = np.minimum((sure * _BINS).astype(np.int64), _BINS - 1)
    count = np.bincount(bins, minlength=_BINS)
    mean = np.bincount(bins, sure, _BINS) / np.maximum(count, 1)
    share = np.bincount(bins, right, _BINS) / np.maximum(count, 1)
    error = float((np.abs(mean - share) * count).sum() / max(count.sum(), 1))
    wrong = sum(bool(p.confidence[d] >= SURE) for p in pictures for _, d in p.wrong)
    return Calibration(
        tuple(count.tolist()),
        tuple(mean.round(4).tolist()),
        tuple(share.round(4).tolist()),
        error,
        wrong,
        int((sure >= SURE).sum()),
    )


def _right(p: Matches) -> NDArray[np.float64]:
    right = np.zeros(len(p.found))
    right[[d for t, d in p.pairs if p.truth[t] == p.found[d]]] = 1
    return right
