"""Measure how whole tables are read from far away: drawn tables of 12 megapixels, tiles 12 to 40 pixels wide.

``python -m paiyan.models.measuring.measure --only far`` measures the reader on these tables, of a seed that
trained nothing, and writes the figures into ``shipped.json``, next to those of the same tables without the
second look. Tiles of which less than half is visible are not counted.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from paiyan.datasets.evaluation.boxes import Evaluation, evaluate_pictures
from paiyan.datasets.formats.labelled import write_labelled
from paiyan.datasets.formats.open_set import REGIONS, read_set
from paiyan.datasets.synth.compositing.render import render
from paiyan.datasets.synth.faces.canvas import Picture
from paiyan.datasets.synth.scene_sets import set_of_tiles
from paiyan.datasets.synth.scenes.arranging import Arranger, Supply
from paiyan.datasets.synth.scenes.camera import View
from paiyan.datasets.synth.scenes.scene import Label, Placed, Scene, sample_lens, sample_light, sample_table
from paiyan.datasets.synth.whole_tables import brought_to_size, turned
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image
from paiyan.vision.pipeline import Reader

SIZE = (4000, 3000)
WIDTHS = (12, 16, 20, 24, 32, 40)
"""Widths of a tile in pixels; the pictures take them in turn."""
_HALF = 13.0  # from the middle of the table to a player's own row, in tile widths
_START = 0.3  # share of the picture for the table before it is scaled


class FarTable(NamedTuple):
    """A picture BGR (3000, 4000, 3), its labels, and the width of its tiles in pixels."""

    picture: Picture
    labels: list[Label]
    width: int


def far_tables(count: int, *, seed: int) -> Iterator[FarTable]:
    """Draw `count` pictures, each with its own set of tiles."""
    for index in range(count):
        width = WIDTHS[index % len(WIDTHS)]
        rng = np.random.default_rng((seed, index))
        scene = brought_to_size(_table(rng, seed=seed, index=index), width)
        picture, labels = render(scene, rng, supersample=1.5)
        yield FarTable(picture, labels, width)


def _table(rng: np.random.Generator, *, seed: int, index: int) -> Scene:
    style, body = set_of_tiles(index, seed=seed)
    supply = Supply(reds="one" if rng.random() < 0.5 else "none")
    tiles: list[Placed] = []
    for seat in range(4):
        arranger = Arranger(body, rng, untidy=0.02)
        arranger.group()
        held = supply.draw(rng, int(rng.integers(10, 15)))
        arranger.row(held, -len(held) / 2, -_HALF, "hand")
        discards = supply.draw(rng, int(rng.integers(6, 19)), flowers="without")
        arranger.block(discards, -3.0, -3.4, "discard", columns=6)
        if rng.random() < 0.6:
            wall = supply.draw(rng, int(rng.integers(4, 9)), flowers="without")
            arranger.wall(wall, -len(wall) / 2, -_HALF + 3.2, high=1)
        tiles += [turned(placed, seat) for placed in arranger.tiles]
    view = View(
        pitch=float(rng.uniform(10, 45)),
        yaw=float(rng.uniform(-180, 180)),
        roll=float(rng.normal(0, 5)),
        fov=float(rng.uniform(50, 70)),
        fill=_START,
        place=(float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.9))),
    )
    return Scene(
        size=SIZE, style=style, body=body, tiles=tuple(tiles), view=view, aimed_at=tuple(range(len(tiles))),
        kind="table", table=sample_table(rng, edge="none"), light=sample_light(rng),
        lens=replace(sample_lens(rng), detail=1.0),
    )  # fmt: skip


SEED, EACH = 880, 4
"""The number of tables for each width of a tile."""
_SHOWN = 0.5  # visible share of a tile that counts
KEPT = ("pictures", "tiles", "recall", "precision", "boxes_found", "classes_right", "exact")


class Reads:
    """A reader as a detector: the tiles of its readings.

    `spent` holds the processor milliseconds of each picture in turn: two idle cores take no longer, and the
    clock of a busy machine means nothing.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.name, self.sha256 = reader.detector.name, reader.detector.sha256
        self.spent: list[float] = []

    def detect(self, image: Image) -> Detections:
        """Detect the tiles of a picture."""
        begun = process_time()
        tiles = self.reader.read(image).tiles
        self.spent.append(1000 * (process_time() - begun))
        probabilities = np.zeros((len(tiles), len(TILES)), np.float32)
        for row, read in enumerate(tiles):
            for tile, share in (*read.alternatives, (read.tile, max(read.confidence, _SHOWN))):
                probabilities[row, tile.code] = share
        boxes = np.array([read.box for read in tiles], np.float32).reshape((-1, 4))
        return Detections(boxes, probabilities)

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """Detect the tiles of several pictures."""
        return [self.detect(image) for image in images]


def drawn(work: Path) -> Path:
    """Draw the tables as a folder of labelled sets, one for each width, unless they are there already."""
    out = work / f"far-{SEED}"
    if not (out / "done").exists():
        for number, table in enumerate(far_tables(EACH * len(WIDTHS), seed=SEED)):
            folder = out / f"{table.width:02d}"
            high, wide = table.picture.shape[:2]
            boxes = np.array([one.box for one in table.labels]) / [wide, high, wide, high]
            codes = np.array([one.code for one in table.labels])
            shown = np.array([one.share >= _SHOWN for one in table.labels])
            image = write_labelled(folder, f"{number:03d}", table.picture, codes[shown], boxes[shown])
            _add_region(folder / REGIONS, image.name, boxes[~shown].tolist())
        (out / "done").touch()
    return out


def _add_region(file: Path, name: str, boxes: list[list[float]]) -> None:
    known: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    file.write_text(json.dumps({**known, name: boxes}) + "\n")


def measure_far(reader: Reader, work: Path, *, once: Reader) -> list[dict[str, Any]]:
    """Return a row for each width of a tile: the tiles found and named, the median of a table's processor
    milliseconds, and (``found_once``) the tiles found by the reader `once`, which looks only once."""
    items = read_set(drawn(work))
    reads = Reads(reader)
    result = evaluate_pictures(reads, items, threshold=_SHOWN)
    before = evaluate_pictures(Reads(once), items, threshold=_SHOWN)
    spent = defaultdict[str, list[float]](list)
    for one, ms in zip(result.seen, reads.spent, strict=True):
        spent[one.truth.folder].append(ms)
    return [_row(name, result, before, spent[name]) for name in result.slices]


def _row(name: str, result: Evaluation, before: Evaluation, spent: Sequence[float]) -> dict[str, Any]:
    part, at_once = (one.to_json()["slices"][name] for one in (result, before))
    figures = {**{key: part[key] for key in KEPT}, "found_once": at_once["boxes_found"]}
    row = {"width": int(name), **figures, "processor_ms": round(median(spent))}
    print(row, flush=True)
    return row
