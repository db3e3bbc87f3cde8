"""The sheet of what went wrong holds every kind of mistake."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from paiyan.datasets.evaluation.matching import PictureResult
from paiyan.datasets.formats.labelled import Labelled
from paiyan.models.measuring.measure import find_failures, write_failures
from paiyan.vision.detections import Detections


def test_wrong_names_come_first_then_what_was_missed(tmp_path: Path) -> None:
    image = tmp_path / "a.png"
    cv2.imwrite(str(image), np.full((100, 200, 3), 90, np.uint8))
    boxes = np.array([[10, 10, 40, 50], [50, 10, 80, 50], [90, 10, 120, 50]], np.float64)
    truth = Labelled(image, np.array([1, 2, 3]), boxes)
    found = Detections.of(boxes[:2].astype(np.float32), np.array([1, 9]), confidence=0.8)
    every = find_failures([PictureResult(truth, found, 1.0)], threshold=0.25)
    assert [(f.truth, f.named) for f in every] == [(2, 9), (3, None)]
    out = tmp_path / "sheet.jpg"
    assert write_failures([PictureResult(truth, found, 1.0)], threshold=0.25, out=out) == 2
    assert cv2.imread(str(out)).shape[1] == 880


def test_where_nothing_went_wrong_there_is_no_sheet(tmp_path: Path) -> None:
    truth = Labelled(tmp_path / "none.png", np.zeros(0, np.int64), np.zeros((0, 4)))
    assert (
        write_failures(
            [PictureResult(truth, Detections.none(), 1.0)], threshold=0.25, out=tmp_path / "sheet.jpg"
        )
        == 0
    )
    assert not (tmp_path / "sheet.jpg").exists()
