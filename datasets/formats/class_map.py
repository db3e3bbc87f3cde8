"""Map the classes of a labelled set to tiles, by name (`class_names`) or by a mapping file, and convert it.

A mapping file is TOML: ``"1 man" = "1m"`` for a tile, ``"xx"`` for a tile face down, ``"nothing"`` for a box
to ignore (a whole hand, a rack), ``"not judged"`` for a tile that has no name here (a joker): detections
there count neither as right nor as wrong. ``""`` is not filled in yet.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.formats.class_names import codes_of
from paiyan.datasets.formats.labelled import NOWHERE, OVER, PICTURE_SUFFIXES, DatasetError, Labelled, text_of
from paiyan.scorer.tiles.tile import TILES

Taken = int | Literal["nothing", "not judged"] | None
"""A tile code, another meaning of a class, or None for a class without a meaning."""
NO_TILE = ("nothing", "not judged")
_CODES = {tile.notation: tile.code for tile in TILES}
_HEAD = """# What each class of {set} is, for `paiyan evaluate --classes`.
# A tile: 1m-9m characters, 1p-9p circles, 1s-9s bamboo, 1z-7z east south west north white green red,
# 1f-8f plum orchid chrysanthemum bamboo spring summer autumn winter, 0m 0p 0s red fives, xx face down.
# "nothing": the box is as good as not there. "not judged": a tile that has no name here, such as a joker.
"""


class UnknownClassError(DatasetError):
    """Raised if classes of a set are no known tile: `taken` maps every class to its meaning, `used` to the
    number of its boxes."""

    def __init__(self, set_name: str, taken: Mapping[str, Taken], used: Counter[str]) -> None:
        self.set_name, self.taken, self.used = set_name, taken, used
        self.unknown = tuple(name for name, meaning in taken.items() if used[name] and meaning is None)
        some = ", ".join(repr(name) for name in self.unknown[:5]) + (" …" if len(self.unknown) > 5 else "")
        super().__init__(
            f"{len(self.unknown)} of the {len(taken)} classes of {set_name} name no tile that we know "
            f"({some})"
        )


class ClassUse(NamedTuple):
    """A class of a set, its meaning, and the number of its boxes."""

    name: str
    taken: Taken
    boxes: int

    @property
    def shown(self) -> str:
        """The meaning, as written in a mapping file."""
        return TILES[self.taken].notation if isinstance(self.taken, int) else self.taken or "?"


def take(names: Iterable[str], overrides: Mapping[str, Taken] | None = None) -> dict[str, Taken]:
    """Map each class to its meaning: from `overrides`, else from its name among the others."""
    by_name: dict[str, Taken] = {**codes_of(names)}
    return {name: (overrides or {}).get(name, taken) for name, taken in by_name.items()}


def not_there(overrides: Mapping[str, Taken], classes: Iterable[str]) -> list[str]:
    """Return the names of a mapping that are no classes of a set: misspelled, or of another one."""
    known = set(classes)
    return [name for name in overrides if name not in known]


def check(set_name: str, taken: Mapping[str, Taken], used: Counter[str]) -> None:
    """Raise `UnknownClassError` if a class that has boxes has no meaning."""
    if any(count and taken[name] is None for name, count in used.items()):
        raise UnknownClassError(set_name, taken, used)


def read_class_map(path: Path) -> dict[str, Taken]:
    """Read a mapping file, without classes not filled in. Raises `DatasetError` with what is wrong."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:  # pragma: no cover
        import tomli as tomllib

    try:
        content: dict[str, Any] = tomllib.loads(text_of(path))
    except (OSError, ValueError) as error:
        raise DatasetError(
            f'{path} is no mapping of classes ({error}): write lines like "1 man" = "1m"'
        ) from error
    return {name: _taken(value, name, path) for name, value in content.items() if value != ""}


def _taken(value: object, name: str, path: Path) -> Taken:
    if isinstance(value, str) and value in _CODES:
        return _CODES[value]
    for known in NO_TILE:
        if value == known:
            return known
    raise DatasetError(
        f"{path}: {name!r} is {value!r}, which is no tile: write one like 1m, 9p, 5z, 8f, 0s or xx, "
        '"nothing" or "not judged"'
    )


def write_class_map(path: Path, set_name: str, taken: Mapping[str, Taken], unknown: Iterable[str]) -> None:
    """Write a mapping file to fill in: first the classes without a meaning, then all others with theirs.

    Raises `DatasetError` if there is such a file already, since somebody may have filled it in.
    """
    some = tuple(unknown)
    lines = [_HEAD.format(set=set_name), "# To be filled in:", *(f'{_quoted(name)} = ""' for name in some)]
    lines += ["", "# Taken for, by their names:"]
    known = [ClassUse(name, what, 0) for name, what in taken.items() if what is not None]
    lines += [f'{_quoted(one.name)} = "{one.shown}"' for one in known]
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    except FileExistsError:
        raise DatasetError(
            f"{path} is there already: fill it in and give it with --classes, or delete it"
        ) from None


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)  # a basic string of TOML is one of JSON


class Boxed(NamedTuple):
    """A picture and its boxes.

    `names` are the classes of its boxes, `boxes` (n, 4) x1, y1, x2, y2 in 0..1; `regions` as in `Labelled`;
    `listed`: the classes in the set's own list, None if it has no list; `tags`; `numbered`: its labels are
    numbers without a list, so that they were read as this project's codes.
    """

    image: Path
    names: tuple[str, ...]
    boxes: NDArray[np.float64]
    regions: NDArray[np.float64] = NOWHERE
    listed: tuple[str, ...] | None = None
    tags: tuple[str, ...] = ()
    numbered: bool = False


class LabelledSet(NamedTuple):
    """The pictures of a set under this project's tile codes, and the meaning of each of its classes.

    `numbered`: some of its labels are numbers without a list.
    """

    items: list[Labelled]
    classes: tuple[ClassUse, ...]
    numbered: bool = False


def under_our_codes(
    name: str, pictures: Sequence[Boxed], classes: Mapping[str, Taken] | None = None
) -> LabelledSet:
    """Convert pictures to this project's codes; classes that are not in `classes` are known by their names.

    Raises `UnknownClassError` if a class with boxes has no meaning.
    """
    used = Counter(one for picture in pictures for one in picture.names)
    listed = {one: None for picture in pictures for one in (*(picture.listed or ()), *picture.names)}
    taken = take(listed, classes)
    if not any(picture.listed for picture in pictures):  # without a list there is no order to keep
        taken = dict(sorted(taken.items(), key=_by_tile))
    check(name, taken, used)
    uses = tuple(ClassUse(one, what, used[one]) for one, what in taken.items())
    numbered = any(picture.numbered for picture in pictures)
    return LabelledSet([_converted(picture, taken) for picture in pictures], uses, numbered)


def _by_tile(item: tuple[str, Taken]) -> tuple[int, str]:
    name, what = item
    return (what if isinstance(what, int) else len(TILES)), name


def _converted(picture: Boxed, taken: Mapping[str, Taken]) -> Labelled:
    what = [taken[name] for name in picture.names]
    tiles = np.array([one not in NO_TILE for one in what], np.bool_)
    open_there = np.array([one == "not judged" for one in what], np.bool_)
    return Labelled(
        picture.image,
        np.array([code for code in what if isinstance(code, int)], np.int64),
        picture.boxes[tiles],
        np.concatenate([picture.regions, picture.boxes[open_there]]),
        _known(picture.listed, taken),
        picture.tags,
    )


def _known(listed: Iterable[str] | None, taken: Mapping[str, Taken]) -> frozenset[int] | None:
    """Return the codes that a class list names; None if it names all, or if there is none."""
    if listed is None:
        return None
    known = frozenset(code for name in listed if isinstance(code := taken[name], int))
    return None if len(known) == len(TILES) else known


def from_corners(
    picture: Path,
    names: Sequence[str],
    corners: NDArray[np.float64],
    region: NDArray[np.bool_],
    size: tuple[float, float],
) -> Boxed:
    """Return boxes (n, 4) in pixels of a picture of `size` (width, height) as shares; those marked in
    `region` (n,) are regions, not tiles. Raises `DatasetError` if a box leaves the picture or is empty."""
    width, height = size
    if width <= 0 or height <= 0:
        raise DatasetError(f"the labels of {picture.name} say it is {width:g} x {height:g}")
    boxes = corners.reshape((-1, 4)) / np.array([width, height] * 2)
    ordered = (boxes[:, :2] <= boxes[:, 2:]).all(axis=1)
    sound = ordered & (boxes >= -OVER).all(axis=1) & (boxes <= 1 + OVER).all(axis=1)
    if not sound.all():
        wrong = ", ".join(f"{edge:g}" for edge in corners.reshape((-1, 4))[~sound][0])
        raise DatasetError(
            f"the labels of {picture.name} have a box from left to bottom {wrong}, which its {width:g} x "
            f"{height:g} pixels do not hold: mend it"
        )
    own = tuple(name for name, apart in zip(names, region.tolist(), strict=True) if not apart)
    return Boxed(picture, own, boxes[~region], boxes[region])


def picture_of_labels(labels: Path, name: str) -> Path:
    """Find the picture that a label file names: next to it, or in the usual folders for pictures.

    Only the last part of the name is used, so that no label file leads outside its set.
    """
    last = Path(name.replace("\\", "/")).name
    folders = (labels.parent, labels.parent / "images", *(labels.parent.parent / p for p in _KEPT))
    for place in folders:
        for candidate in (place / last, *((place / last).with_suffix(s) for s in PICTURE_SUFFIXES)):
            if candidate.is_file():
                return candidate
    raise DatasetError(f"{labels} names the picture {last}, which does not lie beside it nor in images/")


_KEPT = ("images", "JPEGImages", "train2017", "val2017", "test2017", "train", "valid", "val", "test", ".")


def as_words(tags: Any) -> tuple[str, ...]:
    """Return a picture's tags. Raises `TypeError` if they are not a list."""
    if not isinstance(tags, list):
        raise TypeError("a picture's tags are a list of words")
    return tuple(str(word) for word in cast("list[Any]", tags))
