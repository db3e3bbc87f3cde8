"""What requests share: who asks for too much waits, or is told to come back; nobody starves another."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack

import httpx
import pytest

from paiyan.service.errors import Busy
from paiyan.service.http import middleware, workers
from paiyan.service.http.app import create_app
from paiyan.service.http.middleware import AdaptiveLimit
from paiyan.service.http.state import AppState
from paiyan.service.http.workers import Bounds, Worker
from paiyan.service.recognition import MemoryBudget
from paiyan.service.settings import Settings


def test_a_worker_refuses_what_would_wait_too_long_by_how_much_work_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    monkeypatch.setattr(workers, "perf_counter", lambda: clock[0])

    def work() -> None:
        clock[0] += 0.01

    async def scene() -> None:
        go_on = threading.Event()
        worker = Worker("test", Bounds(at_once=1, waiting=100, deadline=60, patience=0.5))
        for _ in range(40):  # a job of size one takes nearly no time, whatever larger ones take
            await worker.run(work, size=10)
        assert worker.expected_wait() == 0
        first = asyncio.create_task(worker.run(lambda: go_on.wait(60)))
        await asyncio.sleep(0)
        small = [asyncio.create_task(worker.run(lambda: None)) for _ in range(5)]
        large = asyncio.create_task(worker.run(lambda: None, size=10_000, patience=20))
        await asyncio.sleep(0)
        with pytest.raises(Busy) as busy:
            await worker.run(lambda: None)
        assert busy.value.seconds > 1
        go_on.set()
        await asyncio.gather(first, *small, large)
        worker.close()

    asyncio.run(scene())


def test_as_many_at_a_time_as_are_quick_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(middleware, "perf_counter", lambda: clock[0])
    limit = AdaptiveLimit(patience=0.1)

    def together(seconds: float) -> int:
        """How many are let in at once; each takes so long."""
        with ExitStack() as stack:
            for taken in range(1000):
                try:
                    stack.enter_context(limit.one(clock[0], "a"))
                except Busy:
                    clock[0] += seconds
                    return taken
        raise AssertionError("there is no end")

    first = together(1)
    slow = [together(1) for _ in range(20)]
    assert slow[0] < first
    assert slow[-1] == 4, "some are always let in, else nobody would know when it is quick again"
    quick = [together(0.01) for _ in range(400)]
    assert quick == sorted(quick)
    assert quick[-1] > 2 * first
    assert limit.held == 0


def test_slow_hands_leave_pages_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiyan.service.http.routes.hands.score_of", lambda *_, **__: time.sleep(0.05) or {})
    app = create_app(Settings(hands_patience=0.01, database=""))

    async def scene() -> None:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test", timeout=60) as client:
            hands = [client.post("/v1/score", json={"concealed": "1m"}) for _ in range(40)]
            pages = [client.get("/v1/rules/guobiao") for _ in range(3)]
            found = await asyncio.gather(*hands, *pages)
            assert {one.status_code for one in found[:40]} == {200, 503}
            assert all(one.headers["retry-after"] for one in found[:40] if one.status_code == 503)
            assert {one.status_code for one in found[40:]} == {200}

    asyncio.run(scene())


def test_a_photo_for_which_there_is_no_place_is_refused_before_it_is_sent() -> None:
    app = create_app(Settings(pictures_at_once=1, pictures_waiting=0, deadline=60, database=""))
    go_on, sent = threading.Event(), list[str]()

    async def body() -> AsyncIterator[bytes]:
        sent.append("some of the body")
        yield b"some of the body"

    async def scene() -> None:
        service: AppState = app.state.service
        working = asyncio.create_task(service.pictures.run(lambda: go_on.wait(60)))
        await asyncio.sleep(0)
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test", timeout=60) as client:
            form = "multipart/form-data; boundary=b"
            kinds = dict.fromkeys(("/v1/read", "/v1/score", "/v1/waits", "/v1/keep"), "image/jpeg")
            for path, kind in (kinds | {"/v1/batch": form}).items():
                found = await client.post(path, content=body(), headers={"content-type": kind})
                assert (found.status_code, found.json()["type"][-4:]) == (503, "busy"), path
            typed = await client.post("/v1/waits", json={"concealed": "123m456p789s1122z"})
            assert typed.status_code == 200
        go_on.set()
        await working
        service.close()

    asyncio.run(scene())
    assert sent == []


def test_who_wants_more_than_is_left_waits_and_no_longer_than_is_told() -> None:
    room, inside, go_on = MemoryBudget(10, seconds=0.05), threading.Event(), threading.Event()

    def hold() -> None:
        with room.holding(7):
            inside.set()
            assert go_on.wait(60)

    holder = threading.Thread(target=hold)
    holder.start()
    assert inside.wait(60)
    with room.holding(3), pytest.raises(Busy), room.holding(1):
        pass
    room.seconds = 60
    threading.Timer(0.05, go_on.set).start()
    with room.holding(1000):  # more than there is: all of it
        assert room.held == 10
    holder.join()
    assert room.held == 0
