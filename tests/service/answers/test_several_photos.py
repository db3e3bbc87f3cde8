"""Two photos of one hand: its held tiles in one, its melds and flowers in the other."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from paiyan.models.opening import open_reader
from paiyan.service import recognition as photo_reading
from paiyan.service.cli.program import run
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image, save
from tests.vision.synthetic_detections import SIZE, row, seen

Capture = pytest.CaptureFixture[str]
PARTS = {90: row("123m45p789s11z 6p"), 160: row("777z 1f", across=[0])}


class Parts:
    """Knows two pictures by how light they are."""

    name = "parts"
    sha256 = ""

    def detect(self, image: Image) -> Detections:
        return seen(PARTS[min(PARTS, key=lambda light: abs(float(np.median(image)) - light))])


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(photo_reading, "reader", lambda *_: open_reader(Parts(), second_pass=False))
    for light in PARTS:
        noise = np.random.default_rng(light).integers(-60, 60, (SIZE, SIZE, 3))
        save((noise + light).astype(np.uint8), tmp_path / f"{light}.png")
    return [str(tmp_path / f"{light}.png") for light in PARTS]


def test_both_parts_are_read_as_one_hand(photos: list[str], capsys: Capture) -> None:
    assert run(["read", *photos, "--one-hand", "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert read["hand"]["concealed"] == "123m45p789s11z"
    assert read["hand"]["winning"] == "6p"
    assert [m["tiles"] for m in read["hand"]["melds"]] == ["777z"]
    assert read["hand"]["flowers"] == "1f"
    assert [p["tiles"] for p in read["pictures"]] == [11, 4]
    assert read["photo"] == "90.png + 160.png"


def test_and_scored(photos: list[str], capsys: Capture) -> None:
    assert run(["score", *photos, "--one-hand", "--by", "self_draw", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["win"] is True


def test_one_photo_is_not_two(photos: list[str], capsys: Capture) -> None:
    assert run(["read", photos[0], "--one-hand"]) == 2
    assert "two photos or more" in capsys.readouterr().err
    assert run(["read", *photos, "--one-hand", "--draw", "out"]) == 2
    assert "draw each photo by itself" in capsys.readouterr().err
