"""A network on OpenVINO: every picture is a request of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import Any

import numpy as np

from vision.detection.runtimes.network_io import Pixels
from vision.detections import Floats

CACHED_SHAPES = 6
"""Shapes of pictures for each of which OpenVINO keeps a compiled network."""


class OpenVinoNetwork:
    """A network on the CPU as a function from pictures (n, h, w, 3) of one shape to its output; one call at a
    time.

    All threads work on a single picture, in a network compiled for its shape: a tenth faster than for any
    shape. Of several pictures each has a thread, in one network for all shapes.
    """

    def __init__(self, core: Any, model: Any, *, threads: int) -> None:
        self._threads = threads
        self._alone = lru_cache(maxsize=CACHED_SHAPES)(partial(_requests_for_shape, core, model, threads))
        self._several = cache(partial(_requests, core, model, threads, at_once=threads))

    def __call__(self, pixels: Pixels) -> Floats:
        """Raises what OpenVINO raises where it cannot run."""
        alone = 1 in (len(pixels), self._threads)
        requests = self._alone(pixels.shape[1:]) if alone else self._several()
        try:
            return _batched(list(_outputs(requests, pixels)))
        except BaseException:  # some of these requests may still run and take no other picture
            self._alone.cache_clear()
            self._several.cache_clear()
            raise


def _requests_for_shape(core: Any, model: Any, threads: int, shape: tuple[int, ...]) -> list[Any]:
    """A request for one picture of this shape (h, w, 3)."""
    own = model.clone()
    own.reshape([1, *shape])
    return _requests(core, own, threads, at_once=1)


def _requests(core: Any, model: Any, threads: int, *, at_once: int) -> list[Any]:
    """So many requests of a network, which share the threads."""
    hint = "LATENCY" if at_once == 1 else "THROUGHPUT"
    settings = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": at_once, "PERFORMANCE_HINT": hint}
    network = core.compile_model(model, "CPU", settings)
    return [network.create_infer_request() for _ in range(at_once)]


def _outputs(requests: Sequence[Any], pixels: Pixels) -> Iterator[Floats]:
    """The network's output for each picture, in their order.

    They are waited for and not called back: what is raised within a callback ends the whole process.
    """
    for begin in range(0, len(pixels), len(requests)):
        started = list(zip(requests, pixels[begin:], strict=False))
        for request, picture in started:
            request.start_async([picture[np.newaxis]])
        for request, _ in started:
            request.wait()
            yield np.array(request.get_output_tensor(0).data, np.float32)


def _batched(outputs: Sequence[Floats]) -> Floats:
    """The outputs (1, …, n) for one picture each as one of a batch: where one has fewer places than another,
    zeros stand for boxes of no tile."""
    if len(outputs) == 1:
        return outputs[0]
    most = max(output.shape[-1] for output in outputs)
    return np.concatenate([
        np.pad(output, [(0, 0)] * (output.ndim - 1) + [(0, most - output.shape[-1])]) for output in outputs
    ])  # fmt: skip
