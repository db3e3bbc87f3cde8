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
    crops, weights = crops_of(plan, photos=tmp_path, scenes=tmp_path)
    assert crops.classes.tolist() == [NOTHING] * 20
    assert weights.sum() == pytest.approx(0.1)


def test_the_last_round_may_draw_them_less_often(tmp_path: Path) -> None:
    parts = {"dice": CropPart(share=0.3, late=0.1, dice=5), "backs": CropPart(share=0.2, backs=5)}
    shares = [
        crops_of(CropPlan(seed=3, parts=parts), photos=tmp_path, scenes=tmp_path, late=late)[1]
        for late in (False, True)
    ]
    assert [weights[:5].sum() for weights in shares] == pytest.approx([0.3, 0.1])
    assert [weights[5:].sum() for weights in shares] == pytest.approx([0.2, 0.2])
