"""Add printed objects 印刷之物 文字 to training photos, which are not tiles: rulers, cards, keys, writing.

Few photos show what is printed on players' racks and tables; a detector trained only on those takes the
characters and stickers of other racks for tiles. Drawn prints (`paiyan.datasets.synth.compositing.prints`)
are laid into photos, never over a tile. So is writing: on racks, in banners of streamed tables, on signs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from paiyan.datasets.detector_training.composites import Strip, clusters
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.datasets.synth.compositing.prints import TEXELS, print_of
from paiyan.datasets.synth.faces.characters import draws, find_fonts, in_pixels
from paiyan.datasets.synth.scenes.distractors import PRINTED

_RULER, _MOST = 0.75, 4  # the probability of a ruler, and the maximum number of other things
_ROW = 4  # the minimum number of boxes in a row
_LOOSE = ("card", "domino", "keys", "screen", "sheet", "box", "disc", "emblem", "title")
_TRIES = 6

Picture = NDArray[np.uint8]
Boxes = NDArray[np.float64]


def with_printed_things(photo: Strip, rng: np.random.Generator, fonts: Sequence[Path]) -> Strip:
    """Add a ruler along the lowest row, and other things where there is no tile, scaled to the tiles; the
    boxes, and the pixels in them, do not change."""
    picture, boxes = photo.picture.copy(), photo.boxes
    if not len(boxes):
        return photo
    tile = 0.85 * float(np.sqrt(np.median(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1))))
    if rng.random() < _RULER and (row := _lowest_row(boxes)) is not None:
        size = tile * float(rng.uniform(0.8, 1.7))
        _lay(picture, _drawn(rng, "ruler", fonts), _before(row, size, tile, rng), boxes, rng)
    for _ in range(int(rng.integers(0, _MOST + 1))):
        kind, size = _LOOSE[int(rng.integers(len(_LOOSE)))], tile * float(rng.uniform(0.7, 1.2))
        reach = size * math.hypot(*PRINTED[kind][:2]) / 2
        for _ in range(_TRIES):
            at = rng.uniform((0, 0), picture.shape[1::-1])
            near = np.abs((boxes[:, :2] + boxes[:, 2:]) / 2 - at) < reach + (boxes[:, 2:] - boxes[:, :2]) / 2
            if not near.all(axis=1).any():
                to = _placed(PRINTED[kind], at, size, float(rng.uniform(0, 2 * math.pi)))
                _lay(picture, _drawn(rng, kind, fonts), to, boxes, rng)
                break
    return photo._replace(picture=picture)


def _drawn(rng: np.random.Generator, kind: str, fonts: Sequence[Path]) -> Picture:
    return print_of(kind, int(rng.integers(1 << 30)), fonts[int(rng.integers(len(fonts)))])


def _lowest_row(boxes: Boxes) -> Boxes | None:
    """Return the boxes of the row that reaches farthest down, (n, 4)."""
    rows = [boxes[group] for group in clusters(boxes) if len(group) >= _ROW]
    return max(rows, key=lambda row: float(np.median(row[:, 3])), default=None)


def _before(row: Boxes, size: float, tile: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the transform (2, 3) that puts a ruler along the lower edges of a row, a little below."""
    x, y = (row[:, 0] + row[:, 2]) / 2, row[:, 3]
    slope = float(np.clip(np.polyfit(x, y, 1)[0], -0.5, 0.5)) if np.ptp(x) > 2 * tile else 0.0
    below = float(np.max(y - slope * x)) + abs(float(rng.normal(0, 0.15))) * tile
    deep = size * PRINTED["ruler"][1]
    middle = float(x.mean() + rng.normal(0, 3) * tile)
    at = np.array([middle, below + slope * middle + deep / 2 * math.hypot(1, slope)])
    return _placed(PRINTED["ruler"], at, size, math.atan(slope))


def _placed(
    thing: tuple[float, float, float], centre: NDArray[np.float64], size: float, turn: float
) -> NDArray[np.float64]:
    """Return the transform (2, 3) from a print's pixels to a photo's: its middle at `centre`, `size` per
    unit."""
    c, s = (f(turn) * size / TEXELS for f in (math.cos, math.sin))
    linear = np.array([(c, -s), (s, c)])
    middle = linear @ (np.array(thing[:2]) * TEXELS / 2)
    return np.column_stack([linear, centre - middle])


def _lay(
    picture: Picture, page: Picture, to: NDArray[np.float64], boxes: Boxes, rng: np.random.Generator
) -> None:
    """Draw a print into a picture, behind the tiles, about as bright as what it covers."""
    share = max(1.0, 1 / math.hypot(to[0, 0], to[1, 0]))
    small = cv2.resize(page, None, fx=1 / share, fy=1 / share, interpolation=cv2.INTER_AREA)
    grown = to * (page.shape[1] / small.shape[1], page.shape[0] / small.shape[0], 1)
    laid = cv2.warpAffine(small, grown, picture.shape[1::-1], flags=cv2.INTER_LINEAR).astype(np.float32)
    for x1, y1, x2, y2 in np.rint(boxes).astype(int).tolist():
        laid[max(y1, 0) : y2, max(x1, 0) : x2] = 0
    laid[..., :3] *= float(rng.uniform(0.6, 1.05))
    over = picture * (1 - laid[..., 3:] / 255) + laid[..., :3]
    picture[:] = np.clip(np.rint(over), 0, 255).astype(np.uint8)


_HIGH = (18, 84)  # pixels of a line
_LONG = (2, 14)  # characters
_HAN = (0x4E00, 0x9FA5)
_PLAIN = "0123456789ABCDEFGHJKLMNPRSTUWXYZabcdefghknrstuwy:.-/%"


def fonts_to_write() -> tuple[Path, ...]:
    """Return the CJK fonts of this machine. Raises `DatasetError` if there is none."""
    fonts = find_fonts()
    if not fonts:
        raise DatasetError("there is no CJK font to write with: install one, such as fonts-noto-cjk")
    return fonts


def banner(rng: np.random.Generator, fonts: Sequence[Path]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Draw a line of writing on a plain bar: BGR (h, w, 3), and the coverage of its ink (h, w) in 0..1."""
    font, high = fonts[int(rng.integers(len(fonts)))], int(rng.integers(_HIGH[0], _HIGH[1]))
    text = _text(rng, font)
    face = in_pixels(font, round(high * rng.uniform(0.6, 0.95)))
    left, top, right, bottom = face.getbbox(text)
    wide = round(right - left + high * rng.uniform(0.1, 1.0))
    page = Image.new("L", (wide, high), 0)
    at = ((wide - right + left) / 2 - left, (high - bottom + top) / 2 - top)
    ImageDraw.Draw(page).text(at, text, font=face, fill=255)
    ink = np.asarray(page, np.float64) / 255
    ground = rng.integers(0, 256, size=3).astype(np.float64)
    if rng.random() < 0.4:
        ground[:] = rng.integers(190, 256)
    colour = rng.integers(0, 256, size=3)
    if abs(float(colour.mean() - ground.mean())) < 60:
        colour = colour // 4 if ground.mean() > 127 else 255 - colour // 4
    picture = ground * (1 - ink[..., None]) + colour * ink[..., None]
    return picture.round().astype(np.uint8), ink


def line(rng: np.random.Generator, fonts: Sequence[Path]) -> Strip:
    """Draw a line of writing as a strip without tiles."""
    picture, _ = banner(rng, fonts)
    return Strip(picture, np.zeros(0, np.int64), np.zeros((0, 4)))


def written_on(photo: Strip, rng: np.random.Generator, fonts: Sequence[Path]) -> Strip:
    """Write a line over a place without tiles; return the photo unchanged if there is none.

    Some lines have a bar behind them, others are only ink.
    """
    picture, ink = banner(rng, fonts)
    high, wide = map(int, ink.shape)
    height, width = map(int, photo.picture.shape[:2])
    if wide > width or high > height:
        return photo
    for _ in range(_TRIES):
        x, y = rng.integers((width - wide + 1, height - high + 1)).tolist()
        x1, y1, x2, y2 = photo.boxes.T
        if not ((x1 < x + wide) & (x < x2) & (y1 < y + high) & (y < y2)).any():
            break
    else:
        return photo
    if rng.random() < 0.6:
        ink = np.ones_like(ink)
    out = photo.picture.copy()
    there = out[y : y + high, x : x + wide]
    there[:] = (there * (1 - ink[..., None]) + picture * ink[..., None]).round().astype(np.uint8)
    return photo._replace(picture=out)


def _text(rng: np.random.Generator, font: Path) -> str:
    """Draw characters that the font has, with digits and letters now and then."""
    plain = rng.choice([0.0, 0.2, 0.9], p=[0.5, 0.35, 0.15])
    drawn: list[str] = []
    for _ in range(int(rng.integers(_LONG[0], _LONG[1]))):
        if rng.random() < plain:
            drawn.append(_PLAIN[int(rng.integers(len(_PLAIN)))])
            continue
        some = (chr(int(code)) for code in rng.integers(_HAN[0], _HAN[1], size=4))
        drawn.append(next((c for c in some if draws(font, c)), _PLAIN[int(rng.integers(len(_PLAIN)))]))
    return "".join(drawn)
