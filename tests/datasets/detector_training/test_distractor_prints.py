"""Printed things laid into photos: never over a tile, along the row, in the size of its tiles."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.datasets.detector_training.composites import Strip, with_printed_things
from tests.fonts import FONTS


def row(*, slope: float = 0.0) -> Strip:
    """Eight tiles of 30 x 40 in a row on an even ground of 400 x 360."""
    lefts = 60 + 32 * np.arange(8)
    tops = 140 + slope * (lefts - 60)
    boxes = np.stack([lefts, tops, lefts + 30, tops + 40], axis=1).astype(np.float64)
    return Strip(np.full((360, 400, 3), 90, np.uint8), np.zeros(8, np.int64), boxes)


@pytest.mark.parametrize("slope", [-0.2, 0.0, 0.3])
def test_tiles_stay_as_they_are(slope: float) -> None:
    photo, changed = row(slope=slope), 0
    for seed in range(30):
        done = with_printed_things(photo, np.random.default_rng(seed), FONTS)
        assert done.boxes is photo.boxes
        assert done.classes is photo.classes
        for x1, y1, x2, y2 in np.rint(photo.boxes).astype(int).tolist():
            assert (done.picture[y1:y2, x1:x2] == 90).all()
        changed += int((done.picture != 90).any())
    assert (photo.picture == 90).all()
    assert changed >= 22


def test_a_ruler_lies_along_the_lower_edge_of_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiyan.datasets.detector_training.composites._MOST", 0)
    monkeypatch.setattr("paiyan.datasets.detector_training.composites._RULER", 1.0)
    photo = row(slope=0.3)
    seen = np.mean(
        [
            (with_printed_things(photo, np.random.default_rng(seed), FONTS).picture != 90).any(axis=2)
            for seed in range(20)
        ],
        axis=0,
    )
    middles = ((photo.boxes[:, 0] + photo.boxes[:, 2]) / 2).astype(int)
    for x, foot in zip(middles.tolist(), photo.boxes[:, 3].astype(int).tolist(), strict=True):
        assert seen[foot + 14 : foot + 20, x].min() > 0.6
        assert seen[: foot - 45, x].max(initial=0.0) < 0.3


def test_a_photo_without_a_row_or_without_tiles_gets_no_ruler() -> None:
    few = row()
    few = few._replace(classes=few.classes[:2], boxes=few.boxes[:2])
    for seed in range(10):
        done = with_printed_things(few, np.random.default_rng(seed), FONTS)
        assert (done.picture[140:180, 60:90] == 90).all()
    none = few._replace(classes=few.classes[:0], boxes=few.boxes[:0])
    assert with_printed_things(none, np.random.default_rng(1), FONTS) is none
