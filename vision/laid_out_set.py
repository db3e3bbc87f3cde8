"""A set of tiles laid out in order in a photo or two: how the profile of one's own tiles 我的牌 is made.

``paiyan tiles`` makes it; `paiyan.vision.detection.naming.tile_profile` adapts the namer by it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.errors import TileError
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.tiles.notation import parse
from paiyan.vision.detection.naming.tile_profile import Profile, TileNamer, log_probabilities
from paiyan.vision.detection.rows import Field, Point, Row, field, rows, worth
from paiyan.vision.detections import Detections
from paiyan.vision.errors import ProfileError
from paiyan.vision.picture.image import Image

ORDER = Words("排列 {text!r}：{wrong}", "the order {text!r}: {wrong}", "並び {text!r}：{wrong}")
EMPTY_ROW = Words(
    "排列 {text!r} 有空行：请按 1-9m / 1-9p 逐行写",
    "the order {text!r} has an empty row: write the rows like 1-9m / 1-9p",
    "並び {text!r} に空の行があります：1-9m / 1-9p のように書いてください",
)
ROWS_DIFFER = Words(
    "照片里有 {shown} 行牌，而排列有 {wanted} 行：请照排列摆，行间留空",
    "the photo shows {shown} rows of tiles where the order has {wanted}: lay them out so, with a gap between"
    " the rows",
    "写真の牌は {shown} 行ですが、並びは {wanted} 行です：そのとおりに、行の間を空けて並べてください",
)
ROW_DIFFERS = Words(
    "第 {row} 行有 {shown} 张牌，而排列是 {wanted} 张：请拍近些，或按实际排列写",
    "row {row} shows {shown} tiles where the order has {wanted}: photograph it nearer, or give the order as"
    " they lie",
    "{row} 行目は {shown} 枚ですが、並びは {wanted} 枚です：近くで撮るか、実際の並びを書いてください",
)

_BEND = 25.0  # degrees between two rows of a set
_SPAN = re.compile(r"([1-9])-([1-9])([mpszf])")


def parse_order(text: str) -> list[list[int]]:
    """Parse tile codes row by row, top row first: ``1-9m / 1-9p / 1-9s / 1-7z 1-8f``. Raises
    `ProfileError`."""
    try:
        plain = _SPAN.sub(lambda m: "".join(map(str, range(int(m[1]), int(m[2]) + 1))) + m[3], text)
        found = [[t.code for t in parse(row)] for row in plain.split("/")]
    except TileError as wrong:
        raise ProfileError(ORDER, text=text, wrong=wrong) from wrong
    if not all(found):
        raise ProfileError(EMPTY_ROW, text=text)
    return found


def make_profile(
    namer: TileNamer,
    pictures: Sequence[tuple[Image, Detections]],
    order: Sequence[Sequence[int]],
    *,
    weights: str,
) -> Profile:
    """Make the profile of a set that lies in `order` in each picture, given with its detections.

    Raises `ProfileError` if a picture does not show the rows of the order.
    """
    logs_of: dict[int, list[NDArray[np.float64]]] = {}
    for image, detections in pictures:
        boxes = detections.boxes[_in_order(detections, order)]
        codes = [code for row in order for code in row]
        for code, logs in zip(codes, log_probabilities(namer.name(image, boxes)), strict=True):
            logs_of.setdefault(code, []).append(logs)
    return Profile(weights, {code: np.mean(logs, axis=0) for code, logs in logs_of.items()})


def _in_order(detections: Detections, order: Sequence[Sequence[int]]) -> list[int]:
    """Return the boxes row by row from the left."""
    lying = _rows(detections)
    if len(lying) != len(order):
        raise ProfileError(ROWS_DIFFER, shown=len(lying), wanted=len(order))
    for number, (row, codes) in enumerate(zip(lying, order, strict=True), 1):
        if len(row) != len(codes):
            raise ProfileError(ROW_DIFFERS, row=number, shown=len(row), wanted=len(codes))
    return [i for row in lying for i in row]


def _rows(detections: Detections) -> list[tuple[int, ...]]:
    """Return the rows from the top of the picture, each from the left."""
    if not len(detections):
        return []
    space, free = field(detections), set(range(len(detections)))
    longest = max(rows(space, free), key=lambda row: len(row.tiles), default=None)
    if longest is None:
        return [(i,) for i in free]
    if longest.direction[0] < 0:
        longest = longest.turned()
    x, y = longest.direction
    lying = _split(space, free, (x, y))

    def down(tiles: tuple[int, ...]) -> float:
        cx, cy = detections.centres[list(tiles)].mean(axis=0).tolist()
        return cy * x - cx * y

    return sorted((r.tiles for r in lying), key=down)


def _split(space: Field, free: set[int], along: Point) -> list[Row]:
    """Split tiles into parallel rows, the best first; a tile that fits no row is a row of one.

    Rows are searched again only if a row that was taken broke another one that would come next.
    """
    left, found = set(free), list[Row]()
    known = _along(space, left, along)
    while left:
        whole = [row for row in known if left.issuperset(row.tiles)]
        best = max(whole, key=lambda row: worth(space, row), default=None)
        spoilt = max((len(left.intersection(row.tiles)) for row in known if row not in whole), default=0)
        if spoilt > 1 and (best is None or spoilt >= len(best.tiles)):
            known = _along(space, left, along)
            best = max(known, key=lambda row: worth(space, row), default=None)
        if best is None:
            lone = min(left)
            best = Row((lone,), along, space.sizes[lone][0], ())
        found.append(best)
        left -= set(best.tiles)
        known = [row for row in known if left.intersection(row.tiles)]
    return found


def _along(space: Field, free: set[int], along: Point) -> list[Row]:
    """Return every row whose direction differs from `along` by at most `_BEND`, towards its end."""
    found: list[Row] = []
    for row in rows(space, free):
        cosine = row.direction[0] * along[0] + row.direction[1] * along[1]
        if abs(cosine) >= math.cos(math.radians(_BEND)):
            found.append(row if cosine > 0 else row.turned())
    return found
