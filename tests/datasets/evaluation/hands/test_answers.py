"""Another program's answers are measured as a reader's readings are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from paiyan.datasets.evaluation.hand_lists import Answers
from paiyan.datasets.evaluation.hands import HandFigures, evaluate_hands
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.service.cli.program import run

TRUTH: dict[str, Any] = {
    "photo": "a.jpg", "kind": "hand_row", "hand": ["1m", "2m", "3m", "7z"], "winning": "7z",
    "melds": [["back", "2s", "2s", "back"]], "flowers": ["5f"], "all_face_up": None,
}  # fmt: skip
SEEN = {**TRUTH, "photo": "b.jpg", "all_face_up": ["1m", "2m", "3m", "7z", "7z", "2s", "2s", "5f", "9p"]}


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """A folder of two photos, whose pixels nobody looks at, and their list."""
    for name in ("a.jpg", "b.jpg"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "list.jsonl").write_text(f"{json.dumps(TRUTH)}\n{json.dumps(SEEN)}\n")
    return tmp_path


def told(photos: Path, *lines: dict[str, Any]) -> HandFigures:
    file = photos / "mine.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    answers = Answers(file, ["a.jpg", "b.jpg"])
    assert len(answers) == len(lines)
    return evaluate_hands(answers, photos / "list.jsonl", root=photos)


def test_the_truth_itself_is_exact_in_either_form(photos: Path) -> None:
    ours = {
        "photo": "some/where/b.jpg", "reliable": True, "ms": 40,
        "tiles": [{"tile": name} for name in SEEN["all_face_up"]],
        "hand": {"concealed": "3m2m1m7z", "winning": "7z", "flowers": "5f",
                 "melds": [{"type": "concealed_kong", "tiles": "2222s"}]},
    }  # fmt: skip
    figures = told(photos, TRUTH, ours)
    assert (figures.exact, figures.reliable, figures.taps, figures.model) == (2, 1, 0, "mine")
    assert (figures.faces["all_right"], figures.flowers["named"]) == (1, 2)
    assert figures.ms == {"all": 20.0}


def test_a_wrong_answer_and_one_that_is_missing_are_counted(photos: Path) -> None:
    figures = told(photos, {**TRUTH, "hand": ["1m", "2m", "4m", "7z"], "reliable": True})
    assert (figures.exact, figures.reliable, figures.confident_wrong) == (0, 1, 1)
    assert [(row.photo, row.taps, row.stage) for row in figures.rows] == [
        ("a.jpg", 1, "tiles"), ("b.jpg", 10, "tiles")
    ]  # fmt: skip
    assert figures.faces["recall"] == 0
    assert figures.ms == {}


@pytest.mark.parametrize(("line", "says"), [
    ({**TRUTH, "photo": "c.jpg"}, r"mine\.jsonl, line 2 answers 'c\.jpg', which is no photo of the list"),
    (TRUTH, "which was answered before: keep one of them"),
    ({**SEEN, "hand": ["10m"]}, r"mine\.jsonl, line 2 is not a photo and its hand"),
    ({**SEEN, "reliable": 0.9}, '"reliable" is true or false'),
    ({**SEEN, "ms": "fast"}, '"ms" a number'),
    ({**SEEN, "ms": True}, '"ms" a number'),
    ({**SEEN, "ms": float("nan")}, '"ms" a number'),
    ({**SEEN, "all_face_up": None, "tiles": ["1m"]}, r'line 2: "tiles" is not a list like'),
    ({**SEEN, "all_face_up": None, "tiles": [{"tile": "10m"}]}, r'line 2: "tiles" is not a list like'),
    ({"photo": 5, "hand": {"concealed": "1m"}}, "line 2 answers '5', which is no photo of the list"),
    ({"photo": "b.jpg", "hand": {"concealed": "1m", "winning": "12m"}}, "line 2 is not a photo and its hand"),
])  # fmt: skip
def test_what_is_no_answer_is_said(photos: Path, line: dict[str, Any], says: str) -> None:
    with pytest.raises(DatasetError, match=says):
        told(photos, TRUTH, line)


@pytest.mark.parametrize(("text", "says"), [
    (b"\xff\xfe{", "is no text in UTF-8"), (b"[" * 100_000, "line 1 is not a photo and its hand"),
    (b"# Hands", r"line 1 is not a photo and its hand \(not JSON at column 1\): write one JSON object"),
    (b'{"photo": "a.jpg"}', r"\(there is no 'hand'\)"), (b"[]", r"\(a value has another form\)"),
])  # fmt: skip
def test_a_file_that_is_none_is_said(photos: Path, text: bytes, says: str) -> None:
    (photos / "mine.jsonl").write_bytes(text)
    with pytest.raises(DatasetError, match=says):
        Answers(photos / "mine.jsonl", ["a.jpg"])


def test_a_byte_order_mark_is_read_over_and_what_is_not_readable_is_left_out(photos: Path) -> None:
    lines = [json.dumps(TRUTH), json.dumps({**SEEN, "readable": False})]
    (photos / "mine.jsonl").write_text("\n".join(lines), encoding="utf-8-sig")
    assert len(Answers(photos / "mine.jsonl", ["a.jpg", "b.jpg"])) == 1


def test_photos_of_one_name_cannot_be_told_apart(photos: Path) -> None:
    with pytest.raises(DatasetError, match="the same file name"):
        Answers(photos / "list.jsonl", ["one/a.jpg", "two/a.jpg"])


def test_on_the_command_line(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (photos / "mine.jsonl").write_text(json.dumps(SEEN))
    listed = ["--hands", str(photos / "list.jsonl"), "--answers", str(photos / "mine.jsonl")]
    assert run(["evaluate", str(photos), *listed, "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["exact"] == 1
    assert "answers 1 of 2 photos: 1 count as nothing read" in err
    assert run(["evaluate", str(photos), *listed[2:]]) == 2
    assert "--answers goes with --hands" in capsys.readouterr().err
