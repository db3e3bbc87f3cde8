"""Draw single characters of the size of tiles 牌架上的字, on racks and signs, for training crops.

Written one by one next to a row of tiles, each fills a box just as a tile's face does; the only difference is
that no edge surrounds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from paiyan.datasets.namer_training.tabletop import Floats, Picture
from paiyan.datasets.synth.faces.characters import draws, in_pixels
from paiyan.datasets.synth.faces.style import hsv

_FACES = frozenset(
    "一二三四五六七八九十萬万伍東南西北中發発发白春夏秋冬梅蘭菊竹兰東1234"
)  # these occur on tiles
_COMMON = (
    "丁了王皇家柳君來子口日月山水火木土人大小天元仙清喜過張李陳林黃何周吳安永福祿壽財寶金玉"
    "莊荘馬牌麻雀會館酒茶花心海平和好正上下左右入出"
)
_PLAIN = "ABCDEFGHJKLMNPRSTUVWXYZabdefghknpqrstu567890&%+=@?"
_HAN = (0x4E00, 0x9FA5)
_SIZE = (34, 84)  # pixels of a character
_COUNT = (1, 6)
_ROUND, _TILES_ABOVE, _INKLESS = 0.15, 0.45, 0.06


def draw_name_plate(rng: np.random.Generator, fonts: Sequence[Path]) -> tuple[Picture, Floats]:
    """Draw characters on a bar, BGR (h, w, 3), and the boxes around them, (n, 4) in pixels.

    They stand under tiles whose lower edge is visible, on round spots or on the bare bar, in ink or hollow.
    """
    size, count = int(rng.integers(*_SIZE)), int(rng.integers(*_COUNT))
    step, high = size * rng.uniform(1.0, 1.9), round(size * rng.uniform(1.5, 3))
    picture = _bar(rng, high, round(step * (count + 1)))
    ground = picture.reshape(-1, 3).mean(axis=0)
    font, ink = fonts[int(rng.integers(len(fonts)))], _ink(rng, ground)
    spots, stroke = rng.random() < _ROUND, int(rng.integers(0, 3))
    line = high * rng.uniform(0.45, 0.6)
    middles = np.stack([step * np.arange(1, count + 1), np.full(count, line)], axis=1)
    middles += rng.normal(0, 0.04 * size, size=middles.shape)
    for x, y in middles.tolist():
        if spots:
            cv2.circle(picture, (round(x), round(y)), round(0.72 * size), _ink(rng, ink), -1, cv2.LINE_AA)
        if rng.random() > _INKLESS:
            _write(picture, (x, y), _character(rng, font), in_pixels(font, size), ink, stroke=stroke)
    if rng.random() < _TILES_ABOVE:
        _tiles(picture, rng, size, round(line - 0.62 * size))
    halves = 0.5 * size * rng.uniform(0.95, 1.5, size=middles.shape)
    halves[:, int(rng.integers(2))] *= rng.uniform(1, 1.3)
    boxes = np.concatenate([middles - halves, middles + halves], axis=1)
    return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.6)).astype(np.uint8), boxes


def _bar(rng: np.random.Generator, high: int, wide: int) -> Picture:
    """Draw plastic, wood, paper or cloth, unevenly lit."""
    lot = rng.random()
    if lot < 0.45:  # nearly as white as tiles
        colour = hsv(rng.uniform(0, 360), rng.uniform(0, 0.12), rng.uniform(0.6, 1))
    elif lot < 0.6:  # wood
        colour = hsv(rng.uniform(18, 45), rng.uniform(0.25, 0.7), rng.uniform(0.3, 0.85))
    else:
        colour = hsv(rng.uniform(0, 360), rng.uniform(0.1, 0.9), rng.uniform(0.08, 0.95))
    down = np.linspace(rng.uniform(0.75, 1), rng.uniform(0.85, 1.15), high)[:, None, None]
    along = np.linspace(rng.uniform(0.85, 1), rng.uniform(0.9, 1.1), wide)[None, :, None]
    grain = rng.normal(0, rng.uniform(0.5, 6), size=(high, wide, 1))
    return (np.array(colour) * down * along + grain).clip(0, 255).astype(np.uint8)


def _ink(rng: np.random.Generator, ground: Sequence[float] | NDArray[np.float64]) -> tuple[float, ...]:
    """Draw an ink that is legible on a ground: black, red, blue, green, gold or white."""
    dark = (
        (30, 30, 30),
        (40, 40, 190),
        (150, 80, 30),
        (60, 110, 30),
        tuple(hsv(rng.uniform(0, 360), 0.8, 0.5)),
    )
    light = ((240, 240, 240), (60, 190, 230), tuple(hsv(rng.uniform(0, 360), 0.3, 0.95)))
    some = dark if float(np.mean(ground)) > 120 else light
    faded = rng.uniform(0.55, 1)
    ink = np.array(some[int(rng.integers(len(some)))]) * faded + np.asarray(ground) * (1 - faded)
    return tuple(float(value) for value in ink)


def _character(rng: np.random.Generator, font: Path) -> str:
    """Draw a character that the font has and that no tile bears."""
    if rng.random() < 0.2:
        return _PLAIN[int(rng.integers(len(_PLAIN)))]
    if rng.random() < 0.4:
        return _COMMON[int(rng.integers(len(_COMMON)))]
    some = (chr(int(code)) for code in rng.integers(*_HAN, size=8))
    return next(
        (c for c in some if c not in _FACES and draws(font, c)), _PLAIN[int(rng.integers(len(_PLAIN)))]
    )


def _write(
    picture: Picture, middle: tuple[float, float], text: str, face: ImageFont.FreeTypeFont,
    ink: tuple[float, ...], *, stroke: int,
) -> None:  # fmt: skip
    """Write a character centred on `middle`; parts beyond the edge are cut off."""
    left, top, right, bottom = (round(v) for v in face.getbbox(text, stroke_width=stroke))
    wide, high = max(right - left, 1), max(bottom - top, 1)
    page = Image.new("L", (wide, high), 0)
    ImageDraw.Draw(page).text((-left, -top), text, font=face, fill=255, stroke_width=stroke)
    x, y = round(middle[0] - wide / 2), round(middle[1] - high / 2)
    shown = picture[max(y, 0) : y + high, max(x, 0) : x + wide]
    mask = (
        np.asarray(page, np.float64)[max(-y, 0) :, max(-x, 0) :][: shown.shape[0], : shown.shape[1], None]
        / 255
    )
    shown[:] = (shown * (1 - mask) + np.array(ink) * mask).round().astype(np.uint8)


def _tiles(picture: Picture, rng: np.random.Generator, size: int, edge: int) -> None:
    """Draw the lower ends of a row of tiles that stand behind the bar, down to `edge`."""
    if edge < 4:
        return
    wide, at = size * rng.uniform(0.8, 1.5), -size * rng.uniform(0, 1)
    white = np.array(hsv(rng.uniform(20, 60), rng.uniform(0, 0.15), rng.uniform(0.8, 1)))
    while at < picture.shape[1]:
        x1, x2 = round(at), round(at + wide * 0.97)
        cv2.rectangle(picture, (x1, -2), (x2, edge), (white * rng.uniform(0.93, 1)).tolist(), -1, cv2.LINE_AA)
        cv2.rectangle(picture, (x1, -2), (x2, edge), (white * 0.7).tolist(), 1, cv2.LINE_AA)
        mark = (round(at + wide * rng.uniform(0.3, 0.7)), edge - round(size * rng.uniform(0.3, 0.6)))
        cv2.ellipse(picture, mark, (round(0.25 * size), round(0.2 * size)), 0, 0, 360, _ink(rng, white), -1)
        at += wide
