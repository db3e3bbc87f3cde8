"""Faces from an art folder 外来牌面: an option that widens training, never needed.

An art folder is a folder of families. A family is a folder of pictures named by our notation (``1m.png``,
``5z.svg`` …) or a font file with the Unicode mahjong tiles. SVG files need the package ``resvg_py``.
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.synth.ink import HEIGHT, WIDTH
from datasets.synth.pixels import Picture
from scorer.tiles import TILES


def find_art(folder: Path) -> tuple[Path, ...]:
    """The families of an art folder that can be drawn here: folders holding at least the 34 kinds."""
    families = [p for p in sorted(folder.iterdir()) if p.is_dir()] if folder.is_dir() else []
    return tuple(p for p in families if all(_file(p, code) is not None for code in range(34)))


def _file(family: Path, code: int) -> Path | None:
    suffixes = (".png", ".svg") if _resvg() is not None else (".png",)
    for suffix in suffixes:
        path = family / (TILES[code].notation + suffix)
        if path.is_file():
            return path
    return None


@lru_cache(maxsize=1)
def _resvg() -> Any:
    try:
        return importlib.import_module("resvg_py")
    except ImportError:
        return None


@lru_cache(maxsize=1024)
def art_face(family: Path, code: int, *, height: int) -> Picture | None:
    """A family's face: BGRA uint8 (height, width, 4), or None where the family has none."""
    path = _file(family, code)
    if path is None:
        return None
    if path.suffix == ".svg":
        data = bytes(_resvg().svg_to_bytes(svg_path=str(path), height=height * 2))
    else:
        data = path.read_bytes()
    drawn = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if drawn is None or drawn.ndim != 3 or drawn.shape[2] != 4:
        return None
    return _fit(drawn.astype(np.uint8), height)


def _fit(drawn: Picture, height: int) -> Picture:
    """The drawing scaled into the middle of a face with a small margin."""
    width = round(height * WIDTH / HEIGHT)
    scale = min(width * 0.94 / drawn.shape[1], height * 0.94 / drawn.shape[0])
    size = (max(1, round(drawn.shape[1] * scale)), max(1, round(drawn.shape[0] * scale)))
    small = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA)
    out: Picture = np.zeros((height, width, 4), np.uint8)
    y, x = (height - size[1]) // 2, (width - size[0]) // 2
    out[y : y + size[1], x : x + size[0]] = small
    return out
