"""Windows made one, each threshold from both sides: which box stays where two windows disagree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from paiyan.vision.detection.views.pooling import DetectedView, pool
from paiyan.vision.detections import Detections

Box = tuple[float, float, float, float]


def window(*boxes: Box, sure: Sequence[float] = (), scale: float = 1.0, left: float = 0.0) -> DetectedView:
    """A window of 1000 pixels of the input that begins `left` pixels of the picture from its edge."""
    table = np.array(boxes, np.float32).reshape(-1, 4)
    found = Detections.of(table, np.zeros(len(boxes), np.intp))
    share = np.array(sure or [0.9] * len(boxes), np.float32)[:, None]
    to_input = np.array([[scale, 0, -left * scale], [0, scale, 0]])
    return DetectedView(Detections(table, found.probabilities * share), to_input, (1000.0, 1000.0))


def box(x: float, y: float = 300.0, *, wide: float = 40.0, high: float = 52.0) -> Box:
    return (x, y, x + wide, y + high)


def four(first: Box) -> list[Box]:
    """So many tiles in a row that their size is believed, the first one beside the others."""
    wide, high = first[2] - first[0], first[3] - first[1]
    return [first, *(box(500 + 80 * k, 800, wide=wide, high=high) for k in range(3))]


def stays(first: Box, *windows: DetectedView) -> bool:
    kept = [tuple(one) for one in pool(windows).boxes.tolist()]
    return first in kept


@pytest.mark.parametrize(("scale", "left"), [(1.39, True), (1.41, False)])
def test_how_much_finer_a_window_is_that_overrules_another(scale: float, left: bool) -> None:
    """What was too small to be told is not there where a finer look finds nothing."""
    first = box(300, wide=20, high=26)
    assert stays(first, window(*four(first)), window(scale=scale)) == left


@pytest.mark.parametrize(("wide", "left"), [(21.0, False), (23.0, True)])
def test_what_was_large_enough_to_be_told_is_not_overruled(wide: float, left: bool) -> None:
    first = box(200, 200, wide=wide, high=30)
    assert stays(first, window(*four(first)), window(scale=2.0)) == left
    alone = window(first)  # of fewer than four tiles the size is not believed
    assert not stays(first, alone, window(scale=2.0))


@pytest.mark.parametrize(("high", "left"), [(66.0, False), (67.0, True)])
def test_a_box_that_is_very_large_in_the_finer_window_stays(high: float, left: bool) -> None:
    first = box(150, 120, wide=20, high=high)
    assert stays(first, window(*four(first)), window(scale=3.0)) == left


@pytest.mark.parametrize(("begins", "left"), [(291.5, False), (292.5, True)])
def test_a_box_near_the_edge_of_the_finer_window_stays(begins: float, left: bool) -> None:
    """Its middle lies at 310, and 0.7 of its length is 18.2."""
    first = box(300, wide=20, high=26)
    assert stays(first, window(*four(first)), window(scale=2.0, left=begins)) == left


@pytest.mark.parametrize(("by", "left"), [(13, True), (14, False), (32, False), (33, True)])
def test_a_box_that_lies_across_a_tile_of_a_finer_window_goes(by: int, left: bool) -> None:
    """It shares from a tenth to a half with that tile."""
    first = box(200, 200)
    finer = window(box(200 + by, 200), sure=[0.5], scale=2.0)
    assert stays(first, window(*four(first)), finer) == left


@pytest.mark.parametrize(("by", "sure"), [(11, 0.7), (13, 0.9)])
def test_windows_have_a_say_whose_boxes_have_the_same_middle(by: int, sure: float) -> None:
    """Within 0.3 of the tile's narrower side; the mean of both counts."""
    both = pool([window(box(200)), window(box(200 + by), sure=[0.5])])
    assert both.boxes.tolist() == [list(box(200))]
    assert both.objectness.tolist() == pytest.approx([sure])


@pytest.mark.parametrize(("wide", "apart", "left"), [
    (59, 41, False), (61, 39, True),  # not smaller than the whole by 0.6
    (50, 17, False), (50, 16, True),  # too much alike to be two
])  # fmt: skip
def test_a_box_that_holds_two_tiles_goes(wide: int, apart: int, left: bool) -> None:
    whole = box(200, wide=100)
    two = [box(200, wide=wide), box(200 + apart, wide=wide)]
    assert stays(whole, window(whole, *two, sure=[0.95, 0.5, 0.5])) == left
