"""Names and prose are the field's own: the refused ones may only become fewer."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tests.repository.ratchet import excesses

sys.path.insert(0, str(Path(__file__).parent))

import wording


def test_no_package_has_more_refused_words_than_before() -> None:
    now, allowed = wording.counts(wording.findings()), wording.allowances()
    assert now.keys() == allowed.keys()
    more = [
        f"{package}: {n} {sort}, {most} allowed; see {wording.__file__} --list {package}"
        for package, sort, n, most in excesses(now, allowed)
    ]
    assert not more, "\n".join(more)


@pytest.mark.parametrize("name", ["told", "_told_of", "MOST_TOLD", "isAlike", "SaidTwice"])
def test_a_refused_word_is_seen_in_a_name(name: str) -> None:
    assert wording.WORDS & {*wording.words_of(name)}


@pytest.mark.parametrize("name", ["retold", "besides", "undermined", "tolderance"])
def test_a_word_that_holds_another_is_no_refused_word(name: str) -> None:
    assert not wording.WORDS & {*wording.words_of(name)}


def test_each_sort_is_found_once(tmp_path: Path) -> None:
    module = tmp_path / "plain.py"
    module.write_text(
        '"""Whether it is."""\nfrom x import Words\n\nUNTOLD = Words("", "")\n\n\n'
        'def told(found: int, boxes: int) -> None:\n    """Return boxes."""  # at the most\n'
    )
    found = [(f.sort, f.line) for f in wording.of_module("scorer", module)]
    assert found == [("names", 7), ("parameters", 7), ("openings", 1), ("phrases", 8)]


def test_a_constant_that_is_a_sentence_is_a_stable_code() -> None:
    assert wording.sentences_of(ast.parse('A = Words("", "")\nB = 3\nC = other("")')) == {"A"}
