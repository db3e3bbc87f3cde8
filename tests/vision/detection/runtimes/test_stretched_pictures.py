"""Pictures that somebody stretched are read as the ones they were made of."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.models.opening import load_detector
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.runtimes.stretched_pictures import natural_proportions, shrunk
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import load
from paiyan.vision.pixels import crops
from paiyan.vision.sizes import size_of

SAMPLE = Path(__file__).parents[4] / "service" / "samples" / "hand.jpg"
BLANK = np.zeros((400, 500, 3), np.uint8)


@pytest.fixture(scope="module")
def detector() -> Detector:
    return load_detector(backend="onnxruntime", threads=1)


def boxes_of(*shapes: tuple[float, float]) -> Detections:
    """A box of each width and height, surely a tile."""
    table = np.array([[5, 5, 5 + wide, 5 + high] for wide, high in shapes], np.float32)
    return Detections.of(table, np.arange(len(shapes)))


def kinds(found: Detections) -> Counter[str]:
    sure = found.select(found.objectness > 0.5)
    codes: list[int] = sure.classes.tolist()
    return Counter(TILES[code].notation for code in codes)


@pytest.mark.parametrize(("across", "down"), [(1.0, 6.0), (7.0, 1.0), (0.9, 12.0)])
def test_a_photo_and_the_same_stretched_show_the_same_tiles(
    detector: Detector, across: float, down: float
) -> None:
    photo = load(SAMPLE)
    stretched = cv2.resize(photo, None, fx=across, fy=down, interpolation=cv2.INTER_CUBIC).astype(np.uint8)
    plain, found = detector.detect(photo), detector.detect(stretched)
    assert kinds(found) == kinds(plain)
    scale = np.array([across, down])
    nearest = np.linalg.norm(found.centres[:, None] / scale - plain.centres[None], axis=2).min(axis=1)
    assert (nearest < 0.25 * np.median(plain.sizes)).all()


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.floats(20, 60), st.floats(20, 60)), max_size=9))
def test_tiles_of_the_shape_of_tiles_are_left_alone(shapes: list[tuple[float, float]]) -> None:
    assert natural_proportions(BLANK, boxes_of(*shapes)) is None


def test_a_needle_or_two_say_nothing_and_a_row_of_them_does() -> None:
    assert natural_proportions(BLANK, boxes_of(*[(10, 90)] * 3)) is None
    assert natural_proportions(BLANK, boxes_of(*[(10, 90)] * 3, *[(30, 40)] * 4)) is None
    shape = natural_proportions(BLANK, boxes_of(*[(10, 120)] * 5))
    assert shape is not None
    assert shape[0] == 1
    assert shape[1] == pytest.approx(4 / 36)
    lying = natural_proportions(BLANK, boxes_of(*[(120, 10)] * 5))
    assert lying == pytest.approx((4 / 36, 1))


def test_what_was_found_lies_again_where_it_lay() -> None:
    found = boxes_of((20, 30), (40, 200))
    small = shrunk(BLANK, 1.0, 0.25)
    assert small.shape == (100, 500, 3)
    back = found.moved(size_of(small), size_of(BLANK))
    np.testing.assert_allclose(back.boxes, found.boxes * [1, 4, 1, 4])
    np.testing.assert_array_equal(back.probabilities, found.probabilities)


def test_what_shrinks_to_nothing_keeps_a_pixel() -> None:
    assert shrunk(BLANK, 1.0, 1e-4).shape == (1, 500, 3)
    assert shrunk(BLANK, 1e-4, 1.0).shape == (400, 1, 3)


def test_the_crop_of_a_needle_keeps_its_strokes() -> None:
    """Bars across the narrow side of a tile that is twelve times as long: each is still there."""
    needle = np.full((700, 80, 3), 230, np.uint8)
    for bar in range(25, 55, 6):
        needle[:, bar : bar + 3] = 0
    (crop,) = crops(needle, np.array([[20, 50, 60, 650]], np.float32))
    middle = crop[32, :, 0].astype(int)
    assert (np.diff((middle > 115).astype(int)) == -1).sum() >= 5
