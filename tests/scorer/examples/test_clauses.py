"""Every sentence of the documents has an entry in ``tests/clauses``, and every entry's proof holds."""

from __future__ import annotations

import pytest

from paiyan.scorer.report.coverage import coverages
from tests.scorer.examples.clauses import (
    CLAUSES,
    DOCUMENTED,
    GENERAL,
    digest,
    digests,
    entries,
    sentences,
)
from tests.scorer.examples.proofs import faults


@pytest.mark.parametrize("rules", sorted({*DOCUMENTED, GENERAL}))
def test_every_entry_is_kept(rules: str) -> None:
    wrong = [
        f"{e.place} {e.first_words}: {fault}" for e in entries(rules) for fault in _faults(rules, e.proofs)
    ]
    assert not wrong, "\n".join(wrong)


def _faults(rules: str, proofs: tuple[str, ...]) -> list[str]:
    if proofs == ("?",):
        return ["nobody has said yet what keeps it"]
    if proofs[0].startswith("no rule"):
        return [] if len(proofs) == 1 else ["a sentence that rules nothing needs no proof"]
    if rules == GENERAL and not all(proof.startswith("test ") for proof in proofs):
        return ["it is of no rule set, so only a test can show it"]
    return [fault for proof in proofs for fault in faults(rules, proof)]


def test_every_sentence_has_its_entry() -> None:
    assert {one.rules for one in digests()} == {*DOCUMENTED, GENERAL}
    assert [digest(one.rules, entries(one.rules)) for one in digests()] == digests()


def test_no_entry_is_written_twice_and_no_file_is_of_nothing() -> None:
    for rules in (*DOCUMENTED, GENERAL):
        places = [e.place for e in entries(rules)]
        assert places
        assert len(set(places)) == len(places)
    assert {path.stem for path in CLAUSES.glob("*.txt")} == {*DOCUMENTED, GENERAL}


def test_a_document_falls_into_sentences() -> None:
    text = "# 一个标题\n\n　　1．庄家先出。闲家后出；不可\n\n---\n![](picture.png)\n！\n"
    assert [(s.place, s.first_words) for s in sentences("C", text)] == [
        ("C3.1", "1．庄家先出"),
        ("C3.2", "闲家后出；"),
        ("C3.3", "不可"),
    ]


def test_a_list_that_is_copied_counts_once() -> None:
    text = "四方大发 168番任何一对------ 四杠 88番任何四副杠子三杠 32番三副杠子\n四杠 88番任何四副杠子"
    said = [(s.place, s.first_words) for s in sentences("B", text)]
    assert said == [("B1.1", "四方大发16"), ("B1.2", "四杠88番任"), ("B1.3", "三杠32番三")]


def test_the_share_is_told() -> None:
    for one in (one for one in coverages() if one.rules.id in DOCUMENTED):
        assert one.kept is not None
        assert one.sentences == len(entries(one.rules.id))
        assert one.kept == one.sentences
