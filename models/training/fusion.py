"""Fit how both stages are combined: the blend, the model for blank tiles, and rescoring.

``python -m paiyan.models.training.fusion ../shared/photos --art ../shared/art`` repeats it for the weights of
the index, as is needed whenever the detector or the namer changes; `paiyan train` does it at its end.
`paiyan.vision.detection.context.rescoring`, the effect of the boxes around a box on its probability, depends
on the rest and is fitted last, on photos: synthetic tables have too few other objects to show what is not a
tile.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.missing_boxes import read_missing_boxes
from paiyan.datasets.detector_training.prepare import CLASSES
from paiyan.datasets.evaluation.matching import detect_picture, match_picture
from paiyan.datasets.evaluation.statistics import fit_binary, fit_outcomes
from paiyan.datasets.formats.labelled import Labelled, label_path, read_folder, read_labels
from paiyan.datasets.formats.open_set import read_set
from paiyan.datasets.roles import training_records
from paiyan.models.opening import load_detector
from paiyan.models.registry import NamerModel, file_sha256, second_stage, write_namer
from paiyan.models.sets import development_sets, with_open_regions
from paiyan.models.training.recipe import NamerRecipe, prepare_sets, with_namer
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.context import blank_tiles
from paiyan.vision.detection.context.blank_tiles import FEATURES, OUTCOMES
from paiyan.vision.detection.context.blank_tiles import Model as BlankModel
from paiyan.vision.detection.context.rescoring import Context, features
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.naming.namer import WHITE, Blend, Namer, code_shares, logit
from paiyan.vision.detection.runtimes.network_io import one_box_per_tile
from paiyan.vision.detection.thresholds import BOTH_STAGES, CONSIDERED, DEFAULT_THRESHOLDS, FIRST_STAGE
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.picture.image import load

Numbers = NDArray[np.float64]
_FLOOR = 1e-4  # the smallest probability for a logarithm
_BLEND_RIDGE = 1e-3  # the penalty on the weights
ALONE = DEFAULT_THRESHOLDS._replace(confidence=FIRST_STAGE.confidence)


class StageOutputs(NamedTuple):
    """The probabilities of both stages for boxes of known truth.

    `detector` (n, 46), `namer` (n, 47), `truth` (n,) tile codes, -1 for boxes without a tile. `weight` (n,)
    sets how much each set of pictures counts.
    """

    detector: NDArray[np.float32]
    namer: NDArray[np.float32]
    truth: NDArray[np.int64]
    weight: Numbers


T = TypeVar("T", StageOutputs, "BlankBoxes", "Looks")


def stage_outputs(detector: Detector, namer: Namer, folder: Path, *, weight: float) -> StageOutputs:
    """Return the outputs of both stages for the pictures of a labelled set, with a total weight `weight`.

    The detector returns its boxes by `paiyan.vision.detection.thresholds.FIRST_STAGE`; its best box of each
    tile counts. Boxes that the set cannot judge are left out.
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


def joined(parts: Sequence[T]) -> T:
    """Concatenate the boxes of several sets."""
    return type(parts[0])(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def fit_blend(outputs: StageOutputs) -> Blend:
    """Fit the blend that makes the truth most probable."""
    detector, namer = _class_weights(outputs)
    blank = code_shares(outputs.detector, outputs.namer, detector=detector, namer=namer)[:, WHITE]
    return Blend(*(round(v, 3) for v in (detector, namer, *_tile_weights(outputs, blank))))


def _class_weights(outputs: StageOutputs) -> tuple[float, float]:
    """Fit the weights of the stages' logarithms on a grid, then on finer ones around its best point."""
    tiles = outputs.truth >= 0
    first = np.log(outputs.detector[tiles].clip(_FLOOR)).astype(np.float64)
    second = np.log(outputs.namer[tiles, :-1].clip(_FLOOR)).astype(np.float64)
    truth, weight = outputs.truth[tiles], outputs.weight[tiles]

    def cost(a: float, b: float) -> float:
        scores = a * first + b * second
        scores -= scores.max(axis=1, keepdims=True)
        losses = scores[np.arange(len(truth)), truth] - np.log(np.exp(scores).sum(axis=1))
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


def _tile_weights(outputs: StageOutputs, blank: Numbers) -> list[float]:
    """Fit the log-odds that a box is a tile: a constant, the logits of both stages, and looking blank."""
    columns: Sequence[Numbers] = (
        np.ones(len(outputs.truth)),
        logit(outputs.detector.max(axis=1)),
        logit(1 - outputs.namer[:, -1]),
        blank,
    )
    tile = (outputs.truth >= 0).astype(np.float64)
    return fit_binary(np.stack(columns, axis=1), tile, outputs.weight, ridge=_BLEND_RIDGE).tolist()


_EACH = 1000.0  # boxes that a set counts as, times its weight in the recipe


def fit_fusion(
    recipe: NamerRecipe, first: Detector, onnx: Path, *, running: Detector, photos: Path, work: Path
) -> NamerModel:
    """Return a namer, an ONNX file, with the blend and the blank model fitted for it and a detector.

    `first` returns its boxes by `paiyan.vision.detection.thresholds.FIRST_STAGE`, and so does `running`, the
    form in which the detector runs by default: the blank model, which depends on its confidence, is fitted on
    that. The scenes that the recipe fits on are below `work`/sets.
    """
    namer, sets = Namer(onnx, threads=1), work / "sets"
    folders = {
        name: sets / name if (sets / name).exists() else with_open_regions(photos / name, work / "held-out")
        for name in recipe.fitted_on
    }
    looks = [stage_outputs(first, namer, folders[k], weight=_EACH * w) for k, w in recipe.fitted_on.items()]
    both = fit_blend(joined(looks))
    blank_model = _blanks(recipe, running, namer, both, photos=photos, sets=sets)
    return NamerModel(onnx, file_sha256(onnx), both._asdict(), blank_model)


def _blanks(
    recipe: NamerRecipe, running: Detector, namer: Namer, both: Blend, *, photos: Path, sets: Path
) -> BlankModel:
    thresholds = BOTH_STAGES._replace(confidence=CONSIDERED)
    detector = NamedDetector(running, namer, both, thresholds=thresholds)
    looks: list[BlankBoxes] = []
    for name, counts in recipe.blanks_fitted_on.items():
        folder = sets / name
        drawn = folder.exists()
        known = photos_with_blank_tiles(recipe, name, photos)
        items = read_folder(folder, classes=len(TILES)) if drawn else list(known)
        looks.append(blank_boxes(detector, items, whole=drawn, weight=_EACH * counts))
    return fit_blank_tiles(joined(looks)) if looks else {}


def photos_with_blank_tiles(recipe: NamerRecipe, name: str, photos: Path) -> Iterator[Labelled]:
    """Yield the photos of a part of the last training that show white dragons or known backs, one of each
    source: variants of a photo show the same tiles."""
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
        if (missing := known.get(image.name)) is not None:
            classes, boxes = np.concatenate([classes, missing.codes]), np.concatenate([boxes, missing.boxes])
        if np.isin(classes, (WHITE, BACK)).any():
            seen.add(record.source)
            yield Labelled(image, classes, boxes)


_BLANK_RIDGE = 0.02  # the penalty on the weights
_OTHER = -1


class BlankBoxes(NamedTuple):
    """Blank boxes: features (n, 15), outcomes (n,) as indices of `OUTCOMES`, and weights (n,)."""

    features: Numbers
    outcome: NDArray[np.int64]
    weight: Numbers


def blank_boxes(detector: Detector, items: Sequence[Labelled], *, whole: bool, weight: float) -> BlankBoxes:
    """Return the blank boxes of a detector in labelled pictures, with a total weight `weight`.

    In pictures that are labelled as a `whole`, backs included, a box that is no labelled tile is nothing; in
    others it may be an unlabelled tile and is left out, as is a box that shows another tile.
    """
    tables: list[Numbers] = []
    codes: list[NDArray[np.int64]] = []
    for item in items:
        seen = detect_picture(detector, item)
        blank, values = blank_tiles.features(load(item.image), seen.found)
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


def fit_blank_tiles(boxes: BlankBoxes) -> BlankModel:
    """Fit the weights that make the truth most probable, with a small penalty.

    Only the difference of two outcomes matters, so the last one's weights stay zero.
    """
    weights = fit_outcomes(
        boxes.features, boxes.outcome, boxes.weight, outcomes=len(OUTCOMES), ridge=_BLANK_RIDGE
    )
    return as_model(weights.round(3))


def as_model(weights: Numbers) -> BlankModel:
    """Return weights (outcomes, features) by their names."""
    return {
        outcome: dict(zip(FEATURES, row, strict=True))
        for outcome, row in zip(OUTCOMES, weights.tolist(), strict=False)
    }


_CONTEXT_RIDGE = 1e-2  # the penalty on the weights


class Looks(NamedTuple):
    """Boxes that a set can judge: the features of each (n, 9), and whether it shows a tile (n,)."""

    signs: Numbers
    real: Numbers


def looks_at(items: Iterable[Labelled], second: NamerModel, detector: Detector) -> Looks:
    """Run both stages on labelled pictures; boxes that their set cannot judge are left out.

    `detector` returns its boxes by `paiyan.vision.detection.thresholds.FIRST_STAGE`.
    """
    both = NamedDetector(
        detector, Namer(second.onnx), Blend(**second.blend),
        thresholds=BOTH_STAGES._replace(confidence=CONSIDERED), blank_model=second.blanks,
    )  # fmt: skip
    return joined([_look(both, item) for item in items])


def fit_rescoring(looks: Sequence[tuple[Looks, float]]) -> Context:
    """Fit the context that makes the truth of some sets most probable, each with its weight."""
    together = joined([one for one, _ in looks])
    weight = [np.full(len(one.real), _EACH * counts / max(len(one.real), 1)) for one, counts in looks]
    weights = fit_binary(together.signs, together.real, np.concatenate(weight), ridge=_CONTEXT_RIDGE)
    return Context(*weights.round(3).tolist())


def with_rescoring(
    second: NamerModel,
    detector: Detector,
    fitted_on: Mapping[str, float],
    *,
    photos: Path,
    work: Path,
) -> NamerModel:
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
    """Fit all of it for the namer of the index again, and enter the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--art", type=Path)
    parser.add_argument("--work", type=Path, default=Path("out/train"))
    args = parser.parse_args()
    recipe, namer = with_namer()
    drawn = namer.weighed_on & recipe.sets.keys()
    prepare_sets(recipe, drawn, photos=args.photos, art=args.art, work=args.work)
    first = load_detector(backend="onnxruntime", thresholds=FIRST_STAGE, stages="one", threads=1)
    running = load_detector(thresholds=FIRST_STAGE, stages="one", threads=1)
    onnx = second_stage().onnx
    blended = fit_fusion(namer, first, onnx, running=running, photos=args.photos, work=args.work)
    fitted_on, held_out = namer.context_fitted_on, args.work / "held-out"
    write_namer(with_rescoring(blended, first, fitted_on, photos=args.photos, work=held_out))


if __name__ == "__main__":
    main()
