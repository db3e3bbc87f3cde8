"""A misread tile is put right only in the open: a proposal beside the reading, its reasons, the question."""

from __future__ import annotations

import json

import pytest

from paiyan.models.opening import open_reader
from paiyan.scorer.tiles.notation import tile
from paiyan.service import recognition
from paiyan.service.cli.program import run
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image
from tests.service.conftest import SAMPLE, Knowing

Capture = pytest.CaptureFixture[str]


class Mistaken(Knowing):
    """Takes one tile of the sample for another, and knows that it may be wrong."""

    def __init__(self, right: str, wrong: str) -> None:
        self.right, self.wrong = tile(right).code, tile(wrong).code

    def detect(self, image: Image) -> Detections:
        found = super().detect(image)
        table = found.probabilities.copy()
        at = int(found.classes.tolist().index(self.right))
        table[at] = 0
        table[at, self.wrong], table[at, self.right] = 0.41, 0.38
        return Detections(found.boxes, table)


@pytest.fixture
def mistaken(monkeypatch: pytest.MonkeyPatch) -> None:
    detector = Mistaken("6p", "9p")
    monkeypatch.setattr(recognition, "reader", lambda *_: open_reader(detector, second_pass=False))


def answer(capsys: Capture, *arguments: str) -> dict:
    run([*arguments, "--json"])
    return json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("mistaken")
def test_the_reading_stays_and_the_likelier_hand_stands_beside_it(capsys: Capture) -> None:
    read = answer(capsys, "read", str(SAMPLE), "--won", "--lang", "en")
    assert read["hand"]["winning"] == "9p"
    proposal = read["proposal"]
    assert proposal["hand"]["winning"] == "6p"
    assert proposal["won"] is True
    (change,) = proposal["changes"]
    assert (change["read"], change["instead"], change["why"]) == ("9p", "6p", "win")
    assert "does not win" in change["reason"]
    assert read["probability"] < 0.1 < proposal["probability"]
    assert answer(capsys, "read", str(SAMPLE))["proposal"] is None  # nobody said that it won


@pytest.mark.usefixtures("mistaken")
def test_a_score_says_what_it_took_for_what_and_asks(capsys: Capture) -> None:
    scored = answer(capsys, "score", str(SAMPLE), "--by", "self_draw", "--lang", "en")
    assert (scored["win"], scored["total"], scored["used"]) == (True, 19, "proposal")
    assert any("9p" in w and "6p" in w and "--as-read" in w for w in scored["warnings"])
    doubt = next(d for d in scored["read"]["doubts"] if d["why"] == "win")
    assert doubt["effect"] == "9p: no win, 6p: 19 fan"
    question = scored["read"]["question"]
    assert (question["tile"], question["between"]) == (doubt["tile"], ["9p", "6p"])


@pytest.mark.usefixtures("mistaken")
def test_what_was_read_is_scored_where_asked(capsys: Capture) -> None:
    scored = answer(capsys, "score", str(SAMPLE), "--by", "self_draw", "--as-read")
    assert (scored["win"], scored["used"]) == (False, "reading")


@pytest.mark.usefixtures("knowing")
def test_a_hand_that_wins_as_read_is_left_alone(capsys: Capture) -> None:
    scored = answer(capsys, "score", str(SAMPLE), "--by", "self_draw")
    assert (scored["used"], scored["read"]["proposal"], scored["read"]["question"]) == ("reading", None, None)


@pytest.mark.usefixtures("mistaken")
@pytest.mark.parametrize(("lang", "says"), [("zh", "更可能"), ("en", "likelier"), ("ja", "より確からしい")])
def test_people_are_told_in_their_language(lang: str, says: str, capsys: Capture) -> None:
    run(["score", str(SAMPLE), "--by", "self_draw", "--lang", lang])
    assert says in capsys.readouterr().out
