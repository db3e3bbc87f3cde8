"""How the namer's word is weighed: the blend of both stages, and the model for blank tiles.

``python -m paiyan.models.training.fusion.fit ../shared/photos --art ../shared/art`` does it again for the
weights of the index, as is needed whenever the detector or the namer is another; `paiyan train` does it at
its end. What the rest of a picture says of a box (`paiyan.models.training.fusion.rescoring`) was fitted on
what came out before, and is fitted again after it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.missing_boxes import read_missing_boxes
from paiyan.datasets.detector_training.prepare import CLASSES
from paiyan.datasets.evaluation.matching import detect_picture, match_picture
from paiyan.datasets.formats.labelled import Labelled, label_path, read_folder, read_labels
from paiyan.datasets.logistic_regression import fit_outcomes
from paiyan.datasets.roles import training_records
from paiyan.models.opening import load_detector
from paiyan.models.registry import NamerModel, file_sha256, second_stage, write_namer
from paiyan.models.sets.development import with_open_regions
from paiyan.models.training.fusion import blend
from paiyan.models.training.fusion import fit as blanks
from paiyan.models.training.recipe import NamerRecipe, prepare_set, read_recipe
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.context.blank_tiles import FEATURES, OUTCOMES, Model, features
from paiyan.vision.detection.context.blank_tiles import Model as BlankModel
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.naming.namer import WHITE, Blend, Namer
from paiyan.vision.detection.thresholds import BOTH_STAGES, CONSIDERED, FIRST_STAGE
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.picture.image import load

_EACH = 1000.0  # boxes that a set counts as, times what the recipe says


def fit_fusion(
    recipe: NamerRecipe, first: Detector, onnx: Path, *, running: Detector, photos: Path, work: Path
) -> NamerModel:
    """A namer, an ONNX file, with the blend and the blank model that fit it and a detector.

    `first` gives its boxes as `paiyan.vision.detection.thresholds.FIRST_STAGE` has them, and so does
    `running`, the form in which the detector runs by default: the blank model, which hangs on how sure it
    is, is fitted on that. The scenes that the recipe fits on lie below `work`/sets.
    """
    namer, sets = Namer(onnx, threads=1), work / "sets"
    folders = {
        name: sets / name if (sets / name).exists() else with_open_regions(photos / name, work / "held-out")
        for name in recipe.fitted_on
    }
    looks = [
        blend.stage_outputs(first, namer, folders[k], weight=_EACH * w) for k, w in recipe.fitted_on.items()
    ]
    both = blend.fit_blend(blend.join_outputs(looks))
    blank_model = _blanks(recipe, running, namer, both, photos=photos, sets=sets)
    return NamerModel(onnx, file_sha256(onnx), both._asdict(), blank_model)


def _blanks(
    recipe: NamerRecipe, running: Detector, namer: Namer, both: Blend, *, photos: Path, sets: Path
) -> BlankModel:
    thresholds = BOTH_STAGES._replace(confidence=CONSIDERED)
    detector = NamedDetector(running, namer, both, thresholds=thresholds)
    looks: list[blanks.BlankBoxes] = []
    for name, counts in recipe.blanks_fitted_on.items():
        folder = sets / name
        drawn = folder.exists()
        known = photos_with_blank_tiles(recipe, name, photos)
        items = read_folder(folder, classes=len(TILES)) if drawn else list(known)
        looks.append(blanks.blank_boxes(detector, items, whole=drawn, weight=_EACH * counts))
    return blanks.fit_blank_tiles(blanks.join_boxes(looks)) if looks else {}


def photos_with_blank_tiles(recipe: NamerRecipe, name: str, photos: Path) -> Iterator[Labelled]:
    """The photos of a part of the last training that show white dragons, or backs that are known: one of each
    source, as variants of a photo show the same tiles."""
    course = recipe.courses[-1]
    part = course.crops.parts[name]
    known = read_missing_boxes(Path(part.unboxed)) if part.unboxed else {}
    plan, seen = course.crops, set[str]()
    for record in training_records(
        photos, part.photos, held_out=plan.held_out, unseen=plan.unseen, listed=part.listed
    ):
        if record.source in seen:
            continue
        image = photos / record.image
        classes, boxes = read_labels(label_path(image), classes=CLASSES)
        if (blanks := known.get(image.name)) is not None:
            classes, boxes = np.concatenate([classes, blanks.codes]), np.concatenate([boxes, blanks.boxes])
        if np.isin(classes, (WHITE, BACK)).any():
            seen.add(record.source)
            yield Labelled(image, classes, boxes)


def main() -> None:
    """Weigh the namer of the index again, and enter what comes out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--art", type=Path)
    parser.add_argument("--work", type=Path, default=Path("out/train"))
    args = parser.parse_args()
    recipe = read_recipe()
    if recipe.namer is None:
        raise SystemExit("The recipe has no namer: see models/recipes/paiyan-n.yaml.")
    for name in recipe.namer.weighed_on & recipe.sets.keys():
        out = args.work / "sets" / name
        prepare_set(recipe.sets[name], photos=args.photos, art=args.art, out=out)
    first = load_detector(backend="onnxruntime", thresholds=FIRST_STAGE, stages="one", threads=1)
    running = load_detector(thresholds=FIRST_STAGE, stages="one", threads=1)
    onnx = second_stage().onnx
    write_namer(fit_fusion(recipe.namer, first, onnx, running=running, photos=args.photos, work=args.work))


Numbers = NDArray[np.float64]
_RIDGE = 0.02  # how strongly weights are held towards zero
_OTHER = -1


class BlankBoxes(NamedTuple):
    """Blank boxes: features (n, 15), outcomes (n,) as places in `OUTCOMES`, and what each counts (n,)."""

    features: Numbers
    outcome: NDArray[np.int64]
    weight: Numbers


def blank_boxes(detector: Detector, items: Sequence[Labelled], *, whole: bool, weight: float) -> BlankBoxes:
    """The blank boxes that a detector gives in labelled pictures, which count `weight` together.

    A box that is no labelled tile is nothing where the pictures are labelled `whole`, backs and all;
    elsewhere it may be what was not labelled, and is left out, as is a box that shows another tile.
    """
    tables: list[Numbers] = []
    codes: list[NDArray[np.int64]] = []
    for item in items:
        seen = detect_picture(detector, item)
        blank, values = features(load(item.image), seen.found)
        judged = match_picture(seen, threshold=0.0)
        truth = np.full(len(seen.found), len(OUTCOMES) - 1 if whole else _OTHER)
        for tile, box in judged.pairs:
            truth[judged.which[box]] = _OUTCOME.get(int(item.classes[tile]), _OTHER)
        tables.append(values)
        codes.append(truth[blank])
    table, outcome = np.concatenate(tables), np.concatenate(codes)
    kept = outcome != _OTHER
    count = max(int(kept.sum()), 1)
    return BlankBoxes(table[kept], outcome[kept], np.full(int(kept.sum()), weight / count))


_OUTCOME = {WHITE: OUTCOMES.index("white"), BACK: OUTCOMES.index("back")}


def fit_blank_tiles(seen: BlankBoxes) -> Model:
    """The weights under which the truth is most probable, a little held towards zero.

    Of two outcomes that are told apart by a difference alone, the last one's weights stay zero.
    """
    weights = fit_outcomes(seen.features, seen.outcome, seen.weight, outcomes=len(OUTCOMES), ridge=_RIDGE)
    return as_model(weights.round(3))


def as_model(weights: Numbers) -> Model:
    """Weights (outcomes, features) by their names."""
    return {
        outcome: dict(zip(FEATURES, row, strict=True))
        for outcome, row in zip(OUTCOMES, weights.tolist(), strict=False)
    }


def join_boxes(parts: Sequence[BlankBoxes]) -> BlankBoxes:
    """All boxes of several."""
    return BlankBoxes(*(np.concatenate(column) for column in zip(*parts, strict=True)))


if __name__ == "__main__":
    main()
