"""A detector's uncertainty as a small model: how sure it is where it is right, and what it takes for what.

Fitted on what the detector said of drawn scenes (`fit`), kept in ``detector_noise.json``; `noisy` gives true
boxes the class probabilities that such a detector would. How its numbers become probabilities
(`fit_sharpness`) is fitted on the same scenes, whose seed is another than the benchmark's.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.hand_scenes.detections import SceneDetections, scenes_of, true_boxes
from paiyan.datasets.hand_scenes.scenes import draw_hand_scene
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.calibration import Sharpness
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.structure.network import calibrated

PATH = Path(__file__).with_name("detector_noise.json")
_KEPT = 240  # pairs of figures that are kept of each kind


class TilePrediction(NamedTuple):
    """What a detector says of one tile: the true code, and its class probabilities (46,)."""

    code: int
    row: Floats


def tile_predictions(found: Detections, truth: Detections) -> list[TilePrediction]:
    """The boxes that lie on a true one, each with its truth."""
    out: list[TilePrediction] = []
    for at, centre in enumerate(truth.centres):
        if not len(found):
            break
        away = np.hypot(*(found.centres - centre).T)
        nearest = int(away.argmin())
        if away[nearest] < 0.3 * float(truth.sizes[at].min()):
            out.append(TilePrediction(int(truth.classes[at]), found.probabilities[nearest]))
    return out


def fit(predictions: Sequence[TilePrediction], *, rng: np.random.Generator) -> dict[str, Any]:
    """The model of these tiles: how often each code is misread and as what, and pairs of probabilities."""
    right: list[tuple[float, float]] = []
    wrong: list[tuple[float, float]] = []
    confused: dict[str, Floats] = {}
    seen: Counter[str] = Counter()
    for code, row in predictions:
        order = np.argsort(-row)
        top, name = int(order[0]), TILES[code].notation
        seen[name] += 1
        second = int(order[1])
        confused[name] = confused.get(name, 0) + row / row.sum()
        pairs = right if top == code else wrong
        partner = float(row[second]) if top == code else float(row[code])
        pairs.append((round(float(row[top]), 3), round(partner / max(float(row[top]), 1e-6), 3)))
    misread = Counter(TILES[t.code].notation for t in predictions if int(t.row.argmax()) != t.code)
    return {
        "tiles": len(predictions),
        "misread": {name: [misread[name], seen[name]] for name in sorted(seen)},
        "confused": {name: _likely(name, mass) for name, mass in sorted(confused.items())},
        "right": [right[i] for i in rng.permutation(len(right))[:_KEPT]],
        "wrong": [wrong[i] for i in rng.permutation(len(wrong))[:_KEPT]],
    }


def _likely(name: str, mass: Floats) -> dict[str, float]:
    """The codes that a tile is most taken for, with how much was said for each."""
    order = [int(code) for code in np.argsort(-mass) if TILES[int(code)].notation != name]
    return {TILES[code].notation: round(float(mass[code]), 4) for code in order[:6]}


def read_model() -> dict[str, Any]:
    """The model that was fitted."""
    return json.loads(PATH.read_text(encoding="utf-8"))


def noisy(
    truth: Detections, model: dict[str, Any], rng: np.random.Generator, *, misread: float
) -> Detections:
    """True boxes with a detector's class probabilities, and edges that are a little off.

    `misread` is the share of tiles whose likeliest class is wrong; those that the detector confuses more are
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


def all_tile_predictions(seen: Sequence[SceneDetections]) -> list[TilePrediction]:
    """Every tile that was found, with its truth."""
    return [
        one
        for scene, pictures in seen
        for found, truth in zip(pictures, true_boxes(scene), strict=True)
        for one in tile_predictions(found, truth)
    ]


def fit_sharpness(predictions: Sequence[TilePrediction]) -> Sharpness:
    """The power and the least probability that make the true codes likeliest, from a grid."""
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
    """More scenes, on their true boxes, misread as `model` has it now and then."""
    for number, (kind, index) in enumerate(scenes_of(each, seed=SEED)):
        scene = draw_hand_scene(index, kind=kind, seed=SEED)
        rng = np.random.default_rng((SEED, 7, number))
        misread = _MISREAD[number % len(_MISREAD)]
        yield SceneDetections(scene, tuple(noisy(t, model, rng, misread=misread) for t in true_boxes(scene)))
