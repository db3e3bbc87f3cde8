"""Which row of tiles is most like a player's own."""

from __future__ import annotations

import pytest

from tests.vision.synthetic_detections import row, seen
from vision.detection.main_row import PlacedTiles, main_row

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
    chosen = main_row(PlacedTiles.of_detections(seen([*lower, *upper])))
    assert (
        set(chosen.tiles) == set(range(len(lower)))
        if is_near
        else set(chosen.tiles).isdisjoint(range(len(lower)))
    )
