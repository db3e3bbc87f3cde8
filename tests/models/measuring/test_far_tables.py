"""Tables from far away: a reading's tiles are measured as a detector's are, by the width of a tile."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import numpy as np
import pytest

from paiyan.datasets.synth.scenes.scene import Label
from paiyan.models.measuring import far_tables as far
from paiyan.models.measuring.far_tables import FarTable
from paiyan.models.pages import card
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.picture.image import Image
from paiyan.vision.pipeline import Reader
from paiyan.vision.reading import Reading, ReadTile

pytest.importorskip("faster_coco_eval")
WIDTHS = (12, 20)


def label(code: int, left: float, *, share: float = 1.0) -> Label:
    box = (left, 10.0, left + 12, 26.0)
    quad = ((left, 10.0), (left + 12, 10.0), (left + 12, 26.0), (left, 26.0))
    return Label(code, box, quad, "hand", 0, False, share)


class Told:
    """A reader of one tile: a 2m whose name is in doubt, where the first label lies; or of none."""

    def __init__(self, *, sees: bool = True) -> None:
        self.sees = sees

    def read(self, image: Image) -> Reading:
        if not self.sees:
            return Reading("", (200, 100), "told", ())
        tile = ReadTile(TILES[1], (10, 10, 22, 26), 0.4, ((TILES[2], 0.3),), "hand", 0, sideways=False)
        return Reading("", (200, 100), "told", (tile,))

    class detector:  # noqa: N801
        name, sha256 = "told", "0"


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    """A told reader, before two small tables in place of the large ones."""
    labels = [label(1, 10), label(5, 60), label(7, 120, share=0.3)]
    tables = [FarTable(np.zeros((100, 200, 3), np.uint8), labels, width) for width in WIDTHS]
    monkeypatch.setattr(far, "far_tables", lambda count, seed: iter(tables))
    return cast("Reader", Told())


def test_a_tile_whose_name_is_in_doubt_counts_as_found(reader: Reader, tmp_path: Path) -> None:
    found = far.Reads(reader).detect(np.zeros((100, 200, 3), np.uint8))
    assert (found.classes.tolist(), found.confidence.tolist()) == ([1], [0.5])
    rows = far.measure_far(reader, tmp_path, once=cast("Reader", Told(sees=False)))
    assert [row["width"] for row in rows] == [12, 20]
    for row in rows:  # of two tiles that show one is found; the third counts neither way
        assert (row["tiles"], row["recall"], row["precision"]) == (2, 0.5, 1.0)
        assert (row["boxes_found"], row["found_once"]) == (0.5, 0.0)
    lines = card.of_far_tables(rows)
    assert lines[2].startswith("| 12 pixels | 1 | 2 | 0.500 | 1.000 | 0.000 | 0.500 | 1.000 |")


def test_tables_that_are_there_are_not_drawn_again(
    reader: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = far.drawn(tmp_path)
    monkeypatch.setattr(far, "far_tables", None)
    assert far.drawn(tmp_path) == folder
