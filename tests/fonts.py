"""A CJK font 中日韩字体 for tests of what draws writing: one of this machine, else one of our own strokes."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

import cv2
import numpy as np
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from paiyan.datasets.synth.faces.canvas import Sheet
from paiyan.datasets.synth.faces.characters import find_fonts, write

EM, ASCENT = 1000, 880
_PIXELS = 200  # of a glyph while it is drawn
_CHARACTERS = "一二三四五伍六七八九十百千萬万東东南西北中發发白梅蘭兰菊竹春夏秋冬福"


def make_font(path: Path, masks: dict[str, np.ndarray]) -> Path:
    """Write a font whose characters are the masks (h, w), each as high as the line, and return its path."""
    names = {character: f"u{ord(character):05X}" for character in masks}
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", *names.values()])
    builder.setupCharacterMap({32: "space", **{ord(c): name for c, name in names.items()}})
    drawn = {names[c]: _outline(mask) for c, mask in masks.items()}
    drawn[".notdef"] = _outline(np.pad(np.zeros((_PIXELS - 2, _PIXELS // 2 - 2)), 1, constant_values=255))
    builder.setupGlyf({"space": TTGlyphPen(None).glyph(), **drawn})
    builder.setupHorizontalMetrics(dict.fromkeys(builder.font.getGlyphOrder(), (EM, 0)))
    builder.setupHorizontalHeader(ascent=ASCENT, descent=ASCENT - EM)
    builder.setupNameTable({"familyName": "Paiyan Test", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=ASCENT, sTypoDescender=ASCENT - EM)
    builder.setupPost()
    builder.save(path)
    return path


def _outline(mask: np.ndarray) -> object:
    """Return the glyph of a mask: its outer borders one way round, its holes the other."""
    pen = TTGlyphPen(None)
    scale = EM / mask.shape[0]
    inked = (mask > 127).astype(np.uint8)
    for border in cv2.findContours(inked, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)[0]:
        if len(border) < 3:
            continue
        points = [(round(x * scale), round(ASCENT - y * scale)) for x, y in border[:, 0].tolist()]
        pen.moveTo(points[0])
        for point in points[1:]:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


def _own_strokes() -> Path:
    """Return a font of the project's own strokes, which goes with the process."""
    folder = Path(tempfile.mkdtemp(prefix="paiyan-font-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return make_font(folder / "strokes.ttf", {character: _stroked(character) for character in _CHARACTERS})


def _stroked(character: str) -> np.ndarray:
    sheet = Sheet(_PIXELS)
    write(sheet, character, corner=(2, 20), size=(96, 96), colour=(0, 0, 0))
    return sheet.rgba()[..., 3]


_INSTALLED = find_fonts()
FONTS = _INSTALLED or (_own_strokes(),)
needs_cjk_font = pytest.mark.skipif(
    not _INSTALLED, reason="no CJK font on this machine: install one, such as fonts-noto-cjk"
)
"""For tests that write more characters than the project's own strokes have."""
