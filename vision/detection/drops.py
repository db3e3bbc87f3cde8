"""Boxes that were seen and dropped: which stage dropped each, by what number, against which threshold.

Nothing is logged unless somebody listens (`listening`), so that a reading costs nothing more.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detections import Detections


class Drop(NamedTuple):
    """One box that was dropped, in pixels of the picture that its stage saw: what it most probably shows, and
    the `value` that is on the wrong side of a `threshold`."""

    stage: str
    tile: str
    box: tuple[float, float, float, float]
    objectness: float
    value: float
    threshold: float

    def to_json(self) -> dict[str, Any]:
        """As in a trace."""
        numbers = {name: round(getattr(self, name), 3) for name in ("objectness", "value", "threshold")}
        return {"stage": self.stage, "tile": self.tile, "box": [round(v, 1) for v in self.box], **numbers}


_LOG: ContextVar[list[Drop] | None] = ContextVar("drops", default=None)


@contextmanager
def listening() -> Generator[list[Drop]]:
    """Collect what is dropped meanwhile."""
    drops: list[Drop] = []
    token = _LOG.set(drops)
    try:
        yield drops
    finally:
        _LOG.reset(token)


def log_drops(dropped: Detections, stage: str, values: NDArray[np.floating[Any]], threshold: float) -> None:
    """Log boxes that a stage drops, with a value of each (n,) and the threshold that it misses."""
    if (drops := _LOG.get()) is None:
        return
    for at, value in enumerate(values.tolist()):
        x1, y1, x2, y2 = dropped.boxes[at].tolist()
        name = TILES[int(dropped.classes[at])].notation
        drops.append(Drop(stage, name, (x1, y1, x2, y2), float(dropped.objectness[at]), value, threshold))
