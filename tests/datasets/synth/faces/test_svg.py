"""The tile pictures of the page: every tile, drawn by the same hand as the scenes."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
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


def test_a_font_cannot_be_written_down(tmp_path: Path) -> None:
    from paiyan.datasets.synth.faces.svg import VectorSheet

    with pytest.raises(ValueError, match="style without a font"):
        VectorSheet().paste(None, (0, 0), (1, 1), (0, 0, 0))  # type: ignore[arg-type]
