"""Draw structured scenes, run the detector on them, and keep the detections so that it is done once.

A kept file holds one model's detections of one scene; its name has the scene and the weights' checksum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np

from paiyan.datasets.hand_scenes.scenes import KINDS, SEVERAL, HandScene, draw_hand_scene
from paiyan.datasets.synth.compositing.render import render
from paiyan.vision.detection.detector import Detector, run_looks
from paiyan.vision.detection.main_row import players_rows
from paiyan.vision.detection.naming.namer import Namer
from paiyan.vision.detection.thresholds import FIRST_STAGE, SURE_IN_GAP
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.detection.views.looking import look_closer
from paiyan.vision.detections import Detections


class SceneDetections(NamedTuple):
    """A scene and the detections in each of its pictures."""

    scene: HandScene
    found: tuple[Detections, ...]


def scenes_of(each: int, *, seed: int) -> Iterator[tuple[str, int]]:
    """Yield the first `each` scenes of every kind, as kind and index."""
    del seed
    yield from ((kind, index) for index in range(each) for kind in KINDS)


def tables_of(each: int) -> Iterator[tuple[str, int]]:
    """Yield the first `each` scenes in which every player's hand is read, as kind and index."""
    yield from ((kind, index) for index in range(each) for kind in SEVERAL)


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


def detect_scenes(
    which: Sequence[tuple[str, int]],
    detector: Detector,
    *,
    seed: int,
    kept: Path,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[SceneDetections]:
    """Draw each scene and detect twice, as a reader does; kept detections are used again."""
    kept.mkdir(parents=True, exist_ok=True)
    mark = detector_key(detector)
    for done, (kind, index) in enumerate(which):
        scene = draw_hand_scene(index, kind=kind, seed=seed)
        path = kept / f"{mark}-{seed}-{kind.replace(' ', '_')}-{index}.npz"
        found = _read_kept(path) if path.is_file() else _detected(scene, detector)
        if not path.is_file():
            arrays = {
                f"{name}{i}": array
                for i, one in enumerate(found)
                for name, array in (("boxes", one.boxes), ("probabilities", one.probabilities))
            }
            np.savez_compressed(path, allow_pickle=False, **arrays)
        if progress is not None:
            progress(done + 1, len(which))
        yield SceneDetections(scene, found)


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


def _detected(scene: HandScene, detector: Detector) -> tuple[Detections, ...]:
    out: list[Detections] = []
    for picture in (render(s, scene.rng)[0] for s in scene.scenes):
        found = detector.detect(picture)
        rows = players_rows(found) if scene.kind in SEVERAL else None
        out.append(run_looks(look_closer(picture, found, rows=rows), detector))
    return tuple(out)


def _read_kept(path: Path) -> tuple[Detections, ...]:
    with np.load(path) as file:
        count = sum(name.startswith("boxes") for name in file.files)
        return tuple(Detections(file[f"boxes{i}"], file[f"probabilities{i}"]) for i in range(count))
