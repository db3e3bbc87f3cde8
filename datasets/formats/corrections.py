"""Corrected readings kept as labelled data 留存: one's own mistakes become training data.

A folder holds each picture once, in YOLO form (``images/``, ``labels/``, ``classes.txt``) and in COCO form
(``annotations.json``). Pictures are written again from their pixels, so that nothing a phone adds, like the
place where it was taken, is kept.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.formats.labelled import DatasetError, write_labelled
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.picture.image import Image

ANNOTATIONS = "annotations.json"


def save_correction(
    folder: Path, picture: Image, codes: Sequence[int], boxes: Sequence[Sequence[float]]
) -> Path:
    """Write an upright BGR picture and its tiles, boxes x1, y1, x2, y2 in pixels; gives the picture's file.

    The same picture again replaces its labels. Raises DatasetError where the folder holds something else,
    OSError where it cannot be written.
    """
    height, width = picture.shape[:2]
    corners = np.asarray(boxes, np.float64).reshape((-1, 4)).clip(0, [width, height, width, height])
    if len(corners) != len(codes):
        raise DatasetError(f"{len(codes)} tiles and {len(corners)} boxes: each tile needs its box")
    folder.mkdir(parents=True, exist_ok=True)
    known = _annotations(folder)
    name = hashlib.sha256(picture.tobytes()).hexdigest()[:16]
    names = folder / "classes.txt"
    names.write_text("".join(f"{t.notation}\n" for t in TILES), encoding="utf-8")
    shares = corners / np.array([width, height] * 2)
    file = write_labelled(folder, name, picture, np.asarray(codes, np.int64), shares)
    _replace(folder / ANNOTATIONS, _with(known, file.name, (width, height), codes, corners))
    return file


def _annotations(folder: Path) -> dict[str, Any]:
    path = folder / ANNOTATIONS
    if not path.exists():
        categories = [{"id": t.code, "name": t.notation} for t in TILES]
        return {"images": [], "annotations": [], "categories": categories}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        assert [c["name"] for c in found["categories"]] == [t.notation for t in TILES]
        assert all("file_name" in i for i in found["images"])
        assert all("image_id" in a for a in found["annotations"])
    except (ValueError, KeyError, TypeError, AssertionError) as error:
        raise DatasetError(f"{path} is not of our making: name another folder to keep pictures in") from error
    return found


def _with(
    known: dict[str, Any],
    name: str,
    size: tuple[int, int],
    codes: Sequence[int],
    corners: NDArray[np.float64],
) -> dict[str, Any]:
    """The annotations with those of one picture new or replaced."""
    old = next((i["id"] for i in known["images"] if i["file_name"] == name), None)
    id_ = 1 + max((i["id"] for i in known["images"]), default=0) if old is None else old
    images = [i for i in known["images"] if i["id"] != id_]
    others = [a for a in known["annotations"] if a["image_id"] != id_]
    first = 1 + max((a["id"] for a in others), default=0)
    own = [
        {
            "id": first + n,
            "image_id": id_,
            "category_id": code,
            "bbox": [round(v, 2) for v in (x1, y1, x2 - x1, y2 - y1)],
            "area": round((x2 - x1) * (y2 - y1), 2),
            "iscrowd": 0,
        }
        for n, (code, (x1, y1, x2, y2)) in enumerate(zip(codes, corners.tolist(), strict=True))
    ]
    image = {"id": id_, "file_name": name, "width": size[0], "height": size[1]}
    return {**known, "images": [*images, image], "annotations": [*others, *own]}


def _replace(path: Path, content: dict[str, Any]) -> None:
    """Write a file whole or not at all."""
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(path)
