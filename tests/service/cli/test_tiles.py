"""``paiyan tiles`` on the command line; what a profile changes is tested with the naming of tiles."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from paiyan.models import opening, registry
from paiyan.scorer.tiles.tile import TILES
from paiyan.service.cli.program import run
from paiyan.vision.detection.naming import namer
from paiyan.vision.detection.naming.tile_profile import load_profile
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.picture.image import Image
from tests.service.conftest import SAMPLE
from tests.vision.doubles import NoOpinion
from tests.vision.synthetic_detections import row, seen

Capture = pytest.CaptureFixture[str]


class Rows:
    """Sees two rows, of one tile and of two."""

    def detect(self, image: Image) -> Detections:
        return seen(row("1m", y=0) + row("89p", y=4))


class Even(NoOpinion):
    """A namer to which every face is as likely."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def name(self, image: Image, boxes: Floats) -> Floats:
        return np.full((len(boxes), len(TILES) + 1), 1 / (len(TILES) + 1), np.float32)


@pytest.fixture(autouse=True)
def without_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    known = SimpleNamespace(runs=Path("namer.onnx"), sha256="w")
    monkeypatch.setattr(registry, "namer", lambda: known)
    monkeypatch.setattr(opening, "load_detector", Rows)
    monkeypatch.setattr(namer, "Namer", Even)


def test_the_profile_is_saved_where_it_is_told(tmp_path: Path, capsys: Capture) -> None:
    saved = tmp_path / "mine.json"
    assert run(["tiles", str(SAMPLE), "--order", "1m / 89p", "--save", str(saved), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"profile": str(saved), "tiles": 3, "photos": 1}
    assert f"--tiles {saved}" in err
    assert len(load_profile(saved, weights="w").looks) == 3


def test_rows_that_are_not_there_save_nothing(tmp_path: Path, capsys: Capture) -> None:
    saved = tmp_path / "mine.json"
    assert run(["tiles", str(SAMPLE), "--save", str(saved)]) == 2
    assert "shows 2 rows of tiles where the order has 4" in capsys.readouterr().err
    assert not saved.exists()
