"""The page's files: compressed for those who take it, and not sent twice."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from paiyan.service.http.app import WEB, PageFiles, create_app
from paiyan.service.settings import Settings


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(create_app(Settings(database="")), base_url="http://127.0.0.1:8000")


def raw(client: TestClient, path: str, **headers: str) -> tuple[dict[str, str], bytes, int]:
    """Return the headers, the body as it was sent, and the status."""
    asked = {"accept-encoding": "identity", **{k.replace("_", "-"): v for k, v in headers.items()}}
    with client.stream("GET", path, headers=asked) as response:
        return dict(response.headers), b"".join(response.iter_raw()), response.status_code


@pytest.mark.parametrize("path", ["/", "/app.css", "/js/app.js", "/tiles.svg"])
def test_a_file_is_the_same_compressed_and_not(client: TestClient, path: str) -> None:
    plain_headers, plain, _ = raw(client, path)
    headers, packed, status = raw(client, path, accept_encoding="br, gzip;q=0.8")
    assert status == 200
    assert headers["content-encoding"] == "gzip"
    assert headers["vary"] == plain_headers["vary"] == "accept-encoding"
    assert gzip.decompress(packed) == plain
    assert len(packed) < 0.5 * len(plain)
    assert headers["content-length"] == str(len(packed))
    assert headers["content-type"] == plain_headers["content-type"]


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/rules/guobiao"])
def test_what_a_rule_set_is_comes_compressed_too(client: TestClient, path: str) -> None:
    headers, packed, _ = raw(client, path, accept_encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    assert headers["content-length"] == str(len(packed))
    plain_headers, plain, _ = raw(client, path)
    assert "content-encoding" not in plain_headers
    assert plain_headers["vary"] == headers["vary"] == "accept-encoding"
    there, here = json.loads(gzip.decompress(packed)), json.loads(plain)
    if path != "/v1/rules":
        assert there.pop("served")["id"] != here.pop("served")["id"]
    assert there == here
    assert len(packed) < 0.4 * len(plain)


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip;q=0", None),
        ("br, gzip; q=0.000", None),
        ("GZIP;q=0.001", "gzip"),
        ("gzip;Q=1", "gzip"),
        ("x", None),
    ],
)
@pytest.mark.parametrize("path", ["/js/app.js", "/v1/rules"])
def test_a_weight_of_zero_refuses(client: TestClient, path: str, accepted: str, encoding: str | None) -> None:
    assert raw(client, path, accept_encoding=accepted)[0].get("content-encoding") == encoding


def test_what_a_browser_has_is_not_sent_again(client: TestClient) -> None:
    for encoding in ("gzip", "identity"):
        headers, _, _ = raw(client, "/js/app.js", accept_encoding=encoding)
        _, body, status = raw(client, "/js/app.js", accept_encoding=encoding, if_none_match=headers["etag"])
        assert (status, body) == (304, b"")
        assert headers["cache-control"] == "no-cache"


def test_an_address_with_its_version_holds_for_good(client: TestClient) -> None:
    headers, _, _ = raw(client, "/js/app.js?v=abc", accept_encoding="gzip")
    assert "immutable" in headers["cache-control"]


def test_pictures_are_sent_as_they_are(client: TestClient) -> None:
    headers, body, _ = raw(client, "/icon-180.png", accept_encoding="gzip")
    assert "content-encoding" not in headers
    assert body == (WEB / "icon-180.png").read_bytes()


def test_a_file_that_was_changed_is_compressed_again(tmp_path: Path) -> None:
    from starlette.applications import Starlette
    from starlette.routing import Mount

    file = tmp_path / "a.js"
    client = TestClient(Starlette(routes=[Mount("/", PageFiles(directory=tmp_path))]))
    for text in ("x" * 3000, "y" * 4000):
        file.write_text(text)
        assert client.get("/a.js").text == text


@pytest.mark.parametrize("path", ["/js/app.js", "/app.css", "/tiles.svg", "/icon-180.png"])
def test_parts_of_the_page_go_without_the_headers_of_what_is_shown(client: TestClient, path: str) -> None:
    of_shown = {"cross-origin-opener-policy", "permissions-policy", "x-frame-options"}
    page, part = (raw(client, one)[0] for one in ("/", path))
    assert of_shown <= page.keys() & raw(client, "/v1/rules")[0].keys()
    assert not of_shown & part.keys()
    for name in ("content-security-policy", "x-content-type-options", "referrer-policy"):
        assert part[name] == page[name]


def test_the_first_visit_weighs_little(client: TestClient) -> None:
    """All parts of the page but the pictures of the tiles and what its engine loads: at most 150 kB."""
    pages = (f for f in WEB.rglob("*") if f.suffix in (".js", ".css", ".html"))
    files = [f for f in pages if not {"engine", "phone"} & set(f.relative_to(WEB).parts)]
    sent = sum(
        len(raw(client, f"/{f.relative_to(WEB).as_posix()}", accept_encoding="gzip")[1]) for f in files
    )
    assert sent < 150_000
