"""The schemas, the page's types and what is sent are made of the same classes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report import values as scores
from paiyan.scorer.report.answer import report_of
from paiyan.service.answers import report
from paiyan.service.answers.report import HandAnswer
from paiyan.service.documentation import answer_types
from paiyan.service.http.schemas.openapi import schemas

STATE = Path(__file__).parents[3] / "service" / "web" / "js" / "state"
OF_PAGE = {
    "Doubt": report.DoubtReport,
    "Question": report.QuestionReport,
    "ReadTile": report.TileReport,
    "Fan": scores.Fan,
    "Transfer": scores.Transfer,
    "Wait": scores.WaitReport,
}
WON = {"rules": "guobiao", "concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}}
WAITING = {"concealed": "123m456p789s11z77s"}
DEALS = Path(__file__).parents[2] / "deals"


def test_the_types_of_the_page_are_current() -> None:
    assert (STATE / "answers.d.ts").read_text(encoding="utf-8") == answer_types(), "run make docs"


@pytest.mark.parametrize("name", OF_PAGE)
def test_what_the_page_looks_for_is_answered(name: str) -> None:
    text = (STATE / "types.d.ts").read_text(encoding="utf-8")
    found = re.search(rf"export interface {name} \{{(.*?)\}}(?:\n|$)", text, re.DOTALL)
    assert found
    plain = re.sub(r"\{.*\}\[\]", "X[]", found[1])
    fields = {*re.findall(r"(?:^|[;{\n])\s*(\w+)\??:", plain)}
    assert fields
    properties = schemas(OF_PAGE[name])[OF_PAGE[name].__name__]["properties"]
    assert fields <= properties.keys()


def _document() -> dict[str, Any]:
    return {"$ref": "#/components/schemas/HandAnswer", "components": {"schemas": schemas(HandAnswer)}}


@pytest.mark.parametrize("explain", [False, True])
@pytest.mark.parametrize(
    "hand",
    [
        WON,
        {**WON, "win": {"tile": "5m"}},
        {"concealed": "123m456p789s11z77s"},
        {"rules": "riichi", "hands": []},
    ],
    ids=["win", "no win", "waits", "draw"],
)
def test_what_is_sent_fits_the_schema(hand: dict[str, Any], *, explain: bool) -> None:
    sent = to_json(HandAnswer(report=report_of(hand, rules="guobiao", explain=explain)), "ja")
    assert jsonschema_rs.is_valid(_document(), sent)
    assert not jsonschema_rs.is_valid(_document(), {**sent, "warnings": 3})


@pytest.mark.parametrize("rules", ["sichuan", "riichi", "taiwan"])
def test_deals_fit_the_schema(rules: str) -> None:
    for told in json.loads((DEALS / f"{rules}.json").read_text("utf-8"))[:10]:
        if "refused" not in told:
            found = HandAnswer(report=report_of({"rules": rules, **told["deal"]}))
            assert jsonschema_rs.is_valid(_document(), to_json(found, "zh"))
