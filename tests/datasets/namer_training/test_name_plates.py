"""Single characters in the size of tiles, and what photos show that is no tile."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.datasets.detector_training.missing_boxes import MissingBoxes, write_missing_boxes
from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan, crops_of
from paiyan.datasets.namer_training.crops import NOTHING
from paiyan.datasets.namer_training.tabletop import draw_name_plate
from paiyan.models.training.pseudo_labels import DetectedPhoto, find_lookalikes
from paiyan.models.training.recipe import read_recipe
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detections import Detections
from tests.fonts import FONTS, needs_cjk_font


@pytest.mark.parametrize("seed", range(12))
def test_each_box_is_around_a_character_of_a_bar(seed: int) -> None:
    picture, boxes = draw_name_plate(np.random.default_rng(seed), FONTS)
    high, wide = picture.shape[:2]
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    assert len(boxes) >= 1
    assert ((middles > 0) & (middles < [wide, high])).all()
    assert picture.std() > 2


def test_the_same_seed_draws_the_same() -> None:
    one, other = (draw_name_plate(np.random.default_rng(7), FONTS) for _ in range(2))
    np.testing.assert_array_equal(one[0], other[0])
    np.testing.assert_array_equal(one[1], other[1])


@needs_cjk_font
def test_plates_and_what_photos_show_teach_no_tile(tmp_path: Path) -> None:
    (tmp_path / "some" / "images").mkdir(parents=True)
    (tmp_path / "some" / "labels").mkdir()
    lines = ["set,image,source,boxes,max_same,partial_flower_boxes,note\n"]
    for name in ("listed", "other"):
        cv2.imwrite(str(tmp_path / "some" / "images" / f"{name}.jpg"), np.full((60, 80, 3), 90, np.uint8))
        (tmp_path / "some" / "labels" / f"{name}.txt").write_text("3 0.5 0.5 0.2 0.2\n")
        lines.append(f"some,some/images/{name}.jpg,{name},1,1,0,\n")
    (tmp_path / "manifest.csv").write_text("".join(lines))
    file = tmp_path / "nothing.json"
    places = np.array([[0.1, 0.1, 0.3, 0.4], [0.5, 0.5, 0.7, 0.9]])
    write_missing_boxes(file, {"listed.jpg": MissingBoxes(np.full(2, NOTHING), places, np.zeros((0, 4)))})
    parts = {
        "plates": CropPart(share=0.5, plates=3),
        "places": CropPart(share=0.5, photos="some", nothing=str(file)),
    }
    plan = CropPlan(seed=5, parts=parts)
    plates, shown = (crops_of(name, plan, photos=tmp_path, scenes=tmp_path).classes for name in parts)
    assert shown.tolist() == [NOTHING] * 2
    assert plates.tolist() == [NOTHING] * len(plates)
    assert len(plates) >= 3


def test_the_recipe_names_its_files() -> None:
    told = read_recipe().namer
    assert told is not None
    files = [part.nothing for course in told.courses for part in course.crops.parts.values() if part.nothing]
    assert files
    assert all(Path(file).is_file() for file in files)


def test_what_may_be_no_tile_lies_whole_on_no_label_and_is_printed_on() -> None:
    boxes = np.array(
        [[10, 10, 40, 50], [100, 10, 130, 50], [0, 60, 30, 99], [60, 60, 64, 66], [60, 70, 90, 98]]
    )
    found = Detections.of(boxes.astype(np.float32), np.array([3, 3, 3, 3, BACK]))
    labels = np.array([[12.0, 12, 41, 49]])
    photo = DetectedPhoto("a.jpg", np.zeros((100, 200, 3), np.uint8), labels, found)
    assert find_lookalikes(photo).tolist() == [1]
    assert find_lookalikes(photo._replace(labels=np.zeros((0, 4)))).tolist() == [0, 1]
