"""The pace of a rule set: how soon others win, and what that costs; measured in self-play."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from paiyan.scorer.advice.paces import DECLARED, PACES, STEPS
from paiyan.scorer.rules.rule_set import RuleSet

_FEW = 0.2  # share of deals won; below it players who claim nothing hardly win, and the pace says little


class Pace(NamedTuple):
    """The chance that others end the deal in one turn, by turns gone (`STEPS`), and what that costs."""

    ends: tuple[float, ...]
    cost: float

    def end(self, gone: int) -> float:
        """Return the chance that others end the deal in a turn, by the turns before it."""
        return self.ends[bisect_right(STEPS, max(gone, 0)) - 1]


class Declared(NamedTuple):
    """The time after a riichi: the chance that others end the deal in a turn, and what a deal-in costs."""

    ends: float
    danger: float  # deal-ins, as a multiple of those that `safety` expects of unseen tiles
    dealt: float  # the cost of a win on one's own discard
    aside: float  # the cost of any other win

    def ended(self, riichi: int) -> float:
        """Return the chance that others end the deal in a turn if `riichi` of them declared."""
        return 1.0 - (1.0 - self.ends) ** riichi


def declared_in(rules: RuleSet) -> Declared | None:
    """Return what follows a riichi in a rule set; None if waiting hands are not declared."""
    return Declared(*DECLARED[rules.id]) if rules.id in DECLARED else None


def pace_of(rules: RuleSet) -> Pace:
    """Return the pace of a rule set.

    If none was measured (a house file), or players who claim nothing hardly ever win, it is the median pace
    at no cost.
    """
    measured = PACES.get(rules.id)
    if measured is None or measured[2] < _FEW:
        return _MEDIAN
    return Pace(measured[0], measured[1])


def _median() -> tuple[float, ...]:
    rows = [ends for ends, _, won, _ in PACES.values() if won >= _FEW]
    return tuple(sorted(column)[len(column) // 2] for column in zip(*rows, strict=True))


_MEDIAN = Pace(_median(), 0.0)
