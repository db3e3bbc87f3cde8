"""Tiles that fill the frame are found by a look from farther off, and only where there are such."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from paiyan.vision.detection.detector import Detector, run_looks
from paiyan.vision.detection.views.looking import look_closer
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image
from tests.vision.detection.views.test_hints import Blocks, table

PIP = (120, 130, 160, 170)


def closer(detector: Detector, image: Image, found: Detections) -> Detections:
    return run_looks(look_closer(image, found), detector)


class Near(Blocks):
    """Sees no block that is higher or wider than half of the picture; of such a one it sees a pip."""

    def detect(self, image: Image) -> Detections:
        found = super().detect(image)
        small = found.sizes.max(axis=1, initial=0) < 0.5 * max(image.shape[:2])
        if small.all():
            return found
        pip = Detections.of(np.array([PIP], np.float32), np.array([9]))
        return Detections.joined([found.select(np.flatnonzero(small)), pip])


def frame(*boxes: tuple[int, int, int, int], size: tuple[int, int] = (800, 600)) -> Image:
    image = np.full((size[1], size[0], 3), 30, np.uint8)
    for x1, y1, x2, y2 in boxes:
        image[y1:y2, x1:x2] = 225
    return image


@pytest.mark.parametrize("by", [1, 3])
@pytest.mark.parametrize("boxes", [
    [(60, 20, 450, 590)], [(0, 0, 420, 600)], [(10, 10, 390, 590), (410, 10, 790, 590)],
])  # fmt: skip
def test_each_tile_that_fills_the_frame_is_found_where_it_lies(
    boxes: list[tuple[int, int, int, int]], by: int
) -> None:
    image = cv2.resize(frame(*boxes), None, fx=by, fy=by, interpolation=cv2.INTER_NEAREST)
    detector = Near()
    found = closer(detector, image, Detections.none())
    order = np.argsort(found.boxes[:, 0])
    np.testing.assert_allclose(found.boxes[order], np.array(boxes) * by, atol=3 * by)
    assert detector.looks == 1


def test_a_part_of_a_tile_that_was_taken_for_one_goes_and_what_lies_beside_it_stays() -> None:
    image = frame((60, 20, 450, 590), (600, 200, 700, 330))
    near = (600.0, 200.0, 700.0, 330.0)
    whole = (50.0, 10.0, 460.0, 595.0)  # a poor box, but large enough to tell that the frame is filled
    first = Detections.of(np.array([whole, PIP, near], np.float32), np.array([4, 9, 4]))
    found = closer(Near(), image, first)
    assert len(found) == 2
    assert found.boxes[0].tolist() == pytest.approx([60, 20, 450, 590], abs=3)
    assert tuple(found.boxes[1].tolist()) == near


def test_a_near_row_is_looked_at_once() -> None:
    image, boxes = table(400, at=(0.5, 0.5), columns=6, rows=1)
    detector = Blocks()
    first = detector.detect(image)
    assert len(first) == len(boxes)
    assert closer(detector, image, first) is first
    assert detector.looks == 1


def test_what_is_small_from_farther_off_is_left_as_it_was_seen() -> None:
    image = frame((300, 200, 380, 310))
    detector = Blocks()
    assert not len(closer(detector, image, Detections.none()))
    assert detector.looks == 1


@pytest.mark.parametrize("size", [(16, 40_000), (40_000, 16)])
def test_a_picture_as_thin_as_is_taken_is_looked_at_too(size: tuple[int, int]) -> None:
    assert len(closer(Blocks(), frame(size=size), Detections.none())) == 0
