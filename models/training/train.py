"""Train by the recipe: prepare the sets, run the stages, export the weights.

An interrupted training continues where it stopped, and finished steps are skipped.
"""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import NamedTuple

from paiyan.datasets.detector_training.prepare import Plan
from paiyan.datasets.namer_training.crop_sets import CropSource
from paiyan.datasets.synth import find_resources
from paiyan.models.opening import load_detector
from paiyan.models.registry import WEIGHTS, Model, RegistryError, check, file_sha256, write, write_namer
from paiyan.models.rounding import round_weights
from paiyan.models.training.checkpoints import between
from paiyan.models.training.fusion import fit_fusion, with_rescoring
from paiyan.models.training.onnx_graphs import only_likely_places, split_pointwise_layers
from paiyan.models.training.recipe import (
    RECIPE,
    Course,
    NamerRecipe,
    Recipe,
    Stage,
    prepare_sets,
    read_recipe,
    with_namer,
)
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.thresholds import FIRST_STAGE

log = logging.getLogger(__name__)
LARGEST = 15_000_000
"""Bytes that a file of weights may have."""


class Pace(NamedTuple):
    """Options of the namer's training: the device of torch, how many processes draw crops for it (None: all
    processors but one), and how many minutes it may take; see `checkpoints.Clock`."""

    device: str = "cpu"
    processes: int | None = None
    minutes: float | None = None


def train(
    recipe: Path = RECIPE,
    *,
    photos: Path,
    start: Path,
    art: Path | None = None,
    work: Path = Path("out/train"),
    weights: Path = WEIGHTS,
    pace: Pace | None = None,
) -> Model:
    """Train the recipe's model from labelled `photos` and `start` weights, and make it the default.

    `start` is the folder that holds the recipe's start weights (their sha256 is checked), `art` one with
    further tile faces and table surfaces for the scenes. Sets and runs go below `work`; `pace` is the
    namer's. Raises `RegistryError`, `DatasetError` and `SynthError` if something is missing or contradicts
    the recipe.
    """
    settings = read_recipe(recipe)
    current = start / settings.start
    check(current, sha256=settings.start_sha256)
    prepare_sets(settings, settings.sets, photos=photos, art=art, work=work)
    for stage in settings.stages:
        current = _run(stage, settings, current=current, work=work)
    model = export_model(current, name=settings.name, size=settings.size, weights=weights)
    if settings.namer is not None:
        _train_namer(settings.namer, model, photos=photos, art=art, work=work, weights=weights, pace=pace)
    return model


def prepare_crops(
    recipe: Path = RECIPE, *, photos: Path, art: Path | None = None, work: Path = Path("out/train")
) -> Path:
    """Draw the sets and cut the crops for a recipe's namer; return their folder.

    A machine with this folder at the same place trains the namer without photos.
    """
    settings, namer = with_namer(recipe)
    scenes = {name for course in namer.courses for p in course.crops.parts.values() for name in p.scenes}
    prepare_sets(settings, scenes, photos=photos, art=art, work=work)
    for course in namer.courses:
        source = crop_source(course, photos=photos, art=art, work=work)
        for part in set(course.crops.parts) - set(course.crops.streams):
            source.prepare(part)
    return work / "crops"


def train_namer_alone(
    recipe: Path = RECIPE,
    *,
    photos: Path,
    art: Path | None = None,
    work: Path = Path("out/train"),
    pace: Pace | None = None,
) -> Path:
    """Run the courses of a recipe's namer and export it below `work`, without fusion; return the file.

    A later `train` in the same folder continues from there.
    """
    from paiyan.models.training.namer import export_namer  # torch: the extra `train`

    settings, namer = with_namer(recipe)
    checkpoint = train_namer_courses(namer, photos=photos, art=art, work=work, pace=pace)
    onnx = work / "runs" / f"{settings.name}-namer.onnx"
    export_namer(checkpoint, onnx)
    return onnx


def export_model(checkpoint: Path, *, name: str, size: int, weights: Path = WEIGHTS) -> Model:
    """Export a checkpoint at an input of `size` pixels and make it the default model.

    Raises `RegistryError` if a file is larger than 15 MB.
    """
    from paiyan.models.training import ultralytics_runs  # torch and ultralytics: the extra `train`

    onnx, pt = ultralytics_runs.export(checkpoint, weights / name, size=size)
    split_pointwise_layers(only_likely_places(onnx, onnx), onnx)
    round_weights(onnx)
    for path in (onnx, pt):
        if path.stat().st_size > LARGEST:
            raise RegistryError(
                f"{path.name} has {path.stat().st_size / 1e6:.1f} MB, more than the 15 that are shipped."
            )
    model = Model(name, size, onnx, file_sha256(onnx), pt, file_sha256(pt))
    write(model, weights=weights)
    return model


def _train_namer(
    recipe: NamerRecipe, model: Model, *, photos: Path, art: Path | None, work: Path, weights: Path,
    pace: Pace | None,
) -> None:  # fmt: skip
    """Train the second stage on crops, fit its fusion with the detector and its rescoring, and enter it."""
    from paiyan.models.training.namer import export_namer  # torch: the extra `train`

    checkpoint = train_namer_courses(recipe, photos=photos, art=art, work=work, pace=pace)
    onnx = weights / f"{model.name}-namer.onnx"
    export_namer(checkpoint, onnx)
    first = load_detector(model.onnx, backend="onnxruntime", thresholds=FIRST_STAGE, stages="one", threads=1)
    weighed = fit_fusion(recipe, first, onnx, running=first, photos=photos, work=work)
    both = with_rescoring(weighed, first, recipe.context_fitted_on, photos=photos, work=work / "held-out")
    write_namer(both, weights=weights)


def crop_source(
    course: Course, *, photos: Path, art: Path | None, work: Path, processes: int | None = None
) -> CropSource:
    """Open the source of a course's crops; the fixed ones are below `work`."""
    return CropSource(
        plan=course.crops, photos=photos, scenes=work / "sets", kept=work / "crops" / course.name,
        resources=find_resources(art), processes=processes,
    )  # fmt: skip


def train_namer_courses(
    recipe: NamerRecipe, *, photos: Path, art: Path | None, work: Path, pace: Pace | None = None
) -> Path:
    """Run the trainings of a namer, each from the weights of the one before; return the last checkpoint.

    A limit is divided in proportion to the crops that are left for each.
    """
    from paiyan.models.training.namer import Schedule, mixed, train_namer

    begun, pace, start = time.monotonic(), pace or Pace(), recipe.start
    schedules = [Schedule(seed=c.crops.seed, **c.schedule) for c in recipe.courses]  # pyright: ignore[reportArgumentType]
    crops = [(schedule.stop or schedule.steps) * schedule.batch for schedule in schedules]
    for at, (course, schedule) in enumerate(zip(recipe.courses, schedules, strict=True)):
        checkpoint = work / "runs" / f"namer-{course.name}.pt"
        minutes = pace.minutes
        if minutes is not None:
            minutes = (minutes - (time.monotonic() - begun) / 60) * crops[at] / sum(crops[at:])
        source = crop_source(course, photos=photos, art=art, work=work, processes=pace.processes)
        ended = train_namer(
            source, checkpoint, schedule=schedule, start=start, device=pace.device, minutes=minutes
        )
        if start is not None and course.mixed is not None:
            ended = mixed(start, ended, checkpoint.with_stem(f"{checkpoint.stem}-mixed"), share=course.mixed)
        start = ended
    if start is None:
        raise RegistryError("The recipe names no training of the namer: see models/recipes/paiyan-n.yaml.")
    return start


def _run(stage: Stage, recipe: Recipe, *, current: Path, work: Path) -> Path:
    from paiyan.models.training import ultralytics_runs  # torch and ultralytics: the extra `train`

    data = work / f"{stage.name}.yaml"
    data.write_text(_data_file(stage.sets, work / "sets"))
    log.info("training %s from %s", stage.name, current)
    run = work / "runs" / stage.name
    ended = ultralytics_runs.train(
        data,
        current,
        run=run,
        settings=stage.settings,
        stop=stage.stop,
        complete=[name for name in stage.sets if not isinstance(recipe.sets[name].plan, Plan)],
        open_class=BACK,
    )
    return ended if stage.mixed is None else between(current, ended, run / "mixed.pt", share=stage.mixed)


def _data_file(sets: tuple[str, ...], folder: Path) -> str:
    """Return an ultralytics data file; `val` must be named but is never run: see `ultralytics_runs`."""
    lines = [f"path: {folder.resolve()}", "train:", *(f"- {name}/images" for name in sets)]
    lines += [f"val: {sets[0]}/images", "names:", *(f"  {t.code}: '{t.notation}'" for t in TILES)]
    return "\n".join(lines) + "\n"
