"""A profile of one's own tiles 我的牌: a photo or two of a set laid out in order adapt the namer to it.

Nothing is trained. The namer's probabilities for each tile of the set are kept. For a new crop, the tiles
with similar probabilities in the profile become likelier, and the others less likely.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.errors import TileError
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.rows import field, rows, split
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.errors import ProfileError
from paiyan.vision.picture.image import Image

NO_PROFILE = Words(
    "{path} 不是牌面档案：请用 paiyan tiles 做一个",
    "{path} is no profile of tiles: make one with paiyan tiles",
    "{path} は牌のプロファイルではありません：paiyan tiles で作ってください",
)
OTHER_MODEL = Words(
    "{path} 是为另一个模型做的：请用 paiyan tiles 重做",
    "{path} was made for another model: make it again with paiyan tiles",
    "{path} は別のモデル用です：paiyan tiles で作り直してください",
)
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


_WEIGHT = 0.5  # of the distance to the profile; from 1 on it makes more names wrong than right
_LEAST = 1e-6
_SPAN = re.compile(r"([1-9])-([1-9])([mpszf])")


class TileNamer(Protocol):
    """A network that names crops: `paiyan.vision.detection.naming.namer.Namer`, or one with a profile."""

    def name(self, image: Image, boxes: Floats) -> Floats:
        """Return the probabilities (n, 47) of boxes (n, 4) of a BGR picture."""
        ...

    def name_and_refine(self, image: Image, boxes: Floats) -> tuple[Floats, Floats]:
        """Return these, and the boxes moved to the tiles' edges if it knows them."""
        ...


@dataclass(frozen=True)
class Profile:
    """A set of tiles as the namer with these `weights` (sha256) sees it: the mean log-probabilities (47,)
    that it gives each tile code of the set."""

    weights: str
    looks: Mapping[int, NDArray[np.float64]]

    def adapt(self, named: Floats) -> Floats:
        """Adapt the namer's probabilities (n, 47) to the set; that of no tile stays as it is."""
        if not len(named) or not self.looks:
            return named
        codes = list(self.looks)
        logs = _log(named)
        far = ((logs[:, None] - np.array([self.looks[c] for c in codes])) ** 2).mean(axis=2)
        tiles = logs[:, :-1].copy()
        tiles[:, codes] -= _WEIGHT * (far - far.min(axis=1, keepdims=True))
        tiles = np.exp(tiles - tiles.max(axis=1, keepdims=True))
        share = named[:, :-1].sum(axis=1, keepdims=True) / tiles.sum(axis=1, keepdims=True)
        return np.concatenate([tiles * share, named[:, -1:]], axis=1).astype(np.float32)

    def save(self, path: Path) -> None:
        """Write it as JSON. Raises OSError."""
        looks = {TILES[code].notation: look.round(3).tolist() for code, look in self.looks.items()}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"weights": self.weights, "tiles": looks}) + "\n", encoding="utf-8")


class ProfiledNamer:
    """A namer adapted by a profile."""

    def __init__(self, namer: TileNamer, profile: Profile) -> None:
        self.namer, self.profile = namer, profile

    def name(self, image: Image, boxes: Floats) -> Floats:
        """Return the probabilities (n, 47), adapted to the set."""
        return self.profile.adapt(self.namer.name(image, boxes))

    def name_and_refine(self, image: Image, boxes: Floats) -> tuple[Floats, Floats]:
        """Return the probabilities (n, 47), adapted to the set, and the boxes moved to the tiles' edges."""
        named, refined = self.namer.name_and_refine(image, boxes)
        return self.profile.adapt(named), refined


def load_profile(path: Path, *, weights: str) -> Profile:
    """Load a profile made with the same `weights`. Raises `ProfileError`."""
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        looks = {parse(name)[0].code: np.array(look, np.float64) for name, look in read["tiles"].items()}
        made = str(read["weights"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise ProfileError(NO_PROFILE, path=path) from error
    if any(look.shape != (len(TILES) + 1,) for look in looks.values()):
        raise ProfileError(NO_PROFILE, path=path)
    if made != weights:
        raise ProfileError(OTHER_MODEL, path=path)
    return Profile(made, looks)


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
    seen: dict[int, list[NDArray[np.float64]]] = {}
    for image, found in pictures:
        boxes = found.boxes[_in_order(found, order)]
        codes = [code for row in order for code in row]
        for code, logs in zip(codes, _log(namer.name(image, boxes)), strict=True):
            seen.setdefault(code, []).append(logs)
    return Profile(weights, {code: np.mean(some, axis=0) for code, some in seen.items()})


def _in_order(found: Detections, order: Sequence[Sequence[int]]) -> list[int]:
    """Return the boxes row by row from the left."""
    lying = _rows(found)
    if len(lying) != len(order):
        raise ProfileError(ROWS_DIFFER, shown=len(lying), wanted=len(order))
    for number, (row, codes) in enumerate(zip(lying, order, strict=True), 1):
        if len(row) != len(codes):
            raise ProfileError(ROW_DIFFERS, row=number, shown=len(row), wanted=len(codes))
    return [i for row in lying for i in row]


def _rows(found: Detections) -> list[tuple[int, ...]]:
    """Return the rows from the top of the picture, each from the left."""
    if not len(found):
        return []
    space, free = field(found), set(range(len(found)))
    longest = max(rows(space, free), key=lambda row: len(row.tiles), default=None)
    if longest is None:
        return [(i,) for i in free]
    if longest.direction[0] < 0:
        longest = longest.turned()
    x, y = longest.direction
    lying = [
        r if r.direction[0] * x + r.direction[1] * y > 0 else r.turned()
        for r in split(space, free, along=(x, y))
    ]

    def down(tiles: tuple[int, ...]) -> float:
        cx, cy = found.centres[list(tiles)].mean(axis=0).tolist()
        return cy * x - cx * y

    return sorted((r.tiles for r in lying), key=down)


def _log(named: Floats) -> NDArray[np.float64]:
    return np.log(named.astype(np.float64).clip(_LEAST))
