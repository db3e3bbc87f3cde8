"""Rule sets are checked when they are built, and check what they are given."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from typing import Any

import pytest

from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.catalogue import runs, suits, triplets, whole_hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.messages.rules import OPTION, TABLE_FIELD
from paiyan.scorer.report.rule_set_json import described
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting, Settings
from paiyan.scorer.rulesets import IDS, module_of, rule_set, rule_sets

GUOBIAO = rule_set("guobiao")
PLAIN = GUOBIAO.changed(
    fans=(
        suits.FULL_FLUSH.at(3),
        triplets.ALL_PUNGS.at(6, excludes=(triplets.DOUBLE_PUNG,)),
        triplets.DOUBLE_PUNG.at(2),
    ),
    outside_minimum=frozenset(),
    options=(),
    apply_options=None,
)


def ids(rules: RuleSet) -> list[str]:
    return [p.id for p in rules.counted_by.fans]


def test_fans_stand_by_falling_value() -> None:
    assert ids(PLAIN) == ["all_pungs", "full_flush", "double_pung"]


def test_a_choice_sets_the_fields_that_its_option_names() -> None:
    words = Words("最低", "minimum")
    high = {"minimum": 20, "fans": (suits.HALF_FLUSH.at(5),)}
    options = (
        Setting("high", words, False, sets={True: high}),
        Setting(
            "claims", words, "any", choices=("any", "none"), sets={"none": {"melds": frozenset[MeldType]()}}
        ),
    )
    agreed = PLAIN.changed(options=options)
    assert agreed.with_options() is not agreed
    assert (agreed.with_options().won_by.minimum, ids(agreed.with_options())) == (8, ids(PLAIN))
    chosen = agreed.with_options({"high": True, "claims": "none"})
    assert chosen.won_by.minimum == 20
    assert ids(chosen) == ["all_pungs", "half_flush", "full_flush", "double_pung"]
    assert chosen.played_with.melds == frozenset()
    assert agreed.with_options({"claims": "none"}).won_by.minimum == 8


@pytest.mark.parametrize(
    ("fans", "message"),
    [
        (
            (triplets.ALL_PUNGS.at(6, excludes=(runs.PURE_STRAIGHT,)),),
            "guobiao: all_pungs keeps out pure_straight, which has no price here",
        ),
        ((suits.FULL_FLUSH.at(3, covers=(suits.NO_HONOURS,)),), "full_flush keeps out no_honours"),
        ((suits.FULL_FLUSH.at(3, implies=(suits.NO_HONOURS,)),), "full_flush keeps out no_honours"),
        ((suits.FULL_FLUSH.at(3), suits.FULL_FLUSH.at(4)), "guobiao: fan full_flush is priced twice"),
    ],
)
def test_a_fan_without_a_price_fails_when_built(fans: Any, message: str) -> None:
    with pytest.raises(ValueError, match="guobiao") as wrong:
        PLAIN.changed(fans=fans)
    assert message in str(wrong.value)


def test_the_fallback_has_a_price_too() -> None:
    chicken = whole_hand.CHICKEN.at(1)
    rules = PLAIN.changed(fans=(suits.FULL_FLUSH.at(3, excludes=(whole_hand.CHICKEN,)),), fallback=chicken)
    assert ids(rules) == ["full_flush"]


def test_a_sibling_differs_where_it_says_so() -> None:
    sibling = PLAIN.but(id="sibling", fans=(suits.FULL_FLUSH.at(9), suits.HALF_FLUSH.at(1)))
    assert [(p.id, p.value) for p in sibling.counted_by.fans] == [
        ("full_flush", 9), ("all_pungs", 6), ("double_pung", 2), ("half_flush", 1),
    ]  # fmt: skip
    assert sibling.paid_by.pay is PLAIN.paid_by.pay
    assert ids(PLAIN) == ["all_pungs", "full_flush", "double_pung"], "the first is as it was"


def test_without_drops_a_fan_and_what_kept_it_out() -> None:
    fewer = PLAIN.without("double_pung")
    assert ids(fewer) == ["all_pungs", "full_flush"]
    assert fewer.counted_by.fans[0].excludes == frozenset()
    with pytest.raises(ValueError, match="guobiao has no fan thirteen_orphans"):
        PLAIN.without("thirteen_orphans")


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_defaults_are_accepted(rules: RuleSet) -> None:
    for setting in (*rules.agreed_on.options, *rules.agreed_on.table):
        assert setting.accept(setting.default) == setting.default
        assert setting.schema()["title"]
    chosen = rules.with_options().agreed_on.selected
    assert rules.with_options(chosen).agreed_on.selected == chosen


def _states(rules: RuleSet) -> list[Any]:
    """What an answer depends on, in a form that can be compared."""
    return [
        rules.agreed_on.selected,
        to_json(described(rules), "en"),
        rules.won_by.flags,
        rules.won_by.instant,
    ]


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_options_are_chosen_on_the_rule_set_as_it_was(rules: RuleSet) -> None:
    """Whichever were chosen before: each option after each of the others, and none after each."""
    choices: list[dict[str, Any]] = [{}]
    for option in rules.agreed_on.options:
        values = (False, True) if isinstance(option.default, bool) else option.choices
        choices += [{option.id: value} for value in values if value != option.default]
    made: list[tuple[dict[str, Any], RuleSet]] = []
    for choice in choices:
        with suppress(HandError):  # one that another must go with
            made.append((choice, rules.with_options(choice)))
    before = made[0][1]
    for choice, direct in made:
        assert _states(before.with_options(choice)) == _states(direct), choice
        assert _states(direct.with_options({})) == _states(made[0][1]), choice
        before = direct


def test_what_is_changed_after_a_choice_stays_for_the_next() -> None:
    changed = rule_set("riichi").with_options({}).but(minimum=3)
    assert changed.with_options({}).won_by.minimum == 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"colour": 1}, "Chinese official (MCR) has no option 'colour'; it has: flowers, minimum"),
        ({"flowers": 1}, "flowers is true or false, not 1"),
        ({"minimum": True}, "minimum is a whole number from 0, not true"),
        ({"minimum": -1}, "minimum is a whole number from 0, not -1"),
        ({"minimum": "8"}, "minimum is a whole number from 0, not '8'"),
    ],
)
def test_options_that_do_not_fit(given: dict[str, Any], message: str) -> None:
    with pytest.raises(HandError) as refused:
        GUOBIAO.with_options(given)
    assert message in str(refused.value)


def test_a_choice_is_one_of_its_choices() -> None:
    wind = Setting("wind", Words("风", "wind"), "E", choices=("E", "S"))
    assert Settings((wind,)).filled({"wind": "S"}, "option", "x") == {"wind": "S"}
    assert Settings((wind,)).filled({}, OPTION, Words("x", "x")) == {"wind": "E"}
    assert wind.schema()["enum"] == ["E", "S"]
    with pytest.raises(HandError, match="wind is one of E, S, not 'W'"):
        wind.accept("W")
    with pytest.raises(HandError, match="x has no table field 'a'; it has: none"):
        Settings(()).filled({"a": 1}, TABLE_FIELD, Words("x", "x"))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"concealed": "11111m234p567s11z"}, "1m appears 5 times: there are four of each tile"),
        ({"concealed": "1m", "flowers": 40 * "1" + "f"}, "the flower 1f appears 40 times"),
        ({"concealed": 69 * "2" + "m" + 70 * "1" + "z"}, "1z appears 70 times: there are four of each tile"),
        ({"concealed": "123m"}, "3 concealed tiles where Chinese official (MCR) has 13"),
        (
            {"concealed": "1z", "melds": ["123p", "456p", "789p", "123s", "456s"]},
            "5 melds where a hand of Chinese official (MCR) has 4 sets",
        ),
        ({"concealed": "1122334455667z", "flowers": "11f"}, "the flower 1f appears 2 times"),
        (
            {"concealed": "0122334455667m"},
            "(MCR) has no red fives here, so 0m",
        ),
        (
            {"concealed": "1122334455667m", "wild": "1z"},
            "(MCR) is played without wild tiles",
        ),
        ({"concealed": "112233445566m9x"}, "(MCR) is played without 9x"),
        (
            {"concealed": "1122334455667m", "table": {"honba": 1}},
            "(MCR) has no table field 'honba'",
        ),
    ],
)
def test_hands_that_the_tiles_cannot_make(given: dict[str, Any], message: str) -> None:
    chows = [{"type": "chow", "tiles": tiles} for tiles in given.get("melds", [])]
    hand = parse_hand({**given, "melds": chows})
    with pytest.raises(HandError) as refused:
        check_hand(GUOBIAO, hand)
    assert message in str(refused.value)


def test_where_a_tile_is_wild_others_that_the_rules_do_not_have_are_refused() -> None:
    hand = parse_hand({"concealed": "112233445566m9x", "wild": "1p"})
    with pytest.raises(HandError, match="is played without 9x"):
        check_hand(rule_set("jiangnan"), hand)


def test_a_claim_that_the_game_does_not_know() -> None:
    rules = PLAIN.changed(melds=frozenset(MeldType) - {MeldType.CHOW})
    hand = parse_hand({"concealed": "1122334455z", "melds": [{"type": "chow", "tiles": "123m"}]})
    with pytest.raises(HandError, match="knows no chow: 1m2m3m"):
        check_hand(rules, hand)


def test_rule_sets_are_found_by_id() -> None:
    assert [rules.id for rules in rule_sets()] == list(IDS)
    assert rule_set("guobiao") is rule_set("guobiao")
    with pytest.raises(ValueError, match="did you mean guobiao"):
        rule_set("guobia")
    with pytest.raises(ValueError, match=f"there are: {IDS[0]}"):
        rule_set("???")


def test_a_rule_set_is_loaded_when_it_is_asked_for() -> None:
    """Importing the scorer takes as long with forty rule sets as with ten."""
    command = "import sys, paiyan.scorer.report.answer as a; a.rule_set('sichuan'); print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    files = {f"paiyan.scorer.rulesets.{module_of(id_)}" for id_ in IDS}
    assert files & set(said.stdout.split()) == {"paiyan.scorer.rulesets.sichuan"}
