"""What a drawn reading shows: a box in the colour of its role, and a plate with ink that can be read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from paiyan.vision.drawing import draw
from paiyan.vision.picture.image import Image
from paiyan.vision.reading import Reading
from paiyan.vision.structure.scene import Role
from tests.vision.synthetic_detections import SIZE, row, seen
from tests.vision.test_reading import Finds, but, once

GREY: Image = np.full((SIZE, SIZE, 3), 90, np.uint8)
BLACK, WHITE, YELLOW = (0, 0, 0), (255, 255, 255), (0, 200, 255)
"""BGR: the inks, and the plate of a doubtful tile."""


@pytest.fixture(scope="module")
def reading() -> Reading:
    """A hand; its fifth tile is in doubt."""
    found = but(seen(row("123m456p11z77234s"), scale=50.0), 4, p5=0.5, p6=0.3, p8=0.03)
    return once(Finds(found)).read(GREY)


def plate(drawn: Image, reading: Reading, at: int) -> Image:
    """What lies over the upper edge of a tile's box, inside its sides."""
    x1, y1, x2, _ = (round(v) for v in reading.tiles[at].box)
    return drawn[y1 - 20 : y1 - 1, x1 + 3 : x2 - 3]


def has(part: Image, colour: tuple[int, int, int]) -> bool:
    return bool((part == colour).all(axis=2).any())


def test_a_doubtful_tile_has_black_ink_on_yellow_and_any_other_white(reading: Reading) -> None:
    drawn = draw(GREY, reading)
    assert [doubt.tile for doubt in reading.doubts] == [4]
    for at in range(len(reading.tiles)):
        part = plate(drawn, reading, at)
        seen_colours = tuple(has(part, colour) for colour in (YELLOW, BLACK, WHITE))
        assert seen_colours == ((True, True, False) if at == 4 else (False, False, True))


@pytest.mark.parametrize(("role", "named"), [
    ("hand", True), ("winning", True), ("meld", True), ("flower", True), ("discard", True),
    ("indicator", True), ("wall", False), ("other", True),
])  # fmt: skip
def test_every_tile_but_those_of_the_wall_has_its_name(reading: Reading, role: Role, named: bool) -> None:
    tiles = tuple(tile._replace(role=role) if at == 0 else tile for at, tile in enumerate(reading.tiles))
    assert has(plate(draw(GREY, replace(reading, tiles=tiles)), reading, 0), WHITE) == named


def test_the_legend_is_dark_on_what_shows_through_light(reading: Reading) -> None:
    corner = draw(GREY, reading)[:4, :40]
    assert (corner == int(0.25 * 90 + 0.75 * 255)).all()
