"""The window of ``paiyan watch``: the frame, the reading drawn on it, and lines of text below."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from paiyan.vision.drawing import draw
from paiyan.vision.picture.image import Image
from paiyan.vision.reading import Reading

_FONTS = (
    *("NotoSansCJK-Regular.ttc", "NotoSansSC-Regular.otf", "SourceHanSansSC-Regular.otf", "wqy-microhei.ttc"),
    *(
        "wqy-zenhei.ttc",
        "msyh.ttc",
        "simhei.ttf",
        "PingFang.ttc",
        "Hiragino Sans GB.ttc",
        "DroidSansFallbackFull.ttf",
    ),
)


_PLAIN = "Aileron"  # the family of Pillow's own font


def overlay(picture: Image, reading: Reading | None, lines: list[str]) -> Image:
    """A copy of the frame with a reading on it, if there is one, and lines on a dark strip at its foot."""
    return _captioned(np.array(picture) if reading is None else draw(picture, reading), lines)


def _captioned(canvas: Image, lines: list[str]) -> Image:
    """The picture with lines of text on a dark strip at its foot."""
    size = max(canvas.shape[1] // 45, 14)
    step = round(size * 1.4)
    top = canvas.shape[0] - step * len(lines) - step // 2
    canvas[top:] //= 4
    strip = Pictures.fromarray(canvas[top:, :, ::-1])
    pen = ImageDraw.Draw(strip)
    for number, text in enumerate(lines):
        pen.text((step // 2, step // 4 + number * step), text, fill=(240, 240, 240), font=_font(size))
    canvas[top:] = np.asarray(strip)[:, :, ::-1]
    return canvas


@cache
def _font(size: int) -> Any:
    """A font of the system that has Chinese and Japanese; Pillow's own, which has neither, where none is."""
    for name in _FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


def drawn_language(lang: str) -> str:
    """The language in which a window can be written: English where no font has the other's letters."""
    return "en" if _font(14).getname()[0] == _PLAIN else lang
