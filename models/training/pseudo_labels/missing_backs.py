"""The backs that the photos of `hk_kw2` show and do not box: the namer learns from them.

``python -m paiyan.models.training.pseudo_labels.missing_backs ../shared/photos`` writes
``models/sets/missing_backs.json``, which the recipe names. What is committed was found by the detector with
the sha256 d5b646d7… and the namer with 0b8ae268…, and looked through: cutting mats, keyboards and spare blank
tiles were taken out by hand. The photos of ``models/sets/unseen.txt`` are left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from paiyan.datasets.detector_training.missing_boxes import find_missing_backs, write_missing_boxes
from paiyan.models.sets.development import HERE
from paiyan.models.training.pseudo_labels.training_photos import detected_photos
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.loading import load_detector
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS

PART = "hk_kw2"
_LEAST = 0.15  # how surely the detector sees a tile


def main() -> None:
    """Look through every photo that may train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--out", type=Path, default=HERE / "missing_backs.json")
    args = parser.parse_args()
    detector = load_detector(
        threads=1, thresholds=DEFAULT_THRESHOLDS._replace(confidence=_LEAST), stages="two"
    )
    written = {
        photo.name: photo.chosen(find_missing_backs(photo.image, photo.found, photo.labels), BACK)
        for photo in detected_photos(args.photos, PART, detector)
    }
    write_missing_boxes(args.out, written)
    print(f"{sum(len(one.codes) for one in written.values())} backs in {len(written)} photos")


if __name__ == "__main__":
    main()
