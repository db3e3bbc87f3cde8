"""How an address is asked: HEAD wherever GET is, and its methods named where another is used."""

from __future__ import annotations

from http.client import HTTPResponse

import pytest
from fastapi.testclient import TestClient

from paiyan.service.http.app import create_admin, create_app
from paiyan.service.settings import Settings
from tests.service.listening import listening, wait_until_ready

pytestmark = pytest.mark.usefixtures("knowing")


@pytest.mark.parametrize("path", ["/healthz", "/v1/rules", "/v1/rules/guobiao", "/openapi.json", "/"])
def test_head_is_answered_as_get_is(path: str) -> None:
    with TestClient(create_app(Settings(database=""))) as client:
        asked, told = client.get(path), client.head(path)
        assert told.status_code == asked.status_code == 200
        assert told.headers["content-type"] == asked.headers["content-type"]
        assert not told.content
        assert client.head("/v1/score").status_code == 405
        assert client.head("/v1/rules/none").status_code == 404
        wait_until_ready(client)  # between the two it may become so
        assert client.head("/readyz").status_code == client.get("/readyz").status_code
    beside = TestClient(create_admin(client.app.state.service))  # type: ignore[attr-defined]
    assert beside.head("/healthz").status_code == beside.head("/metrics").status_code == 200


def test_a_connection_goes_on_after_head() -> None:
    app = create_app(Settings(database=""))
    with listening(app) as open_, open_(b"") as client:
        for method, status in ((b"HEAD", 200), (b"GET", 200), (b"HEAD", 200)):
            client.sendall(b"%s /v1/rules/guobiao HTTP/1.1\r\nhost: localhost\r\n\r\n" % method)
            answer = HTTPResponse(client, method=method.decode())
            answer.begin()
            assert answer.status == status
            assert bool(answer.read()) is (method == b"GET")
            assert int(answer.headers["content-length"]) > 1000
    counted = app.state.service.metrics.exposition().decode()
    assert 'method="HEAD",route="/v1/rules/{id}",status="200"} 2.0' in counted


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/v1/rules", "GET, HEAD, POST"),
        ("/v1/score", "POST"),
        ("/v1/tables/x", "GET, HEAD, PUT, DELETE"),
        ("/v1/tables/x/deals/1", "PUT"),
        ("/healthz", "GET, HEAD"),
    ],
)
def test_the_methods_of_an_address_are_named(path: str, methods: str) -> None:
    answer = TestClient(create_app(Settings(database=""))).patch(path)
    assert answer.status_code == 405
    assert answer.headers["allow"] == methods
