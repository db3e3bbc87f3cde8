"""Keys, rates, origins, headers: what a public address needs."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from paiyan.service.http.app import create_admin, create_app
from paiyan.service.ledger.actions import Ledger
from paiyan.service.settings import Settings

KEY = "a-key-of-sixteen-or-more"
OTHER = "another-key-of-this-house"
HAND: dict[str, Any] = {"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}}
SAMPLE = (Path(__file__).parents[3] / "service" / "samples" / "hand.jpg").read_bytes()

pytestmark = pytest.mark.usefixtures("knowing")


def _client(**settings: Any) -> TestClient:
    return TestClient(create_app(Settings(**settings)), raise_server_exceptions=False)


def _admin(client: TestClient) -> TestClient:
    """What the second listener of that service answers."""
    return TestClient(create_admin(client.app.state.service))  # type: ignore[attr-defined]


def test_a_key_is_asked_for_everywhere_but_for_health() -> None:
    client = _client(api_keys=f"{KEY},{OTHER}")
    for path in ("/v1/rules", "/v1/rules/guobiao"):
        refused = client.get(path)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"] == "Bearer"
        assert refused.json()["type"] == "urn:paiyan:problem:not-allowed"
    for headers in ({"authorization": f"Bearer {KEY}"}, {"x-api-key": OTHER}):
        assert client.get("/v1/rules/guobiao", headers=headers).status_code == 200
    for wrong in ("", KEY[:-1], KEY + "x", "schlüssel"):
        headers = {"authorization": b"Bearer " + wrong.encode()}
        assert client.get("/v1/rules/guobiao", headers=headers).status_code == 401  # pyright: ignore
    assert client.get("/healthz").status_code == 200
    assert client.post("/v1/read", content=SAMPLE).status_code == 401


def test_more_than_the_rate_is_refused_with_the_time_to_wait() -> None:
    client = _client(rate="3/minute")
    assert [client.get("/v1/rules/guobiao").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = client.get("/v1/rules/guobiao?lang=zh")
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    assert refused.json()["title"] == "请求过于频繁"
    assert refused.json()["detail"].startswith("请求过于频繁：请等")
    assert client.get("/healthz").status_code == 200


def test_each_key_has_a_rate_of_its_own() -> None:
    client = _client(rate="1/minute", api_keys=f"{KEY},{OTHER}")
    asked = [client.get("/v1/rules/guobiao", headers={"x-api-key": key}) for key in (KEY, KEY, OTHER)]
    assert [a.status_code for a in asked] == [200, 429, 200]


def test_other_origins_are_let_in_only_by_setting() -> None:
    origin = "https://club.example"
    asked = {"origin": origin, "access-control-request-method": "POST"}
    assert "access-control-allow-origin" not in _client().get("/v1/rules", headers=asked).headers
    opened = _client(cors_origins=origin)
    assert opened.options("/v1/score", headers=asked).headers["access-control-allow-origin"] == origin
    stranger = opened.options("/v1/score", headers={**asked, "origin": "https://elsewhere.example"})
    assert "access-control-allow-origin" not in stranger.headers


def test_other_host_names_are_refused_by_setting() -> None:
    client = _client(hosts="testserver")
    assert client.get("/healthz").status_code == 200
    refused = client.get("/healthz?lang=en", headers={"host": "elsewhere.example"})
    assert (refused.status_code, refused.json()["type"]) == (400, "urn:paiyan:problem:bad-request")
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.headers["x-content-type-options"] == "nosniff"
    wide = _client(hosts="*.club.example")
    for host, status in (("club.example", 400), ("a.club.example:8000", 200), ("aclub.example", 400)):
        assert wide.get("/healthz", headers={"host": host}).status_code == status


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://testserver.example"])
def test_pages_of_other_origins_write_nothing(origin: str, tmp_path: Path) -> None:
    """Browsers send such a request without asking first, and say where it comes from."""
    database = f"sqlite:///{tmp_path / 'ledger.db'}"
    client = _client(database=database)
    opening = json.dumps({"rules": "sichuan", "players": ["Ann", "Bo", "Cai", "Dee"]})
    for kind in ("text/plain", "application/json"):
        sent = {"origin": origin, "content-type": kind}
        refused = client.post("/v1/tables", content=opening, headers=sent)
        assert (refused.status_code, refused.json()["type"]) == (403, "urn:paiyan:problem:not-allowed")
        assert "www-authenticate" not in refused.headers
        assert client.put("/v1/tables/x/deals/1", content="{}", headers=sent).status_code == 403
    own = {"origin": "http://testserver", "content-type": "text/plain"}
    assert client.post("/v1/tables", content=opening, headers=own).status_code == 200
    allowed = _client(database=database, cors_origins=origin)
    assert allowed.post("/v1/tables", content=opening, headers={"origin": origin}).status_code == 200


def test_wrong_keys_meet_a_limit_and_right_ones_do_not() -> None:
    client = _client(api_keys=KEY)
    wrong = [client.get("/v1/rules/guobiao", headers={"x-api-key": f"guess {n}"}) for n in range(25)]
    assert {w.status_code for w in wrong[:20]} == {401}
    assert {w.status_code for w in wrong[20:]} == {429}
    assert 1 <= int(wrong[-1].headers["retry-after"]) <= 60
    assert client.get("/v1/rules/guobiao", headers={"x-api-key": KEY}).status_code == 200


def test_browsers_are_told_to_be_careful() -> None:
    client = _client(https=True)
    for path in ("/v1/rules/guobiao", "/nowhere", "/healthz"):
        headers = client.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["strict-transport-security"]
    assert client.get("/v1/rules/guobiao").headers["cache-control"] == "no-store"
    assert "strict-transport-security" not in _client().get("/healthz").headers


def test_counts_of_requests_are_by_route(caplog: pytest.LogCaptureFixture) -> None:
    with _client() as client:
        client.post("/v1/score", json=HAND)
        client.get("/v1/rules/guobiao")
        client.get("/v1/rules/nonsense")
        client.get("/made/up/by/a/client")
        text = _admin(client).get("/metrics").text
    assert 'paiyan_requests_total{method="POST",route="/v1/score",status="200"} 1.0' in text
    assert 'paiyan_requests_total{method="GET",route="/v1/rules/{id}",status="404"} 1.0' in text
    assert 'paiyan_problems_total{kind="unknown-rules"} 1.0' in text
    assert "made/up" not in text
    assert 'paiyan_stage_seconds_count{stage="upload"} 1.0' in text
    assert _client().get("/metrics").status_code == 404, "not for everybody"
    assert _admin(_client(metrics=False)).get("/metrics").status_code == 404


def test_the_log_has_a_line_a_request_and_nothing_of_its_content(capsys: pytest.CaptureFixture[str]) -> None:
    with _client() as client:
        client.post("/v1/score?lang=zh", json=HAND, headers={"x-request-id": "mine"})
        client.post("/v1/read", content=SAMPLE)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]
    asked = [line for line in lines if line["message"] == "request"]
    assert [(line["route"], line["status"]) for line in asked] == [("/v1/score", 200), ("/v1/read", 200)]
    assert asked[0]["id"] == "mine"
    assert "123m" not in str(lines)
    assert "testclient" not in str(lines), "nor of who asked"
    logging.getLogger("paiyan").handlers.clear()


def test_the_log_for_people_has_the_same_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with _client(log_format="text") as client:
        client.get("/v1/rules/guobiao", headers={"x-request-id": "mine"})
    (line,) = (line for line in capsys.readouterr().err.splitlines() if " request " in line)
    assert " INFO request " in line
    assert {"route=/v1/rules/{id}", "status=200", "id=mine"} <= set(line.split())
    logging.getLogger("paiyan").handlers.clear()


def test_a_trace_says_where_and_not_what(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with _client(database=f"sqlite:///{tmp_path / 'ledger.db'}") as client:
        opening = {"rules": "sichuan", "players": ["Ann", "Bo", "Cai", "Dee"]}
        table = client.post("/v1/tables", json=opening).json()
        secret = table["secrets"]["write"]

        def broken(*given: object, **told: object) -> None:
            try:
                raise KeyError(secret)
            except KeyError as inner:
                raise ValueError(f"{given} {told} {secret}") from inner

        monkeypatch.setattr(Ledger, "write", broken)
        points = {"points": {"E": 987654, "S": -987654}}
        headers = {"x-table-secret": secret}
        answer = client.post(f"/v1/tables/{table['id']}/deals", json=points, headers=headers)
        assert answer.status_code == 500
        logging.getLogger("asyncio").error("lost", exc_info=ValueError(secret))
    said = capsys.readouterr().err
    assert "ValueError" in said
    assert "in broken" in said
    for hidden in (secret, table["secrets"]["read"], table["id"], "987654", "Ann"):
        assert hidden not in said + answer.text
    for name in ("paiyan", "uvicorn", "asyncio", "concurrent.futures"):
        logging.getLogger(name).handlers.clear()
