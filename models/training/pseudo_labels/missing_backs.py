"""The backs that the photos of `hk_kw2` show and do not box: the namer learns from them.

``python -m models.training.pseudo_labels.missing_backs ../shared/photos`` writes
``models/sets/missing_backs.json``, which the recipe names. What is committed was found by the detector with
the sha256 d5b646d7… and the namer with 0b8ae268…, and looked through: cutting mats, keyboards and spare blank
tiles were taken out by hand. The photos of ``models/sets/unseen.txt`` are left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from datasets.detector_training.missing_backs import find_missing_backs
from datasets.detector_training.missing_boxes import MissingBoxes, write_missing_boxes
from datasets.detector_training.prepare import CLASSES
from datasets.formats.labelled import label_path, read_labels, read_manifest
from datasets.splits import read_split
from models.sets.development import HERE, SPLIT
from scorer.tiles.tile import BACK
from vision.detection.loading import load_detector
from vision.detection.thresholds import DEFAULT_THRESHOLDS
from vision.picture.image import load

PART = "hk_kw2"
_LEAST = 0.15


def main() -> None:
    """Look through every photo that may train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--out", type=Path, default=HERE / "missing_backs.json")
    args = parser.parse_args()
    detector = load_detector(
        threads=1, thresholds=DEFAULT_THRESHOLDS._replace(confidence=_LEAST), stages="two"
    )
    unseen = {pair for group in read_split(SPLIT).values() for pair in group}
    written: dict[str, MissingBoxes] = {}
    for record in read_manifest(args.photos / "manifest.csv"):
        if record.set != PART or (record.set, record.source) in unseen:
            continue
        image = load(args.photos / record.image)
        size = np.tile(image.shape[1::-1], 2)
        _, labels = read_labels(label_path(args.photos / record.image), classes=CLASSES)
        found = detector.detect(image)
        which = find_missing_backs(image, found, labels * size)
        boxes = found.boxes[which].astype(np.float64) / size
        written[Path(record.image).name] = MissingBoxes(np.full(len(which), BACK), boxes, np.zeros((0, 4)))
    write_missing_boxes(args.out, written)
    print(f"{sum(len(one.codes) for one in written.values())} backs in {len(written)} photos")


if __name__ == "__main__":
    main()
