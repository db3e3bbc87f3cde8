"""Every ``tests/hands/<rule set>.txt``, one hand a line, against the scorer.

How a line is written stands in `paiyan.scorer.authoring.hand_tests`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from paiyan.scorer.authoring import hand_tests
from paiyan.scorer.authoring.check import every_fan
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set, rule_sets
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score

HANDS = Path(__file__).parents[2] / "hands"


class Line(NamedTuple):
    """One hand of a file."""

    rules: str
    number: int
    text: str

    @property
    def where(self) -> str:
        return f"{self.rules}.txt:{self.number}"


def lines_of(path: Path) -> list[Line]:
    """The hands of a file."""
    return [Line(path.stem, n, text) for n, text in hand_tests.lines_of(path)]


@cache
def read(line: Line) -> tuple[RuleSet, dict[str, Any]]:
    """The rule set with the options of the line, and the JSON object of its hand."""
    return hand_tests.read(rule_set(line.rules), line.text)


def wins(line: Line) -> Score | None:
    """The score of a line that says it wins."""
    right = line.text.partition("=>")[2].strip()
    if right.startswith(("no win", "waits", "error")):
        return None
    rules, json_ = read(line)
    got = score(rules, parse_hand(json_))
    return got if isinstance(got, Score) else None


FILES = sorted(HANDS.glob("*.txt"))
LINES = [line for path in FILES for line in lines_of(path)]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.where)
def test_hand(line: Line) -> None:
    wrong = hand_tests.check(rule_set(line.rules), line.text)
    assert not wrong, "\n  ".join([f"{line.where}: {line.text}", *wrong])


def test_every_file_is_of_a_rule_set_and_every_rule_set_has_a_file() -> None:
    assert {path.stem for path in FILES} == {rules.id for rules in rule_sets()}


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_every_fan_counts_in_some_line(rules: RuleSet) -> None:
    seen = {m.priced.id for line in LINES if line.rules == rules.id for m in counted(line)}
    assert [p.zh for p in every_fan(rules) if p.id not in seen] == []


def counted(line: Line) -> tuple[Any, ...]:
    won = wins(line)
    return won.counted.matches if won else ()
