"""What ``docs/adding-a-rule-set.md`` says works: its rule set, its hands and its deals."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scorer.answering.coverage import SourceKind, kind_of, sources_of
from scorer.authoring import hand_tests
from scorer.hand.parse_deal import parse_deal
from scorer.rules.rule_set import RuleSet
from scorer.settling.settlement import settle

RECIPE = (Path(__file__).parents[3] / "docs" / "adding-a-rule-set.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The code of one language in the recipe."""
    return re.findall(rf"```{language}\n(.*?)```", RECIPE, flags=re.DOTALL)


def my_table() -> RuleSet:
    made: dict[str, Any] = {"__name__": "my_table"}
    (code,) = blocks("python")
    exec(compile(code, "docs/adding-a-rule-set.md", "exec"), made)
    return made["MY_TABLE"]


RULES = my_table()
HANDS = next(block for block in blocks("text") if "# --- hands" in block).splitlines()
LINES = [line for line in HANDS if line[0] != "#"]
DEALS = json.loads(blocks("json")[0])


def test_its_rules_have_sources() -> None:
    assert all(kind_of(source) is not SourceKind.NONE for source in sources_of(RULES))
    assert len(LINES) >= 12


@pytest.mark.parametrize("line", LINES, ids=str)
def test_its_hands(line: str) -> None:
    assert hand_tests.check(RULES, line) == []


@pytest.mark.parametrize("told", DEALS, ids=lambda told: told["about"])
def test_its_deals(told: dict[str, Any]) -> None:
    got = settle(RULES, parse_deal(told["deal"]))
    assert {seat.name: n for seat, n in got.balances.items()} == told["balances"]
    assert got.next_dealer is not None
    assert got.next_dealer.name == told["next_dealer"]
    if "transfers" in told:
        assert [[*(p.name for p in t[:2]), t.points, t.reason.zh] for t in got.transfers] == told["transfers"]


def test_every_file_that_it_names_is_there() -> None:
    root = Path(__file__).parents[3]
    named = set(re.findall(r"`((?:scorer|tests|docs)/[a-z_/]+\.(?:py|txt))`", RECIPE))
    assert {"scorer/rules/rule_set.py", "scorer/rules/hand_text.py", "tests/mechanisms.txt"} <= named
    assert [name for name in named if "my" not in name and not (root / name).exists()] == []
