"""Another detector than the shipped one beside the shipped namer, and all that is fitted to a detector."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from models import registry
from models.registry import NamerModel
from models.training.fusion.fit import fit_fusion
from models.training.fusion.rescoring import with_rescoring
from models.training.recipe import NamerRecipe
from vision.detection.context.rescoring import Context
from vision.detection.detector import Detector
from vision.detection.naming.namer import Blend, Namer
from vision.detection.thresholds import BOTH_STAGES, FIRST_STAGE, Thresholds
from vision.detection.two_stage import NamedDetector

Load = Callable[[Thresholds], Detector]


def weighed(load: Load, recipe: NamerRecipe, *, photos: Path, work: Path) -> NamerModel:
    """The shipped namer with all that is fitted to a detector fitted to this one, as `make train` does it."""
    first, shipped = load(FIRST_STAGE), registry.second_stage()
    fitted = fit_fusion(recipe, first, shipped.onnx, running=first, photos=photos, work=work)
    fitted = replace(fitted, int8=shipped.int8)
    return with_rescoring(fitted, first, recipe.context_fitted_on, photos=photos, work=work / "measured")


def both_stages(load: Load, second: NamerModel, thresholds: Thresholds = BOTH_STAGES) -> NamedDetector:
    """The two stages as they are put together for a reading."""
    least = min(FIRST_STAGE.confidence, thresholds.confidence)
    return NamedDetector(
        load(FIRST_STAGE._replace(confidence=least)), Namer(second.runs, threads=1), Blend(**second.blend),
        thresholds=thresholds, blank_model=second.blanks, context=Context(**second.context),
    )  # fmt: skip
