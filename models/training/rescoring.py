"""Fit `paiyan.vision.detection.context.rescoring`: the effect of the boxes around a box on its probability.

``python -m paiyan.models.training.rescoring ../shared/photos`` fits it for the shipped weights on the
development photos of the recipe, and enters it into the index; `paiyan train` does it at its end. Synthetic
tables have too few other objects to show what is not a tile.
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
from paiyan.datasets.evaluation.statistics import fit_binary
from paiyan.datasets.formats.labelled import Labelled
from paiyan.datasets.formats.open_set import read_set
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
_RIDGE = 1e-2  # the penalty on the weights
_EACH = 1000.0  # boxes that a set counts as, times its weight in the recipe


class Looks(NamedTuple):
    """Boxes that a set can judge: the features of each (n, 9), and whether it shows a tile (n,)."""

    signs: Numbers
    real: Numbers


def looks_at(items: Iterable[Labelled], second: registry.NamerModel, detector: Detector) -> Looks:
    """Run both stages on labelled pictures; boxes that their set cannot judge are left out.

    `detector` returns its boxes by `paiyan.vision.detection.thresholds.FIRST_STAGE`.
    """
    both = NamedDetector(
        detector, Namer(second.onnx), Blend(**second.blend),
        thresholds=BOTH_STAGES._replace(confidence=CONSIDERED), blank_model=second.blanks,
    )  # fmt: skip
    return joined([_look(both, item) for item in items])


def joined(looks: Sequence[Looks]) -> Looks:
    """Concatenate the boxes of several sets."""
    return Looks(np.concatenate([one.signs for one in looks]), np.concatenate([one.real for one in looks]))


def fit_rescoring(looks: Sequence[tuple[Looks, float]]) -> Context:
    """Fit the context that makes the truth of some sets most probable, each with its weight."""
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
    """Return a namer with the context fitted for it and a detector, which returns its boxes by `FIRST_STAGE`.

    `fitted_on` maps sets of `paiyan.models.sets` to their weights.
    """
    if not fitted_on:
        return second
    sets = {name: read_set(folder) for name, folder in development_sets(photos, work).items()}
    looks = [(looks_at(sets[name], second, detector), counts) for name, counts in fitted_on.items()]
    return replace(second, context=fit_rescoring(looks)._asdict())


def _look(detector: Detector, item: Labelled) -> Looks:
    """Return the judged boxes of a picture."""
    seen = detect_picture(detector, item)
    judged = match_picture(seen, threshold=0.0)
    real = np.zeros(len(judged.which))
    real[[box for _, box in judged.pairs]] = 1
    signs = features(seen.found)[judged.which] if len(seen.found) else np.zeros((0, len(Context())))
    return Looks(signs, real)


def main() -> None:
    """Fit and enter the result."""
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
