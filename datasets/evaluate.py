"""How well a detector does on a labelled set: mAP by COCO's rules, and what it finds when it works.

`evaluate` is the one way figures are made; the model card shows what it gave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.formats import DatasetError, Labelled, data_hash, label_path, read_folder
from scorer.tiles import TILES
from vision.detections import Detections
from vision.detector import Detector
from vision.image import load

LEAST = 0.001
"""The confidence from which a box enters the mAP: as good as everything, as is usual."""


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """The figures of one detector on one set.

    `map50`, `map50_95`: mean over the classes that the set holds. `per_class`: AP at IoU 0.5 by notation.
    `recall`, `precision`: of tiles at `threshold` and IoU 0.5, the class right. `boxes_found`: recall
    when the class is not asked. `classes_right`: how many of those found have the right class.
    """

    pictures: int
    tiles: int
    map50: float
    map50_95: float
    recall: float
    precision: float
    boxes_found: float
    classes_right: float
    threshold: float
    per_class: dict[str, float]
    data_sha256: str
    model: str
    model_sha256: str

    def to_json(self) -> dict[str, Any]:
        """Plain values, floats rounded to four places."""
        return {key: _rounded(value) for key, value in asdict(self).items()}


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}  # pyright: ignore[reportUnknownVariableType]
    return round(value, 4) if isinstance(value, float) else value


def evaluate(
    detector: Detector, folder: Path, *, threshold: float = 0.25, limit: int | None = None
) -> Evaluation:
    """Run a detector over a YOLO-labelled folder (images/, labels/) and measure it.

    The detector must give boxes from confidence 0.001 up (`vision.detector.load_detector` with such
    `Thresholds`), or the mAP comes out too low; `threshold` is the confidence at which recall and precision
    are taken. `limit` takes that many pictures spread over the set. Raises DatasetError.
    """
    items = read_folder(folder, classes=len(TILES))
    if limit:
        items = items[:: max(len(items) // limit, 1)][:limit]
    if not sum(len(item.classes) for item in items):
        raise DatasetError(f"{folder} holds no labelled tile: check that labels/ lies beside images/")
    truths: list[Labelled] = []
    found: list[Detections] = []
    for item in items:
        picture = load(item.image)
        truths.append(item._replace(boxes=item.boxes * np.tile(picture.shape[1::-1], 2)))
        found.append(detector.detect(picture))
    mean50, mean, per_class = average_precision(truths, found)
    files = [path for item in items for path in (item.image, label_path(item.image)) if path.exists()]
    return Evaluation(
        pictures=len(items),
        map50=mean50,
        map50_95=mean,
        per_class=per_class,
        **_at_threshold(truths, found, threshold=threshold),
        data_sha256=data_hash(files, root=folder),
        model=detector.name,
        model_sha256=detector.sha256,
    )


def average_precision(
    truths: Sequence[Labelled], found: Sequence[Detections]
) -> tuple[float, float, dict[str, float]]:
    """mAP at IoU 0.5, mAP over IoU 0.5 to 0.95, and AP at 0.5 of each class present (COCO's 101 points).

    A box stands for each of its classes with that class's probability. `truths` hold boxes in pixels.
    """
    from faster_coco_eval import COCO, COCOeval_faster  # pyright: ignore[reportMissingTypeStubs]

    truth: Any = COCO(_coco_truth(truths))
    results = _coco_results(found)
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
    for number, item in enumerate(truths):
        for code, (x1, y1, x2, y2) in zip(item.classes.tolist(), item.boxes.tolist(), strict=True):
            place: dict[str, Any] = {"bbox": [x1, y1, x2 - x1, y2 - y1], "area": (x2 - x1) * (y2 - y1)}
            known: dict[str, Any] = {"image_id": number, "category_id": code, "iscrowd": 0}
            annotations.append({"id": len(annotations) + 1, **known, **place})
    images = [{"id": number, "file_name": item.image.name} for number, item in enumerate(truths)]
    categories = [{"id": tile.code, "name": tile.notation} for tile in TILES]
    return {"images": images, "annotations": annotations, "categories": categories}


def _coco_results(found: Sequence[Detections]) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = []
    for number, detections in enumerate(found):
        for index, code in np.argwhere(detections.probabilities >= LEAST).tolist():
            x1, y1, x2, y2 = detections.boxes[index].tolist()
            score = float(detections.probabilities[index, code])
            box = [x1, y1, x2 - x1, y2 - y1]
            results.append({"image_id": number, "category_id": code, "bbox": box, "score": score})
    return results


def _at_threshold(
    truths: Sequence[Labelled], found: Sequence[Detections], *, threshold: float
) -> dict[str, Any]:
    """Counts at a threshold: each box takes the best free truth that it overlaps by half or more."""
    tiles = boxes = located = right = 0
    for item, detections in zip(truths, found, strict=True):
        sure = detections.select(detections.confidence >= threshold)
        pairs = match(item.boxes, sure.boxes[np.argsort(-sure.confidence)].astype(np.float64))
        classes = sure.classes[np.argsort(-sure.confidence)]
        tiles += len(item.classes)
        boxes += len(sure)
        located += len(pairs)
        right += sum(int(item.classes[t] == classes[d]) for t, d in pairs)
    return {
        "tiles": tiles,
        "recall": right / tiles,
        "precision": right / max(boxes, 1),
        "boxes_found": located / tiles,
        "classes_right": right / max(located, 1),
        "threshold": threshold,
    }


def match(
    truth: NDArray[np.float64], boxes: NDArray[np.float64], *, iou: float = 0.5
) -> list[tuple[int, int]]:
    """Pairs (truth, box) of two box lists (n, 4), each used once; boxes come best first."""
    low = np.maximum(truth[:, None, :2], boxes[None, :, :2])
    high = np.minimum(truth[:, None, 2:], boxes[None, :, 2:])
    shared = (high - low).clip(min=0).prod(axis=2)
    area = [(b[:, 2:] - b[:, :2]).prod(axis=1) for b in (truth, boxes)]
    overlap = shared / np.maximum(area[0][:, None] + area[1][None] - shared, 1e-9)
    pairs: list[tuple[int, int]] = []
    for index in range(len(boxes)):
        if len(truth) and overlap[:, index].max() >= iou:
            best = int(overlap[:, index].argmax())
            pairs.append((best, index))
            overlap[best] = 0
    return pairs
