"""Clients that are slow, idle or too many: they end, or wait, and whoever comes is answered."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

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


def _ended(clients: Sequence[socket.socket], *, within: float) -> int:
    """How many have been ended by the service in some seconds."""
    time.sleep(within)
    ended = 0
    for client in clients:
        client.setblocking(False)
        try:
            while client.recv(1000):
                pass
            ended += 1
        except ConnectionResetError:
            ended += 1
        except BlockingIOError:
            pass
    return ended


@pytest.mark.parametrize("sent", [b"", HALF_HEAD, HALF_BODY, HEALTH])
def test_connections_that_wait_for_their_client_keep_nobody_out(sent: bytes) -> None:
    with listening(_service(connections=20)) as open_:
        waiting = [open_(sent) for _ in range(60)]
        end = time.monotonic() + 5  # half as long as they are waited for
        while _status(open_(HEALTH)) != 200:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert len(waiting) == 60


def test_what_is_sent_by_half_or_not_at_all_ends_in_its_time() -> None:
    with listening(_service(head_time=0.3, upload_time=0.3)) as open_:
        slow = [open_(b""), open_(HALF_HEAD)]
        body = open_(HALF_BODY)
        answered_before_its_body_came = open_(HALF_BODY.replace(b"/read", b"/nowhere"))
        assert _status(body) == 408
        assert _status(answered_before_its_body_came) in (404, 405)
        assert _ended([*slow, answered_before_its_body_came], within=1) == 3


def test_a_body_may_take_as_long_as_its_bytes_are_worth() -> None:
    hand = json.dumps({"concealed": "123m456p789s1122z"}).encode()
    with listening(_service(upload_time=0.2, upload_rate=len(hand))) as open_:
        kind = b"content-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(hand)
        client = open_(b"POST /v1/waits HTTP/1.1\r\nhost: localhost\r\n" + kind)
        for byte in hand:
            client.sendall(bytes([byte]))
            time.sleep(0.6 / len(hand))
        assert _status(client) == 200


def test_a_quarter_of_the_connections_may_bring_bodies() -> None:
    with listening(_service(connections=20)) as open_:
        bodies = [open_(HALF_BODY) for _ in range(7)]
        refused = [client for client in bodies if _is_refused(client)]
        assert len(refused) == 2


def _is_refused(client: socket.socket) -> bool:
    client.settimeout(0.3)
    try:
        head = client.recv(2000)
    except TimeoutError:
        return False
    assert head.startswith(b"HTTP/1.1 503")
    assert b"retry-after: 1\r\n" in head
    return True


class _Working:
    """An app that works on every request until it is let go, and tells connections its settings."""

    def __init__(self, **settings: Any) -> None:
        self.settings = Settings(**settings)
        self.go_on = threading.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for done in ("startup", "shutdown"):
                await receive()
                scope["state"]["settings"] = self.settings
                await send({"type": f"lifespan.{done}.complete"})
            return
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
        time.sleep(0.3)
        start = time.perf_counter()
        refused = open_(HEALTH.replace(b"host:", b"accept-language: zh\r\nhost:"))
        answer = b"".join(iter(lambda: refused.recv(4000), b""))
        assert time.perf_counter() - start < 2
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503")
        assert b"retry-after: 1\r\n" in head
        assert json.loads(body)["title"] == "服务繁忙"
        app.go_on.set()
        assert [_status(one) for one in working] == [200] * 3, "who was there before is answered"


def test_one_address_has_its_share_unless_it_is_a_proxy() -> None:
    for proxies, left in ((("127.0.0.0/8",), 7), ((), 4)):
        with listening(_service(connections=20, connections_per_client=4, proxies=proxies)) as open_:
            idle = [open_(b"") for _ in range(4)]
            time.sleep(0.3)
            idle += [open_(b"") for _ in range(3)]
            assert len(idle) - _ended(idle, within=0.3) == left


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
