"""The training recipe as values: what `recipe.yaml` says, checked when it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from datasets.composite import CompositeOptions
from datasets.prepare import Part, Plan
from models.registry import RegistryError

RECIPE = Path(__file__).parent / "recipe.yaml"


@dataclass(frozen=True)
class Scenes:
    """A set of synthetic scenes: how many, from which seed, of which side in pixels."""

    seed: int
    count: int
    width: int


@dataclass(frozen=True)
class TrainingSet:
    """A set to prepare, and the sha256 that all its files had when the weights were made."""

    plan: Plan | Scenes
    sha256: str


@dataclass(frozen=True)
class Stage:
    """One training run of `stop` epochs: it starts from the weights of the stage before."""

    name: str
    sets: tuple[str, ...]
    stop: int
    settings: Mapping[str, Any]


@dataclass(frozen=True)
class Recipe:
    """All of it."""

    name: str
    size: int
    start: str
    start_sha256: str
    sets: Mapping[str, TrainingSet]
    stages: tuple[Stage, ...]


def read_recipe(path: Path = RECIPE) -> Recipe:
    """Parse a recipe file. Raises `RegistryError` with what is wrong in it."""
    import yaml  # the extra `evaluate`

    try:
        raw = cast("dict[str, Any]", yaml.safe_load(path.read_text()))
        return Recipe(
            name=raw["name"],
            size=raw["size"],
            start=raw["start"]["file"],
            start_sha256=raw["start"]["sha256"],
            sets={name: _training_set(entry, raw["held_out"], path) for name, entry in raw["sets"].items()},
            stages=tuple(_stage(entry, raw["settings"]) for entry in raw["stages"]),
        )
    except (OSError, yaml.YAMLError, KeyError, TypeError) as error:
        raise RegistryError(
            f"The recipe {path.name} cannot be used ({error}): see models/recipe.yaml."
        ) from error


def _stage(entry: dict[str, Any], settings: dict[str, Any]) -> Stage:
    return Stage(entry["name"], tuple(entry["sets"]), entry["stop"], {**settings, **entry["settings"]})


def _training_set(entry: dict[str, Any], held_out: str, recipe: Path) -> TrainingSet:
    if entry["kind"] == "scenes":
        return TrainingSet(Scenes(entry["seed"], entry["count"], entry["width"]), entry["sha256"])
    parts = {name: _part(values, recipe) for name, values in entry["parts"].items()}
    drawn: dict[str, Any] = entry.get("composite", {})
    if "tile_px" in drawn:
        drawn = {**drawn, "tile_px": tuple(drawn["tile_px"])}
    plan = Plan(
        seed=entry["seed"],
        parts=parts,
        composites=entry["composites"],
        held_out=held_out,
        composite=CompositeOptions(**drawn),
    )
    return TrainingSet(plan, entry["sha256"])


def _part(values: dict[str, Any], recipe: Path) -> Part:
    told: dict[str, Any] = {"listed": "", **values}
    if told["listed"]:
        told["listed"] = str(recipe.parent / told["listed"])
    return Part(**told)
