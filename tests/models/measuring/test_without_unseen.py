"""The twin of the detector: no group of photos is looked at with what was fitted on it."""

from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.formats.labelled import Labelled
from paiyan.models import registry
from paiyan.models.measuring import ablation_holdout
from paiyan.models.measuring.ablation_holdout import ReaderOfGroups, fitted_without_each
from paiyan.models.training.fusion import Looks
from paiyan.models.training.recipe import read_recipe
from paiyan.vision.detection.context.rescoring import Context

GROUPS = {"case": [1.0], "lesson": [2.0, 2.0], "sofa": [3.0]}
CLEAN = 9.0


def looks(numbers: list[float]) -> Looks:
    return Looks(np.array(numbers)[:, None], np.ones(len(numbers)))


def look(items: list[float], second: object, first: object) -> Looks:
    return looks(items)


def test_the_context_of_a_group_is_fitted_on_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    fits: list[list[tuple[list[float], float]]] = []

    def fit(some: list[tuple[Looks, float]]) -> Context:
        fits.append([(one.signs[:, 0].tolist(), counts) for one, counts in some])
        return Context(*[float(len(fits))] * len(Context()))

    monkeypatch.setattr(ablation_holdout, "looks_at", look)
    monkeypatch.setattr(ablation_holdout, "fit_rescoring", fit)
    recipe = read_recipe().namer
    assert recipe is not None
    groups: dict[str, list[Labelled]] = GROUPS  # pyright: ignore[reportAssignmentType]
    clean: list[Labelled] = [CLEAN]  # pyright: ignore[reportAssignmentType]
    second = registry.second_stage()
    fitted = fitted_without_each(groups, clean, second, lambda thresholds: None, recipe=recipe)  # pyright: ignore[reportArgumentType]
    counts = recipe.context_fitted_on
    for told, name in zip(fits, GROUPS, strict=True):
        others = [number for other, numbers in GROUPS.items() if other != name for number in numbers]
        assert told == [([CLEAN], counts["zh_clean"]), (others, counts["unseen"])]
    assert [one.context["bias"] for one in fitted.values()] == [1.0, 2.0, 3.0]
    assert {one.onnx for one in fitted.values()} == {second.onnx}


class Reads:
    detector = None

    def __init__(self, word: str) -> None:
        self.word = word

    def read(self, source: Path) -> str:
        return f"{source.name} by {self.word}"


def test_each_photo_is_read_by_the_reader_of_its_group() -> None:
    readers = {name: Reads(name) for name in GROUPS}
    reader = ReaderOfGroups(readers, {"a.jpg": "sofa", "b.jpg": "case"})  # pyright: ignore[reportArgumentType]
    read = [reader.read(Path("x") / name) for name in ("a.jpg", "b.jpg")]
    assert read == ["a.jpg by sofa", "b.jpg by case"]
