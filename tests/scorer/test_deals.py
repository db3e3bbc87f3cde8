"""Every ``tests/deals/<rule set>.json``: whole deals, settled to the last point.

A file is a list of objects:

===============  ============================================================================
``about``        what the deal shows, in one line
``deal``         the deal as the interface takes it, without ``rules``
``balances``     what the seats, and who bets outside, gain and lose; who gains or loses nothing is left out
``transfers``    every payment in its order: from, to, points, reason in Chinese (optional)
``next_dealer``  who deals next (optional)
``warned``       words of a warning, in Chinese, that the answer gives (optional)
``refused``      instead of balances: words of the sentence by which the deal is refused
===============  ============================================================================
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorer.answer import answer
from scorer.rulesets import IDS
from scorer.situation import HandError

DEALS = Path(__file__).parent.parent / "deals"
FIELDS = {"about", "deal", "balances", "transfers", "next_dealer", "warned", "refused"}
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
    return [Case(path.stem, n, told) for n, told in enumerate(json.loads(path.read_text("utf-8")), 1)]


FILES = sorted(DEALS.glob("*.json"))
CASES = [case for path in FILES for case in cases_of(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.where)
def test_deal(case: Case) -> None:
    told = case.told
    assert {"about", "deal"} <= set(told) <= FIELDS, f"{case.where}: its fields are {sorted(FIELDS)}"
    deal = {"rules": case.rules, **told["deal"]}
    if "refused" in told:
        with pytest.raises(HandError) as no:
            answer(deal)
        assert told["refused"] in str(no.value)
        return
    got = answer(deal, lang="zh")
    payments = [[t["from"], t["to"], t["points"], t["reason"]] for t in got["transfers"]]
    paid = {seat: n for seat, n in got["payments"].items() if n}
    paid |= {who: n for who, n in got.get("outside", {}).items() if n}
    assert paid == told["balances"], f"{case.where}: {told['about']}\n" + "\n".join(map(str, payments))
    assert told.get("warned", "") in " ".join(got["warnings"])
    assert got["payments"] == got["balances"]
    if "transfers" in told:
        assert payments == told["transfers"]
    if "next_dealer" in told:
        assert got["next_dealer"] == told["next_dealer"]


@pytest.mark.parametrize("rules", sorted(set(IDS) - ELSEWHERE))
def test_two_deals_at_least_are_settled(rules: str) -> None:
    settled = [case for case in CASES if case.rules == rules and "balances" in case.told]
    assert len(settled) >= 2, f"write tests/deals/{rules}.json"
    assert any(len(case.told.get("transfers", ())) > 1 for case in settled), "list the payments of one deal"


def test_every_file_is_of_a_rule_set() -> None:
    assert {path.stem for path in FILES} <= set(IDS)
