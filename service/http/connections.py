"""A client's connection: how long its client may be waited for, and how many there may be.

A connection that waits for its client (for the head of a request, for the rest of a body that was answered
already, for an answer to be taken) holds a place and costs nothing else. Each such wait is limited; and
if all places are taken, the connection idle longest is closed to admit the new one. So no number of idle or
half-sent connections makes the service unavailable. `uploads` limits the time of a body.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic, perf_counter
from typing import Any, cast

import fastapi
from h11 import IDLE, SEND_BODY, Request
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import http11
from websockets.frames import Frame

from paiyan.service.errors import Busy
from paiyan.service.http.admission import Arrivals, network
from paiyan.service.http.problem_details import response
from paiyan.service.http.scope import CAME, is_refused, renderer_of
from paiyan.service.settings import Settings


class LoopPace:
    """Measures one round of the event loop at a time, where something asks for it.

    What was sent waits for about a round before it is read, and no clock of the process sees that: a
    request's time as its client has it is longer by `seconds` than what passed since it was read.
    """

    seconds = 0.0
    """What the last round took that was measured."""
    _measuring = False

    def measure(self) -> None:
        """Measure the next round, if none is being measured."""
        if not self._measuring:
            self._measuring = True
            asyncio.get_running_loop().call_soon(self._begin)

    def _begin(self) -> None:
        asyncio.get_running_loop().call_soon(self._end, perf_counter())

    def _end(self, begun: float) -> None:
        self.seconds = perf_counter() - begun
        self._measuring = False


class Pace:
    """Spreads what comes all at once: `at_once` go on without delay, then one every `every` seconds.

    Clients that send the next photo as soon as one was refused would keep the event loop busy with refusals.
    """

    def __init__(self, at_once: int, every: float, most: float) -> None:
        self.at_once, self.every, self.most = at_once, every, most
        self._next = 0.0

    def delay(self) -> float:
        """Return the seconds until the next one may go on, `most` at most."""
        now = monotonic()
        self._next = max(self._next, now - self.at_once * self.every) + self.every
        self._next = min(self._next, now + self.most)
        return max(0.0, self._next - now)


class Crowd:
    """Pace and order of the connections of one process."""

    def __init__(self) -> None:
        self.pace = LoopPace()
        self.arrivals = Arrivals()
        self.refusals = Pace(at_once=8, every=0.025, most=5.0)
        """When to read on from a client whose upload was refused."""


TEXT_BYTES = 512
"""The largest text message that a socket may send: it says a language."""
_PIECE = 8192
"""Bytes that a socket may bring in one round of the event loop: a thousand small messages at most."""
_FRAMES = 100
"""Frames that may come in one piece; phones send pictures, and now and then a language or a pong."""
_FRAGMENTS = 256
"""Pieces in which a message may come: empty ones have no size that could be bounded."""
_SMALL = 9999
"""Bytes of a body that cost too little to wait for."""
_MOMENT = 0.1
"""Seconds in which who has come may say what for, before another one takes the place."""
_BEGINNING, _REST = 2**14, 2**18
"""Bytes that are read at a time before a request is let in, and from then on; the latter is asyncio's own."""


class Connection(H11Protocol):
    """uvicorn's HTTP over one connection, within the bounds of the settings.

    They are found as `settings` in the state of the app's lifespan, which uvicorn hands to its connections.
    """

    waiting_since: float | None = None
    """Since when its client is waited for, monotonic seconds; None while its request is worked on."""
    _overdue: asyncio.TimerHandle | None = None
    _resuming: asyncio.TimerHandle | None = None
    _network = ""
    _held: bytes | None = None
    """What was read of a request that is not let in yet."""

    def connection_made(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, transport: asyncio.Transport
    ) -> None:
        """As uvicorn; where all places are taken another one gives way, or else its requests get 503."""
        # Otherwise the body of an answer waits until the client has acknowledged the head, which it puts off
        # for 40 ms. asyncio sees to that by itself, but not for sockets that were bound before it got them.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().connection_made(transport)
        self.transport = Together(transport)  # pyright: ignore[reportAttributeAccessIssue]
        self._crowd: Crowd = self.app_state.setdefault("crowd", Crowd())
        self.app_state = dict(self.app_state)
        settings: Settings = self.app_state["settings"]
        self._most_seconds = settings.head_time
        near, every = self._near(settings.proxies), list(self.connections)
        crowd = near if len(near) > settings.connections_per_client else every
        if (crowd is near or len(every) > settings.connections) and not _made_room(crowd):
            self.app = refuse
        self._wait()
        self._read_at_once(_BEGINNING)

    def _near(self, proxies: Sequence[str]) -> list[Any]:
        """The connections of this one's client, itself among them; none where they come through a proxy."""
        host = self.client[0] if self.client else ""
        self._network = network(host)
        if is_proxy(host, proxies):
            return []
        clients = ((c, getattr(c, "client", None)) for c in self.connections)
        return [c for c, client in clients if client and network(client[0]) == self._network]

    def data_received(self, data: bytes) -> None:
        """As uvicorn, a new request in its turn. Its state says when it came."""
        self._crowd.pace.measure()
        if self._held is not None:
            self._held += data
            self.flow.pause_reading()
        elif self.conn.their_state is IDLE:
            self.app_state[CAME] = perf_counter() - self._crowd.pace.seconds
            self._held = data
            self._unset_keepalive_if_required()
            is_let_in = self._crowd.arrivals.enter(self._network, self._let_in, data)
            if not is_let_in and len(data) >= _BEGINNING:
                self.flow.pause_reading()
        else:
            self._hear(data)

    def _let_in(self) -> bool:
        data, self._held = self._held, None
        if data is None:
            return False
        self._read_at_once(_REST)
        self.flow.resume_reading()
        self._hear(data)
        return True

    def _hear(self, data: bytes) -> None:
        """Parse what was sent; the wait ends when the head of a request is complete."""
        super().data_received(data)
        if self.cycle and not self.cycle.response_complete and not self.flow.write_paused:
            self._go_on()

    def _read_at_once(self, size: int) -> None:
        assert isinstance(self.transport, Together)
        self.transport.bare.max_size = size  # pyright: ignore[reportAttributeAccessIssue] - of its sockets

    def on_response_complete(self) -> None:
        """As uvicorn; the next request is waited for from here on, after a refused upload in its turn."""
        self._wait()
        refused_upload = self._refused_upload()
        super().on_response_complete()
        if self.conn.their_state is IDLE:
            self._read_at_once(_BEGINNING)
        if refused_upload and (delay := self._crowd.refusals.delay()) and not self.transport.is_closing():
            self.flow.pause_reading()  # what the client sends waits for so long
            self._resuming = self.loop.call_later(delay, self.flow.resume_reading)

    def _refused_upload(self) -> bool:
        """True if a body was answered before all of it came, or refused when it had come already.

        The latter only of a client's own connection: on that of a proxy the next request is somebody else's.
        """
        if self.conn.their_state is SEND_BODY:
            return True
        headers = dict(self.headers)
        is_large = len(headers.get(b"content-length", b"")) > len(str(_SMALL))
        refused = is_refused(cast("dict[str, Any]", self.scope))
        return is_large and refused and b"x-forwarded-for" not in headers

    def handle_websocket_upgrade(self, event: Request) -> None:
        """As uvicorn, whose web sockets look after themselves: they ping."""
        self._go_on()
        assert isinstance(self.transport, Together)
        self.transport = self.transport.bare
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """As uvicorn; the client is waited for to take what was sent."""
        super().pause_writing()
        self._wait()

    def resume_writing(self) -> None:
        """Resume as uvicorn does; while the answer goes on, its client is no longer waited for."""
        super().resume_writing()
        if self.cycle and not self.cycle.response_complete:
            self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up as uvicorn does; stop the timers, and drop a request that was not let in."""
        self._go_on()
        self._held = None
        if self._resuming is not None:
            self._resuming.cancel()
        super().connection_lost(exc)

    def give_way(self) -> None:
        """Close the connection without an answer: its client is too slow to read one."""
        self.connections.discard(self)
        self.transport.abort()

    def _wait(self) -> None:
        self._go_on()
        self.waiting_since = monotonic()
        self._overdue = self.loop.call_later(self._most_seconds, self.give_way)

    def _go_on(self) -> None:
        self.waiting_since = None
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's web socket, whose text messages are refused by their size before anything looks into them.

    Only a camera sends more than text; of all others no message is longer. Nothing is inflated.
    """

    camera = "/v1/live"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """As uvicorn, reading less at a time."""
        transport.max_size = _PIECE  # pyright: ignore[reportAttributeAccessIssue] - asyncio's own for sockets
        super().connection_made(transport)

    def handle_connect(self, event: http11.Request) -> None:
        """As uvicorn; what comes after the head is bounded by what the address takes."""
        if event.path.partition("?")[0] != self.camera:
            self.conn.max_message_size = TEXT_BYTES
        super().handle_connect(event)

    def data_received(self, data: bytes) -> None:
        """As uvicorn; who sends hundreds of frames in so few bytes is let go."""
        self.conn.receive_data(data)
        if len(self.conn.events) > _FRAMES:
            self.conn.events.clear()
            self._fail("too many frames at once")
        elif self.conn.parser_exc is not None:
            self.handle_parser_exception()
        else:
            self.handle_events()

    def handle_text(self, event: Frame) -> None:
        """As uvicorn, of a message that is not too long."""
        if len(event.data) > TEXT_BYTES:
            self._fail("a text message is too long")
        else:
            super().handle_text(event)

    def handle_cont(self, event: Frame) -> None:
        """As uvicorn, of a message that is not too long and not in too many pieces."""
        is_text = self.curr_msg_data_type == "text"
        if is_text and sum(map(len, self.frames)) + len(event.data) > TEXT_BYTES:
            self._fail("a text message is too long")
        elif len(self.frames) >= _FRAGMENTS:
            self._fail("a message is in too many pieces")
        else:
            super().handle_cont(event)

    def _fail(self, why: str) -> None:
        self.frames.clear()
        if not self.close_sent:
            self.conn.fail(1009, why)
            self.handle_parser_exception()


class Together:
    """A transport on which the head of an answer waits for the beginning of its body: one write for both.

    At each call of the system the event loop lets threads that compute go first, and waits for them.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self.bare = transport
        self._head = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.bare, name)

    def write(self, data: bytes) -> None:
        """Send this behind a head that waits; a head waits, unless it only says to go on (1xx)."""
        if not self._head and data.startswith(b"HTTP/1.1 ") and data[9:10] != b"1":
            self._head = data
            return
        self.bare.write(self._head + data)
        self._head = b""

    def close(self) -> None:
        """Send what waits, and end."""
        self.write(b"")
        self.bare.close()


def _made_room(crowd: Sequence[Any]) -> bool:
    """True if one of the connections could give way: the one whose client has been waited for longest."""
    waiting = [c for c in crowd if getattr(c, "waiting_since", None) is not None]
    longest = min(waiting, key=lambda c: c.waiting_since, default=None)
    if longest is None or monotonic() - longest.waiting_since < _MOMENT:
        return False
    longest.give_way()
    return True


def is_proxy(host: str, proxies: Sequence[str]) -> bool:
    """True if an address is one of the proxies that are trusted: ``*``, addresses, networks."""
    if "*" in proxies or host in proxies:
        return True
    with suppress(ValueError):  # a name, no address
        address = ipaddress.ip_address(host)
        return any(address in ipaddress.ip_network(p, strict=False) for p in proxies if "/" in p)
    return False


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """The app of a connection for which there is no place."""
    answer = response(Busy(1), renderer_of(fastapi.Request(scope)))
    answer.headers["connection"] = "close"
    await answer(scope, receive, send)
