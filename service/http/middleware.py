"""Around every request: the hosts that are answered, its turn, its id, safe headers, its line in the log.

A page of another site could point its name at this machine (DNS rebinding), and a browser would take it for
this service's own page. It cannot choose the `Host` header, so other names are refused (`AllowedHosts`).

Load is shed by kind of request, so that typed hands, pages and photos do not starve one another. A request
beyond the limit gets 503 before its body is read: the less a refusal costs, the sooner it arrives and the
more is left for the requests that are answered (`LoadShedding`).
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from ipaddress import ip_address
from random import getrandbits, random
from time import perf_counter
from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.service.errors import Busy, WrongUse
from paiyan.service.http.problem_details import PROBLEM_JSON, REQUEST, answer_to, mistake, problem_of
from paiyan.service.http.scope import HttpScope, is_http, is_lifespan, is_refused, renderer_of, server_address
from paiyan.service.http.state import AppState
from paiyan.service.http.uploads import JSON
from paiyan.service.messages.requests import OTHER_HOST
from paiyan.service.telemetry import log


class AllowedHosts:
    """ASGI middleware that answers only to these names, to localhost and to the address of the request.

    ``*.example.org`` is every name below it, ``*`` any name at all.
    """

    def __init__(self, app: ASGIApp, *, hosts: tuple[str, ...]) -> None:
        self.app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if is_lifespan(scope) or self._knows(scope):
            await self.app(scope, receive, send)
        elif is_http(scope):
            await answer_to(Request(scope), WrongUse(OTHER_HOST))(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})

    def _knows(self, scope: Scope) -> bool:
        named = Headers(scope=scope).getlist("host")
        if not named:  # no browser, and HTTP before 1.1
            return True
        host = _hostname(named[0]) if len(named) == 1 else None
        if host is None:
            return False
        return (
            host in ("localhost", _plain(server_address(scope)))
            or _is_loopback(host)
            or any(
                known in ("*", host) or (known.startswith("*.") and host.endswith(known[1:]))
                for known in self._hosts
            )
        )


def _hostname(host: str) -> str | None:
    """The name or the address in a `Host` header, without its port; None where it is neither."""
    try:
        parts = urlsplit(f"//{host}")
        parts.port  # noqa: B018 - raises if it is not a port
    except ValueError:
        return None
    whole = parts.netloc == host and "@" not in host and not (parts.path or parts.query or parts.fragment)
    return _plain(parts.hostname) if whole and parts.hostname else None


def _plain(host: str) -> str:
    """A name without the dot at its end, an address in its usual form (IPv4 within IPv6 as IPv4)."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host.rstrip(".").lower()
    return str(getattr(address, "ipv4_mapped", None) or address)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob: data:; "
    "media-src 'self' blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_OF_SHOWN = ("cross-origin-opener-policy", "permissions-policy", "x-frame-options")
"""Headers that a browser heeds only of what it shows, so that the parts of a page go without."""
_PARTS = (b"text/javascript", b"text/css", b"image/")
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
Header = tuple[bytes, bytes]
_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)


class HeadAsGet:
    """ASGI middleware that answers HEAD as GET; the server leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_http(scope) or (request := HttpScope(scope)).method != "HEAD":
            await self.app(scope, receive, send)
            return
        inner = request.as_method("GET")
        try:
            await self.app(inner.scope, receive, send)
        finally:
            request.follow(inner)  # for the log


class RequestMiddleware:
    """ASGI middleware around all others: each request's id, its headers, its line in the log."""

    def __init__(self, app: ASGIApp, *, service: AppState) -> None:
        self.app = app
        self._metrics = service.metrics
        self._headers = {name.encode(): value.encode() for name, value in HEADERS.items()}
        if service.settings.https:
            self._headers[b"strict-transport-security"] = b"max-age=31536000"
        shown = {name.encode() for name in _OF_SHOWN}
        self._of_parts = {name: value for name, value in self._headers.items() if name not in shown}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_http(scope):
            await self.app(scope, receive, send)
            return
        request, status = HttpScope(scope), 0
        request.id, came = _id(scope), request.came

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = self._completed(message["headers"], request)
            await send(message)

        try:
            await self.app(scope, receive, sent)
        except Exception as wrong:
            if status:  # the answer has begun: all that is left is to end the connection
                raise
            await mistake(Request(scope), wrong)(scope, receive, sent)
        finally:
            self._note(request, status or 500, perf_counter() - came)

    def _completed(self, sent: Iterable[Header], request: HttpScope) -> list[Header]:
        """Add the headers of every answer to those of one, which win."""
        headers = [*sent, (b"x-request-id", request.id.encode())]
        own = dict(headers)
        is_part = own.get(b"content-type", b"").startswith(_PARTS)
        all_have = self._of_parts if is_part else self._headers
        headers += [header for header in all_have.items() if header[0] not in own]
        if request.path.startswith("/v1/") and b"cache-control" not in own:
            headers.append((b"cache-control", b"no-store"))
        return headers

    def _note(self, request: HttpScope, status: int, seconds: float) -> None:
        # The route as the app writes it, not as it was requested: a client cannot make up new ones.
        route: str = getattr(request.route, "path", "other")
        method = request.method if request.method in _METHODS else "other"
        self._metrics.requests.labels(route, method, status).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        if is_refused(request.scope):  # those share one line of the log
            return
        ms = round(1000 * seconds, 1)
        about = {"id": request.id, "method": method, "route": route, "status": status, "ms": ms}
        log.info("request", extra={"about": about})


def _id(scope: Scope) -> str:
    """The id that the client or a proxy gave the request, or a new one.

    It is no secret: the system's own random numbers would cost a call of the system, at which the event loop
    lets threads that compute go first.
    """
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _ID.fullmatch(given) else f"{getrandbits(128):032x}"


class AdaptiveLimit:
    """As many requests of one kind at a time as are answered within `patience` seconds. For the event loop.

    How many those are is found as TCP finds how much a line carries: a little more after each that was quick
    enough, a part less after each that was not; `_LEAST` always. With 20 at a time the two are in balance
    when one request in fifty takes longer than `patience`. And of those that had to wait for the event loop
    itself, some are refused when half of their time is over, and all when all of it is. But `_LEAST` are let
    in whenever they came, and a further one in each `_SHARE` of the time: a single phone on a slow machine
    has its answer, and whoever holds the loop up does not shut this kind out. Nor does who sends much: a
    client that has nothing in work has one request let in beyond the limit, up to `_CLIENTS` of them.
    """

    _LEAST, _LESS, _MORE, _SHARE, _CLIENTS = 4.0, 0.95, 0.02, 0.2, 64

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.held = 0
        self.by_client = Counter[str]()
        self.most = 16.0
        self._free = self._LEAST  # how many are let in however late they are
        self._last = perf_counter()

    @contextmanager
    def one(self, came: float, client: str) -> Generator[None, None, None]:
        """One request more of a client, for a while, which came at that time. Raises `Busy` where there are
        too many."""
        now = perf_counter()
        self._free = min(self._LEAST, self._free + (now - self._last) / (self._SHARE * self.patience))
        self._last = now
        waits_long = now - came > self.patience * (1 + random()) / 2
        is_quiet = not self.by_client[client] and len(self.by_client) <= self._CLIENTS
        if not is_quiet and (self.held >= self.most or (waits_long and self._free < 1)):
            raise Busy(1)
        self._free = max(0, self._free - 1)
        self.held += 1
        self.by_client[client] += 1
        try:
            yield
        finally:
            self.held -= 1
            self.by_client[client] -= 1
            if not self.by_client[client]:
                del self.by_client[client]
            if perf_counter() - came > self.patience:
                self.most = max(self._LEAST, self.most * self._LESS)
            elif self.held + 1 >= self.most / 2:  # what was never tried says nothing
                self.most += self._MORE


_HANDS = ("/v1/score", "/v1/waits")
_PHOTOS = (*_HANDS, "/v1/read", "/v1/keep")


class LoadShedding:
    """ASGI middleware that lets in what has its turn; batches and health need none."""

    def __init__(self, app: ASGIApp, *, service: AppState) -> None:
        self.app = app
        self._pictures = service.pictures
        self._client = service.guard.client
        self._hands = AdaptiveLimit(service.settings.hands_patience)
        self._pages = AdaptiveLimit(service.settings.pages_patience)
        self._problems = service.metrics.problems.labels(Busy.kind)
        self._seconds = service.metrics.refusals
        self._refused = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_http(scope):
            await self.app(scope, receive, send)
            return
        request = HttpScope(scope)
        try:
            with self._turn(request):
                await self.app(scope, receive, send)
        except Busy as busy:
            await self._refuse(request, send, busy)

    def _turn(self, request: HttpScope) -> AbstractContextManager[None]:
        """Return the turn of a request. Raises `Busy` if there is none."""
        path = request.path
        if request.method == "GET" and path.startswith("/v1/"):
            return self._pages.one(request.came, self._client(HTTPConnection(request.scope)))
        if request.method == "POST" and path in _PHOTOS:
            client = self._client(HTTPConnection(request.scope))
            if path in _HANDS and _sends_json(request.scope):
                return self._hands.one(request.came, client)
            self._pictures.check(client)
        return nullcontext()

    async def _refuse(self, request: HttpScope, send: Send, busy: Busy) -> None:
        request.refuse()
        body = _refusal(busy.seconds, renderer_of(HTTPConnection(request.scope)), request.id)
        headers = [
            (b"content-type", PROBLEM_JSON.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"retry-after", b"%d" % busy.seconds),
        ]
        await send({"type": "http.response.start", "status": busy.http, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        self._problems.inc()
        self._seconds.observe(perf_counter() - request.came)
        if not self._refused:
            asyncio.get_running_loop().call_later(1, self._tell)
        self._refused["GET" if request.method == "GET" else request.path] += 1

    def _tell(self) -> None:
        """One line for all that was refused within a second: a line costs more than a refusal."""
        log.info("refused", extra={"about": dict(self._refused)})
        self._refused.clear()


def _sends_json(scope: Scope) -> bool:
    return Headers(scope=scope).get("content-type", "").startswith(JSON)


def _refusal(seconds: int, render: JsonRenderer, id: str) -> bytes:
    return b'%s,"instance":"%s%s"}' % (_problem(seconds, render), REQUEST.encode(), id.encode())


@lru_cache(maxsize=64)
def _problem(seconds: int, render: JsonRenderer) -> bytes:
    """The problem without its last bracket."""
    return orjson.dumps(problem_of(Busy(seconds), render).model_dump(exclude_none=True))[:-1]
