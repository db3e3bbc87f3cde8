"""The layers by which the namer places boxes: what they learn, and that its names stay as they are."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.detector_training.prepare import Plan as PhotoPlan
from paiyan.datasets.synth import synthesise
from paiyan.models import registry
from paiyan.models.registry import RegistryError
from paiyan.models.training.box_refinement import MOST, Plan, refine_boxes
from paiyan.models.training.recipe import Scenes, read_recipe
from paiyan.vision.detection.naming.namer import Namer
from paiyan.vision.detections import Floats
from paiyan.vision.picture.image import Image

pytestmark = pytest.mark.train
PLAN = Plan(sets=("scenes",), seed=1, boxes=6, epochs=3, batch=16)


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a set of eight drawn scenes."""
    pytest.importorskip("torch")
    folder = tmp_path_factory.mktemp("sets")
    synthesise(folder / "scenes", 8, seed=5, size=(320, 320))
    return folder


def looked(namer: Path) -> tuple[Floats, Floats, Floats]:
    """Boxes on noise, their names, and the boxes placed anew."""
    picture: Image = np.random.default_rng(4).integers(0, 256, (200, 300, 3), np.uint8)
    boxes = np.array([[10, 10, 60, 80], [0, 100, 40, 199], [250, 3, 299, 40]], np.float32)
    return boxes, *Namer(namer, threads=1).name_and_refine(picture, boxes)


def test_boxes_are_placed_anew_and_names_stay_to_the_bit(sets: Path, tmp_path: Path) -> None:
    shipped = registry.second_stage().runs
    namer = Path(shutil.copyfile(shipped, tmp_path / "namer.onnx"))
    refine_boxes(namer, sets, PLAN)
    boxes, names, placed = looked(namer)
    np.testing.assert_array_equal(names, looked(shipped)[1])
    assert (np.abs(placed - boxes) > 0.01).any()
    assert (np.abs(placed - boxes) <= MOST * 100).all()
    size = namer.stat().st_size
    refine_boxes(namer, sets, PLAN)
    assert namer.stat().st_size == size, "the layers of an earlier time are taken out"
    np.testing.assert_allclose(looked(namer)[2], placed, atol=1e-3)


def test_the_recipe_says_what_the_shipped_layers_learned_from() -> None:
    recipe = read_recipe()
    plan = Plan(**recipe.refinement)
    assert recipe.sets.keys() >= set(plan.sets)
    assert {type(recipe.sets[name].plan) for name in plan.sets} == {PhotoPlan, Scenes}


def test_a_namer_in_floats_is_refused(sets: Path, tmp_path: Path) -> None:
    namer = Path(shutil.copyfile(registry.second_stage().onnx, tmp_path / "namer.onnx"))
    with pytest.raises(RegistryError, match=r"run python -m paiyan\.models\.training\.quantise first"):
        refine_boxes(namer, sets, PLAN)
    boxes, _, placed = looked(namer)
    np.testing.assert_array_equal(placed, boxes)
