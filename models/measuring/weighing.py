"""What is fitted to a detector, fitted again to another one than the shipped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from paiyan.models import registry
from paiyan.models.registry import NamerModel
from paiyan.models.training.fusion.fit import fit_fusion
from paiyan.models.training.fusion.rescoring import with_rescoring
from paiyan.models.training.recipe import NamerRecipe
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.thresholds import FIRST_STAGE, Thresholds

Load = Callable[[Thresholds], Detector]


def weighed(load: Load, recipe: NamerRecipe, *, photos: Path, work: Path) -> NamerModel:
    """The shipped namer with all that is fitted to a detector fitted to this one, as `make train` does it."""
    first, shipped = load(FIRST_STAGE), registry.second_stage()
    fitted = fit_fusion(recipe, first, shipped.onnx, running=first, photos=photos, work=work)
    fitted = replace(fitted, int8=shipped.int8)
    return with_rescoring(fitted, first, recipe.context_fitted_on, photos=photos, work=work / "measured")
