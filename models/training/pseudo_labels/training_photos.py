"""The photos of a set that may train, looked at by a detector, and what is chosen of what it finds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.missing_boxes import Boxes, MissingBoxes
from paiyan.datasets.detector_training.prepare import CLASSES
from paiyan.datasets.formats.labelled import label_path, read_labels
from paiyan.datasets.splits import training_records
from paiyan.models.sets.development import SPLIT
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image, load


class DetectedPhoto(NamedTuple):
    """A photo BGR (h, w, 3), its labels (n, 4) in pixels, and what a detector finds in it."""

    name: str
    image: Image
    labels: Boxes
    found: Detections

    def chosen(self, which: NDArray[np.intp], code: int) -> MissingBoxes:
        """Some of what was found, all of one code."""
        boxes = self.found.boxes[which].astype(np.float64) / np.tile(self.image.shape[1::-1], 2)
        return MissingBoxes(np.full(len(which), code), boxes, np.zeros((0, 4)))


def detected_photos(
    photos: Path, part: str, detector: Detector, *, each_source_once: bool = False
) -> Iterator[DetectedPhoto]:
    """The photos of a set but those of ``unseen.txt``; of a source's variants all, or the first alone."""
    seen = set[str]()
    for record in training_records(photos, part, unseen=str(SPLIT)):
        if each_source_once and record.source in seen:
            continue
        seen.add(record.source)
        path = photos / record.image
        image = load(path)
        _, labels = read_labels(label_path(path), classes=CLASSES)
        size = np.tile(image.shape[1::-1], 2)
        yield DetectedPhoto(path.name, image, labels * size, detector.detect(image))
