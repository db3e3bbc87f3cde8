"""Fitting what `vision/calibration.json` and `noise.json` hold, from what the detector says of drawn scenes.

The seed is another than the benchmark's. Probabilities are sharpened so that they are least surprised by the
true codes; a whole hand's probability is the product of two logistic regressions with a small ridge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from datasets.structured.compare import compare
from datasets.structured.look import Seen, scenes_of, true_boxes
from datasets.structured.measure import laid
from datasets.structured.noise import Told, noisy, told
from datasets.structured.scenes import Structured, structured_scene
from scorer.tiles import TILES as FACES
from scorer.tiles import Tile
from vision.decoding.calibration import Sharpness
from vision.decoding.certainty import STRUCTURE, TILES, of_structure, of_tiles
from vision.decoding.game import ANY_GAME
from vision.decoding.hand import Hand, hand_of
from vision.decoding.layout import Layout
from vision.decoding.names import decode
from vision.decoding.proposal import elsewhere
from vision.detections import Detections
from vision.likelihood import log_probabilities

SEED = 780_000
_RIDGE = 0.3
_MINE = ("hand", "winning", "meld", "flower")
_MISREAD = (0.005, 0.02, 0.04)


def all_told(seen: Sequence[Seen]) -> list[Told]:
    """Every tile that was found, with its truth."""
    return [
        one
        for scene, pictures in seen
        for found, truth in zip(pictures, true_boxes(scene), strict=True)
        for one in told(found, truth)
    ]


def fit_sharpness(said: Sequence[Told]) -> Sharpness:
    """The power and the least probability that make the true codes likeliest, from a grid."""
    codes: NDArray[np.intp] = np.array([one.code for one in said], np.intp)
    boxes = np.tile(np.array([0.0, 0.0, 1.0, 1.0], np.float32), (len(said), 1))
    rows = Detections(boxes, np.array([one.row for one in said], np.float32))
    best: tuple[float, Sharpness] = (-np.inf, Sharpness())
    for power in (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0):
        for least in (3e-5, 1e-4, 2e-4, 5e-4, 1e-3):
            sharp = Sharpness(power, least)
            mean = float(log_probabilities(rows, sharp)[np.arange(len(codes)), codes].mean())
            best = max(best, (mean, sharp))
    return best[1]


def with_noise(each: int, model: dict[str, Any]) -> Iterator[Seen]:
    """More scenes, on their true boxes, misread as `model` has it now and then."""
    for number, (kind, index) in enumerate(scenes_of(each, seed=SEED)):
        scene = structured_scene(index, kind=kind, seed=SEED)
        rng = np.random.default_rng((SEED, 7, number))
        misread = _MISREAD[number % len(_MISREAD)]
        yield Seen(scene, tuple(noisy(t, model, rng, misread=misread) for t in true_boxes(scene)))


def fit_hands(seen: Iterable[Seen], sharp: Sharpness) -> dict[str, dict[str, float]]:
    """The logistic regressions of whole hands: of their structure, and of their tiles where that is right."""
    structures = _Examples([], [])
    tiles = _Examples([], [])
    for scene, pictures in seen:
        found, layout = laid(pictures)
        right = _is_of(hand_of(layout, _true_faces(scene, pictures)), scene)
        sure = [float(found.confidence[t]) for t, role in enumerate(layout.roles) if role in _MINE]
        structures.add(of_structure(layout, confidence=min(sure, default=0.0)), right)
        ended = any(truth.winning is not None for truth in scene.truths)
        for won in ("unknown", "won") if right and ended else ("unknown",) if right else ():
            if told := _tiles(scene, found, layout, sharp, won):
                tiles.add(*told)
    return {"structure": structures.fitted(STRUCTURE), "tiles": tiles.fitted(TILES)}


class _Examples(NamedTuple):
    """What is known of some cases, and whether each was right."""

    values: list[tuple[float, ...]]
    right: list[bool]

    def add(self, values: tuple[float, ...], right: bool) -> None:
        self.values.append(values)
        self.right.append(right)

    def fitted(self, names: Sequence[str]) -> dict[str, float]:
        weights = logistic_weights(np.array(self.values), np.array(self.right, np.float64))
        return {name: round(float(w), 4) for name, w in zip(names, weights, strict=True)}


def _true_faces(scene: Structured, pictures: Sequence[Detections]) -> list[Tile]:
    """The true face of each box that lies on a tile, else what was read."""
    faces: list[Tile] = []
    for found, truth in zip(pictures, true_boxes(scene), strict=True):
        for code, centre in zip(found.classes, found.centres, strict=True):
            away = np.hypot(*(truth.centres - centre).T)
            nearest = int(away.argmin())
            on_it = away[nearest] < 0.3 * float(truth.sizes[nearest].min())
            faces.append(FACES[int(truth.classes[nearest] if on_it else code)])
    return faces


def _is_of(hand: Hand, scene: Structured) -> bool:
    return any(compare(hand, truth).exact for truth in scene.truths)


def _tiles(
    scene: Structured, found: Detections, layout: Layout, sharp: Sharpness, won: str
) -> tuple[tuple[float, ...], bool] | None:
    """What decoding says of the tiles, and whether it is right; None where it finds none."""
    codes: list[int] = found.classes.tolist()
    sure: list[float] = found.confidence.tolist()
    there = elsewhere(codes, layout, sure)
    decoded = decode(log_probabilities(found, sharp).tolist(), layout, ANY_GAME, won=won, elsewhere=there)
    if not decoded:
        return None
    best = decoded[0]
    faces = [FACES[best.codes.get(tile, code)] for tile, code in enumerate(codes)]
    weak = min(sure[tile] for tile in best.codes)
    return of_tiles(best.share, confidence=weak, won=won == "won"), _is_of(hand_of(layout, faces), scene)


def logistic_weights(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of a ridge logistic regression, by Newton's method."""
    weights = np.zeros(x.shape[1])
    ridge = np.diag([0.0] + [_RIDGE] * (x.shape[1] - 1))
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        gradient = x.T @ (y - p) - ridge @ weights
        curve = x.T @ (x * (p * (1 - p))[:, None]) + ridge + 1e-9 * np.eye(x.shape[1])
        weights = weights + np.linalg.solve(curve, gradient)
    return weights
