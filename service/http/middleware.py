"""Around every request: its id, the headers that keep browsers safe, its line in the log and its counts."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, nullcontext
from time import perf_counter
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.errors import Busy
from service.http.admission.capacity import AdaptiveLimit
from service.http.problem_details import answer_to, mistake
from service.http.state import Service
from service.http.uploads import JSON
from service.telemetry import log

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
_HANDS = ("/v1/score", "/v1/waits")
_PHOTOS = (*_HANDS, "/v1/read", "/v1/keep")
_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)


class RequestMiddleware:
    """ASGI middleware around all others: each request's id, its turn, its headers, its line in the log."""

    def __init__(self, app: ASGIApp, *, service: Service) -> None:
        self.app = app
        self._metrics, self._pictures, settings = service.metrics, service.pictures, service.settings
        self._hands = AdaptiveLimit(settings.hands_patience)
        self._pages = AdaptiveLimit(settings.hands_patience)
        self._headers = dict(HEADERS)
        if settings.https:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        id = _id(scope)
        scope.setdefault("state", {})["id"] = id
        start, status = perf_counter(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = id
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/v1/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            with self._turn(scope):
                await self.app(scope, receive, sent)
        except Busy as wrong:
            await answer_to(Request(scope), wrong)(scope, receive, sent)
        except Exception as wrong:
            if status:  # the answer has begun: all that is left is to end the connection
                raise
            await mistake(Request(scope), wrong)(scope, receive, sent)
        finally:
            self._note(scope, status or 500, perf_counter() - start)

    def _turn(self, scope: Scope) -> AbstractContextManager[None]:
        """A request's turn among those of its kind, so that typed hands, pages and photos do not starve one
        another; batches and health need none. Raises `Busy`, before anything of the request is looked at."""
        if scope["method"] == "GET" and scope["path"].startswith("/v1/"):
            return self._pages.one()
        if scope["method"] == "POST" and scope["path"] in _HANDS and _sends_json(scope):
            return self._hands.one()
        if scope["method"] == "POST" and scope["path"] in _PHOTOS:
            self._pictures.check()
        return nullcontext()

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = _route(scope)
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._metrics.requests.labels(route, method, status).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        ms = round(1000 * seconds, 1)
        about = {"id": scope["state"]["id"], "method": method, "route": route, "status": status, "ms": ms}
        log.info("request", extra={"about": about})


def _sends_json(scope: Scope) -> bool:
    return Headers(scope=scope).get("content-type", "").startswith(JSON)


def _route(scope: Scope) -> str:
    """The route as it is written in the app, not as it was asked for: a client cannot make up new ones."""
    return getattr(scope.get("route"), "path", "other")


def _id(scope: Scope) -> str:
    """The id that the client or a proxy gave the request, or a new one."""
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _ID.fullmatch(given) else uuid4().hex
