"""The card's tables, and the recipe, which says how the weights came about."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from paiyan.datasets.detector_training.prepare import Plan
from paiyan.datasets.synth.scene_sets import SUBJECTS
from paiyan.models import registry
from paiyan.models.measuring.unknown_flowers import kept_back
from paiyan.models.pages.card import figures
from paiyan.models.pages.figures import RESULTS
from paiyan.models.registry import RegistryError
from paiyan.models.training.recipe import RECIPE, Scenes, TrainingSet, read_recipe


def test_no_stage_of_the_twin_saw_the_photos_kept_for_it() -> None:
    twin = read_recipe(RECIPE.with_name("ablation_holdout.yaml"))
    assert not twin.learns_from_unseen
    assert twin.start == read_recipe().start


def test_the_card_shows_whole_hands_and_what_was_left_open() -> None:
    results = json.loads(RESULTS.read_text())
    hands = {
        "list": "hands.jsonl", "hands": 8, "exact": 6, "exact_95": [0.4093, 0.929], "multiset": 7,
        "taps": 0.5, "reliable": 5, "confident_wrong": 1, "layouts": {},
    }  # fmt: skip
    results["sets"]["zh_clean"]["not_judged"] = 17
    text = figures({**results, "hands": [hands]}, hands, hands)
    assert "| `hands.jsonl` | 8 | 6 | 75.0% | 40.9% to 92.9% | – | 7 | 0.50 | 5 | 1 |" in text
    assert any(line.startswith("| `benchmark/hands.jsonl` | 8 | 6 |") for line in text)
    assert any(line.startswith("| `zh_clean` | 210") and line.endswith("| 17 |") for line in text)


def _with_split(entry: TrainingSet, unseen: str) -> TrainingSet:
    return replace(entry, plan=replace(entry.plan, unseen=unseen)) if isinstance(entry.plan, Plan) else entry


@pytest.mark.parametrize("unseen", ["", "unseen.txt"])
def test_whether_the_detector_saw_the_split_is_told_from_the_recipe(unseen: str) -> None:
    recipe = read_recipe()
    sets = {name: _with_split(entry, unseen) for name, entry in recipe.sets.items()}
    assert replace(recipe, sets=sets).learns_from_unseen is not bool(unseen)


def test_the_picture_of_failures_is_small() -> None:
    assert (RESULTS.parent / "failures.jpg").stat().st_size < 200_000


def test_the_recipe_is_read_whole() -> None:
    recipe = read_recipe()
    assert recipe.name == registry.default().name
    assert recipe.size == registry.default().size
    for stage in recipe.stages:
        assert set(stage.sets) <= set(recipe.sets)
        assert 1 <= stage.stop <= stage.settings["epochs"]
    for entry in recipe.sets.values():
        assert len(entry.sha256) == 64
        assert isinstance(entry.plan, (Plan, Scenes))
        if isinstance(entry.plan, Plan):
            assert entry.plan.held_out == "zh_clean"
            assert "zh_clean" not in entry.plan.parts
            assert not entry.plan.unseen or Path(entry.plan.unseen).is_file()
            for part in entry.plan.parts.values():
                assert not part.listed or Path(part.listed).is_file()


def test_the_namer_learns_from_sets_of_the_recipe_and_no_photo_of_the_split() -> None:
    recipe = read_recipe()
    assert recipe.namer is not None
    for course in recipe.namer.courses:
        assert Path(course.crops.unseen).name == "unseen.txt"
        assert course.crops.held_out == "zh_clean"
        parts = course.crops.parts.values()
        assert sum(part.share for part in parts) == pytest.approx(1.0)
        for part in parts:
            assert set(part.scenes) <= set(recipe.sets)
            assert part.photos != "zh_clean"
            assert "check" not in part.scenes


@pytest.mark.parametrize("path", sorted(RECIPE.parent.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_recipe_trains_on_sets_that_it_tells(path: Path) -> None:
    recipe = read_recipe(path)
    assert recipe.stages
    for stage in recipe.stages:
        assert set(stage.sets) <= set(recipe.sets)
        assert 0 < (1 if stage.mixed is None else stage.mixed) <= 1
    assert recipe.learns_from_unseen is ("ablation_holdout" not in path.stem)
    scenes = [entry.plan for entry in recipe.sets.values() if isinstance(entry.plan, Scenes)]
    assert {plan.subject for plan in scenes} <= {*SUBJECTS, "layouts"}


def test_some_designs_of_flowers_are_kept_back_for_measuring() -> None:
    recipe = read_recipe()
    assert recipe.namer is not None
    assert kept_back()
    for course in recipe.namer.courses:
        for part in course.crops.parts.values():
            assert not part.rows or set(part.without) == set(kept_back())


def test_a_recipe_goes_on_where_its_base_ends(tmp_path: Path) -> None:
    text = RECIPE.with_name("ablation_holdout.yaml").read_text()
    (tmp_path / "first.yaml").write_text(text)
    (tmp_path / "second.yaml").write_text(
        "base: first.yaml\nname: second\n"
        "sets:\n  more: {kind: scenes, seed: 1, count: 2, width: 64, sha256: x}\n"
        "stages:\n- {name: last, sets: [more], stop: 1, settings: {imgsz: 64, epochs: 1}}\n"
    )
    first, second = (read_recipe(tmp_path / f"{name}.yaml") for name in ("first", "second"))
    assert (second.name, second.start_sha256, second.size) == ("second", first.start_sha256, first.size)
    assert second.stages[:-1] == first.stages
    assert second.stages[-1].settings["batch"] == first.stages[0].settings["batch"]
    assert list(second.sets) == [*first.sets, "more"]


@pytest.mark.parametrize("text", ["", "name: x\n", "a: [", "name: x\nsize: 1\nstart: 3\n"])
def test_a_recipe_that_says_too_little_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "recipe.yaml"
    path.write_text(text)
    with pytest.raises(RegistryError, match=r"recipe\.yaml cannot be used"):
        read_recipe(path)


def test_a_missing_recipe_is_said(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="cannot be used"):
        read_recipe(tmp_path / RECIPE.name)
