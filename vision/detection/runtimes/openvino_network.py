"""A network on OpenVINO: picture by picture, all threads on each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np

from vision.detection.runtimes.network_io import Pixels
from vision.detections import Floats

CACHED_SHAPES = 8
"""Shapes of input for each of which OpenVINO keeps a compiled network: four proportions, at both looks."""


class OpenVinoNetwork:
    """A network on the CPU as a function from pictures (n, h, w, 3) of one shape to its output; one call at a
    time.

    It is compiled for each shape: a tenth faster than for any. A network for any shape that gives each of
    several pictures a thread would take eight of them in 0.8 of the time, and 110 MiB more.
    """

    def __init__(self, core: Any, model: Any, *, threads: int) -> None:
        self._request = lru_cache(maxsize=CACHED_SHAPES)(partial(_request_for_shape, core, model, threads))

    def __call__(self, pixels: Pixels) -> Floats:
        """Raises what OpenVINO raises where it cannot run."""
        request = self._request(pixels.shape[1:])
        return _batched([_output(request, picture) for picture in pixels])


def _request_for_shape(core: Any, model: Any, threads: int, shape: tuple[int, ...]) -> Any:
    """A request for one picture of this shape (h, w, 3)."""
    own = model.clone()
    own.reshape([1, *shape])
    settings = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY"}
    return core.compile_model(own, "CPU", settings).create_infer_request()


def _output(request: Any, picture: Pixels) -> Floats:
    """The network's output for a picture (h, w, 3)."""
    request.infer([picture[np.newaxis]])
    return np.array(request.get_output_tensor(0).data, np.float32)


def _batched(outputs: Sequence[Floats]) -> Floats:
    """The outputs (1, …, n) for one picture each as one of a batch: where one has fewer places than another,
    zeros stand for boxes of no tile."""
    if len(outputs) == 1:
        return outputs[0]
    most = max(output.shape[-1] for output in outputs)
    return np.concatenate([
        np.pad(output, [(0, 0)] * (output.ndim - 1) + [(0, most - output.shape[-1])]) for output in outputs
    ])  # fmt: skip
