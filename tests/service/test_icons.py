"""The icons of the page are what its drawing shows."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.service.icons import SIZES, WEB, icon


@pytest.mark.parametrize("size", SIZES)
def test_the_files_are_what_the_drawing_shows(size: int) -> None:
    file = cv2.imread(str(WEB / f"icon-{size}.png"))
    assert file is not None
    assert np.abs(file.astype(int) - icon(size)).max() <= 1


def test_its_colours_are_where_they_belong() -> None:
    image = icon(192)
    ground, tile, ring, dot = image[4, 4], image[50, 96], image[96, 66], image[96, 96]
    assert [tuple(map(int, c)) for c in (ground, tile, ring, dot)] == [
        (0x1C, 0x25, 0x12),
        (0xF4, 0xFA, 0xFB),
        (0x23, 0x23, 0xBE),
        (0x96, 0x28, 0x1E),
    ]


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    drawing = tmp_path / "icon.svg"
    drawing.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0"/></svg>')
    with pytest.raises(ValueError, match="path"):
        icon(9, drawing)


def test_what_the_manifest_names_is_there_in_its_size() -> None:
    manifest = json.loads((WEB / "manifest.webmanifest").read_text())
    for one in [*manifest["icons"], *manifest["screenshots"]]:
        file = WEB / one["src"]
        assert file.is_file(), one
        if one["sizes"] != "any":
            image = cv2.imread(str(file))
            assert image is not None
            assert one["sizes"] == f"{image.shape[1]}x{image.shape[0]}"
