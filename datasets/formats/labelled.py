"""Read and write YOLO-labelled sets, `<set>/images/*.jpg` with `<set>/labels/*.txt`, and their manifest.

A label line is `class cx cy w h`, the four numbers as fractions of the picture. Inside the project a box is
x1, y1, x2, y2, as in `Labelled` (still as fractions: a label file does not contain the picture's size).
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Mapping, Sequence
from json import JSONDecodeError
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.picture.image import Image

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")


class DatasetError(ValueError):
    """Raised if a data set cannot be read; the message says what is wrong and how to fix it."""


def fault(error: Exception) -> str:
    """Say what is wrong with JSON whose reading raised `error`."""
    match error:
        case JSONDecodeError(lineno=line, colno=column):
            return f"not JSON at line {line}, column {column}" if line > 1 else f"not JSON at column {column}"
        case KeyError():
            return f"there is no {error.args[0]!r}"
        case TypeError() | AttributeError():
            return "a value has another form"
        case RecursionError():
            return "it is nested too deeply"
        case _:
            return str(error)


NOWHERE: NDArray[np.float64] = np.zeros((0, 4))


class Labelled(NamedTuple):
    """A picture and its boxes: `classes` int64 (n,), `boxes` float64 (n, 4) x1, y1, x2, y2 in 0..1.

    `regions` (m, 4), likewise: where tiles lie without boxes. `known`: the tile codes in the set's class
    list, since others may lie unboxed; None if it has all, or the set has no list. `tags`: anything else that
    the set records of the picture, to slice the figures by.
    """

    image: Path
    classes: NDArray[np.int64]
    boxes: NDArray[np.float64]
    regions: NDArray[np.float64] = NOWHERE
    known: frozenset[int] | None = None
    tags: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        """Return the set that the picture lies in: the folder above ``images/``, or the one that holds it."""
        parent = self.image.parent
        return parent.parent.name if parent.name in ("images", "JPEGImages") else parent.name


class Record(NamedTuple):
    """One line of a manifest: the picture, the photo it was made from, its partly boxed flowers."""

    set: str
    image: str
    source: str
    partial_flower_boxes: int


OVER = 0.05
"""The largest distance of a box from its picture, as a share of it: labels are rounded, and drawn by hand."""


def text_of(path: Path) -> str:
    """Read a text file of a set. Raises `DatasetError` if it is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DatasetError(f"{path} is no text in UTF-8: save it as such") from error


def read_labels(path: Path, *, classes: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Read classes (n,) and boxes (n, 4) of one label file; a picture without a file has no boxes."""
    rows: list[list[float]] = []
    for number, line in enumerate(text_of(path).splitlines() if path.exists() else [], 1):
        try:
            row = _box_of([float(word) for word in line.split()])
        except ValueError:
            row = []
        if line.strip() and (len(row) != 5 or not 0 <= row[0] < classes or not row[0].is_integer()):
            raise DatasetError(
                f"{path}, line {number}: expected `class cx cy w h`, or the corners of an outline, with "
                f"class 0 to {classes - 1}"
            )
        if not all(-OVER <= value <= 1 + OVER for value in row[1:]):
            raise DatasetError(
                f"{path}, line {number}: its box leaves the picture: write shares of width and height, 0 to 1"
            )
        if row:
            rows.append(row)
    table = np.asarray(rows, dtype=np.float64).reshape((-1, 5))
    half = table[:, 3:5] / 2
    boxes = np.concatenate([table[:, 1:3] - half, table[:, 1:3] + half], axis=1)
    return table[:, 0].astype(np.int64), boxes


def _box_of(row: list[float]) -> list[float]:
    """Return a label's row as `class cx cy w h`; an outline, `class x1 y1 x2 y2 …` of three corners or more,
    becomes the upright box around it."""
    if len(row) < 7 or len(row) % 2 == 0:
        return row
    (left, right), (top, bottom) = ((min(side), max(side)) for side in (row[1::2], row[2::2]))
    return [row[0], (left + right) / 2, (top + bottom) / 2, right - left, bottom - top]


def label_path(image: Path) -> Path:
    """Return the label file of a picture: `<set>/labels/a.txt` for `<set>/images/a.jpg`, likewise in
    `labels/val` for `images/val/a.jpg`; next to the picture if no folder is called `images`."""
    folders = list(image.parent.parts)
    if "images" in folders:
        folders[len(folders) - 1 - folders[::-1].index("images")] = "labels"
    return Path(*folders) / f"{image.stem}.txt"


def read_folder(folder: Path, *, classes: int) -> list[Labelled]:
    """Read every labelled picture of a set, in the order of their names.

    Raises DatasetError if the folder holds no `images/` with pictures or a label line is malformed.
    """
    images = sorted(p for p in (folder / "images").glob("*") if p.suffix.lower() in PICTURE_SUFFIXES)
    if not images:
        raise DatasetError(
            f"{folder} holds no pictures: expected {folder}/images/*.jpg and {folder}/labels/*.txt"
        )
    return [Labelled(image, *read_labels(label_path(image), classes=classes)) for image in images]


def write_labelled(
    folder: Path,
    name: str,
    picture: NDArray[np.uint8],
    classes: NDArray[np.int64],
    boxes: NDArray[np.float64],
) -> Path:
    """Write a BGR picture and its boxes (n, 4) in 0..1 into a set; return the picture's path.

    Raises OSError if it cannot be written.
    """
    image = _image_path(folder, name)
    for path, content in _contents(image, picture, classes, boxes).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return image


def _image_path(folder: Path, name: str) -> Path:
    return folder / "images" / f"{name}.jpg"


def _contents(
    image: Path, picture: Image, classes: NDArray[np.int64], boxes: NDArray[np.float64]
) -> dict[Path, bytes]:
    """Return the bytes of a picture's file and of its labels, by their paths."""
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
    return {image: coded.tobytes(), label_path(image): format_labels(classes, boxes).encode()}


def format_labels(classes: NDArray[np.int64], boxes: NDArray[np.float64]) -> str:
    """Return the text of a label file."""
    lines: list[str] = []
    for code, (x1, y1, x2, y2) in zip(classes.tolist(), boxes.tolist(), strict=True):
        lines.append(f"{code} {(x1 + x2) / 2:.6f} {(y1 + y2) / 2:.6f} {x2 - x1:.6f} {y2 - y1:.6f}\n")
    return "".join(lines)


def read_manifest(path: Path) -> list[Record]:
    """Read a manifest.csv (columns set, image, source, partial_flower_boxes; others are ignored)."""
    try:
        with path.open(newline="") as file:
            return [
                Record(row["set"], row["image"], row["source"], int(row["partial_flower_boxes"]))
                for row in csv.DictReader(file)
            ]
    except (KeyError, ValueError, OSError) as error:
        raise DatasetError(f"{path} is not a manifest of a picture set ({error})") from error


def data_hash(files: Sequence[Path], *, root: Path) -> str:
    """Return one sha256 over the names (below root) and contents of files, whatever their order."""
    total = hashlib.sha256()
    for path in sorted(files):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return total.hexdigest()


ANNOTATIONS = "annotations.json"


def save_correction(
    folder: Path, picture: Image, codes: Sequence[int], boxes: Sequence[Sequence[float]]
) -> Path:
    """Write an upright BGR picture and its tiles, boxes x1, y1, x2, y2 in pixels; return the picture's file.

    A picture that was saved before gets the new labels. Raises DatasetError if the folder holds something
    else, OSError if it cannot be written; the folder is then unchanged. One writer at a time.
    """
    height, width = picture.shape[:2]
    corners = np.asarray(boxes, np.float64).reshape((-1, 4)).clip(0, [width, height, width, height])
    if len(corners) != len(codes):
        raise DatasetError(f"{len(codes)} tiles and {len(corners)} boxes: each tile needs its box")
    folder.mkdir(parents=True, exist_ok=True)
    known = _annotations(folder)
    name = hashlib.sha256(picture.tobytes()).hexdigest()[:16]
    shares = corners / np.array([width, height] * 2)
    file = _image_path(folder, name)
    files = _contents(file, picture, np.asarray(codes, np.int64), shares)
    annotations = _with(known, file.name, (width, height), codes, corners)
    files[folder / "classes.txt"] = "".join(f"{t.notation}\n" for t in TILES).encode()
    files[folder / ANNOTATIONS] = (json.dumps(annotations, ensure_ascii=False) + "\n").encode()
    _replace(folder, files)
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
    annotations: dict[str, Any],
    name: str,
    size: tuple[int, int],
    codes: Sequence[int],
    corners: NDArray[np.float64],
) -> dict[str, Any]:
    """Return the annotations with those of one picture added or replaced."""
    old = next((i["id"] for i in annotations["images"] if i["file_name"] == name), None)
    id_ = 1 + max((i["id"] for i in annotations["images"]), default=0) if old is None else old
    images = [i for i in annotations["images"] if i["id"] != id_]
    others = [a for a in annotations["annotations"] if a["image_id"] != id_]
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
    return {**annotations, "images": [*images, image], "annotations": [*others, *own]}


def _replace(folder: Path, files: Mapping[Path, bytes]) -> None:
    """Write files of a folder all together or none: a full disk damages no existing file."""
    # By number, so that the next writer replaces what a killed one left.
    parts = {folder / f".{n}.part": path for n, path in enumerate(files)}
    try:
        for part, path in parts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(files[path])
        for part, path in parts.items():
            part.replace(path)
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
