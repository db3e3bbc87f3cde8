"""The tile pictures of the page: every tile, drawn by the same hand as the scenes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest

from paiyan.datasets.synth.faces.style import FaceStyle
from paiyan.datasets.synth.faces.svg import sprite
from paiyan.scorer.tiles.tile import BACK, TILES

FILE = Path(__file__).parents[4] / "service" / "web" / "tiles.svg"
SVG = "{http://www.w3.org/2000/svg}"


def test_the_file_is_what_the_code_draws() -> None:
    assert FILE.read_text(encoding="utf-8") == sprite(FaceStyle()), "python -m paiyan.datasets.synth svg FILE"


def test_every_tile_has_its_symbol_with_ink() -> None:
    symbols = {s.get("id"): s for s in ElementTree.fromstring(sprite(FaceStyle()))}
    assert list(symbols) == [f"t{t.notation}" for t in TILES]
    assert all(len(symbols[f"t{t.notation}"]) > 1 for t in TILES if t.code != BACK)
    drawn = [ElementTree.tostring(s) for s in symbols.values()]
    assert len(set(drawn)) == len(TILES)


def test_no_index_lies_on_its_drawing() -> None:
    left, top, right, bottom = 8.0, 7.0, 23.0, 25.0  # where the index is written
    checked = 0
    for symbol in ElementTree.fromstring(sprite(FaceStyle())):
        moved = symbol.find(f"{SVG}g")
        if moved is None:
            continue
        x0, y0, scale = (float(n) for n in re.findall(r"[\d.]+", moved.get("transform", "")))
        for x, y, reach in _points(moved):
            x, y, reach = x0 + x * scale, y0 + y * scale, reach * scale
            apart = max(left - x, x - right, top - y, y - bottom)
            assert apart >= reach, (symbol.get("id"), x, y)
            assert x + reach <= 98, symbol.get("id")
            assert y + reach <= 129, symbol.get("id")
        checked += 1
    assert checked >= 34


def _points(drawing: ElementTree.Element) -> Iterator[tuple[float, float, float]]:
    """Yield the points of a drawing, each with how far its ink reaches around it."""
    for shape in drawing:
        reach = float(shape.get("stroke-width", 0)) / 2
        if shape.tag == f"{SVG}path":
            x = y = 0.0
            for right, down in re.findall(r"(-?[\d.]+) (-?[\d.]+)", shape.get("d", "")):
                x, y = x + float(right), y + float(down)  # each is a step from the one before
                yield x, y, reach
        elif shape.tag == f"{SVG}circle":
            yield float(shape.get("cx", 0)), float(shape.get("cy", 0)), float(shape.get("r", 0)) + reach


def test_a_font_cannot_be_written_down(tmp_path: Path) -> None:
    from paiyan.datasets.synth.faces.svg import VectorSheet

    with pytest.raises(ValueError, match="style without a font"):
        VectorSheet().paste(None, (0, 0), (1, 1), (0, 0, 0))  # type: ignore[arg-type]
