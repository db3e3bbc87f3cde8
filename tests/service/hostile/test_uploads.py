"""Hostile uploads: none costs much more than an honest photo of the largest size, and none is remembered."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx import Response

from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings
from tests.hostile.uploads import FORMS, HOSTILE, SAMPLE

MOST = 4.0
"""What a hostile upload may cost of the processor, in answers to an honest photo of the most pixels: the time
is counted in such answers, since machines differ and are busy."""

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("knowing")]


@pytest.fixture(scope="module")
def settings() -> Settings:
    return Settings()


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), raise_server_exceptions=False) as opened:
        opened.post("/v1/read", content=SAMPLE)
        yield opened


JPEG = {"content-type": "image/jpeg"}


def cost(client: TestClient, content: bytes, headers: dict[str, str]) -> tuple[Response, float]:
    """The answer to an upload, and the seconds of the processor that it took."""
    start = time.process_time()
    answer = client.post("/v1/read", content=content, headers=headers)
    return answer, time.process_time() - start


@pytest.fixture(scope="module")
def allowed(settings: Settings) -> float:
    """Seconds of the processor that an upload may take, from an honest one all of whose pixels are decoded:
    of a JPEG only those are that are needed."""
    honest = HOSTILE["largest webp"]()
    with TestClient(create_app(settings)) as opened:
        return MOST * min(cost(opened, honest, JPEG)[1] for _ in range(3))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pictures(client: TestClient, allowed: float, name: str) -> None:
    answer, spent = cost(client, HOSTILE[name](), JPEG)
    assert answer.status_code in (200, 413, 422), answer.text
    if answer.status_code != 200:
        problem = answer.json()
        assert problem["type"].startswith("urn:paiyan:problem:")
        assert problem["detail"].count("\n") == 0
        assert "/etc/passwd" not in answer.text
    assert spent < allowed, f"{name} took {spent:.2f} s, allowed are {allowed:.2f}"


BOUNDARY = {"content-type": "multipart/form-data; boundary=b"}


@pytest.mark.parametrize("name", FORMS)
def test_hostile_forms(client: TestClient, allowed: float, name: str) -> None:
    answer, spent = cost(client, FORMS[name], BOUNDARY)
    assert answer.status_code in (400, 422), answer.text
    assert spent < allowed, f"{name} took {spent:.2f} s, allowed are {allowed:.2f}"


def test_nothing_of_them_stays_in_memory() -> None:
    """The same uploads again and again: the memory after many rounds is that after the first ones.

    In a process of its own, with what is free given back before each look: what the C library keeps for later
    differs by a hundred megabytes from round to round, more where other tests ran before.
    """
    if sys.platform != "linux":
        pytest.skip("only Linux tells a process its memory and takes back what is free")
    rounds = subprocess.run(
        [sys.executable, "-m", "tests.hostile.rounds"],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert rounds.returncode == 0, rounds.stderr[-2000:]
    answer = json.loads(rounds.stdout)
    resident = answer["resident_mb"]
    assert min(resident[-4:]) < max(resident[:4]) + 24, resident
    assert answer["still_held"] == 0
    assert answer["still_taken"] == 0


def test_uploads_beyond_the_memory_are_refused_at_once() -> None:
    with TestClient(create_app(Settings(memory=2**20))) as client:
        refused = client.post("/v1/read", content=bytes(2**20 + 1))
        assert refused.status_code == 413  # it never fits: to send it again is no use
        assert "retry-after" not in refused.headers
        assert client.post("/v1/read", content=SAMPLE).status_code == 200


def test_a_slow_client_is_let_go_and_holds_nobody_up(served: Any) -> None:
    port = served(PAIYAN_UPLOAD_TIME="1")
    with socket.create_connection(("127.0.0.1", port), timeout=30) as slow:
        slow.sendall(
            b"POST /v1/read HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n" + SAMPLE[:100]
        )
        with socket.create_connection(("127.0.0.1", port), timeout=30) as quick:
            quick.sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            assert quick.recv(100).startswith(b"HTTP/1.1 200")
        assert slow.recv(100).startswith(b"HTTP/1.1 408")
