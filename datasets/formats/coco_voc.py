"""COCO files and Pascal VOC files of boxes."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from paiyan.datasets.formats.class_conversion import Boxed, as_words, beside, from_corners
from paiyan.datasets.formats.labelled import DatasetError, text_of

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
    picture = from_corners(beside(file, str(image["file_name"])), own, corners, region, size)
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
        picture = beside(file, _text(root, "filename"))
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
