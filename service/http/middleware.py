"""Around every request: the hosts that are answered, its id, safe headers, its line in the log.

A page of another site could point its name at this machine (DNS rebinding), and a browser would take it for
this service's own page. It cannot choose the `Host` header, so other names are refused (`AllowedHosts`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address
from random import getrandbits
from time import perf_counter
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paiyan.service.errors import WrongUse
from paiyan.service.http.problem_details import answer_to, mistake
from paiyan.service.http.scope import HttpScope, is_http, is_lifespan, server_address
from paiyan.service.http.state import AppState
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
        own = {name for name, _ in headers}
        headers += [header for header in self._headers.items() if header[0] not in own]
        if request.path.startswith("/v1/") and b"cache-control" not in own:
            headers.append((b"cache-control", b"no-store"))
        return headers

    def _note(self, request: HttpScope, status: int, seconds: float) -> None:
        route = _route(request)
        method = request.method if request.method in _METHODS else "other"
        self._metrics.requests.labels(route, method, status).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        if request.is_refused:  # those share one line of the log
            return
        ms = round(1000 * seconds, 1)
        about = {"id": request.id, "method": method, "route": route, "status": status, "ms": ms}
        log.info("request", extra={"about": about})


def _route(request: HttpScope) -> str:
    """Return the route as the app writes it, not as it was requested: a client cannot make up new ones."""
    return getattr(request.route, "path", "other")


def _id(scope: Scope) -> str:
    """The id that the client or a proxy gave the request, or a new one.

    It is no secret: the system's own random numbers would cost a call of the system, at which the event loop
    lets threads that compute go first.
    """
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _ID.fullmatch(given) else f"{getrandbits(128):032x}"
