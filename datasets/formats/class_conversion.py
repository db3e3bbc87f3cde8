"""Pictures with boxes under the names that a set itself gives its classes, and how they become ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.formats.class_map import NO_TILE, ClassUse, Taken, check, take
from paiyan.datasets.formats.labelled import NOWHERE, OVER, PICTURE_SUFFIXES, DatasetError, Labelled
from paiyan.scorer.tiles.tile import TILES


class Boxed(NamedTuple):
    """A picture and its boxes: `names` of their classes, `boxes` (n, 4) x1, y1, x2, y2 in 0..1; `regions` as
    in `Labelled`; `listed`: the classes that the set's own list names, None where it has no list; `tags`;
    `numbered`: its labels are numbers that no list explains, so that they were taken for ours.
    """

    image: Path
    names: tuple[str, ...]
    boxes: NDArray[np.float64]
    regions: NDArray[np.float64] = NOWHERE
    listed: tuple[str, ...] | None = None
    tags: tuple[str, ...] = ()
    numbered: bool = False


class LabelledSet(NamedTuple):
    """The pictures of a set under our tile codes, and what each of its classes was taken for; `numbered`: in
    some of them numbers were, which no list explains."""

    items: list[Labelled]
    classes: tuple[ClassUse, ...]
    numbered: bool = False


def under_our_codes(
    name: str, pictures: Sequence[Boxed], classes: Mapping[str, Taken] | None = None
) -> LabelledSet:
    """Pictures whose classes are ours. `classes` says what some are; the others tell by their names.

    Raises `UnknownClassError` where neither says what a class with boxes is.
    """
    used = Counter(one for picture in pictures for one in picture.names)
    listed = {one: None for picture in pictures for one in (*(picture.listed or ()), *picture.names)}
    taken = take(listed, classes)
    if not any(picture.listed for picture in pictures):  # no list, so no order of its own
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
    """The codes that a class list names; None where it names all, or there is none."""
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
    """Boxes (n, 4) in pixels of a picture of `size` (width, height); those of `region` (n,) are no tiles but
    regions. Raises `DatasetError` where a box leaves the picture or is none."""
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
    """The picture that a label file names: beside it, or in the folders where such sets keep pictures.

    Only the last part of the name counts, so that no label file leads outside its set.
    """
    last = Path(name.replace("\\", "/")).name
    folders = (labels.parent, labels.parent / "images", *(labels.parent.parent / p for p in _KEPT))
    for place in folders:
        for candidate in (place / last, *((place / last).with_suffix(s) for s in PICTURE_SUFFIXES)):
            if candidate.is_file():
                return candidate
    raise DatasetError(f"{labels} names the picture {last}, which does not lie beside it nor in images/")


_KEPT = ("images", "JPEGImages", "train2017", "val2017", "test2017", "train", "valid", "val", "test", ".")


def as_words(given: Any) -> tuple[str, ...]:
    """A picture's tags. Raises `TypeError` where they are no list."""
    if not isinstance(given, list):
        raise TypeError("a picture's tags are a list of words")
    return tuple(str(word) for word in cast("list[Any]", given))
