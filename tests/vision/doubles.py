"""Stand-ins for networks, for tests of what becomes of their answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.naming.namer import Blend
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.picture.image import Image


class FixedDetector:
    """A detector that finds the same boxes in every picture."""

    name, sha256 = "fixed", "0"

    def __init__(self, found: Detections) -> None:
        self.found = found

    def detect(self, image: Image) -> Detections:
        return self.found

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        return [self.found for _ in images]


class NoOpinion:
    """A namer to which every crop may be anything."""

    def name(self, image: Image, boxes: Floats) -> Floats:
        return np.full((len(boxes), len(TILES) + 1), 1 / (len(TILES) + 1), np.float32)

    def name_and_refine(self, image: Image, boxes: Floats) -> tuple[Floats, Floats]:
        return self.name(image, boxes), boxes


class NamedAsFound(NamedDetector):
    """Both stages, of which the second leaves boxes as the first found them."""

    def __init__(self, detector: Detector) -> None:
        super().__init__(detector, NoOpinion(), Blend(1.0, 0.0, 0.0, 1.0, 0.0))

    def named(self, image: Image, found: Detections, *, refined: bool = False) -> Detections:
        return found
