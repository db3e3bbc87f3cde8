"""Every mechanism of ``tests/mechanisms.txt`` is tied to hands, deals or tests that show it and pass."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.scorer.examples import named_tests
from tests.scorer.examples.clauses import DOCUMENTED
from tests.scorer.examples.proofs import ROOT, faults

FILE = ROOT.parent / "mechanisms.txt"


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


def test_a_test_that_is_not_there_shows_nothing() -> None:
    assert faults("guobiao", "test rulesets/test_guobiao.py::test_nothing_of_the_kind")
    assert faults("guobiao", "test rulesets/no_such_file.py::test_it")


def test_what_came_of_a_named_test(tmp_path: Path) -> None:
    """It is run, and not looked for in the text."""
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        "@pytest.mark.parametrize('rules', ['guobiao', 'hebei'])\n"
        "def test_each(rules): assert rules == 'hebei'\n"
        "@pytest.mark.skip(reason='not today')\n"
        "def test_skipped(): pass\n"
        "class TestIt:\n    def test_inner(self): pass\n"
        "TEXT = '''\ndef test_in_a_text(): pass\n'''\n"
    )
    names = ("test_each", "test_skipped", "test_in_a_text")
    got = named_tests.run(tmp_path, {f"test_it.py::{name}": {"guobiao"} for name in names})
    assert [list(got.get(f"test_it.py::{name}", {}).values()) for name in names] == [
        ["failed"],
        ["skipped"],
        [],
    ]
