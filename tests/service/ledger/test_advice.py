"""A table may agree to play without advice; the service then gives none for its hands."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.service.ledger.tables import opened, sent

HAND: dict[str, Any] = {"rules": "hongkong", "concealed": "123m456p11s678s23p5z"}
TERMS: dict[str, Any] = {"uma": [0, 0, 0, 0]}


def ask(client: TestClient, id_: str, lang: str = "en") -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/v1/advise?table={id_}&lang={lang}", json=HAND)
    return answer.status_code, answer.json()


def test_a_table_without_advice_is_given_none(client: TestClient) -> None:
    id_ = opened(client)["id"]
    assert client.get(f"/v1/tables/{id_}").json()["terms"]["advice"] is True
    assert ask(client, id_)[0] == 200
    assert sent(client, id_, "terms", **TERMS, advice=False)["terms"]["advice"] is False
    texts = set[str]()
    for lang in ("zh", "en", "ja"):
        status, found = ask(client, id_, lang)
        assert status == 403
        assert "discards" not in found
        texts.add(found["detail"])
    assert len(texts) == 3
    assert client.post("/v1/advise", json=HAND).status_code == 200
    sent(client, id_, "terms", **TERMS)
    assert ask(client, id_)[0] == 200


@pytest.mark.parametrize(("id_", "status"), [("nowhere", 404), ("", 400), ("a b", 400)])
def test_a_table_that_is_not_there_is_said(client: TestClient, id_: str, status: int) -> None:
    code, found = ask(client, id_)
    assert (code, "discards" in found) == (status, False)
