"""The page of each rule set, which is written from the rule set."""

from __future__ import annotations

from pathlib import Path

import pytest

from paiyan.scorer.hand.hand import By, Flag
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.messages.game_terms import named
from paiyan.scorer.report.rule_pages import FORMS, page
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set, rule_sets
from paiyan.scorer.tiles.blocks import Form

ROOT = Path(__file__).parents[3]
PAGES = ROOT / "docs" / "rules"


def written(rules: RuleSet) -> str:
    return page(rules, (ROOT / "tests" / "hands" / f"{rules.id}.txt").read_text("utf-8"))


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_the_page_is_there_and_not_stale(rules: RuleSet) -> None:
    file = PAGES / f"{rules.id}.md"
    assert file.exists(), "run: make docs"
    assert file.read_text("utf-8") == written(rules), "run: make docs"


def test_there_is_no_page_without_a_rule_set() -> None:
    assert {file.stem for file in PAGES.glob("*.md")} <= {rules.id for rules in rule_sets()}


def test_every_form_and_meld_has_a_name() -> None:
    assert set(FORMS) == set(Form)
    assert all(named(value) for value in (*MeldType, *By, *Flag))


def test_a_fan_stands_with_its_price_what_it_keeps_out_and_a_hand() -> None:
    rows = [line for line in written(rule_set("guobiao")).splitlines() if "绿一色 All Green" in line]
    (row,) = rows
    value, _, rule, out, source, example = (cell.strip() for cell in row.strip("|").split(" | "))
    assert (value, out, source) == ("88", "混一色", "[口袋麻将全集] §国标麻将 3")
    assert "bamboo" in rule
    assert example == "`[234s] [234s] 666s888s6z +6z`"


def test_every_fan_has_an_example() -> None:
    """The fans of the table are those that a hand of the tests shows."""
    rows = [line for line in written(rule_set("hongkong")).splitlines() if line.startswith("| 1")]
    assert rows
    assert all(row.endswith("` |") for row in rows)


def test_a_payment_is_worked_out() -> None:
    text = written(rule_set("guobiao")).partition("## Payments")[2]
    assert "| S | E |" in text or "| W | E |" in text
    assert "底 8; base 8" in text
