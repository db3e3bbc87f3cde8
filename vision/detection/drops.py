"""Boxes that were seen and dropped: which stage dropped each, by what number, against which threshold.

Nothing is logged unless somebody listens (`listening`), so that a reading costs no more.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detections import Detections, Floats

Numbers = NDArray[np.floating[Any]]


class Drop(NamedTuple):
    """One box that was dropped, in pixels of the picture its stage saw: its most probable tile, and the
    `value` that is on the wrong side of a `threshold`."""

    stage: str
    tile: str
    box: tuple[float, float, float, float]
    objectness: float
    value: float
    threshold: float

    def to_json(self) -> dict[str, Any]:
        """Return it as an entry of a trace."""
        numbers = {name: round(getattr(self, name), 3) for name in ("objectness", "value", "threshold")}
        return {"stage": self.stage, "tile": self.tile, "box": [round(v, 1) for v in self.box], **numbers}


_LOG: ContextVar[list[Drop] | None] = ContextVar("drops", default=None)


@contextmanager
def listening() -> Generator[list[Drop]]:
    """Collect the boxes that are dropped meanwhile."""
    drops: list[Drop] = []
    token = _LOG.set(drops)
    try:
        yield drops
    finally:
        _LOG.reset(token)


def is_listened_to() -> bool:
    """True if somebody collects dropped boxes, so that working out their values is worth it."""
    return _LOG.get() is not None


def log_drops(boxes: Floats, probabilities: Floats, stage: str, values: Numbers, threshold: float) -> None:
    """Log boxes (n, 4) with probabilities (n, 46) that a stage drops, each for a value (n,) on the wrong side
    of a threshold."""
    if (drops := _LOG.get()) is None:
        return
    for at, value in enumerate(values.tolist()):
        x1, y1, x2, y2 = boxes[at].tolist()
        row = probabilities[at]
        name, there = TILES[int(row.argmax())].notation, min(float(row.sum()), 1.0)
        drops.append(Drop(stage, name, (x1, y1, x2, y2), there, float(value), threshold))


def kept(
    detections: Detections, which: NDArray[np.bool_], stage: str, values: Numbers, threshold: float
) -> Detections:
    """Return the boxes of a mask (n,); log the others as dropped by a stage, each for its value (n,)."""
    log_drops(detections.boxes[~which], detections.probabilities[~which], stage, values[~which], threshold)
    return detections.select(which)


def move_drops(since: int, move: Callable[[Floats], Floats]) -> None:
    """Map the boxes of all drops after the first `since` to other pixels, as from a view to its picture."""
    drops = _LOG.get()
    if drops is None or len(drops) <= since:
        return
    boxes = move(np.array([one.box for one in drops[since:]], np.float32))
    for at, box in enumerate(boxes.tolist(), since):
        drops[at] = drops[at]._replace(box=tuple(box))


def logged() -> int:
    """Return how many drops were logged so far."""
    return len(_LOG.get() or ())
