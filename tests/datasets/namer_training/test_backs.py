"""Backs for the namer: in their box, of one colour that no face has."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan, crops_of
from paiyan.datasets.namer_training.tabletop import SIDE, draw_back
from paiyan.scorer.tiles.tile import BACK


@pytest.mark.parametrize("seed", range(40))
def test_a_back_fills_its_box_with_a_colour_that_is_no_faces(seed: int) -> None:
    picture, boxes = draw_back(np.random.default_rng(seed))
    again, same = draw_back(np.random.default_rng(seed))
    assert (picture == again).all()
    assert boxes.tolist() == same.tolist()
    ((x1, y1, x2, y2),) = boxes.tolist()
    assert 0 < x1 < x2 < SIDE
    assert 0 < y1 < y2 < SIDE
    assert (x2 - x1) * (y2 - y1) > 150
    x, y = round((x1 + x2) / 2), round(0.55 * y1 + 0.45 * y2)
    middle = cv2.cvtColor(picture[y - 3 : y + 3, x - 4 : x + 4], cv2.COLOR_BGR2HSV).reshape(-1, 3)
    assert np.median(middle[:, 1]) > 0.11 * 255, "of some colour"
    assert middle[:, 1].std() < 30, "and of one"


def test_backs_teach_the_namer_tiles_face_down(tmp_path: Path) -> None:
    plan = CropPlan(seed=3, parts={"backs": CropPart(share=0.1, backs=20)})
    crops = crops_of("backs", plan, photos=tmp_path, scenes=tmp_path)
    assert crops.classes.tolist() == [BACK] * 20
