"""What a camera's guide says of boxes: near the edge, small, sloping; and when the photo is taken."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from paiyan.vision.detections import Detections
from paiyan.vision.guidance import Guide, Hint, hand_of, hint_of, is_cut_off, slope_of
from paiyan.vision.picture.image import Image

SIZE = (1280, 960)


def noise() -> Image:
    """A sharp picture without any white."""
    return np.random.default_rng(0).integers(0, 200, (SIZE[1], SIZE[0], 3)).astype(np.uint8)


def tiles(count: int = 14, *, x: float = 100.0, y: float = 400.0, width: float = 60.0, turn: float = 0.0):
    """Boxes of a row of tiles, turned about its first."""
    height, c, s = 1.3 * width, math.cos(math.radians(turn)), math.sin(math.radians(turn))
    wide, high = c * width + abs(s) * height, c * height + abs(s) * width
    middles = [(x + wide / 2 + c * width * i, y + high / 2 + s * width * i) for i in range(count)]
    return [[u - wide / 2, v - high / 2, u + wide / 2, v + high / 2] for u, v in middles]


def found(boxes: list[list[float]], *, faint: list[list[float]] | None = None) -> Detections:
    seen = Detections.of(np.array(boxes, np.float32).reshape(-1, 4), np.arange(len(boxes)) % 34)
    hints = np.array(faint or [], np.float32).reshape(-1, 4)
    return Detections(seen.boxes, seen.probabilities, hints)


def cases() -> Iterator[tuple[str, Detections, Hint | None]]:
    yield "a whole hand with room", found(tiles()), None
    yield "nothing", found([]), Hint.NO_TILES
    yield "specks", found([], faint=tiles(width=8)), Hint.CLOSER
    yield "blots as large as tiles", found([], faint=tiles()), Hint.HOLD_STILL
    yield "small tiles", found(tiles(width=25)), Hint.CLOSER
    yield "a row up to the left edge", found(tiles(x=0)), Hint.CUT
    yield "a row up to the right edge", found(tiles(x=SIZE[0] - 14 * 60 - 4)), Hint.CUT
    yield "small tiles at the edge", found(tiles(x=0, width=25)), Hint.CUT
    yield "a meld at the lower edge", found(tiles() + tiles(3, x=900, y=SIZE[1] - 80)), Hint.CUT
    yield "small tiles of others at the edge", found(tiles() + tiles(3, y=0, width=30)), None
    yield "a sloping row", found(tiles(x=60, turn=20)), Hint.TURN
    yield "a row that slopes a little", found(tiles(turn=8)), None
    yield "a hand of which a part is seen", found(tiles(9)), Hint.MORE
    yield "a hand and its meld apart", found(tiles(10) + tiles(3, x=900, y=700)), None


@pytest.mark.parametrize(("boxes", "hint"), [pytest.param(*rest, id=name) for name, *rest in cases()])
def test_what_boxes_say(boxes: Detections, hint: Hint | None) -> None:
    assert hint_of(noise(), boxes) is hint


def test_glare_on_a_tile_and_blur_are_told() -> None:
    picture = noise()
    x1, y1, x2, y2 = (int(v) for v in tiles()[5])
    picture[y1:y2, x1:x2] = 255
    assert hint_of(picture, found(tiles())) is Hint.GLARE
    assert hint_of(np.full_like(picture, 120), found(tiles())) is Hint.HOLD_STILL


def test_the_photo_is_taken_after_two_good_frames_in_a_row() -> None:
    guide, picture, good = Guide(), noise(), found(tiles())
    assert not guide.see(picture, good).shoot
    assert guide.moved().hint is Hint.HOLD_STILL
    assert not guide.see(picture, good).shoot
    assert guide.see(picture, found(tiles(x=0))).hint is Hint.CUT
    assert not guide.see(picture, good).shoot
    assert guide.see(picture, good) == (None, True)
    assert not guide.see(picture, good).shoot, "one photo each"


def test_the_hand_is_the_group_that_takes_the_most_of_the_picture() -> None:
    discards = tiles(12, y=100, width=20)
    assert hand_of(discards + tiles()) == list(range(12, 26))
    assert hand_of([]) == []


def test_edges_and_slopes_are_measured_in_tiles_and_degrees() -> None:
    assert is_cut_off(tiles(x=10), SIZE)
    assert not is_cut_off(tiles(x=20), SIZE)
    for turn in (0.0, 12.0, 30.0):
        assert slope_of(tiles(turn=turn)) == pytest.approx(turn, abs=0.1)
    assert slope_of([[y1, x1, y2, x2] for x1, y1, x2, y2 in tiles()]) == 0.0, "upright rows are level too"
