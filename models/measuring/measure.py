"""Measure the shipped weights and write the figures that README, card and benchmark show.

``python -m paiyan.models.measuring.measure ../shared/photos`` measures, in this order, the parts named by
``--only``:

- ``hands``: whole hands of the two lists in ``tests/data`` (204 photos), into
``models/results/shipped.json``; - ``benchmark``: the photos of ``wild`` and ``wild2``, into the results of
``datasets/benchmark``; - ``sets``: boxes of `zh_clean`, of the photos of ``unseen.txt`` and of 120 synthetic
tables drawn for it, into ``models/results/shipped.json``, and ``models/results/failures.jpg``;
- ``far``: drawn tables of 12 megapixels with tiles of 12 to 40 pixels (`paiyan.models.measuring.far_tables`).

Each part is written as soon as it is measured, and then every page that shows figures
(`paiyan.models.pages`). The functions are those of `paiyan evaluate`.
COMPARISON.md: `paiyan.models.measuring.compare`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from paiyan.datasets import benchmark
from paiyan.datasets.evaluation.boxes import LEAST, Evaluation, evaluate
from paiyan.datasets.evaluation.hands import HandReader, evaluate_hands
from paiyan.datasets.evaluation.matching import PictureResult, match_picture
from paiyan.datasets.synth import find_resources, synthesise
from paiyan.datasets.synth.scene_sets import scene_of
from paiyan.models import registry
from paiyan.models.measuring.far_tables import measure_far
from paiyan.models.opening import load_detector, open_reader
from paiyan.models.pages import figures as pages
from paiyan.models.registry import NamerModel
from paiyan.models.sets import development_sets
from paiyan.models.training.fusion import fit_fusion, with_rescoring
from paiyan.models.training.recipe import NamerRecipe
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.calibration import fingerprint, fitted
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.loading import Backend
from paiyan.vision.detection.thresholds import FIRST_STAGE, SURE_TILE, Thresholds
from paiyan.vision.picture.image import Image, load
from paiyan.vision.pipeline import Reader

Load = Callable[[Thresholds], Detector]


def weighed(load: Load, recipe: NamerRecipe, *, photos: Path, work: Path) -> NamerModel:
    """Return the shipped namer with all that is fitted to a detector fitted to this one, as in `make
    train`."""
    first, shipped = load(FIRST_STAGE), registry.second_stage()
    fitted = fit_fusion(recipe, first, shipped.onnx, running=first, photos=photos, work=work)
    fitted = replace(fitted, int8=shipped.int8)
    return with_rescoring(fitted, first, recipe.context_fitted_on, photos=photos, work=work / "measured")


HANDS = tuple(pages.ROOT / "tests" / "data" / f"hands_{name}.jsonl" for name in ("unseen", "real"))
SCENES, SEED = 120, 998
PARTS = ("hands", "benchmark", "sets", "far")
ALL_BOXES = Thresholds(confidence=LEAST)
BACKEND: Backend = "onnxruntime"
"""The backend of the figures: it is installed with the project."""
NOT_KEPT = ("model", "rows", "ms", "scored", "score_known", "scored_95")
"""Figures of a list that are left out: they are stated elsewhere, or differ from run to run."""


def weights() -> dict[str, str]:
    """Return what identifies the shipped weights: the checksum of each, and of the whole index."""
    return {
        "model": registry.default().name,
        "model_sha256": registry.default().onnx_sha256,
        "namer_sha256": registry.second_stage().sha256,
        "index_sha256": registry.file_sha256(registry.WEIGHTS / "index.json"),
    }


def measured_boxes(detector: Detector, folder: Path) -> tuple[dict[str, Any], Evaluation]:
    """Return the figures of a labelled set without times, as they are kept, and the whole evaluation."""
    result = evaluate(detector, folder)
    return kept(result, folder.name), result


def kept(result: Evaluation, name: str) -> dict[str, Any]:
    """Return the figures of a set without times, as they are kept; print the main ones."""
    plain = {key: value for key, value in result.to_json().items() if key not in ("ms", "load_ms")}
    print(name, {key: plain[key] for key in ("map50", "recall", "precision")}, flush=True)
    return {**plain, "namer_sha256": registry.second_stage().sha256}


def measured_hands(reader: HandReader, photos: Path, lists: Sequence[Path] = HANDS) -> list[dict[str, Any]]:
    """Measure whole hands of each list; return the rows as they are kept."""
    rows: list[dict[str, Any]] = []
    for listed in lists:
        plain = evaluate_hands(reader, listed, root=photos).to_json()
        rows.append({"list": listed.name, **{k: v for k, v in plain.items() if k not in NOT_KEPT}})
        rows[-1]["calibration_sha256"] = fingerprint(fitted())
        print({k: rows[-1][k] for k in ("list", "hands", "exact", "reliable", "confident_wrong", "taps")})
    return rows


def measured_lists(reader: Reader, photos: Path, lists: Sequence[Path] = HANDS) -> list[dict[str, Any]]:
    """Measure whole hands of the lists and, last, of the benchmark's photos."""
    (wild,) = measured_hands(reader, photos / "wild", [benchmark.HANDS])
    return [*measured_hands(reader, photos, lists), {**wild, "list": "benchmark/hands.jsonl"}]


def measured_benchmark(
    reader: Reader, photos: Path, *, machine: str, list_file: Path = benchmark.HANDS
) -> dict[str, Any]:
    """Measure an entry of the benchmark's results; `photos` is the folder that holds a list's pictures."""
    plain = evaluate_hands(reader, list_file, root=photos).to_json()
    rows = plain.pop("rows")
    kept = ("photo", "exact", "winning", "taps", "stage", "reliable", "read")
    entry = {
        "measured": date.today().isoformat(),
        "by": f"Paiyan, {plain.pop('model')}",
        "weights": weights(),
        "calibration_sha256": fingerprint(fitted()),
        "machine": machine,
        **{key: value for key, value in plain.items() if "score" not in key and "order" not in key},
        "rows": [{key: row[key] for key in kept} for row in rows],
    }
    print({k: entry[k] for k in ("hands", "exact", "reliable", "confident_wrong", "taps", "faces", "ms")})
    return entry


def measured_sets(photos: Path, work: Path, *, art: Path | None) -> dict[str, Path]:
    """Return the labelled sets to measure on: the photos, and synthetic tables made below `work`."""
    synthesise(work / "scenes", SCENES, seed=SEED, resources=find_resources(art))
    return {**development_sets(photos, work), "scenes": work / "scenes"}


def drawn_by_us(results: Sequence[PictureResult], art: Path | None) -> list[PictureResult]:
    """Select the scenes without faces or surfaces of an art folder."""
    resources = find_resources(art)
    kept: list[PictureResult] = []
    for one in results:
        scene, _ = scene_of(int(one.truth.image.stem), seed=SEED, resources=resources)
        surfaces = (scene.table.cloth, scene.table.rim)
        if scene.style.art is None and not any(isinstance(s, Path) for s in surfaces):
            kept.append(one)
    return kept


def enter(figures: Mapping[str, Any]) -> None:
    """Put parts into shipped.json, replacing those of the same names."""
    pages.enter(pages.RESULTS, {**figures, "weights": weights()})


def _measure_sets(args: argparse.Namespace) -> None:
    detector = load_detector(backend=BACKEND, thresholds=ALL_BOXES)
    figures: dict[str, Any] = {}
    for name, folder in measured_sets(args.photos, args.work, art=args.art).items():
        figures[name], result = measured_boxes(detector, folder)
        if name == "scenes":
            write_failures(drawn_by_us(result.seen, args.art), threshold=SURE_TILE)
    enter({"sets": figures})


def main() -> None:
    """Measure the chosen parts, and write the pages."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photos", type=Path, help="the folder of the photo sets")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="measure these parts")
    parser.add_argument("--art", type=Path, help="a folder of further tile faces")
    parser.add_argument("--work", type=Path, default=Path("out/measure"), help="where prepared sets are kept")
    parser.add_argument(
        "--machine", default="two cores, busy with other work", help="where the time was taken"
    )
    args = parser.parse_args()
    reader = open_reader(load_detector(backend=BACKEND))
    if "hands" in args.only:
        enter({"hands": measured_hands(reader, args.photos)})
    if "benchmark" in args.only:
        for listed, folder in ((benchmark.HANDS, "wild"), (benchmark.MORE_HANDS, "wild2")):
            entry = measured_benchmark(reader, args.photos / folder, machine=args.machine, list_file=listed)
            benchmark.enter(entry, listed)
    if "sets" in args.only:
        _measure_sets(args)
    if "far" in args.only:
        once = open_reader(reader.detector, second_pass=False)
        enter({"far": measure_far(reader, args.work, once=once)})
    pages.main()


PICTURE = Path(__file__).parents[1] / "results" / "failures.jpg"
_CELL, _CAPTION, _ACROSS = 88, 18, 10


class Failure(NamedTuple):
    """A tile, its place, and the wrong name; `confidence` is 0 if it was not found."""

    image: Path
    box: tuple[float, float, float, float]
    truth: int
    named: int | None
    confidence: float


def find_failures(results: Sequence[PictureResult], *, threshold: float) -> list[Failure]:
    """Return every tile that is not named right, the most confident mistakes first."""
    found: list[Failure] = []
    for one in results:
        pairs = match_picture(one, threshold=threshold)
        taken = dict(pairs.pairs)
        for t, code in enumerate(one.truth.classes.tolist()):
            named = int(pairs.found[taken[t]]) if t in taken else None
            if named != code:
                x1, y1, x2, y2 = one.truth.boxes[t].tolist()
                sure = float(pairs.confidence[taken[t]]) if t in taken else 0.0
                found.append(Failure(one.truth.image, (x1, y1, x2, y2), code, named, sure))
    return sorted(found, key=lambda f: -f.confidence)


def failures_sheet(failures: Sequence[Failure]) -> Image:
    """Draw the tiles side by side, with the truth and the wrong name: BGR uint8."""
    cells = [_cell(failure) for failure in failures]
    cells += [np.full_like(cells[0], 255) for _ in range(-len(cells) % _ACROSS)]
    rows = [np.hstack(cells[at : at + _ACROSS]) for at in range(0, len(cells), _ACROSS)]
    return np.vstack(rows).astype(np.uint8)


def _cell(failure: Failure) -> Image:
    x1, y1, x2, y2 = failure.box
    scale = _CELL / (1.5 * max(x2 - x1, y2 - y1))
    there = np.array(
        [[scale, 0, _CELL / 2 - scale * (x1 + x2) / 2], [0, scale, _CELL / 2 - scale * (y1 + y2) / 2]]
    )
    crop = cv2.warpAffine(load(failure.image), there, (_CELL, _CELL), flags=cv2.INTER_CUBIC)
    named = "-" if failure.named is None else TILES[failure.named].notation
    plate = np.full((_CAPTION, _CELL, 3), 255, np.uint8)
    text = f"{TILES[failure.truth].notation} > {named}"
    cv2.putText(plate, text, (4, 13), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
    return np.vstack([crop, plate]).astype(np.uint8)


def write_failures(results: Sequence[PictureResult], *, threshold: float, out: Path = PICTURE) -> int:
    """Write a sheet of the most confident mistakes and of some missed tiles; return the number of all
    failures."""
    every = find_failures(results, threshold=threshold)
    named = [f for f in every if f.named is not None]
    missed = [f for f in every if f.named is None]
    some = [*named[:30], *missed[:: max(1, len(missed) // 10)]][:40]
    if some:
        cv2.imwrite(str(out), failures_sheet(some), [cv2.IMWRITE_JPEG_QUALITY, 85])
    return len(every)


if __name__ == "__main__":
    main()
