"""Writing that is no tile: on composites and on photos, never over a tile."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.detector_training.composites import Strip, banner, line, written_on
from paiyan.datasets.detector_training.prepare import Part, Plan, prepare
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan, crops_of
from paiyan.datasets.namer_training.crops import NOTHING
from tests.fonts import FONTS, needs_cjk_font


@needs_cjk_font
@pytest.mark.parametrize("seed", range(25))
def test_a_line_can_be_read_on_its_ground_and_holds_no_tile(seed: int) -> None:
    picture, ink = banner(np.random.default_rng(seed), FONTS)
    assert picture.shape[:2] == ink.shape
    assert 0.01 < (ink > 0.5).mean() < 0.7
    on, off = picture[ink > 0.9].mean(), picture[ink < 0.1].mean()
    assert abs(on - off) > 25
    strip = line(np.random.default_rng(seed), FONTS)
    assert (strip.picture == picture).all()
    assert strip.boxes.shape == (0, 4)


def test_writing_is_laid_where_no_tile_is() -> None:
    boxes = np.array([[100, 150, 300, 210]], np.float64)
    photo = Strip(np.full((360, 400, 3), 90, np.uint8), np.array([3]), boxes)
    changed = 0
    for seed in range(40):
        done = written_on(photo, np.random.default_rng(seed), FONTS)
        assert (done.picture[150:210, 100:300] == 90).all()
        assert done.boxes is photo.boxes
        changed += int((done.picture != 90).any())
    assert changed > 25
    full = photo._replace(boxes=np.array([[0, 0, 400, 360]], np.float64))
    assert (written_on(full, np.random.default_rng(1), FONTS).picture == 90).all()


def test_writing_without_a_font_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiyan.datasets.detector_training.composites.find_fonts", lambda: ())
    monkeypatch.setattr("paiyan.datasets.detector_training.prepare.usable_photos", lambda *_, **__: [])
    plan = Plan(seed=1, parts={"some": Part(whole=0, strips=1)}, composites=1, writing=0.1)
    monkeypatch.setattr("paiyan.datasets.detector_training.prepare.data_hash", lambda *_, **__: "")
    with pytest.raises(DatasetError, match="install one"):
        prepare(tmp_path, tmp_path / "out", plan=plan)


@needs_cjk_font
def test_writing_teaches_the_namer_what_is_no_tile(tmp_path: Path) -> None:
    plan = CropPlan(seed=3, parts={"writing": CropPart(share=0.1, writing=30)})
    crops = crops_of("writing", plan, photos=tmp_path, scenes=tmp_path)
    assert len(crops.patches) >= 30
    assert (crops.classes == NOTHING).all()
    assert crops.patches.std(axis=(1, 2, 3)).min() > 1  # nothing is blank
    again = crops_of("writing", plan, photos=tmp_path, scenes=tmp_path)
    assert (again.patches == crops.patches).all()
