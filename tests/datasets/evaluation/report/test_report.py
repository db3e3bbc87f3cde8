"""The report of an evaluation: its rows say where a picture went wrong, its page stands alone."""

from __future__ import annotations

import csv
import json
import pickle
import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.evaluation.boxes import evaluate
from paiyan.datasets.evaluation.hands import evaluate_hands
from paiyan.datasets.evaluation.report import write_hands_report, write_report
from paiyan.datasets.formats.labelled import read_folder, write_labelled
from paiyan.datasets.formats.open_set import REGIONS
from paiyan.models.opening import open_reader
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image, load, save
from tests.vision.doubles import FixedDetector
from tests.vision.synthetic_detections import SIZE, row, seen

for needed in ("faster_coco_eval", "jinja2", "matplotlib"):
    pytest.importorskip(needed)

SIDE = 100
STEPS = 40  # a picture's number is the value of its pixels by this


class Told:
    """A detector that is told what to find in which picture."""

    name, sha256 = "told <b>", "0" * 64

    def __init__(self, found: list[Detections]) -> None:
        self.found = found

    def detect(self, image: Image) -> Detections:
        return self.found[round(float(np.median(image)) / STEPS)]


def told(folder: Path) -> Told:
    """Four pictures of two tiles: all right, a wrong name, one missed and one made up, nothing found."""
    for number in range(4):
        picture = np.full((SIDE, SIDE, 3), number * STEPS, np.uint8)
        boxes = np.array([[0.1, 0.1, 0.3, 0.5], [0.5, 0.1, 0.7, 0.5]])
        write_labelled(
            folder / ("one" if number < 2 else "two"), f"{number}", picture, np.array([0, 9]), boxes
        )
    items = [*read_folder(folder / "one", classes=46), *read_folder(folder / "two", classes=46)]
    right = [(i.boxes * SIDE).astype(np.float32) for i in items]
    moved = right[2] + np.array([[0, 0, 0, 0], [0, 50, 0, 50]], np.float32)
    return Told(
        [
            Detections.of(right[0], np.array([0, 9]), confidence=0.95),
            Detections.of(right[1], np.array([0, 10]), confidence=0.95),
            Detections.of(moved, np.array([0, 9]), confidence=0.6),
            Detections.none(),
        ]
    )


def test_a_row_a_picture_says_where_it_went_wrong(tmp_path: Path) -> None:
    result = evaluate(told(tmp_path / "set"), tmp_path / "set")
    page = write_report(tmp_path / "report", result)
    rows = list(csv.DictReader((tmp_path / "report" / "pictures.csv").open(encoding="utf-8")))
    assert [r["stage"] for r in rows] == ["", "name", "detect", "detect"]
    assert [r["edits"] for r in rows] == ["0", "1", "1", "2"]
    assert [r["folder"] for r in rows] == ["one", "one", "two", "two"]
    assert (rows[1]["named_wrong"], rows[2]["missed"], rows[2]["made_up"]) == ("1p>2p", "1p", "1p")
    assert {r["not_judged"] for r in rows} == {""}
    figures = json.loads((tmp_path / "report" / "figures.json").read_text())
    assert (figures["exact"], figures["recall"], figures["calibration"]["confident_wrong"]) == (1, 0.5, 1)
    assert {name: s["exact"] for name, s in figures["slices"].items()} == {"one": 1, "two": 0}
    text = page.read_text(encoding="utf-8")
    assert "told &lt;b&gt; on 4 pictures" in text  # names are escaped
    assert not re.search(r"<script|(src|href)=\"(?!worst/|#|data:)", text)
    shown = re.findall(r'src="(worst/[^"]+)"', text)
    assert len(shown) == 3
    assert all((tmp_path / "report" / file).is_file() for file in shown)


def test_what_was_not_judged_is_said_and_drawn(tmp_path: Path) -> None:
    detector = told(tmp_path / "set")
    (tmp_path / "set" / "two" / REGIONS).write_text(json.dumps({"2.jpg": [[0.4, 0.5, 0.8, 1.0]]}))
    result = evaluate(detector, tmp_path / "set")
    write_report(tmp_path / "report", result)
    rows = list(csv.DictReader((tmp_path / "report" / "pictures.csv").open(encoding="utf-8")))
    assert (rows[2]["missed"], rows[2]["made_up"], rows[2]["not_judged"]) == ("1p", "", "1p")
    assert json.loads((tmp_path / "report" / "figures.json").read_text())["not_judged"] == 1
    drawn = load(tmp_path / "report" / "worst" / "two-2.jpg")
    grey = np.abs(drawn.astype(int) - 150).max(axis=2) < 12
    assert grey[65:95, 45:75].sum() > 20


def test_the_same_figures_give_the_same_page(tmp_path: Path) -> None:
    result = evaluate(told(tmp_path / "set"), tmp_path / "set")
    one, two = (write_report(tmp_path / name, result).read_bytes() for name in ("a", "b"))
    assert one == two


def test_progress_is_told_after_each(tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    evaluate(
        told(tmp_path / "set"), tmp_path / "set", progress=lambda done, count: steps.append((done, count))
    )
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]


LINES = (  # what is read, what is true, stage, score right
    ("123m456m789m123p55p", {"concealed": "123456789m123p55p"}, "", True),
    ("123m456m789m123p55p", {"concealed": "123456789m123p99p"}, "tiles", False),
    ("123m456m789m123p5p  555p", {"concealed": "123456789m123p5555p"}, "structure", None),
)


@pytest.mark.parametrize(("shown", "hand", "stage", "scored"), LINES)
def test_hands_say_at_which_stage_and_whether_the_score_is_right(
    tmp_path: Path, shown: str, hand: dict[str, str], stage: str, scored: bool | None
) -> None:
    photo = tmp_path / "a.png"
    save(np.zeros((SIZE, SIZE, 3), np.uint8), photo)
    detector = Told([seen(row(shown))])
    listed = tmp_path / "hands.jsonl"
    listed.write_text(json.dumps({"photo": "a.png", "layout": "row", "hand": {**hand, "melds": []}}))
    reader = open_reader(detector, second_pass=False)
    result = evaluate_hands(reader, listed, root=tmp_path, rules="guobiao")
    (only,) = result.rows
    assert (only.stage, only.scored) == (stage, scored)
    assert result.score_known == (scored is not None)
    page = write_hands_report(tmp_path / "out", result, reader=reader, root=tmp_path)
    assert ("worst/00.jpg" in page.read_text(encoding="utf-8")) == bool(stage)
    (line,) = csv.DictReader((tmp_path / "out" / "pictures.csv").open(encoding="utf-8"))
    assert line["stage"] == stage


def test_a_reader_that_travels_is_loaded_where_it_arrives(tmp_path: Path) -> None:
    from paiyan.datasets.evaluation.on_ray import lazy

    photo = tmp_path / "photo.png"
    save(np.zeros((SIZE, SIZE, 3), np.uint8), photo)
    detector = FixedDetector(seen(row("123m456p789s1155z")))
    here = open_reader(detector).read(photo)
    sent = lazy(partial(open_reader, detector))
    assert sent.read(photo).hand == here.hand
    arrived = pickle.loads(pickle.dumps(sent))
    assert "loaded" not in vars(arrived)
    assert arrived.read(photo).hand == here.hand
    assert arrived.detector.name == detector.name


@pytest.mark.ray
def test_on_ray_the_figures_are_the_same(tmp_path: Path) -> None:
    pytest.importorskip("ray.data")
    from paiyan.datasets.evaluation.on_ray import each, lazy

    detector = told(tmp_path / "set")
    here = evaluate(detector, tmp_path / "set").to_json()
    there = evaluate(
        lazy(partial(Told, detector.found)), tmp_path / "set", each=partial(each, workers=2)
    ).to_json()
    times = {"ms": 0, "load_ms": 0}
    assert here | times == there | times
