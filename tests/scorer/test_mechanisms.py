"""Every mechanism of ``tests/mechanisms.txt`` is tied to hands, deals or tests that show it and pass."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from scorer.rulesets import IDS, rule_set
from tests.scorer import test_deals, test_hands

ROOT = Path(__file__).parent
FILE = ROOT.parent / "mechanisms.txt"
LISTED = Path(__file__).parents[3] / "shared" / "rulesets.md"


class Tie(NamedTuple):
    """One mechanism of a rule set, and one thing that shows it."""

    rules: str
    mechanism: str
    kind: str
    text: str


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
            found += [Tie(rules, mechanism, *one.strip().split(" ", 1)) for one in shown.split(" ; ")]
    return found


@cache
def sections(rules: str) -> dict[str, list[test_hands.Line]]:
    """The hands of a file by the heading they stand under."""
    found: dict[str, list[test_hands.Line]] = {"": []}
    heading = ""
    for n, line in enumerate((test_hands.HANDS / f"{rules}.txt").read_text("utf-8").splitlines(), 1):
        if line.startswith("# ---"):
            heading = line
        elif text := line.partition("#")[0].strip():
            found.setdefault(heading, []).append(test_hands.Line(rules, n, text))
    return found


def hands(tie: Tie) -> list[test_hands.Line]:
    """The hands that a tie names: of one section, or the first whose line holds the text."""
    if tie.kind == "section":
        return next((some for heading, some in sections(tie.rules).items() if tie.text in heading), [])
    written = (test_hands.HANDS / f"{tie.rules}.txt").read_text("utf-8").splitlines()
    lines = (line for some in sections(tie.rules).values() for line in some)
    return [line for line in lines if tie.text in written[line.number - 1]][:1]


TIES = ties()


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: f"{tie.rules}: {tie.mechanism}")
def test_the_mechanism_is_shown(tie: Tie) -> None:
    if tie.kind in ("line", "section"):
        some = hands(tie)
        assert some, f"no hand of {tie.rules} is {tie.kind} {tie.text!r}"
        assert [wrong for line in some for wrong in test_hands.check(line)] == []
    elif tie.kind == "deal":
        cases = [c for c in test_deals.CASES if c.rules == tie.rules and tie.text in c.told["about"]]
        assert cases, f"no deal of {tie.rules} is about {tie.text!r}"
        test_deals.test_deal(cases[0])
    elif tie.kind == "test":
        file, _, name = tie.text.partition("::")
        assert re.search(rf"^def {name}\(", (ROOT / file).read_text("utf-8"), flags=re.MULTILINE), tie.text
    elif tie.kind == "tiles":
        assert rule_set(tie.rules).tiles.size == int(tie.text)
    else:
        assert tie.kind == "note"
        assert any(tie.text in note.words.zh for note in rule_set(tie.rules).notes), tie.text


def test_every_rule_set_has_its_mechanisms() -> None:
    assert {tie.rules for tie in TIES} == set(IDS)


def test_every_row_of_the_list_is_there() -> None:
    if not LISTED.exists():
        pytest.skip("the list of rule sets lies beside the repository, and is not there")
    listed = re.findall(r"^\| `([a-z-]+)` \|", LISTED.read_text("utf-8"), flags=re.MULTILINE)
    assert set(listed) == {tie.rules for tie in TIES}
