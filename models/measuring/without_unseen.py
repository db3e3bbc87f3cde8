"""What the two stages reach on tiles that neither has seen: a twin of the detector, trained without them.

The shipped detector saw the photos of ``models/sets/unseen.txt`` in its last stages.
``models/recipes/without_unseen.yaml`` ends before them; ``python -m models.measuring.without_unseen
../shared/photos TWIN.onnx --art ../shared/art`` measures what it gives with the shipped namer and writes
``models/results/without_unseen.json``, of which card and README tell. All that is fitted to a detector is
fitted anew for it, without the photos of ``unseen.txt``. Needs the extra `train`.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from models.measuring.measure import ALL_BOXES, measured_boxes, measured_lists
from models.measuring.weighing import Load, both_stages, weighed
from models.pages import figures as pages
from models.registry import NamerModel, RegistryError
from models.sets.development import development_sets
from models.training.recipe import NamerRecipe, Recipe, read_recipe
from models.training.training_sets import prepare_set
from vision.detection.detector import Detector
from vision.detection.runtimes.network_detector import OnnxDetector
from vision.detection.thresholds import Thresholds
from vision.pipeline import Reader

UNSEEN = "unseen"


def without_unseen(recipe: Recipe) -> NamerRecipe:
    """What is fitted to a detector, on all that the recipe names but the photos of ``unseen.txt``."""
    if recipe.namer is None:
        raise RegistryError("The recipe has no namer: see models/recipes/paiyan-n.yaml.")
    others = {name: counts for name, counts in recipe.namer.context_fitted_on.items() if name != UNSEEN}
    return replace(recipe.namer, context_fitted_on=others)


def measure_twin(load: Load, second: NamerModel, photos: Path, *, work: Path) -> dict[str, Any]:
    """The figures of `models/results/shipped.json` for another detector and the namer weighed for it."""
    folders = development_sets(photos, work)
    every, reader = both_stages(load, second, ALL_BOXES), Reader(both_stages(load, second))
    return {
        "blend": dict(second.blend),
        "context": dict(second.context),
        "sets": {name: measured_boxes(every, folders[name])[0] for name in (UNSEEN, "zh_clean")},
        "hands": measured_lists(reader, photos),
    }


def main() -> None:
    """Fit, measure, write without_unseen.json and renew the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("twin", type=Path)
    parser.add_argument("--art", type=Path, help="a folder of further tile faces, for the scenes fitted on")
    parser.add_argument("--work", type=Path, default=Path("out/train"))
    args = parser.parse_args()
    recipe = read_recipe()
    fitting = without_unseen(recipe)
    for name in {*fitting.fitted_on, *fitting.blanks_fitted_on} & recipe.sets.keys():
        prepare_set(recipe.sets[name], photos=args.photos, art=args.art, out=args.work / "sets" / name)

    def load(thresholds: Thresholds) -> Detector:
        return OnnxDetector(args.twin, threads=1, thresholds=thresholds)

    second = weighed(load, fitting, photos=args.photos, work=args.work)
    told = measure_twin(load, second, args.photos, work=args.work / "measured")
    pages.WITHOUT_UNSEEN.write_text(json.dumps(told, indent=1) + "\n")
    pages.main()


if __name__ == "__main__":
    main()
