"""Measure other ways to run the shipped weights, for COMPARISON.md: stages, runtimes, sizes, the second look.

``python -m paiyan.models.measuring.compare ../shared/photos`` writes ``models/results/comparison.json`` and
the page: ONNX Runtime, and OpenVINO if it is installed; ``--way`` names further files. All use full
resolution from the start. Takes minutes for each way on two cores.
"""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from paiyan.datasets.evaluation.boxes import evaluate
from paiyan.datasets.evaluation.hands import evaluate_hands
from paiyan.datasets.formats.open_set import read_set
from paiyan.models import registry
from paiyan.models.measuring.measure import ALL_BOXES, HANDS, measured_sets, weights
from paiyan.models.opening import Stages, load_detector, open_reader
from paiyan.models.pages import figures as pages
from paiyan.vision.detection.loading import Backend
from paiyan.vision.detection.naming.namer import Namer
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, SURE_TILE
from paiyan.vision.picture.image import load

STAGES: tuple[Stages, ...] = ("one", "two")
SHOWN = ("map50", "map50_95", "recall", "precision", "boxes_found", "classes_right", "exact", "pictures")


@dataclass(frozen=True)
class Variant:
    """A way to run the weights: its name in the table, the file and the backend."""

    name: str
    file: Path
    backend: Backend


def namer_on_true_boxes(namer: Namer, folder: Path, *, form: str) -> dict[str, Any]:
    """Measure how many tiles the namer, in one of its forms, names right with given boxes."""
    tiles = right = 0
    for item in read_set(folder):
        picture = load(item.image)
        boxes = item.boxes * np.tile(picture.shape[1::-1], 2)
        names = namer.name(picture, boxes.astype(np.float32)).argmax(axis=1)
        tiles, right = tiles + len(boxes), right + int((names == item.classes).sum())
    row = {"set": folder.name, "form": form, "tiles": tiles, "right": round(right / max(tiles, 1), 4)}
    print(row, flush=True)
    return row


def hands_by_stages_and_looks(photos: Path) -> list[dict[str, Any]]:
    """Measure whole hands of each list with one stage and with two, with the second look and without."""
    rows: list[dict[str, Any]] = []
    for listed, stages in product(HANDS, STAGES):
        detector = load_detector(backend="onnxruntime", stages=stages)
        for looks in ("once", "closer"):
            result = evaluate_hands(open_reader(detector, second_pass=looks == "closer"), listed, root=photos)
            count = {"photos": result.hands, "exact": result.exact, "edits": round(result.edits, 3)}
            sure = SURE_TILE if stages == "two" else DEFAULT_THRESHOLDS.confidence
            way = {"list": listed.name, "stages": stages, "looks": looks, "confidence": sure}
            rows.append({**way, **count})
            print(rows[-1], flush=True)
    return rows


def measure(way: Variant, folders: Mapping[str, Path]) -> list[dict[str, Any]]:
    """Return a row of the comparison for each set, with one stage and with two."""
    rows: list[dict[str, Any]] = []
    for (name, folder), stages in product(folders.items(), STAGES):
        detector = load_detector(way.file, backend=way.backend, thresholds=ALL_BOXES, stages=stages)
        plain = evaluate(detector, folder, threshold=DEFAULT_THRESHOLDS.confidence).to_json()
        rows.append({"way": way.name, "set": name, "stages": stages, **{k: plain[k] for k in SHOWN}})
        print(rows[-1], flush=True)
    return rows


def main() -> None:
    """Measure, put the results into comparison.json and write the pages."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photos", type=Path)
    parser.add_argument("--art", type=Path)
    parser.add_argument("--work", type=Path, default=Path("out/measure"))
    parser.add_argument("--way", action="append", default=[], metavar="NAME=FILE=BACKEND")
    args = parser.parse_args()
    pages.enter(pages.COMPARISON, _compared(args))
    pages.main()


def _compared(args: argparse.Namespace) -> dict[str, Any]:
    """Return the rows of every way, of only the namer, and of whole hands."""
    folders = measured_sets(args.photos, args.work, art=args.art)
    shipped = registry.default()
    rows = measure(Variant("ONNX Runtime, 640", shipped.onnx, "onnxruntime"), folders)
    others = [Variant(name, Path(file), backend) for name, file, backend in (w.split("=") for w in args.way)]
    if shipped.int8 is not None and importlib.util.find_spec("openvino"):
        others = [
            Variant("OpenVINO, 640", shipped.onnx, "openvino"),
            Variant("OpenVINO, 640, int8", shipped.int8, "openvino"),
            *others,
        ]
    photos = {one: folder for one, folder in folders.items() if one != "scenes"}
    for way in others:
        rows += measure(way, photos)
    second = registry.second_stage()
    forms = {"floats": Namer(second.onnx), "8 bits": Namer(second.runs)}
    crops = [
        namer_on_true_boxes(namer, folder, form=form)
        for folder, (form, namer) in product(folders.values(), forms.items())
    ]
    hands = hands_by_stages_and_looks(args.photos)
    return {"rows": rows, "crops": crops, "hands": hands, "weights": weights()}


if __name__ == "__main__":
    main()
