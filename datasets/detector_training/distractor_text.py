"""Writing that is no tile 文字: on racks, in banners of streamed tables, on signs; for training pictures.

What is printed in characters and figures near a hand looks much like the faces of tiles, and a detector that
never saw writing beside tiles takes some of it for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from paiyan.datasets.detector_training.composites import Strip
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.datasets.synth.faces.characters import draws, find_fonts, in_pixels

_HIGH = (18, 84)  # pixels of a line
_LONG = (2, 14)  # characters
_HAN = (0x4E00, 0x9FA5)
_PLAIN = "0123456789ABCDEFGHJKLMNPRSTUWXYZabcdefghknrstuwy:.-/%"
_TRIES = 6


def fonts_to_write() -> tuple[Path, ...]:
    """The CJK fonts of this machine. Raises `DatasetError` where there is none."""
    fonts = find_fonts()
    if not fonts:
        raise DatasetError("there is no CJK font to write with: install one, such as fonts-noto-cjk")
    return fonts


def banner(rng: np.random.Generator, fonts: Sequence[Path]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A line of writing on a plain bar: BGR (h, w, 3), and where its ink is, (h, w) in 0..1."""
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
    """A line of writing as a strip without tiles."""
    picture, _ = banner(rng, fonts)
    return Strip(picture, np.zeros(0, np.int64), np.zeros((0, 4)))


def written_on(photo: Strip, rng: np.random.Generator, fonts: Sequence[Path]) -> Strip:
    """A photo with a line of writing laid over a place where no tile is; as it was where there is none.

    Some lines bring their bar, others only their ink.
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
    """Characters that the font has, with figures and letters now and then."""
    plain = rng.choice([0.0, 0.2, 0.9], p=[0.5, 0.35, 0.15])
    drawn: list[str] = []
    for _ in range(int(rng.integers(_LONG[0], _LONG[1]))):
        if rng.random() < plain:
            drawn.append(_PLAIN[int(rng.integers(len(_PLAIN)))])
            continue
        some = (chr(int(code)) for code in rng.integers(_HAN[0], _HAN[1], size=4))
        drawn.append(next((c for c in some if draws(font, c)), _PLAIN[int(rng.integers(len(_PLAIN)))]))
    return "".join(drawn)
