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
from typing import Any, TypeVar, cast

import numpy as np

_BATCH = 8
T = TypeVar("T")


class _Lazy:
    """An object that is pickled as the way to load it, and loaded once wherever it arrives."""

    def __init__(self, load: Callable[[], Any]) -> None:
        self.load = load

    @cached_property
    def loaded(self) -> Any:
        """The loaded object."""
        return self.load()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.loaded, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Lazy, (self.load,)


def lazy(load: Callable[[], T]) -> T:
    """Return a detector or a reader that is loaded wherever it arrives."""
    return cast("T", _Lazy(load))


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
