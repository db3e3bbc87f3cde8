"""How many of a photo's pixels a reader decodes, and whose hand it reads."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image as Pictures

from paiyan.models.opening import open_reader
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image, Photo
from paiyan.vision.structure.scene import SeatChoice
from tests.vision.structure.test_players import ALL, at, text
from tests.vision.synthetic_detections import SIZE, seen
from tests.vision.test_reading import BLANK, Finds, once

WIDE, HIGH = 3200, 2400


class Counted(Photo):
    """A photo that notes how large its pixels were asked for."""

    def __init__(self) -> None:
        out = io.BytesIO()
        Pictures.new("RGB", (WIDE, HIGH), (90, 90, 90)).save(out, "JPEG")
        super().__init__(out.getvalue())
        self.asked: list[tuple[int, int]] = []

    def pixels(self, *, side: int | None = None) -> Image:
        image = super().pixels(side=side)
        self.asked.append((image.shape[1], image.shape[0]))
        return image


class Row:
    """A detector of fourteen tiles side by side, each so wide as a share of the picture's width; it finds
    nothing in windows, which are square."""

    name, sha256 = "row", ""

    def __init__(self, share: float) -> None:
        self.share = share

    def detect(self, image: Image) -> Detections:
        high, wide = image.shape[:2]
        if high == wide:
            return Detections.none()
        step = self.share * wide
        left, top = 0.02 * wide + step * np.arange(14), np.full(14, 0.5 * high)
        boxes = np.stack([left, top, left + 0.95 * step, top + 1.3 * step], axis=1)
        return Detections.of(boxes.astype(np.float32), np.arange(14) % 9, confidence=0.9)

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]


@pytest.mark.parametrize(("share", "second_pass", "decoded"), [
    (0.045, True, [(1600, 1200), (3200, 2400)]),
    (0.065, True, [(1600, 1200), (3200, 2400)]),  # a doubtful hand
    (0.045, False, [(1600, 1200)]),
])  # fmt: skip
def test_all_pixels_of_a_photo_are_decoded_only_for_a_second_pass(
    share: float, second_pass: bool, decoded: list[tuple[int, int]]
) -> None:
    photo = Counted()
    reading = open_reader(Row(share), second_pass=second_pass).read(photo)
    assert photo.asked == decoded
    assert reading.size == (WIDE, HIGH)
    first = min(tile.box[0] for tile in reading.tiles)
    assert first == pytest.approx(0.02 * WIDE, abs=1), "boxes are in pixels of the photo, however it was read"


TABLE = Finds(seen([piece for seat, hand in ALL.items() for piece in at(seat, hand)], scale=12))


@pytest.mark.parametrize("seat", ["E", "S", "W", "N"])
def test_the_hand_at_a_seat_is_read_as_its_player_sees_it(seat: SeatChoice) -> None:
    reading = once(TABLE).read(BLANK, seat=seat)
    assert (reading.seat, text(reading.hand), reading.hands) == (seat, ALL[seat], ())
    assert len(reading.tiles) == len(TABLE.found)


def test_all_hands_are_read_in_the_order_of_turns_and_the_first_is_the_readings() -> None:
    reading = once(TABLE).read(BLANK, seat="all")
    assert {hand.seat: text(hand.reading.hand) for hand in reading.hands} == ALL
    assert [hand.seat for hand in reading.hands] == ["E", "S", "W", "N"]
    assert (reading.seat, text(reading.hand)) == ("E", ALL["E"])


def test_what_is_wrong_with_a_picture_is_said_of_each_hand_in_it() -> None:
    dark: Image = np.full((SIZE, SIZE, 3), 20, np.uint8)
    plain, said = (once(TABLE).read(picture, seat="all") for picture in (BLANK, dark))
    for before, after in zip(plain.hands, said.hands, strict=True):
        more = set(after.reading.problems) - set(before.reading.problems)
        assert more
    assert set(plain.problems) < set(said.problems)


def test_where_nobody_sits_nothing_is_read() -> None:
    reading = once(Finds(seen(at("E", ALL["E"]), scale=12))).read(BLANK, seat="W")
    assert not reading.reliable
    assert reading.problems
    assert not reading.hand.concealed
