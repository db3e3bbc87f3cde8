"""A first look at a quarter of the pixels, enough for large tiles, and a full look for the rest.

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
from paiyan.vision.detection.thresholds import FEWEST_TILES, GLANCE_SIDE, LARGE_AT_A_GLANCE, SURE_TILE
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image


class TwoLooks:
    """A detector that looks at fewer pixels with `glance`, and with `full` if that is not enough.

    `full` names the boxes of both, and has the name of both. Readers of hands use only `full` (`full_look`),
    as `paiyan.vision.pipeline.Reader` does: a hand may be legal without a tile that the first look misses,
    and closer looks show tiles as large as the network sees well.
    """

    def __init__(self, glance: Detector, full: NamedDetector) -> None:
        self.glance, self.full = glance, full

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

        Tiles too small for a first look are named only in the full one: they are mostly many, and their names
        take longer than all else.
        """
        found = self.glance.detect_many(images)
        unsure: list[int] = []
        for at, image in enumerate(images):
            if large_enough(found[at], image):
                found[at] = self.full.named(image, found[at], refined=True)
            if not is_enough(found[at], image):
                unsure.append(at)
        fuller = self.full.detect_many([images[at] for at in unsure])
        for at, one in zip(unsure, fuller, strict=True):
            found[at] = one
        return found


def large_enough(detections: Detections, image: Image) -> bool:
    """True if a first look at a picture found enough tiles, half of them large.

    A few boxes do not count: each may be several tiles.
    """
    tiles = detections.select(detections.objectness >= SURE_TILE)
    if len(tiles) < FEWEST_TILES:
        return False
    side = median(tiles.sizes.min(axis=1).tolist()) * GLANCE_SIDE * INPUT_SIZE / max(image.shape[:2])
    return side >= LARGE_AT_A_GLANCE


def is_enough(detections: Detections, image: Image) -> bool:
    """True if a first look at a picture found tiles that are `large_enough` and have names.

    Each must be named as surely as a tile must be there at all. A stretched picture, whose tiles are needles,
    is seen in full.
    """
    tiles = detections.select(detections.objectness >= SURE_TILE)
    named = not (tiles.confidence < SURE_TILE).any()
    return named and large_enough(detections, image) and not natural_proportions(image, tiles)


def with_glance(full: NamedDetector) -> Detector:
    """Return a detector with a first look before it; `full` itself if its network takes no other shape."""
    first = full.detector.reduced(GLANCE_SIDE) if isinstance(full.detector, NetworkDetector) else None
    return full if first is None else TwoLooks(first, full)


def full_look(detector: Detector) -> Detector:
    """Return the detector that always looks at all pixels of its input."""
    return detector.full if isinstance(detector, TwoLooks) else detector
