"""Clients that are slow, idle or too many: they end, or wait, and whoever comes is answered."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from select import select
from typing import Any

import httpx
import pytest

from paiyan.service.http.app import create_app
from paiyan.service.http.connections import is_proxy
from paiyan.service.settings import Settings
from tests.service.listening import App, listening

HEALTH = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n"
HALF_HEAD = b"GET /healthz HTTP/1.1\r\nhost: "
HALF_BODY = b"POST /v1/read HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\nhalf"

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("knowing")]


def _service(**settings: Any) -> App:
    return create_app(Settings(database="", log_level="error", **settings))


def _status(client: socket.socket) -> int:
    return int(client.recv(20)[9:12])


def _ended(clients: Sequence[socket.socket], expected: int) -> int:
    """Count those that the service has ended, once it ended so many; patience counts looks, not the clock."""
    open_ = list(clients)
    for _ in range(80 if expected else 5):
        time.sleep(0.1)
        open_ = [client for client in open_ if not _has_ended(client)]
        if expected and len(clients) - len(open_) >= expected:
            break
    return len(clients) - len(open_)


def _has_ended(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        while client.recv(1000):
            pass
    except BlockingIOError:
        return False
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize("sent", [b"", HALF_HEAD, HALF_BODY, HEALTH])
def test_connections_that_wait_for_their_client_keep_nobody_out(sent: bytes) -> None:
    with listening(_service(connections=20, head_time=600, upload_time=600)) as open_:
        waiting = [open_(sent) for _ in range(60)]
        for _ in range(50):  # far shorter than they are waited for
            if _status(open_(HEALTH)) == 200:
                break
            time.sleep(0.1)
        else:
            pytest.fail("nobody gave way")
        assert len(waiting) == 60


def test_what_is_sent_by_half_or_not_at_all_ends_in_its_time() -> None:
    with listening(_service(head_time=0.3, upload_time=0.3)) as open_:
        slow = [open_(b""), open_(HALF_HEAD)]
        body = open_(HALF_BODY)
        answered_before_its_body_came = open_(HALF_BODY.replace(b"/read", b"/nowhere"))
        assert _status(body) == 408
        assert _status(answered_before_its_body_came) in (404, 405)
        assert _ended([*slow, answered_before_its_body_came], 3) == 3


def test_a_body_may_take_as_long_as_its_bytes_are_worth() -> None:
    hand = json.dumps({"concealed": "123m456p789s1122z"}).encode()
    app, clock = _service(upload_time=0.2, upload_rate=len(hand)), [100.0]

    async def body() -> AsyncIterator[bytes]:
        for byte in hand:
            yield bytes([byte])
            clock[0] += 0.6 / len(hand)
            await asyncio.sleep(0)  # a timer that is due by then goes off

    async def scene() -> int:
        asyncio.get_running_loop().time = lambda: clock[0]
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app), base_url="http://test"
        ) as client:
            kind = {"content-type": "application/json"}
            return (await client.post("/v1/waits", content=body(), headers=kind)).status_code

    assert asyncio.run(scene()) == 200


def test_a_quarter_of_the_connections_may_bring_bodies() -> None:
    with listening(_service(connections=20, upload_time=600)) as open_:
        bodies = [open_(HALF_BODY) for _ in range(7)]
        while len(select(bodies, [], [], 60)[0]) < 2:
            time.sleep(0.1)
        time.sleep(0.3)
        refused, _, _ = select(bodies, [], [], 0)
        assert len(refused) == 2
        for client in refused:
            head = client.recv(2000)
            assert head.startswith(b"HTTP/1.1 503")
            assert b"retry-after: 1\r\n" in head


class _Working:
    """An app that works on every request until it is let go, and tells connections its settings."""

    def __init__(self, **settings: Any) -> None:
        self.settings = Settings(**settings)
        self.go_on = threading.Event()
        self.working = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for done in ("startup", "shutdown"):
                await receive()
                scope["state"]["settings"] = self.settings
                await send({"type": f"lifespan.{done}.complete"})
            return
        self.working += 1
        while not self.go_on.is_set():
            await asyncio.sleep(0.01)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})


@pytest.mark.parametrize(
    "bounds", [{"connections": 3}, {"connections": 20, "connections_per_client": 3, "proxies": ()}]
)
def test_where_all_are_worked_on_more_are_told_to_come_back_at_once(bounds: dict[str, Any]) -> None:
    app = _Working(**bounds)
    with listening(app) as open_:
        working = [open_(HEALTH) for _ in range(3)]
        while app.working < 3:
            time.sleep(0.01)
        refused = open_(HEALTH.replace(b"host:", b"accept-language: zh\r\nhost:"))
        answer = b"".join(iter(lambda: refused.recv(4000), b""))
        assert not app.go_on.is_set(), "all others are still worked on"
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503")
        assert b"retry-after: 1\r\n" in head
        assert json.loads(body)["title"] == "服务繁忙"
        app.go_on.set()
        assert [_status(one) for one in working] == [200] * 3, "who was there before is answered"


def test_one_address_has_its_share_unless_it_is_a_proxy() -> None:
    for proxies, left in ((("127.0.0.0/8",), 7), ((), 4)):
        bounds = {"connections": 20, "connections_per_client": 4, "head_time": 600}
        with listening(_service(**bounds, proxies=proxies)) as open_:
            idle = list[socket.socket]()
            for place in range(7):
                if place == 4:
                    time.sleep(0.3)  # the others have had their moment
                idle.append(open_(HEALTH))
                assert _status(idle[-1]) == 200
            assert len(idle) - _ended(idle, len(idle) - left) == left


def test_an_answer_that_is_not_taken_ends_in_its_time() -> None:
    rest, gone = _Working(head_time=0.3), threading.Event()

    async def endless(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            return await rest(scope, receive, send)

        async def until_it_goes() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            gone.set()

        watching = asyncio.create_task(until_it_goes())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not gone.is_set():
            await send({"type": "http.response.body", "body": bytes(2**16), "more_body": True})
        await watching
        return None

    with listening(endless) as open_:
        client = open_(HEALTH)
        for _ in range(100):  # that it goes on to send does not help it
            if gone.wait(0.1):
                break
            with suppress(OSError):
                client.sendall(b"x")
        assert gone.is_set()


@pytest.mark.parametrize(
    ("host", "proxies", "is_one"),
    [
        ("10.1.2.3", ("*",), True),
        ("10.1.2.3", ("10.1.2.3",), True),
        ("10.1.2.3", ("10.0.0.0/8",), True),
        ("::1", ("10.0.0.0/8", "::/64"), True),
        ("10.1.2.3", ("10.1.2.4", "11.0.0.0/8"), False),
        ("somebody", ("10.0.0.0/8",), False),
    ],
)
def test_who_is_a_proxy(host: str, proxies: tuple[str, ...], is_one: bool) -> None:
    assert is_proxy(host, proxies) is is_one
