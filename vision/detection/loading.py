"""What finds the tiles: one protocol, both stages as one detector, and the choice of what runs the weights.

ONNX Runtime is the light default; OpenVINO is taken by itself where it is installed, and runs our own weights
in 8 bits (two and a half times as fast on Intel); a ``.pt`` file runs through ultralytics.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, Protocol

from vision.detection.context import blank_tiles
from vision.detection.context.flowers import named_together
from vision.detection.context.rescoring import AS_IT_STANDS, Context, rescored
from vision.detection.context.row_gaps import between
from vision.detection.naming.namer import Blend, Namer, combined
from vision.detection.naming.tile_profile import Adapted, Naming, load_profile
from vision.detection.runtimes.network_detector import OnnxDetector, OpenVinoDetector
from vision.detection.runtimes.network_io import THRESHOLDS, Thresholds, distinct
from vision.detections import Detections
from vision.picture.image import Image

Backend = Literal["auto", "onnxruntime", "openvino", "ultralytics"]
Stages = Literal["auto", "one", "two"]
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


class Detector(Protocol):
    """Finds the tiles of a picture."""

    @property
    def name(self) -> str:
        """The model's name, as a reading gives it."""
        ...

    @property
    def sha256(self) -> str:
        """The checksum of its weights."""
        ...

    def detect(self, image: Image) -> Detections:
        """All tiles of an upright BGR picture (h, w, 3) uint8, boxes in its pixels."""
        ...

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """What `detect` finds in each of several pictures, of any sizes; they share runs of the network."""
        ...


class NamedDetector:
    """A detector whose boxes a namer names again; in all else like the detector it is made of.

    Of several boxes on one tile, as `FIRST` leaves them, the one that both together are surest of is kept.
    With all boxes of the picture in view is told what is blank, whether a box is a tile at all, and which
    flowers there are: `settle` is the model for blank ones (`vision.detection.context.blank_tiles`), `context` what the others count
    (`vision.detection.context.rescoring`); without them boxes stay as they are.
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


def load_detector(
    model: str | os.PathLike[str] | None = None,
    *,
    backend: Backend = "auto",
    threads: int = 2,
    thresholds: Thresholds = THRESHOLDS,
    stages: Stages = "auto",
    tiles: str | os.PathLike[str] | None = None,
) -> Detector:
    """The detector of some weights (.onnx, .xml or .pt), or of the project's own where none are named.

    ``auto`` is ultralytics for a .pt, otherwise OpenVINO where it is installed and ONNX Runtime where not.
    The project's namer looks at what its own weights find, and at what others find with ``two`` `stages`;
    `tiles` is a profile of one's own tiles (`vision.detection.naming.tile_profile`) that it is to have in mind. Raises one of
    `ModelError`'s kinds, or `ProfileError`.
    """
    if stages == "two" or (stages == "auto" and model is None):
        return _named(model, backend=backend, threads=threads, thresholds=thresholds, tiles=tiles)
    if model is None:
        from models import registry

        default = registry.default()
        backend = _choose(default.onnx) if backend == "auto" else backend
        forms = {"ultralytics": default.pt, "openvino": default.int8 or default.onnx}
        path, name = forms.get(backend, default.onnx), default.name
    else:
        path, name = Path(model), None
        backend = _choose(path) if backend == "auto" else backend
    if backend == "ultralytics":
        from vision.detection.runtimes.yolo import UltralyticsDetector

        return UltralyticsDetector(path, name=name, threads=threads, thresholds=thresholds)
    kind = OpenVinoDetector if backend == "openvino" else OnnxDetector
    return kind(path, name=name, threads=threads, thresholds=thresholds)


def _named(
    model: str | os.PathLike[str] | None,
    *,
    backend: Backend,
    threads: int,
    thresholds: Thresholds,
    tiles: str | os.PathLike[str] | None,
) -> Detector:
    """Both stages; the detector alone where the index holds no namer."""
    from models import registry

    second = registry.namer()
    least = min(FIRST.confidence, thresholds.confidence)
    first = thresholds if second is None else FIRST._replace(confidence=least)
    found = load_detector(model, backend=backend, threads=threads, thresholds=first, stages="one")
    if second is None:
        return found
    named: Naming = Namer(second.onnx, threads=threads)
    if tiles is not None:
        named = Adapted(named, load_profile(Path(tiles), weights=second.sha256))
    working = WORKING if thresholds == THRESHOLDS else thresholds
    return NamedDetector(
        found, named, Blend(**second.blend), thresholds=working, settle=second.blanks,
        context=Context(**second.context),
    )  # fmt: skip


def _choose(path: Path) -> Backend:
    if path.suffix == ".pt":
        return "ultralytics"
    if path.suffix == ".xml":
        return "openvino"
    return "openvino" if importlib.util.find_spec("openvino") else "onnxruntime"
