"""Bodies that are nearly right: JSON not called so, a mark before it, a name twice, two photos."""

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
MARK = b"\xef\xbb\xbf"
JSON = {"content-type": "application/json"}
PLAYERS = b'{"rules":"sichuan","players":["A","B","C","D"],"rules":"riichi"}'

pytestmark = pytest.mark.usefixtures("knowing")


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database="", batch_photos=3))) as opened:
        yield opened


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", ""])
@pytest.mark.parametrize("path", ["/v1/score", "/v1/waits"])
def test_json_that_is_not_called_so(client: TestClient, path: str, kind: str) -> None:
    for before in (b"", b"\n ", MARK):
        body = before + json.dumps(HAND).encode()
        answer = client.post(path, content=body, headers={"content-type": kind} if kind else {})
        assert answer.status_code == 400
        assert "Content-Type: application/json" in answer.json()["detail"]


def test_a_mark_before_json_is_no_part_of_it(client: TestClient) -> None:
    body = json.dumps(HAND).encode()
    plain = client.post("/v1/score", json=HAND).json()
    marked = client.post("/v1/score", content=MARK + body, headers=JSON).json()
    assert marked["fans"] == plain["fans"]
    lines = {"content-type": "application/jsonl"}
    answers = client.post("/v1/batch", content=MARK + body + b"\n" + body, headers=lines).json()["answers"]
    assert answers[0]["fans"] == answers[1]["fans"] == plain["fans"]
    situation = {"situation": "\ufeff" + json.dumps({"win": {"by": "self_draw"}})}
    photo = client.post("/v1/score", files={"photo": SAMPLE}, data=situation)
    assert photo.json()["total"] == 19
    assert client.post("/v1/score", content=MARK * 2 + body, headers=JSON).status_code == 400


@pytest.mark.parametrize(
    ("path", "body", "name"),
    [
        ("score", b'{"concealed":"1m","concealed":"2m"}', "concealed"),
        ("score", b'{"concealed":"1m","win":{"tile":"1m","tile":"1m"}}', "tile"),
        ("batch", b'[{"seat":"E","seat":"S"}]', "seat"),
        ("tables", PLAYERS, "rules"),
    ],
)
def test_a_name_that_is_there_twice(client: TestClient, path: str, body: bytes, name: str) -> None:
    answer = client.post(f"/v1/{path}", content=body, headers=JSON)
    assert answer.status_code == 400
    assert f"a JSON object has '{name}' more than once" in answer.json()["detail"]


WRITTEN_TO = {
    (method, path)
    for path, ways in create_app(Settings(database="")).openapi()["paths"].items()
    for method, operation in ways.items()
    if "application/json" in operation.get("requestBody", {}).get("content", ())
}


@pytest.mark.parametrize(("method", "path"), sorted(WRITTEN_TO))
def test_broken_json_is_the_same_problem_at_every_address(method: str, path: str, tmp_path: Path) -> None:
    address = path.format(id="abcdefghijkl", number=1)
    whole = json.dumps({"hands": [{"concealed": "一", "count": 1.5, "of": [None, True]}]}).encode()
    broken = [whole[:n] for n in range(len(whole))]
    broken += [b"\xff", b"[NaN]", b"[1e999]", b'{"a":1,"a":2}', b"[" * 40 + b"]" * 40, whole + b"}", MARK * 2]
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'ledger.db'}"))) as client:
        for body in broken:
            answer = client.request(method, address, content=body, headers=JSON)
            assert (answer.status_code, answer.json()["type"]) == (400, "urn:paiyan:problem:bad-request"), (
                body
            )


def test_more_photos_than_are_taken(client: TestClient) -> None:
    photo = ("photo", ("hand.jpg", SAMPLE))
    for files in ([photo] * 2, [photo] * 5):
        answer = client.post("/v1/score", files=files)
        assert answer.status_code == 400
        assert "this address takes one photo: send several to /v1/batch" in answer.json()["detail"]
    answer = client.post("/v1/read", files=[photo] * 4)
    assert answer.status_code == 400
    assert "at most 3 photos of one hand" in answer.json()["detail"]
    assert "at most 3 photos" in client.post("/v1/batch", files=[photo] * 4).json()["detail"]
