"""Fits `paiyan.vision.detection.context.rescoring`: what the boxes around a box say of it.

``python -m paiyan.models.training.fusion.rescoring ../shared/photos`` fits it for the shipped weights on the
photos that the recipe names, which are looked at while deciding, and enters it into the index; `paiyan
train` does it at its end. Too little lies about on synthetic tables to tell what is no tile.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.evaluation.matching import detect_picture, match_picture
from paiyan.datasets.formats.labelled import Labelled
from paiyan.datasets.formats.open_set import read_set
from paiyan.datasets.logistic_regression import fit_binary
from paiyan.models import registry
from paiyan.models.opening import load_detector
from paiyan.models.sets import development_sets
from paiyan.models.training.recipe import read_recipe
from paiyan.vision.detection.context.rescoring import Context, features
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.naming.namer import Blend, Namer
from paiyan.vision.detection.thresholds import BOTH_STAGES, CONSIDERED, FIRST_STAGE
from paiyan.vision.detection.two_stage import NamedDetector

Numbers = NDArray[np.float64]
_RIDGE = 1e-2  # how strongly weights are held towards zero
_EACH = 1000.0  # boxes that a set counts as, times what the recipe says


class Looks(NamedTuple):
    """Boxes that a set can judge: of each its signs (n, 9), and whether it shows a tile (n,)."""

    signs: Numbers
    real: Numbers


def looks_at(items: Iterable[Labelled], second: registry.NamerModel, detector: Detector) -> Looks:
    """What both stages say of labelled pictures; what their set cannot judge is left out.

    `detector` gives its boxes as `paiyan.vision.detection.thresholds.FIRST_STAGE` has them.
    """
    both = NamedDetector(
        detector, Namer(second.onnx), Blend(**second.blend),
        thresholds=BOTH_STAGES._replace(confidence=CONSIDERED), blank_model=second.blanks,
    )  # fmt: skip
    return joined([_look(both, item) for item in items])


def joined(looks: Sequence[Looks]) -> Looks:
    """The boxes of several sets as those of one."""
    return Looks(np.concatenate([one.signs for one in looks]), np.concatenate([one.real for one in looks]))


def fit_rescoring(looks: Sequence[tuple[Looks, float]]) -> Context:
    """The context under which the truth of some sets is most probable, each with what it counts."""
    together = joined([one for one, _ in looks])
    weight = [np.full(len(one.real), _EACH * counts / max(len(one.real), 1)) for one, counts in looks]
    weights = fit_binary(together.signs, together.real, np.concatenate(weight), ridge=_RIDGE)
    return Context(*weights.round(3).tolist())


def with_rescoring(
    second: registry.NamerModel,
    detector: Detector,
    fitted_on: Mapping[str, float],
    *,
    photos: Path,
    work: Path,
) -> registry.NamerModel:
    """A namer with the context that fits it and a detector, which gives its boxes as `FIRST_STAGE` has them.

    `fitted_on` maps sets of `paiyan.models.sets_sets` to what each counts.
    """
    if not fitted_on:
        return second
    sets = {name: read_set(folder) for name, folder in development_sets(photos, work).items()}
    looks = [(looks_at(sets[name], second, detector), counts) for name, counts in fitted_on.items()]
    return replace(second, context=fit_rescoring(looks)._asdict())


def _look(detector: Detector, item: Labelled) -> Looks:
    """The judged boxes of a picture."""
    seen = detect_picture(detector, item)
    judged = match_picture(seen, threshold=0.0)
    real = np.zeros(len(judged.which))
    real[[box for _, box in judged.pairs]] = 1
    signs = features(seen.found)[judged.which] if len(seen.found) else np.zeros((0, len(Context())))
    return Looks(signs, real)


def main() -> None:
    """Fit and enter."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--work", type=Path, default=Path("out/measure"))
    args = parser.parse_args()
    second, recipe = registry.namer(), read_recipe().namer
    if second is None or recipe is None:
        raise registry.RegistryError("The index of weights names no namer: run make train.")
    detector = load_detector(backend="onnxruntime", thresholds=FIRST_STAGE, stages="one")
    named = with_rescoring(second, detector, recipe.context_fitted_on, photos=args.photos, work=args.work)
    registry.write_namer(named)
    print(named.context)


if __name__ == "__main__":
    main()
