"""A win whose worth is told pays what the same win pays with its tiles."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.counting import Value
from paiyan.scorer.report.answer import answer
from paiyan.scorer.rulesets import rule_set, rule_sets
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.settling.declared_worth import settle_by_worth
from paiyan.scorer.settling.settlement import settle_score
from tests.scorer.every_rule_set.cases import EVERY, LANGS, RuleSet, cases, tried

BY_FANS = {"changsha", "jinan", "nanchang", "wuhan"}
"""Rule sets in which not only the worth of a hand says what is paid."""


def _worth(value: Value, unit: str) -> dict[str, int]:
    if value.fu is None and unit == "han":
        return {"yakuman": value.total // 13}
    return {unit: value.total, **({"fu": value.fu} if value.fu else {})}


def _told(given: dict[str, Any], worth: dict[str, int]) -> dict[str, Any]:
    win = {name: value for name, value in given["win"].items() if name != "tile"}
    rest = {name: value for name, value in given.items() if name not in ("concealed", "melds", "flowers")}
    return {**rest, "win": win, "worth": worth}


@EVERY
def test_the_worth_pays_what_the_tiles_pay(rules: RuleSet) -> None:
    alike = other = 0
    for case in cases(rules):
        if not isinstance(case.got, Score) or not case.got.legal:
            continue
        with_tiles = settle_score(case.got)
        given = _told(case.given, _worth(case.got.value, case.rules.counted_by.unit))
        if with_tiles.unsettled:
            continue
        if case.rules.counted_by.of_worth is None:
            with pytest.raises(HandError, match="depends on which fans"):
                settle_by_worth(case.rules, given)
            continue
        told = tried(settle_by_worth, case.rules, given)
        if told is None:
            assert case.hand.melds, given  # which explain what its table tells
            continue
        if told.balances == with_tiles.balances:
            alike += 1
        else:  # what is paid apart is said to be left out
            assert any("only the worth is known" in w.to("en") for w in told.warnings), given
            other += 1
    if rules.id in BY_FANS:
        assert alike + other == 0
    else:
        assert alike > 20
        plain = rules.paid_by.side is None and not rules.paid_by.by_melds
        assert other == 0 or not plain


def test_the_rule_sets_that_want_the_fans_are_these() -> None:
    assert {rules.id for rules in rule_sets() if rules.counted_by.of_worth is None} == BY_FANS


@pytest.mark.parametrize(
    ("rules", "told", "payments"),
    [
        ("riichi", "S, 3 han 40 fu, from W", {"E": 0, "S": 5200, "W": -5200, "N": 0}),
        ("riichi", "S, 2 han 20 fu, self-drawn", {"E": -700, "S": 1500, "W": -400, "N": -400}),
        ("riichi", "S, 2 han 25 fu, from W", {"E": 0, "S": 1600, "W": -1600, "N": 0}),
        ("riichi", "S, 3 han 25 fu, self-drawn", {"E": -1600, "S": 3200, "W": -800, "N": -800}),
        ("riichi", "東 満貫 ツモ", {"E": 12000, "S": -4000, "W": -4000, "N": -4000}),
        ("riichi", "E double yakuman from N", {"E": 96000, "S": 0, "W": 0, "N": -96000}),
        ("riichi", "北家 2翻30符 南から", {"E": 0, "S": -2000, "W": 0, "N": 2000}),
        ("guobiao", "南 16番 自摸", {"E": -24, "S": 72, "W": -24, "N": -24}),
        ("guobiao", "West: 12 fan off east", {"E": -20, "S": -8, "W": 36, "N": -8}),
        ("hongkong", "N 3 fan, self-drawn", None),
        ("taiwan", "西家 5台 北放铳", None),
        ("guobiao", "南 １２番 西家点炮", {"E": -8, "S": 36, "W": -20, "N": -8}),
    ],
)
def test_words_as_at_the_table(rules: str, told: str, payments: dict[str, int] | None) -> None:
    found = answer({"rules": rules, "told": told})
    assert found["win"] is True
    assert sum(found["payments"].values()) == 0
    if payments is None:
        assert max(found["payments"].values()) > 0
    else:
        assert found["payments"] == payments


def test_two_winners_on_one_discard() -> None:
    found = answer({"rules": "riichi", "told": "S 1 han 30 fu from E; W mangan from E"})
    assert found["balances"] == {"E": -9000, "S": 1000, "W": 8000, "N": 0}
    assert [w["seat"] for w in found["winners"]] == ["S", "W"]
    cut = answer({"rules": "guobiao", "told": "S 8 fan from E; W 88 fan from E"})
    assert [w["seat"] for w in cut["winners"]] == ["S"]
    assert "this tile" in " ".join(cut["warnings"])


def test_one_winner_of_two_shows_tiles() -> None:
    hands = [
        {"seat": "S", "worth": "3 han 30 fu", "win": {"by": "discard", "from": "E"}},
        {
            "seat": "W",
            "concealed": "234m234p234s66s78p",
            "win": {"tile": "9p", "by": "discard", "from": "E"},
            "table": {"riichi": "riichi"},
        },
    ]
    found = answer({"rules": "riichi", "hands": hands})
    assert found["winners"][0]["han"] == 3
    assert found["winners"][1]["fans"]


WRONG = [
    ("riichi", "S, 3 han, from W", "needs its fu"),
    ("riichi", "S, 3 han 41 fu, from W", "no hand of 41 fu"),
    ("riichi", "S, 2 han 20 fu, from W", "no win has 2 han and 20 fu"),
    ("riichi", "S, 1 han 20 fu, self-drawn", "no win has 1 han and 20 fu"),
    ("riichi", "S, 1 han 25 fu, from W", "no win has 1 han and 25 fu"),
    ("riichi", "S, 2 han 25 fu, self-drawn", "no win has 2 han and 25 fu"),
    ("riichi", "S, 3 han 40 fu", "how S won"),
    ("riichi", "S 3 han 40 fu from W self-drawn", "how S won"),
    ("riichi", "3 han 40 fu, self-drawn", "who won"),
    ("riichi", "S wins, from W", "what a hand is worth"),
    ("riichi", "S 8 tai from W", "counts in han"),
    ("guobiao", "S 12 fan 30 fu from W", "counts no fu"),
    ("guobiao", "S 7 fan from W", "8 are needed"),
    ("guobiao", "S 12 fan from S", "S"),
    ("guobiao", "S 12 fan from W with luck", "says nothing here"),
    ("changsha", "S 6 points from W", "which fans"),
    ("hangzhou", "S 4 fan from W", ""),
    ("guobiao", "", "is a text like"),
    ("guobiao", "S mangan 12 fan yakuman from W", "two worths"),
]


@pytest.mark.parametrize(("rules", "told", "says"), WRONG)
def test_what_cannot_be_paid_is_said(rules: str, told: str, says: str) -> None:
    with pytest.raises(HandError) as wrong:
        answer({"rules": rules, "told": told})
    assert says in str(wrong.value)
    for lang in LANGS:
        assert "{" not in wrong.value.to(lang)
        assert "\n" not in wrong.value.to(lang)


@pytest.mark.parametrize(
    "worth", [True, 3.5, [], {}, {"fan": 1, "tai": 2}, {"fan": "x"}, "x", -1, 10**9, {"stars": 1}]
)
def test_no_worth_is_refused(worth: Any) -> None:
    with pytest.raises(HandError):
        answer({"rules": "guobiao", "worth": worth, "win": {"by": "self_draw"}})


def test_tiles_beside_a_worth_are_refused_and_melds_are_not() -> None:
    given = {"rules": "riichi", "worth": {"yakuman": 1}, "win": {"by": "self_draw"}}
    with pytest.raises(HandError, match="both its worth and concealed"):
        answer({**given, "concealed": "123m"})
    assert rule_set("riichi").paid_by.side
    assert answer({**given, "melds": [{"type": "concealed_kong", "tiles": "1111m"}]})["win"]


def test_names_stand_for_seats() -> None:
    names = {"Bo": "S", "Ann West": "E", "北野": "W", "E": "N"}
    for told, seat in (
        ("Bo, 12 fan, from Ann West", "S"),
        ("北野 12番 Boから", "W"),
        ("E 12 fan self-drawn", "N"),
    ):
        found = answer({"rules": "guobiao", "told": told, "names": names})
        assert max(found["payments"], key=lambda one: found["payments"][one]) == seat
