"""How a detector's numbers become probabilities: fitted on drawn scenes.

Their seed is another than the benchmark's. `detector_noise` is fitted on the same scenes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.hand_scenes.detections import SceneDetections, scenes_of, true_boxes
from paiyan.datasets.hand_scenes.fitting.detector_noise import TilePrediction, noisy, tile_predictions
from paiyan.datasets.hand_scenes.scenes import draw_hand_scene
from paiyan.vision.calibration import Sharpness
from paiyan.vision.structure.code_probabilities import calibrated

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


def fit_sharpness(said: Sequence[TilePrediction]) -> Sharpness:
    """The power and the least probability that make the true codes likeliest, from a grid."""
    codes: NDArray[np.intp] = np.array([one.code for one in said], np.intp)
    rows = np.array([one.row for one in said], np.float64)
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
