"""The HTTP service: the same answers, problem details for errors, limits on what is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx import Response

from paiyan.service import recognition
from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings
from tests.service.listening import listening, wait_until_ready

SAMPLE = Path(__file__).parents[3] / "service" / "samples" / "hand.jpg"
MELD = {"type": "chow", "tiles": "789s", "from": "left", "claimed": "7s"}
HAND: dict[str, Any] = {
    "rules": "guobiao",
    "concealed": "123m456p11z77s",
    "melds": [MELD],
    "flowers": "1f5f",
    "win": {"tile": "7s", "by": "self_draw"},
}

pytestmark = pytest.mark.usefixtures("knowing")


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings()), raise_server_exceptions=False) as opened:
        yield opened


def _is_problem(response: Response, status: int, kind: str) -> str:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == status
    assert problem["type"] == f"urn:paiyan:problem:{kind}"
    return str(problem["detail"])


def test_a_hand_is_scored(client: TestClient) -> None:
    answer = client.post("/v1/score", json=HAND).json()
    assert answer["total"] == 13
    assert answer["payments"] == {"E": 63, "S": -21, "W": -21, "N": -21}
    assert answer["fans"][0]["name"] == "Mixed Straight"


def test_the_language_is_asked_for_or_the_clients(client: TestClient) -> None:
    asked = client.post("/v1/score?lang=zh", json=HAND).json()
    preferred = client.post("/v1/score", json=HAND, headers={"accept-language": "zh-CN,zh"}).json()
    assert asked["fans"][0]["name"] == preferred["fans"][0]["name"] == "花龙"


def test_waits(client: TestClient) -> None:
    hand = {k: v for k, v in HAND.items() if k != "win"}
    waits = client.post("/v1/waits", json=hand).json()["waits"]
    assert [w["tile"] for w in waits] == ["7s", "1z"]


@pytest.mark.parametrize("way", ["bytes", "form"])
def test_a_photo_is_read(client: TestClient, way: str) -> None:
    data = SAMPLE.read_bytes()
    if way == "bytes":
        response = client.post("/v1/read", content=data, headers={"content-type": "image/jpeg"})
    else:
        response = client.post("/v1/read", files={"photo": ("../../etc/passwd", data, "image/jpeg")})
    answer = response.json()
    assert answer["hand"]["concealed"] == "123m45p789s11z"
    assert not answer["photo"], "a client's file name is of no use here"


def test_a_photo_is_scored_in_its_situation(client: TestClient) -> None:
    situation = {"rules": "guobiao", "win": {"by": "discard", "from": "N"}, "seat": "S"}
    answer = client.post(
        "/v1/score",
        files={"photo": ("hand.jpg", SAMPLE.read_bytes(), "image/jpeg")},
        data={"situation": json.dumps(situation)},
    ).json()
    assert answer["total"] == 18
    assert answer["payments"] == {"E": -8, "S": 42, "W": -8, "N": -26}
    assert answer["read"]["reliable"] is True


def test_a_reading_is_corrected_and_scored_again(client: TestClient) -> None:
    read = client.post("/v1/read", content=SAMPLE.read_bytes()).json()
    at = next(i for i, t in enumerate(read["tiles"]) if t["tile"] == "6p")
    sent = {"read": read, "corrections": [], "situation": {"win": {"by": "self_draw"}}}
    as_read = client.post("/v1/correct", json=sent).json()
    assert as_read["total"] == 19
    assert as_read["read"]["hand"] == read["hand"]
    sent["corrections"] = [{"do": "rename", "tile": at, "is": "3p"}]
    other = client.post("/v1/correct?lang=zh", json=sent).json()
    assert other["hand"]["win"]["tile"] == other["read"]["hand"]["winning"] == "3p"
    assert other["total"] != 19
    sent["corrections"] = [{"do": "remove", "tiles": [at]}, {"do": "winning", "is": "1z"}]
    assert "9 concealed tiles" in client.post("/v1/correct", json=sent).json()["error"]
    sent["corrections"] = [{"do": "rename", "tile": 999, "is": "3p"}]
    assert "there is no tile 999" in _is_problem(client.post("/v1/correct", json=sent), 422, "bad-correction")
    _is_problem(client.post("/v1/correct", json={"read": 7}), 400, "bad-request")


def test_detections_in_the_usual_form(client: TestClient) -> None:
    answer = client.post("/v1/read", content=SAMPLE.read_bytes()).json()
    assert len(answer["detections"]) == len(answer["tiles"])
    for seen, box in zip(answer["tiles"], answer["detections"], strict=True):
        left, _, _, bottom = seen["box"]
        assert box["class"] == seen["tile"]
        assert box["confidence"] == seen["confidence"]
        assert (box["x"] - box["width"] / 2, box["y"] + box["height"] / 2) == pytest.approx(
            (left, bottom), abs=0.02
        )


def test_every_answer_says_who_gave_it(client: TestClient) -> None:
    wait_until_ready(client)
    answered = client.post("/v1/score", json=HAND, headers={"x-request-id": "mine-1"})
    served = answered.json()["served"]
    assert served["id"] == answered.headers["x-request-id"] == "mine-1"
    assert served["model"] == "known"
    assert set(served["timings_ms"]) == {"upload", "wait", "work"}
    assert "work;dur=" in answered.headers["server-timing"]
    odd = client.post("/v1/score", json=HAND, headers={"x-request-id": "no\tid"})
    assert len(odd.headers["x-request-id"]) == 32


def test_a_photo_read_before_all_is_warm_names_its_model(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Event()
    monkeypatch.setattr(recognition, "warm_up", lambda _: held.wait(30))
    with TestClient(create_app(Settings(pictures_at_once=2))) as client:
        assert client.post("/v1/score", json=HAND).json()["served"]["model"] is None, "none is open yet"
        assert client.post("/v1/read", content=SAMPLE.read_bytes()).json()["served"]["model"] == "known"
        assert client.get("/readyz").status_code == 503
        held.set()


def test_a_hand_under_several_rule_sets(client: TestClient) -> None:
    hand = {k: v for k, v in HAND.items() if k != "rules"} | {"compare": ["guobiao", "hongkong"]}
    found = client.post("/v1/score", json=hand).json()["compare"]
    assert [a["rules"] for a in found] == ["guobiao", "hongkong"]
    both = {**hand, "rules": "guobiao"}
    assert "cannot go together" in _is_problem(client.post("/v1/score", json=both), 422, "bad-hand")
    assert "is for a score" in _is_problem(client.post("/v1/waits", json=hand), 422, "bad-hand")
    explained = client.post("/v1/score", json={**HAND, "explain": True}).json()
    assert explained["fans"][0]["rule"]


def test_rules(client: TestClient) -> None:
    for rules in client.get("/v1/rules").json():
        about = client.get(f"/v1/rules/{rules['id']}").json()
        assert about["fans"]
        assert about["options"]["type"] == "object"
    assert "did you mean guobiao" in _is_problem(client.get("/v1/rules/guobia"), 404, "unknown-rules")


def test_health_and_openapi(client: TestClient) -> None:
    assert client.get("/healthz").json()["status"] == "ok"
    document = client.get("/openapi.json").json()
    assert {"/v1/read", "/v1/score", "/v1/waits", "/v1/rules", "/v1/rules/{id}"} <= set(document["paths"])
    text = json.dumps(document)
    for name in set(text.split('"#/components/schemas/')[1:]):
        assert name.partition('"')[0] in document["components"]["schemas"]
    assert "#/$defs" not in text


@pytest.mark.parametrize(
    ("hand", "status", "kind"),
    [
        ({**HAND, "concealed": "55555m56p11z77s"}, 422, "bad-hand"),
        ({**HAND, "concealed": "1m"}, 422, "bad-hand"),
        ({**HAND, "photo": "/etc/passwd"}, 422, "bad-hand"),
        ({**HAND, "seat": "X"}, 422, "bad-hand"),
        ({**HAND, "rules": "guobia"}, 404, "unknown-rules"),
        ({**HAND, "rules": None}, 422, "bad-hand"),
        ([], 422, "bad-hand"),
        ({}, 422, "bad-hand"),
    ],
)
def test_bad_hands_are_problems(client: TestClient, hand: Any, status: int, kind: str) -> None:
    for path in ("/v1/score", "/v1/waits"):
        _is_problem(client.post(path, json=hand), status, kind)


def test_a_wrong_type_is_said_without_the_names_of_our_classes(client: TestClient) -> None:
    for sent, says in (({**HAND, "win": "7s"}, "win is a JSON object"), ([], "the body is a JSON object")):
        assert says in _is_problem(client.post("/v1/score", json=sent), 422, "bad-hand")


def test_json_that_is_none(client: TestClient) -> None:
    for text in ("{", "", "[" * 100_000, '{"a":' * 10_000):
        response = client.post("/v1/score", content=text, headers={"content-type": "application/json"})
        _is_problem(response, 400, "bad-request")


@pytest.mark.parametrize("data", [b"", b"no picture", SAMPLE.read_bytes()[:5000]])
def test_bad_pictures_are_problems(client: TestClient, data: bytes) -> None:
    _is_problem(client.post("/v1/read", content=data), 422, "bad-picture")


def test_forms_that_hold_no_picture(client: TestClient) -> None:
    _is_problem(client.post("/v1/read", files={"other": b"x"}), 400, "bad-request")
    _is_problem(client.post("/v1/read", headers={"content-type": "multipart/form-data"}), 400, "bad-request")
    four = [("photo", bytes([n])) for n in range(4)]
    _is_problem(client.post("/v1/read", files=four), 400, "bad-request")


def test_too_much_is_refused() -> None:
    client = TestClient(create_app(Settings(photo_bytes=5 * 2**19)))
    said = _is_problem(client.post("/v1/read", content=bytes(5 * 2**19 + 1)), 413, "too-large")
    assert "the limit of 2.5 MB" in said
    big = {**HAND, "table": {"x": "y" * 2**20}}
    _is_problem(client.post("/v1/score", json=big), 413, "too-large")


def test_unknown_ways_are_problems_too(client: TestClient) -> None:
    _is_problem(client.get("/v2"), 404, "not-found")
    _is_problem(client.get("/v1/score"), 405, "method-not-allowed")
    _is_problem(client.get("/v1/rules?lang=tlh"), 400, "bad-request")


def test_a_mistake_of_ours_tells_nothing_of_the_inside(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("paiyan.service.answers.rule_catalogue.summaries", broken)
    answer = client.get("/v1/rules")
    assert "secret" not in _is_problem(answer, 500, "internal")
    assert answer.headers["x-request-id"] in answer.json()["instance"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_after_a_mistake_of_ours_the_connection_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("paiyan.service.answers.rule_catalogue.summaries", broken)
    app = create_app(Settings(database="", log_level="error"))
    with listening(app) as open_, open_(b"") as client:
        for path, status in ((b"/v1/rules", 500), (b"/healthz", 200)):
            client.sendall(b"GET %s HTTP/1.1\r\nhost: localhost\r\n\r\n" % path)
            answer = HTTPResponse(client)
            answer.begin()
            assert answer.status == status
            assert answer.read()


def test_a_large_photo_never_touches_the_disk(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    import tempfile

    def rolled(*_: object) -> None:
        raise AssertionError("an upload went to a file")

    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", rolled)
    padded = SAMPLE.read_bytes() + bytes(3 * 2**20)
    answer = client.post("/v1/read", files={"photo": ("hand.jpg", padded)}).json()
    assert answer["hand"]["winning"] == "6p"


DEAL: dict[str, Any] = {
    "rules": "guobiao",
    "dealer": "E",
    "hands": [
        {"seat": "E", "concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "discard", "from": "W"}},
        {"seat": "S", "melds": [{"type": "pung", "tiles": "222p", "from": "left"}]},
    ],
}


def test_a_whole_deal_is_settled(client: TestClient) -> None:
    answer = client.post("/v1/score", json=DEAL).json()
    assert answer["drawn"] is False
    assert [w["seat"] for w in answer["winners"]] == ["E"]
    assert sum(answer["payments"].values()) == 0
    assert answer["payments"]["E"] == answer["winners"][0]["payments"]["E"] > 0
    assert "a deal waits for nothing" in _is_problem(client.post("/v1/waits", json=DEAL), 422, "bad-hand")
    twice = {**DEAL, "hands": [DEAL["hands"][0], DEAL["hands"][0]]}
    assert "two hands sit at E" in _is_problem(client.post("/v1/score", json=twice), 422, "bad-hand")
