"""Train detectors of two kinds further at equal cost and compare them: with 46 names, and with tiles only.

``python -m paiyan.models.measuring.equal_cost ../shared/photos --art ../shared/art --start
../shared/weights`` trains both from the shipped weights, and YOLO26s from its COCO weights for as long. They
are compared with the shipped weights and those half way to the first, on all sets of real photos and by whole
hands, in comparison.json: with the fusion weights as shipped, or fitted again. Each gets the same pictures in
the same order, on one thread, by the last stages of ``models/recipes/equal_cost.yaml``. Trainings and
measurements that are already there are skipped. Needs the extra `train`.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from paiyan.datasets.detector_training.prepare import Plan
from paiyan.datasets.formats.labelled import label_path
from paiyan.models import registry
from paiyan.models.measuring.measure import (
    ALL_BOXES,
    Load,
    data_file,
    link_pictures,
    measured_boxes,
    measured_lists,
    weighed,
)
from paiyan.models.opening import open_reader
from paiyan.models.pages import figures
from paiyan.models.registry import NamerModel
from paiyan.models.sets import development_sets
from paiyan.models.training import ultralytics_runs
from paiyan.models.training.checkpoints import TILE_ONLY, between, tile_only
from paiyan.models.training.recipe import RECIPE, Recipe, Stage, prepare_set, read_recipe
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.loading import both_stages
from paiyan.vision.detection.runtimes import yolo
from paiyan.vision.detection.runtimes.network_detector import OnnxDetector
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, Thresholds
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.picture.image import Image

FITTED = {"photos": 24, "scenes": 12}
"""Numbers of pictures to fit the new head's row of a face on."""


@dataclass(frozen=True)
class Arm:
    """A detector to train: its name in the table, and that of its folder and files."""

    name: str
    file: str
    tile_only: bool

    @property
    def classes(self) -> tuple[str, ...]:
        """Return the names of its classes, by their codes."""
        return TILE_ONLY if self.tile_only else tuple(tile.notation for tile in TILES)


ARMS = (Arm("46 classes, trained further", "names", False), Arm("tiles only", "tiles", True))
LARGER, LARGER_STAGE, LARGER_PICTURES = Arm("YOLO26s from COCO", "yolo26s", False), "stage-1", 2900
"""The number of pictures, of those of the arms' first stage, that cost about as much as an arm."""


def train(arm: Arm, recipe: Recipe, stages: Sequence[Stage], *, sets: Path, work: Path) -> Path:
    """Train one arm by the stages; return its checkpoint. Each stage's ``cost.json`` has its cost."""
    current = registry.default().pt
    if arm.tile_only:
        current = _start(current, recipe, stages[0], sets=sets, out=work / f"{arm.file}-start.pt")
    for stage in stages:
        shown = [picture for name in stage.sets for picture in sorted((sets / name / "images").glob("*.jpg"))]
        run, before = work / arm.file / stage.name, _seconds()
        current = ultralytics_runs.train(
            data_file(arm.classes, linked(shown, work / "faces") if arm.tile_only else shown, run),
            current,
            run=run,
            settings=stage.settings,
            stop=stage.stop,
            complete=[name for name in stage.sets if not isinstance(recipe.sets[name].plan, Plan)],
            open_class=TILE_ONLY.index("back") if arm.tile_only else BACK,
        )
        _keep_cost(run, pictures=len(shown) * stage.stop, since=before)
    return current


def train_larger(recipe: Recipe, stages: Sequence[Stage], start: Path, *, sets: Path, work: Path) -> Path:
    """Train a larger network from its COCO weights, as the recipe begins, for about the cost of an arm."""
    run, before = work / LARGER.file / LARGER_STAGE, _seconds()
    names = stages[0].sets
    every = [picture for name in names for picture in sorted((sets / name / "images").glob("*.jpg"))]
    some = random.Random(1).sample(every, LARGER_PICTURES)
    ended = ultralytics_runs.train(
        data_file(LARGER.classes, some, run), start, run=run, stop=1,
        settings={**recipe.stages[0].settings, "epochs": 1},
        complete=[name for name in names if not isinstance(recipe.sets[name].plan, Plan)], open_class=BACK,
    )  # fmt: skip
    _keep_cost(run, pictures=len(some), since=before)
    return ended


def _keep_cost(run: Path, *, pictures: int, since: float) -> None:
    """Write the cost of a run, unless it is known."""
    if not (run / "cost.json").exists():
        cost = {"pictures": pictures, "seconds": round(_seconds() - since)}
        (run / "cost.json").write_text(json.dumps(cost) + "\n")


def _seconds() -> float:
    """Return the processor seconds so far of this process and of its ended children."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + ended.ru_utime + ended.ru_stime


def _start(weights: Path, recipe: Recipe, stage: Stage, *, sets: Path, out: Path) -> Path:
    """Return the weights from which the tile-only detector starts."""
    if out.exists():
        return out
    out.parent.mkdir(parents=True, exist_ok=True)
    draw, some = random.Random(1), list[Path]()
    for name in stage.sets:
        kind = "photos" if isinstance(recipe.sets[name].plan, Plan) else "scenes"
        some += draw.sample(sorted((sets / name / "images").glob("*.jpg")), FITTED[kind])
    return tile_only(weights, out, pictures=some, size=recipe.size)


def linked(pictures: Sequence[Path], out: Path) -> list[Path]:
    """Link the pictures below `out`, with labels that distinguish only faces and backs."""
    return link_pictures(pictures, out, labels=_faces_and_backs)


def _faces_and_backs(picture: Path) -> str:
    rows = (line.split(maxsplit=1) for line in label_path(picture).read_text().splitlines())
    return "".join(f"{int(int(code) == BACK)} {box}\n" for code, box in rows)


def cost_of(arm: Arm, stages: Sequence[str], work: Path) -> Mapping[str, int]:
    """Return the pictures and processor seconds of all its stages."""
    costs = [json.loads((work / arm.file / stage / "cost.json").read_text()) for stage in stages]
    return {key: sum(one[key] for one in costs) for key in ("pictures", "seconds")}


EQUAL_COST = RECIPE.with_name("equal_cost.yaml")
SHOWN = ("map50", "map50_95", "recall", "precision", "boxes_found", "classes_right")

SHIPPED, HALF_WAY = "as shipped", "half way to 46 classes, trained further"


def measured(load: Load, second: NamerModel, *, photos: Path, work: Path) -> dict[str, Any]:
    """Measure a detector with the namer: boxes of both photo sets, whole hands of all three lists."""
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
    """Train and measure everything that has no row yet, and write the page."""
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
    """A detector to measure: its training cost, and whether the parts that are fitted to a detector are
    fitted to this one, or as shipped."""

    name: str
    file: str
    load: Load
    cost: Mapping[str, int]
    refitted: bool

    @property
    def row(self) -> str:
        """Its name in the table."""
        return f"{self.name}, fusion fitted again" if self.refitted else self.name


def _measure(recipe: Recipe, stages: Sequence[Stage], *, photos: Path, work: Path) -> None:
    """Measure every detector that was trained and has no row yet."""
    rows: list[dict[str, Any]] = []
    for one in _detectors(recipe, stages, work):
        kept = work / "rows" / f"{one.file}{'-refitted' * one.refitted}.json"
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
    """Return the shipped detector, the end of every training, and one half way to the first of these."""
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
    return onnx if onnx.exists() else ultralytics_runs.export(checkpoint, onnx.with_suffix(""), size=size)[0]


def _loading(onnx: Path, *, tile_only: bool = False) -> Load:
    kind = TileOnlyDetector if tile_only else OnnxDetector
    return lambda thresholds: kind(onnx, threads=1, thresholds=thresholds)


FACES = len(TILES) - 1


class TileOnlyDetector(OnnxDetector):
    """An ONNX file of `paiyan.models.training.checkpoints.TILE_ONLY`, which leaves every name to the
    namer.


    During non-maximum suppression a face's probability is divided among all faces, so that they sum to that
    of a tile. The output gives every face the whole of it, and the back its own: like the classes of a
    detector of all tiles, each is the probability that the box shows it, independently of the others.
    """

    def __init__(self, path: Path, *, threads: int = 2, thresholds: Thresholds = DEFAULT_THRESHOLDS) -> None:
        super().__init__(path, threads=threads, thresholds=thresholds)
        run = self._run
        self._run = lambda pixels: shared_out(run(pixels))

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """Return all boxes of each picture, with the same probability for every face."""
        return [each_face(found) for found in super().detect_many(images)]


def shared_out(head: Floats) -> Floats:
    """Expand a raw head (b, 4 + 2, n) to all tiles (b, 4 + 46, n). Raises ValueError for another shape."""
    if head.ndim != 3 or head.shape[1] != 6:
        raise ValueError(f"the network gives {head.shape}, wanted (b, 6, n): four sides, face and back")
    faces = np.repeat(head[:, 4:5] / FACES, FACES, axis=1)
    return np.concatenate([head[:, :4], faces, head[:, 5:]], axis=1, dtype=np.float32)


def each_face(detections: Detections) -> Detections:
    """Replace the probability of each face by that of any face."""
    whole = np.where(np.arange(len(TILES)) == BACK, 1, FACES).astype(np.float32)
    return replace(detections, probabilities=(detections.probabilities * whole).clip(0, 1))


if __name__ == "__main__":
    main()
