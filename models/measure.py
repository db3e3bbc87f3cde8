"""The figures of the shipped weights and of what else was tried, on the sets that trained nothing.

``python -m models.measure ../shared/photos`` writes ``results.json`` (both stages, every figure) and
``comparison.json`` (each way to run the weights, with one stage and with two), from which the model card is
made. The sets are `zh_clean`, the photos of ``unseen.txt`` and 120 synthetic tables drawn for it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets.evaluate import LEAST, THRESHOLD, Evaluation, data_sha256, figures
from datasets.seen import Seen, see
from datasets.sets import read_set
from datasets.splits import gather
from datasets.synth import find_resources, synthesise
from models import card, registry
from vision.detector import Backend, Detector, load_detector
from vision.image import load
from vision.namer import Blend, Namer, combined
from vision.network import Thresholds

HERE = Path(__file__).parent
COMPARISON = HERE / "comparison.json"
SCENES, SEED = 120, 999
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
        figures(seen, by=detector, threshold=THRESHOLD, data_sha256=checksum) for seen in (alone, named)
    )
    return one, two


def _named(seen: Seen, namer: Namer, blend: Blend) -> Seen:
    said = namer.name(load(seen.truth.image), seen.found.boxes)
    return seen._replace(found=combined(seen.found, said, blend))


def measure(ways: Sequence[Way], folders: Mapping[str, Path]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The results of the first way with both stages, and a row of the comparison for each way and set."""
    second = registry.namer()
    if second is None:
        raise registry.RegistryError("The index of weights names no namer: run make train.")
    namer, blend = Namer(second.onnx), Blend(**second.blend)
    results: dict[str, Any] = {}
    rows: list[dict[str, Any]] = []
    for way in ways:
        detector = load_detector(
            way.file, backend=way.backend, thresholds=Thresholds(confidence=LEAST), stages="one"
        )
        for name, folder in folders.items():
            one, two = both_stages(detector, namer, blend, folder)
            if way is ways[0]:
                results[name] = {**_plain(two), "namer_sha256": second.sha256}
            for stages, told in (("one", one), ("two", two)):
                plain = told.to_json()
                rows.append({"way": way.name, "set": name, "stages": stages, **{k: plain[k] for k in SHOWN}})
                print(rows[-1], flush=True)
    return results, rows


def _plain(told: Evaluation) -> dict[str, Any]:
    """Without the time, which belongs to `make bench`: the same weights give the same results."""
    return {key: value for key, value in told.to_json().items() if key != "ms"}


def main() -> None:
    """Measure, write both files and renew the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--art", type=Path)
    parser.add_argument("--work", type=Path, default=Path("out/measure"))
    parser.add_argument("--way", action="append", default=[], metavar="NAME=FILE=BACKEND")
    args = parser.parse_args()
    ways = [Way("ONNX Runtime, 640", registry.default().onnx, "onnxruntime")]
    ways += [Way(name, Path(file), backend) for name, file, backend in (w.split("=") for w in args.way)]
    results, rows = measure(ways, sets(args.photos, args.work, art=args.art))
    card.RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    COMPARISON.write_text(json.dumps({"rows": rows}, indent=1) + "\n")
    card.main()


if __name__ == "__main__":
    main()
