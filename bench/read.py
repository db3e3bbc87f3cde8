"""Measure layout and decoding next to the detector: for a hand, and for a table full of tiles.

``python -m bench read``. Scenes are drawn from their seeds and read from their true boxes, with a detector's
uncertainty; a scene's time is the best of a few, in processor time.
"""

from __future__ import annotations

from time import process_time

import numpy as np

from bench.benches import Measured
from paiyan.datasets.hand_scenes import detector_noise
from paiyan.datasets.hand_scenes.detector_noise import true_boxes
from paiyan.datasets.hand_scenes.scenes import draw_hand_scene
from paiyan.models.opening import layout_network
from paiyan.models.pages.speed import Unit
from paiyan.vision.hands import read_scenes
from paiyan.vision.structure.scene import scene_of
from paiyan.vision.structure.scores import SceneBoxes

KINDS = {"a hand": ("row", "melds", "kongs", "flowers", "sixteen"), "a table": ("table", "any way up")}


def pictures(kinds: tuple[str, ...], count: int) -> list[SceneBoxes]:
    """Return simulated detections of scenes of these kinds."""
    rng, model = np.random.default_rng(0), detector_noise.read_model()
    scenes = [draw_hand_scene(i, kind=kind) for i in range(count) for kind in kinds]
    return [
        scene_of(detector_noise.noisy(true_boxes(s)[0], model, rng, misread=0.02), s.scenes[0].size)
        for s in scenes
    ]


def best_time(scene: SceneBoxes, *, won: bool, repeats: int = 5) -> float:
    """Return the best milliseconds of layout and decoding."""
    spent: list[float] = []
    for _ in range(repeats):
        start = process_time()
        read_scenes([scene], layout_network(), won="won" if won else "unknown")
        spent.append(process_time() - start)
    return 1000 * min(spent)


def measure(record: Measured, *, count: int = 6) -> None:
    """Add lines for a hand and for a table; `count` is the number of scenes of each kind."""
    for name, kinds in KINDS.items():
        found = pictures(kinds, count)
        tiles = np.mean([len(one.boxes) for one in found])
        for won in (False, True):
            times = [best_time(one, won=won) for one in found]
            method = "known to have won" if won else "likeliest legal hand"
            record.add(
                f"{name} of {tiles:.0f} tiles laid out and read",
                float(np.median(times)),
                Unit.MS,
                method=method,
            )
            slow = f"{name} of {tiles:.0f} tiles, 95 of 100 within"
            record.add(slow, float(np.percentile(times, 95)), Unit.MS, method=method)
