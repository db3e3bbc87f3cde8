"""Whole boxes for the partly boxed flowers of `hk_kw2`, found by the project's own first stage.

``python -m paiyan.models.training.pseudo_labels.flower_boxes ../shared/photos`` writes
``models/sets/flower_boxes.json``, which recipes name (`datasets.detector_training.flower_boxes`). What is
committed was made by the detector with the sha256 d5b646d7….
"""

from __future__ import annotations

import argparse
from pathlib import Path

from paiyan.datasets.detector_training.flower_boxes import whole_flowers
from paiyan.datasets.detector_training.missing_boxes import MissingBoxes, write_missing_boxes
from paiyan.datasets.detector_training.prepare import CLASSES
from paiyan.datasets.formats.labelled import Labelled, label_path, read_labels, read_manifest
from paiyan.models.sets.development import HERE
from paiyan.vision.detection.loading import load_detector
from paiyan.vision.detection.thresholds import FIRST_STAGE

OUT = HERE / "flower_boxes.json"
PART = "hk_kw2"


def main() -> None:
    """Look through every photo whose flowers are partly boxed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    detector = load_detector(backend="onnxruntime", thresholds=FIRST_STAGE, stages="one", threads=1)
    found: dict[str, MissingBoxes] = {}
    for record in read_manifest(args.photos / "manifest.csv"):
        if record.set == PART and record.partial_flower_boxes:
            image = args.photos / record.image
            item = Labelled(image, *read_labels(label_path(image), classes=CLASSES))
            found[image.name] = whole_flowers(detector, item)
    write_missing_boxes(args.out, found)
    tiles, left = (sum(len(one[part]) for one in found.values()) for part in (0, 2))
    print(f"{len(found)} photos: {tiles} flowers boxed, {left} labels left doubtful")


if __name__ == "__main__":
    main()
