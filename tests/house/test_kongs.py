"""What a house file pays for kongs: each kind by its own line, and nothing for a kind without one."""

from __future__ import annotations

import pytest

from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.house.load import house_rules
from paiyan.scorer.rules.hand_text import hand_from_text
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.settling.settlement import Settlement, settle_hand

BASE = rule_set("hongkong")
HANDS = {
    "claimed": "[2222p^] 111m444m77p99p +7p draw",
    "added": "[333+3p<] 111m444m77p99p +7p draw",
    "concealed": "(1111m) 222m444m77p99p +7p draw",
}


def gained(rules: RuleSet, line: str) -> int:
    """What the winner has at the end of the deal."""
    told = hand_from_text(BASE, line)
    told.pop("options")
    settled = settle_hand(rules, parse_hand(told))
    assert isinstance(settled, Settlement)
    return settled.balances[Seat.E]


@pytest.mark.parametrize("priced", HANDS)
@pytest.mark.parametrize("lying", HANDS)
def test_a_kind_of_kong_is_paid_where_it_has_a_price(priced: str, lying: str) -> None:
    house = house_rules(f'id = "club"\nname = "x"\nbase = "hongkong"\n[kongs]\n{priced} = 5\n')
    more = gained(house, HANDS[lying]) - gained(BASE, HANDS[lying])
    assert (more > 0) is (priced == lying)
    assert more % 5 == 0
