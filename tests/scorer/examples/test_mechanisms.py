"""Every mechanism of ``tests/mechanisms.txt`` is tied to hands, deals or tests that show it and pass."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.scorer.examples.clauses import DOCUMENTED
from tests.scorer.examples.proofs import ROOT, faults

FILE = ROOT.parent / "mechanisms.txt"
LISTED = Path(__file__).parents[4] / "shared" / "rulesets.md"


class Tie(NamedTuple):
    """One mechanism of a rule set, and one thing that shows it."""

    rules: str
    mechanism: str
    proof: str


def ties() -> list[Tie]:
    """All of the file; a line without anything to show it is a mistake."""
    found: list[Tie] = []
    rules = ""
    for line in FILE.read_text("utf-8").splitlines():
        if line.startswith("["):
            rules = line.strip("[]")
        elif line and not line.startswith("#"):
            mechanism, arrow, shown = line.partition(" => ")
            assert arrow, f"untied: {line}"
            found += [Tie(rules, mechanism, one.strip()) for one in shown.split(" ; ")]
    return found


TIES = ties()


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: f"{tie.rules}: {tie.mechanism}")
def test_the_mechanism_is_shown(tie: Tie) -> None:
    assert faults(tie.rules, tie.proof) == []


def test_every_rule_set_of_the_documents_has_its_mechanisms() -> None:
    assert {tie.rules for tie in TIES} == DOCUMENTED


def test_every_row_of_the_list_is_there() -> None:
    if not LISTED.exists():
        pytest.skip("the list of rule sets lies beside the repository, and is not there")
    listed = re.findall(r"^\| `([a-z-]+)` \|", LISTED.read_text("utf-8"), flags=re.MULTILINE)
    assert set(listed) == {tie.rules for tie in TIES}
