"""What is refused is refused early, cheaply, and in the same words as everything else."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.service.errors import Busy
from paiyan.service.http import workers
from paiyan.service.http.app import create_app
from paiyan.service.http.connections import LoopPace, Together
from paiyan.service.http.middleware import AdaptiveLimit
from paiyan.service.http.problem_details import problem_of
from paiyan.service.http.state import AppState
from paiyan.service.http.workers import Bounds, Worker
from paiyan.service.settings import Settings

HAND = {"concealed": "123m456p789s1122z"}


def _full(monkeypatch: pytest.MonkeyPatch, **settings: Any) -> TestClient:
    """A service that has no turn for any typed hand or page."""
    monkeypatch.setattr(AdaptiveLimit, "one", lambda *_: (_ for _ in ()).throw(Busy(1)))
    return TestClient(create_app(Settings(database="", **settings)))


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_a_refusal_is_a_problem_like_others(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = _full(monkeypatch)
    asked = {"x-request-id": "mine", "accept-language": lang}
    for found in (client.post("/v1/score", json=HAND, headers=asked), client.get("/v1/rules", headers=asked)):
        assert (found.status_code, found.headers["retry-after"]) == (503, "1")
        assert found.headers["content-type"] == "application/problem+json"
        assert found.headers["x-request-id"] == "mine"
        assert found.headers["x-content-type-options"] == "nosniff"
        expected = problem_of(Busy(1), JsonRenderer(lang)).model_dump(exclude_none=True)
        assert found.json() == {**expected, "instance": "urn:paiyan:request:mine"}


def test_a_page_of_an_allowed_origin_may_read_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    client = _full(monkeypatch, cors_origins="https://club.example")
    found = client.post("/v1/score", json=HAND, headers={"origin": "https://club.example"})
    assert found.status_code == 503
    assert found.headers["access-control-allow-origin"] == "https://club.example"
    assert "retry-after" in found.headers["access-control-expose-headers"]


def test_refusals_are_counted_and_told_together(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, told = list[Any](), list[int]()
    with _full(monkeypatch) as client:
        begun = time.monotonic()
        for _ in range(30):
            client.post("/v1/score", json=HAND)
        seconds = time.monotonic() - begun
        for _ in range(600):
            time.sleep(0.1)
            logged = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line[:1] == "{"]
            lines += logged
            told += [line["/v1/score"] for line in logged if line["message"] == "refused"]
            if sum(told) >= 30:
                break
        service: AppState = client.app.state.service  # type: ignore[attr-defined]
        text = service.metrics.exposition().decode()
    assert 'paiyan_problems_total{kind="busy"} 30.0' in text
    assert "paiyan_refusal_seconds_count 30.0" in text
    assert sum(told) == 30
    assert len(told) <= seconds + 2, "one line a second"
    assert not [line for line in lines if line["message"] == "request"]
    logging.getLogger("paiyan").handlers.clear()


def test_of_many_photos_at_once_those_without_a_place_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each would find room before any of the others had come; and then be refused when all of it was sent."""
    monkeypatch.setattr(workers, "_MOMENT", 60)  # the first ones keep their places on a busy machine too
    app = create_app(Settings(pictures_at_once=1, pictures_waiting=3, deadline=60, database=""))
    go_on, read = threading.Event(), set[int]()

    async def scene() -> None:
        service: AppState = app.state.service
        working = asyncio.create_task(service.pictures.run(lambda: go_on.wait(60)))
        await asyncio.sleep(0)
        started, let_go = asyncio.Event(), asyncio.Event()

        async def body(number: int) -> AsyncIterator[bytes]:
            read.add(number)
            started.set()
            yield b"\xff"
            await let_go.wait()
            yield b"\xd8"

        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test", timeout=60) as client:
            all_ = [asyncio.create_task(client.post("/v1/read", content=body(n))) for n in range(20)]
            while sum(one.done() for one in all_) < 17:
                await asyncio.sleep(0.01)
            refused = [(await one).status_code for one in all_ if one.done()]
            let_go.set()
            go_on.set()
            await asyncio.gather(*all_)
        assert refused == [503] * 17
        await working
        service.close()

    asyncio.run(scene())
    assert len(read) == 3


def test_a_body_that_comes_slowly_keeps_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(workers, "perf_counter", lambda: clock[0])
    worker = Worker("test", Bounds(at_once=1, waiting=0, deadline=20))
    with worker.expecting():
        clock[0] += 0.4
        with pytest.raises(Busy):
            worker.check()
        clock[0] += 0.2
        worker.check()
    worker.check()
    worker.close()


def test_who_waited_for_the_event_loop_is_refused_and_no_kind_is_shut_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [100.0]
    monkeypatch.setattr("paiyan.service.http.middleware.perf_counter", lambda: clock[0])
    limit = AdaptiveLimit(patience=1)
    limit.by_client["a"] = 1  # it always has one in work

    def let_in(late: float, every: float) -> int:
        """How many of a hundred, each so late, one every so many seconds."""
        count = 0
        for _ in range(100):
            clock[0] += every
            try:
                with limit.one(clock[0] - late, "a"):
                    count += 1
            except Busy:
                pass
        return count

    assert let_in(late=0.4, every=0.01) == 100
    assert 20 < let_in(late=0.75, every=0.01) < 80, "some, so that not all come back at once"
    assert let_in(late=5, every=0.01) in (4, 5), "one in each fifth of the time"
    assert let_in(late=5, every=0.3) == 100
    clock[0] += 60
    assert let_in(late=5, every=0) == 4, "a single phone's, which come together"
    assert limit.held == 0


def test_a_round_of_the_event_loop_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("paiyan.service.http.connections.perf_counter", lambda: clock[0])

    def work() -> None:
        clock[0] += 2

    async def scene() -> None:
        pace = LoopPace()
        pace.measure()
        await asyncio.sleep(0.01)
        assert pace.seconds == 0
        pace.measure()
        asyncio.get_running_loop().call_soon(work)
        await asyncio.sleep(0.01)
        assert pace.seconds == 2

    asyncio.run(scene())


def test_head_and_body_are_one_write() -> None:
    written: list[bytes] = []

    class Socket(asyncio.Transport):
        def write(self, data: bytes | bytearray | memoryview) -> None:
            written.append(bytes(data))

        def close(self) -> None:
            written.append(b"end")

    together = Together(Socket())
    together.write(b"HTTP/1.1 100 \r\n\r\n")
    assert written.pop() == b"HTTP/1.1 100 \r\n\r\n", "who waits for it sends nothing before"
    together.write(b"HTTP/1.1 200 OK\r\n\r\n")
    assert written == []
    together.write(b"a")
    together.write(b"b")
    together.write(b"HTTP/1.1 503 \r\n\r\n")
    together.close()
    assert written == [b"HTTP/1.1 200 OK\r\n\r\na", b"b", b"HTTP/1.1 503 \r\n\r\n", b"end"]


def test_a_page_of_rules_is_made_once_and_not_for_whoever_makes_up_ids(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = TestClient(create_app(Settings(database="")))
    first = client.get("/v1/rules/guobiao?lang=en").json()
    monkeypatch.setattr("paiyan.service.http.routes.hands.in_full", lambda *_, **__: {})
    again = client.get("/v1/rules/guobiao?lang=en").json()
    assert first.pop("served") != again.pop("served"), "each has its id"
    assert first == again
    assert len(client.get("/v1/rules").json()) > 30
