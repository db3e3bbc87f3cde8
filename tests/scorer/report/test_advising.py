"""Advice in JSON: what is asked, and the form of the answer."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report.advising import advise_on


def advised(given: dict[str, Any], lang: str = "en") -> dict[str, Any]:
    return to_json(advise_on(given), lang)


HAND: dict[str, Any] = {"rules": "hongkong", "concealed": "123m456p11s678s23p5z"}


def test_the_last_of_fourteen_tiles_was_drawn() -> None:
    said = advised(HAND)
    first = said["discards"][0]
    assert first["discard"] == "5z"
    assert [(h["tile"], h["left"], h["self_draw"], h["discard"]) for h in first["helpful"]] == [
        ("1p", 4, 180, 80.0),
        ("4p", 3, 180, 80.0),
        ("7p", 4, 180, 80.0),
    ]
    assert first["expects"]["exact"] is True
    assert said["wins"] is None
    assert "claims" not in said


def test_thirteen_tiles_are_told_what_to_claim() -> None:
    said = advised({"rules": "hongkong", "concealed": "123m456p115s789s5z"})
    assert said["keeps"]["distance"] == 1
    assert "discards" not in said
    for claim in said["claims"]:
        assert claim["expects"]["points"] > said["keeps"]["expects"]["points"]


def test_more_samples_make_the_error_smaller() -> None:
    far = {"rules": "hongkong", "concealed": "1359m246p1158s136z"}
    few, many = (advised(far | {"samples": n})["discards"][0]["expects"] for n in (4, 60))
    assert not many["exact"]
    assert 0 < many["points_error"] < few["points_error"]


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_goal_and_model_are_in_the_language_asked(lang: str) -> None:
    said = advised(HAND, lang)
    texts = said["model"] + said["discards"][0]["goal"]["name"]
    assert texts.isascii() == (lang == "en")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"win": {"tile": "5z"}}, "not won yet"),
        ({"turns": -1}, "turns is a whole number"),
        ({"samples": "many"}, "samples is a whole number"),
        ({"seen": "1111s"}, "1s appears"),
        ({"seen": "9x8"}, "seen"),
        ({"concealed": "123m"}, "3 concealed tiles"),
    ],
)
def test_what_cannot_be_asked_is_refused(more: dict[str, Any], said: str) -> None:
    with pytest.raises(TranslatedError, match=said):
        advised(HAND | more)
