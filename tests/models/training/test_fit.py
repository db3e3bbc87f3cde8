"""Weighing the stages: on which photos."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan
from paiyan.models.training.fusion import photos_with_blank_tiles
from paiyan.models.training.recipe import Course, NamerRecipe, read_recipe

MANIFEST = "set,image,source,boxes,max_same,partial_flower_boxes,note\n"


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Photos of five sources; those of `other` and `held` may fit nothing, `plain` shows nothing blank."""
    lines = [MANIFEST]
    for folder, source, code in [
        *(("some", each, 31) for each in ("one", "other", "held")),
        ("some", "plain", 3),
        ("kept", "held", 31),
    ]:
        for variant in range(2):
            name = f"{folder}/images/{source}{variant}.jpg"
            for inside in ("images", "labels"):
                (tmp_path / folder / inside).mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(tmp_path / name), np.zeros((40, 40, 3), np.uint8))
            (tmp_path / folder / "labels" / f"{source}{variant}.txt").write_text(f"{code} 0.5 0.5 0.2 0.2\n")
            lines.append(f"{folder},{name},{source},1,1,0,\n")
    (tmp_path / "manifest.csv").write_text("".join(lines))
    (tmp_path / "unseen.txt").write_text("[group]\nsome other\n")
    return tmp_path


def test_a_source_counts_once_and_what_is_held_out_or_unseen_not_at_all(photos: Path) -> None:
    plan = CropPlan(
        seed=1,
        parts={"p": CropPart(share=1.0, photos="some")},
        held_out="kept",
        unseen=str(photos / "unseen.txt"),
    )
    told = NamerRecipe((Course("only", plan, {}),), {})
    assert [item.image.stem for item in photos_with_blank_tiles(told, "p", photos)] == ["one0"]


def test_the_recipe_fits_on_its_sets_and_on_parts_of_its_last_training() -> None:
    recipe = read_recipe()
    assert recipe.namer is not None
    trained = {part for stage in recipe.stages for part in stage.sets}
    course = recipe.namer.courses[-1].crops
    trained |= {name for part in course.parts.values() for name in part.scenes}
    for name in recipe.namer.blanks_fitted_on:
        assert name in course.parts or (name in recipe.sets and name not in trained)
