"""Characters 字: drawn with our own strokes, or with a CJK font that this machine happens to have."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from paiyan.datasets.synth.faces.canvas import Colour, Point, Sheet
from paiyan.datasets.synth.faces.strokes import known, strokes
from paiyan.datasets.synth.pixels import Picture

_NEEDED = "一二三四五伍六七八九萬東南西北中發"
_FONT_PIXELS = 160


def write(
    sheet: Sheet,
    character: str,
    *,
    corner: Point,
    size: Point,
    colour: Colour,
    width: float = 8.0,
    font: Path | None = None,
) -> None:
    """Write a character into the box at `corner`; `width` is the brush's, in units of a 100-unit box."""
    if font is not None and character in glyphs_of(font):
        sheet.paste(printed(font, character), corner, size, colour)
        return
    sx, sy = size[0] / 100, size[1] / 100
    wide = width * min(sx, sy)
    for stroke in strokes(character):
        points = [(corner[0] + x * sx, corner[1] + y * sy) for x, y in stroke.points]
        sheet.movement(stroke.kind, points, colour, width=wide)


def find_fonts(folders: Iterable[Path] | None = None) -> tuple[Path, ...]:
    """Font files here that have every character a set needs, sorted; the system's folders by default."""
    roots = tuple(folders) if folders is not None else _system_folders()
    files = sorted(p for root in roots if root.is_dir() for p in root.rglob("*") if _is_font(p))
    return tuple(p for p in files if set(_NEEDED) <= glyphs_of(p))


def _is_font(path: Path) -> bool:
    return path.suffix.lower() in (".ttf", ".otf", ".ttc") and path.is_file()


def _system_folders() -> tuple[Path, ...]:
    home = Path.home()
    if sys.platform == "darwin":
        return (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts")
    if sys.platform == "win32":
        return (Path("C:/Windows/Fonts"),)
    return (
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        home / ".fonts",
        home / ".local/share/fonts",
    )


@lru_cache(maxsize=64)
def _face(font: Path) -> ImageFont.FreeTypeFont | None:
    try:
        return ImageFont.truetype(str(font), _FONT_PIXELS)
    except OSError:  # a font that FreeType cannot read is no use, and no harm
        return None


@lru_cache(maxsize=256)
def in_pixels(font: Path, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size; one that FreeType cannot read raises `OSError`."""
    return ImageFont.truetype(str(font), size)


@lru_cache(maxsize=1024)
def glyphs_of(font: Path) -> frozenset[str]:
    """Which of the table's characters a font really draws (not as an empty box)."""
    return frozenset(c for c in _WANTED if draws(font, c))


@lru_cache(maxsize=8192)
def draws(font: Path, character: str) -> bool:
    """True if a font has ink of its own for a character."""
    face = _face(font)
    if face is None:
        return False
    stamp = _stamp(face, character)
    return any(stamp) and stamp not in (_stamp(face, "\ufffe"), _stamp(face, "\U000effff"))


def _stamp(face: ImageFont.FreeTypeFont, character: str) -> bytes:
    """A character's pixels on a fixed page."""
    page = Image.new("L", (2 * _FONT_PIXELS, 2 * _FONT_PIXELS), 0)
    ImageDraw.Draw(page).text((_FONT_PIXELS // 2, _FONT_PIXELS // 2), character, font=face, fill=255)
    return page.tobytes()


_WANTED = tuple(c for c in _NEEDED + "万东发白梅蘭兰菊竹春夏秋冬福" if known(c))


@lru_cache(maxsize=512)
def printed(font: Path, character: str) -> Picture:
    """A character as the font draws it, cut to its ink: a mask (h, w). Ask `draws` first."""
    face = _face(font)
    assert face is not None  # glyphs_of() was asked first
    left, top, right, bottom = (round(v) for v in face.getbbox(character))
    page = Image.new("L", (right - left, bottom - top), 0)
    ImageDraw.Draw(page).text((-left, -top), character, font=face, fill=255)
    return np.asarray(page, dtype=np.uint8)
