"""The detectors that are trained further at equal cost, and their training
(`paiyan.models.measuring.equal_cost`).

Each gets the same pictures in the same order, on one thread, by the last stages of
``models/recipes/equal_cost.yaml``. What was trained before is not trained again. Needs the extra `train`.
"""

from __future__ import annotations

import json
import random
import resource
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from paiyan.datasets.detector_training.prepare import Plan
from paiyan.datasets.formats.labelled import label_path
from paiyan.models import registry
from paiyan.models.measuring.linked_pictures import data_file, link_pictures
from paiyan.models.training.detector_weights import TILE_ONLY, tile_only
from paiyan.models.training.recipe import Recipe, Stage
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.runtimes import yolo

FITTED = {"photos": 24, "scenes": 12}
"""Pictures on which the new head's row of a face is fitted."""


@dataclass(frozen=True)
class Arm:
    """One of those that are trained: its name in the table, and that of its folder and files."""

    name: str
    file: str
    tile_only: bool

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of its classes, by their codes."""
        return TILE_ONLY if self.tile_only else tuple(tile.notation for tile in TILES)


ARMS = (Arm("46 classes, trained further", "names", False), Arm("tiles alone", "tiles", True))
LARGER, LARGER_STAGE, LARGER_PICTURES = Arm("YOLO26s from COCO", "yolo26s", False), "stage-1", 2900
"""As many pictures, of those of the arms' first stage, as cost about what an arm costs."""


def train(arm: Arm, recipe: Recipe, stages: Sequence[Stage], *, sets: Path, work: Path) -> Path:
    """Train one arm by the stages; gives its checkpoint. What each stage cost stands in its ``cost.json``."""
    current = registry.default().pt
    if arm.tile_only:
        current = _start(current, recipe, stages[0], sets=sets, out=work / f"{arm.file}-start.pt")
    for stage in stages:
        shown = [picture for name in stage.sets for picture in sorted((sets / name / "images").glob("*.jpg"))]
        run, before = work / arm.file / stage.name, _seconds()
        current = yolo.train(
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
    """Train a larger network from its COCO weights, as the recipe begins, for about what an arm cost."""
    run, before = work / LARGER.file / LARGER_STAGE, _seconds()
    names = stages[0].sets
    every = [picture for name in names for picture in sorted((sets / name / "images").glob("*.jpg"))]
    some = random.Random(1).sample(every, LARGER_PICTURES)
    ended = yolo.train(
        data_file(LARGER.classes, some, run), start, run=run, stop=1,
        settings={**recipe.stages[0].settings, "epochs": 1},
        complete=[name for name in names if not isinstance(recipe.sets[name].plan, Plan)], open_class=BACK,
    )  # fmt: skip
    _keep_cost(run, pictures=len(some), since=before)
    return ended


def _keep_cost(run: Path, *, pictures: int, since: float) -> None:
    """Write down what a run cost, where that is not known."""
    if not (run / "cost.json").exists():
        cost = {"pictures": pictures, "seconds": round(_seconds() - since)}
        (run / "cost.json").write_text(json.dumps(cost) + "\n")


def _seconds() -> float:
    """Processor seconds of this process so far, and of those that it started and that ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + ended.ru_utime + ended.ru_stime


def _start(weights: Path, recipe: Recipe, stage: Stage, *, sets: Path, out: Path) -> Path:
    """The weights from which the detector of tiles alone starts."""
    if out.exists():
        return out
    out.parent.mkdir(parents=True, exist_ok=True)
    draw, some = random.Random(1), list[Path]()
    for name in stage.sets:
        kind = "photos" if isinstance(recipe.sets[name].plan, Plan) else "scenes"
        some += draw.sample(sorted((sets / name / "images").glob("*.jpg")), FITTED[kind])
    return tile_only(weights, out, pictures=some, size=recipe.size)


def linked(pictures: Sequence[Path], out: Path) -> list[Path]:
    """The pictures linked below `out`, beside labels that tell faces and backs alone."""
    return link_pictures(pictures, out, labels=_faces_and_backs)


def _faces_and_backs(picture: Path) -> str:
    rows = (line.split(maxsplit=1) for line in label_path(picture).read_text().splitlines())
    return "".join(f"{int(int(code) == BACK)} {box}\n" for code, box in rows)


def cost_of(arm: Arm, stages: Sequence[str], work: Path) -> Mapping[str, int]:
    """Pictures and processor seconds of all its stages."""
    costs = [json.loads((work / arm.file / stage / "cost.json").read_text()) for stage in stages]
    return {key: sum(one[key] for one in costs) for key in ("pictures", "seconds")}
