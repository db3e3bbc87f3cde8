"""What finds the tiles: one protocol, and the runtimes that carry the same ONNX file.

ONNX Runtime is the light default; OpenVINO is taken by itself where it is installed, and runs our own weights
in 8 bits (two and a half times as fast on Intel); a ``.pt`` file runs through ultralytics. Each library is
imported when it is chosen.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np

from vision import blanks
from vision.detections import Detections, Floats
from vision.errors import ModelMismatch
from vision.flowers import named_together
from vision.gaps import between
from vision.image import Image
from vision.namer import Blend, Namer, combined
from vision.network import THRESHOLDS, Pixels, Thresholds, decode, distinct, fitting, letterbox, planes
from vision.own import Adapted, Naming, load_profile
from vision.rescore import AS_IT_STANDS, Context, rescored
from vision.session import library, open_session, there, unfit
from vision.together import Together, joined

Backend = Literal["auto", "onnxruntime", "openvino", "ultralytics"]
Stages = Literal["auto", "one", "two"]
SIZE = 640
"""Longer side of the network's input where the file leaves it open and does not tell what it learned at."""
TOGETHER = 4
"""Most pictures that go through a network in one run: more are no faster on a CPU, and take more memory."""
SHAPES = 6
"""Shapes of pictures for which OpenVINO keeps a network at a time."""
FIRST = Thresholds(confidence=0.1, iou=0.75, contained=1.0)
"""When the second stage looks at a box: it often is sure where the first was not, and which of several boxes
shows a whole tile, and which a part of it or of two, is better told when each is named."""
SURE = 0.6
"""How probable it must be that a box shows a tile, whichever, for both stages together to find one where
nothing else is said; the least at which photos whose tables trained nothing gain by those it lets in."""
IN_A_GAP = 0.2
"""And how probable in a gap of a row (`vision.gaps`); it is as doubtful as before."""
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


class NetworkDetector:
    """A detector around a function from the network's input to its raw output.

    Weights whose height and width are open see each picture in the least input that holds it; others all in
    the shape that they were exported for. Threads may share one: what they ask at the same time goes through
    the network together.
    """

    def __init__(self, path: Path, *, name: str | None, thresholds: Thresholds) -> None:
        there(path)
        self.path = path
        self.name = name or path.stem
        self.thresholds = thresholds
        self._size = SIZE
        self._shape: tuple[int, int] | None = None
        self._run: Callable[[Pixels], Floats]
        self._network = Together(lambda pixels: self._run(pixels), most=1)

    @property
    def sha256(self) -> str:
        """The checksum of the weights file; of OpenVINO's two files together."""
        files = (self.path, self.path.with_suffix(".bin")) if self.path.suffix == ".xml" else (self.path,)
        return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()

    def detect(self, image: Image) -> Detections:
        """All tiles of an upright BGR picture (h, w, 3) uint8, boxes in its pixels."""
        return self.detect_many([image])[0]

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """What `detect` finds in each of several pictures; those of one shape share runs of the network."""
        most = self._network.most
        shapes = [self._shape or fitting(image, self._size) for image in images]
        found: dict[int, Detections] = {}
        for shape in set(shapes):
            same = [at for at, one in enumerate(shapes) if one == shape]
            for part in (same[start : start + most] for start in range(0, len(same), most)):
                found.update(zip(part, self._detect([images[at] for at in part], shape), strict=True))
        return [found[at] for at in range(len(images))]

    def _detect(self, images: Sequence[Image], shape: tuple[int, int]) -> list[Detections]:
        pixels, frames = zip(*(letterbox(image, shape) for image in images), strict=True)
        try:
            output = self._network(joined(pixels))
            return [
                decode(output[at : at + 1], frame, thresholds=self.thresholds)
                for at, frame in enumerate(frames)
            ]
        except ValueError as error:
            raise ModelMismatch(
                f"{self.path.name} is not a tile detector of this project ({error}): choose other weights."
            ) from error

    def _fit(self, shape: Sequence[Any], *, told: str) -> None:
        """Take the model's input shape, [n, 3, height, width], in which what is open is no positive number.

        n is 1 where it takes one picture at a time. `told` is the size that it learned at as ultralytics
        writes it down, ``[640, 640]``; it counts where height and width are open.
        """
        fixed = [isinstance(side, int) and side > 0 for side in shape]
        if len(shape) != 4 or fixed[2] != fixed[3] or (fixed[0] and shape[0] > 1):
            raise ModelMismatch(
                f"{self.path.name} takes {list(shape)}, not (1, 3, height, width): choose other weights."
            )
        self._network.most = 1 if fixed[0] else TOGETHER
        self._shape = (shape[2], shape[3]) if fixed[2] else None
        self._size = max((int(side) for side in re.findall(r"\d+", told)), default=SIZE)


class OnnxDetector(NetworkDetector):
    """An ONNX file through ONNX Runtime on the CPU."""

    def __init__(
        self, path: Path, *, name: str | None = None, threads: int = 2, thresholds: Thresholds = THRESHOLDS
    ) -> None:
        super().__init__(path, name=name, thresholds=thresholds)
        session = open_session(path, threads=threads)
        given = session.get_inputs()[0]
        self._fit(given.shape, told=session.get_modelmeta().custom_metadata_map.get("imgsz", ""))
        self._run = lambda pixels: np.asarray(session.run(None, {given.name: planes(pixels)})[0], np.float32)


class OpenVinoDetector(NetworkDetector):
    """The same ONNX file through OpenVINO on the CPU, or a model of OpenVINO's own (.xml, .bin beside it)."""

    def __init__(
        self, path: Path, *, name: str | None = None, threads: int = 2, thresholds: Thresholds = THRESHOLDS
    ) -> None:
        super().__init__(path, name=name, thresholds=thresholds)
        openvino = library("openvino", "paiyan[openvino]")
        core = openvino.Core()
        settings = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY"}
        try:
            model = core.read_model(str(path))
            shape = model.input(0).get_partial_shape()
            kept = ["framework", "imgsz"]
            told = str(model.get_rt_info(kept).value) if model.has_rt_info(kept) else ""
            self._fit([d.get_length() if d.is_static else -1 for d in shape], told=told)
            _take_pixels(openvino, model)
            every = core.compile_model(model, "CPU", settings)
        except RuntimeError as error:
            raise unfit(path) from error

        @lru_cache(maxsize=SHAPES)
        def alone(shape: tuple[int, ...]) -> Any:
            """The network for one picture of a shape: a tenth faster than the one for all of them."""
            own = model.clone()
            own.reshape(list(shape))
            return core.compile_model(own, "CPU", settings)

        def run(pixels: Pixels) -> Floats:
            network = every if len(pixels) > 1 else alone(pixels.shape)
            return np.asarray(network([pixels])[0], np.float32)

        self._run = run


def _take_pixels(openvino: Any, model: Any) -> None:
    """Let a network take pixels as `letterbox` gives them: it makes planes of them itself, and faster."""
    steps = openvino.preprocess.PrePostProcessor(model)
    given, kind = steps.input(), openvino.Type
    colours = openvino.preprocess.ColorFormat
    given.tensor().set_element_type(kind.u8).set_layout(openvino.Layout("NHWC")).set_color_format(colours.BGR)
    given.preprocess().convert_element_type(kind.f32).convert_color(colours.RGB).scale(255.0)
    given.model().set_layout(openvino.Layout("NCHW"))
    steps.build()


class NamedDetector:
    """A detector whose boxes a namer names again; in all else like the detector it is made of.

    Of several boxes on one tile, as `FIRST` leaves them, the one that both together are surest of is kept.
    With all boxes of the picture in view is told what is blank, whether a box is a tile at all, and which
    flowers there are: `settle` is the model for blank ones (`vision.blanks`), `context` what the others count
    (`vision.rescore`); without them boxes stay as they are.
    """

    def __init__(
        self,
        detector: Detector,
        namer: Naming,
        blend: Blend,
        *,
        thresholds: Thresholds = WORKING,
        settle: blanks.Model | None = None,
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
        some = rescored(blanks.settled(image, some, self.settle), self.context)
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
    `tiles` is a profile of one's own tiles (`vision.own`) that it is to have in mind. Raises one of
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
        from vision.yolo import UltralyticsDetector

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
