"""``POST /v1/advise``: the answer of the command line, for a typed hand and for a photo."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.tiles.notation import parse
from paiyan.service.answers import advising
from paiyan.service.answers.situation import HandRequest
from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings

TABLE = Path(__file__).parents[2] / "data" / "scenes" / "table.jpg"
HAND: dict[str, Any] = {
    "rules": "riichi",
    "concealed": "123m45p115s678s23p5z",
    "discards": {"S": "9m1z", "W": "5z4s"},
    "riichi": ["S"],
    "passed": {"S": "4s"},
    "turns": 9,
}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database=""))) as opened:
        yield opened


def answered(found: dict[str, Any]) -> dict[str, Any]:
    """An answer without what differs from one request to the next."""
    read = found.get("read")
    return {k: v for k, v in found.items() if k not in ("served", "read")} | (
        {"read": read["hand"]} if read else {}
    )


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_the_answer_is_that_of_the_command_line(client: TestClient, lang: str) -> None:
    said = client.post(f"/v1/advise?lang={lang}", json=HAND).json()
    assert answered(said) == json.loads(json.dumps(to_json(advising.advise(HandRequest(HAND)), lang)))
    assert {d["discard"] for d in said["discards"]} == {t.notation for t in parse(HAND["concealed"])}


def test_a_photo_is_advised_on_in_its_situation(client: TestClient) -> None:
    situation = {"rules": "riichi", "seen": "1z1z", "turns": 7}
    said = client.post(
        "/v1/advise",
        files={"photo": TABLE.read_bytes()},
        data={"situation": json.dumps(situation)},
    ).json()
    assert said["hand"]["seen"].endswith("11z")
    assert (said["turns"], said["unseen"]) == (7, 136 - 14 - 9 - 2)
    same = to_json(advising.advise(HandRequest(situation, TABLE)), "en")
    assert answered(said) == answered(json.loads(json.dumps(same)))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"hands": []}, "one hand"),
        ({"compare": ["riichi"]}, "is for a score"),
        ({"win": {"tile": "5z"}}, "not won yet"),
        ({"seen": 7}, "it must be a text"),
        ({"riichi": ["Q"]}, "riichi"),
        ({"turns": 99}, "from 0 to 40"),
        ({"concealed": "123m"}, "3 concealed tiles"),
        ({"discards": {"S": "5555z"}}, "5z appears"),
        ({"hidden": 1}, "there is no such field"),
    ],
)
def test_what_cannot_be_advised_on_is_one_sentence(
    client: TestClient, more: dict[str, Any], said: str
) -> None:
    answer = client.post("/v1/advise", json={**HAND, **more})
    assert answer.status_code == 422
    assert said in answer.json()["detail"]
