# pyright: basic, reportMissingImports=false
"""The crops that a training draws from, on its device: fixed ones, and the newest of those drawn for ever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from paiyan.datasets.drawing_processes import DrawingProcesses
from paiyan.datasets.namer_training.crop_source import CropSource, PartCrops
from paiyan.datasets.namer_training.crops import NOTHING, PATCH, Crops
from paiyan.models.training.crop_variety import RandomNumbers, vary

_ENOUGH = 200  # crops of a stream: fewer would be learned by heart in the beginning
_AT_ONCE = 24  # chunks that are taken in between two batches


class CropPools:
    """A pool for each part of a plan. Rare tiles come up more often than they are."""

    def __init__(self, source: CropSource, device: str) -> None:
        self.plan = source.plan
        off = self.plan.off_tiles
        self._pools = {
            part: _Pool(crops, len(crops.classes), device, off_tiles=off) for part, crops in source.fixed()
        }
        for part, stream in self.plan.streams.items():
            self._pools[part] = _Pool(None, stream.keep, device, off_tiles=off)

    def add(self, drawn: PartCrops) -> None:
        """Take in some crops of a stream; the oldest make way."""
        self._pools[drawn.part].add(drawn.crops)

    @property
    def ready(self) -> bool:
        """True if there is enough of each part to draw from."""
        return all(pool.ready for pool in self._pools.values())

    def draw(self, count: int, random: RandomNumbers, *, late: bool) -> tuple[Any, Any, Any]:
        """Patches (n, 96, 96, 3), sizes and classes of `count` crops, by the shares of the parts."""
        shares = self.plan.shares(late=late)
        counts = random.counts([shares[part] for part in self._pools], count)
        drawn = [pool.draw(n, random) for pool, n in zip(self._pools.values(), counts, strict=True) if n]
        patches, sizes, classes = (torch.cat(column) for column in zip(*drawn, strict=True))
        return patches, sizes, classes


class _Pool:
    """Crops of one part; `crops`: all of them, None: none yet, at most `room` are kept."""

    def __init__(self, crops: Crops | None, room: int, device: str, *, off_tiles: float) -> None:
        self._room, self._next, self._count, self._off_tiles = room, 0, 0, off_tiles
        self._heap: Any = None
        if crops is not None:
            self._patches, self._classes, self._sizes = (torch.from_numpy(one).to(device) for one in crops)
            self._count = self._enough = room
        else:
            self._patches = torch.zeros((room, PATCH, PATCH, 3), dtype=torch.uint8, device=device)
            self._classes = torch.zeros(room, dtype=torch.long, device=device)
            self._sizes = torch.zeros((room, 2), device=device)
            self._enough = min(_ENOUGH, room)

    @property
    def ready(self) -> bool:
        return 0 < self._enough <= self._count

    def add(self, crops: Crops) -> None:
        """Write crops over the oldest."""
        device = self._classes.device
        patches, classes, sizes = (torch.from_numpy(one[-self._room :]).to(device) for one in crops)
        places = (torch.arange(len(classes), device=device) + self._next) % self._room
        self._patches[places], self._classes[places], self._sizes[places] = patches, classes, sizes
        self._next = (self._next + len(classes)) % self._room
        self._count = min(self._count + len(classes), self._room)
        self._heap = None

    def draw(self, count: int, random: RandomNumbers) -> tuple[Any, Any, Any]:
        """Crops at random, each tile as often as the root of how many there are of it."""
        if self._heap is None:
            classes = self._classes[: self._count]
            scarce = torch.bincount(classes, minlength=NOTHING + 1).clamp(min=1).double().rsqrt()
            scarce[NOTHING] *= self._off_tiles
            self._heap = scarce[classes].cumsum(0)
        lots = random.uniform(0, 1, count).double() * self._heap[-1]
        chosen = torch.searchsorted(self._heap, lots).clamp(max=self._count - 1)
        return self._patches[chosen], self._sizes[chosen], self._classes[chosen]


def varied_batches(
    pools: CropPools, stream: DrawingProcesses[PartCrops], random: RandomNumbers, *, size: int, late: bool
) -> Iterator[tuple[Any, Any]]:
    """Without end: varied crops (size, 3, 64, 64), 0..255, and their classes, with what a stream brings."""
    variety = pools.plan.variety
    while True:
        while not pools.ready:
            if (drawn := stream.take(wait=1.0)) is not None:
                pools.add(drawn)
        for _ in range(_AT_ONCE):
            if (drawn := stream.take()) is None:
                break
            pools.add(drawn)
        patches, sizes, classes = pools.draw(size, random, late=late)
        yield vary(patches, sizes, classes, variety, random), classes
