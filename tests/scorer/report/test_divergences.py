"""The list of divergences, and the page written from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from paiyan.scorer.report.rule_pages import DIVERGENCES, as_markdown, main
from paiyan.scorer.rulesets import rule_sets

PAGE = Path(__file__).parents[3] / "docs" / "divergences.md"


def test_the_page_is_not_stale() -> None:
    assert PAGE.read_text("utf-8") == as_markdown(), (
        "run: python -m paiyan.scorer.report.rule_pages > docs/divergences.md"
    )


def test_the_command_prints_it_or_writes_the_pages(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    main([])
    assert capsys.readouterr().out == as_markdown()
    main([str(PAGE.parents[1] / "tests" / "hands"), str(tmp_path)])
    assert capsys.readouterr().out == ""
    assert {page.stem for page in tmp_path.iterdir()} == {rules.id for rules in rule_sets()}


def test_each_names_a_rule_set_and_a_source() -> None:
    known = {rules.id for rules in rule_sets()}
    assert [d.about for d in DIVERGENCES if d.rules not in known or not d.citation] == []


def test_a_line_stands_once() -> None:
    lines = [line for d in DIVERGENCES for line in d.lines]
    assert len(lines) == len(set(lines))


def test_those_of_a_rule_set_stand_together() -> None:
    order = [d.rules for d in DIVERGENCES]
    assert as_markdown().count("\n## ") == len(set(order))
