"""The blank side of a standing row's last tile is no white dragon; a white dragon there is one."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.context.blank_tiles import without_sides
from paiyan.vision.detection.drops import listening
from paiyan.vision.detection.naming.namer import WHITE
from paiyan.vision.detections import Detections


def standing(
    *, drop: float, last: float, code: int = WHITE, left: bool = False, count: int = 6
) -> Detections:
    """A row of faces that stand each lower than the one before by `drop`, and beyond its last one a blank box
    that stands lower by `last`."""
    boxes = [[100.0 * k, 100 + drop * k, 100.0 * k + 98, 300 + drop * k] for k in range(count)]
    x1, y1, x2, y2 = boxes[-1]
    boxes.append([x1 + 95, y1 + 5, x2 + 90, y2 + last])
    table = np.array(boxes, np.float32)
    if left:
        table[:, [0, 2]] = 2000 - table[:, [2, 0]]
    return Detections.of(table, np.array([*range(count), code]), confidence=0.9)


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("drop", [40.0, 70.0, -40.0])
@pytest.mark.parametrize("code", [WHITE, BACK])
def test_a_side_goes_and_a_blank_face_stays(drop: float, code: int, left: bool) -> None:
    assert len(without_sides(standing(drop=drop, last=0.2 * drop, code=code, left=left))) == 6
    assert len(without_sides(standing(drop=drop, last=0.9 * drop, code=code, left=left))) == 7


@pytest.mark.parametrize("drop", [0.0, 10.0, -15.0])
def test_a_level_row_tells_nothing(drop: float) -> None:
    assert len(without_sides(standing(drop=drop, last=0.0))) == 7


def test_a_printed_face_stays_wherever_it_stands() -> None:
    assert len(without_sides(standing(drop=40, last=0, code=20))) == 7


def test_a_blank_box_between_two_others_stays() -> None:
    found = standing(drop=40, last=0)
    beyond = found.boxes[-1] + np.array([95, 40, 95, 40], np.float32)
    more = Detections.of(np.array([beyond]), np.array([3]), confidence=0.9)
    assert len(without_sides(Detections.joined([found, more]))) == 8


def test_a_single_face_is_no_row() -> None:
    assert len(without_sides(standing(drop=40, last=0, count=1))) == 2


def test_what_is_dropped_is_told() -> None:
    with listening() as drops:
        without_sides(standing(drop=40, last=8))
    (drop,) = drops
    assert (drop.tile, round(drop.value, 2), drop.threshold) == ("5z", 0.2, 0.5)
