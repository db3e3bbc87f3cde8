"""Reasons: how a hand waits, and what the tiles that lie open say."""

from __future__ import annotations

import pytest

from tests.scorer.advice.test_advise import advice


@pytest.mark.parametrize(
    ("tiles", "drawn", "shape"),
    [
        ("123m456p11s678s23p", "7z", "wait_many"),
        ("123m456p11s678s34s", "7z", "wait_two_sided"),
        ("123m456p11s678s55z", "7z", "wait_two_pairs"),
        ("123m456p11s678s12m", "7z", "wait_edge"),
        ("123m456p11s678s89m", "7z", "wait_edge"),
        ("123m456p11s678s57m", "7z", "wait_closed"),
        ("123m456p123s678s5z", "7z", "wait_single"),
    ],
)
def test_how_a_hand_waits(tiles: str, drawn: str, shape: str) -> None:
    found = advice("hongkong", tiles, drawn).choices
    (choice,) = (c for c in found if str(c.discard) == drawn)
    reason = choice.reasons[0]
    assert reason.code == shape
    assert str(reason.source) == "口袋麻将全集 §玩牌技巧 听牌的型态"
    assert {reason.to(lang) for lang in ("zh", "en", "ja")} != {reason.to("en")}


def codes(tiles: str, drawn: str, seen: str = "") -> list[str]:
    """Return the codes of the reasons for throwing what was drawn."""
    found = advice("hongkong", tiles, drawn, seen).choices
    return [r.code for c in found if str(c.discard) == drawn for r in c.reasons]


def test_what_stands_alone_goes_first() -> None:
    assert "lone_honour" in codes("123m45p115s678s23p", "5z")
    assert "lone_tile" in codes("123m45p115s678s23p", "9m")
    assert "lone_honour" not in codes("123m45p115s678s2p5z", "5z")


def test_an_honour_of_which_all_others_lie_open_is_dead() -> None:
    assert "dead_honour" in codes("123m45p115s678s23p", "5z", seen="555z")
    assert "dead_honour" not in codes("123m45p115s678s23p", "5z", seen="55z")


def test_the_last_of_a_kind_is_told() -> None:
    assert "last_one" in codes("123m456p11s678s34s", "7z", seen="222s")
