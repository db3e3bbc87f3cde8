"""What the photos of `hk_kw2` show that looks like a tile and is none: the namer learns from it.

``python -m paiyan.models.training.pseudo_labels.lookalikes ../shared/photos`` writes
``models/sets/lookalikes.json``, which the recipe names: keys, name plates, signs and dice, where a detector
saw something like a tile and the set, which boxes every face, boxes none. What is committed was found by the
detector with the sha256 d5b646d7… and looked through: tiles that are cut by the edge or lie far away, and
whatever is blank, were taken out by hand. The photos of ``models/sets/unseen.txt`` are left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.missing_boxes import write_missing_boxes
from paiyan.datasets.namer_training.crops import NOTHING
from paiyan.models.sets.development import HERE
from paiyan.models.training.pseudo_labels.training_photos import DetectedPhoto, detected_photos
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.loading import load_detector
from paiyan.vision.detection.naming.namer import WHITE
from paiyan.vision.detection.thresholds import FIRST_STAGE
from paiyan.vision.detections import overlaps

PART = "hk_kw2"
_LEAST = 0.06  # how surely the detector sees a tile
_BESIDE = 0.15  # a box that overlaps a label more shows a part of that tile
_SMALLEST = 8  # pixels


def lookalikes(photo: DetectedPhoto) -> NDArray[np.intp]:
    """Which of the boxes found in a photo lie whole in it, on no tile that is boxed, and are taken for
    something that is printed on.
    """
    found, edge = photo.found, np.array(photo.image.shape[1::-1]) - 2
    beside = overlaps(photo.labels, found.boxes).max(axis=0, initial=0) < _BESIDE
    whole = (found.boxes[:, :2] > 2).all(axis=1) & (found.boxes[:, 2:] < edge).all(axis=1)
    printed = ~np.isin(found.classes, (WHITE, BACK))
    return np.flatnonzero(beside & whole & printed & (found.sizes.min(axis=1) >= _SMALLEST))


def main() -> None:
    """Look through one variant of every photo that may train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--out", type=Path, default=HERE / "lookalikes.json")
    args = parser.parse_args()
    least = FIRST_STAGE._replace(confidence=_LEAST)
    detector = load_detector(backend="onnxruntime", thresholds=least, stages="one", threads=1)
    written = {
        photo.name: photo.chosen(lookalikes(photo), NOTHING)
        for photo in detected_photos(args.photos, PART, detector, each_source_once=True)
    }
    write_missing_boxes(args.out, written)
    print(
        f"{sum(len(one.codes) for one in written.values())} places in {len(written)} photos to look through"
    )


if __name__ == "__main__":
    main()
