"""A hand that is not relied on is looked at once more along its row, whichever way it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pytest

from paiyan.models.opening import load_detector, open_reader
from paiyan.vision import first_look, job, other_views
from paiyan.vision.detection.rows import Row
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image
from paiyan.vision.requests import Asking
from paiyan.vision.structure.scene import SEATS, Seat, SeatChoice
from tests.beside import PHOTOS, needs_photos
from tests.vision.structure.test_players import at, text
from tests.vision.synthetic_detections import SIZE, row, seen
from tests.vision.test_reading import BLANK, Finds, but

PHOTO = PHOTOS / "hk_kw2" / "images"
PHOTO /= "32369FBF-EE2E-4461-B5B2-FB6A6D2E85DC_jpeg_jpg.rf.ee933be4708aace9dc2664294a2c6d34.jpg"
SIDE = 640
"""Pixels of a picture that the network sees whole: no second pass for tiles that are too small in it."""
PICTURE: Image = np.ascontiguousarray(BLANK[:SIDE, :SIDE])
HANDS: dict[Seat, str] = {
    "E": "123456789m123p55p", "S": "123456789s234p66z", "W": "234567m345678p11z", "N": "345678s789456p22z",
}  # fmt: skip
READ = {
    "E": "123456789m1235p 5p",
    "S": "123456789s234p6z 6z",
    "W": "234567m345678p1z 1z",
    "N": "345678s789456p2z 2z",
}
TILES = 14
TABLE = seen([p._replace(sure=0.99) for seat in SEATS for p in at(seat, HANDS[seat], away=10)], scale=34)
TABLE = TABLE.moved((SIZE, SIZE), (SIDE, SIDE))


@pytest.fixture(autouse=True)
def as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Noise does not show which way is up: pictures of it are not looked at in other turns."""
    monkeypatch.setattr(first_look, "turns_to_upright", lambda *_: [0])


def unsure(found: Detections, tiles: Iterable[int]) -> Detections:
    """The same, with each of these tiles as probably another."""
    for tile in tiles:
        table = found.probabilities.copy()
        code = int(table[tile].argmax())
        table[tile, [code, code + 1]] = 0.45, 0.5
        found = Detections(found.boxes, table)
    return found


def answered(found: Detections) -> Asking[Detections]:
    """A look that asks nothing."""
    yield from ()
    return found


class Looks:
    """Looks along rows, which show each of their tiles for what it is; they are noted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *truths: Detections) -> None:
        self.truths, self.rows = list(truths), list[Sequence[Row] | None]()
        monkeypatch.setattr(other_views, "look_along_rows", self)
        monkeypatch.setattr(other_views, "look_around", lambda _, found, __: answered(found))

    def __call__(
        self, image: Image, found: Detections, *, rows: Sequence[Row] | None = None
    ) -> Asking[Detections]:
        yield from ()
        self.rows.append(rows)
        table = found.probabilities.copy()
        (truth,) = [one for one in self.truths if np.array_equal(one.boxes, found.boxes)]
        for tile in range(len(found)) if rows is None else [tile for one in rows for tile in one.tiles]:
            table[tile] = truth.probabilities[tile]
        return Detections(found.boxes, table)


def own(seat: Seat) -> range:
    """The places of a seat's tiles."""
    return range(TILES * SEATS.index(seat), TILES * (SEATS.index(seat) + 1))


@pytest.mark.parametrize("seat", SEATS)
def test_the_hand_at_a_seat_is_looked_at_along_its_row_from_its_players_left(
    monkeypatch: pytest.MonkeyPatch, seat: Seat
) -> None:
    looks = Looks(monkeypatch, TABLE)
    doubtful = Finds(unsure(TABLE, [own(seat)[1]]))
    assert not open_reader(doubtful, second_pass=False).read(PICTURE, seat=seat).reliable
    reading = open_reader(doubtful).read(PICTURE, seat=seat)
    assert (reading.reliable, text(reading.hand), reading.seat) == (True, READ[seat], seat)
    ((along,),) = looks.rows
    assert along.tiles == tuple(own(seat))


def test_hands_that_are_relied_on_cost_no_look(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks(monkeypatch, TABLE)
    assert all(hand.reading.reliable for hand in open_reader(Finds(TABLE)).read(PICTURE, seat="all").hands)
    assert open_reader(Finds(unsure(TABLE, [own("W")[1]]))).read(PICTURE, seat="E").reliable, (
        "whoever else is not"
    )
    assert looks.rows == []


class Slow:
    """A detector that sees a table, in each look a second of the clock that it sets forward."""

    name, sha256 = "slow", ""

    def __init__(self, found: Detections) -> None:
        self.found, self.clock = found, 0.0

    def detect(self, image: Image) -> Detections:
        self.clock += 1.0
        return self.found.moved((SIZE, SIZE), (image.shape[1], image.shape[0]))

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]


@pytest.mark.parametrize("seconds", [0.5, 1.5, 3.5])
@pytest.mark.parametrize("sure", [0.99, 0.4])
def test_no_look_is_begun_when_the_time_is_over(
    seconds: float, sure: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tiles so small that a search through the whole picture would look at it many times."""
    places = [p._replace(sure=sure) for seat in SEATS for p in at(seat, HANDS[seat], away=10)]
    slow = Slow(seen(places, scale=6))
    monkeypatch.setattr(job, "perf_counter", lambda: slow.clock)
    picture = np.full((3000, 3000, 3), 90, np.uint8)
    in_full = Slow(slow.found)
    open_reader(in_full).read(picture)
    open_reader(slow, seconds=seconds).read(picture)
    assert slow.clock <= seconds + 1 < in_full.clock


def test_of_all_hands_those_that_are_not_relied_on_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks(monkeypatch, TABLE)
    reading = open_reader(Finds(unsure(TABLE, [own("S")[1], own("N")[4]]))).read(PICTURE, seat="all")
    assert {hand.seat: text(hand.reading.hand) for hand in reading.hands} == READ
    assert all(hand.reading.reliable for hand in reading.hands)
    assert [set(one.tiles) for rows in looks.rows for one in rows or ()] == [set(own("S")), set(own("N"))]


def test_a_look_for_one_hand_that_changes_another_that_is_relied_on_is_not_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = unsure(TABLE, [own("S")[1]])
    worse = but(TABLE, own("W")[0], m5=0.99)
    monkeypatch.setattr(other_views, "look_along_rows", lambda *_, rows: answered(worse))
    before, after = (
        open_reader(Finds(found), second_pass=twice).read(PICTURE, seat="all") for twice in (False, True)
    )
    assert [one.reading.hand for one in before.hands] == [one.reading.hand for one in after.hands]
    assert text(open_reader(Finds(found)).read(PICTURE, seat="S").hand) == READ["S"], (
        "who is not asked for, is not"
    )


PARTS = tuple(
    seen([p._replace(sure=0.99) for p in row(part)], scale=40).moved((SIZE, SIZE), (SIDE, SIDE))
    for part in ("123m456p11z", "777z 789s")
)


class FindsInTurn(Finds):
    """A detector that finds one thing after the other."""

    def __init__(self, *found: Detections) -> None:
        self.turns = iter(found)

    def detect(self, image: Image) -> Detections:
        return next(self.turns)


def test_of_a_hand_on_several_photos_each_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    concealed, melds = PARTS
    doubtful = unsure(concealed, [1]), unsure(melds, [4])
    before = open_reader(FindsInTurn(*doubtful), second_pass=False).read_several([PICTURE, PICTURE])
    looks = Looks(monkeypatch, *PARTS)
    after = open_reader(FindsInTurn(*doubtful)).read_several([PICTURE, PICTURE])
    assert looks.rows == [None, None]
    assert (before.reliable, after.reliable) == (False, True)
    assert text(after.hand) == "123m456p1z 1z 777z 789s"
    assert [picture.tiles for picture in after.pictures] == [8, 6]


def test_a_photo_of_several_whose_look_drops_a_tile_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    concealed, melds = PARTS
    shown = {8: concealed, 6: melds.select(np.arange(5))}
    monkeypatch.setattr(other_views, "look_along_rows", lambda *told, rows: answered(shown[len(told[1])]))
    reading = open_reader(FindsInTurn(unsure(concealed, [1]), melds)).read_several([PICTURE, PICTURE])
    assert text(reading.hand) == "123m456p1z 1z 777z 789s"
    assert [picture.tiles for picture in reading.pictures] == [8, 6]


@needs_photos
def test_the_hand_of_a_photo_is_mended_with_a_seat_as_without() -> None:
    """One that has a flower too many unless it is looked at once more."""
    detector = load_detector(backend="onnxruntime")
    once, plain = (open_reader(detector, second_pass=twice).read(PHOTO).hand for twice in (False, True))
    assert once.flowers != plain.flowers
    seats: tuple[SeatChoice, ...] = ("E", "all")
    assert [open_reader(detector).read(PHOTO, seat=seat).hand for seat in seats] == [plain, plain]


def test_hands_on_several_photos_that_are_relied_on_cost_no_look(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks(monkeypatch, *PARTS)
    assert open_reader(FindsInTurn(*PARTS)).read_several([PICTURE, PICTURE]).reliable
    assert looks.rows == []
