"""Shared by the web sockets: admission, and how errors are sent."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress

from fastapi import WebSocket, WebSocketDisconnect

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.service.errors import Busy, PaiyanError, TooLarge
from paiyan.service.http.admission.access import key_of
from paiyan.service.http.problem_details import problem_of
from paiyan.service.http.queries import check_query
from paiyan.service.http.state import Service

PROTOCOL = "paiyan.live"
POLICY, TOO_BIG, LATER, AWAY = 1008, 1009, 1013, 1001
"""Why a socket is closed."""
_KEY = "paiyan.key."


async def accept(socket: WebSocket) -> None:
    """Take the socket, by our own subprotocol where it is offered."""
    await socket.accept(subprotocol=PROTOCOL if PROTOCOL in _offered(socket) else None)


def admit(socket: WebSocket, service: Service, *, takes: Collection[str] = ()) -> None:
    """Let a socket of our page or of an allowed origin in; its query may have the names that it `takes`.
    Raises `NotAllowed`, `TooOften`, `WrongUse`."""
    service.guard.admit_origin(socket)
    key = offered(socket, _KEY) or key_of(socket)
    service.guard.admit(key, socket.client.host if socket.client else "")
    check_query(socket, takes)


async def refuse(socket: WebSocket, wrong: PaiyanError, render: JsonRenderer) -> None:
    """Say what is wrong and close; who has gone meanwhile hears nothing."""
    code = LATER if isinstance(wrong, Busy) else TOO_BIG if isinstance(wrong, TooLarge) else POLICY
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(problem_text(wrong, render))
        await socket.close(code)


def problem_text(wrong: PaiyanError, render: JsonRenderer, *, frame: int | None = None) -> str:
    """A problem as a message."""
    about = problem_of(wrong, render).model_dump(exclude_none=True)
    return json.dumps({"type": "problem", "frame": frame, "problem": about}, ensure_ascii=False)


def offered(socket: WebSocket, start: str) -> str | None:
    """Return the value of a subprotocol with this prefix: browsers cannot send headers."""
    return next((name.removeprefix(start) for name in _offered(socket) if name.startswith(start)), None)


def _offered(socket: WebSocket) -> list[str]:
    return [p.strip() for p in socket.headers.get("sec-websocket-protocol", "").split(",")]
