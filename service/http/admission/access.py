"""Access by the settings: API keys, origins, and the rate of a client."""

from __future__ import annotations

import hmac
import ipaddress
import math
import time
from functools import lru_cache
from urllib.parse import urlsplit

from limits import RateLimitItem, parse
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter
from starlette.requests import HTTPConnection

from paiyan.service.errors import Forbidden, NotAllowed, TooOften
from paiyan.service.http.scope import HttpScope
from paiyan.service.messages.requests import NO_KEY, OTHER_ORIGIN
from paiyan.service.settings import Settings

WRONG_KEYS = parse("20/minute")
"""Wrong keys that one address may send before it must wait. Right ones are always admitted, so that nobody
is shut out by a neighbour: a key is too long to be guessed."""
_JUMP = 5.0
"""Seconds by which the clock of the machine jumps when it is set."""
_READING = ("GET", "HEAD", "OPTIONS")


class Guard:
    """The keys and the rate of one service."""

    def __init__(self, settings: Settings) -> None:
        keys = [key.get_secret_value().partition(" ") for key in settings.api_keys]
        self._keys = [key.encode() for key, _, _ in keys]
        self._rate: RateLimitItem | None = parse(settings.rate) if settings.rate else None
        self._own = {f"key {place}": parse(rate) for place, (_, _, rate) in enumerate(keys) if rate}
        self._tables: RateLimitItem | None = parse(settings.table_rate) if settings.table_rate else None
        self._limiter = MovingWindowRateLimiter(storage_from_string(settings.rate_storage))  # pyright: ignore[reportArgumentType]
        self._in_memory = settings.rate_storage.startswith("memory")
        self._clock = time.time() - time.monotonic()
        self._origins = {*settings.cors_origins}

    def admit(self, key: str | None, host: str) -> None:
        """Let a request pass. Raises `NotAllowed` or `TooOften`."""
        client = network(host)
        if self._keys:
            client = f"key {self._which(key, client)}"
        if rate := self._own.get(client, self._rate):
            self._count(rate, client)

    def admit_table(self, client: str) -> None:
        """Let a client open one table more. Raises `TooOften`."""
        if self._tables:
            self._count(self._tables, f"tables of {client}")

    def client(self, connection: HTTPConnection) -> str:
        """By whom a request counts: its key, else the address or the network that it comes from."""
        for place, key in enumerate(self._keys):
            if hmac.compare_digest((key_of(connection) or "").encode(), key):
                return f"key {place}"
        return network(connection.client.host if connection.client else "")

    def admit_origin(self, connection: HTTPConnection) -> None:
        """Let a request pass that comes from our page, from a page of the settings, or from no page at all.

        Raises `Forbidden`.
        """
        origin = connection.headers.get("origin")
        own = urlsplit(origin or "").netloc == connection.headers.get("host")
        if origin and not own and not {origin, "*"} & self._origins:
            raise Forbidden(OTHER_ORIGIN, origin=origin[:100])

    def _which(self, key: str | None, client: str) -> int:
        """Return the place of a key in the settings; each is compared in full, so that time tells nothing."""
        sent = (key or "").encode()
        same = [hmac.compare_digest(sent, known) for known in self._keys]
        if not any(same):
            if key:
                self._count(WRONG_KEYS, f"wrong keys of {client}")
            raise NotAllowed(NO_KEY)
        return same.index(True)

    def _count(self, rate: RateLimitItem, client: str) -> None:
        clock = time.time() - time.monotonic()
        if self._in_memory and abs(clock - self._clock) > _JUMP:
            self._limiter.storage.reset()  # else who came before it was put back would wait for so long
            self._clock = clock
        if not self._limiter.hit(rate, client):
            until = self._limiter.get_window_stats(rate, client).reset_time
            raise TooOften(max(1, math.ceil(until - time.time())))


@lru_cache(maxsize=4096)
def network(host: str) -> str:
    """A client's address; of IPv6 the network, since one client has many addresses in it."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else host


def key_of(connection: HTTPConnection) -> str | None:
    """The key that a request carries."""
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else connection.headers.get("x-api-key")


async def admitted(connection: HTTPConnection) -> None:
    """Admit a request, as a dependency of routes: it has a key if one is required, keeps to the rate, and a
    write does not come from a foreign page.

    It is async, so that it does not cost a thread.
    """
    guard: Guard = connection.app.state.service.guard
    if HttpScope(connection.scope).method not in _READING:
        guard.admit_origin(connection)
    guard.admit(key_of(connection), connection.client.host if connection.client else "")
