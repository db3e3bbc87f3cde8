"""The host names that the service answers to."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from paiyan.service.errors import WrongUse
from paiyan.service.http.problem_details import answer_to
from paiyan.service.messages.requests import OTHER_HOST


class AllowedHosts:
    """ASGI middleware that answers only to the host names of the settings; ``*.example.org`` is every name
    below it."""

    def __init__(self, app: ASGIApp, *, hosts: tuple[str, ...]) -> None:
        self.app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._known(HTTPConnection(scope).url.hostname or ""):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await answer_to(Request(scope), WrongUse(OTHER_HOST))(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})

    def _known(self, host: str) -> bool:
        return any(
            known in ("*", host) or (known.startswith("*.") and host.endswith(known[1:]))
            for known in self._hosts
        )
