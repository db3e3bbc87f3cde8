"""Draw the faces 牌面 of a set, all 46 codes of `paiyan.scorer.tiles.tile`, or take those of a folder.

An art folder 外来牌面, an option that widens training, holds families: folders of pictures named by our
notation (``1m.png``, ``5z.svg`` …; flowers also ``mei`` to ``dong``), and font files with the Unicode mahjong
tiles. SVG files need the package ``resvg_py``. Faces that a family lacks are drawn.
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from paiyan.datasets.synth.faces.canvas import (
    HEIGHT,
    WIDTH,
    Colour,
    Image,
    Picture,
    Point,
    Sheet,
    held,
    to_image,
    to_picture,
)
from paiyan.datasets.synth.faces.characters import draws, printed, write
from paiyan.datasets.synth.faces.flowers import draw_designed, draw_flower
from paiyan.datasets.synth.faces.pips import draw_bamboo, draw_bird, draw_circles, paints
from paiyan.datasets.synth.faces.style import FaceStyle
from paiyan.scorer.tiles.tile import BACK, FLOWER, KINDS, RED, TILES

Inked = tuple[tuple[Point, Colour], ...]  # places on a face and the paint there
_MOST = 30
_PINYIN = {34 + i: (name,) for i, name in enumerate(["mei", "lan", "ju", "zu", "chun", "xia", "qiu", "dong"])}


def find_art(folder: Path) -> tuple[Path, ...]:
    """Return the families of an art folder that can be drawn here: those with most of the 34 kinds."""
    inside = sorted(p for p in folder.rglob("*")) if folder.is_dir() else []
    families = [
        p for p in inside if p.is_dir() and sum(_file(p, code) is not None for code in range(34)) >= _MOST
    ]
    fonts = (p for p in inside if p.suffix.lower() in (".otf", ".ttf"))
    return (*families, *(p for p in fonts if all(draws(p, unicode_tile(code)) for code in range(34))))


def _file(family: Path, code: int) -> Path | None:
    suffixes = (".png", ".svg") if _resvg() is not None else (".png",)
    names = (TILES[code].notation, *_PINYIN.get(code, ()))
    files = (family / (name + suffix) for name in names for suffix in suffixes)
    return next((path for path in files if path.is_file()), None)


def unicode_tile(code: int) -> str:
    """Return the Unicode mahjong tile of a kind or flower: U+1F000 winds, dragons, 萬, 索, 筒, flowers."""
    offset = {**{27 + i: i for i in range(4)}, 33: 4, 32: 5, 31: 6, 36: 37, 37: 36}.get(code)
    if offset is None:
        offset = code + 7 if code < 9 else code + 16 if code < 18 else code - 2 if code < 27 else code
    return chr(0x1F000 + offset)


@lru_cache(maxsize=1)
def _resvg() -> Any:
    try:
        return importlib.import_module("resvg_py")
    except ImportError:
        return None


@lru_cache(maxsize=1024)
def art_face(family: Path, code: int, *, height: int, inks: Inked) -> Picture | None:
    """Return a family's face: BGRA uint8 (height, width, 4), or None if it has none.

    A font draws in one ink: each part of it gets the colour whose place in `inks` is nearest.
    """
    if family.is_file():
        return _lettered(family, TILES[code].kind, height=height, inks=inks)
    path = _file(family, code)
    if path is None:
        return None
    drawn = _raster(path)
    return None if drawn is None else _fit(drawn, height)


@lru_cache(maxsize=256)
def _raster(path: Path) -> Picture | None:
    """Read a picture file as BGRA, or None if it is no picture with a clear ground."""
    data = (
        bytes(_resvg().svg_to_bytes(svg_path=str(path), height=448))
        if path.suffix == ".svg"
        else path.read_bytes()
    )
    drawn = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if drawn is None or drawn.ndim != 3 or drawn.shape[2] != 4:
        return None
    return drawn.astype(np.uint8)


def _lettered(font: Path, code: int, *, height: int, inks: Inked) -> Picture | None:
    """Draw a font's tile without its frame: the inner part of the glyph."""
    character = unicode_tile(code)
    if not draws(font, character):
        return None
    mask = printed(font, character)
    edge = mask.shape[1] // 14
    inner = mask[edge:-edge, edge:-edge]
    drawn: Picture = np.zeros((*inner.shape, 4), np.uint8)
    drawn[..., :3], drawn[..., 3] = _nearest(inks, inner.shape[0], inner.shape[1]), inner
    return _fit(drawn, height)


def _nearest(inks: Inked, height: int, width: int) -> Picture:
    """Return for each pixel the colour whose place is nearest: BGR (height, width, 3)."""
    x = (np.arange(width) + 0.5) * WIDTH / width
    y = (np.arange(height)[:, None] + 0.5) * HEIGHT / height
    distances = np.stack([(x - at[0]) ** 2 + (y - at[1]) ** 2 for at, _ in inks])
    return np.array([colour for _, colour in inks], np.uint8)[distances.argmin(axis=0)]


def _fit(drawn: Picture, height: int) -> Picture:
    """Scale a drawing into the middle of a face with a small margin."""
    width = round(height * WIDTH / HEIGHT)
    scale = min(width * 0.94 / drawn.shape[1], height * 0.94 / drawn.shape[0])
    size = (max(1, round(drawn.shape[1] * scale)), max(1, round(drawn.shape[0] * scale)))
    small = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA)
    out: Picture = np.zeros((height, width, 4), np.uint8)
    y, x = (height - size[1]) // 2, (width - size[0]) // 2
    out[y : y + size[1], x : x + size[0]] = small
    return out


_NUMERALS = "一二三四五六七八九"


@lru_cache(maxsize=4096)
def draw_face(style: FaceStyle, code: int, *, height: int = 224) -> Picture:
    """Draw the ink of a face: BGRA uint8 (height, width, 4), width : height = 100 : 136, clear elsewhere.

    `code` is a tile code (`paiyan.scorer.tiles.tile`); the back has no ink. Raises `ValueError` for other
    codes.
    """
    if not 0 <= code < len(TILES):
        raise ValueError(f"no tile has the code {code}: codes are 0 to {len(TILES) - 1}")
    if style.art is not None:
        drawn = art_face(style.art, code, height=height, inks=_inks(style, code))
        if drawn is not None:
            return drawn
    sheet = Sheet(height)
    draw_on(sheet, style, code)
    return sheet.rgba()


def _inks(style: FaceStyle, code: int) -> tuple[tuple[Point, Colour], ...]:
    """Return the paints of this set and their places, for a face drawn in one ink."""
    middle = (WIDTH / 2, HEIGHT / 2)
    if code >= RED:
        return ((middle, style.inks.red),)
    if code < 9:
        return ((50.0, 36.0), style.dark), ((50.0, 97.0), style.inks.red)
    if code < 27:
        return paints(style, code)
    if code in (32, 35, 37):
        return ((middle, style.inks.green),)
    return ((middle, style.inks.red if code == 33 or code >= FLOWER else style.dark),)


def draw_on(sheet: Sheet, style: FaceStyle, code: int) -> None:
    """Draw a face with its index, without looking at `style.art`; nothing for the back."""
    red = "red" if RED <= code < BACK else ""
    kind = TILES[code].kind
    sheet.zoom(
        style.size if style.numerals == "none" or kind >= KINDS or kind == 31 else min(style.size, 0.88)
    )
    if kind < 9:
        _draw_character(sheet, kind + 1, style, red=red)
    elif kind < 18:
        draw_circles(sheet, kind - 8, style, red=red)
    elif kind == 18:
        draw_bird(sheet, style)
    elif kind < 27:
        draw_bamboo(sheet, kind - 17, style, red=red)
    elif kind < KINDS:
        _draw_honour(sheet, kind - 27, style)
    elif kind < RED:
        draw = draw_flower if style.flowers is None else draw_designed
        draw(sheet, kind - FLOWER + 1, style)
    sheet.zoom(1.0)
    if kind < KINDS:
        draw_index(sheet, kind, style)


def _draw_character(sheet: Sheet, number: int, style: FaceStyle, *, red: str) -> None:
    """Draw 1m–9m: the numeral over 萬."""
    top = style.five if number == 5 else _NUMERALS[number - 1]
    wide, tall, middle = 64.0, 48.0, 36.0
    if style.font is not None and number < 4:  # a font's mask has no room above and below the strokes
        tall = (12.0, 32.0, 46.0)[number - 1]
    ink = style.inks.red if red else style.dark
    write(
        sheet, top, corner=(50 - wide / 2, middle - tall / 2), size=(wide, tall), colour=ink,
        width=13 * style.weight, font=style.font,
    )  # fmt: skip
    size = (66.0, 60.0)
    write(
        sheet, style.wan, corner=(50 - size[0] / 2, 97 - size[1] / 2), size=size, colour=style.inks.red,
        width=(8.4 if style.wan == "萬" else 12) * style.weight, font=style.font,
    )  # fmt: skip


def _draw_honour(sheet: Sheet, index: int, style: FaceStyle) -> None:
    """Draw 1z–7z."""
    if index == 4:
        _draw_white(sheet, style)
        return
    character = "東南西北白發中"[index]
    if style.simplified:
        character = {"東": "东", "發": "发"}.get(character, character)
    ink = {5: style.inks.green, 6: style.inks.red}.get(index, style.dark)
    if index == 5 and style.palette == "dark":
        ink = style.inks.black
    size = (70.0, 92.0) if index != 6 else (60.0, 100.0)
    write(
        sheet, character, corner=(50 - size[0] / 2, 68 - size[1] / 2), size=size, colour=ink,
        width=(8.5 if index == 5 else 11) * style.weight, font=style.font,
    )  # fmt: skip


def _draw_white(sheet: Sheet, style: FaceStyle) -> None:
    """Draw 5z 白板: framed, blank or inscribed."""
    ink = style.inks.blue if style.palette == "chinese" else style.inks.black
    if style.white == "blank":
        return
    if style.white == "glyph":
        write(
            sheet, "白", corner=(18, 25), size=(64, 86), colour=ink, width=11 * style.weight, font=style.font
        )
        return
    if style.white == "letter":
        write(sheet, "P", corner=(25, 33), size=(58, 70), colour=ink, width=11 * style.weight)
        return
    _frame(sheet, ink, margin=10, width=4.2 if style.white == "double" else 7.0)
    if style.white in ("double", "notched"):
        _frame(sheet, ink, margin=19, width=3.0, notch=7.0)
    if style.white == "notched":
        for x, y in ((14.5, 14.5), (85.5, 14.5), (85.5, 121.5), (14.5, 121.5)):
            sheet.line([(x, y), (50 + (x - 50) * 0.72, 68 + (y - 68) * 0.8)], ink, width=2.4)


def _frame(sheet: Sheet, ink: Colour, *, margin: float, width: float, notch: float = 3.0) -> None:
    x0, y0, x1, y1 = margin, margin, WIDTH - margin, HEIGHT - margin
    corners = (
        (x0 + notch, y0), (x1 - notch, y0), (x1, y0 + notch), (x1, y1 - notch),
        (x1 - notch, y1), (x0 + notch, y1), (x0, y1 - notch), (x0, y0 + notch),
    )  # fmt: skip
    sheet.line(corners, ink, width=width, closed=True)


def draw_index(sheet: Sheet, kind: int, style: FaceStyle) -> None:
    """Draw Western numerals and letters in the corner, if the set has them."""
    if style.numerals == "none":
        return
    text = str(kind % 9 + 1) if kind < 27 else "ESWNPFC"[kind - 27]
    inks = (style.inks.green, style.inks.red, style.dark, style.inks.black)
    ink = inks[(style.seed + min(kind // 9, 3)) % 4]
    write(sheet, text, corner=(9, 8), size=(13, 16), colour=ink, width=15)
    if style.numerals == "both":
        write(sheet, text, corner=(78, 112), size=(13, 16), colour=ink, width=15)


@lru_cache(maxsize=4096)
def painted_face(style: FaceStyle, code: int, *, height: int = 224) -> Picture:
    """Draw a face with its material: BGR uint8 (height, width, 3), ink carved into ivory or the plain
    back."""
    width = round(height * WIDTH / HEIGHT)
    if code == BACK:
        if style.texture != "plain":
            return to_picture(textured(style, style.back, (height, width), seed=style.seed))
        return np.full((height, width, 3), style.back, np.uint8)
    ink, alpha = face_ink(style, code, height=height)
    ground = np.array(style.ground, np.float32)
    if style.texture != "plain":
        ground = textured(style, style.ground, alpha.shape[:2], seed=style.seed + code)
    out = ink * alpha + ground * (1 - alpha)
    return to_picture(out + _relief(to_image(alpha[..., 0]), style.engraved))


def face_ink(style: FaceStyle, code: int, *, height: int) -> tuple[Picture, Image]:
    """Return a face's paint, BGR uint8 (height, width, 3), and the share left of it, 0..1 (height, width,
    1)."""
    face = draw_face(style, code, height=height)
    alpha = to_image(face[..., 3:]) / 255
    if style.wear > 0:
        alpha *= 1 - style.wear * _patches(style.seed + code, alpha.shape[:2])
    return face[..., :3], to_image(alpha)


def textured(style: FaceStyle, colour: Colour, shape: tuple[int, int], *, seed: int) -> Image:
    """Draw the ground of a face or a back (h, w, 3) in its colour, with the style's texture."""
    h, w = shape
    rng = np.random.default_rng(seed)
    plain = np.broadcast_to(np.array(colour, np.float32), (h, w, 3))
    if style.texture == "frame":
        out = plain.copy()
        inset, thick = max(1, round(0.05 * w)), max(1, round(0.02 * w))
        cv2.rectangle(
            out, (inset, inset), (w - 1 - inset, h - 1 - inset), (0.6 * plain[0, 0]).tolist(), thick
        )
        return to_image(out)
    if style.texture == "clear":  # light gathers where the plastic ends
        y, x = np.mgrid[0:h, 0:w]
        edge = np.minimum(np.minimum(x, w - 1 - x) / w, np.minimum(y, h - 1 - y) / h)
        return to_image(held(plain * (1 + 0.35 * np.exp(-edge * 14) - 0.12)[..., None], 0, 255))
    cells = (40, 5) if style.texture == "grain" else (6, 5)
    coarse = rng.random(cells[::-1] if style.texture == "grain" else cells).astype(np.float32)
    spread = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC) - 0.5
    depth = 0.35 if style.texture == "grain" else 0.45
    tint = np.array((1.25, 1.0, 0.8), np.float32) if style.texture == "stains" else np.ones(3, np.float32)
    return to_image(held(plain * (1 + depth * spread[..., None] * tint), 0, 255))


def _relief(alpha: Image, depth: float) -> Image:
    """Return the light on the walls of an engraving: dark towards the light, bright away from it."""
    slope = cv2.GaussianBlur(alpha, (0, 0), 1.0)
    across = cv2.Sobel(slope, cv2.CV_32F, 1, 0, ksize=3) + cv2.Sobel(slope, cv2.CV_32F, 0, 1, ksize=3)
    return (across * (-22.0 * depth))[..., None].astype(np.float32)


def _patches(seed: int, shape: tuple[int, int]) -> Image:
    """Draw soft random patches in 0..1 where the paint has come off: (h, w, 1)."""
    coarse = np.random.default_rng(seed).random((9, 7)).astype(np.float32)
    full = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return to_image(held(full * 1.6 - 0.5, 0, 1)[..., None])


def contact_sheet(style: FaceStyle) -> Picture:
    """Draw all 46 faces of a set side by side, sixteen in a row: BGR uint8."""
    edge = (60, 90, 40)
    faces = (painted_face(style, code, height=136) for code in range(len(TILES)))
    cells = [cv2.copyMakeBorder(face, 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=edge) for face in faces]
    empty = np.full_like(cells[0], edge)
    cells += [empty] * (-len(cells) % 16)
    rows = [np.hstack(cells[i : i + 16]) for i in range(0, len(cells), 16)]
    return np.vstack(rows).astype(np.uint8)
