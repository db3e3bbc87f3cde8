# pyright: basic, reportMissingImports=false
"""Vary crops for the namer in batches on any device: turned, bent, and in another light.

`Variety` (`paiyan.datasets.namer_training.crops`) says how far. Values that are the same for a whole batch,
such as the strength of a blur, are drawn for a few groups of its crops, which is as varied over a training.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from PIL import Image
from PIL.JpegImagePlugin import JpegImageFile
from torch.nn import functional as F  # noqa: N812 - torch's own name for it

from paiyan.datasets.drawing_processes import DrawingProcesses
from paiyan.datasets.namer_training.crop_sets import CropSource, PartCrops
from paiyan.datasets.namer_training.crops import NOTHING, PATCH, Crops, Variety
from paiyan.scorer.tiles.tile import RED
from paiyan.vision.pixels import CROP_SIDE, with_margin

_ENOUGH = 200  # crops of a stream: fewer would be memorised in the beginning
_AT_ONCE = 24  # chunks to take in between two batches


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
        """Add crops of a stream, in place of the oldest."""
        self._pools[drawn.part].add(drawn.crops)

    @property
    def ready(self) -> bool:
        """True if there is enough of each part to draw from."""
        return all(pool.ready for pool in self._pools.values())

    def draw(self, count: int, random: RandomNumbers, *, late: bool) -> tuple[Any, Any, Any]:
        """Draw patches (n, 96, 96, 3), sizes and classes of `count` crops, by the shares of the parts."""
        shares = self.plan.shares(late=late)
        counts = random.counts([shares[part] for part in self._pools], count)
        drawn = [pool.draw(n, random) for pool, n in zip(self._pools.values(), counts, strict=True) if n]
        patches, sizes, classes = (torch.cat(column) for column in zip(*drawn, strict=True))
        return patches, sizes, classes


class _Pool:
    """Crops of one part: `crops`, or none yet; at most `room` are kept."""

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
        """Draw crops at random, each tile in proportion to the square root of its number."""
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
    """Yield varied crops (size, 3, 64, 64), 0..255, and their classes, without end, adding a stream's
    crops."""
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


_MARGIN = with_margin(1.0, 1.0)[0]
_UNIT = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
_FIVES = (4, 13, 22, *range(RED, RED + 3))
_CODED = io.BytesIO()
Image.new("YCbCr", (8, 8)).save(_CODED, "jpeg", quality=50)
_CODED.seek(0)
_LUMA, _CHROMA = JpegImageFile(_CODED).quantization.values()
"""JPEG's quantisation of brightness and colour at quality 50 (ITU-T T.81, annex K)."""


class RandomNumbers:
    """Random numbers by a seed: tensors on a device, and single ones without waiting for it."""

    def __init__(self, seed: Sequence[int], device: str = "cpu") -> None:
        here, there = np.random.SeedSequence(list(seed)).generate_state(2).tolist()
        self.device = device
        self._here = torch.Generator().manual_seed(here)
        self._there = torch.Generator(device).manual_seed(there)

    def uniform(self, low: float, high: float, *shape: int) -> Any:
        """Draw numbers from `low` to `high`."""
        return torch.rand(shape, generator=self._there, device=self.device) * (high - low) + low

    def normal(self, deviation: float, *shape: int) -> Any:
        """Draw normal numbers around 0."""
        return torch.randn(shape, generator=self._there, device=self.device) * deviation

    def integers(self, low: int, high: int, *shape: int) -> Any:
        """Draw whole numbers from `low`, below `high`."""
        return torch.randint(low, high, shape, generator=self._there, device=self.device)

    def number(self, low: float = 0.0, high: float = 1.0) -> float:
        """Draw one number."""
        return low + (high - low) * float(torch.rand((), generator=self._here))

    def chosen(self, count: int, share: float, among: Any = None) -> Any:
        """Draw indices below `count`, each with the probability `share`, of those that the mask `among`
        allows."""
        mask = self.uniform(0, 1, count) < share
        return (mask if among is None else mask & among).nonzero()[:, 0]

    def groups(self, count: int, share: float, most: int) -> list[Any]:
        """Draw indices likewise, in at most `most` groups."""
        return [group for group in self.chosen(count, share).tensor_split(most) if len(group)]

    def counts(self, shares: Sequence[float], total: int) -> list[int]:
        """Distribute `total` by some shares."""
        lots = torch.multinomial(torch.tensor(shares), total, replacement=True, generator=self._here)
        return torch.bincount(lots, minlength=len(shares)).tolist()


def vary(patches: Any, sizes: Any, classes: Any, variety: Variety, random: RandomNumbers) -> Any:
    """Vary patches uint8 (n, 96, 96, 3) of boxes of `sizes` (n, 2) into crops (n, 3, 64, 64), 0..255."""
    crops = _bend(patches.permute(0, 3, 1, 2).float(), sizes, variety, random).round()
    return _relight(crops, classes, variety, random)


def _turns(count: int, variety: Variety, random: RandomNumbers) -> Any:
    """Draw the angle of each crop in radians."""
    lot, roll = random.uniform(0, 1, count), random.normal(variety.roll, count)
    half = variety.any_turn + variety.half_turn
    quarters = torch.where(random.uniform(0, 1, count) < 0.5, 90.0, 270.0)
    turned = torch.where(lot < half + variety.quarter_turn, roll + quarters, roll)
    turned = torch.where(lot < half, roll + 180, turned)
    return torch.where(lot < variety.any_turn, random.uniform(0, 360, count), turned).deg2rad()


def _bend(patches: Any, sizes: Any, variety: Variety, random: RandomNumbers) -> Any:
    """Cut a crop of each patch, turned, shifted and in perspective."""
    count = len(patches)
    angle = _turns(count, variety, random)
    cos, sin = angle.cos(), angle.sin()
    stretched = sizes * random.normal(0.1, count, 2).exp()
    wide, high = stretched[:, 0], stretched[:, 1]
    # the upright box around the turned tile; a box that was aslant already is not grown a second time
    box = torch.stack([wide * cos.abs() + high * sin.abs(), wide * sin.abs() + high * cos.abs()], 1)
    box = box * (1 - 0.125 * (2 * angle).sin().abs())[:, None]
    box = box * random.normal(variety.grow, count, 2).exp()
    centre = PATCH / 2 + random.normal(variety.shift, count, 2) * box
    unit = torch.tensor(_UNIT, device=box.device) + random.normal(variety.corner, count, 4, 2)
    corners = unit * (box * _MARGIN / 2)[:, None]
    back = torch.stack([torch.stack([cos, sin], 1), torch.stack([-sin, cos], 1)], 1)
    source = (corners @ back.transpose(1, 2)) * (sizes / stretched)[:, None] + centre[:, None]
    places = _in_perspective(source) / (PATCH - 1) * 2 - 1
    return F.grid_sample(patches, places, mode="bilinear", padding_mode="border", align_corners=True)


def _in_perspective(corners: Any) -> Any:
    """Find where in a patch each pixel of a crop lies, (n, 64, 64, 2), from its corners (n, 4, 2)."""
    count, device = len(corners), corners.device
    x, y = (torch.tensor(_UNIT, device=device) + 1).mul(CROP_SIDE / 2).expand(count, 4, 2).unbind(-1)
    across, down = corners.unbind(-1)
    no, one = torch.zeros_like(x), torch.ones_like(x)
    rows = [
        torch.stack([x, y, one, no, no, no, -across * x, -across * y], -1),
        torch.stack([no, no, no, x, y, one, -down * x, -down * y], -1),
    ]
    solved = torch.linalg.solve(torch.cat(rows, 1), torch.cat([across, down], 1)[..., None])[..., 0]
    matrix = torch.cat([solved, torch.ones(count, 1, device=device)], 1).view(count, 3, 3)
    ways, along = _grid(device)
    points = torch.stack([along, ways, torch.ones_like(ways)], -1).float().view(-1, 3)
    moved = points @ matrix.transpose(1, 2)
    return (moved[..., :2] / moved[..., 2:]).view(count, CROP_SIDE, CROP_SIDE, 2)


def _grid(device: Any) -> tuple[Any, Any]:
    """The row and the column of each pixel of a crop."""
    steps = torch.arange(CROP_SIDE, device=device)
    return torch.meshgrid(steps, steps, indexing="ij")


def _relight(crops: Any, classes: Any, variety: Variety, random: RandomNumbers) -> Any:
    """Change strokes, colours, sharpness and light, then code some as JPEG does."""
    count = len(crops)
    for some in random.groups(count, variety.strokes, 2):
        crops[some] = _strokes(crops[some], random)
    fives = torch.zeros(NOTHING + 1, dtype=torch.bool, device=crops.device)
    fives[list(_FIVES)] = True  # only its colour distinguishes a red five
    some = random.chosen(count, variety.saturation, ~fives[classes])
    grey = crops[some].mean(1, keepdim=True)
    crops[some] = grey + (crops[some] - grey) * random.uniform(-0.2, 1.5, len(some), 1, 1, 1)
    some = random.chosen(count, variety.colours, ~fives[classes])
    crops[some] = _recoloured(crops[some], random)
    for some in random.groups(count, variety.coarse, 8):
        crops[some] = _coarse(crops[some], random)
    for some in random.groups(count, 0.25, 4):
        crops[some] = _blurred(crops[some], random.number(0.4, 1.6))
    for some in random.groups(count, 0.1, 4):
        crops[some] = _smeared(crops[some], random)
    crops = _lit(crops, variety, random).clamp(0, 255).floor()
    some = random.chosen(count, 0.08)
    crops[some] = _covered(crops[some], random)
    some = random.chosen(count, variety.jpeg)
    if len(some):
        crops[some] = as_jpeg(crops[some], random.integers(25, 90, len(some)))
    return crops.round().clamp(0, 255)


def _strokes(crops: Any, random: RandomNumbers) -> Any:
    """Make strokes thicker or thinner by a share of a pixel."""
    light = random.number() < 0.5
    grown = F.max_pool2d(crops if light else -crops, 3, 1, 1)
    return crops.lerp(grown if light else -grown, random.number(0.3, 1.0))


def _recoloured(crops: Any, random: RandomNumbers) -> Any:
    """Mix colours; grey stays about as bright."""
    mixture = torch.eye(3, device=crops.device) + random.normal(0.35, len(crops), 3, 3)
    mixture = mixture / mixture.sum(2, keepdim=True).abs().clamp(min=0.5)
    return torch.einsum("nij,njhw->nihw", mixture, crops).clamp(0, 255)


def _coarse(crops: Any, random: RandomNumbers) -> Any:
    """Simulate crops that were small."""
    small, mode = int(random.number(14, 45)), "bicubic" if random.number() < 0.5 else "bilinear"
    fewer = F.interpolate(crops, size=(small, small), mode="area")
    return F.interpolate(fewer, size=(CROP_SIDE, CROP_SIDE), mode=mode, align_corners=False).clamp(0, 255)


def _blurred(crops: Any, deviation: float) -> Any:
    reach = math.ceil(3 * deviation)
    steps = torch.arange(-reach, reach + 1, device=crops.device)
    weights = torch.exp(-steps * steps / (2 * deviation * deviation))
    weights = weights / weights.sum()
    return _filtered(crops, weights[:, None] * weights)


def _smeared(crops: Any, random: RandomNumbers) -> Any:
    """Blur like a hand that moved."""
    length, angle = int(random.number(3, 9)), random.number(0, math.pi)
    weights = torch.zeros(9, 9)
    for step in np.linspace(-length / 2, length / 2, 12).tolist():
        weights[round(4 + step * math.sin(angle)), round(4 + step * math.cos(angle))] += 1
    return _filtered(crops, (weights / weights.sum()).to(crops.device))


def _filtered(crops: Any, weights: Any) -> Any:
    reach = len(weights) // 2
    planes = F.pad(crops, (reach,) * 4, mode="reflect").flatten(0, 1)[:, None]
    return F.conv2d(planes, weights[None, None]).view(crops.shape)


def _lit(crops: Any, variety: Variety, random: RandomNumbers) -> Any:
    """Change the light, its colour, its edge and its glare; make some grey; add noise."""
    count = len(crops)
    light = random.uniform(0.5, 1.35, count, 1, 1, 1) * random.uniform(0.88, 1.12, count, 3, 1, 1)
    crops = crops * light + random.uniform(-25, 30, count, 1, 1, 1)
    some = random.chosen(count, 0.2)
    begin, end = random.uniform(0.4, 1, len(some), 1), random.uniform(0.8, 1.3, len(some), 1)
    ramp = begin.lerp(end, torch.linspace(0, 1, CROP_SIDE, device=crops.device)[None])
    across = random.uniform(0, 1, len(some), 1, 1) < 0.5
    crops[some] *= torch.where(across, ramp[:, None, :], ramp[:, :, None])[:, None]
    some = random.chosen(count, 0.12)
    crops[some] += _glare(len(some), random)
    some = random.chosen(count, variety.grey)
    crops[some] = crops[some].mean(1, keepdim=True).expand(-1, 3, -1, -1)
    some = random.chosen(count, 0.35)
    noise = random.normal(1.0, len(some), *crops.shape[1:])
    crops[some] += noise * random.uniform(2, 16, len(some), 1, 1, 1)
    return crops


def _glare(count: int, random: RandomNumbers) -> Any:
    """Draw bright ellipses with soft edges, (n, 1, 64, 64)."""
    rows, columns = _grid(random.device)
    x, y = (random.uniform(0, CROP_SIDE, count, 1, 1) for _ in range(2))
    one, two = (random.uniform(3, 24, count, 1, 1) for _ in range(2))
    turn, soft = random.uniform(0, math.pi, count, 1, 1), random.uniform(2, 7, count, 1, 1)
    cos, sin = turn.cos(), turn.sin()
    along, aside = (columns - x) * cos + (rows - y) * sin, (rows - y) * cos - (columns - x) * sin
    outside = ((along / one) ** 2 + (aside / two) ** 2).sqrt()
    spot = torch.sigmoid(1.7 * (1 - outside) * torch.minimum(one, two) / soft)
    return (random.uniform(60, 220, count, 1, 1) * spot)[:, None]


def _covered(crops: Any, random: RandomNumbers) -> Any:
    """Cover a part of the tile from an edge."""
    count, (rows, columns) = len(crops), _grid(crops.device)
    edge = random.integers(0, 4, count, 1, 1)
    inward = torch.where(edge % 2 == 0, rows, columns)
    inward = torch.where(edge >= 2, CROP_SIDE - 1 - inward, inward)
    along = torch.where(edge % 2 == 0, columns, rows)
    begin, end = (random.integers(0, 30, count, 1, 1) for _ in range(2))
    deep = random.integers(6, 20, count, 1, 1)
    mask = (inward < deep) & (along >= begin) & (along < CROP_SIDE - end)
    return torch.where(mask[:, None], random.integers(0, 256, count, 3, 1, 1).float(), crops)


def as_jpeg(crops: Any, quality: Any) -> Any:
    """Code and decode crops BGR (n, 3, h, w), sides multiples of 16, as JPEG of a `quality` (n,), 1..100.

    Like libjpeg: colour at half the size, blocks of 8 x 8, the tables of the standard.
    """
    scale = torch.where(quality < 50, 5000 / quality, 200 - 2 * quality)[:, None, None]
    blue, green, red = crops.unbind(1)
    bright = 0.299 * red + 0.587 * green + 0.114 * blue
    halves = [
        F.avg_pool2d(plane[:, None], 2)[:, 0] for plane in (0.564 * (blue - bright), 0.713 * (red - bright))
    ]
    bright = _coded(bright - 128, _LUMA, scale) + 128
    to_blue, to_red = (
        F.interpolate(_coded(half, _CHROMA, scale)[:, None], scale_factor=2, mode="bilinear")[:, 0]
        for half in halves
    )
    red, blue = bright + 1.402 * to_red, bright + 1.772 * to_blue
    green = (bright - 0.299 * red - 0.114 * blue) / 0.587
    return torch.stack([blue, green, red], 1).clamp(0, 255)


def _coded(planes: Any, table: Sequence[int], scale: Any) -> Any:
    """Quantise the cosine transform of planes (n, h, w) by a table, block by block."""
    count, high, wide = planes.shape
    steps = torch.arange(8, device=planes.device, dtype=torch.float32)
    waves = torch.cos((2 * steps[None] + 1) * steps[:, None] * math.pi / 16) * 0.5
    waves[0] = math.sqrt(1 / 8)
    coarse = torch.tensor(table, device=planes.device, dtype=torch.float32).view(8, 8)
    coarse = ((coarse * scale + 50) / 100).floor().clamp(1, 255)[:, None, None]
    blocks = planes.view(count, high // 8, 8, wide // 8, 8).transpose(2, 3)
    kept = (waves @ blocks @ waves.T / coarse).round() * coarse
    return (waves.T @ kept @ waves).transpose(2, 3).reshape(count, high, wide)
