"""Every sentence that an answer or a refusal says has a code, which is the same in each language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from paiyan.scorer.answering.answer import answer
from paiyan.scorer.errors import HandError, SpokenError
from paiyan.scorer.messages.codes import UNNAMED, code_of
from paiyan.scorer.messages.deal import UNTOLD
from paiyan.scorer.messages.languages import Said, Words

DEALS = sorted((Path(__file__).parents[2] / "deals").glob("*.json"))
LANGS = ("zh", "en", "ja")
NAMELESS = Words("没有名字", "without a name", "名前なし")


def test_a_code_is_the_name_of_its_constant_and_the_values_are_plain() -> None:
    said = Said(UNTOLD, {"seats": ["S", "W"], "what": NAMELESS})
    assert code_of(said, "zh") == ("untold", {"seats": ["S", "W"], "what": "没有名字"})
    assert code_of(SpokenError(said)) == ("untold", {"seats": ["S", "W"], "what": "without a name"})
    assert code_of(NAMELESS) == (UNNAMED, {})
    assert code_of(SpokenError("plain")) == (UNNAMED, {})


def _said(deal: dict[str, Any], lang: str) -> list[tuple[str, str]]:
    try:
        found = answer(deal, lang=lang)
    except HandError as wrong:
        return [(code_of(wrong).code, wrong.to(lang))]
    codes = [one["code"] for one in found["warning_codes"]]
    assert len(codes) == len(found["warnings"])
    return list(zip(codes, found["warnings"], strict=True))


@pytest.mark.parametrize("file", DEALS, ids=lambda file: file.stem)
def test_codes_are_the_same_in_each_language(file: Path) -> None:
    for told in json.loads(file.read_text("utf-8"))[:12]:
        deal = {"rules": file.stem, **told["deal"]}
        zh, en, ja = ([code for code, _ in _said(deal, lang)] for lang in LANGS)
        assert zh == en == ja
