"""The committed recipes: each can be read, and names only what is there."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from paiyan.datasets.namer_training.crops import load_crops
from paiyan.models import registry
from paiyan.models.training.recipe import RECIPE, read_recipe
from paiyan.models.training.train import prepare_crops

RECIPES = sorted(RECIPE.parent.glob("*.yaml"))


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_names_sets_and_files_that_it_has(path: Path) -> None:
    recipe = read_recipe(path)
    assert {name for stage in recipe.stages for name in stage.sets} <= set(recipe.sets)
    if recipe.namer is None:
        return
    parts = [part for course in recipe.namer.courses for part in course.crops.parts.values()]
    assert {name for part in parts for name in part.scenes} <= set(recipe.sets)
    files = {file for part in parts for file in (part.listed, part.unboxed, part.flowers, part.nothing)}
    assert all(Path(file).is_file() for file in files - {""})
    assert recipe.namer.start is None or recipe.namer.start.is_file()


def test_what_goes_on_from_shipped_weights_starts_with_them() -> None:
    recipe = read_recipe(RECIPE.with_name("strange_tables.yaml"))
    shipped = registry.default()
    assert (recipe.start, recipe.start_sha256) == (shipped.pt.name, shipped.pt_sha256)
    assert [stage.name for stage in recipe.stages] == ["stage-8", "stage-9"]


def test_crops_are_prepared_for_a_machine_without_photos(tmp_path: Path) -> None:
    """Of fixed parts, with the sets of scenes that they show; streams are drawn where training is."""
    drawn = {"kind": "scenes", "seed": 1, "count": 2, "width": 160, "sha256": ""}
    parts = {
        "scenes": {"share": 0.5, "scenes": ["used"]},
        "dice": {"share": 0.2, "dice": 3},
        "backs": {"share": 0.3, "backs": 2, "stream": {"keep": 10, "time": 1.0}},
    }
    course = {"name": "only", "seed": 1, "parts": parts, "schedule": {"steps": 1}}
    recipe = {
        "name": "tiny", "size": 64, "start": {"file": "", "sha256": ""}, "held_out": "none", "settings": {},
        "sets": {"used": drawn, "not used": drawn}, "stages": [],
        "namer": {"courses": [course], "fitted_on": {}},
    }  # fmt: skip
    (tmp_path / "recipe.yaml").write_text(yaml.safe_dump(recipe))
    made = prepare_crops(tmp_path / "recipe.yaml", photos=tmp_path, work=tmp_path / "work")
    assert sorted(file.name for file in (made / "only").iterdir()) == ["dice.npz", "scenes.npz"]
    assert [one.name for one in (tmp_path / "work" / "sets").iterdir()] == ["used"]
    assert len(load_crops(made / "only" / "scenes.npz").classes) > 3


def test_a_recipe_without_a_namer_prepares_no_crops(tmp_path: Path) -> None:
    without = next(path for path in RECIPES if read_recipe(path).namer is None)
    with pytest.raises(registry.RegistryError, match="trains no namer"):
        prepare_crops(without, photos=tmp_path, work=tmp_path)
