"""Detectors that run the network's ONNX file with ONNX Runtime or OpenVINO.

Each library is imported only when it is chosen.
"""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from paiyan.vision.detection.runtimes.batching import BatchedNetwork, concatenated
from paiyan.vision.detection.runtimes.network_io import Pixels, decode, input_shape, to_planes
from paiyan.vision.detection.runtimes.onnx_session import (
    import_runtime,
    not_runnable,
    open_session,
    require_file,
    shrinking,
)
from paiyan.vision.detection.runtimes.stretched_pictures import unstretched
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, Thresholds
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.errors import ModelMismatch
from paiyan.vision.messages import NOT_A_DETECTOR, OTHER_INPUT
from paiyan.vision.pixels import Image, letterbox
from paiyan.vision.requests import run

SETTINGS = {"NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY", "CPU_RUNTIME_CACHE_CAPACITY": 400}
"""The cache keeps that many of the parts made for a shape of input: all would take 12 MiB per shape."""


class OpenVinoNetwork:
    """A network on the CPU: a function from pictures (n, h, w, 3) of one shape to its output.

    It takes one call at a time, and is compiled once, for any shape: that costs a fiftieth of the time if
    pictures share a shape, and 4 ms if it changes, while compiling for a shape takes half a second and 57
    MiB. A thread for each of several pictures would run eight of them in 0.8 of the time, with 110 MiB more.

    Raises, here and when called, OpenVINO's own errors if it cannot run.
    """

    def __init__(self, core: Any, model: Any, *, threads: int) -> None:
        settings = {**SETTINGS, "INFERENCE_NUM_THREADS": threads}
        self._request = core.compile_model(model, "CPU", settings).create_infer_request()

    def __call__(self, pixels: Pixels) -> Floats:
        return _batched([self._output(picture) for picture in pixels])

    def _output(self, picture: Pixels) -> Floats:
        """Return the network's output for a picture (h, w, 3)."""
        self._request.infer([picture[np.newaxis]])
        return np.array(self._request.get_output_tensor(0).data, np.float32)


def _batched(outputs: Sequence[Floats]) -> Floats:
    """Return the outputs (1, …, n) of single pictures as one batch: zeros, which are boxes of no tile, fill
    the shorter ones."""
    if len(outputs) == 1:
        return outputs[0]
    most = max(output.shape[-1] for output in outputs)
    return np.concatenate([
        np.pad(output, [(0, 0)] * (output.ndim - 1) + [(0, most - output.shape[-1])]) for output in outputs
    ])  # fmt: skip


INPUT_SIZE = 640
"""Longer side of the network's input, if the weights leave it open and do not state their own."""
PICTURES_PER_RUN = 4
"""Pictures in one run of the network, at most: more are no faster on a CPU and take more memory."""


class NetworkDetector(ABC):
    """A detector made of a function from the network's input to its raw output, which each runtime opens.

    If the weights leave height and width open, each picture gets the smallest input that holds it; else all
    get the shape that the weights were exported for. Threads may share a detector: their pictures go through
    the network in one batch. Only ONNX Runtime's threads may `spin` (`open_session`).
    """

    def __init__(
        self,
        path: Path,
        *,
        name: str | None = None,
        threads: int = 2,
        spin: bool = False,
        thresholds: Thresholds = DEFAULT_THRESHOLDS,
    ) -> None:
        require_file(path)
        self.path = path
        self.name = name or path.stem
        self.thresholds = thresholds
        self._size, self._averaged, self._most = INPUT_SIZE, True, 1
        self._shape: tuple[int, int] | None = None
        self._network = BatchedNetwork(self._open(threads=threads, spin=spin), most=self._most)

    @abstractmethod
    def _open(self, *, threads: int, spin: bool) -> Callable[[Pixels], Floats]:
        """Open the weights, tell `_take_input_shape` what they take, and return what runs the network."""

    @property
    def sha256(self) -> str:
        """The checksum of the weights file; of OpenVINO's two files together."""
        return self._sha256

    @cached_property
    def _sha256(self) -> str:
        files = (self.path, self.path.with_suffix(".bin")) if self.path.suffix == ".xml" else (self.path,)
        return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()

    def reduced(self, share: float) -> NetworkDetector | None:
        """Return a quicker detector on this network, whose input is `share` times as long and wide; None if
        the weights take only one shape."""
        if self._shape is not None:
            return None
        smaller = copy(self)
        smaller._size, smaller._averaged = round(share * self._size), False
        return smaller

    def detect(self, image: Image) -> Detections:
        """Find all tiles of an upright BGR picture (h, w, 3) uint8; boxes are in its pixels."""
        return self.detect_many([image])[0]

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """Run `detect` on several pictures; those of one shape share runs of the network."""
        every = zip(images, self._detect_many(images), strict=True)
        return [run(unstretched(*one), lambda look: self._detect_many([look.pixels])[0]) for one in every]

    def _detect_many(self, images: Sequence[Image]) -> list[Detections]:
        shapes = [self._shape or input_shape(image, self._size) for image in images]
        found: dict[int, Detections] = {}
        for shape in set(shapes):
            same = [at for at, one in enumerate(shapes) if one == shape]
            for part in (same[at : at + self._most] for at in range(0, len(same), self._most)):
                found.update(zip(part, self._detect([images[at] for at in part], shape), strict=True))
        return [found[at] for at in range(len(images))]

    def _detect(self, images: Sequence[Image], shape: tuple[int, int]) -> list[Detections]:
        boxed = (letterbox(image, shape, averaged=self._averaged) for image in images)
        pixels, frames = zip(*boxed, strict=True)
        try:
            output = self._network(concatenated(pixels))
            return [
                decode(output[at : at + 1], frame, thresholds=self.thresholds)
                for at, frame in enumerate(frames)
            ]
        except ValueError as error:
            raise ModelMismatch(NOT_A_DETECTOR, name=self.path.name, why=error) from error

    def _take_input_shape(self, shape: Sequence[Any], *, stated: str) -> None:
        """Set the input shape from [n, 3, height, width], in which an open side is no positive number.

        n is 1 if the network takes one picture at a time. `stated` is the size it was trained at, as
        ultralytics writes it down, ``[640, 640]``; it counts if height and width are open.
        """
        fixed = [isinstance(side, int) and side > 0 for side in shape]
        if len(shape) != 4 or fixed[2] != fixed[3] or (fixed[0] and shape[0] > 1):
            raise ModelMismatch(OTHER_INPUT, name=self.path.name, shape=list(shape))
        self._most = 1 if fixed[0] else PICTURES_PER_RUN
        self._shape = (shape[2], shape[3]) if fixed[2] else None
        self._size = max((int(side) for side in re.findall(r"\d+", stated)), default=INPUT_SIZE)


class OnnxDetector(NetworkDetector):
    """An ONNX file through ONNX Runtime on the CPU."""

    def _open(self, *, threads: int, spin: bool) -> Callable[[Pixels], Floats]:
        session = open_session(self.path, threads=threads, spin=spin, arena=True)
        given, stated = session.get_inputs()[0], session.get_modelmeta().custom_metadata_map
        self._take_input_shape(given.shape, stated=stated.get("imgsz", ""))
        after_several = shrinking()

        def run_network(pixels: Pixels) -> Floats:
            options = after_several if len(pixels) > 1 else None
            return np.asarray(session.run(None, {given.name: to_planes(pixels)}, options)[0], np.float32)

        return run_network


class OpenVinoDetector(NetworkDetector):
    """The same ONNX file through OpenVINO on the CPU, or OpenVINO's own format (.xml with its .bin)."""

    def _open(self, *, threads: int, spin: bool) -> Callable[[Pixels], Floats]:
        del spin
        openvino = import_runtime("openvino", "paiyan[openvino]")
        core = openvino.Core()
        try:
            model = core.read_model(str(self.path))
            shape = model.input(0).get_partial_shape()
            kept = ["framework", "imgsz"]
            stated_size = str(model.get_rt_info(kept).value) if model.has_rt_info(kept) else ""
            self._take_input_shape([d.get_length() if d.is_static else -1 for d in shape], stated=stated_size)
            _take_pixels(openvino, model)
            return OpenVinoNetwork(core, model, threads=threads)
        except RuntimeError as error:
            raise not_runnable(self.path) from error


def _take_pixels(openvino: Any, model: Any) -> None:
    """Let the network take pixels as `letterbox` returns them; it converts them itself, and faster."""
    steps = openvino.preprocess.PrePostProcessor(model)
    given, kind = steps.input(), openvino.Type
    colours = openvino.preprocess.ColorFormat
    given.tensor().set_element_type(kind.u8).set_layout(openvino.Layout("NHWC")).set_color_format(colours.BGR)
    given.preprocess().convert_element_type(kind.f32).convert_color(colours.RGB).scale(255.0)
    given.model().set_layout(openvino.Layout("NCHW"))
    steps.build()
