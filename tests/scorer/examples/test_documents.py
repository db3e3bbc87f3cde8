"""What the repository keeps of the documents is what they say: compared where they are there."""

from __future__ import annotations

import re

from tests.beside import RULE_SETS, SEEDS, needs_documents
from tests.scorer.examples.clauses import (
    DOCUMENTED,
    DOCUMENTS,
    GENERAL,
    all_sentences,
    by_rules,
    digest,
    digests,
    entries,
)
from tests.scorer.rulesets.test_hongkong import printed

pytestmark = needs_documents
WRITE = "python -m tests.scorer.examples.clauses ../shared/seeds writes what is missing"


def test_every_sentence_has_its_entry() -> None:
    said = {(s.rules, s.place, s.first_words) for s in all_sentences()}
    written = {(rules, e.place, e.first_words) for rules in (*DOCUMENTED, GENERAL) for e in entries(rules)}
    assert said == written, WRITE


def test_the_digests_are_of_the_documents() -> None:
    found = by_rules(all_sentences())
    assert {one.rules: one for one in digests()} == {r: digest(r, some) for r, some in found.items()}, WRITE


def test_every_listed_rule_set_is_documented() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \|", RULE_SETS.read_text("utf-8"), flags=re.MULTILINE)
    assert set(listed) == DOCUMENTED


def test_the_payments_of_hongkong_are_as_printed() -> None:
    text = (SEEDS / DOCUMENTS["D"]).read_text("utf-8")
    rows = re.findall(r"^十?[一二三四五六七八九十]番 (\d+) (\d+)", text, flags=re.MULTILINE)
    assert [(int(discard), int(self_draw)) for discard, self_draw in rows] == printed()
