"""Compose training pictures: dense strips of boxed tiles on one canvas, and writing laid into photos.

A photo of a hand shows fourteen tiles in a thin strip and little else, so most of the time spent on it
teaches nothing. A composite of the same size holds several times as many tiles, each with its own random
size, shape, light and sharpness. Tiles cut by a strip's edge are painted over, so that no tile is without a
box.

Few photos show what is written on players' racks, in banners of streamed tables and on signs; a detector
trained only on those takes such characters for tiles. So lines of writing are laid into photos, never over a
tile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from paiyan.datasets.formats.labelled import DatasetError, Labelled
from paiyan.datasets.synth.faces.canvas import coded
from paiyan.datasets.synth.faces.characters import draws, find_fonts, in_pixels

Picture = NDArray[np.uint8]


class Strip(NamedTuple):
    """A piece of a photo: BGR picture (h, w, 3), classes (n,), boxes (n, 4) in pixels of it."""

    picture: Picture
    classes: NDArray[np.int64]
    boxes: NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class CompositeOptions:
    """The parameters of composites; every number is recorded in the recipe."""

    size: int = 640
    tile_px: tuple[float, float] = (26.0, 72.0)
    aspect: float = 0.35
    quarter_turn: float = 0.12
    half_turn: float = 0.08
    squash: float = 0.05
    kept: float = 0.7
    smallest: float = 0.0


def clusters(boxes: NDArray[np.float64]) -> list[NDArray[np.int64]]:
    """Group boxes that touch when each is grown by a third of its size: rows, melds, blocks."""
    grow = (boxes[:, 2:] - boxes[:, :2]) * 0.35 / 2
    low, high = boxes[:, :2] - grow, boxes[:, 2:] + grow
    touch = ((low[:, None] < high[None]) & (low[None] < high[:, None])).all(axis=2)
    group = np.arange(len(boxes))
    for _ in range(len(boxes)):
        spread = np.where(touch, group[None], len(boxes)).min(axis=1)
        if (spread == group).all():
            break
        group = spread
    return [np.flatnonzero(group == g) for g in np.unique(group)]


def as_strip(picture: Picture, item: Labelled) -> Strip:
    """Return a whole photo with its boxes in pixels."""
    return Strip(picture, item.classes, item.boxes * np.tile(picture.shape[1::-1], 2))


def cut(strip: Strip, *, window: NDArray[np.float64], kept: float) -> Strip:
    """Cut out a window (4,) in pixels; boxes of which less than `kept` is visible are painted over."""
    height, width = strip.picture.shape[:2]
    x1, y1, x2, y2 = np.clip(np.rint(window), 0, [width, height, width, height]).astype(int)
    part = strip.picture[y1:y2, x1:x2].copy()
    boxes = strip.boxes - [x1, y1, x1, y1]
    inside = np.clip(boxes, 0, [x2 - x1, y2 - y1, x2 - x1, y2 - y1])
    whole = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    seen = np.prod(inside[:, 2:] - inside[:, :2], axis=1) / np.maximum(whole, 1e-9)
    keep = seen >= kept
    paint = np.median(part.reshape(-1, 3), axis=0)
    for bx1, by1, bx2, by2 in np.rint(inside[(seen > 0) & ~keep]).astype(int):
        part[by1:by2, bx1:bx2] = paint
    return Strip(part, strip.classes[keep], inside[keep])


def turn(strip: Strip, *, quarters: int) -> Strip:
    """Turn a strip anticlockwise by quarter turns; the boxes stay exact."""
    picture, boxes = strip.picture, strip.boxes
    for _ in range(quarters % 4):
        width = picture.shape[1]
        picture = np.rot90(picture)
        x1, y1, x2, y2 = boxes.T
        boxes = np.stack([y1, width - x2, y2, width - x1], axis=1)
    return Strip(np.ascontiguousarray(picture), strip.classes, boxes)


def resize(strip: Strip, *, width: int, height: int) -> Strip:
    """Stretch a strip to width × height pixels."""
    old_height, old_width = strip.picture.shape[:2]
    width, height = max(width, 8), max(height, 8)
    shrinks = width * height < old_width * old_height
    picture = cv2.resize(
        strip.picture, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    )
    factor = [width / old_width, height / old_height] * 2
    return Strip(picture.astype(np.uint8), strip.classes, strip.boxes * factor)


def relight(picture: Picture, rng: np.random.Generator) -> Picture:
    """Simulate another light, camera and compression."""
    work = picture.astype(np.float32)
    work = work * rng.uniform(0.6, 1.3) + rng.uniform(-20, 25)
    if rng.random() < 0.5:  # colour temperature
        work = work * rng.uniform(0.85, 1.15, size=3).astype(np.float32)
    if rng.random() < 0.2:  # a shadow or a lamp to one side
        ramp = np.linspace(rng.uniform(0.5, 1), rng.uniform(0.8, 1.3), work.shape[1], dtype=np.float32)
        work = work * ramp[None, :, None]
    if rng.random() < 0.06:
        work = np.repeat(work.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.25:
        work = cv2.GaussianBlur(work, (0, 0), rng.uniform(0.4, 1.3))
    if rng.random() < 0.3:
        work = work + rng.normal(0, rng.uniform(2, 12), size=work.shape).astype(np.float32)
    result = np.clip(work, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        result = coded(result, int(rng.integers(25, 80)))
    return result


def _window(boxes: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Choose a window around one cluster of boxes, with a margin and limited in size: x1, y1, x2, y2."""
    group = clusters(boxes)
    sizes = np.array([len(g) for g in group], dtype=np.float64)
    chosen = boxes[group[rng.choice(len(group), p=sizes / sizes.sum())]]
    tile = np.median(chosen[:, 2:] - chosen[:, :2], axis=0)
    low, high = chosen[:, :2].min(axis=0), chosen[:, 2:].max(axis=0)
    extent = tile * rng.uniform([9, 2], [18, 5])
    start = low + np.maximum(high - low - extent, 0) * rng.random(2)
    margin = tile * rng.uniform(0.05, 0.45, size=(2, 2))
    return np.concatenate([start - margin[0], np.minimum(start + extent, high) + margin[1]])


def _side(strip: Strip) -> float:
    """Return the median size of a strip's tiles: the side of a square of that area in pixels; 0 without
    tiles."""
    if not len(strip.boxes):
        return 0.0
    return float(np.sqrt(np.median(np.prod(strip.boxes[:, 2:] - strip.boxes[:, :2], axis=1))))


def draw_strip(photo: Strip, rng: np.random.Generator, options: CompositeOptions) -> Strip:
    """Cut out one cluster of a photo (or a part of a large one), turned, sized, stretched and relit."""
    strip = cut(photo, window=_window(photo.boxes, rng), kept=options.kept)
    draw = rng.random()
    if draw < options.quarter_turn:
        strip = turn(strip, quarters=int(rng.choice([1, 3])))
    elif draw < options.quarter_turn + options.half_turn:
        strip = turn(strip, quarters=2)
    side = _side(strip)
    smallest, largest = options.tile_px
    aim = np.exp(rng.uniform(float(np.log(smallest)), float(np.log(largest))))
    stretch = np.exp(rng.uniform(-options.aspect, options.aspect))
    factor = np.array([stretch, 1 / stretch]) * np.clip(aim / max(side, 1.0), 0.4, 2.5)
    width, height = (np.array(strip.picture.shape[1::-1]) * factor).tolist()
    strip = resize(strip, width=round(width), height=round(height))
    return strip._replace(picture=relight(strip.picture, rng))


def backdrop(picture: Picture, rng: np.random.Generator, *, size: int) -> Picture:
    """Return a background without tiles: a plain colour, or a photo blurred until nothing can be read."""
    if rng.random() < 0.4:
        plain = np.full((size, size, 3), rng.integers(0, 256, size=3), dtype=np.float32)
        plain += rng.normal(0, rng.uniform(0, 10), size=(size, size, 1))
    else:
        small = cv2.resize(
            picture, (int(rng.integers(3, 9)), int(rng.integers(3, 9))), interpolation=cv2.INTER_AREA
        )
        plain = cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC).astype(np.float32)
        plain += rng.normal(0, 4, size=(size, size, 1))
    return np.clip(plain, 0, 255).astype(np.uint8)


def squashed(photo: Strip, rng: np.random.Generator, options: CompositeOptions) -> Strip:
    """Stretch one row of a photo, turned or not, to the square canvas (such pictures exist)."""
    strip = cut(photo, window=_window(photo.boxes, rng), kept=options.kept)
    strip = turn(strip, quarters=int(rng.choice([0, 1, 3])))
    strip = resize(strip, width=options.size, height=options.size)
    return strip._replace(picture=relight(strip.picture, rng))


def compose(
    draw: Callable[[], Strip], canvas: Picture, rng: np.random.Generator, options: CompositeOptions
) -> Strip:
    """Lay strips from `draw` on the canvas in shelves from top to bottom until it is full."""
    size = options.size
    laid: list[Strip] = []
    top = int(rng.integers(0, 30))
    while top < size - 30:
        left, shelf = int(rng.integers(0, 60)), 0
        while left < size - 40:
            strip = draw()
            high, wide = strip.picture.shape[:2]
            if shelf and not 0.5 * shelf < high < 1.1 * shelf:  # keep a shelf's strips of one height
                new = rng.uniform(0.7, 1.0) * shelf
                strip = resize(strip, width=round(wide * new / high), height=round(new))
            if len(strip.boxes) and _side(strip) < options.smallest:
                left += 40
                continue
            room = np.array([0, 0, size - left, size - top], dtype=np.float64)
            strip = cut(strip, window=room, kept=options.kept)
            height, width = strip.picture.shape[:2]
            canvas[top : top + height, left : left + width] = strip.picture
            laid.append(strip._replace(boxes=strip.boxes + np.array([left, top, left, top])))
            left += width + int(rng.integers(2, 40))
            shelf = max(shelf, height)
        top += shelf + int(rng.integers(2, 30))
    return Strip(canvas, np.concatenate([s.classes for s in laid]), np.concatenate([s.boxes for s in laid]))


_TRIES = 6
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
