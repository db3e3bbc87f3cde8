"""Safety: what is certain by the rules, what suji and walls cover, and what the counts say of the rest."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.scorer.errors import HandError
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report.advising import advise_on

HAND = {"concealed": "123m456p11s24689s4z", "turns": 8}


def safety(tile: str, **told: Any) -> dict[str, Any]:
    """How safe a discard of `HAND` is from south."""
    report = to_json(advise_on({"rules": "riichi", **HAND, **told}), "en")
    (found,) = (
        s for d in report["discards"] if d["discard"] == tile for s in d["safety"] if s["seat"] == "S"
    )
    return found


@pytest.mark.parametrize(
    ("tile", "told", "code"),
    [
        ("4z", {"discards": {"S": "4z"}}, "own_discard"),
        ("4z", {"discards": {"S": "9m", "W": "4z"}, "riichi": ["S"], "passed": {"S": "4z"}}, "passed"),
        ("4z", {"discards": {"S": "9m", "W": "4z"}, "riichi": ["S"]}, "open"),
        ("1m", {"discards": {"S": "4m"}}, "suji"),
        ("4p", {"discards": {"S": "1p7p"}}, "suji"),
        ("4p", {"discards": {"S": "1p"}}, "open"),
        ("6p", {"discards": {"S": "3p9p"}}, "suji"),
        ("1m", {"discards": {"S": "9p"}, "seen": "222m"}, "no_chance"),
        ("1m", {"discards": {"S": "9p"}, "seen": "22m"}, "one_chance"),
        ("1m", {"discards": {"S": "9p"}, "seen": "2m"}, "open"),
    ],
)
def test_what_the_discards_say(tile: str, told: dict[str, Any], code: str) -> None:
    found = safety(tile, **told)
    assert (found["seat"], found["code"]) == ("S", code)
    assert found["certain"] == (code in ("own_discard", "passed"))
    assert (found["chance"] == 0) == found["certain"]
    assert found["source"]


def test_what_suji_does_not_cover_is_said() -> None:
    text = safety("1m", discards={"S": "4m"})["text"]
    assert all(word in text for word in ("two-sided", "closed", "edge", "pair"))


def test_a_suji_tile_is_less_dangerous_than_the_same_without() -> None:
    assert safety("1m", discards={"S": "4m"})["chance"] < safety("1m", discards={"S": "4p"})["chance"]
    walled = safety("1m", discards={"S": "9p"}, seen="222m")
    assert walled["chance"] < safety("1m", discards={"S": "9p"})["chance"]


def test_without_furiten_an_own_discard_is_not_certain() -> None:
    """Hong Kong has no such rule: only counts speak."""
    assert safety("4z", rules="hongkong", discards={"S": "4z"})["code"] == "open"
    assert safety("1m", rules="hongkong", discards={"S": "4m"})["code"] == "open"


def test_a_suit_given_up_is_certain() -> None:
    hand = {"rules": "sichuan", "concealed": "123m456p11s246899s"}
    told = to_json(advise_on({**hand, "void": {"S": "m", "W": "p"}}), "en")
    codes = {d["discard"]: {s["seat"]: s["code"] for s in d["safety"]} for d in told["discards"]}
    assert codes["1m"] == {"S": "void_suit", "W": "open"}
    assert codes["4p"] == {"S": "open", "W": "void_suit"}


def test_a_tile_let_pass_is_certain_where_the_rules_say_so() -> None:
    assert safety("4z", rules="guangdong-jipinghu", passed={"S": "4z"})["code"] == "passed"


@pytest.mark.parametrize(
    ("rules", "told", "said"),
    [
        ("hongkong", {"riichi": ["S"]}, "no riichi"),
        ("hongkong", {"passed": {"S": "4z"}}, "may still be won on"),
        ("riichi", {"void": {"S": "m"}}, "no suit to give up"),
        ("sichuan", {"void": {"S": "z"}, "concealed": "123m456p11s246899s"}, "names a suit"),
    ],
)
def test_what_the_rules_do_not_have_is_refused(rules: str, told: dict[str, Any], said: str) -> None:
    with pytest.raises(HandError, match=said):
        advise_on({"rules": rules, **HAND, **told})


def test_a_riichi_is_weighed_and_said_why() -> None:
    """Late and far from a win, the tile goes that nobody can win on; what the others risk is told."""
    hand = {"rules": "riichi", "concealed": "147m258p369s12345z", "turns": 3}
    told = {**hand, "discards": {"S": "1z9m9m8m", "W": "2p"}, "riichi": ["S"], "passed": {"S": "2p"}}
    report = to_json(advise_on(told), "en")
    first = report["discards"][0]
    assert all(s["certain"] for s in first["safety"] if s["seat"] == "S")
    assert "risk" not in first
    risks = [d for d in report["discards"] if "risk" in d]
    assert risks
    assert all(any(r["code"] == "weighed" for r in d["reasons"]) for d in risks)
    plain = to_json(advise_on(hand), "en")
    assert all("risk" not in d for d in plain["discards"])


def test_a_hand_that_is_far_gives_up_and_one_that_waits_goes_on() -> None:
    """After a riichi a hand five steps away throws what cannot be won on; a good wait throws its odd tile."""
    table = {"discards": {"S": "1z9m9m8m"}, "riichi": ["S"]}
    far = {"rules": "riichi", "concealed": "147m258p369s12345z", "turns": 8, **table}
    first = to_json(advise_on(far), "en")["discards"][0]
    assert first["discard"] == "1z"
    waiting = {"rules": "riichi", "concealed": "234m456p55s678s34s7p", "turns": 12, **table}
    first = to_json(advise_on(waiting), "en")["discards"][0]
    assert (first["discard"], first["distance"]) == ("7p", 0)


def test_each_further_riichi_shortens_what_is_left() -> None:
    hand = {"rules": "riichi", "concealed": "234m456p55s678s34s7p", "turns": 12}
    chances = [
        to_json(advise_on({**hand, "discards": dict.fromkeys("SW", "9m"), "riichi": riichi}), "en")[
            "discards"
        ][0]["expects"]["win"]
        for riichi in ([], ["S"], ["S", "W"])
    ]
    assert chances[0] > chances[1] > chances[2]
