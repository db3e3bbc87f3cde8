"""The squares that are shown level along a row: together they show all of it, and little else."""

from __future__ import annotations

import math

import numpy as np
import pytest

from paiyan.vision.detection.main_row import main_row
from paiyan.vision.detection.runtimes.network_detector import INPUT_SIZE
from paiyan.vision.detection.views.looking import views_along
from paiyan.vision.detection.views.view import window_of
from paiyan.vision.detections import Detections

PITCH = 20.3


def row_of(count: int, roll: float) -> tuple[np.ndarray, Detections]:
    """The middles of tiles in a straight row, and their boxes."""
    turn = math.radians(roll)
    middles = 900 + np.arange(count)[:, None] * PITCH * np.array([math.cos(turn), math.sin(turn)])
    half = np.array([0.45, 0.6]) * PITCH
    boxes = np.concatenate([middles - half, middles + half], axis=1).astype(np.float32)
    return middles, Detections.of(boxes, np.arange(count))


@pytest.mark.parametrize("roll", [0.0, 17.0, -33.0])
@pytest.mark.parametrize(("count", "windows"), [(6, 1), (8, 1), (10, 2), (17, 2), (19, 3)])
def test_windows_show_a_row_and_two_tiles_on_either_side(count: int, windows: int, roll: float) -> None:
    """Each is 13 tiles wide, and the next begins 9 tiles further at the most.

    A tile that was missed at the end, and the room of one more, are shown: what lies at the edge of a window
    is cut, or seen less surely.
    """
    middles, found = row_of(count, roll)
    (own,) = main_row(found)
    laid = views_along(found, own)
    step = middles[1] - middles[0]
    places = [window.to_shown[:, :2] @ middles.T + window.to_shown[:, 2:] for window in laid]
    assert len(laid) == windows
    for x, y in places:
        assert y == pytest.approx([INPUT_SIZE / 2] * count, abs=0.01), "the row is level in the middle"
        assert np.diff(x) == pytest.approx([INPUT_SIZE / 13] * (count - 1), rel=1e-3)
    if windows > 1:
        ends = [middles[0] - 2.5 * step, middles[-1] + 2.5 * step]
        first, last = (
            (w.to_shown[:, :2] @ end + w.to_shown[:, 2])[0]
            for w, end in zip((laid[0], laid[-1]), ends, strict=True)
        )
        assert (first, last) == pytest.approx((0.0, INPUT_SIZE), abs=0.05)
        starts = [x[0] for x, _ in places]
        assert max(-np.diff(starts)) <= 9 * INPUT_SIZE / 13 + 0.05


def test_boxes_of_a_view_are_placed_around_what_it_shows() -> None:
    _, found = row_of(12, 21.0)
    (own,) = main_row(found)
    for view in views_along(found, own):
        place = np.array(view.corners).mean(axis=0) + np.array([40, -30])
        x, y = view.to_shown[:, :2] @ place + view.to_shown[:, 2]
        seen = Detections.of(np.array([[x - 4, y - 4, x + 4, y + 4]], np.float32), np.array([3]))
        (back,) = window_of(view, seen, (3000, 3000)).detections.centres
        np.testing.assert_allclose(back, place, atol=1e-2)
