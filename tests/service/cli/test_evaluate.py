"""``paiyan evaluate``: what the terminal shows, and other people's sets."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.formats.labelled import write_labelled
from paiyan.models import opening
from paiyan.service.cli.commands import evaluate
from paiyan.service.cli.program import run
from paiyan.vision.detection.thresholds import Thresholds
from tests.service.conftest import Knowing

pytest.importorskip("faster_coco_eval")

SAMPLE = Path(__file__).parents[3] / "service" / "samples" / "hand.jpg"
HELD = ["1m", "2m", "3m", "4p", "5p", "7s", "8s", "9s", "1z", "1z"]
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the command writes goes into a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


def their_set(folder: Path, *names: str) -> Path:
    picture = np.full((64, 96, 3), 60, np.uint8)
    boxes = np.array([[0.1, 0.1, 0.3, 0.6], [0.5, 0.1, 0.7, 0.6]])
    write_labelled(folder, "a", picture, np.array([0, 1]), boxes)
    (folder / "classes.txt").write_text("\n".join(names) + "\n")
    return folder


def hands(folder: Path, *flowers: str) -> Path:
    """A list of the sample photo twice, once with these flowers."""
    shutil.copy(SAMPLE, folder / "a.jpg")
    line = {
        "photo": "a.jpg", "kind": "row", "hand": HELD, "winning": "6p", "melds": [["7z"] * 3],
        "flowers": ["1f", "8f"], "all_face_up": None,
    }  # fmt: skip
    listed = folder / "hands.jsonl"
    listed.write_text("".join(json.dumps(one) + "\n" for one in (line, line | {"flowers": flowers})))
    return listed


def test_a_set_is_shown_in_tables_and_its_classes_are_told(here: Path, capsys: Capture) -> None:
    their_set(here / "theirs", "1_man", "haku")
    assert run(["evaluate", "theirs"]) == 0
    out, err = capsys.readouterr()
    assert "mAP50" in out
    assert "The weakest classes" in out
    assert "{" not in out
    assert [line.split() for line in err.splitlines()[1:]] == [["1_man", "1m", "1"], ["haku", "5z", "1"]]
    assert run(["evaluate", "theirs", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["classes"] == {"1_man": "1m", "haku": "5z"}


def test_classes_that_are_unknown_are_asked_for_in_a_file(here: Path, capsys: Capture) -> None:
    their_set(here / "theirs", "east", "thing")
    assert run(["evaluate", "theirs"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.splitlines()[-1] == (
        "paiyan: 1 of the 2 classes of theirs name no tile that we know ('thing'): "
        "fill in theirs-classes.toml and give it with --classes theirs-classes.toml"
    )
    mapping = here / "theirs-classes.toml"
    assert run(["evaluate", "theirs", "--classes", str(mapping)]) == 2
    assert f"say in {mapping} what they are" in " ".join(capsys.readouterr().err.split())
    mapping.write_text(mapping.read_text().replace('"thing" = ""', '"thing" = "xx"'))
    assert run(["evaluate", "theirs", "--classes", str(mapping), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["classes"] == {"east": "1z", "thing": "xx"}


def test_hands_are_shown_with_the_stage_that_failed(here: Path, capsys: Capture) -> None:
    listed = hands(here, "1f", "7f")
    assert run(["evaluate", ".", "--hands", str(listed)]) == 0
    out = capsys.readouterr().out
    assert "1 of 2 (" in out.split("exact hands")[1].splitlines()[0]
    failed = out.split("Hands that are not right")[1].splitlines()[2].split()
    assert failed[:3] == ["a.jpg", "flowers", "1"]
    assert run(["evaluate", ".", "--hands", str(listed), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert [row["stage"] for row in figures["rows"]] == ["", "flowers"]
    assert figures["flowers"]["shown"] == 4


def test_classes_and_hands_do_not_go_together(here: Path, capsys: Capture) -> None:
    assert run(["evaluate", ".", "--hands", "x", "--classes", "y"]) == 2
    assert "cannot go together" in capsys.readouterr().err


def test_the_detector_is_loaded_at_once_and_for_ray_where_it_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[object] = []

    def load(*told: object, **_: object) -> Knowing:
        loaded.append(told)
        return Knowing()

    monkeypatch.setattr(opening, "load_detector", load)
    for ray, times in ((True, 0), (False, 1)):
        evaluate._detector("", "onnx", Thresholds(), ray=ray)
        assert len(loaded) == times
