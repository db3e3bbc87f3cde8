"""Read labelled sets in their usual forms: YOLO folders, COCO files, Pascal VOC folders, with their own
names.

`open_set` detects the form from the files. Classes are known by their names, not their numbers: a YOLO set's
``data.yaml`` or ``classes.txt``, a COCO file's categories, a VOC file's objects;
`paiyan.datasets.formats.class_names` knows the usual ones, a mapping file
(`paiyan.datasets.formats.class_map`) adds the rest.

A set may leave things open: classes that its list does not name, and regions with tiles that nobody boxed, by
each form's own means: COCO's annotations with ``iscrowd``, VOC's ``difficult`` objects, and next to a YOLO
set's ``images/`` a ``regions.json``, ``{"a.jpg": [[x1, y1, x2, y2], …]}`` in 0..1. Its pictures may have
tags: ``tags.json``, ``{"a.jpg": ["dark", "rack"]}``, or ``"tags"`` of an image of a COCO file.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.formats.class_map import (
    Boxed,
    LabelledSet,
    Taken,
    as_words,
    from_corners,
    picture_of_labels,
    under_our_codes,
)
from paiyan.datasets.formats.labelled import (
    NOWHERE,
    PICTURE_SUFFIXES,
    DatasetError,
    Labelled,
    fault,
    label_path,
    read_labels,
    text_of,
)
from paiyan.scorer.tiles.tile import TILES

_Read = TypeVar("_Read")
REGIONS = "regions.json"
"""A file next to a YOLO set's pictures: regions with tiles that nobody boxed."""
TAGS = "tags.json"
"""Likewise: words by which the figures are sliced."""
MEASURED = (("test",), ("val", "valid"), ("train",))
"""The parts of a ``data.yaml`` to measure on: the first that has pictures."""
_LISTS = (
    "data.yaml",
    "data.yml",
    "dataset.yaml",
    "classes.txt",
    "obj.names",
    "labels.txt",
    "_darknet.labels",
)


def read_config(config: Path) -> list[Boxed]:
    """Read the pictures of a ``data.yaml``: its test, else its validation, else its training pictures."""
    content = _config(config)
    for names in MEASURED:
        places = [place for name in names for place in _places(content.get(name))]
        if images := sorted(
            {image for place in places for image in _named(config, content.get("path"), place)}
        ):
            return boxed(images, images[0].parent.parent, config=config)
    raise DatasetError(
        f"{config} leads to no pictures: its paths are another machine's, and next to it there is no images/ "
        "of the same names; name the folder that holds images/ and labels/"
    )


def boxed(images: Sequence[Path], folder: Path, *, config: Path | None = None) -> list[Boxed]:
    """Read pictures with their label files, under the names of the class list; `folder` may leave some
    open."""
    listed = _names(folder, config)
    names: list[str] = listed if listed is not None else [tile.notation for tile in TILES]
    regions = read_regions(folder / REGIONS)
    tags = _by_picture(folder / TAGS, as_words, "tags", '{"a.jpg": ["dark"]}')
    found: list[Boxed] = []
    for image in images:
        codes, boxes = read_labels(label_path(image), classes=len(names))
        own = tuple(names[int(code)] for code in codes)
        at, words = regions.get(image.name, NOWHERE), tags.get(image.name, ())
        found.append(
            Boxed(image, own, boxes, at, tuple(listed) if listed else None, words, numbered=listed is None)
        )
    return found


def pictures_below(folder: Path) -> list[Path]:
    """Return the pictures in a folder and in those in it."""
    return sorted(p for p in folder.rglob("*") if p.suffix.lower() in PICTURE_SUFFIXES)


def _places(value: object) -> Iterable[str]:
    return [value] if isinstance(value, str) else cast("list[str]", value) if isinstance(value, list) else []


def _named(config: Path, root: object, place: str) -> list[Path]:
    """Return the pictures of one path of a ``data.yaml``: a folder, or a list of pictures.

    The path is tried as it stands, relative to the file's ``path`` and relative to the file; then its last
    parts, the longest first, relative to the file.
    """
    here, parts = config.parent, [p for p in Path(place.replace("\\", "/")).parts if p not in ("..", ".")]
    below = here / str(root) if root else here
    tails = [here / Path(*parts[at:]) for at in range(len(parts)) if not parts[at].endswith(("/", ":"))]
    for path in (below / place, here / place, *tails):
        if path.is_dir() and (images := pictures_below(path)):
            return images
        if path.is_file() and path.suffix == ".txt":
            lines = [line.strip() for line in text_of(path).splitlines() if line.strip()]
            return [image for line in lines if (image := _picture(config, line))]
    return []


def _picture(config: Path, line: str) -> Path | None:
    """Find a picture of a list, by its path or by its last parts relative to the ``data.yaml``."""
    parts = [p for p in Path(line.replace("\\", "/")).parts if p not in ("..", ".", "/")]
    tails = (config.parent / Path(*parts[at:]) for at in range(len(parts)))
    return next((path for path in (Path(line), config.parent / line, *tails) if path.is_file()), None)


def _names(folder: Path, config: Path | None) -> list[str] | None:
    """Return the set's own class names in their order; None if it has none and so uses this project's."""
    places = (folder, folder.parent)
    found = config or next((p for place in places for name in _LISTS if (p := place / name).is_file()), None)
    if found is None:
        return None
    if found.suffix not in (".yaml", ".yml"):
        return text_of(found).splitlines()
    names = _config(found).get("names")
    if isinstance(names, dict):
        names = _by_number(found, cast("dict[object, object]", names))
    if not isinstance(names, list):
        raise DatasetError(f"{found} has no list of class names: write names: [1m, 2m, …]")
    return [str(name) for name in cast("list[object]", names)]


def _by_number(file: Path, names: Mapping[object, object]) -> list[object]:
    """Return the names of a mapping in the order of their numbers. Raises DatasetError if a number is
    missing."""
    by_number = {str(number): name for number, name in names.items()}
    numbers = [str(number) for number in range(len(names))]
    if by_number.keys() != {*numbers}:
        raise DatasetError(
            f"{file} numbers its class names {', '.join(by_number)}: number them 0, 1, 2 …, none left out"
        )
    return [by_number[number] for number in numbers]


def _config(path: Path) -> dict[str, Any]:
    import yaml

    try:
        loaded: object = yaml.safe_load(text_of(path))
    except (OSError, yaml.YAMLError) as error:
        raise DatasetError(f"{path} cannot be read ({error})") from error
    if not isinstance(loaded, dict):
        raise DatasetError(f"{path} has no list of class names: write names: [1m, 2m, …]")
    return cast("dict[str, Any]", loaded)


def read_regions(file: Path) -> dict[str, NDArray[np.float64]]:
    """Read regions (m, 4) in 0..1 by the name of the picture; empty if there is no such file."""
    example = '{"a.jpg": [[x1, y1, x2, y2]]} in 0..1'
    return _by_picture(file, lambda boxes: np.array(boxes, np.float64).reshape((-1, 4)), "regions", example)


def _by_picture(file: Path, of: Callable[[Any], _Read], contents: str, example: str) -> dict[str, _Read]:
    """Read something by the name of the picture; empty if there is no such file."""
    if not file.is_file():
        return {}
    try:
        loaded: dict[str, Any] = json.loads(text_of(file))
        return {name: of(value) for name, value in loaded.items()}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise DatasetError(f"{file} is no list of {contents} ({error}): write {example}") from error


_VOC = (".", "Annotations", "annotations")
"""Folders that may hold files of Pascal VOC."""


def read_set(path: Path, *, regions: Path | None = None) -> list[Labelled]:
    """Read every labelled picture of a set, as `open_set` does."""
    return open_set(path, regions=regions).items


def open_set(
    path: Path, *, regions: Path | None = None, classes: Mapping[str, Taken] | None = None
) -> LabelledSet:
    """Read a set: a YOLO or VOC folder, a ``data.yaml``, a COCO file, or a folder that holds such sets.

    `regions`, a file of the kind that may lie next to a YOLO set, gives the regions of its pictures;
    `classes` gives the meaning of some classes. Raises `DatasetError` if there is no labelled set or a label
    is malformed, and `UnknownClassError` if a class is no known tile.
    """
    found = under_our_codes(set_name(path), _read(path), classes)
    if regions is None:
        return found
    regions_read = read_regions(regions)
    items = [item._replace(regions=regions_read.get(item.image.name, item.regions)) for item in found.items]
    return found._replace(items=items)


def set_name(path: Path) -> str:
    """Return the name of a set: that of its folder, or of a single COCO file."""
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
        f"{path} holds no labelled set: expected images/ next to labels/ (YOLO), a data.yaml, *.coco.json or"
        " annotations/*.json (COCO), or *.xml (VOC)"
    )


def _folder(path: Path) -> list[Boxed]:
    """Read one folder of labels, of whichever form; empty if it holds no labels."""
    coco = sorted(path.glob("*.coco.json")) or sorted((path / "annotations").glob("*.json"))
    voc = sorted({file for place in _VOC for file in (path / place).glob("*.xml")})
    labels = (path / "labels").is_dir() or not (coco or voc)
    if labels and (images := pictures_below(path / "images")):
        return boxed(images, path)
    return [item for file in coco for item in read_coco(file)] or [read_voc(file) for file in voc]


_EDGES = ("xmin", "ymin", "xmax", "ymax")


def read_coco(file: Path) -> list[Boxed]:
    """Read the pictures of a COCO file; annotations with ``iscrowd`` are regions. Raises `DatasetError`."""
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
        raise DatasetError(
            f"{file} is no COCO file of boxes ({fault(error)}): name one, or a labelled set"
        ) from error


def _coco_picture(
    file: Path, image: Mapping[str, Any], annotations: Sequence[Mapping[str, Any]], names: Mapping[Any, str]
) -> Boxed:
    corners = np.array([one["bbox"] for one in annotations], np.float64).reshape((-1, 4))
    corners[:, 2:] += corners[:, :2]
    region = np.array([bool(one.get("iscrowd")) for one in annotations], np.bool_)
    own = [names[one["category_id"]] for one in annotations]
    size = (float(image["width"]), float(image["height"]))
    picture = from_corners(picture_of_labels(file, str(image["file_name"])), own, corners, region, size)
    return picture._replace(listed=tuple(names.values()), tags=as_words(image.get("tags", [])))


def read_voc(file: Path) -> Boxed:
    """Read the picture of a VOC file; ``difficult`` objects are regions. Raises `DatasetError`."""
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
