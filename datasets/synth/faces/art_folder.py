"""Read faces from an art folder 外来牌面: an option that widens training, never needed.

An art folder holds families: folders of pictures named by our notation (``1m.png``, ``5z.svg`` …; flowers
also ``mei`` to ``dong``), and font files with the Unicode mahjong tiles. SVG files need the package
``resvg_py``. Faces that a family lacks are drawn.
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from paiyan.datasets.synth.faces.canvas import HEIGHT, WIDTH, Colour, Point
from paiyan.datasets.synth.faces.characters import draws, printed
from paiyan.datasets.synth.pixels import Picture
from paiyan.scorer.tiles.tile import TILES

Inked = tuple[tuple[Point, Colour], ...]  # places on a face and the paint there
_MOST = 30
_PINYIN = {34 + i: (name,) for i, name in enumerate(["mei", "lan", "ju", "zu", "chun", "xia", "qiu", "dong"])}


def find_art(folder: Path) -> tuple[Path, ...]:
    """Return the families of an art folder that can be drawn here: those with most of the 34 kinds."""
    inside = sorted(p for p in folder.rglob("*")) if folder.is_dir() else []
    families = [
        p for p in inside if p.is_dir() and sum(_file(p, code) is not None for code in range(34)) >= _MOST
    ]
    fonts = [p for p in inside if p.suffix.lower() in (".otf", ".ttf") and _has_tiles(p)]
    return (*families, *fonts)


def _file(family: Path, code: int) -> Path | None:
    suffixes = (".png", ".svg") if _resvg() is not None else (".png",)
    names = (TILES[code].notation, *_PINYIN.get(code, ()))
    files = (family / (name + suffix) for name in names for suffix in suffixes)
    return next((path for path in files if path.is_file()), None)


def _has_tiles(font: Path) -> bool:
    return all(draws(font, unicode_tile(code)) for code in range(34))


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
