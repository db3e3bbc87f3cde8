"""How whole tables are read from far away: drawn tables of 12 megapixels, their tiles 12 to 40 pixels wide.

``python -m paiyan.models.measuring.measure --only far`` measures the reader on the tables of
`paiyan.datasets.synth.far_tables`, of a seed that trained nothing, and writes the figures into
``shipped.json``, beside what is found of the same tables without the second look.
Tiles of which less than half shows count neither way.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from paiyan.datasets.evaluation.boxes import Evaluation, evaluate_pictures
from paiyan.datasets.formats.labelled import write_labelled
from paiyan.datasets.formats.open_set import REGIONS, read_set
from paiyan.datasets.synth.far_tables import WIDTHS, far_tables
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image
from paiyan.vision.pipeline import Reader

SEED, EACH = 880, 4
"""So many tables of each width of a tile."""
_SHOWN = 0.5  # of a tile that counts
KEPT = ("pictures", "tiles", "recall", "precision", "boxes_found", "classes_right", "exact")


class Reads:
    """A reader as a detector: the tiles that its reading has, whatever it looked at to find them.

    `spent` are the processor milliseconds of each picture in turn: on two idle cores it takes no longer, and
    the clock of a busy machine says nothing.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.spent: list[float] = []

    @property
    def name(self) -> str:
        """The detector's name."""
        return self.reader.detector.name

    @property
    def sha256(self) -> str:
        """The checksum of the detector's weights."""
        return self.reader.detector.sha256

    def detect(self, image: Image) -> Detections:
        """The tiles of a picture."""
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
        """What `detect` finds in each of several pictures."""
        return [self.detect(image) for image in images]


def drawn(work: Path) -> Path:
    """The tables as a folder of labelled sets, one for each width; what is there already is kept."""
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
    """A row for each width of a tile: what is found and named of the tiles, the median of a table's processor
    milliseconds, and (``found_once``) what is found by the reader that looks at a picture `once`."""
    items = read_set(drawn(work))
    reads = Reads(reader)
    result = evaluate_pictures(reads, items, threshold=_SHOWN)
    before = evaluate_pictures(Reads(once), items, threshold=_SHOWN)
    spent = defaultdict[str, list[float]](list)
    for one, ms in zip(result.seen, reads.spent, strict=True):
        spent[one.folder].append(ms)
    return [_row(name, result, before, spent[name]) for name in result.slices]


def _row(name: str, result: Evaluation, before: Evaluation, spent: Sequence[float]) -> dict[str, Any]:
    part, at_once = (one.to_json()["slices"][name] for one in (result, before))
    figures = {**{key: part[key] for key in KEPT}, "found_once": at_once["boxes_found"]}
    row = {"width": int(name), **figures, "processor_ms": round(median(spent))}
    print(row, flush=True)
    return row
