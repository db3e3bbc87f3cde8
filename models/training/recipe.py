"""The training recipe as values: the content of a file in `models/recipes`, checked when it is read."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from paiyan.datasets.detector_training.composites import CompositeOptions
from paiyan.datasets.detector_training.prepare import Part, Plan, prepare, prepared, set_hash
from paiyan.datasets.hand_scenes.layouts import write_layouts
from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan, Stream
from paiyan.datasets.namer_training.crops import Variety
from paiyan.datasets.synth import find_resources, synthesise
from paiyan.datasets.synth.scene_sets import PICTURES_A_SET
from paiyan.models.registry import RegistryError

RECIPE = Path(__file__).parents[1] / "recipes" / "paiyan-n.yaml"


@dataclass(frozen=True)
class Scenes:
    """A set of synthetic scenes: how many, from which seed, with which side in pixels, of which subject
    (`paiyan.datasets.synth.scene_sets.SUBJECTS`, or ``layouts`` of the catalogue)."""

    seed: int
    count: int
    width: int
    pictures_a_set: int = PICTURES_A_SET
    subject: str = "tiles"


@dataclass(frozen=True)
class TrainingSet:
    """A set to prepare, and the sha256 that all its files had when the weights were made."""

    plan: Plan | Scenes
    sha256: str


@dataclass(frozen=True)
class Stage:
    """One training run of `stop` epochs, from the weights of the stage before.

    `mixed`: the final weights lie this share of the way from the initial weights to the trained ones; None:
    they are the trained ones.
    """

    name: str
    sets: tuple[str, ...]
    stop: int
    settings: Mapping[str, Any]
    mixed: float | None = None


@dataclass(frozen=True)
class Course:
    """One training of the namer: its crops, its schedule, and `mixed` as in a stage."""

    name: str
    crops: CropPlan
    schedule: Mapping[str, float]
    mixed: float | None = None


@dataclass(frozen=True)
class NamerRecipe:
    """The second stage: its trainings, each from the weights of the one before, and the sets to fit the
    fusion on.


    The first begins at random, or with the exported network `start`.

    `fitted_on` maps a set (a set of the photos, or one of the recipe's scenes) to its weight;
    `blanks_fitted_on` likewise, for the model that distinguishes blank tiles, where a set of photos is a part
    of the last training; `context_fitted_on` likewise for rescoring by the rest of a picture, with sets of
    `paiyan.models.sets`.
    """

    courses: tuple[Course, ...]
    fitted_on: Mapping[str, float]
    blanks_fitted_on: Mapping[str, float] = field(default_factory=dict[str, float])
    context_fitted_on: Mapping[str, float] = field(default_factory=dict[str, float])
    start: Path | None = None

    @property
    def weighed_on(self) -> frozenset[str]:
        """All sets that the blend and the model for blank tiles are fitted on."""
        return frozenset({*self.fitted_on, *self.blanks_fitted_on})


@dataclass(frozen=True)
class Recipe:
    """A recipe; `refinement`: how the namer's boxes are refined (`models/training/box_refinement.py`)."""

    name: str
    size: int
    start: str
    start_sha256: str
    sets: Mapping[str, TrainingSet]
    stages: tuple[Stage, ...]
    namer: NamerRecipe | None = None
    refinement: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def learns_from_unseen(self) -> bool:
        """True if a stage of the detector learns from photos of ``models/sets/unseen.txt``."""
        plans = (self.sets[name].plan for stage in self.stages for name in stage.sets)
        return any(isinstance(plan, Plan) and not plan.unseen for plan in plans)


def read_recipe(path: Path = RECIPE) -> Recipe:
    """Parse a recipe file. Raises `RegistryError` with what is wrong in it.

    A recipe that names another as its `base`, a file next to it, continues from its end: its own sets and
    stages come after those of the base, and values that it does not set are those of the base. With its own
    `start` weights it continues from these, and has only its own stages and the sets that it needs.
    """
    import yaml  # the extra `evaluate`

    try:
        raw = _raw(path)
        return Recipe(
            name=raw["name"],
            size=raw["size"],
            start=raw["start"]["file"],
            start_sha256=raw["start"]["sha256"],
            sets={name: _training_set(entry, raw["held_out"], path) for name, entry in raw["sets"].items()},
            stages=tuple(_stage(entry, raw["settings"]) for entry in raw["stages"]),
            namer=_namer(raw["namer"], raw["held_out"], path) if "namer" in raw else None,
            refinement=raw.get("refinement", {}),
        )
    except (OSError, yaml.YAMLError, KeyError, TypeError) as error:
        raise RegistryError(
            f"The recipe {path.name} cannot be used ({error}): see models/recipes/paiyan-n.yaml."
        ) from error


def with_namer(path: Path = RECIPE) -> tuple[Recipe, NamerRecipe]:
    """Return a recipe and its part for the namer. Raises `RegistryError` if it has none."""
    recipe = read_recipe(path)
    if recipe.namer is None:
        raise RegistryError(f"The recipe {path.name} trains no namer: see models/recipes/paiyan-n.yaml.")
    return recipe, recipe.namer


def _raw(path: Path) -> dict[str, Any]:
    """Return the content of a recipe file merged with that of its bases."""
    import yaml

    own = cast("dict[str, Any]", yaml.safe_load(path.read_text()))
    if "base" not in own:
        return own
    base = _raw(path.parent / own["base"])
    if "start" in own:
        needed = _fitted_on(own.get("namer", {}))
        return {**base, **own, "sets": {k: v for k, v in base["sets"].items() if k in needed} | own["sets"]}
    whole = {"sets": {**base["sets"], **own.get("sets", {})}, "stages": [*base["stages"], *own["stages"]]}
    return {**base, **own, **whole}


def _fitted_on(namer: Mapping[str, Any]) -> set[str]:
    """Return the sets that a recipe's fusion is fitted on."""
    return {name for key, sets in namer.items() if key.endswith("fitted_on") for name in sets}


def _stage(entry: dict[str, Any], settings: dict[str, Any]) -> Stage:
    every = {**settings, **entry["settings"]}
    return Stage(entry["name"], tuple(entry["sets"]), entry["stop"], every, entry.get("mixed"))


def _training_set(entry: dict[str, Any], held_out: str, recipe: Path) -> TrainingSet:
    if entry["kind"] == "scenes":
        fields = {key: value for key, value in entry.items() if key not in ("kind", "sha256")}
        return TrainingSet(Scenes(**fields), entry["sha256"])
    parts = {name: Part(**{**values, **_files(values, recipe)}) for name, values in entry["parts"].items()}
    drawn: dict[str, Any] = entry.get("composite", {})
    if "tile_px" in drawn:
        drawn = {**drawn, "tile_px": tuple(drawn["tile_px"])}
    plan = Plan(
        seed=entry["seed"],
        parts=parts,
        composites=entry["composites"],
        held_out=held_out,
        unseen=_sibling(entry.get("unseen", ""), recipe),
        composite=CompositeOptions(**drawn),
        writing=entry.get("writing", 0.0),
        inverted=entry.get("inverted", 0.0),
    )
    return TrainingSet(plan, entry["sha256"])


def _namer(entry: dict[str, Any], held_out: str, recipe: Path) -> NamerRecipe:
    courses = tuple(_course(course, entry, held_out, recipe) for course in entry["courses"])
    blanks, context = (entry.get(f"{what}_fitted_on", {}) for what in ("blanks", "context"))
    start = Path(_sibling(entry["start"], recipe)) if "start" in entry else None
    return NamerRecipe(courses, entry["fitted_on"], blanks, context, start)


def _course(fields: dict[str, Any], entry: dict[str, Any], held_out: str, recipe: Path) -> Course:
    plan = CropPlan(
        seed=fields["seed"],
        parts={name: _crop_part(part, recipe) for name, part in fields["parts"].items()},
        off_tiles=fields.get("off_tiles", 1.0),
        held_out=held_out,
        unseen=_sibling(entry.get("unseen", ""), recipe),
        variety=Variety(**{**entry.get("variety", {}), **fields.get("variety", {})}),
    )
    return Course(fields["name"], plan, fields["schedule"], fields.get("mixed"))


def _crop_part(values: dict[str, Any], recipe: Path) -> CropPart:
    listed = {key: tuple(values.get(key, ())) for key in ("scenes", "without")}
    nothing = _sibling(values.get("nothing", ""), recipe)
    stream = Stream(**values["stream"]) if values.get("stream") else None
    more: dict[str, Any] = {**listed, **_files(values, recipe), "nothing": nothing, "stream": stream}
    return CropPart(**{**values, **more})


def _files(values: dict[str, Any], recipe: Path) -> dict[str, Any]:
    """Return the paths of the files that a part names, next to the recipe."""
    return {key: _sibling(values.get(key, ""), recipe) for key in ("listed", "unboxed", "flowers")}


def _sibling(name: str, recipe: Path) -> str:
    """Return the path of a file next to the recipe; empty if none is named."""
    return str(recipe.parent / name) if name else ""


log = logging.getLogger(__name__)


def prepare_sets(recipe: Recipe, names: Iterable[str], *, photos: Path, art: Path | None, work: Path) -> None:
    """Draw or gather sets of a recipe below `work`/sets."""
    for name in names:
        prepare_set(recipe.sets[name], photos=photos, art=art, out=work / "sets" / name)


def prepare_set(entry: TrainingSet, *, photos: Path, art: Path | None, out: Path) -> None:
    """Draw or gather a set below `out`, and warn if it is not the one that the recipe records."""
    log.info("preparing %s", out)
    if isinstance(entry.plan, Scenes):
        plan, size = entry.plan, (entry.plan.width, entry.plan.width)
        if plan.subject == "layouts":
            write_layouts(out, plan.count, seed=plan.seed, size=size, resources=find_resources(art))
        else:
            synthesise(
                out, plan.count, seed=plan.seed, size=size, pictures_a_set=plan.pictures_a_set,
                subject=plan.subject, resources=find_resources(art),
            )  # fmt: skip
    elif prepared(out) is None:
        prepare(photos, out, plan=entry.plan)
    if set_hash(out) != entry.sha256:
        log.warning(
            "%s is not the set that the recipe records (scenes and writing are drawn with the fonts that are "
            "installed, faces with the art folder): the figures may come out otherwise",
            out,
        )
