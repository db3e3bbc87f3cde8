"""The figures of the shipped weights and of what else was tried, on the sets that trained nothing.

``python -m models.measure ../shared/photos`` writes ``results.json`` (both stages, every figure, whole hands)
and ``comparison.json`` (each way to run the weights, with one stage and with two), from which the model card
and COMPARISON.md are made, and a picture of what went wrong. The sets are `zh_clean`, the photos of
``unseen.txt`` (without and with what their labels cannot judge) and 120 synthetic tables drawn for it; the
hands those of the two lists in ``tests/data``. ``--card-only`` stops before the comparison.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from datasets.evaluate import LEAST, Evaluation, data_sha256, figures
from datasets.formats import NOWHERE
from datasets.hands import evaluate_hands
from datasets.seen import Seen, see
from datasets.sets import read_set
from datasets.synth import find_resources, synthesise
from datasets.synth.write import scene_of
from models import card, comparison, failures, registry
from models.held_out import real_sets
from vision.detector import FIRST, SURE, Backend, Detector, load_detector
from vision.image import load
from vision.namer import Blend, Namer, combined
from vision.network import THRESHOLDS, Thresholds, distinct
from vision.pipeline import Reader

HERE = Path(__file__).parent
HANDS = tuple(HERE.parent / "tests" / "data" / f"hands_{name}.jsonl" for name in ("unseen", "real"))
SCENES, SEED = 120, 998
COMPARED = ("zh_clean", "unseen")
EVERY = Thresholds(confidence=LEAST)
STRICT = ", every box judged"
OF_HANDS = (
    "photos",
    "exact",
    "exact_95",
    "multiset",
    "edits",
    "reliable",
    "confident_wrong",
    "layouts",
    "stages",
)
SHOWN = ("map50", "map50_95", "recall", "precision", "boxes_found", "classes_right", "exact", "pictures")


@dataclass(frozen=True)
class Way:
    """A way to run the weights: its name in the table, the file and what runs it."""

    name: str
    file: Path
    backend: Backend


def sets(photos: Path, work: Path, *, art: Path | None) -> dict[str, Path]:
    """The labelled sets to measure on: the photos, and synthetic tables made below `work`."""
    synthesise(work / "scenes", SCENES, seed=SEED, resources=find_resources(art))
    return {**real_sets(photos, work), "scenes": work / "scenes"}


def both_stages(
    detector: Detector, namer: Namer, blend: Blend, folder: Path
) -> tuple[Evaluation, Evaluation]:
    """The figures with the detector alone and with the namer, from one look at each picture.

    The detector gives its boxes as `FIRST` has them, from a lower confidence up.
    """
    items = read_set(folder)
    seen = [see(detector, item) for item in items]
    alone = [one._replace(found=distinct(one.found, thresholds=EVERY)) for one in seen]
    named = [_named(one, namer, blend) for one in seen]
    checksum = data_sha256(items)
    one, two = (
        figures(told, by=detector, threshold=THRESHOLDS.confidence, data_sha256=checksum)
        for told in (alone, named)
    )
    return one, two


def _named(seen: Seen, namer: Namer, blend: Blend) -> Seen:
    said = namer.name(load(seen.truth.image), seen.found.boxes)
    return seen._replace(found=distinct(combined(seen.found, said, blend), thresholds=EVERY))


def given_boxes(namer: Namer, folder: Path) -> dict[str, Any]:
    """How many tiles the namer names right where their boxes are given."""
    tiles = right = 0
    for item in read_set(folder):
        picture = load(item.image)
        boxes = item.boxes * np.tile(picture.shape[1::-1], 2)
        said = namer.name(picture, boxes.astype(np.float32)).argmax(axis=1)
        tiles, right = tiles + len(boxes), right + int((said == item.classes).sum())
    return {"set": folder.name, "tiles": tiles, "right": round(right / max(tiles, 1), 4)}


def hands(reader: Reader, photos: Path) -> list[dict[str, Any]]:
    """Whole hands of each list."""
    rows: list[dict[str, Any]] = []
    for listed in HANDS:
        plain = evaluate_hands(reader, listed, root=photos).to_json()
        rows.append({"list": listed.name, **{key: plain[key] for key in OF_HANDS}})
        print(rows[-1], flush=True)
    return rows


def ways_to_read(photos: Path) -> list[dict[str, Any]]:
    """Whole hands of each list with one stage and with two, with the second look and without."""
    rows: list[dict[str, Any]] = []
    for listed, stages in product(HANDS, ("one", "two")):
        detector = load_detector(backend="onnxruntime", stages=stages)
        for looks in ("once", "closer"):
            told = evaluate_hands(Reader(detector, looks=looks), listed, root=photos)
            count = {"photos": told.photos, "exact": told.exact, "edits": round(told.edits, 3)}
            sure = SURE if stages == "two" else THRESHOLDS.confidence
            way = {"list": listed.name, "stages": stages, "looks": looks, "confidence": sure}
            rows.append({**way, **count})
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
    second = second_stage()
    namer, blend = Namer(second.onnx), Blend(**second.blend)
    thresholds = FIRST._replace(confidence=LEAST)
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
            "faster": round(against / one["ms"], 2),
            **{key: round(value, 4 if key == "map50_95" else 2) for key, value in one.items()},
        }
        for name, one in told.items()
    ]


def second_stage() -> registry.NamerModel:
    second = registry.namer()
    if second is None:
        raise registry.RegistryError("The index of weights names no namer: run make train.")
    return second


def _at_work(told: Evaluation, *, strict: bool = False) -> dict[str, Any]:
    """The figures at the confidence at which both stages work, without the time: that is the bench's.

    `strict` judges every box, even where the labels leave open what lies there.
    """
    by = _By(told.model, told.model_sha256)
    seen = [one._replace(truth=one.truth._replace(regions=NOWHERE, known=None)) for one in told.seen]
    again = figures(seen if strict else told.seen, by=by, threshold=SURE, data_sha256=told.data_sha256)
    return {key: value for key, value in again.to_json().items() if key not in ("ms", "load_ms")}


def for_the_card(found: Mapping[str, Evaluation], reader: Reader, photos: Path) -> dict[str, Any]:
    """What results.json holds: the figures of each set, of photos in the strict way too, and the hands."""
    told: dict[str, dict[str, Any]] = {}
    for name, one in found.items():
        told[name] = _at_work(one)
        if name in COMPARED:
            told[name + STRICT] = _at_work(one, strict=True)
    sha256 = second_stage().sha256
    return {
        "sets": {name: {**one, "namer_sha256": sha256} for name, one in told.items()},
        "hands": hands(reader, photos),
    }


class _By(NamedTuple):
    name: str
    sha256: str


def compare(
    rows: list[dict[str, Any]], folders: Mapping[str, Path], args: argparse.Namespace
) -> dict[str, Any]:
    """What comparison.json is to hold anew: the rows of every way, the namer alone, whole hands, times."""
    some = {name: folders[name] for name in COMPARED}
    for name, file, backend in (told.split("=") for told in args.way):
        rows = rows + measure(Way(name, Path(file), backend), some)[1]
    namer = Namer(second_stage().onnx)
    told: dict[str, Any] = {"rows": rows}
    told["crops"] = [given_boxes(namer, folder) for folder in folders.values()]
    if args.time:
        told["time"], told["time_on"] = _times(json.loads(args.time.read_text())), args.on
    return {**told, "hands": ways_to_read(args.photos)}


def main() -> None:
    """Measure, write both files and renew the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--art", type=Path)
    parser.add_argument("--work", type=Path, default=Path("out/measure"))
    parser.add_argument("--way", action="append", default=[], metavar="NAME=FILE=BACKEND")
    parser.add_argument("--time", type=Path, help="what bench/detect.py --json wrote")
    parser.add_argument("--on", default="on two cores", help="on what machine that was")
    parser.add_argument("--card-only", action="store_true", help="leave the comparison as it is")
    args = parser.parse_args()
    folders = sets(args.photos, args.work, art=args.art)
    found, rows = measure(Way("ONNX Runtime, 640", registry.default().onnx, "onnxruntime"), folders)
    failures.write(all_ours(found["scenes"].seen, args.art), threshold=SURE)
    told = for_the_card(found, Reader(load_detector(backend="onnxruntime")), args.photos)
    card.RESULTS.write_text(json.dumps(told, indent=1) + "\n")
    card.main()
    if not args.card_only:
        comparison.enter(compare(rows, folders, args))


if __name__ == "__main__":
    main()
