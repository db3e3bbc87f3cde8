"""The second look finds the same tiles in the same places, and what looks disagree on is averaged."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.detector import Detector, run_looks
from paiyan.vision.detection.main_row import main_row
from paiyan.vision.detection.views.looking import look_along_rows, look_around, look_closer, small_rows
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image


def look_again(detector: Detector, image: Image, found: Detections) -> Detections:
    return run_looks(look_closer(image, found), detector)


def strip(count: int, *, roll: float, pitch: int = 40) -> Image:
    """Light blocks in a row on a dark ground, apart enough to be told one by one."""
    image = np.full((700, 900, 3), 20, np.uint8)
    turn = math.radians(roll)
    along, across = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    for k in range(count):
        centre = np.array([450, 350]) + (k - (count - 1) / 2) * pitch * along
        corners = [centre + a * 0.42 * pitch * along + b * 0.6 * pitch * across for a, b in
                   ((-1, -1), (1, -1), (1, 1), (-1, 1))]  # fmt: skip
        cv2.fillConvexPoly(image, np.array(corners).round().astype(np.int32), (220, 230, 240))
    return image


class Blobs:
    """A detector of light blocks: sure of tile 4 in the whole picture, of tile 9 in every later look."""

    name = "blobs"
    sha256 = ""

    def __init__(self) -> None:
        self.looks = 0

    def detect(self, image: Image) -> Detections:
        light = cv2.inRange(image, (180, 180, 180), (255, 255, 255))
        _, _, stats, _ = cv2.connectedComponentsWithStats(light)
        boxes = stats[1:, :4].astype(np.float32)
        boxes[:, 2:] += boxes[:, :2]
        self.looks += 1
        probabilities = np.zeros((len(boxes), len(TILES)), np.float32)
        probabilities[:, 4], probabilities[:, 9] = (0.6, 0.2) if self.looks == 1 else (0.1, 0.9)
        return Detections(boxes, probabilities)


@pytest.mark.parametrize("roll", [0, 14, -40, 58, 90])
def test_a_second_look_keeps_each_tile_in_its_place(roll: float) -> None:
    image, detector = strip(14, roll=roll), Blobs()
    found = detector.detect(image)
    closer = look_again(detector, image, found)
    assert detector.looks >= 3
    assert len(closer) == len(found) == 14
    for centre in found.centres:
        assert np.hypot(*(closer.centres - centre).T).min() < 3
    assert closer.classes.tolist() == [9] * 14
    assert (closer.confidence > 0.5).all()
    assert (closer.confidence < 0.9).all()


def test_without_a_row_there_is_nothing_to_look_at() -> None:
    image, detector = strip(2, roll=0), Blobs()
    found = detector.detect(image)
    assert look_again(detector, image, found) is found
    assert look_again(detector, image, Detections.none()).boxes.shape == (0, 4)
    assert detector.looks == 2  # where nothing was found, once more from farther off


def test_tiles_that_the_network_saw_well_are_not_looked_at_again() -> None:
    for image in (strip(14, roll=0, pitch=60), strip(14, roll=0)[20:660, 130:770]):
        detector = Blobs()
        found = detector.detect(image)
        assert look_again(detector, image, found) is found
        assert detector.looks == 1


@pytest.mark.parametrize("roll", [0, 14, -40, 90])
@pytest.mark.parametrize("missed", ["first", "last"])
def test_a_look_along_a_row_finds_what_was_missed_at_its_end(roll: float, missed: str) -> None:
    """Though the network saw its tiles well."""
    image, detector = strip(14, roll=roll)[20:660, 130:770], Blobs()
    every = detector.detect(image)
    row = np.argsort(every.centres @ [math.cos(math.radians(roll)), math.sin(math.radians(roll))])
    found = every.select(row[1:] if missed == "first" else row[:-1])
    closer = run_looks(look_along_rows(image, found), detector)
    assert len(closer) == 14
    for centre in every.centres:
        assert np.hypot(*(closer.centres - centre).T).min() < 3


def test_a_look_along_a_row_of_large_tiles_shows_nothing_new() -> None:
    image, detector = strip(6, roll=0, pitch=100), Blobs()
    found = detector.detect(image)
    assert run_looks(look_along_rows(image, found), detector) is found
    assert detector.looks == 1


def tiles_in_a_row(pitch: float, count: int = 14) -> Detections:
    boxes = np.array([[50 + pitch * i, 300, 48 + pitch * (i + 1), 300 + 1.35 * pitch] for i in range(count)])
    return Detections.of(boxes.astype(np.float32), np.arange(count) % 9, confidence=0.9)


@pytest.mark.parametrize(("side", "pitch", "count", "small"), [
    (1280, 66.0, 14, True),  # 33 pixels of the network's 640
    (1280, 70.0, 14, False),  # 35
    (1280, 100.0, 4, False),  # large tiles: nothing to gain
    (790, 20.0, 14, False),  # the photo hardly has more pixels than the network saw
    (810, 20.0, 14, True),
    (1280, 40.0, 3, False),  # no row
    (1280, 40.0, 0, False),
])  # fmt: skip
def test_which_rows_are_small(side: int, pitch: float, count: int, small: bool) -> None:
    image = np.zeros((side * 3 // 4, side, 3), np.uint8)
    found = tiles_in_a_row(pitch, count) if count else Detections.none()
    assert small_rows(main_row(found), image, most=side) == small


def test_a_look_around_a_hand_finds_what_lies_beside_it_in_its_place() -> None:
    image, detector = strip(14, roll=0, pitch=20), Blobs()
    every = detector.detect(image)
    found = every.select(np.argsort(every.centres[:, 0])[:-1])
    around = run_looks(look_around(image, found, range(len(found))), detector)
    assert len(around) == 14
    for centre in every.centres:
        assert np.hypot(*(around.centres - centre).T).min() < 3
    assert run_looks(look_around(image, found, []), detector) is found
