"""Labelled sets as others keep them: YOLO folders, COCO files, Pascal VOC folders, each by its own names.

`open_set` tells the forms apart by what lies there. Classes are known by their names, not their numbers: a
YOLO set's ``data.yaml`` or ``classes.txt``, a COCO file's categories, a VOC file's objects;
`paiyan.datasets.formats.class_names` knows the usual ones, a mapping file
(`paiyan.datasets.formats.class_map`) says the rest.

What a set cannot judge it may say: classes that its list does not name, and regions where tiles lie that
nobody boxed, by each form's own means: COCO's annotations with ``iscrowd``, VOC's ``difficult`` objects, and
beside a YOLO set's ``images/`` a ``regions.json``, ``{"a.jpg": [[x1, y1, x2, y2], …]}`` in 0..1. Its pictures
may have tags: ``tags.json``, ``{"a.jpg": ["dark", "rack"]}``, or ``"tags"`` of an image of a COCO file.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from paiyan.datasets.formats.class_map import (
    Boxed,
    LabelledSet,
    Taken,
    as_words,
    from_corners,
    picture_of_labels,
    under_our_codes,
)
from paiyan.datasets.formats.labelled import DatasetError, Labelled, text_of
from paiyan.datasets.formats.yolo import REGIONS, TAGS, pictures_below, read_config, read_regions, read_yolo

__all__ = ["REGIONS", "TAGS", "open_set", "read_regions", "read_set", "set_name"]


_VOC = (".", "Annotations", "annotations")
"""Where in a folder files of Pascal VOC lie."""


def read_set(path: Path, *, regions: Path | None = None) -> list[Labelled]:
    """Every labelled picture of a set, as `open_set` gives them."""
    return open_set(path, regions=regions).items


def open_set(
    path: Path, *, regions: Path | None = None, classes: Mapping[str, Taken] | None = None
) -> LabelledSet:
    """A set: a YOLO or VOC folder, a ``data.yaml``, a COCO file, or a folder that holds such sets.

    `regions`, a file such as may lie beside a YOLO set, says for its pictures where tiles lie unboxed;
    `classes` what some of the set's classes are. Raises `DatasetError` where nothing of the kind lies there,
    or a label is malformed, and `UnknownClassError` where a class is no tile that we know.
    """
    found = under_our_codes(set_name(path), _read(path), classes)
    if regions is None:
        return found
    regions_read = read_regions(regions)
    items = [item._replace(regions=regions_read.get(item.image.name, item.regions)) for item in found.items]
    return found._replace(items=items)


def set_name(path: Path) -> str:
    """What a set is called: its folder's name, of a single file of COCO's the file's."""
    return path.resolve().parent.name if path.suffix in (".yaml", ".yml") else path.resolve().stem


def _read(path: Path) -> list[Boxed]:
    if path.suffix in (".yaml", ".yml"):
        return read_config(path)
    if path.is_file():
        return read_coco(path)
    if found := _folder(path):
        return found
    if inner := [item for part in sorted(path.glob("*")) if part.is_dir() for item in _folder(part)]:
        return inner
    for name in ("data.yaml", "data.yml"):
        if (path / name).is_file():
            return read_config(path / name)
    raise DatasetError(
        f"{path} holds no labelled set: expected images/ beside labels/ (YOLO), a data.yaml, *.coco.json or"
        " annotations/*.json (COCO), or *.xml (VOC)"
    )


def _folder(path: Path) -> list[Boxed]:
    """The pictures of one folder of labels, of whichever form; none where it holds no labels."""
    coco = sorted(path.glob("*.coco.json")) or sorted((path / "annotations").glob("*.json"))
    voc = sorted({file for place in _VOC for file in (path / place).glob("*.xml")})
    labels = (path / "labels").is_dir() or not (coco or voc)
    if labels and pictures_below(path / "images"):
        return read_yolo(path)
    return [item for file in coco for item in read_coco(file)] or [read_voc(file) for file in voc]


_EDGES = ("xmin", "ymin", "xmax", "ymax")


def read_coco(file: Path) -> list[Boxed]:
    """The pictures of a COCO file; annotations with ``iscrowd`` are regions. Raises `DatasetError`."""
    try:
        loaded = json.loads(text_of(file))
        names = {category["id"]: str(category["name"]) for category in loaded["categories"]}
        boxes = defaultdict[Any, list[Mapping[str, Any]]](list)
        for one in loaded["annotations"]:
            boxes[one["image_id"]].append(one)
        return [_coco_picture(file, image, boxes[image["id"]], names) for image in loaded["images"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, DatasetError):
            raise
        raise DatasetError(f"{file} is no COCO file of boxes ({error!r})") from error


def _coco_picture(
    file: Path, image: Mapping[str, Any], some: Sequence[Mapping[str, Any]], names: Mapping[Any, str]
) -> Boxed:
    corners = np.array([one["bbox"] for one in some], np.float64).reshape((-1, 4))
    corners[:, 2:] += corners[:, :2]
    region = np.array([bool(one.get("iscrowd")) for one in some], np.bool_)
    own = [names[one["category_id"]] for one in some]
    size = (float(image["width"]), float(image["height"]))
    picture = from_corners(picture_of_labels(file, str(image["file_name"])), own, corners, region, size)
    return picture._replace(listed=tuple(names.values()), tags=as_words(image.get("tags", [])))


def read_voc(file: Path) -> Boxed:
    """The picture of a VOC file; ``difficult`` objects are regions. Raises `DatasetError`."""
    try:
        root = ElementTree.parse(file).getroot()
        objects = list(root.iter("object"))
        names = [_text(one, "name") for one in objects]
        region = np.array([one.findtext("difficult") == "1" for one in objects], np.bool_)
        corners = np.array([[float(_text(one, f"bndbox/{e}")) for e in _EDGES] for one in objects])
        size = (float(_text(root, "size/width")), float(_text(root, "size/height")))
        picture = picture_of_labels(file, _text(root, "filename"))
    except (ElementTree.ParseError, OSError, ValueError) as error:
        if isinstance(error, DatasetError):
            raise
        raise DatasetError(f"{file} is no VOC file of boxes ({error})") from error
    return from_corners(picture, names, corners, region, size)


def _text(element: ElementTree.Element, path: str) -> str:
    found = element.findtext(path)
    if found is None:
        raise ValueError(f"no {path}")
    return found
