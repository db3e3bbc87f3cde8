"""What a route does not know is refused, so that no hand is scored otherwise than was meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings

SAMPLE = (Path(__file__).parents[3] / "service" / "samples" / "hand.jpg").read_bytes()
HAND: dict[str, Any] = {"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}}
PHOTO = {"photo": ("hand.jpg", SAMPLE)}

pytestmark = pytest.mark.usefixtures("knowing")


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database=""))) as opened:
        yield opened


@pytest.mark.parametrize(
    ("path", "told", "says"),
    [
        ("score", {"rules": "riichi"}, "'rules' belongs in the JSON of the field situation"),
        ("batch", {"win": '{"by":"self_draw"}'}, "'win' belongs in the JSON of the field situation"),
        ("waits", {"rule": "riichi"}, "unknown form field 'rule': this address takes photo, situation"),
        ("score", {"situation": ["{}", '{"rules":"riichi"}']}, "'situation' appears more than once"),
        ("read", {"situation": "{}"}, "unknown form field 'situation': this address takes photo"),
        ("read", {"photo": "hand.jpg"}, "send it as the file field photo"),
    ],
)
def test_fields_of_a_form(client: TestClient, path: str, told: dict[str, Any], says: str) -> None:
    answer = client.post(f"/v1/{path}", files=PHOTO, data=told)
    assert answer.status_code == 400, answer.text
    assert says in answer.json()["detail"]


def test_names_of_a_query(client: TestClient) -> None:
    for asked in ("rules=riichi", "seat=all", "LANG=zh", "lang=zh&lang=en", "=1"):
        answer = client.post(f"/v1/score?{asked}", json=HAND)
        assert answer.status_code == 400, asked
        assert "address" in answer.json()["detail"] or "アドレス" in answer.json()["detail"]
    told = client.get("/v1/rules/guobiao?v=2&lang=ja")
    assert told.status_code == 400
    assert "lang" in told.json()["detail"]
    for asked in ("tables/x?lang=zh", "rules?lang=zh", "rules.svg?address=x&lang=zh"):  # as the page asks
        assert client.get(f"/v1/{asked}").status_code != 400, asked


@pytest.mark.parametrize(("asked", "says"), [("lang=fr", "zh, en or ja"), ("rules=riichi", "takes lang")])
@pytest.mark.parametrize("path", ["/v1/live", "/v1/tables/x/live"])
def test_the_query_of_a_socket(client: TestClient, path: str, asked: str, says: str) -> None:
    with client.websocket_connect(f"{path}?{asked}") as socket:
        problem = socket.receive_json()["problem"]
    assert problem["status"] == 400
    assert says in problem["detail"]
