"""Requests as bytes, so that they may be as wrong as they like, and what is heard in answer."""

from __future__ import annotations

import socket
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from time import perf_counter
from typing import NamedTuple

HOST = "127.0.0.1"
PATIENCE = 30  # seconds after which an answer is no longer waited for


class Heard(NamedTuple):
    """The status of an answer (None: the connection ended without one), and after how many seconds."""

    status: int | None
    seconds: float
    retry_after: str | None = None
    body: bytes = b""


def request(
    method: str,
    path: str,
    body: bytes = b"",
    headers: tuple[tuple[str, str], ...] = (),
    *,
    length: bool = True,
) -> bytes:
    """A request; nothing in it is checked."""
    lines = [f"{method} {path} HTTP/1.1", "host: localhost", "connection: close"]
    lines += [f"{name}: {value}" for name, value in headers]
    if body and length:
        lines.append(f"content-length: {len(body)}")
    return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + body


def ask(port: int, raw: bytes, *, patience: float = PATIENCE) -> Heard:
    """Send bytes, all of them, and wait so many seconds for the answer or the end of the connection."""
    start = perf_counter()
    with socket.create_connection((HOST, port), timeout=PATIENCE) as connection:
        with suppress(BrokenPipeError, ConnectionResetError):  # it may be answered before all has come
            connection.sendall(raw)
        connection.settimeout(patience)
        answer = HTTPResponse(connection, method="HEAD" if raw.startswith(b"HEAD ") else None)
        try:
            answer.begin()
            body = b"" if answer.status == 101 else answer.read()
        except (HTTPException, OSError):
            return Heard(None, perf_counter() - start)
        return Heard(answer.status, perf_counter() - start, answer.headers["retry-after"], body)
