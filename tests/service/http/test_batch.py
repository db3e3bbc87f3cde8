"""Many hands or photos in one request: an answer for each, in their order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings

SAMPLE = (Path(__file__).parents[3] / "service" / "samples" / "hand.jpg").read_bytes()
HAND: dict[str, Any] = {"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}}

pytestmark = pytest.mark.usefixtures("knowing")


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(batch_hands=120, batch_photos=3))) as opened:
        yield opened


def test_each_hand_has_its_answer_in_its_place(client: TestClient) -> None:
    alone = client.post("/v1/score", json=HAND).json()
    waiting = {"concealed": HAND["concealed"]}
    answers = client.post("/v1/batch", json=[HAND, {"concealed": "1m"}, 7, waiting, HAND]).json()["answers"]
    assert answers[0] == answers[4] == {k: v for k, v in alone.items() if k != "served"}
    assert "1 concealed tiles" in answers[1]["error"]
    assert answers[1]["problem"] == "urn:paiyan:problem:bad-hand"
    assert "JSON object" in answers[2]["error"]
    assert [w["tile"] for w in answers[3]["waits"]] == ["7s", "1z"]


def test_lines_are_answered_as_a_list_is(client: TestClient) -> None:
    lines = "\n".join((json.dumps(HAND), "", "{", json.dumps(HAND)))
    sent = client.post("/v1/batch", content=lines, headers={"content-type": "application/jsonl"})
    answers = sent.json()["answers"]
    assert len(answers) == 3
    assert answers[0] == answers[2]
    assert "not JSON" in answers[1]["error"]


def test_more_hands_than_a_turn_keep_their_order(client: TestClient) -> None:
    hands = [HAND if i % 2 else {"concealed": f"{i % 9 + 1}m"} for i in range(120)]
    answers = client.post("/v1/batch", json=hands).json()["answers"]
    assert ["error" in a for a in answers] == [i % 2 == 0 for i in range(120)]
    assert client.post("/v1/batch", json=[*hands, HAND]).status_code == 413


def test_photos_are_scored_in_one_situation(client: TestClient) -> None:
    files = [("photo", ("a.jpg", SAMPLE)), ("photo", ("b.jpg", b"none")), ("photo", ("c.jpg", SAMPLE))]
    data = {"situation": json.dumps({"win": {"by": "self_draw"}})}
    answers = client.post("/v1/batch", files=files, data=data).json()["answers"]
    assert [a.get("total") for a in answers] == [19, None, 19]
    assert answers[1]["problem"] == "urn:paiyan:problem:bad-picture"
    assert client.post("/v1/batch", files=[files[0]] * 4, data=data).status_code == 400


@pytest.mark.parametrize("body", [[], {}, 7, None, "x"])
def test_what_is_no_batch(client: TestClient, body: Any) -> None:
    sent = client.post("/v1/batch", json=body)
    assert sent.status_code == 422
    assert "a batch is a list of hands" in sent.json()["detail"]
