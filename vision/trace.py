"""A record of a reading 读牌经过: the views it took and what each changed, the boxes it dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.drops import Drop
from paiyan.vision.detections import Detections, hold, overlaps

Box = tuple[float, float, float, float]
Boxes = NDArray[np.float64]

_SAME_TILE = 0.3  # overlap (IoU) from which boxes before and after a view are one tile

Change = tuple[str, str]
"""The name of a tile before a view and after it, ``""`` if it was not there."""


class ViewTaken(NamedTuple):
    """A view: why it was taken, what it changed, and whether the reading keeps it."""

    reason: str
    taken: bool
    tiles: tuple[int, int]
    changes: tuple[Change, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as an entry of a trace."""
        changes = [{"before": before or None, "after": after or None} for before, after in self.changes]
        return {"reason": self.reason, "taken": self.taken, "tiles": list(self.tiles), "changes": changes}


@dataclass
class Trace:
    """The views of a reading in their order, and the boxes that were dropped on the way."""

    views: list[ViewTaken] = field(default_factory=list[ViewTaken])
    dropped: tuple[Drop, ...] = ()

    def add_view(self, reason: str, before: Detections, after: Detections, *, taken: bool) -> None:
        """Add a view with what it changed."""
        self.views.append(ViewTaken(reason, taken, (len(before), len(after)), _changes(before, after)))

    def add_drops(self, drops: Sequence[Drop], tiles: Sequence[Box]) -> None:
        """Add the drops where the reading has no tile: of the boxes on one place the surest, with the stage
        that dropped it last."""
        ranked = sorted(drops, key=lambda drop: -drop.objectness)
        boxes = np.array([one.box for one in ranked], np.float64).reshape(-1, 4)
        on_tiles = _centres_inside(boxes, np.array(tiles, np.float64).reshape(-1, 4))
        free: NDArray[np.bool_] = np.logical_not(on_tiles.any(axis=1))
        kept: list[Drop] = []
        for at, drop in enumerate(ranked):
            if free[at]:
                kept.append(drop)
                free[at:] &= ~_centres_inside(boxes[at:], boxes[at : at + 1])[:, 0]
        self.dropped = tuple(kept)

    def described(self) -> dict[str, Any]:
        """Return it as in the JSON of a reading."""
        return {
            "views": [one.to_json() for one in self.views],
            "dropped": [one.to_json() for one in self.dropped],
        }


def _centres_inside(boxes: Boxes, others: Boxes) -> NDArray[np.bool_]:
    """True for boxes (n, 4) and others (m, 4) on one place, (n, m): the middle of either lies in the
    other."""
    middles = [(some[:, :2] + some[:, 2:]) / 2 for some in (boxes, others)]
    return hold(boxes, middles[1]) | hold(others, middles[0]).T


def _changes(before: Detections, after: Detections) -> tuple[Change, ...]:
    shared = overlaps(before.boxes, after.boxes)
    names = [[TILES[int(code)].notation for code in one.classes] for one in (before, after)]
    found: list[Change] = []
    left = set(range(len(after)))
    for at, name in enumerate(names[0]):
        best = int(shared[at].argmax()) if len(after) else -1
        if best < 0 or shared[at, best] < _SAME_TILE:
            found.append((name, ""))
            continue
        left.discard(best)
        if names[1][best] != name:
            found.append((name, names[1][best]))
    return (*found, *(("", names[1][at]) for at in sorted(left) if not _near(shared[:, at])))


def _near(shared: np.ndarray[Any, Any]) -> bool:
    return bool(len(shared)) and float(shared.max()) >= _SAME_TILE
