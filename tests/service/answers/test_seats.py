"""Several players' hands in one photo: the one asked for, or all, on the command line and over HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from paiyan.models.opening import open_reader
from paiyan.service import recognition
from paiyan.service.cli.program import run
from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image, save
from tests.vision.structure.test_players import ALL, at
from tests.vision.synthetic_detections import SIZE, seen

Capture = pytest.CaptureFixture[str]
SEATED = "ESN"


class Table:
    """Knows one table, at which nobody sits across."""

    name = "table"
    sha256 = "0" * 64

    def detect(self, image: Image) -> Detections:
        if image.shape[0] != SIZE:
            return Detections.none()
        return seen([piece for seat in SEATED for piece in at(seat, ALL[seat])], scale=20)


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(recognition, "reader", lambda *_: open_reader(Table(), second_pass=False))
    noise = np.random.default_rng(0).integers(0, 255, (SIZE, SIZE, 3))
    save(noise.astype(np.uint8), tmp_path / "table.png")
    return str(tmp_path / "table.png")


def concealed(seat: str) -> str:
    return ALL[seat].split()[0]


@pytest.mark.parametrize("seat", SEATED)
def test_the_hand_at_a_seat_is_read(seat: str, photo: str, capsys: Capture) -> None:
    assert run(["read", photo, "--seat", seat, "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert (read["seat"], read["hand"]["concealed"]) == (seat, concealed(seat))
    assert "hands" not in read
    others = [t for t in read["tiles"] if t["group"] < 0]
    assert len(read["tiles"]) - len(others) == sum(len(part) for part in ALL[seat].split()) - _suits(seat)


def _suits(seat: str) -> int:
    """Letters of a hand's notation."""
    return sum(c.isalpha() for c in ALL[seat])


def test_all_hands_are_read(photo: str, capsys: Capture) -> None:
    assert run(["read", photo, "--seat", "all", "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert [hand["seat"] for hand in read["hands"]] == ["E", "S", "N"]
    assert [hand["hand"]["concealed"] for hand in read["hands"]] == [concealed(s) for s in "ESN"]
    assert read["hand"] == read["hands"][0]["hand"]
    for hand in read["hands"]:
        assert len(hand["roles"]) == len(hand["groups"]) == len(hand["sideways"]) == len(read["tiles"])
    mine = [{i for i, group in enumerate(hand["groups"]) if group >= 0} for hand in read["hands"]]
    assert len(set().union(*mine)) == sum(map(len, mine))


def test_all_hands_for_people(photo: str, capsys: Capture) -> None:
    assert run(["read", photo, "--seat", "all", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert out.index("E east") < out.index("S south") < out.index("N north")


def test_nobody_at_the_seat_is_nothing_to_answer(photo: str, capsys: Capture) -> None:
    assert run(["read", photo, "--seat", "W", "--json"]) == 1
    read = json.loads(capsys.readouterr().out)
    assert read["reliable"] is False
    assert read["hand"]["concealed"] == ""
    assert "hands lie at E S N" in read["problems"][0]


def test_a_seat_and_one_hand_contradict_each_other(photo: str, capsys: Capture) -> None:
    assert run(["read", photo, photo, "--one-hand", "--seat", "E"]) == 2
    assert "cannot go together" in capsys.readouterr().err


def test_over_http(photo: str) -> None:
    with TestClient(create_app(Settings())) as client:
        send = {"content": Path(photo).read_bytes(), "headers": {"content-type": "image/png"}}
        every = client.post("/v1/read?seat=all", **send).json()
        assert [hand["seat"] for hand in every["hands"]] == ["E", "S", "N"]
        one = client.post("/v1/read?seat=S", **send).json()
        assert (one["seat"], one["hand"]["concealed"]) == ("S", concealed("S"))
        assert client.post("/v1/read?seat=Q", **send).status_code == 400
