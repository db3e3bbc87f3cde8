"""Write characters 字 with our own strokes 笔画, or with an installed CJK font.

Each character is a list of strokes in a box of 100 × 100 (x right, y down). A stroke is a kind of brush
movement and the points it goes through:

====== ============ =======================================================
kind   name         how the brush presses
====== ============ =======================================================
``h``  横 heng      light, pressed at the end
``s``  竖 shu       even and heavy
``S``  悬针 needle   heavy, running out into a point
``p``  撇 pie       heavy, running out into a point, curved
``n``  捺 na        light, swelling, short point; curved
``d``  点 dian      a drop, curved
``c``  折 turn      a corner: light along, heavy down
``k``  钩 hook      even, a short point at the end
``w``  pen          even width, straight pieces: numerals and letters
``W``  pen          even width, curved
====== ============ =======================================================
"""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from paiyan.datasets.synth.faces.canvas import Colour, Picture, Point, Sheet


class Stroke(NamedTuple):
    """One movement of the brush: its kind, and the points (x, y) in 0..100."""

    kind: str
    points: tuple[tuple[float, float], ...]


_TABLE = {
    "一": "h 6,54 94,46",
    "二": "h 22,28 78,23; h 6,78 94,72",
    "三": "h 18,18 82,14; h 26,49 74,46; h 4,84 96,79",
    "四": (
        "s 14,22 21,86; c 14,24 86,20 79,86; p 40,24 38,46 28,62; k 58,22 58,52 64,58 75,57; h 21,77 79,76"
    ),
    "五": "h 18,14 82,12; s 48,14 36,86; c 22,48 73,46 68,86; h 4,88 96,85",
    "伍": (
        "p 28,6 20,27 4,46; s 19,32 19,96; h 40,18 92,15; s 63,18 53,87; c 41,50 86,48 81,87; h 30,89 99,86"
    ),
    "六": "d 43,4 50,11 55,20; h 4,38 96,33; p 36,50 27,72 8,94; n 58,50 73,70 93,92",
    "七": "h 4,50 96,34; k 42,6 42,70 48,84 60,87 88,85 93,68",
    "八": "p 38,22 31,54 5,90; n 50,16 62,50 96,90",
    "九": "p 40,6 39,46 28,72 5,95; k 10,37 66,30 64,74 70,88 84,90 95,87 97,70",
    "十": "h 6,44 94,42; s 50,6 50,95",
    "百": (
        "h 10,12 90,9; p 54,12 48,24 36,34; s 26,34 26,93; c 26,35 76,33 74,92; h 28,62 73,60; h 27,90 74,89"
    ),
    "千": "p 72,5 50,15 24,21; h 6,50 94,46; s 50,16 50,95",
    "萬": (
        "h 4,15 96,12; s 32,2 34,25; s 68,2 66,25; s 23,31 26,59; c 23,32 77,30 74,59; "
        "h 26,45 74,44; h 26,58 74,57; s 13,68 11,98; k 13,69 89,66 87,95 75,92; s 50,31 50,84; "
        "h 30,88 64,82; d 58,74 64,82 70,91"
    ),
    "万": "h 6,18 94,15; k 36,44 76,42 70,86 60,94 48,86; p 42,18 38,56 8,96",
    "東": (
        "h 12,18 88,15; s 22,33 25,67; c 22,34 78,32 75,67; h 25,50 75,49; h 25,65 75,64; "
        "k 50,1 50,97 40,90; p 46,66 30,82 4,94; n 54,66 70,80 97,92"
    ),
    "东": (
        "h 12,20 88,18; k 46,3 22,48 82,45; k 53,32 53,95 41,88; d 32,62 26,72 14,86; d 68,62 76,70 88,84"
    ),
    "南": (
        "h 18,14 82,12; s 50,1 50,31; s 14,33 12,98; k 14,34 89,32 87,95 75,91; d 34,40 38,45 42,53; "
        "p 65,38 62,45 57,53; h 30,57 71,56; h 26,73 75,72; S 50,57 50,97"
    ),
    "西": (
        "h 4,16 96,13; s 14,36 19,92; c 14,37 87,35 81,92; p 40,16 38,44 28,64; "
        "k 59,16 59,56 65,62 78,60; h 19,86 81,86"
    ),
    "北": (
        "s 37,6 37,94; h 6,38 37,35; p 38,68 22,76 3,87; p 90,24 78,35 60,46; k 58,4 58,82 64,91 86,89 94,70"
    ),
    "中": "s 12,29 17,66; c 12,30 88,28 83,66; h 17,64 83,63; S 50,1 50,99",
    "發": (
        "p 12,12 38,10 28,28 6,44; d 12,24 18,28 24,35; p 78,2 72,10 64,18; p 95,12 86,22 75,29; "
        "n 56,3 70,24 97,43; c 10,49 42,47 40,60; h 12,61 40,60; "
        "k 12,61 10,75 43,73 38,94 30,97 22,90; p 60,46 59,58 49,67; "
        "k 60,47 80,46 80,60 87,63 94,57; p 53,73 86,71 72,87 46,99; n 57,76 72,88 98,98"
    ),
    "发": (
        "k 28,8 20,38 92,34; p 50,4 44,48 6,95; p 38,55 76,53 62,76 32,97; n 42,62 62,84 96,96; "
        "d 68,6 75,12 82,23"
    ),
    "白": "p 56,1 52,10 44,19; s 17,22 17,96; c 17,23 83,21 83,96; h 17,57 83,56; h 17,92 83,92",
    "梅": (
        "h 3,32 40,29; s 22,3 22,97; p 22,34 16,54 2,72; d 26,42 32,50 37,60; p 60,2 54,15 44,28; "
        "h 54,18 96,15; k 57,34 52,78 95,76; c 57,35 88,33 84,95; h 42,57 99,55; "
        "d 67,40 71,45 74,52; d 65,61 69,66 72,73"
    ),
    "蘭": (
        "h 6,13 94,11; s 32,2 33,24; s 68,2 67,24; s 11,31 11,98; c 11,32 40,31 40,52; "
        "h 11,41 40,41; h 12,51 40,51; s 60,31 60,52; k 60,32 90,31 89,95 80,93; h 60,41 89,41; "
        "h 60,51 89,51; h 27,62 73,61; s 33,69 34,81; c 33,69 67,68 66,81; h 34,81 66,81; "
        "s 50,55 50,98; p 46,83 38,89 28,95; n 54,83 62,89 74,95"
    ),
    "兰": "d 30,6 35,12 41,23; p 70,4 66,13 59,23; h 14,36 86,33; h 24,60 76,57; h 4,88 96,84",
    "菊": (
        "h 6,13 94,11; s 32,2 33,24; s 68,2 67,24; p 32,29 24,45 8,60; "
        "k 26,41 88,39 84,90 73,95 65,87; d 33,49 36,53 40,59; p 68,48 64,53 59,59; h 24,67 76,65; "
        "s 50,45 50,96; p 48,68 38,80 22,89; n 52,68 62,78 77,87"
    ),
    "竹": (
        "p 26,3 18,20 4,35; h 18,24 47,21; s 31,24 31,94; p 70,3 62,20 51,35; h 62,24 98,21; "
        "k 79,24 79,93 66,86"
    ),
    "春": (
        "h 16,14 84,11; h 22,27 78,25; h 4,41 96,38; p 50,2 42,34 6,68; n 54,40 72,54 97,66; "
        "s 31,58 32,98; c 31,58 69,57 68,98; h 32,76 68,75; h 32,94 68,94"
    ),
    "夏": (
        "h 8,8 92,5; p 52,8 48,14 42,20; s 27,20 28,61; c 27,20 73,19 72,61; h 28,34 72,33; "
        "h 28,46 72,46; h 28,59 72,59; p 44,61 32,73 12,83; p 40,69 78,67 56,87 8,99; "
        "n 34,74 58,88 95,98"
    ),
    "秋": (
        "p 40,3 26,11 8,16; h 2,35 48,31; s 25,11 25,98; p 24,36 16,56 1,72; d 28,42 35,50 44,60; "
        "d 53,28 56,36 58,47; p 96,22 90,34 83,45; p 74,4 72,48 44,96; n 73,48 81,76 99,95"
    ),
    "冬": (
        "p 40,3 28,22 8,42; p 34,18 78,16 50,46 4,66; n 34,28 60,52 97,64; d 42,64 50,68 59,76; "
        "d 34,81 46,87 60,98"
    ),
    "福": (
        "d 18,3 24,8 28,15; p 8,28 38,25 22,52 2,66; s 24,46 24,97; d 28,48 34,54 39,62; "
        "h 48,10 94,8; s 54,20 56,42; c 54,21 88,20 86,42; h 56,41 86,40; s 50,52 51,97; "
        "c 50,53 92,52 91,97; h 51,73 91,72; h 51,93 91,93; s 70,53 70,93"
    ),
    "1": "w 36,24 54,7 54,94",
    "2": "W 24,30 34,12 54,7 74,16 72,38 50,62 24,92; w 24,92 80,92",
    "3": "W 24,18 44,7 70,14 70,34 48,46; W 48,46 74,54 78,76 54,94 22,82",
    "4": "w 66,95 66,6 16,66 88,66",
    "5": "w 76,8 32,8 27,46; W 27,46 48,38 74,48 76,78 50,94 22,84",
    "6": "W 70,10 48,16 28,46 24,72 40,92 64,90 77,70 66,51 44,50 26,68",
    "7": "w 20,8 80,8 46,95",
    "8": "W 50,48 30,38 28,18 50,7 72,18 70,38 50,48 26,62 26,84 50,94 74,84 74,62 50,48",
    "9": "W 74,34 56,50 34,47 24,28 36,10 60,8 75,28 72,56 52,86 30,92",
    "E": "w 76,8 28,8 28,92 78,92; w 28,49 70,49",
    "S": "W 74,20 52,7 28,18 34,42 66,56 74,78 50,94 24,82",
    "W": "w 10,8 30,92 50,24 70,92 90,8",
    "N": "w 22,94 22,8 78,92 78,6",
    "C": "W 78,22 54,7 28,24 22,52 32,82 56,94 80,80",
    "F": "w 76,8 28,8 28,95; w 28,48 68,48",
    "P": "w 28,95 28,8; W 28,8 60,8 78,26 62,48 28,50",
    "B": "w 28,94 28,8; W 28,8 58,8 72,28 54,46 28,48; W 28,48 62,50 78,70 60,92 28,93",
}


def known(character: str) -> bool:
    """True if the table holds the character."""
    return character in _TABLE


@cache
def strokes(character: str) -> tuple[Stroke, ...]:
    """Return the strokes of a character. Raises `KeyError` for one that is not in the table."""
    return tuple(_stroke(text) for text in _TABLE[character].split(";") if text.strip())


def _stroke(text: str) -> Stroke:
    kind, *points = text.split()
    return Stroke(kind, tuple((float(x), float(y)) for x, y in (p.split(",") for p in points)))


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


def find_fonts() -> tuple[Path, ...]:
    """Return installed fonts that have every character a set needs, sorted."""
    files = sorted(p for root in _system_folders() if root.is_dir() for p in root.rglob("*") if p.is_file())
    fonts = (p for p in files if p.suffix.lower() in (".ttf", ".otf", ".ttc"))
    return tuple(p for p in fonts if set(_NEEDED) <= glyphs_of(p))


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
    except OSError:  # a font that FreeType cannot read is skipped
        return None


@lru_cache(maxsize=256)
def in_pixels(font: Path, size: int) -> ImageFont.FreeTypeFont:
    """Return a font at a size. Raises `OSError` for one that FreeType cannot read."""
    return ImageFont.truetype(str(font), size)


@lru_cache(maxsize=1024)
def glyphs_of(font: Path) -> frozenset[str]:
    """Return the table's characters that a font really draws (not as an empty box)."""
    return frozenset(c for c in _WANTED if draws(font, c))


@lru_cache(maxsize=8192)
def draws(font: Path, character: str) -> bool:
    """True if a font has its own glyph for a character."""
    face = _face(font)
    if face is None:
        return False
    stamp = _stamp(face, character)
    return any(stamp) and stamp not in (_stamp(face, "\ufffe"), _stamp(face, "\U000effff"))


def _stamp(face: ImageFont.FreeTypeFont, character: str) -> bytes:
    """Return a character's pixels on a fixed page."""
    page = Image.new("L", (2 * _FONT_PIXELS, 2 * _FONT_PIXELS), 0)
    ImageDraw.Draw(page).text((_FONT_PIXELS // 2, _FONT_PIXELS // 2), character, font=face, fill=255)
    return page.tobytes()


_WANTED = tuple(c for c in _NEEDED + "万东发白梅蘭兰菊竹春夏秋冬福" if known(c))


@lru_cache(maxsize=512)
def printed(font: Path, character: str) -> Picture:
    """Return a character as the font draws it, cut to its ink: a mask (h, w). Check `draws` first."""
    face = _face(font)
    assert face is not None  # callers check glyphs_of() first
    return written(face, character)


def written(face: ImageFont.FreeTypeFont, text: str, *, stroke: int = 0) -> Picture:
    """Return a text cut to its ink, its lines made wider by a `stroke` of pixels: a mask (h, w)."""
    left, top, right, bottom = (round(v) for v in face.getbbox(text, stroke_width=stroke))
    page = Image.new("L", (max(right - left, 1), max(bottom - top, 1)), 0)
    ImageDraw.Draw(page).text((-left, -top), text, font=face, fill=255, stroke_width=stroke)
    return np.asarray(page, np.uint8)
