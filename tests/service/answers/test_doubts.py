"""A doubtful tile is weighed by what the hand would be worth with each tile that it may be."""

from __future__ import annotations

from typing import Any

import pytest
from paiyan.service.answers.doubts import outcome_of, question, weigh

HAND: dict[str, Any] = {"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}}


def _read(role: str, read: str, *instead: str) -> dict[str, Any]:
    return {
        "tiles": [{"role": role, "group": 0}],
        "doubts": [{"tile": 0, "read": read, "instead": instead, "effect": ""}],
    }


@pytest.mark.parametrize(
    ("role", "tiles", "effect"),
    [
        ("hand", ["1z", "2z"], "1z: 14 fan, 2z: no win"),
        ("hand", ["7s", "1z"], "7s: 14 fan, 1z: 17 fan"),
        ("winning", ["7s", "9m"], "7s: 14 fan, 9m: no win"),
        ("hand", ["1z", "1f"], "1z: 14 fan, 1f: not a hand"),
        ("hand", ["1z"], ""),
    ],
)
def test_effects(role: str, tiles: list[str], effect: str) -> None:
    (doubt,) = weigh(_read(role, *tiles), HAND, rules="guobiao", lang="en")
    assert doubt["effect"] == effect


def test_a_waiting_hand_has_not_won() -> None:
    told = outcome_of({"concealed": "123m456p789s11z77s"}, "guobiao", "en")
    assert (told["win"], told["waits"]) == (False, ["7s", "1z"])


def test_a_waiting_hand_is_weighed_by_its_waits() -> None:
    waiting = {"concealed": "123m456p789s11z77s"}
    (doubt,) = weigh(_read("hand", "7s", "9m"), waiting, rules="guobiao", lang="zh")
    assert doubt["effect"] == "7s: 听 7s 1z, 9m: 不听牌"


def test_a_tile_of_a_meld_is_weighed_too() -> None:
    hand = {
        "concealed": "123m456p11z77s",
        "melds": [{"type": "chow", "tiles": "789s"}],
        "win": {"tile": "7s", "by": "self_draw"},
    }
    (doubt,) = weigh(_read("meld", "9s", "6s"), hand, rules="guobiao", lang="en")
    assert doubt["effect"] == "9s: 11 fan, 6s: 3 fan"
    assert [e["win"] for e in doubt["effects"]] == [True, True]


def test_effects_hold_what_the_player_gets() -> None:
    (doubt,) = weigh(_read("hand", "1z", "2z"), HAND, rules="guobiao", lang="en")
    assert [(e["tile"], e["win"], e["points"]) for e in doubt["effects"]] == [
        ("1z", True, 66),
        ("2z", False, 0),
    ]


def test_the_question_is_about_the_tile_on_which_most_hangs() -> None:
    read = {
        "tiles": [{"role": "hand", "group": 0}] * 2,
        "doubts": [
            {"tile": 0, "read": "7s", "instead": ["1z"], "shares": [0.5, 0.5]},
            {"tile": 1, "read": "1z", "instead": ["2z"], "shares": [0.5, 0.5]},
        ],
    }
    doubts = weigh(read, HAND, rules="guobiao", lang="en")
    asked = question(doubts, lang="en")
    assert asked is not None
    assert (asked["tile"], asked["between"]) == (1, ["1z", "2z"])
    assert asked["ask"] == "Tile 1: is it 1z or 2z?"
    assert asked["stake"] == 33.0
    assert question([], lang="zh") is None


def test_what_was_taken_for_another_is_weighed_from_there() -> None:
    hand = {**HAND, "concealed": "123m456p789s11z77s"}
    read = _read("hand", "2z", "1z")
    (doubt,) = weigh(read, hand, rules="guobiao", lang="en", taken={0: "1z"})
    assert doubt["effect"] == "2z: no win, 1z: 14 fan"


def test_of_a_flower_that_only_counts_the_name_changes_nothing() -> None:
    hand = {**HAND, "flowers": "15f"}
    (doubt,) = weigh(_read("flower", "1f", "2f", "5f", "5m"), hand, rules="guobiao", lang="en")
    assert doubt["effect"] == "whichever flower it is: 16 fan"
    assert [e["tile"] for e in doubt["effects"]] == ["1f", "2f"], "5f lies there, and 5m is none"
    assert question([doubt], lang="en") is None


def test_of_a_flower_whose_seat_counts_the_name_is_weighed() -> None:
    hand = {"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}, "flowers": "1f"}
    (doubt,) = weigh(_read("flower", "1f", "2f"), {**hand, "seat": "E"}, rules="hongkong", lang="en")
    texts = [e["text"] for e in doubt["effects"]]
    assert texts[0] != texts[1], "the seat's own flower is worth more"
    assert doubt["effect"] == f"1f: {texts[0]}, 2f: {texts[1]}"
