"""Both stages as one detector: the boxes of one, the other's names, what the rest of the picture tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.detection.context import blank_tiles
from vision.detection.context.flowers import named_together
from vision.detection.context.rescoring import AS_IT_STANDS, Context, rescored
from vision.detection.context.row_gaps import between
from vision.detection.detector import Detector
from vision.detection.naming.namer import Blend, combined
from vision.detection.naming.tile_profile import Naming
from vision.detection.runtimes.network_io import THRESHOLDS, Thresholds, distinct
from vision.detections import Detections
from vision.picture.image import Image

FIRST = Thresholds(confidence=0.1, iou=0.75, contained=1.0)
"""When the second stage looks at a box: it often is sure where the first was not, and which of several boxes
shows a whole tile, and which a part of it or of two, is better told when each is named."""
SURE = 0.35
"""How probable it must be that a box shows a tile, whichever, for both stages together to find one where
nothing else is said. Some flowers whose design nobody learned are hardly surer than this; most writing is
less so."""
IN_A_GAP = 0.2
"""And how probable in a gap of a row (`vision.detection.context.row_gaps`); it is as doubtful as before."""
MAYBE = 0.05
"""How probable it must be before a box is weighed with the rest of the picture in view."""
WORKING = THRESHOLDS._replace(confidence=SURE)
"""When a box counts for both stages together where nothing else is said."""


class NamedDetector:
    """A detector whose boxes a namer names again; in all else like the detector it is made of.

    Of several boxes on one tile, as `FIRST` leaves them, the one that both together are surest of is kept.
    With all boxes of the picture in view is told what is blank, whether a box is a tile at all, and which
    flowers there are: `settle` is the model for blank ones (`vision.detection.context.blank_tiles`),
    `context` what the others count (`vision.detection.context.rescoring`); without them boxes stay as they
    are.
    """

    def __init__(
        self,
        detector: Detector,
        namer: Naming,
        blend: Blend,
        *,
        thresholds: Thresholds = WORKING,
        settle: blank_tiles.Model | None = None,
        context: Context = AS_IT_STANDS,
    ) -> None:
        self.detector, self.namer, self.blend = detector, namer, blend
        self.thresholds, self.settle, self.context = thresholds, settle or {}, context

    @property
    def name(self) -> str:
        """The detector's name."""
        return self.detector.name

    @property
    def sha256(self) -> str:
        """The checksum of the detector's weights."""
        return self.detector.sha256

    def detect(self, image: Image) -> Detections:
        """All tiles of an upright BGR picture (h, w, 3) uint8, boxes in its pixels, surest first."""
        return self._named(image, self.detector.detect(image))

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """What `detect` finds in each of several pictures."""
        return [self._named(*one) for one in zip(images, self.detector.detect_many(images), strict=True)]

    def _named(self, image: Image, found: Detections) -> Detections:
        both = combined(found, self.namer.name(image, found.boxes), self.blend)
        least = min(IN_A_GAP, self.thresholds.confidence)
        some = distinct(both, thresholds=self.thresholds._replace(confidence=min(least, MAYBE)))
        some = rescored(blank_tiles.settled(image, some, self.settle), self.context)
        some = named_together(some)
        some = some.select(some.objectness >= least)
        sure = some.objectness >= self.thresholds.confidence
        return replace(some.select(sure | between(some, sure)), hints=found.hints)
