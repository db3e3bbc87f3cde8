"""Every ``tests/deals/<rule set>.json``: whole deals, settled to the last point.

The fields of a deal are told in `paiyan.scorer.authoring.hand_tests`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from paiyan.scorer.authoring import hand_tests
from paiyan.scorer.rulesets import IDS

DEALS = Path(__file__).parents[2] / "deals"
# Their deals are in tests of their own, or the win is all that they pay for.
ELSEWHERE = {
    *("guobiao", "riichi"),
    *("shanghai", "sichuan", "taiwan", "taizhou", "tianjin"),
}


class Case(NamedTuple):
    """One deal of a file."""

    rules: str
    number: int
    told: dict[str, Any]

    @property
    def where(self) -> str:
        return f"{self.rules}-{self.number}"


def cases_of(path: Path) -> list[Case]:
    return [Case(path.stem, n, told) for n, told in enumerate(hand_tests.deals_of(path), 1)]


FILES = sorted(DEALS.glob("*.json"))
CASES = [case for path in FILES for case in cases_of(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.where)
def test_deal(case: Case) -> None:
    wrong = hand_tests.check_deal(case.rules, case.told)
    assert not wrong, "\n  ".join([f"{case.where}: {case.told['about']}", *wrong])


@pytest.mark.parametrize("rules", sorted(set(IDS) - ELSEWHERE))
def test_two_deals_at_least_are_settled(rules: str) -> None:
    settled = [case for case in CASES if case.rules == rules and "balances" in case.told]
    assert len(settled) >= 2, f"write tests/deals/{rules}.json"
    assert any(len(case.told.get("transfers", ())) > 1 for case in settled), "list the payments of one deal"


def test_every_file_is_of_a_rule_set() -> None:
    assert {path.stem for path in FILES} <= set(IDS)
