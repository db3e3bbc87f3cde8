"""Dice for the namer: whole in their box, with as many pips as their faces say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan, crops_of
from paiyan.datasets.namer_training.crops import NOTHING
from paiyan.datasets.namer_training.tabletop import draw_die


@pytest.mark.parametrize("seed", range(30))
def test_a_die_lies_in_its_box(seed: int) -> None:
    picture, boxes = draw_die(np.random.default_rng(seed))
    again, same = draw_die(np.random.default_rng(seed))
    assert (picture == again).all()
    assert boxes.tolist() == same.tolist()
    ((x1, y1, x2, y2),) = boxes.tolist()
    assert 0 < x1 < x2 < 120
    assert 0 < y1 < y2 < 120
    assert 0.3 < (x2 - x1) / (y2 - y1) < 2.5
    inside = picture[round(y1) : round(y2), round(x1) : round(x2)].astype(float)
    corner = picture[:8, :8].astype(float)
    assert np.abs(np.median(inside, axis=(0, 1)) - corner.mean(axis=(0, 1))).max() > 8


def test_dice_teach_the_namer_what_is_no_tile(tmp_path: Path) -> None:
    plan = CropPlan(seed=3, parts={"dice": CropPart(share=0.1, dice=20)})
    crops = crops_of("dice", plan, photos=tmp_path, scenes=tmp_path)
    assert crops.classes.tolist() == [NOTHING] * 20
