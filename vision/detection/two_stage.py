"""Both stages as one detector: boxes of the first, names of the second, corrected by the whole picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detection.context import blank_tiles
from paiyan.vision.detection.context.flowers import name_flowers_jointly
from paiyan.vision.detection.context.rescoring import NO_CONTEXT, Context, rescore
from paiyan.vision.detection.detector import Detector, Name
from paiyan.vision.detection.drops import kept
from paiyan.vision.detection.naming.namer import Blend, combine_stages
from paiyan.vision.detection.naming.tile_profile import TileNamer
from paiyan.vision.detection.runtimes.network_io import one_box_per_tile
from paiyan.vision.detection.thresholds import BOTH_STAGES, CONSIDERED, SURE_IN_GAP, Thresholds
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.pixels import Image
from paiyan.vision.requests import Asking, run

_SAME_SIZE = 0.3  # difference of a neighbour's sides, as a natural logarithm
_TOUCHING = (0.6, 1.5)  # distance of a neighbour's middle, in mean sizes of both
_OFF_MIDDLE = 0.4  # how far a box may lie from the middle between its neighbours, in its own sizes


def in_row_gaps(detections: Detections, sure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """True for boxes (n,) right between two of the `sure` ones of their own size, one on each side."""
    out = np.zeros(len(detections), np.bool_)
    sizes = detections.sizes
    for at in np.flatnonzero(~sure).tolist():
        offsets = detections.offsets(at)
        away = np.hypot(offsets[:, 0], offsets[:, 1])
        same_size = np.abs(np.log(sizes / sizes[at])).max(axis=1) < _SAME_SIZE
        neighbours = offsets[sure & same_size & (away > _TOUCHING[0]) & (away < _TOUCHING[1])]
        sums = neighbours[:, None] + neighbours[None]
        out[at] = bool((np.hypot(sums[..., 0], sums[..., 1]) < _OFF_MIDDLE).any())
    return out


class NamedDetector:
    """A detector whose boxes a second network names again; in all else like the detector it wraps.

    Of several boxes on one tile, which `FIRST_STAGE` keeps, the one that both networks together are surest of
    stays. Then all boxes of the picture are corrected together: which blank ones are white dragons, backs or
    sides (`blank_model`, see `paiyan.vision.detection.context.blank_tiles`), which are tiles at all
    (`context`, see `paiyan.vision.detection.context.rescoring`), and which flowers there are. Without the
    two models, boxes stay as the networks left them.
    """

    def __init__(
        self,
        detector: Detector,
        namer: TileNamer,
        blend: Blend,
        *,
        thresholds: Thresholds = BOTH_STAGES,
        blank_model: blank_tiles.Model | None = None,
        context: Context = NO_CONTEXT,
    ) -> None:
        self.detector, self.namer, self.blend = detector, namer, blend
        self.thresholds, self.blank_model, self.context = thresholds, blank_model or {}, context

    @property
    def name(self) -> str:
        """The detector's name."""
        return self.detector.name

    @property
    def sha256(self) -> str:
        """The checksum of the detector's weights."""
        return self.detector.sha256

    def detect(self, image: Image) -> Detections:
        """Find all tiles of an upright BGR picture (h, w, 3) uint8, surest first; boxes are in its pixels."""
        return self.named(image, self.detector.detect(image))

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """Run `detect` on several pictures."""
        return [self.named(*one) for one in zip(images, self.detector.detect_many(images), strict=True)]

    def named(self, image: Image, detections: Detections, *, refined: bool = False) -> Detections:
        """Name the boxes of a picture, moved to the tiles' edges if `refined`, and correct them together."""
        return run(self.naming(image, detections, refined=refined), self._name)

    def _name(self, request: Name) -> tuple[Floats, Floats]:
        if request.refined:
            return self.namer.name_and_refine(request.pixels, request.boxes)
        return self.namer.name(request.pixels, request.boxes), request.boxes

    def naming(self, image: Image, detections: Detections, *, refined: bool = False) -> Asking[Detections]:
        """Ask the namer for the names of boxes, and correct them all together."""
        named, boxes = yield Name(image, detections.boxes, refined)
        detections = replace(detections, boxes=boxes)
        both = combine_stages(detections, named, self.blend)
        least = min(SURE_IN_GAP, self.thresholds.confidence)
        some = one_box_per_tile(both, thresholds=self.thresholds._replace(confidence=min(least, CONSIDERED)))
        some = rescore(blank_tiles.resolve_blanks(image, some, self.blank_model), self.context)
        some = name_flowers_jointly(some)
        some = kept(some, some.objectness >= least, "no tile among the others", some.objectness, least)
        threshold = self.thresholds.confidence
        sure = some.objectness >= threshold
        there = sure | in_row_gaps(some, sure)
        return replace(
            kept(some, there, "unsure, in no gap", some.objectness, threshold), hints=detections.hints
        )
