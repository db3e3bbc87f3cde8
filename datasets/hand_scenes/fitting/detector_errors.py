"""The figures of ``customs/detector_errors.json`` 检测误差的测量: a detector on pictures of known boxes.

Labelled photos tell how sure it is of real tiles and what it takes them for; drawn scenes, of which every box
is known, also what it misses by size, what it finds twice, and what it finds where nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.customs.detector_errors import LEVELS, WIDTHS
from paiyan.datasets.formats.open_set import read_set
from paiyan.datasets.hand_scenes.detections import detect_scenes, scenes_of
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.detector import Detector, run_looks
from paiyan.vision.detection.views.looking import look_closer
from paiyan.vision.detections import Detections, overlaps
from paiyan.vision.picture.image import load

Floats = NDArray[np.floating[Any]]
SEED = 660_000
"""Of drawn scenes that nothing else is measured on."""
_MATCH, _INSIDE = (
    0.4,
    0.6,
)  # a box that overlaps a true one so far is of it; one inside it so far is of it twice


class DetectedPicture(NamedTuple):
    """One picture: its size, what a detector found, and the true boxes (m, 4) and codes (m,). ``whole``:
    whether every tile has a true box."""

    size: tuple[int, int]
    found: Detections
    boxes: Floats
    codes: NDArray[np.int64]
    whole: bool


class _Tally:
    """What is counted over all pictures."""

    def __init__(self) -> None:
        self.sure: list[float] = []
        self.named: list[float] = []
        self.off: list[Floats] = []
        self.missed: dict[bool, list[tuple[float, bool]]] = {False: [], True: []}
        self.false_sure: list[float] = []
        self.false_backs = 0
        self.twice = self.tiles = self.boxes = 0
        self.mass = np.zeros((len(TILES), len(TILES)))


def fit(pictures: Iterable[DetectedPicture]) -> dict[str, Any]:
    """The figures of some pictures, as `paiyan.datasets.customs.detector_errors` reads them."""
    tally = _Tally()
    for picture in pictures:
        _count(tally, picture)
    return {
        "tiles": tally.tiles,
        "sure": _quantiles(tally.sure),
        "named": _quantiles(tally.named),
        "edges": [round(float(v), 4) for v in np.std(np.array(tally.off), axis=0)],
        "missed": _by_width(tally.missed[False]),
        "missed_backs": _by_width(tally.missed[True]),
        "false": round(len(tally.false_sure) / max(tally.boxes, 1), 4),
        "false_sure": _quantiles(tally.false_sure),
        "false_backs": round(tally.false_backs / max(len(tally.false_sure), 1), 3),
        "twice": round(tally.twice / max(tally.boxes, 1), 4),
        "confused": _confused(tally.mass),
    }


def _count(tally: _Tally, picture: DetectedPicture) -> None:
    found, boxes = picture.found, picture.boxes
    overlap = (
        overlaps(found.boxes, boxes) if len(found) and len(boxes) else np.zeros((len(found), len(boxes)))
    )
    logits = np.log(found.objectness.clip(1e-3, 0.999)) - np.log(1 - found.objectness.clip(1e-3, 0.999))
    used: set[int] = set()
    for at, code in enumerate(picture.codes.tolist()):
        wide, high = boxes[at, 2] - boxes[at, 0], boxes[at, 3] - boxes[at, 1]
        best = int(overlap[:, at].argmax()) if len(found) else -1
        hit = best >= 0 and bool(overlap[best, at] > _MATCH)
        tally.missed[code == BACK].append((640 * float(min(wide, high)) / max(picture.size), not hit))
        if not hit:
            continue
        used.add(best)
        tally.tiles += 1
        tally.sure.append(float(logits[best]))
        tally.off.append((found.boxes[best] - boxes[at]) / np.sqrt(wide * high))
        if code != BACK:
            tally.named.append(float(found.posterior[best, code]))
            tally.mass[code] += found.posterior[best]
    if picture.whole:
        _count_false(tally, found, boxes, logits, used)


def _count_false(tally: _Tally, found: Detections, boxes: Floats, logits: Floats, used: set[int]) -> None:
    tally.boxes += len(found)
    for at in set(range(len(found))) - used:
        low, high = (
            np.maximum(found.boxes[at, :2], boxes[:, :2]),
            np.minimum(found.boxes[at, 2:], boxes[:, 2:]),
        )
        shared = (high - low).clip(min=0).prod(axis=1) / found.sizes[at].prod()
        if len(shared) and shared.max() > _INSIDE:
            tally.twice += 1
        else:
            tally.false_sure.append(float(logits[at]))
            tally.false_backs += int(found.classes[at]) == BACK


def _quantiles(values: Sequence[float]) -> list[float]:
    return [round(float(v), 3) for v in np.quantile(values or [0.0], LEVELS)]


def _by_width(samples: Sequence[tuple[float, bool]]) -> list[float]:
    """The share of missed tiles about each of `WIDTHS`, a few believed missed and found beforehand."""
    wide, missed = np.array([w for w, _ in samples]), np.array([m for _, m in samples], np.float64)
    out: list[float] = []
    for width in WIDTHS:
        weight = np.exp(-(np.log(np.maximum(wide, 1) / width) ** 2) * 12)
        out.append(round(float((weight @ missed + 0.05) / (weight.sum() + 1.0)), 4))
    return out


def _confused(mass: Floats) -> dict[str, dict[str, float]]:
    """What is said of each code for others: the six likeliest, as shares of what is not the truth."""
    out: dict[str, dict[str, float]] = {}
    for code, row in enumerate(mass):
        others = row.copy()
        others[code] = 0
        if others.sum() > 0:
            shares = (others / others.sum()).round(3)
            order: list[int] = np.argsort(-others)[:6].tolist()
            named = {TILES[c].notation: float(shares[c]) for c in order if shares[c] > 0}
            out[TILES[code].notation] = named
    return out


def photos(folders: Iterable[Path], detector: Detector, *, only: frozenset[str]) -> Iterator[DetectedPicture]:
    """Labelled photos of some sets whose file names are among `only`. Only the player's tiles have boxes."""
    for folder in folders:
        for item in read_set(folder):
            if item.image.name in only:
                picture = load(item.image)
                high, wide = picture.shape[:2]
                found = run_looks(look_closer(picture, detector.detect(picture)), detector)
                yield DetectedPicture(
                    (wide, high), found, item.boxes * [wide, high, wide, high], item.classes, whole=False
                )


def drawn(each: int, detector: Detector, *, kept: Path) -> Iterator[DetectedPicture]:
    """The first `each` drawn scenes of every kind, of which every box is known."""
    for seen in detect_scenes(list(scenes_of(each, seed=SEED)), detector, seed=SEED, kept=kept):
        for scene, labels, found in zip(seen.scene.scenes, seen.scene.labels, seen.found, strict=True):
            boxes = np.array([label.box for label in labels], np.float64).reshape(-1, 4)
            yield DetectedPicture(
                scene.size, found, boxes, np.array([label.code for label in labels], np.int64), whole=True
            )
