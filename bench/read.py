"""How long layout and decoding take, beside the detector: for a hand, and for a table full of tiles.

``make bench``, or ``python bench/read.py``. Scenes are drawn up from their seeds and read from their true
boxes, with a detector's uncertainty; a scene's time is the best of a few, in processor time.
"""

from __future__ import annotations

import argparse
from time import process_time

import numpy as np

from datasets.hand_scenes.detections import true_boxes
from datasets.hand_scenes.fitting import detector_noise
from datasets.hand_scenes.scenes import draw_hand_scene
from vision.pipeline import read_scenes
from vision.structure.scene import scene_of
from vision.structure.scores import SceneBoxes

WANTED = {"a hand": 10.0, "a table": 40.0}  # milliseconds
KINDS = {"a hand": ("row", "melds", "kongs", "flowers", "sixteen"), "a table": ("table", "any way up")}


def pictures(kinds: tuple[str, ...], count: int) -> list[SceneBoxes]:
    """What a detector would find in scenes of these kinds."""
    rng, model = np.random.default_rng(0), detector_noise.read_model()
    scenes = [draw_hand_scene(i, kind=kind) for i in range(count) for kind in kinds]
    return [
        scene_of(detector_noise.noisy(true_boxes(s)[0], model, rng, misread=0.02), s.scenes[0].size)
        for s in scenes
    ]


def best_time(found: SceneBoxes, *, won: bool, repeats: int = 5) -> float:
    """Milliseconds of layout and decoding."""
    spent: list[float] = []
    for _ in range(repeats):
        start = process_time()
        read_scenes([found], won="won" if won else "unknown")
        spent.append(process_time() - start)
    return 1000 * min(spent)


def main() -> None:
    """Prints a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=6, help="scenes of each kind")
    args = parser.parse_args()
    for name, kinds in KINDS.items():
        found = pictures(kinds, args.count)
        tiles = np.mean([len(one.boxes) for one in found])
        for won in (False, True):
            times = [best_time(one, won=won) for one in found]
            asked = "known to have won" if won else "likeliest legal hand"
            print(
                f"{name} ({tiles:.0f} tiles), {asked}: {np.median(times):.1f} ms, "
                f"95 in 100 below {np.percentile(times, 95):.1f} ms (wanted: below {WANTED[name]:.0f})"
            )


if __name__ == "__main__":
    main()
