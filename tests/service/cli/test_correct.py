"""``paiyan correct``: a reading put right and scored again without its picture, and kept where asked."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from paiyan.datasets.formats.open_set import read_set
from paiyan.service import recognition
from paiyan.service.cli import program
from paiyan.service.corrections.objects import EXAMPLES
from tests.service.conftest import SAMPLE

pytestmark = pytest.mark.usefixtures("knowing")


@pytest.fixture
def reading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert program.run(["read", str(SAMPLE), "--json"]) == 0
    path = tmp_path / "reading.json"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict[str, Any]:
    assert program.run(["correct", *arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def place(reading: Path, face: str) -> int:
    tiles = json.loads(reading.read_text(encoding="utf-8"))["tiles"]
    return next(i for i, t in enumerate(tiles) if t["tile"] == face and t["role"] == "hand")


def test_a_corrected_tile_changes_the_answer_without_a_picture(
    reading: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def blind(*_: object) -> None:
        raise AssertionError("no picture is looked at")

    monkeypatch.setattr(recognition, "reader", blind)
    before = run(capsys, str(reading), "--by", "self_draw")
    assert before["win"] is True
    at = place(reading, "1m")
    after = run(capsys, str(reading), f"tile {at} is 9s", "--by", "self_draw", status=1)
    assert after["win"] is False
    back = run(capsys, str(reading), f"tile {at} is 9s", f"tile {at} is 1m", "--by", "self_draw")
    assert back["total"] == before["total"]


def test_the_answer_of_score_is_taken_too_and_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert program.run(["score", str(SAMPLE), "--by", "self_draw", "--json"]) == 0
    answer = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert run(capsys, "-", "--by", "self_draw")["total"] == json.loads(answer)["total"]


def test_a_person_sees_the_hand_and_its_score(reading: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run(["correct", str(reading), "--by", "self_draw", "--lang", "en"]) == 0
    assert "fan" in capsys.readouterr().out


def test_a_reading_may_begin_with_a_byte_order_mark(
    reading: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "\ufeff" + reading.read_text(encoding="utf-8")
    reading.write_text(text, encoding="utf-8")
    assert run(capsys, str(reading), "--by", "self_draw")["win"] is True
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert run(capsys, "-", "--by", "self_draw")["win"] is True


@pytest.mark.parametrize("sentence", EXAMPLES)
def test_a_person_sees_the_hand_after_each_correction_that_is_an_example(
    sentence: str, reading: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIYAN_DEBUG", "1")
    seen = json.loads(reading.read_text(encoding="utf-8"))
    seen["tiles"].sort(key=lambda t: (t["role"] == "flower", t["box"][0]))  # 11 to 13 are its meld
    reading.write_text(json.dumps(seen), encoding="utf-8")
    assert program.run(["correct", str(reading), sentence, "--by", "self_draw", "--lang", "en"]) in (0, 1)
    assert "hand " in capsys.readouterr().out


def test_an_added_tile_without_a_box_stands_last(reading: Path, capsys: pytest.CaptureFixture[str]) -> None:
    added = ["tile 1 is a discard", "add 9p to the discards", "add 1m to the discards"]
    program.run(["correct", str(reading), *added, "--by", "self_draw", "--lang", "en"])
    assert "2m 9p 1m" in capsys.readouterr().out


def test_what_cannot_be_scored_says_why(reading: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = place(reading, "1m")
    assert program.run(["correct", str(reading), f"tile {at} is not there", "--lang", "en"]) == 1
    said = capsys.readouterr()
    assert "concealed tiles" in said.err
    assert said.out


def test_a_corrected_reading_is_kept_as_training_data(
    reading: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = place(reading, "1m")
    kept = tmp_path / "kept"
    more = ["--keep", str(kept), "--photo", str(SAMPLE)]
    run(capsys, str(reading), f"tile {at} is 9s", *more, status=1)
    (item,) = read_set(kept)
    tiles = json.loads(reading.read_text(encoding="utf-8"))["tiles"]
    assert len(item.classes) == len(tiles)
    assert item.classes[at] == 26
    assert (kept / "annotations.json").is_file()


def test_the_picture_that_is_kept_is_the_one_named_or_that_of_the_reading(
    reading: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, str(reading), "--keep", str(tmp_path / "own"), "--by", "self_draw")
    assert len(read_set(tmp_path / "own")) == 1
    moved = json.loads(reading.read_text(encoding="utf-8")) | {"photo": "elsewhere.jpg"}
    reading.write_text(json.dumps(moved), encoding="utf-8")
    named = ["--keep", str(tmp_path / "named"), "--photo", str(SAMPLE)]
    run(capsys, str(reading), *named, "--by", "self_draw")
    assert len(read_set(tmp_path / "named")) == 1


def test_nothing_is_kept_unasked(reading: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(tmp_path.rglob("*"))
    run(capsys, str(reading), "--by", "self_draw")
    assert sorted(tmp_path.rglob("*")) == before


def test_what_is_wrong_is_one_sentence(
    reading: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.json"
    other.write_text("[1]")
    cases = [
        ([str(reading), "tile three is 9p"], "cannot understand the correction"),
        ([str(reading), "tile 99 is 9p"], "there is no tile 99"),
        ([str(tmp_path / "none.json")], "cannot be read"),
        ([str(other)], "is no reading"),
        ([str(reading), "--photo", str(SAMPLE)], "say where with --keep"),
        ([str(reading), "add 5p", "--keep", str(tmp_path / "k"), "--photo", str(SAMPLE)], "has no box"),
        ([str(reading), "--keep", str(tmp_path / "k"), "--photo", str(other)], "other.json"),
        (
            [str(reading), "--keep", str(other / "k"), "--photo", str(SAMPLE)],
            "cannot write to the folder for kept pictures",
        ),
    ]
    for arguments, said in cases:
        assert program.run(["correct", *arguments]) == 2, arguments
        (line,) = capsys.readouterr().err.strip().splitlines()
        assert said in line
