"""Labelled sets as others keep them: YOLO folders, COCO files, Pascal VOC folders, each by its own names.

`read_set` tells the forms apart by what lies there. Classes are known by their names, not their numbers:
a YOLO set's ``data.yaml`` or ``classes.txt``, a COCO file's categories, a VOC file's objects. A name is a
tile in any notation that `scorer.tiles` reads, or as picture sets often write it (``1B 2C 3D``, ``EW``,
``RD``, ``back``).

What a set cannot judge it may say: classes that its list does not name, and regions where tiles lie that
nobody boxed, by each form's own means: COCO's annotations with ``iscrowd``, VOC's ``difficult`` objects, and
beside a YOLO set's ``images/`` a ``regions.json``, ``{"a.jpg": [[x1, y1, x2, y2], …]}`` in 0..1. Its pictures
may have tags: ``tags.json``, ``{"a.jpg": ["dark", "rack"]}``, or ``"tags"`` of an image of a COCO file.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from datasets.formats import NOWHERE, PICTURE_SUFFIXES, DatasetError, Labelled, read_folder
from scorer.tiles import BACK, TILES, parse

REGIONS = "regions.json"
"""Beside a YOLO set's pictures: where tiles lie that nobody boxed."""
TAGS = "tags.json"
"""Likewise: words by which the figures are sliced."""
_SUITS = {"b": "s", "c": "m", "d": "p"}  # bamboos, characters, dots
_ALIASES = (  # from the east wind on, as picture sets write them
    *(("ew", "east"), ("sw", "south"), ("ww", "west"), ("nw", "north")),
    *(("wd", "white", "haku"), ("gd", "green", "hatsu"), ("rd", "red", "chun")),
    *(
        ("1F", "plum"),
        ("2F", "orchid"),
        ("3F", "chrys", "chrysanthemum"),
        ("4F", "bamboo_fl", "bamboo flower"),
    ),
    *(("1S", "spring"), ("2S", "summer"), ("3S", "autumn", "fall"), ("4S", "winter")),
)
_NAMED = {
    **{name: code for code, names in enumerate(_ALIASES, 27) for name in names},
    **dict.fromkeys(("back", "facedown", "face-down", "背"), BACK),
}


def tile_code(name: str) -> int:
    """The tile code of a class name of a picture set. Raises `DatasetError` for a name that is no tile."""
    plain = name.strip()
    if (code := _NAMED.get(plain, _NAMED.get(plain.lower()))) is not None:  # 1s the bamboo, 1S the spring
        return code
    if re.fullmatch(r"[1-9][bcd]", plain.lower()):
        plain = plain[0] + _SUITS[plain[1].lower()]
    try:
        (tile,) = parse(plain)
    except ValueError:
        raise DatasetError(
            f"the class {name!r} is no tile: name the classes like 1m 9p 5z 8f 0s and xx for a back"
        ) from None
    return tile.code


def read_set(path: Path, *, regions: Path | None = None) -> list[Labelled]:
    """Every labelled picture of a set: a YOLO or VOC folder, a COCO file, or a folder that holds such sets.

    `regions`, a file such as may lie beside a YOLO set, says for its pictures where tiles lie unboxed.
    Raises `DatasetError` where nothing of the kind lies there, or a label is malformed.
    """
    items = _read(path)
    if regions is None:
        return items
    told = read_regions(regions)
    return [item._replace(regions=told.get(item.image.name, item.regions)) for item in items]


def _read(path: Path) -> list[Labelled]:
    if path.is_file():
        return _read_coco(path)
    if (path / "images").is_dir():
        return _read_yolo(path)
    if files := sorted(path.glob("*.coco.json")) or sorted((path / "annotations").glob("*.json")):
        return [item for file in files for item in _read_coco(file)]
    if files := sorted(path.glob("*.xml")) or sorted((path / "Annotations").glob("*.xml")):
        return [_read_voc(file) for file in files]
    if inner := sorted(p for p in path.glob("*") if (p / "images").is_dir()):
        return [item for folder in inner for item in _read_yolo(folder)]
    raise DatasetError(
        f"{path} holds no labelled set: expected images/ beside labels/ (YOLO), *.coco.json or"
        " annotations/*.json (COCO), or *.xml (VOC)"
    )


def _read_yolo(folder: Path) -> list[Labelled]:
    names, regions, tags = _yolo_names(folder), read_regions(folder / REGIONS), _tags(folder / TAGS)
    codes = np.array([tile_code(name) for name in names] if names is not None else range(len(TILES)))
    known = _known(codes.tolist())
    return [
        item._replace(
            classes=codes[item.classes],
            regions=regions.get(item.image.name, NOWHERE),
            known=known,
            tags=tags.get(item.image.name, ()),
        )
        for item in read_folder(folder, classes=len(codes))
    ]


def _known(codes: Sequence[int]) -> frozenset[int] | None:
    """The codes that a class list names; None where it names all."""
    known = frozenset(codes)
    return None if len(known) == len(TILES) else known


def read_regions(file: Path) -> dict[str, NDArray[np.float64]]:
    """Regions (m, 4) in 0..1 by the name of the picture; none where there is no such file."""
    if not file.is_file():
        return {}
    try:
        loaded: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return {name: np.array(boxes, np.float64).reshape((-1, 4)) for name, boxes in loaded.items()}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise DatasetError(
            f'{file} is no list of regions ({error}): write {{"a.jpg": [[x1, y1, x2, y2]]}} in 0..1'
        ) from error


def _tags(file: Path) -> dict[str, tuple[str, ...]]:
    """The tags by the name of the picture; none where there is no such file."""
    if not file.is_file():
        return {}
    try:
        loaded: dict[str, list[str]] = json.loads(file.read_text(encoding="utf-8"))
        return {name: _words(words) for name, words in loaded.items()}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise DatasetError(f'{file} is no list of tags ({error}): write {{"a.jpg": ["dark"]}}') from error


def _words(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise TypeError("a picture's tags are a list of words")
    return tuple(str(word) for word in cast("list[Any]", given))


def _yolo_names(folder: Path) -> list[str] | None:
    """The set's own class names in their order; None where it has none and so uses ours."""
    for place in (folder, folder.parent):
        if (listed := place / "classes.txt").is_file():
            return listed.read_text(encoding="utf-8").splitlines()
        if (config := place / "data.yaml").is_file():
            import yaml

            try:
                loaded: Any = yaml.safe_load(config.read_text(encoding="utf-8"))
                names: Any = loaded["names"]
            except (yaml.YAMLError, KeyError, TypeError) as error:
                raise DatasetError(f"{config} has no list of class names ({error!r})") from error
            if isinstance(names, dict):
                names = [v for _, v in sorted(cast("dict[int, str]", names).items())]
            return [str(name) for name in names]
    return None


def _read_coco(file: Path) -> list[Labelled]:
    try:
        loaded = json.loads(file.read_text(encoding="utf-8"))
        names = {c["id"]: tile_code(str(c["name"])) for c in loaded["categories"]}
        boxes = defaultdict[Any, list[Mapping[str, Any]]](list)
        for one in loaded["annotations"]:
            boxes[one["image_id"]].append(one)
        known = _known(list(names.values()))
        pictures = (_coco_picture(file, image, boxes[image["id"]], names) for image in loaded["images"])
        return [item._replace(known=known) for item in pictures]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, DatasetError):
            raise
        raise DatasetError(f"{file} is no COCO file of boxes ({error!r})") from error


def _coco_picture(
    file: Path, image: Mapping[str, Any], some: Sequence[Mapping[str, Any]], names: Mapping[Any, int]
) -> Labelled:
    corners = np.array([one["bbox"] for one in some], np.float64).reshape((-1, 4))
    corners[:, 2:] += corners[:, :2]
    codes = np.array([names[one["category_id"]] for one in some], np.int64)
    region = np.array([bool(one.get("iscrowd")) for one in some], np.bool_)
    picture = _beside(file, str(image["file_name"]))
    item = _labelled(picture, codes, corners, region, float(image["width"]), float(image["height"]))
    return item._replace(tags=_words(image.get("tags", [])))


def _read_voc(file: Path) -> Labelled:
    try:
        root = ElementTree.parse(file).getroot()
        codes = np.array([tile_code(_text(one, "name")) for one in root.iter("object")], np.int64)
        region = np.array([one.findtext("difficult") == "1" for one in root.iter("object")], np.bool_)
        corners = [[float(_text(one, f"bndbox/{e}")) for e in _EDGES] for one in root.iter("object")]
        size = [float(_text(root, f"size/{side}")) for side in ("width", "height")]
        name = _text(root, "filename")
    except (ElementTree.ParseError, OSError, ValueError) as error:
        if isinstance(error, DatasetError):
            raise
        raise DatasetError(f"{file} is no VOC file of boxes ({error})") from error
    boxes = np.array(corners, np.float64).reshape((-1, 4))
    return _labelled(_beside(file, name), codes, boxes, region, *size)


_EDGES = ("xmin", "ymin", "xmax", "ymax")


def _text(element: ElementTree.Element, path: str) -> str:
    found = element.findtext(path)
    if found is None:
        raise ValueError(f"no {path}")
    return found


def _labelled(
    picture: Path,
    codes: NDArray[np.int64],
    corners: NDArray[np.float64],
    region: NDArray[np.bool_],
    width: float,
    height: float,
) -> Labelled:
    """Boxes (n, 4) in pixels as fractions; those of `region` (n,) are no tiles but regions."""
    if width <= 0 or height <= 0:
        raise DatasetError(f"the labels of {picture.name} say it is {width:g} x {height:g}")
    boxes = corners / np.array([width, height] * 2)
    return Labelled(picture, codes[~region], boxes[~region], boxes[region])


def _beside(labels: Path, name: str) -> Path:
    """The picture that a label file names: beside it, or in the folders where such sets keep pictures.

    Only the last part of the name counts, so that no label file leads outside its set.
    """
    last = Path(name.replace("\\", "/")).name
    for place in (labels.parent, labels.parent / "images", *(labels.parent.parent / p for p in _KEPT)):
        for candidate in (place / last, *((place / last).with_suffix(s) for s in PICTURE_SUFFIXES)):
            if candidate.is_file():
                return candidate
    raise DatasetError(f"{labels} names the picture {last}, which does not lie beside it nor in images/")


_KEPT = ("images", "JPEGImages", ".")
