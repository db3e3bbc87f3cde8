"""Spread an evaluation over many machines with Ray Data, for sets too large for one.

The only file of the evaluation that imports ray. `each` replaces the `map` of one machine, so the same code
computes the figures from the same values.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from importlib import import_module  # ray is not typed, and not there where figures are made by map
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np

from paiyan.datasets.evaluation.hands import HandReader, Named
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image
from paiyan.vision.reading import Reading

_BATCH = 8
T = TypeVar("T")


class _Lazily(Generic[T]):
    """An object that is pickled as the way to load it, and loaded once wherever it arrives."""

    def __init__(self, load: Callable[[], T]) -> None:
        self.load = load

    @cached_property
    def loaded(self) -> T:
        """The loaded object."""
        return self.load()

    def __getstate__(self) -> dict[str, Any]:
        return {"load": self.load}


class LazyDetector(_Lazily[Detector]):
    """A detector that is loaded wherever it arrives."""

    @property
    def name(self) -> str:
        """Return the name of the detector, which is loaded for it if it was not yet."""
        return self.loaded.name

    @property
    def sha256(self) -> str:
        """Return the checksum of the detector, which is loaded for it if it was not yet."""
        return self.loaded.sha256

    def detect(self, image: Image) -> Detections:
        """Detect as the loaded detector does."""
        return self.loaded.detect(image)

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """Detect as the loaded detector does."""
        return self.loaded.detect_many(images)


class LazyReader(_Lazily[HandReader]):
    """A reader that is loaded wherever it arrives."""

    @property
    def detector(self) -> Named:
        """Return the detector of the reader, which is loaded for it if it was not yet."""
        return self.loaded.detector

    def read(self, source: Path, /) -> Reading:
        """Read as the loaded reader does."""
        return self.loaded.read(source)


def each(do: Callable[[Any], Any], items: Sequence[Any], *, workers: int | None = None) -> Iterator[Any]:
    """Yield the results of all items in their order, computed by Ray's `workers` (one for each CPU).

    Joins the cluster named by ``RAY_ADDRESS``, or starts Ray on this machine. The files that the items name
    must lie at the same place for every worker. `do` and the items are pickled.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray: Any = import_module("ray")
    data: Any = import_module("ray.data")
    started = not ray.is_initialized()
    if started:
        ray.init(include_dashboard=False, log_to_driver=False)
    try:
        pool = data.ActorPoolStrategy(size=workers or max(int(ray.cluster_resources().get("CPU", 1)), 1))
        rows = data.from_items([{"index": n, "item": pickle.dumps(item)} for n, item in enumerate(items)])
        packed = (pickle.dumps(do),)
        done = rows.map_batches(_Worker, fn_constructor_args=packed, batch_size=_BATCH, compute=pool)
        waiting: dict[int, Any] = {}
        due = 0
        for row in done.iter_rows():  # results arrive in any order
            waiting[row["index"]] = pickle.loads(row["result"])
            while due in waiting:
                yield waiting.pop(due)
                due += 1
    finally:
        if started:
            ray.shutdown()


class _Worker:
    """Ray's actor: unpack the work once, then run batch after batch."""

    def __init__(self, do: bytes) -> None:
        self.do: Callable[[Any], Any] = pickle.loads(do)

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        results = [pickle.dumps(self.do(pickle.loads(item))) for item in batch["item"]]
        return {"index": batch["index"], "result": np.array(results, dtype=object)}
