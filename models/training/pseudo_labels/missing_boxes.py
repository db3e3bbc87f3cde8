"""What the photos of `zh_train` show and do not box, found by weights that never saw those of ``unseen.txt``.

``python -m paiyan.models.training.pseudo_labels.missing_boxes ../shared/photos TWIN.onnx`` writes
``models/sets/missing_boxes.json``, which recipes name: the photos train with those tiles boxed
(`paiyan.datasets.detector_training.missing_boxes`). The weights are those of the first three stages of
``models/recipes/without_unseen.yaml``; what is committed was made with an earlier namer (sha256 4e76ef2b…)
and the blend that fits both. `zh_train` boxes the player's own tiles only; the other sets box what they show
but for backs, and what this found in them was writing.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from paiyan.datasets.detector_training.missing_boxes import (
    DOUBTFUL,
    MissingBoxes,
    find_missing_boxes,
    write_missing_boxes,
)
from paiyan.datasets.detector_training.prepare import usable_photos
from paiyan.models.registry import second_stage
from paiyan.models.sets.development import HERE
from paiyan.vision.detection.loading import Backend, load_detector
from paiyan.vision.detection.naming.namer import Blend, Namer
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, FIRST_STAGE
from paiyan.vision.detection.two_stage import NamedDetector

OUT = HERE / "missing_boxes.json"
PART, HELD_OUT = "zh_train", "zh_clean"
BLEND = Blend(detector=0.4, namer=0.89, sure=-2.573, seen=0.789, kept=0.725)
"""Fitted for these weights, as `paiyan.models.training.fusion.blend` does."""


def twin_detector(onnx: Path, *, backend: Backend, threads: int) -> NamedDetector:
    """Both stages, with boxes from `DOUBTFUL` up."""
    detector = load_detector(onnx, backend=backend, threads=threads, thresholds=FIRST_STAGE, stages="one")
    doubtful = DEFAULT_THRESHOLDS._replace(confidence=DOUBTFUL)
    return NamedDetector(detector, Namer(second_stage().onnx, threads=threads), BLEND, thresholds=doubtful)


def main() -> None:
    """Look through every photo that may train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("twin", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--backend", choices=("onnxruntime", "openvino"), default="onnxruntime")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    detector = twin_detector(args.twin, backend=args.backend, threads=args.threads)
    found: dict[str, MissingBoxes] = {}
    for item in usable_photos(args.photos, part=PART, held_out=HELD_OUT):
        found[item.image.name] = find_missing_boxes(detector, item)
        print(f"\r{len(found)} photos", end="", flush=True)
    print()
    write_missing_boxes(args.out, found)


if __name__ == "__main__":
    main()
