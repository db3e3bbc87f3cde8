"""What a reading says: the interface's JSON, doubts, and what does not fit."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from paiyan.models.opening import open_reader
from paiyan.scorer.tiles.notation import tile
from paiyan.vision.detection.coarse_to_fine import CoarseToFine
from paiyan.vision.detections import Detections
from paiyan.vision.drawing import draw
from paiyan.vision.picture.image import Image
from paiyan.vision.pipeline import Reader
from paiyan.vision.reading import Reading
from tests.vision.doubles import FixedDetector, NamedAsFound
from tests.vision.synthetic_detections import SIZE, row, seen
from tests.vision.told import told

BLANK: Image = np.random.default_rng(0).integers(0, 255, (SIZE, SIZE, 3), np.uint8)
"""A picture in colour and sharp, so that nothing is said of the picture itself."""


class Finds:
    """A detector that finds what it is told to."""

    name = "told"
    sha256 = "0" * 64

    def __init__(self, found: Detections) -> None:
        self.found = found

    def detect(self, image: Image) -> Detections:
        return self.found


def once(detector: Finds) -> Reader:
    """A reader that looks once: what a told detector says is not to be found again in a window."""
    return open_reader(detector, second_pass=False)


def read(text: str) -> Reading:
    return once(Finds(seen(row(text)))).read(BLANK, photo="table.jpg")


def but(found: Detections, index: int, **probabilities: float) -> Detections:
    """The same, with other class probabilities at one box; `z5=0.4` is 5z."""
    table = found.probabilities.copy()
    table[index] = 0
    for name, p in probabilities.items():
        table[index, tile(name[1:] + name[0]).code] = p
    return Detections(found.boxes, table)


def test_json_is_what_the_interface_says() -> None:
    reading = once(Finds(seen([*row("5f123m456p1777z 5m 789s", across=[12])]))).read(BLANK, photo="table.jpg")
    out = json.loads(json.dumps(told(reading)))
    assert list(out) == [
        "photo", "size", "model", "reliable", "tiles", "hand", "probability", "proposal", "doubts",
        "questions", "problems", "problem_codes", "timings_ms", "question",
    ]  # fmt: skip
    assert (out["photo"], out["size"], out["model"]) == ("table.jpg", [SIZE, SIZE], "told")
    first = out["tiles"][0]
    assert list(first) == ["tile", "box", "confidence", "alternatives", "role", "group", "sideways"]
    assert (first["tile"], first["role"], first["sideways"]) == ("5f", "flower", False)
    assert first["confidence"] == pytest.approx(0.9, abs=0.01)
    assert len(first["box"]) == 4
    hand = out["hand"]
    assert [hand.pop("concealed_tiles"), hand.pop("flower_tiles")] == [list(range(1, 11)), [0]]
    assert hand["melds"][0].pop("group") == out["tiles"][-1]["group"]
    assert hand == {
        "concealed": "123m456p1777z",
        "winning": "5m",
        "winning_place": "set_apart",
        "melds": [{"type": "chow", "tiles": "789s", "from": "left", "claimed": "7s"}],
        "flowers": "5f",
    }
    assert list(out["timings_ms"]) == ["decode", "detect", "layout", "reading"]


@pytest.mark.parametrize(("text", "words"), [
    ("123m456p11z7723s", "has 12 tiles"),
    ("123m456p11z77s", "has 10 tiles"),
    ("123m456p11z772345s6z", "has 15 tiles"),
    ("123m456p11z772345678s6z99p", "20 tiles are too many"),
    ("11111m23456p777z", "1m is read 5 times"),
    ("5550p5p123m11z234s", "5p is read 5 times"),
    ("5f5f123m456p11z77234s", "flower 5f is read 2 times"),
    ("123m456pxx11z7723s", "1 tiles of the hand lie face down"),
])  # fmt: skip
def test_what_does_not_fit_is_said_and_not_repaired(text: str, words: str) -> None:
    reading = read(text)
    assert not reading.reliable
    assert any(words in p for p in told(reading)["problems"])
    assert sorted(t.tile.code for t in reading.tiles) == sorted(p.code for p in row(text))


def test_a_hand_that_fits_is_reliable() -> None:
    for text in ("123m456p11z77234s", "123m406p11z77234s5z", "123m456p11z77234s789m", "1122334455667z7m"):
        assert read(text).problems == ()
        assert read(text).reliable


def test_far_fewer_tiles_than_a_hand_are_said_and_not_relied_on() -> None:
    reading = read("123m456p777z")
    (found,) = [problem for problem in reading.problems if problem.code == "too_few"]
    assert found.args == (9,)
    assert not reading.reliable


def test_tiles_that_are_nobody_s_hand_are_not_a_hand_of_none() -> None:
    reading = read("xx")
    assert reading.hand.size == 0
    assert [problem.code for problem in reading.problems] == ["no_hand"]


def test_a_hand_is_read_from_all_pixels() -> None:
    coarse, full = (FixedDetector(seen(row(f"123m456p789s{pairs}z"))) for pairs in ("1177", "1155"))
    looks = CoarseToFine(coarse, NamedAsFound(full))
    read = open_reader(looks).read(BLANK)
    assert read.hand == open_reader(looks.full).read(BLANK).hand != open_reader(looks.coarse).read(BLANK).hand


def test_what_was_read_is_not_changed() -> None:
    reading = read("123m456p11z77234s")
    with pytest.raises(FrozenInstanceError):
        reading.photo = "another.jpg"  # type: ignore[misc]
    assert reading.photo == "table.jpg"


def test_nothing_found() -> None:
    reading = once(Finds(Detections.none())).read(BLANK)
    assert not reading.reliable
    assert "No tiles were found" in told(reading)["problems"][0]
    assert "没有找到牌" in told(reading, "zh")["problems"][0]


def test_a_near_second_class_is_a_doubt() -> None:
    found = but(seen(row("123m456p11z77234s")), 4, p5=0.5, p6=0.3, p8=0.03)
    reading = once(Finds(found)).read(BLANK)
    (doubt,) = [told(d) for d in reading.doubts]
    first, second = doubt.pop("shares")
    assert doubt == {"tile": 4, "read": "5p", "instead": ["6p"], "why": "close", "effect": ""}
    assert first > second > 0.1
    ((second_name, _), *_) = told(reading.tiles[4])["alternatives"]
    assert second_name == "6p"


def test_the_least_sure_of_five_alike_is_offered_as_what_the_set_still_has() -> None:
    found = but(seen(row("11111m23456p777z")), 2, m1=0.6, z7=0.2, m2=0.1)
    found = but(found, 9, p6=0.9, m3=0.1)
    reading = once(Finds(found)).read(BLANK)
    doubt = next(d for d in reading.doubts if d.why == "supply")
    assert (doubt.tile, str(doubt.read), str(doubt.instead[0])) == (2, "1m", "7z")
    assert str(reading.tiles[2].tile) == "1m"


def test_too_many_doubts_are_not_reliable() -> None:
    found = seen(row("123m456p11z77234s"))
    for index in range(5):
        found = but(found, index, p5=0.3, s5=0.29)
    reading = once(Finds(found)).read(BLANK)
    assert not reading.reliable
    assert any("in doubt" in p for p in told(reading)["problems"])


def test_five_of_a_tile_on_the_whole_table_leave_the_hand_alone() -> None:
    found = seen([*row("111m456p11z77234s"), *row("1m1m", 2, -7)], tilt=0.05)
    reading = once(Finds(found)).read(BLANK)
    assert reading.reliable
    assert any("on the whole table" in p for p in told(reading)["problems"])


def test_the_drawing_is_a_copy_with_colour_on_it() -> None:
    reading = read("5f123m456p11z77234s")
    before = BLANK.copy()
    drawn = draw(BLANK, reading)
    assert np.array_equal(BLANK, before)
    assert drawn.shape == BLANK.shape
    x1, y1, x2, _ = (round(v) for v in reading.tiles[1].box)
    assert len(np.unique(drawn[y1, x1:x2].reshape(-1, 3), axis=0)) > 1 or (drawn[y1, x1:x2] != 90).any()
    assert (drawn != BLANK).any(axis=2).sum() > 500


@pytest.mark.parametrize(("kong", "tiles"), [("xx22s", "2222s"), ("22sxx", "2222s"), ("xxxxxx", "xxxxxxxx")])
def test_a_concealed_kong_of_which_a_tile_was_missed_is_one_and_says_so(kong: str, tiles: str) -> None:
    """Nothing that was seen is dropped: three tiles, some face down, lie apart as a meld does."""
    reading = read(f"123456m789p55z {kong}")
    (meld,) = told(reading.hand)["melds"]
    assert (meld["type"], meld["tiles"]) == ("concealed_kong", tiles)
    assert not reading.reliable
    assert any("three tiles of a concealed kong" in problem.to("en") for problem in reading.problems)
