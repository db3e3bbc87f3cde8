"""That no rule set falls short: its document is named, every rule has a source, hands and deals are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from paiyan.scorer.report.coverage import Coverage, SourceKind, coverage, coverages, kind_of, sources_of
from paiyan.scorer.rulesets import rule_set
from tests.scorer.examples.clauses import DOCUMENTED
from tests.scorer.examples.test_deals import ELSEWHERE

EVERY = pytest.mark.parametrize("one", coverages(), ids=lambda one: one.rules.id)


@EVERY
def test_every_rule_has_a_source_and_the_document_is_named(one: Coverage) -> None:
    assert not one.sources.get(SourceKind.NONE), [s for s in sources_of(one.rules) if not s.strip()]
    assert one.rules.sources
    assert all(source.document.title and source.section for source in one.rules.sources)


@EVERY
def test_there_are_hands_and_deals_enough(one: Coverage) -> None:
    assert one.hands
    assert one.hands >= 12
    if one.rules.id not in ELSEWHERE:
        assert one.deals
        assert one.deals >= 2


def test_every_listed_rule_set_is_there() -> None:
    assert len(DOCUMENTED) == 39
    assert {one.rules.id for one in coverages()} >= DOCUMENTED


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("", SourceKind.NONE),
        ("口袋麻将全集 §南京麻将", SourceKind.SEED),
        ("口袋麻将全集 §南京麻将; house default", SourceKind.HOUSE_DEFAULT),
        ("riichi.wiki, Kuitan", SourceKind.PUBLIC),
    ],
)
def test_what_kind_of_source_a_text_names(source: str, kind: SourceKind) -> None:
    assert kind_of(source) is kind


def test_without_the_tests_their_figures_are_untold(tmp_path: Path) -> None:
    one = coverage(rule_set("guobiao"), tests=tmp_path)
    assert (one.hands, one.deals) == (None, None)
    assert one.described()["hands"] is None
