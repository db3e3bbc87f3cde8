"""A close hand is read once more, from a tilted picture: that tells how sure it is, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.models.opening import open_reader
from paiyan.scorer.tiles.notation import parse
from paiyan.vision import calibration, first_look
from paiyan.vision.decoding.hand import is_same_hand
from paiyan.vision.decoding.proposal import after_again, is_close_call
from paiyan.vision.detection.views.view import in_picture, tilted
from paiyan.vision.detections import Detections
from paiyan.vision.messages import Problem
from paiyan.vision.pixels import Image
from paiyan.vision.reading import Reading, confirmed, is_close
from tests.vision.synthetic_detections import SIZE, row, seen

HAND = "123m456p789s11z777z"
PICTURE: Image = np.random.default_rng(0).integers(0, 255, (SIZE, SIZE, 3), np.uint8)
FLAT: Image = np.full((SIZE, SIZE, 3), (90, 120, 60), np.uint8)


@pytest.fixture(autouse=True)
def as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Noise does not show which way is up: pictures of it are not looked at in other turns."""
    monkeypatch.setattr(first_look, "turns_to_upright", lambda *_: [0])


class Finds:
    """One thing at the first look, another at the second, and none but these."""

    name, sha256 = "in turn", ""

    def __init__(self, *found: Detections) -> None:
        self.found, self.looks = found, 0

    def detect(self, image: Image) -> Detections:
        del image
        self.looks += 1
        return self.found[min(self.looks, len(self.found)) - 1]

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]


def doubtful(text: str, at: int, sure: float) -> Detections:
    """A row with one tile that is there with less."""
    found = seen(row(text))
    table = found.probabilities.copy()
    table[at] *= sure / table[at].sum()
    return Detections(found.boxes, table)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask of every hand."""
    numbers = {
        **calibration.fitted(),
        "again": {"from": 0.0, "to": 1.01, "odds": 1.0, "agrees": 3.0, "differs": -6.0},
    }
    monkeypatch.setattr("paiyan.vision.decoding.proposal.fitted", lambda: numbers)


def read(*found: Detections, picture: Image = PICTURE) -> Reading:
    return open_reader(Finds(*found), trace=True).read(picture)


@pytest.mark.usefixtures("asked")
def test_without_time_nothing_is_looked_at_again_and_a_close_hand_is_not_relied_on() -> None:
    finds = Finds(seen(row(HAND)))
    patient, hurried = (open_reader(finds, seconds=seconds).read(PICTURE) for seconds in (float("inf"), 0.0))
    assert (patient.hand, patient.reliable) == (hurried.hand, True)
    assert not hurried.reliable
    looks = finds.looks
    open_reader(finds, seconds=0.0).read(PICTURE)
    assert finds.looks == looks + 1


@pytest.mark.usefixtures("asked")
def test_agreement_makes_a_hand_surer_and_another_hand_less_sure() -> None:
    found = seen(row(HAND))
    plain = open_reader(Finds(found), second_pass=False).read(PICTURE)
    same, other = read(found), read(found, seen(row("124m456p789s11z777z")))
    assert (same.hand, other.hand) == (plain.hand, plain.hand)
    assert other.probability < plain.probability < same.probability
    assert (same.reliable, other.reliable) == (True, False)
    for reading, taken in ((same, True), (other, False)):
        assert reading.trace is not None
        assert {view.taken for view in reading.trace.views if view.reason == "again"} == {taken}


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("red", [0.02, 0.3])
def test_a_look_in_which_a_five_may_be_red_or_plain_agrees_with_none(red: float) -> None:
    found = seen(row(HAND))
    table = found.probabilities.copy()
    (five,) = np.flatnonzero(found.classes == parse("5p")[0].code)
    plain, other = (parse(text)[0].code for text in ("5p", "0p"))
    table[five, [plain, other]] = table[five, plain] * np.array([1 - red, red])
    reading = read(found, Detections(found.boxes, table))
    assert reading.reliable == (red < 0.05)
    assert reading.hand == read(found).hand


class FindsByLight:
    """One thing in dark pictures, another in grey ones, a third in bright ones, tilted or not."""

    name, sha256 = "by light", ""

    def __init__(self, *found: Detections) -> None:
        self.found = found

    def detect(self, image: Image) -> Detections:
        return self.found[int(image.mean()) // 50 - 1]

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("hidden", [0, 6, 13])
def test_a_burst_is_read_again_in_all_its_pictures(hidden: int) -> None:
    burst: list[Image] = [PICTURE // 2 + np.uint8(light) for light in (0, 64, 127)]
    found = seen(row(HAND))
    hides = found.select(np.array([i for i in range(14) if i != hidden], np.intp))
    for frames in ((hides, found, found), (found, hides, found), (found, found, hides)):
        finds = FindsByLight(*frames)
        plain = open_reader(finds, second_pass=False).read_burst(burst)
        again = open_reader(finds).read_burst(burst)
        assert (again.hand, again.reliable) == (plain.hand, True)
        assert again.probability > plain.probability


@pytest.mark.usefixtures("asked")
def test_of_a_blurred_picture_agreement_says_nothing() -> None:
    found = doubtful(HAND, 4, 0.6)
    assert read(found, picture=FLAT).probability <= read(found).probability


@pytest.mark.usefixtures("asked")
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 13), st.floats(0.05, 0.99), st.integers(0, 13), st.booleans())
def test_whatever_the_second_look_finds_the_hand_stays(at: int, sure: float, gone: int, same: bool) -> None:
    first = doubtful(HAND, at, sure)
    second = first if same else first.select(np.array([i for i in range(14) if i != gone], np.intp))
    plain = open_reader(Finds(first), second_pass=False).read(PICTURE)
    problems = {p.code for p in plain.problems} - {"unsure", "structure"}
    after = confirmed(plain, agrees=same)
    assert (after.hand, after.tiles) == (plain.hand, plain.tiles)
    assert {p.code for p in after.problems} - {"unsure", "structure"} == problems
    assert not after.reliable or not any(p.unreliable for p in plain.problems if p.code in problems)
    assert (read(first, second).hand == plain.hand) or not plain.reliable


@given(st.floats(0.001, 0.999), st.floats(0.001, 0.999))
def test_agreement_never_makes_less_sure_than_another_hand_does(one: float, other: float) -> None:
    assert after_again(one, agrees=True) > after_again(one, agrees=False)
    low, high = sorted((one, other))
    for agrees in (True, False):
        assert after_again(low, agrees=agrees) <= after_again(high, agrees=agrees)


def test_near_hands_cost_one_look() -> None:
    detector = Finds(seen(row(HAND), scale=60))
    reading = open_reader(detector).read(PICTURE)
    assert detector.looks == 1 + is_close_call(reading.probability)
    assert not is_close_call(0.99)


def test_a_hand_against_which_something_speaks_is_not_asked_about() -> None:
    plain = open_reader(Finds(seen(row(HAND))), second_pass=False).read(PICTURE)
    near = replace(plain, probability=0.9)
    assert is_close(near)
    assert not is_close(replace(near, problems=(Problem("glare", (1,)),)))
    assert not is_close(replace(near, vouched=False))


def test_hands_are_the_same_whatever_the_order_of_their_tiles() -> None:
    hand = open_reader(Finds(seen(row(HAND))), second_pass=False).read(PICTURE).hand
    turned = open_reader(Finds(seen(row("321m654p987s11z777z"))), second_pass=False).read(PICTURE).hand
    other = open_reader(Finds(seen(row("321m654p987s11z776z"))), second_pass=False).read(PICTURE).hand
    assert is_same_hand(hand, turned)
    assert not is_same_hand(hand, other)


def test_a_tilted_view_lies_in_its_picture() -> None:
    view = tilted((640, 480))
    corners = np.array([[0, 0, 640, 480]], np.float32)
    x1, y1, x2, y2 = in_picture(view, corners)[0].tolist()
    assert max(x1, y1) < 0
    assert (x2 > 640, y2 > 480) == (True, True)
    assert np.allclose([(x1 + x2) / 2, (y1 + y2) / 2], [320, 240], atol=1e-3)
