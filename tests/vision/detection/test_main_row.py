"""Which row of tiles is most like a player's own."""

from __future__ import annotations

import math

import pytest

from paiyan.vision.detection.main_row import main_row, row_of_player
from tests.vision.synthetic_detections import row, seen

BACK = "xx"


@pytest.mark.parametrize(("near", "far", "is_near"), [
    ("12345m", "12345m", True),  # of two alike the lower one
    (2 * BACK + "345m", "12345m", True),
    (3 * BACK + "45m", "12345m", False),  # most of it lies face down: nobody's hand
    (5 * BACK, "12345m", False),
    (4 * BACK, "1234m", True),  # four may be a concealed kong
    (3 * BACK + "4m", "1234m", True),
])  # fmt: skip
def test_a_row_of_more_than_four_that_lies_face_down_is_not_the_main_one(
    near: str, far: str, is_near: bool
) -> None:
    lower, upper = row(near, y=4), row(far)
    (chosen,) = main_row(seen([*lower, *upper]))
    assert (
        set(chosen.tiles) == set(range(len(lower)))
        if is_near
        else set(chosen.tiles).isdisjoint(range(len(lower)))
    )


@pytest.mark.parametrize("roll", [0, 90, 180, 270])
def test_a_players_row_runs_from_the_players_left_through_the_players_own_tiles(roll: int) -> None:
    own, others = row("123456789m", y=4), row("123456789p1112s")
    found = seen([*own, *others], roll=roll)
    angle = math.radians(roll)
    right = math.cos(angle), math.sin(angle)
    ahead, behind = (
        row_of_player(found, range(len(own)), right=(sense * right[0], sense * right[1])) for sense in (1, -1)
    )
    tiles = tuple(range(len(own)))
    assert [one.tiles for one in ahead + behind] in ([tiles, tiles[::-1]], [tiles[::-1], tiles])
    for one, sense in zip(ahead + behind, (1, -1), strict=True):
        assert sense * (one.direction[0] * right[0] + one.direction[1] * right[1]) > 0.9


def test_tiles_that_make_no_row_have_none() -> None:
    found = seen([*row("1m"), *row("2m", x=20)])
    assert row_of_player(found, range(2), right=(1, 0)) == []
