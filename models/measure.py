"""The figures of the shipped weights and of what else was tried, on the sets that trained nothing.

``python -m models.measure ../shared/photos tests/data/hands_real.jsonl`` writes ``results.json`` (both
stages, every figure) and ``comparison.json`` (each way to run the weights, with one stage and with two), from
which the model card and COMPARISON.md are made, and a picture of what went wrong. The sets are `zh_clean`,
the photos of ``unseen.txt`` and 120 synthetic tables drawn for it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from datasets.evaluate import LEAST, Evaluation, data_sha256, figures
from datasets.hands import evaluate_hands
from datasets.seen import Seen, see
from datasets.sets import read_set
from datasets.splits import gather
from datasets.synth import find_resources, synthesise
from datasets.synth.write import scene_of
from models import card, comparison, failures, registry
from vision.detector import SURE, Backend, Detector, load_detector
from vision.image import load
from vision.namer import Blend, Namer, combined
from vision.network import THRESHOLDS, Thresholds
from vision.pipeline import Reader

HERE = Path(__file__).parent
SCENES, SEED = 120, 998
COMPARED = ("zh_clean", "unseen")
SHOWN = ("map50", "map50_95", "recall", "precision", "boxes_found", "classes_right", "exact", "pictures")


@dataclass(frozen=True)
class Way:
    """A way to run the weights: its name in the table, the file and what runs it."""

    name: str
    file: Path
    backend: Backend


def sets(photos: Path, work: Path, *, art: Path | None) -> dict[str, Path]:
    """The labelled sets to measure on; those that are made lie below `work`."""
    listed = frozenset((HERE / "unmirrored.txt").read_text().split())
    if not (work / "unseen").exists():
        gather(photos, HERE / "unseen.txt", work / "unseen", listed=listed)
    synthesise(work / "scenes", SCENES, seed=SEED, resources=find_resources(art))
    return {"zh_clean": photos / "zh_clean", "unseen": work / "unseen", "scenes": work / "scenes"}


def both_stages(
    detector: Detector, namer: Namer, blend: Blend, folder: Path
) -> tuple[Evaluation, Evaluation]:
    """The figures with the detector alone and with the namer, from one look at each picture."""
    items = read_set(folder)
    alone = [see(detector, item) for item in items]
    named = [_named(seen, namer, blend) for seen in alone]
    checksum = data_sha256(items)
    one, two = (
        figures(seen, by=detector, threshold=THRESHOLDS.confidence, data_sha256=checksum)
        for seen in (alone, named)
    )
    return one, two


def _named(seen: Seen, namer: Namer, blend: Blend) -> Seen:
    said = namer.name(load(seen.truth.image), seen.found.boxes)
    return seen._replace(found=combined(seen.found, said, blend))


def given_boxes(namer: Namer, folder: Path) -> dict[str, Any]:
    """How many tiles the namer names right where their boxes are given."""
    tiles = right = 0
    for item in read_set(folder):
        picture = load(item.image)
        boxes = item.boxes * np.tile(picture.shape[1::-1], 2)
        said = namer.name(picture, boxes.astype(np.float32)).argmax(axis=1)
        tiles, right = tiles + len(boxes), right + int((said == item.classes).sum())
    return {"set": folder.name, "tiles": tiles, "right": round(right / max(tiles, 1), 4)}


def hands(listed: Path, photos: Path) -> list[dict[str, Any]]:
    """Whole hands read with one stage and with two, with the second look and without."""
    rows: list[dict[str, Any]] = []
    for stages in ("one", "two"):
        detector = load_detector(backend="onnxruntime", stages=stages)
        for looks in ("once", "closer"):
            told = evaluate_hands(Reader(detector, looks=looks), listed, root=photos)
            count = {"photos": told.photos, "exact": told.exact, "edits": round(told.edits, 3)}
            sure = SURE if stages == "two" else THRESHOLDS.confidence
            rows.append({"stages": stages, "looks": looks, "confidence": sure, **count})
            print(rows[-1], flush=True)
    return rows


def all_ours(seen: Sequence[Seen], art: Path | None) -> list[Seen]:
    """The scenes in which everything is drawn by us, no face or surface of an art folder."""
    resources = find_resources(art)
    kept: list[Seen] = []
    for one in seen:
        scene, _ = scene_of(int(one.truth.image.stem), seed=SEED, resources=resources)
        surfaces = (scene.table.cloth, scene.table.rim)
        if scene.style.art is None and not any(isinstance(s, Path) for s in surfaces):
            kept.append(one)
    return kept


def measure(way: Way, folders: Mapping[str, Path]) -> tuple[dict[str, Evaluation], list[dict[str, Any]]]:
    """The figures of each set with both stages, and a row of the comparison for each set and one or two."""
    second = _second()
    namer, blend = Namer(second.onnx), Blend(**second.blend)
    thresholds = Thresholds(confidence=LEAST)
    detector = load_detector(way.file, backend=way.backend, thresholds=thresholds, stages="one")
    found: dict[str, Evaluation] = {}
    rows: list[dict[str, Any]] = []
    for name, folder in folders.items():
        one, found[name] = both_stages(detector, namer, blend, folder)
        for stages, told in (("one", one), ("two", found[name])):
            plain = told.to_json()
            rows.append({"way": way.name, "set": name, "stages": stages, **{k: plain[k] for k in SHOWN}})
            print(rows[-1], flush=True)
    return found, rows


def _times(told: Mapping[str, Mapping[str, float]]) -> list[dict[str, Any]]:
    """The bench's figures as rows, each against the first."""
    against = next(iter(told.values()))["ms"]
    return [
        {
            "way": name,
            "ms": round(one["ms"], 1),
            "faster": round(against / one["ms"], 2),
            "mib": round(one["mib"]),
        }
        for name, one in told.items()
    ]


def _second() -> registry.NamerModel:
    second = registry.namer()
    if second is None:
        raise registry.RegistryError("The index of weights names no namer: run make train.")
    return second


def _at_work(told: Evaluation) -> dict[str, Any]:
    """The figures at the confidence at which both stages work, without the time: that is the bench's."""
    by = _By(told.model, told.model_sha256)
    again = figures(told.seen, by=by, threshold=SURE, data_sha256=told.data_sha256)
    return {key: value for key, value in again.to_json().items() if key != "ms"}


class _By(NamedTuple):
    name: str
    sha256: str


def main() -> None:
    """Measure, write both files and renew the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("hands", type=Path, help="a list of hands, like tests/data/hands_real.jsonl")
    parser.add_argument("--art", type=Path)
    parser.add_argument("--work", type=Path, default=Path("out/measure"))
    parser.add_argument("--way", action="append", default=[], metavar="NAME=FILE=BACKEND")
    parser.add_argument("--time", type=Path, help="what bench/detect.py --json wrote")
    args = parser.parse_args()
    folders = sets(args.photos, args.work, art=args.art)
    found, rows = measure(Way("ONNX Runtime, 640", registry.default().onnx, "onnxruntime"), folders)
    failures.write(all_ours(found["scenes"].seen, args.art), threshold=SURE)
    results = {name: {**_at_work(one), "namer_sha256": _second().sha256} for name, one in found.items()}
    card.RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    card.main()
    some = {name: folders[name] for name in COMPARED}
    for name, file, backend in (told.split("=") for told in args.way):
        rows += measure(Way(name, Path(file), backend), some)[1]
    namer = Namer(_second().onnx)
    told: dict[str, Any] = {"time": []}
    if comparison.FIGURES.exists():
        told = json.loads(comparison.FIGURES.read_text())
    told |= {"rows": rows, "crops": [given_boxes(namer, folder) for folder in folders.values()]}
    if args.time:
        told["time"] = _times(json.loads(args.time.read_text()))
    told["hands"] = hands(args.hands, args.photos)
    comparison.FIGURES.write_text(json.dumps(told, indent=1) + "\n")
    comparison.main()


if __name__ == "__main__":
    main()
