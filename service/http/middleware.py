"""Around every request: its id, the headers that keep browsers safe, its line in the log and its counts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import getrandbits
from time import perf_counter

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paiyan.service.http.problem_details import mistake
from paiyan.service.http.scope import HttpScope, is_http
from paiyan.service.http.state import Service
from paiyan.service.telemetry import log

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

    def __init__(self, app: ASGIApp, *, service: Service) -> None:
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

    def _completed(self, given: Iterable[Header], request: HttpScope) -> list[Header]:
        """Add the headers of every answer to those of one, which win."""
        headers = [*given, (b"x-request-id", request.id.encode())]
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
