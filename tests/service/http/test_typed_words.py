"""What people type in other words is read over HTTP as on the command line: the scorer reads it, once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings

PLAIN: dict[str, Any] = {
    "rules": "guobiao",
    "concealed": "123m456p11z77s",
    "melds": [{"type": "chow", "tiles": "789s"}],
    "win": {"tile": "7s", "by": "discard", "from": "W"},
    "seat": "S",
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    ledger = f"sqlite:///{Path(tmp_path_factory.mktemp('words')) / 'ledger.db'}"
    return TestClient(create_app(Settings(database=ledger)), base_url="http://127.0.0.1")


@pytest.mark.parametrize(
    "typed",
    [
        {"rules": "国标", "seat": "南", "win": {"tile": "７Ｓ", "by": "ron", "from": "下家"}},
        {"rules": "mcr", "concealed": "123M456筒东东77条", "melds": [{"type": "chi", "tiles": "789索"}]},
        {"concealed": "[789s]123m456p11z77s", "melds": []},
        {"concealed": "[789s]123m456p11z77s +7s", "melds": [], "win": {"by": "点炮", "from": "西"}},
    ],
    ids=str,
)
def test_the_answer_is_the_same(client: TestClient, typed: dict[str, Any]) -> None:
    plain, other = (client.post("/v1/score", json=given).json() for given in (PLAIN, {**PLAIN, **typed}))
    assert plain["total"] > 0
    assert {**other, "served": None} == {**plain, "served": None}


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("seat", "X", "“座位 seat”是座位"),
        ("win", {"tile": "7s", "by": "tsuma"}, "是不是 self_draw"),
        ("melds", [{"type": "pang", "tiles": "789s"}], "副露的种类 type"),
        ("rules", "国表", "是不是 guobiao"),
    ],
)
def test_what_is_no_word_for_anything_gets_the_same_sentence(
    client: TestClient, field: str, value: Any, says: str
) -> None:
    refused = client.post("/v1/score", params={"lang": "zh"}, json={**PLAIN, field: value})
    assert refused.status_code in (404, 422)
    assert says in refused.json()["detail"]
