"""A weak box in a gap of a row is found; one at its end, or over two tiles, is not."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.vision.detection.two_stage import in_row_gaps
from paiyan.vision.detections import Detections
from tests.vision.synthetic_detections import Piece, row, seen


def found_between(pieces: list[Piece], **view: float) -> list[int]:
    """Which of the pieces lie between sure ones."""
    found = seen(pieces, **view)
    return np.flatnonzero(in_row_gaps(found, found.confidence > 0.5)).tolist()


def weak(pieces: list[Piece], *which: int) -> list[Piece]:
    return [p._replace(sure=0.3) if at in which else p for at, p in enumerate(pieces)]


@pytest.mark.parametrize("roll", [0, 30, -75])
def test_a_tile_between_two_is_one_at_any_roll(roll: float) -> None:
    assert found_between(weak(row("123m456p77z"), 1, 4), roll=roll) == [1, 4]


def test_tiles_at_the_end_or_beside_one_another_have_no_two_neighbours() -> None:
    assert found_between(weak(row("123m456p77z"), 0, 7)) == []
    assert found_between(weak(row("123m456p77z"), 3, 4)) == []


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(Piece(0, 3.0, 0.0), id="over two tiles"),
        pytest.param(Piece(0, 2.5, -1.4), id="behind the row"),
        pytest.param(Piece(0, 2.5, 0.0, shows=0.5), id="half as wide"),
    ],
)
def test_what_fills_no_gap_is_none(other: Piece) -> None:
    assert found_between([*row("123m456p"), other._replace(sure=0.3)]) == []


def test_a_gap_as_wide_as_a_tile_holds_one() -> None:
    pieces = [*row("12m 456p"), Piece(2, 2.5, 0.0, sure=0.25)]
    assert found_between(pieces) == [5]


@pytest.mark.parametrize(("step", "fills"), [(23.0, False), (25.0, True), (59.0, True), (61.0, False)])
def test_how_far_the_neighbours_of_a_gap_stand(step: float, fills: bool) -> None:
    """From six tenths of a tile of 40 pixels to one and a half, middle to middle."""
    boxes = np.array([[x, 0, x + 40, 52] for x in (100 - step, 100, 100 + step)], np.float32)
    found = Detections.of(boxes, np.array([0, 1, 2]))
    assert in_row_gaps(found, np.array([True, False, True])).tolist() == [False, fills, False]


@pytest.mark.parametrize(("off", "fills"), [(0.0, True), (7.0, True), (9.0, False)])
def test_how_evenly_a_tile_stands_in_a_gap(off: float, fills: bool) -> None:
    """Both offsets together stay within four tenths of a tile of 40 pixels."""
    boxes = np.array([[x, 0, x + 40, 52] for x in (58 + off, 100, 142 + off)], np.float32)
    found = Detections.of(boxes, np.array([0, 1, 2]))
    assert bool(in_row_gaps(found, np.array([True, False, True]))[1]) == fills
