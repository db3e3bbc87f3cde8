"""Confusions, calibration and edits, counted by hand on a few boxes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.evaluation.matching import (
    NOTHING,
    Matches,
    PictureResult,
    calibration,
    commonest_mistakes,
    confusion_matrix,
    match_picture,
)
from paiyan.datasets.formats.labelled import Labelled
from paiyan.vision.detections import Detections


def boxes(*left: int) -> np.ndarray:
    return np.array([[x, 0, x + 10, 10] for x in left], np.float64).reshape((-1, 4))


def seen(truth: dict[int, int], found: list[tuple[int, int, float]]) -> Matches:
    """`truth`: left edge -> code; `found`: left edge, code, confidence."""
    detections = Detections.none()
    if found:
        probabilities = np.zeros((len(found), 46), np.float32)
        for row, (_, code, sure) in enumerate(found):
            probabilities[row, code] = sure
        detections = Detections(boxes(*(x for x, _, _ in found)).astype(np.float32), probabilities)
    labelled = Labelled(Path("a.jpg"), np.array(list(truth.values()), np.int64), boxes(*truth))
    return match_picture(PictureResult(labelled, detections, 1.0), threshold=0.25)


def test_a_picture_read_right_needs_no_edit() -> None:
    p = seen({0: 3, 20: 4}, [(0, 3, 0.9), (20, 4, 0.8), (40, 5, 0.1)])
    assert (p.right, p.wrong, p.edits) == (2, (), 0)


def test_a_wrong_a_missed_and_a_made_up_tile() -> None:
    p = seen({0: 3, 20: 4, 40: 5}, [(0, 8, 0.95), (20, 4, 0.8), (70, 1, 0.5)])
    assert (p.right, len(p.wrong), p.edits) == (1, 1, 2)
    table = confusion_matrix([p])
    assert table[3, 8] == table[4, 4] == table[5, NOTHING] == table[NOTHING, 1] == 1
    assert table.sum() == 4
    assert commonest_mistakes(table) == [
        {"truth": "4m", "found": "9m", "count": 1},
        {"truth": "6m", "found": "nothing", "count": 1},
        {"truth": "nothing", "found": "2m", "count": 1},
    ]


def test_calibration_says_how_often_a_confidence_is_right() -> None:
    half = [seen({0: 3}, [(0, 3 if n % 2 else 8, 0.55)]) for n in range(10)]
    c = calibration(half)
    assert c.boxes[5] == 10
    assert c.right[5] == 0.5
    assert c.error == pytest.approx(0.05)
    assert (c.confident, c.confident_wrong) == (0, 0)
    assert calibration([seen({0: 3}, [(0, 8, 0.97)])]).confident_wrong == 1


def test_nothing_at_all_is_counted_too() -> None:
    assert seen({}, []).edits == 0
    assert seen({0: 3}, []).edits == 1
    assert calibration([seen({0: 3}, [])]).error == 0
