"""Training by the recipe: prepare the sets, run the stages, export the weights.

What was stopped goes on where it was, and what is done is not done again.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.prepare import Plan
from paiyan.datasets.namer_training.crop_sets import CropPlan, crops_of
from paiyan.datasets.namer_training.crops import Crops
from paiyan.datasets.synth import find_resources
from paiyan.models.opening import load_detector
from paiyan.models.registry import WEIGHTS, Model, RegistryError, check, write_namer
from paiyan.models.training.detector_weights import between
from paiyan.models.training.export import export_model
from paiyan.models.training.fusion.fit import fit_fusion
from paiyan.models.training.fusion.rescoring import with_rescoring
from paiyan.models.training.recipe import RECIPE, Course, NamerRecipe, Recipe, Stage, prepare_set, read_recipe
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.thresholds import FIRST_STAGE

log = logging.getLogger(__name__)


def train(
    recipe: Path = RECIPE,
    *,
    photos: Path,
    start: Path,
    art: Path | None = None,
    work: Path = Path("out/train"),
    weights: Path = WEIGHTS,
) -> Model:
    """Train the recipe's model from labelled `photos` and `start` weights, and make it the default.

    `start` is the folder that holds the recipe's start weights (their sha256 is checked), `art` one with
    further tile faces and table surfaces for the scenes. Sets and runs go below `work`. Raises
    `RegistryError`, `DatasetError` and `SynthError` where something is missing or contradicts the recipe.
    """
    settings = read_recipe(recipe)
    current = start / settings.start
    check(current, sha256=settings.start_sha256)
    for name, entry in settings.sets.items():
        prepare_set(entry, photos=photos, art=art, out=work / "sets" / name)
    for stage in settings.stages:
        current = _run(stage, settings, current=current, work=work)
    model = export_model(current, name=settings.name, size=settings.size, weights=weights)
    if settings.namer is not None:
        _train_namer(settings.namer, model, photos=photos, art=art, work=work, weights=weights)
    return model


def _train_namer(
    recipe: NamerRecipe, model: Model, *, photos: Path, art: Path | None, work: Path, weights: Path
) -> None:
    """The second stage: learned from crops, weighed against the detector and with the rest of a picture in
    view, entered beside it."""
    from paiyan.models.training.namer import export_namer  # torch: the extra `train`

    checkpoint = train_namer_courses(recipe.courses, photos=photos, art=art, work=work, start=recipe.start)
    onnx = weights / f"{model.name}-namer.onnx"
    export_namer(checkpoint, onnx)
    first = load_detector(model.onnx, backend="onnxruntime", thresholds=FIRST_STAGE, stages="one", threads=1)
    weighed = fit_fusion(recipe, first, onnx, running=first, photos=photos, work=work)
    both = with_rescoring(weighed, first, recipe.context_fitted_on, photos=photos, work=work / "held-out")
    write_namer(both, weights=weights)


def train_namer_courses(
    courses: Sequence[Course], *, photos: Path, art: Path | None, work: Path, start: Path | None = None
) -> Path:
    """The trainings of a namer, each from the weights of the one before; the last one's checkpoint."""
    from paiyan.models.training.namer import Schedule, mixed, train_namer

    for course in courses:
        plan, checkpoint = course.crops, work / "runs" / f"namer-{course.name}.pt"
        schedule = Schedule(seed=plan.seed, **course.schedule)  # pyright: ignore[reportArgumentType]

        def crops(late: bool, plan: CropPlan = plan) -> tuple[Crops, NDArray[np.float64]]:
            found = find_resources(art)
            return crops_of(plan, photos=photos, scenes=work / "sets", late=late, resources=found)

        ended = train_namer(crops, checkpoint, schedule=schedule, variety=plan.variety, start=start)
        if start is not None and course.mixed is not None:
            ended = mixed(start, ended, checkpoint.with_stem(f"{checkpoint.stem}-mixed"), share=course.mixed)
        start = ended
    if start is None:
        raise RegistryError("The recipe names no training of the namer: see models/recipes/paiyan-n.yaml.")
    return start


def _run(stage: Stage, recipe: Recipe, *, current: Path, work: Path) -> Path:
    from paiyan.vision.detection.runtimes import yolo  # torch and ultralytics: the extra `train`

    data = work / f"{stage.name}.yaml"
    data.write_text(_data_file(stage.sets, work / "sets"))
    log.info("training %s from %s", stage.name, current)
    run = work / "runs" / stage.name
    ended = yolo.train(
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
    """An ultralytics data file; `val` must be named but is never run: see `detection/runtimes/yolo.py`."""
    lines = [f"path: {folder.resolve()}", "train:", *(f"- {name}/images" for name in sets)]
    lines += [f"val: {sets[0]}/images", "names:", *(f"  {t.code}: '{t.notation}'" for t in TILES)]
    return "\n".join(lines) + "\n"
