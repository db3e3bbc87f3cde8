"""The figures: what a perfect, a blind and a half-right detector get."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.evaluation.boxes import evaluate
from paiyan.datasets.evaluation.matching import match_boxes
from paiyan.datasets.formats.labelled import DatasetError, read_folder, write_labelled
from paiyan.datasets.formats.open_set import REGIONS, TAGS
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image

pytest.importorskip("faster_coco_eval")
SIZE = 100


class Told:
    """A detector that is told what to find; a picture's number is the value of its pixels."""

    name, sha256 = "told", "0" * 64

    def __init__(self, found: list[Detections]) -> None:
        self.found = found

    def detect(self, image: Image) -> Detections:
        return self.found[round(float(image.mean()) / 10)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(3):
        picture = np.full((SIZE, SIZE, 3), number * 10, np.uint8)
        boxes = np.array([[0.1, 0.1, 0.3, 0.5], [0.5, 0.1, 0.7, 0.5]])
        write_labelled(tmp_path, f"{number}", picture, np.array([number, 40]), boxes)
    return tmp_path


def truth(folder: Path) -> list[Detections]:
    items = read_folder(folder, classes=46)
    return [Detections.of((i.boxes * SIZE).astype(np.float32), i.classes, confidence=0.9) for i in items]


def test_a_perfect_detector_gets_one_everywhere(folder: Path) -> None:
    figures = evaluate(Told(truth(folder)), folder)
    assert (figures.pictures, figures.tiles) == (3, 6)
    assert figures.map50 == figures.map50_95 == pytest.approx(1)
    assert figures.recall == figures.precision == figures.boxes_found == figures.classes_right == 1
    assert list(figures.per_class) == ["1m", "2m", "3m", "7f"]


def test_a_blind_one_gets_nothing(folder: Path) -> None:
    figures = evaluate(Told([Detections.none()] * 3), folder)
    assert figures.map50 == figures.map50_95 == figures.recall == figures.precision == 0
    assert figures.per_class == {"1m": 0, "2m": 0, "3m": 0, "7f": 0}


def test_a_wrong_class_counts_as_found_but_not_as_right(folder: Path) -> None:
    found = truth(folder)
    found[0] = Detections.of(found[0].boxes, np.array([20, 40]), confidence=0.9)
    figures = evaluate(Told(found), folder)
    assert figures.boxes_found == 1
    assert figures.recall == figures.precision == figures.classes_right == pytest.approx(5 / 6)
    assert figures.map50 == pytest.approx(3 / 4)  # the class 1m is lost, three of four classes are whole


def test_a_second_class_of_a_box_counts_by_its_own_probability(folder: Path) -> None:
    found = truth(folder)
    probabilities = found[0].probabilities.copy()
    probabilities[0] = 0
    probabilities[0, [20, 0]] = 0.6, 0.3  # 3s first, the true 1m second
    found[0] = Detections(found[0].boxes, probabilities)
    figures = evaluate(Told(found), folder)
    assert figures.map50 == pytest.approx(1)  # 3s is no class of this set
    assert figures.classes_right == pytest.approx(5 / 6)


def test_below_the_threshold_is_not_found(folder: Path) -> None:
    faint = [Detections(d.boxes, d.probabilities / 9) for d in truth(folder)]
    figures = evaluate(Told(faint), folder, threshold=0.25)
    assert figures.recall == 0
    assert figures.map50 == pytest.approx(1)


def test_boxes_that_lie_poorly_lose_the_strict_measure_only(folder: Path) -> None:
    shifted = [Detections(d.boxes + np.float32(3), d.probabilities) for d in truth(folder)]
    figures = evaluate(Told(shifted), folder)
    assert figures.map50 == pytest.approx(1)
    assert figures.map50_95 < 0.6


def test_what_the_set_cannot_judge_counts_neither_way(folder: Path) -> None:
    (folder / "classes.txt").write_text("\n".join(t.notation for t in TILES[:BACK]))  # names no back
    (folder / REGIONS).write_text(json.dumps({"1.jpg": [[0.4, 0.6, 1.0, 1.0]]}))
    extra = np.array([[10, 60, 30, 100], [70, 60, 90, 100], [10, 55, 50, 95]], np.float32)
    found = truth(folder)
    found[1] = Detections(
        np.concatenate([found[1].boxes, extra]),  # a back, a tile in the region, one mostly outside it
        np.concatenate([found[1].probabilities, np.eye(46, dtype=np.float32)[[BACK, 2, 2]] * 0.8]),
    )
    figures = evaluate(Told(found), folder)
    assert (figures.not_judged, figures.exact) == (2, 2)
    assert figures.recall == 1
    assert figures.precision == pytest.approx(6 / 7)
    assert figures.mistakes == [{"truth": "nothing", "found": "3m", "count": 1}]
    assert sum(figures.calibration["boxes"]) == 7
    # The box in the region takes nothing from the 3m of the third picture; the one outside it comes later.
    assert figures.map50 == pytest.approx(1)


def test_a_wrong_name_on_a_boxed_tile_is_judged_whatever_the_class(folder: Path) -> None:
    (folder / "classes.txt").write_text("\n".join(t.notation for t in TILES[:BACK]))
    (folder / REGIONS).write_text(json.dumps({f"{n}.jpg": [[0, 0, 1, 1]] for n in range(3)}))
    found = truth(folder)
    found[0] = Detections.of(found[0].boxes, np.array([BACK, 40]), confidence=0.9)
    figures = evaluate(Told(found), folder)
    assert (figures.not_judged, figures.precision) == (0, pytest.approx(5 / 6))


def test_in_a_region_a_surer_box_does_not_lower_the_mean_precision(folder: Path) -> None:
    found = truth(folder)
    surer = Detections.of(np.array([[70, 60, 90, 100]], np.float32), np.array([1]), confidence=0.99)
    found[0] = Detections(
        np.concatenate([found[0].boxes, surer.boxes]),
        np.concatenate([found[0].probabilities, surer.probabilities]),
    )
    assert evaluate(Told(found), folder).map50 < 0.9
    (folder / REGIONS).write_text(json.dumps({"0.jpg": [[0.5, 0.5, 1.0, 1.0]]}))
    assert evaluate(Told(found), folder).map50 == pytest.approx(1)


def test_tags_slice_the_figures(folder: Path) -> None:
    (folder / TAGS).write_text(json.dumps({"0.jpg": ["dark"], "2.jpg": ["dark", "rack"]}))
    found = truth(folder)
    found[2] = Detections.none()
    slices = evaluate(Told(found), folder).slices
    assert {name: (c.pictures, c.exact) for name, c in slices.items()} == {"#dark": (2, 1), "#rack": (1, 0)}
    (folder / TAGS).write_text('{"0.jpg": "dark"}')
    with pytest.raises(DatasetError, match=r"tags\.json is no list of tags"):
        evaluate(Told(found), folder)


def test_what_is_left_open_is_part_of_the_data(folder: Path) -> None:
    before = evaluate(Told(truth(folder)), folder).data_sha256
    (folder / REGIONS).write_text(json.dumps({"1.jpg": [[0.4, 0.6, 1.0, 1.0]]}))
    assert evaluate(Told(truth(folder)), folder).data_sha256 != before


def test_a_limit_takes_pictures_spread_over_the_set(folder: Path) -> None:
    assert evaluate(Told(truth(folder)), folder, limit=2).pictures == 2


def test_a_set_without_tiles_is_said(tmp_path: Path) -> None:
    picture = np.zeros((SIZE, SIZE, 3), np.uint8)
    write_labelled(tmp_path, "a", picture, np.array([], np.int64), np.zeros((0, 4)))
    with pytest.raises(DatasetError, match="no labelled tile"):
        evaluate(Told([]), tmp_path)


def test_each_truth_and_each_box_is_matched_once() -> None:
    truth = np.array([[0, 0, 10, 10], [20, 0, 30, 10]], dtype=np.float64)
    boxes = np.array([[0, 0, 10, 9], [0, 0, 10, 10], [21, 0, 31, 10], [50, 50, 60, 60]], dtype=np.float64)
    assert match_boxes(truth, boxes) == [(0, 0), (1, 2)]
    assert match_boxes(np.zeros((0, 4)), boxes) == []
