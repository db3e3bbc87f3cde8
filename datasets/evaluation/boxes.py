"""Evaluate a detector on a labelled set: mAP by COCO's rules, and counts at its working threshold.

`evaluate` is the only way figures are made; the model card shows its results.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.evaluation.matching import (
    MapItems,
    Matches,
    PictureResult,
    Progress,
    calibration,
    commonest_mistakes,
    confusion_matrix,
    detect_picture,
    evenly_spaced,
    match_picture,
    with_progress,
)
from paiyan.datasets.evaluation.statistics import rounded, wilson
from paiyan.datasets.formats.labelled import NOWHERE, Labelled, format_labels
from paiyan.datasets.formats.open_set import read_set
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.thresholds import SURE_TILE
from paiyan.vision.detections import Detections

LEAST = 0.001
"""The confidence from which a box enters the mAP: practically all boxes, as is usual."""
THRESHOLD = SURE_TILE
"""The working confidence, at which tiles are counted."""


@dataclass(frozen=True, kw_only=True)
class Counts:
    """Tiles and pictures at the working threshold and IoU 0.5; `_95` are Wilson intervals.

    `recall`, `precision`: of tiles with the right name. `boxes_found`: recall regardless of the name.
    `classes_right`: the share of those found that have the right name. `exact`: pictures with every tile
    found and named, and nothing else; `edits`: tiles to rename, add or remove in a picture until it is exact,
    on average. `not_judged`: boxes left out of all this, since the set cannot judge them
    (`paiyan.datasets.formats.open_set`).
    """

    pictures: int
    tiles: int
    recall: float
    recall_95: tuple[float, float]
    precision: float
    precision_95: tuple[float, float]
    boxes_found: float
    classes_right: float
    exact: int
    exact_95: tuple[float, float]
    edits: float
    not_judged: int


@dataclass(frozen=True, kw_only=True)
class Evaluation(Counts):
    """The figures of one detector on one set.

    `map50`, `map50_95`: mean over the classes in the set. `per_class`: AP at IoU 0.5 by notation. `mistakes`:
    the commonest, with ``nothing`` for a tile missed or made up. `ms`: median time of the detector, `load_ms`
    of reading the file. `slices`: the counts of each folder, if there are several, and of each tag, as
    ``#tag``. `every_box`: mAP and precision if unlabelled places are judged too, so that boxes there count as
    made up; empty if the set has none.
    """

    map50: float
    map50_95: float
    threshold: float
    per_class: dict[str, float]
    mistakes: list[dict[str, Any]]
    calibration: dict[str, Any]
    slices: dict[str, Counts]
    every_box: dict[str, float]
    ms: float
    load_ms: float
    data_sha256: str
    model: str
    model_sha256: str
    seen: tuple[PictureResult, ...] = field(repr=False)

    def to_json(self) -> dict[str, Any]:
        """Return plain values, floats rounded to four places, without the pictures."""
        plain = {key: value for key, value in vars(self).items() if key != "seen"}
        plain["slices"] = {name: asdict(counts) for name, counts in self.slices.items()}
        return {key: rounded(value) for key, value in plain.items()}


def evaluate(
    detector: Detector,
    path: Path,
    *,
    threshold: float = THRESHOLD,
    limit: int | None = None,
    regions: Path | None = None,
    each: MapItems = map,
    progress: Progress | None = None,
) -> Evaluation:
    """Run a detector over a labelled set and measure it, as `evaluate_pictures` does.

    See `paiyan.datasets.formats.open_set.open_set` for the form of a set and of `regions`. Raises
    DatasetError.
    """
    items = read_set(path, regions=regions)
    return evaluate_pictures(detector, items, threshold=threshold, limit=limit, each=each, progress=progress)


def evaluate_pictures(
    detector: Detector,
    items: Sequence[Labelled],
    *,
    threshold: float = THRESHOLD,
    limit: int | None = None,
    each: MapItems = map,
    progress: Progress | None = None,
) -> Evaluation:
    """Run a detector over labelled pictures and measure it.

    The detector must return boxes from confidence 0.001 up (`paiyan.models.opening.load_detector` with such
    `Thresholds`), or the mAP comes out too low; `threshold` is the confidence at which tiles are counted.
    `limit` takes that many pictures spread over the set. `each` maps over all of them: `map`, or
    `paiyan.datasets.evaluation.on_ray.each` on many machines. `progress` is called with (done, count) after
    each picture. Raises DatasetError.
    """
    some = evenly_spaced(items, limit)
    seen = list(with_progress(each(partial(detect_picture, detector), some), len(some), progress))
    return figures(seen, by=detector, threshold=threshold, data_sha256=data_sha256(some))


def figures(
    results: Sequence[PictureResult], *, by: Detector, threshold: float, data_sha256: str
) -> Evaluation:
    """Compute the figures from the results of pictures, wherever these were detected."""
    mean50, mean, per_class = average_precision([s.truth for s in results], [s.found for s in results])
    pairs = [match_picture(s, threshold=threshold) for s in results]
    slices = defaultdict[str, list[Matches]](list)
    several = len({s.truth.folder for s in results}) > 1
    for s, p in zip(results, pairs, strict=True):
        for name in ([s.truth.folder] if several else []) + [f"#{tag}" for tag in sorted(set(s.truth.tags))]:
            slices[name].append(p)
    return Evaluation(
        **vars(count(pairs)),
        map50=mean50,
        map50_95=mean,
        threshold=threshold,
        per_class=per_class,
        mistakes=commonest_mistakes(confusion_matrix(pairs)),
        calibration=calibration(pairs)._asdict(),
        slices={name: count(some) for name, some in sorted(slices.items())},
        every_box=_every_box(results, threshold=threshold),
        ms=float(np.median([s.ms for s in results])),
        load_ms=float(np.median([s.load_ms for s in results])),
        data_sha256=data_sha256,
        model=by.name,
        model_sha256=by.sha256,
        seen=tuple(results),
    )


def _every_box(results: Sequence[PictureResult], *, threshold: float) -> dict[str, float]:
    """Compute the figures as if the set left nothing open; empty if it does leave nothing open."""
    closed = [s._replace(truth=s.truth._replace(regions=NOWHERE, known=None)) for s in results]
    if all(not len(s.truth.regions) and s.truth.known is None for s in results):
        return {}
    mean50, mean, _ = average_precision([s.truth for s in closed], [s.found for s in closed])
    precision = count([match_picture(s, threshold=threshold) for s in closed]).precision
    return {"map50": mean50, "map50_95": mean, "precision": precision}


def count(pictures: Sequence[Matches]) -> Counts:
    """Count over several pictures."""
    tiles, boxes = sum(len(p.truth) for p in pictures), sum(len(p.found) for p in pictures)
    right, located = sum(p.right for p in pictures), sum(len(p.pairs) for p in pictures)
    exact = sum(p.edits == 0 for p in pictures)
    return Counts(
        pictures=len(pictures),
        tiles=tiles,
        recall=right / max(tiles, 1),
        recall_95=wilson(right, tiles),
        precision=right / max(boxes, 1),
        precision_95=wilson(right, boxes),
        boxes_found=located / max(tiles, 1),
        classes_right=right / max(located, 1),
        exact=exact,
        exact_95=wilson(exact, len(pictures)),
        edits=sum(p.edits for p in pictures) / max(len(pictures), 1),
        not_judged=sum(len(p.not_judged) for p in pictures),
    )


def data_sha256(items: Iterable[Labelled]) -> str:
    """Return one sha256 over the pictures' contents, their labels, regions and known classes."""
    total = hashlib.sha256()
    for item in sorted(items, key=lambda i: i.image.name):
        content = hashlib.sha256(item.image.read_bytes()).hexdigest()
        total.update(f"{item.image.name} {content}\n{format_labels(item.classes, item.boxes)}".encode())
        if len(item.regions) or item.known is not None:
            total.update(f"{item.regions.round(6).tolist()} {sorted(item.known or ())}\n".encode())
    return total.hexdigest()


def average_precision(
    truths: Sequence[Labelled], detected: Sequence[Detections]
) -> tuple[float, float, dict[str, float]]:
    """Return mAP at IoU 0.5, mAP over IoU 0.5 to 0.95, and AP at 0.5 of each class present (COCO's 101
    points).

    A box counts for each class with that class's probability. `truths` hold boxes in pixels; their regions
    are COCO's crowds, for every class.
    """
    from faster_coco_eval import COCO, COCOeval_faster  # pyright: ignore[reportMissingTypeStubs]

    truth: Any = COCO(_coco_truth(truths))
    results = _coco_results(detected)
    if not results:
        present = sorted({int(code) for item in truths for code in item.classes})
        return 0.0, 0.0, {TILES[code].notation: 0.0 for code in present}
    run: Any = COCOeval_faster(truth, truth.loadRes(results), iouType="bbox")
    run.params.maxDets = [1, 100, 500]
    run.evaluate()
    run.accumulate()
    precision: NDArray[np.float64] = run.eval["precision"][:, :, :, 0, -1]  # (iou, recall, class)
    codes: list[int] = list(run.params.catIds)
    curves = {TILES[code].notation: precision[:, :, index] for index, code in enumerate(codes)}
    per_class = {name: curve.mean(axis=1) for name, curve in curves.items() if (curve > -1).all()}  # -1: none
    table = np.array(list(per_class.values()))  # (class, iou)
    return float(table[:, 0].mean()), float(table.mean()), {k: float(v[0]) for k, v in per_class.items()}


def _coco_truth(truths: Sequence[Labelled]) -> dict[str, Any]:
    annotations: list[dict[str, Any]] = []

    def annotate(picture: int, code: int, box: Sequence[float], *, iscrowd: int) -> None:
        x1, y1, x2, y2 = box
        known = {"id": len(annotations) + 1, "image_id": picture, "category_id": code, "iscrowd": iscrowd}
        annotations.append({**known, "bbox": [x1, y1, x2 - x1, y2 - y1], "area": (x2 - x1) * (y2 - y1)})

    for number, item in enumerate(truths):
        for code, box in zip(item.classes.tolist(), item.boxes.tolist(), strict=True):
            annotate(number, code, box, iscrowd=0)
        for region in item.regions.tolist():
            for tile in TILES:
                annotate(number, tile.code, region, iscrowd=1)
    images = [{"id": number, "file_name": item.image.name} for number, item in enumerate(truths)]
    categories = [{"id": tile.code, "name": tile.notation} for tile in TILES]
    return {"images": images, "annotations": annotations, "categories": categories}


def _coco_results(detected: Sequence[Detections]) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = []
    for number, detections in enumerate(detected):
        for index, code in np.argwhere(detections.probabilities >= LEAST).tolist():
            x1, y1, x2, y2 = detections.boxes[index].tolist()
            score = float(detections.probabilities[index, code])
            box = [x1, y1, x2 - x1, y2 - y1]
            results.append({"image_id": number, "category_id": code, "bbox": box, "score": score})
    return results
