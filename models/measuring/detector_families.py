"""Train families and sizes of detectors at one small budget: the same pictures in the same order for each.

``python -m paiyan.models.measuring.detector_families WEIGHTS SETS PHOTOS`` trains each from its COCO weights
in the folder WEIGHTS on pictures of SETS (two sets that ``make train`` prepares: photos and synthetic tables)
and measures only the detector. Its results are in comparison.json. An interrupted run continues where it
stopped.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.evaluation.boxes import LEAST, evaluate
from paiyan.datasets.evaluation.matching import evenly_spaced
from paiyan.datasets.formats.labelled import label_path
from paiyan.datasets.formats.open_set import read_set
from paiyan.models.measuring.measure import data_file, link_pictures
from paiyan.models.pages import figures
from paiyan.models.training import ultralytics_runs
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.runtimes import yolo
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, Thresholds
from paiyan.vision.picture.image import load

SIZE, PICTURES, EPOCHS, SEED = 416, 800, 3, 20261121
"""Every family sees `PICTURES`, half of them photos, `EPOCHS` times at `SIZE` pixels."""
MEASURED, TIMED, ROUNDS = 100, 20, 5
"""Pictures of each set to measure a family on, how many of them are timed, and how often."""
SETTINGS: Mapping[str, Any] = {
    "imgsz": SIZE, "epochs": EPOCHS, "batch": 8, "nbs": 8, "workers": 0, "optimizer": "AdamW",
    "lr0": 0.001, "lrf": 0.05, "cos_lr": True, "warmup_epochs": 0.2, "warmup_bias_lr": 0.01,
    "warmup_momentum": 0.8, "momentum": 0.9, "weight_decay": 0.0005, "seed": SEED, "deterministic": False,
    "mosaic": 0.0, "close_mosaic": 0, "degrees": 3.0, "shear": 1.5, "translate": 0.1, "scale": 0.3,
    "perspective": 0.0, "hsv_h": 0.02, "hsv_s": 0.5, "hsv_v": 0.3, "patience": 1000, "verbose": False,
}  # fmt: skip


@dataclass(frozen=True)
class Family:
    """A network and its COCO weights; `network` is ultralytics' own yaml if the weights fit another head."""

    name: str
    start: str
    network: str = ""

    @property
    def file(self) -> str:
        """The name of its folder."""
        return (self.network or self.start).split(".")[0]

    @property
    def oriented(self) -> bool:
        """True if it is trained on oriented boxes."""
        return self.network.endswith("-obb.yaml")


FAMILIES = (
    Family("YOLO11n", "yolo11n.pt"),
    Family("YOLO26n", "yolo26n.pt"),
    Family("YOLO11n, oriented boxes", "yolo11n.pt", "yolo11n-obb.yaml"),
    Family("YOLO26s", "yolo26s.pt"),
)


def pictures(sets: Path, names: tuple[str, ...]) -> list[Path]:
    """Return the pictures that every family is trained on, spread over the sets, equally many of each."""
    return [
        item.image for name in names for item in evenly_spaced(read_set(sets / name), PICTURES // len(names))
    ]


def linked(images: Sequence[Path], work: Path, *, oriented: bool) -> list[Path]:
    """Link the pictures below `work`, with their labels; with four corners if `oriented`."""
    return link_pictures(images, work, labels=_corner_lines if oriented else _as_they_are)


def _as_they_are(image: Path) -> str:
    return label_path(image).read_text()


def _corner_lines(image: Path) -> str:
    """Return label lines of four corners each: the truth of a scene, the boxes of a photo."""
    lines = (
        f"{code} {' '.join(f'{v:.6f}' for v in quad.clip(0, 1).ravel())}\n" for code, quad in _quads(image)
    )
    return "".join(lines)


def _quads(image: Path) -> list[tuple[int, NDArray[np.float64]]]:
    """Return each tile's code and its corners (4, 2) in 0..1."""
    truth = image.parent.parent / "truth.jsonl"
    if truth.exists():
        truths = _truth_of(truth)[image.name]
        return [
            (parse(tile["tile"])[0].code, np.array(tile["quad"]) / np.array(truths["size"]))
            for tile in truths["tiles"]
        ]
    rows = (line.split() for line in label_path(image).read_text().splitlines())
    return [(int(code), _corners(*map(float, box))) for code, *box in rows]


def _corners(x: float, y: float, width: float, height: float) -> NDArray[np.float64]:
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.array([x, y]) + signs * np.array([width, height]) / 2


@cache
def _truth_of(truth: Path) -> dict[str, Any]:
    lines = (json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines())
    return {line["photo"]: line for line in lines}


def train(
    family: Family,
    images: Sequence[Path],
    *,
    weights: Path,
    run: Path,
    complete: str,
    settings: Mapping[str, Any] = SETTINGS,
) -> Path:
    """Train one family on the pictures; return its checkpoint. `complete` is the set with every back
    boxed."""
    start = weights / family.start
    data = data_file([tile.notation for tile in TILES], images, run)
    if family.network and not (run / "start.pt").exists():
        start = ultralytics_runs.transfer(family.network, start, run / "start.pt")
    return ultralytics_runs.train(
        data,
        start,
        run=run,
        settings=settings,
        stop=settings["epochs"],
        complete=[complete],
        open_class=BACK,
    )


def _detector(weights: Path) -> yolo.UltralyticsDetector:
    return yolo.UltralyticsDetector(weights, threads=1, thresholds=Thresholds(confidence=LEAST))


def row(family: Family, checkpoint: Path, folders: Mapping[str, Path], *, out: Path) -> dict[str, Any]:
    """Measure a trained family on each set, and its size; its weights are written to `out`."""
    ultralytics_runs.strip(checkpoint, out, size=SIZE)
    detector = _detector(out)
    figures: dict[str, Any] = {"family": family.name, "parameters": detector.parameters}
    for name, folder in folders.items():
        plain = evaluate(detector, folder, threshold=DEFAULT_THRESHOLDS.confidence, limit=MEASURED).to_json()
        figures[name] = {k: plain[k] for k in ("pictures", "map50", "map50_95", "recall", "precision")}
    return figures


def timed(detectors: Mapping[str, Detector], folder: Path) -> dict[str, float]:
    """Return each detector's median milliseconds of one core's time for a picture; the detectors take
    turns."""
    some = [load(item.image) for item in evenly_spaced(read_set(folder), TIMED)]
    passes: dict[str, list[float]] = {name: [] for name in detectors}
    for _ in range(ROUNDS + 1):  # the first one only warms
        for name, detector in detectors.items():
            start = process_time()
            for picture in some:
                detector.detect(picture)
            passes[name].append(1000 * (process_time() - start) / len(some))
    return {name: round(median(each[1:]), 1) for name, each in passes.items()}


def main() -> None:
    """Train and measure every family that has no row yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("sets", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--learn", nargs=2, default=["real-1", "styles-1"], metavar=("PHOTOS", "SCENES"))
    parser.add_argument(
        "--measured", type=Path, default=Path("out/measure"), help="paiyan.models.measuring.measure's --work"
    )
    parser.add_argument("--work", type=Path, default=Path("out/families"))
    parser.add_argument("--so-far", action="store_true", help="train nothing, enter what there is")
    args = parser.parse_args()
    yolo.THREADS = 1
    folders = {"zh_clean": args.photos / "zh_clean"}
    folders |= {name: args.measured / name for name in ("unseen", "scenes")}
    some = pictures(args.sets, tuple(args.learn))
    for family in FAMILIES:
        work = args.work / family.file
        if args.so_far or (work / "row.json").exists():
            continue
        kind = "quads" if family.oriented else "boxes"
        shown = linked(some, args.work / kind, oriented=family.oriented)
        checkpoint = train(family, shown, weights=args.weights, run=work / "run", complete=args.learn[1])
        result = row(family, checkpoint, folders, out=work / f"{family.file}.pt")
        (work / "row.json").write_text(json.dumps(result) + "\n")
        print(result, flush=True)
    there = [family for family in FAMILIES if (args.work / family.file / "row.json").exists()]
    weights = {f.file: _detector(args.work / f.file / f"{f.file}.pt") for f in there}
    ms = timed(weights, folders["zh_clean"])
    rows = [json.loads((args.work / f.file / "row.json").read_text()) | {"ms": ms[f.file]} for f in there]
    figures.enter(figures.COMPARISON, {"families": rows})
    figures.main()


if __name__ == "__main__":
    main()
