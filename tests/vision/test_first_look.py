"""What a reader makes of a first look at fewer pixels: a hand to rely on, or a reason to look in full."""

from __future__ import annotations

import pytest

from scorer.tiles.notation import notation
from tests.vision.synthetic_detections import row, seen
from tests.vision.test_reading import BLANK, Finds
from vision.detection.two_looks import TwoLooks
from vision.detections import Detections
from vision.picture.image import Image
from vision.pipeline import Reader
from vision.structure.scene import Asked

HAND, OTHER = "123m456p11z77234s", "123m456p11z77789s"
LARGE, SMALL = 60.0, 52.0
"""Widths of a tile in a picture of 1000 pixels: 38 and 33 of the 640 of a full look."""


def tiles(text: str, *, scale: float = LARGE) -> Detections:
    return seen(row(text), scale=scale)


class Counts(Finds):
    """A told detector that counts how often it is asked."""

    looks = 0

    def detect(self, image: Image) -> Detections:
        self.looks += 1
        return super().detect(image)


def either(found: Detections) -> Detections:
    """The same, of which the first tile may as well be one of two others."""
    table = found.probabilities.copy()
    table[0] = 0
    table[0, :3] = 0.3
    return Detections(found.boxes, table)


@pytest.mark.parametrize(("glance", "full_looks"), [
    (tiles(HAND), 0),
    (either(tiles(HAND)), 1),  # a tile that may be one of two
    (tiles(HAND, scale=SMALL), 1),  # what a second pass would look at again
    (tiles("5m12p3s1234567z9m"), 1),  # no hand to rely on
    (Detections.none(), 1),
])  # fmt: skip
def test_a_photo_is_looked_at_in_full_where_the_first_look_reads_no_hand_to_rely_on(
    glance: Detections, full_looks: int
) -> None:
    detector = TwoLooks(Counts(glance), full := Counts(tiles(OTHER)))
    reading = Reader(detector, second_pass=False).read(BLANK)
    assert full.looks == full_looks
    assert notation(reading.hand.concealed) == (OTHER if full_looks else HAND)
    assert reading.reliable
    assert set(reading.timings_ms) == {"decode", "detect", "layout", "reading"}


def test_one_that_is_taken_is_the_only_look() -> None:
    detector = TwoLooks(glance := Counts(tiles(HAND)), full := Counts(tiles(OTHER)))
    Reader(detector).read(BLANK)
    assert (glance.looks, full.looks) == (1, 0)


@pytest.mark.parametrize("seat", ["all", "S"])
def test_whole_tables_are_looked_at_in_full_from_the_start(seat: Asked) -> None:
    detector = TwoLooks(glance := Counts(tiles(HAND)), full := Counts(tiles(OTHER)))
    Reader(detector, second_pass=False).read(BLANK, seat=seat)
    assert (glance.looks, full.looks) == (0, 1)


def test_so_are_several_pictures_of_one_hand() -> None:
    detector = TwoLooks(glance := Counts(tiles(HAND)), full := Counts(tiles(OTHER)))
    Reader(detector, second_pass=False).read_several([BLANK, BLANK])
    assert (glance.looks, full.looks) == (0, 2)
