"""Backs that photos show and do not box."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.missing_boxes import find_missing_backs
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.naming.namer import WHITE
from paiyan.vision.detections import Detections

PINK, GREEN = (190, 150, 245), (60, 140, 60)
NONE = np.zeros((0, 4))


def wall(rows: list[dict[int, float]], *, gap: int = 2) -> tuple[NDArray[np.uint8], Detections]:
    """Pink tiles of 30 × 20 pixels beside each other on green cloth."""
    picture = np.full((80, 400, 3), GREEN, np.uint8)
    boxes = np.array(
        [[10 + (30 + gap) * k, 30, 40 + (30 + gap) * k, 50] for k in range(len(rows))], np.float32
    )
    probabilities = np.zeros((len(rows), len(TILES)), np.float32)
    for at, (box, row) in enumerate(zip(boxes.astype(int), rows, strict=True)):
        picture[box[1] : box[3], box[0] : box[2]] = PINK
        for code, p in row.items():
            probabilities[at, code] = p
    return picture, Detections(boxes, probabilities)


UNCLEAR = {WHITE: 0.5, BACK: 0.3}


def test_blank_tiles_of_one_colour_in_a_row_are_backs() -> None:
    picture, found = wall([UNCLEAR] * 4)
    assert find_missing_backs(picture, found, NONE).tolist() == [1, 2]  # the ends have one neighbour


def test_a_back_that_is_sure_needs_no_neighbour_and_another_one_does() -> None:
    picture, found = wall([{BACK: 0.97}, {BACK: 0.7}], gap=40)
    assert find_missing_backs(picture, found, NONE).tolist() == [0]
    picture, found = wall([{BACK: 0.7}, {BACK: 0.7}])
    assert find_missing_backs(picture, found, NONE).tolist() == [0, 1]


def test_what_is_boxed_is_no_back_nor_what_shows_another_tile() -> None:
    picture, found = wall([UNCLEAR, UNCLEAR, UNCLEAR, {0: 0.9}])
    assert find_missing_backs(picture, found, found.boxes[1:2].astype(float)).tolist() == []
    assert find_missing_backs(picture, found, NONE).tolist() == [1]


def test_nothing_found_is_no_back() -> None:
    picture, _ = wall([UNCLEAR])
    assert len(find_missing_backs(picture, Detections.none(), NONE)) == 0
