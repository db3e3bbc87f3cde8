"""Photos on the command line: from the picture to the payments, and pictures that are none."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.service import recognition
from paiyan.service.cli.program import run
from paiyan.vision.picture.image import load
from tests.pictures import huge_png

SAMPLE = Path(__file__).parents[3] / "service" / "samples" / "hand.jpg"
Capture = pytest.CaptureFixture[str]

pytestmark = pytest.mark.usefixtures("knowing")


def test_read_gives_the_object_of_the_interface(capsys: Capture) -> None:
    assert run(["read", str(SAMPLE), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["photo"] == str(SAMPLE)
    assert answer["size"] == [1280, 960]
    assert answer["reliable"] is True
    assert set(answer["timings_ms"]) >= {"decode", "detect", "layout", "reading"}
    assert answer["hand"]["concealed"] == "123m45p789s11z"
    assert answer["hand"]["winning"] == "6p"
    assert [m["tiles"] for m in answer["hand"]["melds"]] == ["777z"]
    assert answer["hand"]["flowers"] == "18f"


def test_a_photo_scored_in_the_situation_told(capsys: Capture) -> None:
    assert run(["score", str(SAMPLE), "--by", "self_draw", "--seat", "S", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["total"] == 19
    assert answer["payments"] == {"E": -27, "S": 81, "W": -27, "N": -27}
    assert answer["hand"]["win"] == {"tile": "6p", "by": "self_draw"}
    assert answer["read"]["size"] == [1280, 960]


@pytest.mark.parametrize(("lang", "says"), [("zh", "花龙"), ("en", "Mixed Straight")])
def test_a_photo_scored_for_people(lang: str, says: str, capsys: Capture) -> None:
    assert run(["score", str(SAMPLE), "--by", "self_draw", "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert says in out
    assert "+81" in out


def test_a_picture_of_the_boxes_is_named_where_it_was_asked_for_alone(
    tmp_path: Path, capsys: Capture
) -> None:
    target = tmp_path / "boxes.jpg"
    for asked, named in (([], False), (["--draw", str(target)], True)):
        assert run(["score", str(SAMPLE), "--by", "self_draw", *asked]) == 0
        err = capsys.readouterr().err
        assert ("boxes" in err, str(target) in err, target.exists()) == (named, named, named)


def test_the_boxes_are_drawn_where_asked(tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "new" / "boxes.jpg"
    assert run(["read", str(SAMPLE), "--draw", str(target)]) == 0
    drawn, plain = load(target), load(SAMPLE)
    assert drawn.shape == plain.shape
    changed = np.abs(drawn.astype(int) - plain).max(axis=2) > 60
    assert 0.005 < changed.mean() < 0.2


def test_a_wrong_win_beside_a_photo_is_one_line_and_the_rest_goes_on(tmp_path: Path, capsys: Capture) -> None:
    lines = tmp_path / "hands.jsonl"
    wins = [7, "7s", [["tile", "7s"]], {"tile": 7}, {"tile": "6p", "by": 3}, {"by": "self_draw"}]
    lines.write_text("\n".join(json.dumps({"photo": str(SAMPLE), "win": win}) for win in wins))
    assert run(["score", "--jsonl", str(lines)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in answer for answer in answers] == [True] * 5 + [False]


def test_a_place_that_cannot_be_is_one_sentence(tmp_path: Path, capsys: Capture) -> None:
    for place in (tmp_path / f"{'x' * 300}.jpg", Path(__file__) / "boxes.jpg"):
        assert run(["read", str(SAMPLE), "--draw", str(place), "--lang", "en"]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "cannot be written" in line
        assert "Errno" not in line
        assert "mistake in Paiyan" not in line


def test_boxes_are_never_drawn_over_a_photo_or_another_picture(tmp_path: Path, capsys: Capture) -> None:
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(SAMPLE.read_bytes())
    for place in (photo, tmp_path):
        assert run(["read", str(photo), "--draw", str(place)]) == 2
        assert "over the photo" in capsys.readouterr().err
    assert photo.read_bytes() == SAMPLE.read_bytes()
    assert run(["read", str(photo), str(SAMPLE), "--draw", str(tmp_path / "boxes.jpg")]) == 2
    assert "name a folder of its own" in capsys.readouterr().err
    assert run(["read", str(SAMPLE), "--draw", str(tmp_path / "folder")]) == 0
    assert (tmp_path / "folder" / "hand.jpg").is_file()
    assert run(["read", str(SAMPLE), "--draw", str(tmp_path / "boxes.gif")]) == 2
    assert "boxes.gif" in capsys.readouterr().err


def test_a_picture_without_tiles_is_status_one(tmp_path: Path, capsys: Capture) -> None:
    empty = tmp_path / "table.png"
    cv2.imwrite(str(empty), np.full((200, 300, 3), 90, np.uint8))
    assert run(["read", str(empty), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["tiles"] == []
    assert run(["score", str(empty), "--json"]) == 1
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1


BAD_PICTURES = {
    "empty.jpg": lambda: b"",
    "text.jpg": lambda: b"this is no picture",
    "broken.jpg": lambda: b"\xff\xd8\xff\xe0" + bytes(range(256)),
    "truncated.jpg": lambda: SAMPLE.read_bytes()[:9000],
    "truncated.png": lambda: huge_png()[:40],
    "huge.png": huge_png,
}


@pytest.mark.parametrize("command", ["read", "score", "waits", "advise"])
@pytest.mark.parametrize("name", [*BAD_PICTURES, "a folder", "nothing.jpg"])
def test_pictures_that_cannot_be_read(command: str, name: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / name
    if name == "a folder":
        path.mkdir()
    elif name in BAD_PICTURES:
        path.write_bytes(BAD_PICTURES[name]())
    assert run([command, str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("paiyan: ")
    assert err.count("\n") == 1
    assert name in err


def test_one_bad_picture_does_not_stop_the_others(tmp_path: Path, capsys: Capture) -> None:
    assert run(["read", str(SAMPLE), str(tmp_path / "none.jpg"), str(SAMPLE), "--json"]) == 2
    out, err = capsys.readouterr()
    assert [json.loads(line)["photo"] for line in out.splitlines()] == [str(SAMPLE)] * 2
    assert "none.jpg" in err


def test_a_batch_of_photos(tmp_path: Path, capsys: Capture) -> None:
    lines = [str(SAMPLE), str(tmp_path), json.dumps({"photo": str(SAMPLE), "win": {"by": "self_draw"}})]
    file = tmp_path / "photos.jsonl"
    file.write_text("\n".join(lines))
    assert run(["score", "--jsonl", str(file)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [a.get("total") for a in answers] == [18, None, 19]
    assert "folder" in answers[1]["error"]


def test_an_opencv_that_cannot_start_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def missing(_: str) -> None:
        raise ImportError("libGL.so.1: cannot open shared object file")

    monkeypatch.undo()  # the detector that knows the sample is not asked here
    monkeypatch.setattr(recognition, "import_module", missing)
    monkeypatch.setattr(recognition, "_detectors", {})
    assert run(["read", str(SAMPLE)]) == 2
    err = capsys.readouterr().err
    assert "opencv-python-headless" in err
    assert err.count("\n") == 1
