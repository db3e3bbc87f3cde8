"""Draw close pictures of a few tiles in a row, from any set's faces, for training crops.

They are drawn in perspective with the sides and backs of the tiles, so that a face looks as in photos:
aslant, with its neighbours at its edges and the side of the tile below. Whole scenes
(`paiyan.datasets.synth`) have few flowers; here most tiles are flowers, white dragons and backs, which look
the same from far away. A set of tiles is its faces 牌面, photographed or drawn.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.prepare import inverted
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.datasets.namer_training.crops import NOTHING
from paiyan.datasets.namer_training.tabletop import (
    SUBPIXEL_BITS,
    Floats,
    Picture,
    draw_tabletop,
    seen_from,
    subpixel,
)
from paiyan.datasets.synth.faces.drawing import painted_face
from paiyan.datasets.synth.faces.flowers import sample_design
from paiyan.datasets.synth.faces.style import (
    MATERIALS,
    Colour,
    FaceStyle,
    Inks,
    hsv,
    of_material,
    sample_style,
)
from paiyan.datasets.synth.scenes.random_scenes import Resources
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED
from paiyan.vision.picture.image import load

WHITE = 31
_GEM_FIVES = [13, RED + 1] * 4
"""Fives of circles, plain and red, as often again as four other tiles: only a gem distinguishes them."""
_HEIGHT = 132  # pixels of a drawn face
_BLACK = (35, 35, 35)
_DARK, _COLOURED, _OLD = 0.08, 0.12, 0.2
"""Shares of sets with faces that are black, coloured, yellow or brown."""


class FaceSet(NamedTuple):
    """A set of tiles: its `codes`, a face of a code as BGR (h, w, 3), the colour of its unprinted parts, and
    that of its backs; None: any."""

    codes: Sequence[int]
    face: Callable[[int], Picture]
    ground: Colour
    back: Colour | None = None


def photographed_sets(photos: Path, *, without: Sequence[str] = ()) -> Mapping[str, FaceSet]:
    """Read the sets of single tiles in `photos` (``tiles.csv``) by their `source`, without some of them.

    Raises `DatasetError` if there are none, or a name in `without` is not a set.
    """
    found = dict[str, dict[int, list[Path]]]()
    for source, code, path in _listed(photos):
        found.setdefault(source, {}).setdefault(code, []).append(path)
    if unknown := sorted(set(without) - set(found)):
        raise DatasetError(f"tiles.csv of {photos} knows no set {', '.join(unknown)}: name one that it lists")
    return {source: _photographed(paths) for source, paths in found.items() if source not in without}


def _listed(photos: Path) -> Iterator[tuple[str, int, Path]]:
    try:
        names = (photos / "classes.txt").read_text(encoding="utf-8").split()
        with (photos / "tiles.csv").open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                yield row["source"], names.index(row["class"]), photos / row["image"]
    except (OSError, KeyError, ValueError) as error:
        raise DatasetError(
            f"{photos} does not list single tiles ({error}): it needs tiles.csv and classes.txt"
        ) from error


def _photographed(paths: Mapping[int, Sequence[Path]]) -> FaceSet:
    faces = {code: [load(path) for path in some] for code, some in paths.items()}
    taken = dict.fromkeys(faces, 0)

    def face(code: int) -> Picture:
        """Return the pictures of a tile in turn."""
        taken[code] += 1
        return faces[code][taken[code] % len(faces[code])]

    bright = np.concatenate(
        [np.percentile(some[0].reshape(-1, 3), 75, axis=0)[None] for some in faces.values()]
    )
    blue, green, red = (round(v) for v in np.median(bright, axis=0).tolist())
    return FaceSet(sorted(faces), face, (blue, green, red))


def drawn_set(rng: np.random.Generator, resources: Resources, *, gems: float = 0.0) -> FaceSet:
    """Draw a random set, with flowers in a design of its own; some have faces that are not white.

    A share of `gems` marks red circles with a gem; such a set has its fives of circles more often.
    """
    style = sample_style(rng, fonts=resources.fonts, art=resources.art)
    style = replace(style, flowers=sample_design(rng, style), white=_white(rng, style))
    style = _ground(rng, style)
    if style.art is not None and rng.random() < 0.5:  # the family's flowers or the drawn ones
        style = replace(style, art=None)
    codes = [code for code in range(BACK) if code < RED or rng.random() < 0.5]
    if gems and rng.random() < gems:
        style = replace(style, art=None, red_circle="gem")
        codes = [*codes, *_GEM_FIVES]

    return FaceSet(codes, partial(painted_face, style, height=_HEIGHT), style.ground)


def material_set(rng: np.random.Generator, resources: Resources) -> FaceSet:
    """Draw a set that is not white, with a back of its own; a third of them mark red circles with a gem."""
    style = sample_style(rng, fonts=resources.fonts, art=())
    style = of_material(style, MATERIALS[int(rng.integers(len(MATERIALS)))], rng)
    style = replace(
        style, flowers=sample_design(rng, style), white=_white(rng, style),
        red_circle="gem" if rng.random() < 0.35 else "painted",
    )  # fmt: skip

    return FaceSet(range(BACK), partial(painted_face, style, height=_HEIGHT), style.ground, style.back)


def _white(rng: np.random.Generator, style: FaceStyle) -> str:
    """Make blank white dragons more frequent than they are: they are the hard ones."""
    return "blank" if rng.random() < 0.35 else style.white


def _ground(rng: np.random.Generator, style: FaceStyle) -> FaceStyle:
    lot = rng.random()
    if lot < _DARK:
        pale = Inks(
            blue=hsv(rng.uniform(185, 225), 0.5, 0.95), green=hsv(rng.uniform(90, 150), 0.5, 0.9),
            red=hsv(rng.uniform(-10, 20), 0.65, 0.95), black=hsv(rng.uniform(0, 360), 0.1, 0.95),
        )  # fmt: skip
        return replace(
            style, inks=pale, art=None, ground=hsv(rng.uniform(0, 360), 0.3, rng.uniform(0.04, 0.22))
        )
    if lot < _DARK + _COLOURED:
        ground = hsv(rng.uniform(0, 360), rng.uniform(0.1, 0.35), rng.uniform(0.75, 1))
    elif lot < _DARK + _COLOURED + _OLD:  # bone, wood, yellowed
        ground = hsv(rng.uniform(22, 52), rng.uniform(0.2, 0.6), rng.uniform(0.6, 0.95))
    else:
        return style
    return replace(style, ground=ground)


def tinted_set(rng: np.random.Generator, faces: FaceSet) -> FaceSet:
    """Tint the faces of a set: yellowed, coloured, or light on black."""
    lot = rng.random()
    if lot > 0.4:
        return faces
    black = lot < 0.05
    hue = rng.uniform(22, 55) if lot < 0.3 else rng.uniform(0, 360)
    colour = np.array(hsv(hue, rng.uniform(0.05, 0.4), rng.uniform(0.7, 1))) / 255

    def face(code: int) -> Picture:
        return inverted(faces.face(code)) if black else (faces.face(code) * colour).astype(np.uint8)

    blue, green, red = (round(v) for v in (np.array(faces.ground) * colour).tolist())
    return FaceSet(faces.codes, face, _BLACK if black else (blue, green, red))


def choose_face(rng: np.random.Generator, codes: Sequence[int], *, flowers: float, white: float) -> int:
    """Draw a code: a flower or the white dragon with these probabilities, if the set has them."""
    lot = rng.random()
    some = [code for code in codes if FLOWER <= code < RED]
    if some and lot < flowers:
        return some[int(rng.integers(len(some)))]
    if WHITE in codes and lot < flowers + white:
        return WHITE
    return codes[int(rng.integers(len(codes)))]


_SIDE = 240


class Shown(NamedTuple):
    """A picture BGR (240, 240, 3), the codes (n,) of its tiles and their boxes (n, 4) in pixels."""

    picture: Picture
    classes: NDArray[np.int64]
    boxes: Floats


class _Camera(NamedTuple):
    """A camera at distance `away` that turns the table's axes (along the row, towards the camera, up; a tile
    is 1 wide) into right, down and away; a tile is `scale` pixels wide."""

    turn: Floats
    away: float
    scale: float
    target: Floats

    def project(self, points: Floats) -> Floats:
        """Project points (n, 3) to pixels (n, 2)."""
        right, down, away = ((points - self.target) @ self.turn.T).T
        near = self.scale * self.away / (self.away + away)
        return np.stack([right * near, down * near], axis=1) + _SIDE / 2

    def sees(self, middle: Floats, normal: Floats) -> bool:
        """True if the camera is in front of a face."""
        eye = self.target - self.away * self.turn[2]
        return float((eye - middle) @ normal) > 0


class _Tile(NamedTuple):
    """A tile of half sizes `half` (3,) around `middle` (3,).

    Its face looks along `axis` in the direction `sign`, turned by `quarter` turns; without a picture the back
    is visible.
    """

    middle: Floats
    half: Floats
    axis: int
    sign: int
    quarter: int
    code: int
    picture: Picture | None


def draw_close_row(rng: np.random.Generator, faces: FaceSet, *, flowers: float, white: float) -> Shown:
    """Draw a few tiles of a set in a row, lying or standing, some turned, some face down.

    `flowers` and `white` are the shares of flowers and white dragons. Boxed are the tiles that are wholly in
    the picture, and some sides, which are not tiles.
    """
    picture = cv2.resize(draw_tabletop(rng), (_SIDE, _SIDE), interpolation=cv2.INTER_CUBIC).astype(np.uint8)
    standing = rng.random() < 0.3
    camera = _camera(rng, standing=standing)
    back, share = _back_colour(rng), rng.uniform(0.1, 0.55)
    back = faces.back or back
    tiles = list(_row(rng, faces, standing=standing, flowers=flowers, white=white))
    eye = camera.target - camera.away * camera.turn[2]
    tiles.sort(key=lambda tile: -float(np.linalg.norm(tile.middle - eye)))
    light = rng.uniform(0.62, 1.05, size=3)
    classes: list[int] = []
    boxes: list[Floats] = []
    for tile in tiles:
        seen = _draw(picture, camera, tile, colours=(faces.ground, back), share=share, light=light)
        for code, corners in seen:
            if code == NOTHING and rng.random() > 0.15:
                continue
            box = np.concatenate([corners.min(axis=0), corners.max(axis=0)])
            if box.min() >= 0 and box.max() < _SIDE and (box[2:] - box[:2]).min() > 9:
                classes.append(code)
                boxes.append(_found(rng, box))
    return Shown(picture, np.array(classes, np.int64), np.array(boxes).reshape(-1, 4))


def _found(rng: np.random.Generator, box: Floats) -> Floats:
    """Change a box to one that a detector would give: often with a little of the side below."""
    if rng.random() < 0.4:
        box[3] = min(box[3] + rng.uniform(0, 0.3) * (box[3] - box[1]), _SIDE - 1)
    return box


def _back_colour(rng: np.random.Generator) -> Colour:
    if rng.random() < 0.5:
        return hsv(rng.uniform(0, 360), rng.uniform(0.4, 0.95), rng.uniform(0.2, 0.9))
    hue = rng.uniform(0, 360)
    least = 0.35 if 20 < hue < 90 else 0.14
    return hsv(hue, rng.uniform(least, least + 0.3), rng.uniform(0.7, 1))


def _camera(rng: np.random.Generator, *, standing: bool) -> _Camera:
    turn, lift = rng.normal(0, 14), rng.uniform(4, 40) if standing else rng.uniform(28, 88)
    axes = seen_from(np.deg2rad(turn), np.deg2rad(lift)) * [[1], [1], [-1]]
    target = np.array([rng.normal(0, 0.15), 0, 0.6 if standing else 0.3])
    return _Camera(axes, rng.uniform(5, 30), rng.uniform(38, 82), target)


def _row(
    rng: np.random.Generator, faces: FaceSet, *, standing: bool, flowers: float, white: float
) -> Sequence[_Tile]:
    high, deep, gap = rng.uniform(1.24, 1.45), rng.uniform(0.55, 0.95), abs(rng.normal(0, 0.03))
    upside, hidden = 0.5 if rng.random() < 0.2 else 0.06, 0.85 if rng.random() < 0.12 else 0.08
    count = int(rng.integers(2, 6))
    codes = [choose_face(rng, faces.codes, flowers=flowers, white=white) for _ in range(count)]
    tiles: list[_Tile] = []
    at = -0.5 * count
    for code in codes:
        down = rng.random() < hidden
        quarter = 2 if rng.random() < upside else 0
        if not standing and rng.random() < 0.08:
            quarter += 1
        wide, long = (high, 1.0) if quarter % 2 else (1.0, high)
        half = 0.5 * np.array([wide, deep, long] if standing else [wide, long, deep])
        shift = (high - long) / 2 + rng.normal(0, 0.03)
        middle = np.array([at + wide / 2, shift if not standing else 0.0, half[2]])
        axis = 1 if standing else 2
        picture = None if down else faces.face(code)
        tiles.append(_Tile(middle, half, axis, -1 if down else 1, quarter, BACK if down else code, picture))
        at += wide + gap
    if rng.random() < 0.25:  # another layer, below
        lower = [tile.middle - [rng.normal(0, 0.1), 0, 2 * tile.half[2]] for tile in tiles]
        tiles += [
            tile._replace(middle=middle, sign=-1, picture=None, code=NOTHING)
            for tile, middle in zip(tiles, lower, strict=True)
        ]
    return tiles


def _draw(
    picture: Picture,
    camera: _Camera,
    tile: _Tile,
    *,
    colours: tuple[Colour, Colour],
    share: float,
    light: Floats,
) -> list[tuple[int, Floats]]:
    """Draw a tile of two slabs, for its face and its back; return the visible codes and corners (4, 2)."""
    along = np.eye(3)[tile.axis] * tile.sign
    seen: list[tuple[int, Floats]] = []
    depth = tile.half[tile.axis]
    for colour, part, middle, outside in (
        (colours[1], share, -(1 - share), -1),
        (colours[0], 1 - share, share, 1),
    ):
        half = tile.half.copy()
        half[tile.axis] = depth * part
        centre = tile.middle + along * depth * middle
        for axis in range(3):
            for sign in (-1, 1):
                normal = np.eye(3)[axis] * sign
                inner = axis == tile.axis and sign * tile.sign != outside
                if inner or not camera.sees(centre + normal * half, normal):
                    continue
                corners = camera.project(_corners(centre, half, axis, sign))
                face = axis == tile.axis and outside == 1
                shown = tile.picture if face else None
                _fill(picture, corners, colour, shown, light=float(light[axis]), quarter=tile.quarter)
                if axis == tile.axis and tile.code != NOTHING:
                    seen.append((tile.code, corners))
                elif axis == 1 and outside == 1:
                    seen.append((NOTHING, corners))
    return seen


def _corners(centre: Floats, half: Floats, axis: int, sign: int) -> Floats:
    """Return the corners (4, 3) of a face of a box, from its upper left around, as seen from the front."""
    right = np.array([1.0, 0, 0]) if axis else np.array([0, -1.0 * sign, 0])
    down = np.array([0, 1.0, 0]) if axis == 2 else np.array([0, 0, -1.0])
    normal = np.eye(3)[axis] * sign
    return (
        np.array([normal + a * right + b * down for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]) * half
        + centre
    )


def _fill(
    picture: Picture, corners: Floats, colour: Colour, face: Picture | None, *, light: float, quarter: int
) -> None:
    """Fill a face with its colour or a picture, in its light, with a bright edge."""
    fine = subpixel(corners)
    edge = tuple(min(1.06 * light * v, 255.0) for v in colour)
    if face is None:
        cv2.fillConvexPoly(picture, fine, tuple(light * v for v in colour), cv2.LINE_AA, SUBPIXEL_BITS)
    else:
        _paste(picture, corners, face, light=light, quarter=quarter)
    cv2.polylines(picture, [fine], True, edge, 1, cv2.LINE_AA, SUBPIXEL_BITS)


def _paste(
    picture: Picture, corners: Floats, picture_of_face: Picture, *, light: float, quarter: int
) -> None:
    """Stretch a picture over a face, inside the part of the whole that it covers."""
    low = np.floor(corners.min(axis=0)).clip(0, _SIDE).astype(int)
    x, y = low.tolist()
    wide, tall = (np.ceil(corners.max(axis=0)).clip(0, _SIDE).astype(int) + 1 - low).tolist()
    part = picture[y : y + tall, x : x + wide]
    tall, wide = part.shape[:2]
    if min(tall, wide) < 2:
        return
    high, across = picture_of_face.shape[:2]
    source = np.roll(np.array([[0, 0], [across, 0], [across, high], [0, high]], np.float32), quarter, axis=0)
    there = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    shrunk = (
        cv2.blur(picture_of_face, (1 + round(0.4 * high / max(tall, 1)),) * 2)
        if high > 2 * tall
        else picture_of_face
    )
    face = cv2.warpPerspective(shrunk, there, (wide, tall), borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((tall, wide), np.uint8)
    cv2.fillConvexPoly(mask, subpixel(corners - low), 255, cv2.LINE_AA, SUBPIXEL_BITS)
    alpha = mask[..., None].astype(np.float32) / 255
    part[:] = part * (1 - alpha) + (face * np.float32(light)).clip(0, 255) * alpha
