"""Around every request: its id, the headers that keep browsers safe."""

from __future__ import annotations

import re
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.settings import Settings

_POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; object-src 'none'; "
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
_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)


class Outer:
    """ASGI middleware, the outermost of ours."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self.app = app
        self._headers = dict(HEADERS)
        if settings.https:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        id = _id(scope)
        scope.setdefault("state", {})["id"] = id

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = id
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/v1/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, sent)


def _id(scope: Scope) -> str:
    """The id that the client or a proxy gave the request, or a new one."""
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _ID.fullmatch(given) else uuid4().hex
