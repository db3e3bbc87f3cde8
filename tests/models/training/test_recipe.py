"""The committed recipes: each can be read, and names only what is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from paiyan.models import registry
from paiyan.models.training.recipe import RECIPE, read_recipe

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
