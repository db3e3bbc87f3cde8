"""hongkong: the table of payments, row by row, as the document prints it."""

from __future__ import annotations

import re

import pytest

from paiyan.scorer.rulesets.hongkong.rules import CAP, TABLE
from tests.scorer.examples.clauses import DOCUMENTS, SEEDS


@pytest.mark.skipif(not SEEDS.exists(), reason="the documents lie beside the repository, and are not there")
def test_the_table_is_as_printed() -> None:
    text = (SEEDS / DOCUMENTS["D"]).read_text("utf-8")
    rows = re.findall(r"^十?[一二三四五六七八九十]番 (\d+) (\d+)", text, flags=re.MULTILINE)
    assert tuple((int(discard), int(drawn)) for discard, drawn in rows) == TABLE
    assert len(TABLE) == CAP
