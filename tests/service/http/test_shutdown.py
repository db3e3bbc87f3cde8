"""Stopped amid work, the service answers what it took; killed, it leaves nothing behind and starts again."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from paiyan.service import recognition
from paiyan.service.errors import Busy, Late
from paiyan.service.http.app import create_app
from paiyan.service.http.state import AppState
from paiyan.service.http.workers import Bounds, Worker
from paiyan.service.settings import Settings
from paiyan.service.telemetry import log
from paiyan.vision.reading import Reading

SAMPLE = (Path(__file__).parents[3] / "service" / "samples" / "hand.jpg").read_bytes()
TOGETHER = 6


def _ready(port: int) -> None:
    for _ in range(600):
        try:
            if httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    pytest.fail("the service did not become ready")


def _uploads(port: int, found: list[Any]) -> list[threading.Thread]:
    """So many photos on their way at a time; each adds its status, or the error of its connection."""

    def upload() -> None:
        try:
            sent = httpx.post(f"http://127.0.0.1:{port}/v1/read", content=SAMPLE, timeout=60)
            found.append((sent.status_code, len(sent.json()["tiles"])))
        except httpx.TransportError as gone:
            found.append(gone)

    threads = [threading.Thread(target=upload) for _ in range(TOGETHER)]
    for thread in threads:
        thread.start()
    return threads


def _taken(served: Any) -> int:
    """Pictures that wait or are worked on."""
    return _count(served, 'paiyan_taken{worker="pictures"}')


def _count(served: Any, name: str) -> int:
    (admin,) = served.admin.values()
    text = httpx.get(f"http://127.0.0.1:{admin}/metrics", timeout=30).text
    return next(int(float(line.split()[1])) for line in text.splitlines() if line.startswith(name))


def _until(there: Callable[[], bool], otherwise: str) -> None:
    for _ in range(2000):
        if there():
            return
        time.sleep(0.005)
    pytest.fail(otherwise)


def _wait_until_taken(served: Any, found: list[Any]) -> None:
    _until(lambda: _taken(served) + len(found) >= TOGETHER, "the uploads never reached the worker")


def test_told_to_stop_it_answers_what_it_took(served: Any) -> None:
    port = served(PAIYAN_DEADLINE="300", PAIYAN_PICTURES_PATIENCE="300")
    _ready(port)
    found: list[Any] = []
    threads = _uploads(port, found)
    _wait_until_taken(served, found)
    served.programs[0].send_signal(signal.SIGTERM)
    for thread in threads:
        thread.join(90)
    assert [status for status, tiles in found if tiles] == [200] * TOGETHER
    assert served.programs[0].wait(timeout=60) in (0, -signal.SIGTERM)


def test_told_to_stop_amid_a_batch_it_answers_all_of_it(served: Any) -> None:
    port = served(PAIYAN_DEADLINE="300", PAIYAN_PICTURES_PATIENCE="300")
    _ready(port)
    found: list[httpx.Response] = []
    files = [("photo", SAMPLE)] * 8 + [("photo", b"no picture")]

    def send() -> None:
        found.append(httpx.post(f"http://127.0.0.1:{port}/v1/batch", files=files, timeout=200))

    sending = threading.Thread(target=send)
    sending.start()
    _until(lambda: _taken(served) > 0 or bool(found), "the batch never reached the worker")
    served.programs[0].send_signal(signal.SIGTERM)
    sending.join(200)
    *read, last = found[0].json()["answers"]
    assert [one["read"]["hand"]["winning"] for one in read] == ["6p"] * 8
    assert last["problem"] == "urn:paiyan:problem:bad-picture"
    assert served.programs[0].wait(timeout=60) in (0, -signal.SIGTERM)


def test_told_to_stop_it_waits_for_no_camera_and_for_no_upload_that_does_not_come(served: Any) -> None:
    port = served(
        PAIYAN_UPLOAD_TIME="5", PAIYAN_LIVE_IDLE="600", PAIYAN_DEADLINE="300", PAIYAN_PICTURES_PATIENCE="300"
    )
    with (
        connect(f"ws://127.0.0.1:{port}/v1/live", open_timeout=60) as camera,
        socket.create_connection(("127.0.0.1", port), timeout=60) as half,
    ):
        camera.send(b"no picture")
        assert json.loads(camera.recv(60))["problem"]["type"] == "urn:paiyan:problem:bad-picture"
        half.sendall(
            b"POST /v1/read HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999\r\n\r\n" + SAMPLE[:9000]
        )
        _until(lambda: _count(served, "paiyan_upload_bytes") > 0, "the upload never began")
        served.programs[0].send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            camera.recv(60)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012, "the service starts anew: come back"
        assert half.recv(100).startswith(b"HTTP/1.1 408")
    assert served.programs[0].wait(timeout=60) in (0, -signal.SIGTERM)


@pytest.mark.slow
def test_killed_amid_uploads_it_leaves_nothing_and_starts_again(served: Any, tmp_path: Path) -> None:
    """No answer is a wrong one: a client has the whole reading, or learns that its connection broke."""
    port = served(TMPDIR=str(tmp_path), PAIYAN_DEADLINE="300", PAIYAN_PICTURES_PATIENCE="300")
    _ready(port)
    found: list[Any] = []
    threads = _uploads(port, found)
    half = socket.create_connection(("127.0.0.1", port))
    half.sendall(b"POST /v1/read HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9999999\r\n\r\n" + SAMPLE)
    _wait_until_taken(served, found)
    served.programs[0].kill()
    for thread in threads:
        thread.join(90)
    half.close()
    assert len(found) == TOGETHER
    assert all(isinstance(one, httpx.TransportError) or (one[0] == 200 and one[1] > 0) for one in found)
    assert list(tmp_path.iterdir()) == [], "nothing of an upload lies on the disk"
    again = served(port=str(port), TMPDIR=str(tmp_path))
    _ready(again)
    assert httpx.post(f"http://127.0.0.1:{again}/v1/read", content=SAMPLE, timeout=60).status_code == 200
    assert list(tmp_path.iterdir()) == []


def test_a_worker_refuses_what_is_too_much_drops_what_is_late_and_does_what_it_took() -> None:
    async def scene() -> None:
        go_on, done = threading.Event(), list[int]()
        worker = Worker("test", Bounds(at_once=1, waiting=1, deadline=60))
        first = asyncio.create_task(worker.run(lambda: go_on.wait(60)))
        second = asyncio.create_task(worker.run(lambda: done.append(2)))
        await asyncio.sleep(0.01)
        assert worker.is_full()
        with pytest.raises(Busy) as busy:
            await worker.run(lambda: done.append(3))
        assert busy.value.seconds >= 1
        go_on.set()
        await asyncio.gather(first, second)
        assert done == [2]
        assert worker.taken == 0
        worker.close()
        with pytest.raises(Busy):
            await worker.run(lambda: None)

        hasty = Worker("hasty", Bounds(at_once=1, waiting=5, deadline=0.05))
        go_on.clear()
        late = [asyncio.create_task(hasty.run(lambda: go_on.wait(60))) for _ in range(2)]
        never = asyncio.create_task(hasty.run(lambda: done.append(4)))
        for task in (*late, never):
            with pytest.raises(Late):
                await task
        go_on.set()
        hasty.close()
        assert done == [2], "what was late before it began is not begun"

    asyncio.run(scene())


def test_too_many_pictures_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(*_: Any, **__: Any) -> Reading:
        begun.set()
        assert go_on.wait(60)
        return Reading("", (8, 8), "")

    monkeypatch.setattr(recognition, "read_picture", slow)
    app = create_app(Settings(pictures_at_once=1, pictures_waiting=2, pictures_patience=60, deadline=60))

    async def scene() -> None:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test", timeout=60) as client:
            taken = [asyncio.create_task(client.post("/v1/read", content=b"x")) for _ in range(3)]
            while app.state.service.pictures.taken < 3:
                await asyncio.sleep(0.01)
            refused = await client.post("/v1/read?lang=ja", content=b"x")
            assert not any(one.done() for one in taken), "it did not wait for its turn"
            assert refused.status_code == 503
            assert int(refused.headers["retry-after"]) >= 1
            assert refused.json()["type"] == "urn:paiyan:problem:busy"
            assert refused.json()["title"] == "混み合っています"
            assert (await client.get("/v1/rules/guobiao")).status_code == 200, "other routes go on"
            go_on.set()
            assert {(await one).status_code for one in taken} == {200}

    asyncio.run(scene())


def test_a_detector_that_opens_slower_than_a_request_may_take_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[int] = []
    late: list[str] = []

    def slow(_: Any) -> None:
        begun.append(1)
        if len(begun) == 1:
            time.sleep(0.3)

    monkeypatch.setattr(recognition, "warm_up", slow)
    monkeypatch.setattr(log, "warning", lambda text, *_: late.append(text))
    service = AppState(Settings(deadline=0.1, database=""))
    asyncio.run(asyncio.wait_for(service.warm_up(), 60))
    assert service.warm.is_set()
    assert len(begun) == 1 + len(late) >= 2, "again after each that was late, and no more"
    service.close()
