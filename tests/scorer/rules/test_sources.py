"""Where rules are written: titles, sections and addresses, and no name of a file of ours."""

from __future__ import annotations

import csv
import re
from itertools import chain

import pytest

from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report.coverage import sources_of
from paiyan.scorer.report.rule_pages import DIVERGENCES, linked
from paiyan.scorer.report.rule_set_json import described
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.sources import DOCUMENTS, POCKET_MAHJONG, Document, cited
from paiyan.scorer.rulesets import rule_set, rule_sets
from tests.scorer.examples.clauses import CLAUSES, DOCUMENTED

EVERY = pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)


def test_a_section_is_cited_by_the_title_of_its_document() -> None:
    assert str(Document("Our club").section("2. Pay")) == "Our club §2. Pay"
    assert cited("口袋麻将全集 §国标麻将 3; house default") == (POCKET_MAHJONG,)
    assert cited("riichi.wiki, Kuitan") == ()


@EVERY
def test_no_citation_names_a_file(rules: RuleSet) -> None:
    of_rules = (d.citation for d in DIVERGENCES if d.rules == rules.id)
    every = [*chain(sources_of(rules), of_rules, map(str, rules.sources))]
    assert [text for text in every if re.search(r"\.txt\b", text)] == []


@pytest.mark.parametrize("id_", sorted(DOCUMENTED))
def test_a_rule_set_of_the_documents_cites_one(id_: str) -> None:
    assert any(s.document in DOCUMENTS for s in rule_set(id_).sources)
    assert any(cited(text) for text in sources_of(rule_set(id_)))


def test_the_clauses_are_of_the_same_documents() -> None:
    rows = csv.reader((CLAUSES / "documents.csv").open(encoding="utf-8"))
    assert [title for _, title, _ in rows] == [d.title for d in DOCUMENTS]


def test_a_page_links_a_document_where_it_stands() -> None:
    text = linked("- 口袋麻将全集 §国标麻将 3\n- 戲谷麻將館的番數計算方法 §平糊\n")
    assert text == (
        "- [口袋麻将全集] §国标麻将 3\n- 戲谷麻將館的番數計算方法 §平糊\n"
        f"\n[口袋麻将全集]: {POCKET_MAHJONG.address}\n"
    )
    assert linked("nothing is cited\n") == "nothing is cited\n"


def test_the_json_gives_the_address_beside_the_citation() -> None:
    about = to_json(described(rule_set("jinan")), "en")
    assert about["sources"] == ["口袋麻将全集 §济南麻将"]
    assert about["documents"] == [{"title": "口袋麻将全集", "address": POCKET_MAHJONG.address}]
