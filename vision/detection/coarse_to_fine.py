"""A coarse pass over a quarter of the pixels, enough for large tiles, and a full one for the rest.

Tiles as large as those of most photos of a hand are found as well in an input half as long and as wide; the
second stage, which sees them from close by, then moves their boxes to their edges. If they are smaller, or
the name of one is open, the network sees the picture once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.runtimes.network_detector import INPUT_SIZE, NetworkDetector
from paiyan.vision.detection.runtimes.stretched_pictures import natural_proportions
from paiyan.vision.detection.thresholds import COARSE_SIDE, FEWEST_TILES, LARGE_IN_COARSE, SURE_TILE
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image


class CoarseToFine:
    """A detector that looks at fewer pixels with `coarse`, and with `full` if that is not enough.

    `full` names the boxes of both, and has the name of both. Readers of hands use only `full`
    (`full_detector`), as `paiyan.vision.pipeline.Reader` does: a hand may be legal without a tile that the
    coarse pass misses, and closer looks show tiles as large as the network sees well.
    """

    def __init__(self, coarse: Detector, full: NamedDetector) -> None:
        self.coarse, self.full = coarse, full

    @property
    def name(self) -> str:
        """The detector's name."""
        return self.full.name

    @property
    def sha256(self) -> str:
        """The checksum of the detector's weights."""
        return self.full.sha256

    def detect(self, image: Image) -> Detections:
        """Find all tiles of an upright BGR picture (h, w, 3) uint8; boxes are in its pixels."""
        return self.detect_many([image])[0]

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """Run `detect` on several pictures.

        Tiles too small for the coarse pass are named only in the full one: they are mostly many, and their
        names take longer than all else.
        """
        found = self.coarse.detect_many(images)
        unsure: list[int] = []
        for index, image in enumerate(images):
            if large_enough(found[index], image):
                found[index] = self.full.named(image, found[index], refined=True)
            if not is_enough(found[index], image):
                unsure.append(index)
        fuller = self.full.detect_many([images[index] for index in unsure])
        for index, one in zip(unsure, fuller, strict=True):
            found[index] = one
        return found


def large_enough(detections: Detections, image: Image) -> bool:
    """True if a coarse pass over a picture found enough tiles, half of them large.

    A few boxes do not count: each may be several tiles.
    """
    tiles = detections.select(detections.objectness >= SURE_TILE)
    if len(tiles) < FEWEST_TILES:
        return False
    side = median(tiles.sizes.min(axis=1).tolist()) * COARSE_SIDE * INPUT_SIZE / max(image.shape[:2])
    return side >= LARGE_IN_COARSE


def is_enough(detections: Detections, image: Image) -> bool:
    """True if a coarse pass over a picture found tiles that are `large_enough` and have names.

    Each must be named as surely as a tile must be there at all. A stretched picture, whose tiles are needles,
    is seen in full.
    """
    tiles = detections.select(detections.objectness >= SURE_TILE)
    named = not (tiles.confidence < SURE_TILE).any()
    return named and large_enough(detections, image) and not natural_proportions(image, tiles)


def with_coarse_pass(full: NamedDetector) -> Detector:
    """Return a detector with a coarse pass before it; `full` itself if its network takes no other shape."""
    first = full.detector.reduced(COARSE_SIDE) if isinstance(full.detector, NetworkDetector) else None
    return full if first is None else CoarseToFine(first, full)


def full_detector(detector: Detector) -> Detector:
    """Return the detector that always looks at all pixels of its input."""
    return detector.full if isinstance(detector, CoarseToFine) else detector
