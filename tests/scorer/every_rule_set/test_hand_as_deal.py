"""A hand is the deal of which it alone is told: both settle alike, to the last payment and warning."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from paiyan.scorer.errors import HandError
from paiyan.scorer.report.answer import answer
from paiyan.scorer.rulesets import IDS
from tests.scorer.every_rule_set.cases import EVERY, RuleSet
from tests.scorer.examples.test_hands import LINES, read

SHARED = ("rules", "options", "dealer", "round", "wild", "indicator")


def as_deal(rules: RuleSet, given: dict[str, Any]) -> dict[str, Any]:
    """The same hand as the only one of a deal."""
    shared, own = rules.parted_table(given.get("table") or {})
    hand = {"seat": "E", **{name: value for name, value in given.items() if name not in (*SHARED, "table")}}
    deal = {name: given[name] for name in SHARED if name in given}
    return {**deal, "table": shared, "hands": [hand | ({"table": own} if own else {})]}


@EVERY
def test_a_hand_and_the_deal_of_it_alone_settle_alike(rules: RuleSet) -> None:
    alike = 0
    for line in (line for line in LINES if line.rules == rules.id):
        with suppress(HandError):
            chosen, given = read(line)
            given = {**given, "rules": rules.id, "options": dict(chosen.agreed_on.selected)}
            alone = answer(given)
            if not alone.get("legal"):
                continue  # a deal does not let such a hand win
            dealt = answer(as_deal(rules, given))
            for name in ("payments", "balances", "transfers", "next_dealer", "on_table"):
                assert alone.get(name) == dealt.get(name), (line.where, name)
            winner = dealt["winners"][0]
            assert [*winner["warnings"], *dealt["warnings"]] == alone["warnings"], line.where
            alike += 1
    assert alike > 5


def test_every_rule_set_is_held_to_it() -> None:
    assert {line.rules for line in LINES} == set(IDS)
