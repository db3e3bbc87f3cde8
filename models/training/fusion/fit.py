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
from paiyan.datasets.formats.open_set import read_set
from paiyan.datasets.logistic_regression import fit_binary, fit_outcomes
from paiyan.datasets.roles import training_records
from paiyan.models.opening import load_detector
from paiyan.models.registry import NamerModel, file_sha256, second_stage, write_namer
from paiyan.models.sets import with_open_regions
from paiyan.models.training.fusion import fit as blanks
from paiyan.models.training.recipe import NamerRecipe, prepare_set, read_recipe
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.context.blank_tiles import FEATURES, OUTCOMES, Model, features
from paiyan.vision.detection.context.blank_tiles import Model as BlankModel
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.naming.namer import WHITE, Blend, Namer, code_shares, logit
from paiyan.vision.detection.runtimes.network_io import one_box_per_tile
from paiyan.vision.detection.thresholds import BOTH_STAGES, CONSIDERED, DEFAULT_THRESHOLDS, FIRST_STAGE
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.picture.image import load

Numbers = NDArray[np.float64]
_FLOOR = 1e-4  # the least probability whose logarithm is taken
_BLEND_RIDGE = 1e-3  # how strongly weights are held towards zero
ALONE = DEFAULT_THRESHOLDS._replace(confidence=FIRST_STAGE.confidence)


class StageOutputs(NamedTuple):
    """Boxes of pictures whose truth is known: what each stage said of each, and which tile it is.

    `detector` (n, 46), `namer` (n, 47), `truth` (n,) tile codes, -1 where a box is no tile. `weight` (n,)
    lets each set of pictures count as much as is wanted.
    """

    detector: NDArray[np.float32]
    namer: NDArray[np.float32]
    truth: NDArray[np.int64]
    weight: Numbers


def stage_outputs(detector: Detector, namer: Namer, folder: Path, *, weight: float) -> StageOutputs:
    """What both stages say of the pictures of a labelled set, which count `weight` together.

    The detector gives its boxes as `paiyan.vision.detection.thresholds.FIRST_STAGE` has them; its own best
    of each tile counts. What the set cannot judge is left out.
    """
    first: list[NDArray[np.float32]] = []
    second: list[NDArray[np.float32]] = []
    truth: list[NDArray[np.int64]] = []
    for item in read_set(folder):
        seen = detect_picture(detector, item)
        seen = seen._replace(found=one_box_per_tile(seen.found, thresholds=ALONE))
        judged = match_picture(seen, threshold=0.0)
        found = seen.found.select(judged.which)
        codes = np.full(len(found), -1)
        for tile, box in judged.pairs:
            codes[box] = item.classes[tile]
        first.append(found.probabilities)
        second.append(namer.name(load(item.image), found.boxes))
        truth.append(codes)
    codes = np.concatenate(truth)
    each = np.full(len(codes), weight / max(len(codes), 1))
    return StageOutputs(np.concatenate(first), np.concatenate(second), codes, each)


def join_outputs(parts: Sequence[StageOutputs]) -> StageOutputs:
    """All boxes of several."""
    return StageOutputs(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def fit_blend(seen: StageOutputs) -> Blend:
    """The blend under which the truth is most probable."""
    detector, namer = _class_weights(seen)
    blank = code_shares(seen.detector, seen.namer, detector=detector, namer=namer)[:, WHITE]
    return Blend(*(round(v, 3) for v in (detector, namer, *_tile_weights(seen, blank))))


def _class_weights(seen: StageOutputs) -> tuple[float, float]:
    """Weights of the stages' logarithms: a grid, then a finer one about its best point."""
    tiles = seen.truth >= 0
    first = np.log(seen.detector[tiles].clip(_FLOOR)).astype(np.float64)
    second = np.log(seen.namer[tiles, :-1].clip(_FLOOR)).astype(np.float64)
    truth, weight = seen.truth[tiles], seen.weight[tiles]

    def cost(a: float, b: float) -> float:
        words = a * first + b * second
        words -= words.max(axis=1, keepdims=True)
        losses = words[np.arange(len(truth)), truth] - np.log(np.exp(words).sum(axis=1))
        return -float((weight * losses).sum())

    best = (0.5, 0.5)
    for width, steps in ((0.5, 6), (0.1, 6), (0.02, 6)):
        around = [
            (best[0] + i * width / 2, best[1] + j * width / 2)
            for i in range(-steps, steps + 1)
            for j in range(-steps, steps + 1)
        ]
        best = min((p for p in around if min(p) >= 0), key=lambda p: cost(*p))
    return best


def _tile_weights(seen: StageOutputs, blank: Numbers) -> list[float]:
    """What makes a box more or less surely a tile: a constant, either stage's word, and looking blank."""
    columns: Sequence[Numbers] = (
        np.ones(len(seen.truth)),
        logit(seen.detector.max(axis=1)),
        logit(1 - seen.namer[:, -1]),
        blank,
    )
    tile = (seen.truth >= 0).astype(np.float64)
    return fit_binary(np.stack(columns, axis=1), tile, seen.weight, ridge=_BLEND_RIDGE).tolist()


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
    looks = [stage_outputs(first, namer, folders[k], weight=_EACH * w) for k, w in recipe.fitted_on.items()]
    both = fit_blend(join_outputs(looks))
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
