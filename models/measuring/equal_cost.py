"""What the same further training gives detectors of two kinds: of the 46 tiles, and of tiles alone.

``python -m paiyan.models.measuring.equal_cost ../shared/photos --art ../shared/art --start
../shared/weights`` trains both from the shipped weights, and YOLO26s from its COCO weights for as long
(`paiyan.models.measuring.equal_cost_arms`). They are measured beside the shipped weights and those half way
to the first, on all sets of real photos and by whole hands, into comparison.json: with the numbers that
weigh both stages as they are shipped, or fitted again. What was trained or measured before is not done again.
Needs the extra `train`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from paiyan.models import registry
from paiyan.models.measuring.equal_cost_arms import ARMS, LARGER, LARGER_STAGE, cost_of, train, train_larger
from paiyan.models.measuring.measure import ALL_BOXES, measured_boxes, measured_lists
from paiyan.models.measuring.weighing import Load, weighed
from paiyan.models.opening import open_reader
from paiyan.models.pages import figures
from paiyan.models.registry import NamerModel
from paiyan.models.sets.development import development_sets
from paiyan.models.training.detector_weights import between
from paiyan.models.training.recipe import RECIPE, Recipe, Stage, read_recipe
from paiyan.models.training.training_sets import prepare_set
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.loading import both_stages
from paiyan.vision.detection.runtimes import yolo
from paiyan.vision.detection.runtimes.network_detector import OnnxDetector
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, Thresholds
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.picture.image import Image

EQUAL_COST = RECIPE.with_name("equal_cost.yaml")
SHOWN = ("map50", "map50_95", "recall", "precision", "boxes_found", "classes_right")

SHIPPED, HALF_WAY = "as shipped", "half way to 46 classes, trained further"


def measured(load: Load, second: NamerModel, *, photos: Path, work: Path) -> dict[str, Any]:
    """What a detector and the namer give: boxes of both photo sets, whole hands of all three lists."""
    every, reader = both_stages(load, second, thresholds=ALL_BOXES), open_reader(both_stages(load, second))
    boxes = {name: measured_boxes(every, at)[0] for name, at in development_sets(photos, work).items()}
    hands = measured_lists(reader, photos)
    return {
        "sets": {name: {key: one[key] for key in SHOWN} for name, one in boxes.items()},
        "hands": [
            {key: one[key] for key in ("list", "hands", "exact", "multiset", "reliable", "confident_wrong")}
            for one in hands
        ],
        "faces": hands[-1]["faces"],
        "flowers": hands[-1]["flowers"],
    }


def main() -> None:
    """Train and measure what there is no row of yet, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--art", type=Path, help="a folder of further tile faces")
    parser.add_argument("--start", type=Path, help="a folder with yolo26s.pt, which is trained too")
    parser.add_argument("--work", type=Path, default=Path("out/equal-cost"))
    parser.add_argument("--only", nargs="+", choices=("train", "measure"), default=("train", "measure"))
    files = [arm.file for arm in ARMS]
    parser.add_argument("--arms", nargs="+", choices=files, default=files, help="train these")
    args = parser.parse_args()
    yolo.THREADS = 1
    recipe, sets = read_recipe(EQUAL_COST), args.work / "sets"
    stages = recipe.stages[len(read_recipe(RECIPE).stages) :]
    needed = {name for stage in stages for name in stage.sets}
    if recipe.namer is not None:
        needed |= recipe.namer.weighed_on & recipe.sets.keys()
    for name in sorted(needed):
        prepare_set(recipe.sets[name], photos=args.photos, art=args.art, out=sets / name)
    if "train" in args.only:
        for arm in (arm for arm in ARMS if arm.file in args.arms):
            train(arm, recipe, stages, sets=sets, work=args.work)
        if args.start:
            train_larger(recipe, stages, args.start / "yolo26s.pt", sets=sets, work=args.work)
    if "measure" in args.only:
        _measure(recipe, stages, photos=args.photos, work=args.work)
    figures.main()


class Measured(NamedTuple):
    """A detector that is measured: what its training cost, and whether what is fitted to a detector is fitted
    to this one, or as shipped."""

    name: str
    file: str
    load: Load
    cost: Mapping[str, int]
    refitted: bool

    @property
    def row(self) -> str:
        """Its name in the table."""
        return f"{self.name}, weighed anew" if self.refitted else self.name


def _measure(recipe: Recipe, stages: Sequence[Stage], *, photos: Path, work: Path) -> None:
    """Measure every detector that was trained and has no row yet."""
    rows: list[dict[str, Any]] = []
    for one in _detectors(recipe, stages, work):
        kept = work / "rows" / f"{one.file}{'-anew' * one.refitted}.json"
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            second = registry.second_stage()
            if one.refitted and recipe.namer is not None:
                second = weighed(one.load, recipe.namer, photos=photos, work=work)
            result = measured(one.load, second, photos=photos, work=work / "measured")
            kept.write_text(json.dumps({"name": one.row, **one.cost, **result}, indent=1) + "\n")
        rows.append(json.loads(kept.read_text()))
        figures.enter(figures.COMPARISON, {"equal_cost": rows})


def _detectors(recipe: Recipe, stages: Sequence[Stage], work: Path) -> list[Measured]:
    """The shipped detector, what every training ended with, and one half way to the first of these."""
    shipped = registry.default()
    load, cost = _loading(shipped.onnx), {"pictures": 0, "seconds": 0}
    some = [Measured(SHIPPED, "shipped", load, cost, refitted) for refitted in (False, True)]
    for arm in (*ARMS, LARGER):
        own = [LARGER_STAGE] if arm is LARGER else [stage.name for stage in stages]
        if not (work / arm.file / own[-1] / "done").exists():
            continue
        ended, cost = work / arm.file / own[-1] / "weights" / "last.pt", cost_of(arm, own, work)
        load = _loading(_exported(ended, work / f"{arm.file}.onnx", recipe.size), tile_only=arm.tile_only)
        as_shipped = arm is ARMS[0]  # of its form, so that the numbers of the shipped one may do
        some += [
            Measured(arm.name, arm.file, load, cost, retrained)
            for retrained in (False, True)[not as_shipped :]
        ]
        if as_shipped:
            between_them = between(shipped.pt, ended, work / "half-way-start.pt", share=0.5)
            load = _loading(_exported(between_them, work / "half-way.onnx", recipe.size))
            some.append(Measured(HALF_WAY, "half-way", load, cost, refitted=False))
    return some


def _exported(checkpoint: Path, onnx: Path, size: int) -> Path:
    return onnx if onnx.exists() else yolo.export(checkpoint, onnx.with_suffix(""), size=size)[0]


def _loading(onnx: Path, *, tile_only: bool = False) -> Load:
    kind = TileOnlyDetector if tile_only else OnnxDetector
    return lambda thresholds: kind(onnx, threads=1, thresholds=thresholds)


FACES = len(TILES) - 1


class TileOnlyDetector(OnnxDetector):
    """An ONNX file of `paiyan.models.training.detector_weights.TILE_ONLY`, which leaves every name to the
    namer.

    While boxes are sifted a face's probability is shared out over all faces, so that they sum to that of a
    tile. What is handed on gives every face the whole of it, and the back its own: as the classes of a
    detector of all tiles, each says how surely the box shows it, against nothing else.
    """

    def __init__(self, path: Path, *, threads: int = 2, thresholds: Thresholds = DEFAULT_THRESHOLDS) -> None:
        super().__init__(path, threads=threads, thresholds=thresholds)
        run = self._run
        self._run = lambda pixels: shared_out(run(pixels))

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """All boxes of each picture, every face as sure as the next."""
        return [each_face(found) for found in super().detect_many(images)]


def shared_out(head: Floats) -> Floats:
    """A raw head (b, 4 + 2, n) as one of all tiles (b, 4 + 46, n). Raises ValueError for another shape."""
    if head.ndim != 3 or head.shape[1] != 6:
        raise ValueError(f"the network gives {head.shape}, wanted (b, 6, n): four sides, face and back")
    faces = np.repeat(head[:, 4:5] / FACES, FACES, axis=1)
    return np.concatenate([head[:, :4], faces, head[:, 5:]], axis=1, dtype=np.float32)


def each_face(found: Detections) -> Detections:
    """The same boxes, with the probability of a face in the place of each."""
    whole = np.where(np.arange(len(TILES)) == BACK, 1, FACES).astype(np.float32)
    return replace(found, probabilities=(found.probabilities * whole).clip(0, 1))


if __name__ == "__main__":
    main()
