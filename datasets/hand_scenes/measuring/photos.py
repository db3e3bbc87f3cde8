"""Real photos whose hands are known, before and after decoding."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from paiyan.datasets.evaluation.hands.compare import is_exact
from paiyan.datasets.evaluation.hands.lists import TrueHand, read_hand_list
from paiyan.datasets.hand_scenes.detections import detector_key
from paiyan.datasets.hand_scenes.measuring.readings import LEVELS, share
from paiyan.vision.detection.detector import Detector, run_looks
from paiyan.vision.detection.views.looking import look_closer
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import load
from paiyan.vision.pipeline import read_scenes
from paiyan.vision.structure.scene import scene_of


def measure_photos(
    list_file: Path, root: Path, detector: Detector, *, kept: Path, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """The figures of a list of photos below `root`; what the detector finds is kept as in `look`."""
    truths = read_hand_list(list_file)
    rows: list[tuple[bool, bool, bool, float]] = []
    for done, truth in enumerate(truths):
        found, size = found_in(truth, root, detector, kept)
        read = read_scenes([scene_of(found, size)])
        proposal = read.proposal
        decoded = is_exact(truth, (proposal or read).hand)
        sure = proposal.probability if proposal else read.probability
        reliable = not any(problem.unreliable for problem in read.problems)
        rows.append((is_exact(truth, read.hand), decoded, reliable, sure))
        progress(done + 1, len(truths))
    return {
        "photos": len(rows),
        "exact_as_read": share(read for read, *_ in rows),
        "exact_decoded": share(decoded for _, decoded, *_ in rows),
        "right_made_wrong": sum(read and not decoded for read, decoded, *_ in rows),
        "reliable": share(reliable for *_, reliable, _ in rows),
        "exact_of_reliable": share(read for read, _, reliable, _ in rows if reliable),
        "said_sure": {str(v): share(decoded for _, decoded, _, p in rows if p >= v) for v in LEVELS},
    }


def found_in(
    truth: TrueHand, root: Path, detector: Detector, kept: Path
) -> tuple[Detections, tuple[int, int]]:
    """What a detector finds in a photo, and the photo's width and height; found once and kept."""
    kept.mkdir(parents=True, exist_ok=True)
    path = kept / f"{detector_key(detector)}-picture-{truth.sha256[:16]}.npz"
    if path.is_file():
        with np.load(path) as file:
            wide, high = file["size"].tolist()
            return Detections(file["boxes"], file["probabilities"]), (wide, high)
    picture = load(root / truth.photo)
    found = run_looks(look_closer(picture, detector.detect(picture)), detector)
    size = (picture.shape[1], picture.shape[0])
    arrays = {"boxes": found.boxes, "probabilities": found.probabilities, "size": np.array(size)}
    np.savez_compressed(path, allow_pickle=False, **arrays)
    return found, size
