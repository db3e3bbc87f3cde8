"""The lists of `paiyan.scorer.house.payments` are what the rule sets do with their own hands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.hand.hand import Deal
from paiyan.scorer.house import payments as base_limits
from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.report.rule_pages import Example, examples
from paiyan.scorer.rules.payments import Settling, Transfer
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_sets
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.ways import ways_to_see
from tests.scorer.examples.clauses import DOCUMENTED

HANDS = Path(__file__).parents[1] / "hands"
NOTHING = Counted((), (), 0)
AS_ONE = Counted((), (), 1)  # no fans at all, whose sum is one


def worth_the_sum(s: Score) -> bool:
    """Whether a hand capped at one fan is worth what any other sum of one is."""
    assert s.hand.win
    arranged = next(ways_to_see(s.rules, s.hand, s.hand.win))
    try:
        by_cap, by_sum = (
            s.rules.counted_by.value(c, arranged, s.rules.agreed_on.selected)
            for c in (replace(s.counted, sum=1), AS_ONE)
        )
    except (IndexError, KeyError, ValueError):
        return False
    return not s.counted.sum or (by_cap.total <= 1 and by_cap == by_sum)


def paid(s: Score, points: int, total: int, counted: Counted) -> list[tuple[object, ...]] | None:
    """What would be paid for the hand if it were worth this."""
    assert s.hand.win
    value = Value(total, points)
    told = Settling(
        s.hand, s.hand.win, value, counted, s.rules.agreed_on.selected, s.hand.table, Deal.of(s.hand)
    )
    out = s.rules.paid_by.pay(told)
    if isinstance(out, (Words, Message)):
        return None
    return [(t.payer, t.payee, t.points) for t in out if isinstance(t, Transfer)]


def by_points(some: list[Example]) -> bool:
    """Whether these hands are paid by their points alone, and by them at all."""
    varied = False
    for s in (e.score for e in some if e.score.legal):
        if s.hand.win and not s.hand.win.self_drawn and s.hand.win.discarder is None:
            continue
        try:
            once, bare, twice = (
                paid(s, 1000, s.value.total, s.counted),
                paid(s, 1000, 777, NOTHING),
                paid(s, 2000, s.value.total, s.counted),
            )
        except (IndexError, KeyError, ValueError, TypeError):
            return False
        if once != bare or (once and once == twice):
            return False
        varied = varied or once != twice
    return varied


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_what_may_be_changed_by_itself(rules: RuleSet) -> None:
    some = examples(rules, (HANDS / f"{rules.id}.txt").read_text("utf-8"))
    sums, points = all(worth_the_sum(e.score) for e in some), by_points(some)
    assert sums or rules.id not in base_limits.SUMS
    assert points or rules.id not in base_limits.BY_POINTS
    if rules.id in DOCUMENTED:  # of others the lists may be silent: a house file then says the rest of it too
        assert (rules.id in base_limits.SUMS, rules.id in base_limits.BY_POINTS) == (sums, points)
