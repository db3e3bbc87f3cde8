"""A network on OpenVINO: picture by picture, all threads on each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from paiyan.vision.detection.runtimes.network_io import Pixels
from paiyan.vision.detections import Floats

SETTINGS = {"NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY", "CPU_RUNTIME_CACHE_CAPACITY": 400}
"""So many of the parts that it makes for a shape of input are kept: all would take 12 MiB for each shape."""


class OpenVinoNetwork:
    """A network on the CPU as a function from pictures (n, h, w, 3) of one shape to its output; one call at a
    time.

    It is compiled once, for any shape: a fiftieth slower where pictures share theirs, 4 ms where it changes.
    To compile it for a shape takes half a second and 57 MiB. Giving each of several pictures a thread would
    take eight of them in 0.8 of the time, and 110 MiB more.

    Raises, here and when called, what OpenVINO raises where it cannot run.
    """

    def __init__(self, core: Any, model: Any, *, threads: int) -> None:
        settings = {**SETTINGS, "INFERENCE_NUM_THREADS": threads}
        self._request = core.compile_model(model, "CPU", settings).create_infer_request()

    def __call__(self, pixels: Pixels) -> Floats:
        return _batched([self._output(picture) for picture in pixels])

    def _output(self, picture: Pixels) -> Floats:
        """The network's output for a picture (h, w, 3)."""
        self._request.infer([picture[np.newaxis]])
        return np.array(self._request.get_output_tensor(0).data, np.float32)


def _batched(outputs: Sequence[Floats]) -> Floats:
    """The outputs (1, …, n) for one picture each as one of a batch: where one has fewer places than another,
    zeros stand for boxes of no tile."""
    if len(outputs) == 1:
        return outputs[0]
    most = max(output.shape[-1] for output in outputs)
    return np.concatenate([
        np.pad(output, [(0, 0)] * (output.ndim - 1) + [(0, most - output.shape[-1])]) for output in outputs
    ])  # fmt: skip
