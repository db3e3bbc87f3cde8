"""Detect drawn scenes, and measure a detector's errors on pictures of known boxes.

Detections are kept so that the detector runs once: a kept file holds one model's detections of one scene; its
name has the scene and the weights' checksum. A detector's uncertainty is fitted on them (`fit`) and kept in
``detector_noise.json``; `noisy` gives true boxes the class probabilities that such a detector would.
`fit_sharpness` calibrates its numbers to probabilities on the same scenes, whose seed is not the benchmark's.

Labelled photos show its confidence on real tiles and its confusions; drawn scenes, in which every box is
known, also its misses by size, its double boxes, and its boxes where there is nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.formats.open_set import read_set
from paiyan.datasets.hand_scenes.scenes import KINDS, SEVERAL, HandScene, draw_hand_scene
from paiyan.datasets.layout_styles.detector_errors import LEVELS, WIDTHS
from paiyan.datasets.synth.compositing.render import render
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.calibration import Sharpness
from paiyan.vision.detection.detector import Detector, run_looks
from paiyan.vision.detection.main_row import players_rows
from paiyan.vision.detection.naming.namer import Namer
from paiyan.vision.detection.thresholds import FIRST_STAGE, SURE_IN_GAP
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.detection.views.looking import look_closer
from paiyan.vision.detections import Detections, Floats, overlaps
from paiyan.vision.picture.image import load
from paiyan.vision.structure.network import calibrated


class SceneDetections(NamedTuple):
    """A scene and the detections in each of its pictures."""

    scene: HandScene
    found: tuple[Detections, ...]


def scenes_of(each: int, kinds: Iterable[str] = KINDS) -> list[tuple[str, int]]:
    """Return the first `each` scenes of every kind, as kind and index."""
    return [(kind, index) for index in range(each) for kind in kinds]


def with_true_boxes(which: Iterable[tuple[str, int]], *, seed: int) -> Iterator[SceneDetections]:
    """Yield scenes with the detections of a perfect detector."""
    for kind, index in which:
        scene = draw_hand_scene(index, kind=kind, seed=seed)
        yield SceneDetections(scene, true_boxes(scene))


def true_boxes(scene: HandScene) -> tuple[Detections, ...]:
    """Return the labels of a scene's pictures as the detections of a perfect detector."""
    return tuple(
        Detections.of(np.array([t.box for t in labels], np.float32), np.array([t.code for t in labels]))
        for labels in scene.labels
    )


FOLDER = Path("out/structured")
"""The folder where detections are kept, also those of an interrupted run."""


def detect_scenes(
    which: Iterable[tuple[str, int]], detector: Detector, *, seed: int
) -> Iterator[SceneDetections]:
    """Draw each scene and detect twice, as a reader does; kept detections are used again."""
    key = detector_key(detector)
    for kind, index in which:
        scene = draw_hand_scene(index, kind=kind, seed=seed)
        name = f"{key}-{seed}-{kind.replace(' ', '_')}-{index}"
        arrays = kept(name, partial(_detected, scene, detector))
        pictures = range(len(scene.scenes))
        yield SceneDetections(
            scene, tuple(Detections(arrays[f"boxes{i}"], arrays[f"probabilities{i}"]) for i in pictures)
        )


def kept(name: str, make: Callable[[], dict[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    """Return arrays that were kept under a name; if there are none, they are made and kept."""
    path = FOLDER / f"{name}.npz"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(path, allow_pickle=False, **make())
    with np.load(path) as file:
        return dict(file)


def detector_key(detector: Detector) -> str:
    """Return the key of a detector in the names of kept files; it changes with all that changes
    detections."""
    mark = detector.sha256[:12]
    if not isinstance(detector, NamedDetector):
        return mark
    stages = (detector.blend, detector.blank_model, detector.context, detector.thresholds)
    namer = detector.namer.sha256 if isinstance(detector.namer, Namer) else ""
    parts = (*stages, FIRST_STAGE, SURE_IN_GAP, namer)
    return f"{mark}-{crc32(repr(parts).encode()):08x}"


def _detected(scene: HandScene, detector: Detector) -> dict[str, NDArray[Any]]:
    out: dict[str, NDArray[Any]] = {}
    for i, drawn in enumerate(scene.scenes):
        picture = render(drawn, scene.rng)[0]
        found = detector.detect(picture)
        rows = players_rows(found) if scene.kind in SEVERAL else None
        found = run_looks(look_closer(picture, found, rows=rows), detector)
        out |= {f"boxes{i}": found.boxes, f"probabilities{i}": found.probabilities}
    return out


PATH = Path(__file__).with_name("detector_noise.json")
_KEPT = 240  # pairs of figures that are kept of each kind


class TilePrediction(NamedTuple):
    """A detector's prediction of one tile: the true code, and its class probabilities (46,)."""

    code: int
    row: Floats


def tile_predictions(detections: Detections, truth: Detections) -> list[TilePrediction]:
    """Return the predictions of boxes that lie on a true one, each with its truth."""
    out: list[TilePrediction] = []
    for at, centre in enumerate(truth.centres):
        if not len(detections):
            break
        away = np.hypot(*(detections.centres - centre).T)
        nearest = int(away.argmin())
        if away[nearest] < 0.3 * float(truth.sizes[at].min()):
            out.append(TilePrediction(int(truth.classes[at]), detections.probabilities[nearest]))
    return out


def fit(predictions: Sequence[TilePrediction], *, rng: np.random.Generator) -> dict[str, Any]:
    """Fit the model: how often each code is misread and as what, and pairs of probabilities."""
    right: list[tuple[float, float]] = []
    wrong: list[tuple[float, float]] = []
    confused: dict[str, Floats] = {}
    seen, misread = Counter[str](), Counter[str]()
    for code, row in predictions:
        (top, second), name = np.argsort(-row, kind="stable")[:2].tolist(), TILES[code].notation
        seen[name] += 1
        misread[name] += int(row.argmax()) != code
        confused[name] = confused.get(name, 0) + row / row.sum()
        partner = float(row[second]) if top == code else float(row[code])
        pair = round(float(row[top]), 3), round(partner / max(float(row[top]), 1e-6), 3)
        (right if top == code else wrong).append(pair)
    return {
        "tiles": len(predictions),
        "misread": {name: [misread[name], seen[name]] for name in sorted(seen)},
        "confused": {name: _likely(name, mass) for name, mass in sorted(confused.items())},
        "right": [right[i] for i in rng.permutation(len(right))[:_KEPT]],
        "wrong": [wrong[i] for i in rng.permutation(len(wrong))[:_KEPT]],
    }


def _likely(name: str, mass: Floats) -> dict[str, float]:
    """Return the six codes that a tile is most confused with, with their mean probability."""
    order = [int(code) for code in np.argsort(-mass, kind="stable") if TILES[int(code)].notation != name]
    return {TILES[code].notation: round(float(mass[code]), 4) for code in order[:6]}


def read_model() -> dict[str, Any]:
    """Return the fitted model."""
    return json.loads(PATH.read_text(encoding="utf-8"))


def noisy(
    truth: Detections, model: dict[str, Any], rng: np.random.Generator, *, misread: float
) -> Detections:
    """Return true boxes with a detector's class probabilities, and edges that are a little off.

    `misread` is the share of tiles whose likeliest class is wrong; codes that the detector confuses more are
    wrong more often.
    """
    names = {tile.notation: tile.code for tile in TILES}
    every = sum(wrong for wrong, _ in model["misread"].values()) / max(model["tiles"], 1)
    table = rng.uniform(0, 0.002, (len(truth), len(TILES)))
    for at, code in enumerate(int(c) for c in truth.classes):
        name = TILES[code].notation
        wrong, seen = model["misread"].get(name, (0, 0))
        rate = misread * (wrong + 20 * every) / (seen + 20) / max(every, 1e-6)
        others = model["confused"].get(name) or {"xx": 1}
        weights = np.array(list(others.values()), np.float64)
        other = names[list(others)[int(rng.choice(len(weights), p=weights / weights.sum()))]]
        mistaken = bool(rng.random() < rate) and other != code
        pairs = model["wrong" if mistaken else "right"]
        top, ratio = pairs[int(rng.integers(len(pairs)))]
        first, second = (other, code) if mistaken else (code, other)
        table[at, second] = top * ratio
        table[at, first] = top
    boxes = truth.boxes + rng.normal(0, 0.02, truth.boxes.shape) * truth.sizes.min(axis=1)[:, None]
    return Detections(boxes.astype(np.float32), table.astype(np.float32))


SEED = 780_000
_MISREAD = (0.005, 0.02, 0.04)


def all_tile_predictions(scenes: Sequence[SceneDetections]) -> list[TilePrediction]:
    """Return the predictions of all tiles that were found, with their truth."""
    return [
        one
        for scene, pictures in scenes
        for found, truth in zip(pictures, true_boxes(scene), strict=True)
        for one in tile_predictions(found, truth)
    ]


def fit_sharpness(predictions: Sequence[TilePrediction]) -> Sharpness:
    """Find the power and the floor that make the true codes likeliest, on a grid."""
    codes: NDArray[np.intp] = np.array([one.code for one in predictions], np.intp)
    rows = np.array([one.row for one in predictions], np.float64)
    best: tuple[float, Sharpness] = (-np.inf, Sharpness())
    for power in (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0):
        for least in (3e-5, 1e-4, 2e-4, 5e-4, 1e-3):
            sharp = Sharpness(power, least)
            mean = float(calibrated(rows, sharp)[np.arange(len(codes)), codes].mean())
            best = max(best, (mean, sharp))
    return best[1]


def with_noise(each: int, model: dict[str, Any]) -> Iterator[SceneDetections]:
    """Yield more scenes, on their true boxes, misread now and then by `model`."""
    for number, (scene, truth) in enumerate(with_true_boxes(scenes_of(each), seed=SEED)):
        rng = np.random.default_rng((SEED, 7, number))
        misread = _MISREAD[number % len(_MISREAD)]
        yield SceneDetections(scene, tuple(noisy(t, model, rng, misread=misread) for t in truth))


_AnyFloats = NDArray[np.floating[Any]]
ERRORS_SEED = 660_000
"""The seed of drawn scenes that are used for no other measurement."""
_MATCH = 0.4  # a box that overlaps a true one by this IoU matches it
_INSIDE = 0.6  # a box with this share inside a true one is a second box on it


class DetectedPicture(NamedTuple):
    """One picture: its size, the detections, and the true boxes (m, 4) and codes (m,). ``whole``: whether
    every tile has a true box."""

    size: tuple[int, int]
    found: Detections
    boxes: _AnyFloats
    codes: NDArray[np.int64]
    whole: bool


class _Tally:
    """The counts over all pictures."""

    def __init__(self) -> None:
        self.sure: list[float] = []
        self.named: list[float] = []
        self.off: list[_AnyFloats] = []
        self.missed: dict[bool, list[tuple[float, bool]]] = {False: [], True: []}
        self.false_sure: list[float] = []
        self.false_backs = 0
        self.twice = self.tiles = self.boxes = 0
        self.mass = np.zeros((len(TILES), len(TILES)))


def fit_errors(pictures: Iterable[DetectedPicture]) -> dict[str, Any]:
    """Fit the figures that `paiyan.datasets.layout_styles.detector_errors` reads."""
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
    overlap = overlaps(found.boxes, boxes)
    sure = found.objectness.clip(1e-3, 0.999)
    logits = np.log(sure) - np.log(1 - sure)
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


def _count_false(
    tally: _Tally, detections: Detections, boxes: _AnyFloats, logits: _AnyFloats, used: set[int]
) -> None:
    tally.boxes += len(detections)
    for at in set(range(len(detections))) - used:
        low = np.maximum(detections.boxes[at, :2], boxes[:, :2])
        high = np.minimum(detections.boxes[at, 2:], boxes[:, 2:])
        shared = (high - low).clip(min=0).prod(axis=1) / detections.sizes[at].prod()
        if len(shared) and shared.max() > _INSIDE:
            tally.twice += 1
        else:
            tally.false_sure.append(float(logits[at]))
            tally.false_backs += int(detections.classes[at]) == BACK


def _quantiles(values: Sequence[float]) -> list[float]:
    return [round(float(v), 3) for v in np.quantile(values or [0.0], LEVELS)]


def _by_width(samples: Sequence[tuple[float, bool]]) -> list[float]:
    """Return the share of missed tiles around each of `WIDTHS`, with a small prior of one tile."""
    wide, missed = np.array([w for w, _ in samples]), np.array([m for _, m in samples], np.float64)
    out: list[float] = []
    for width in WIDTHS:
        weight = np.exp(-(np.log(np.maximum(wide, 1) / width) ** 2) * 12)
        out.append(round(float((weight @ missed + 0.05) / (weight.sum() + 1.0)), 4))
    return out


def _confused(mass: _AnyFloats) -> dict[str, dict[str, float]]:
    """Return the six likeliest confusions of each code, as shares of all its confusions."""
    out: dict[str, dict[str, float]] = {}
    for code, row in enumerate(mass):
        others = row.copy()
        others[code] = 0
        if others.sum() > 0:
            shares = (others / others.sum()).round(3)
            order: list[int] = np.argsort(-others, kind="stable")[:6].tolist()
            named = {TILES[c].notation: float(shares[c]) for c in order if shares[c] > 0}
            out[TILES[code].notation] = named
    return out


def photos(folders: Iterable[Path], detector: Detector, *, only: frozenset[str]) -> Iterator[DetectedPicture]:
    """Yield the labelled photos of some sets whose names are in `only`. Only the player's tiles have
    boxes."""
    for folder in folders:
        for item in read_set(folder):
            if item.image.name in only:
                picture = load(item.image)
                high, wide = picture.shape[:2]
                found = run_looks(look_closer(picture, detector.detect(picture)), detector)
                yield DetectedPicture(
                    (wide, high), found, item.boxes * [wide, high, wide, high], item.classes, whole=False
                )


def drawn(each: int, detector: Detector) -> Iterator[DetectedPicture]:
    """Yield the first `each` drawn scenes of every kind, in which every box is known."""
    for seen in detect_scenes(scenes_of(each), detector, seed=ERRORS_SEED):
        for scene, labels, found in zip(seen.scene.scenes, seen.scene.labels, seen.found, strict=True):
            boxes = np.array([label.box for label in labels], np.float64).reshape(-1, 4)
            yield DetectedPicture(
                scene.size, found, boxes, np.array([label.code for label in labels], np.int64), whole=True
            )
