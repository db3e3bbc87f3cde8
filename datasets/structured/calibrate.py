"""Fitting what `vision/calibration.json` and `noise.json` hold, from what the detector says of drawn scenes.

The seed is another than the benchmark's. Probabilities are sharpened so that they are least surprised by the
true codes; a whole hand's probability is a logistic regression of what decoding says, with a small ridge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.structured.compare import compare
from datasets.structured.look import Seen, scenes_of, true_boxes
from datasets.structured.noise import Told, noisy, told
from datasets.structured.scenes import structured_scene
from vision.calibration import NAMES, features
from vision.decode import decode
from vision.detections import Detections
from vision.game import ANY_GAME
from vision.layout import lay_out
from vision.likelihood import Sharpness, log_probabilities
from vision.reading import interpret

SEED = 780_000
_RIDGE = 1.0
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


def fit_hands(seen: Iterable[Seen], sharp: Sharpness) -> dict[str, Any]:
    """The logistic regression from decoding's figures to whole hands read exactly."""
    rows: list[tuple[float, ...]] = []
    right: list[bool] = []
    for scene, pictures in seen:
        if len(pictures) != 1:
            continue
        (found,) = pictures
        layout = lay_out(found)
        ended = any(truth.winning is not None for truth in scene.truths)
        for won in ("unknown", "won") if ended else ("unknown",):
            decoded = decode(log_probabilities(found, sharp), layout, ANY_GAME, won=won)
            if not decoded:
                continue
            weak = min(float(found.confidence[t]) for t in decoded[0].codes)
            rows.append(features(decoded[0].share, margin=layout.margin, confidence=weak, size=layout.size))
            read = interpret(found, layout, won="won" if won == "won" else "unknown")
            hand = read.proposal.hand if read.proposal else read.hand
            right.append(any(compare(hand, truth).exact for truth in scene.truths))
    weights = _logistic(np.array(rows), np.array(right, np.float64))
    return {name: round(float(w), 4) for name, w in zip(NAMES, weights, strict=True)}


def _logistic(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of a ridge logistic regression, by Newton's method."""
    weights = np.zeros(x.shape[1])
    ridge = np.diag([0.0] + [_RIDGE] * (x.shape[1] - 1))
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        gradient = x.T @ (y - p) - ridge @ weights
        curve = x.T @ (x * (p * (1 - p))[:, None]) + ridge + 1e-9 * np.eye(x.shape[1])
        weights = weights + np.linalg.solve(curve, gradient)
    return weights
