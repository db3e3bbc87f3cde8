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
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        inner = {**scope, "method": "GET"}
        try:
            await self.app(inner, receive, send)
        finally:
            scope["route"] = inner.get("route")  # for the log


class RequestMiddleware:
    """ASGI middleware around all others: each request's id, its headers, its line in the log."""

    def __init__(self, app: ASGIApp, *, service: Service) -> None:
        self.app = app
        self._metrics = service.metrics
        self._headers = {name.encode(): value.encode() for name, value in HEADERS.items()}
        if service.settings.https:
            self._headers[b"strict-transport-security"] = b"max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        id, status = _id(scope), 0
        state = scope.setdefault("state", {})
        state["id"] = id
        came = state.setdefault("came", perf_counter())

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = self._completed(message["headers"], scope["path"], id)
            await send(message)

        try:
            await self.app(scope, receive, sent)
        except Exception as wrong:
            if status:  # the answer has begun: all that is left is to end the connection
                raise
            await mistake(Request(scope), wrong)(scope, receive, sent)
        finally:
            self._note(scope, status or 500, perf_counter() - came)

    def _completed(self, given: Iterable[Header], path: str, id: str) -> list[Header]:
        """Add the service's headers to those of an answer, which take precedence."""
        headers = [*given, (b"x-request-id", id.encode())]
        own = {name for name, _ in headers}
        headers += [header for header in self._headers.items() if header[0] not in own]
        if path.startswith("/v1/") and b"cache-control" not in own:
            headers.append((b"cache-control", b"no-store"))
        return headers

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = _route(scope)
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._metrics.requests.labels(route, method, status).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        if "refused" in scope["state"]:  # those are logged together
            return
        ms = round(1000 * seconds, 1)
        about = {"id": scope["state"]["id"], "method": method, "route": route, "status": status, "ms": ms}
        log.info("request", extra={"about": about})


def _route(scope: Scope) -> str:
    """Return the route as the app declares it, not the path: clients cannot invent new ones."""
    return getattr(scope.get("route"), "path", "other")


def _id(scope: Scope) -> str:
    """The id that the client or a proxy gave the request, or a new one.

    It is no secret: the system's own random numbers would cost a call of the system, at which the event loop
    lets threads that compute go first.
    """
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _ID.fullmatch(given) else f"{getrandbits(128):032x}"
