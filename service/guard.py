"""Who may ask, and how often: the keys and the rate of the settings."""

from __future__ import annotations

import hmac
import ipaddress
import math
import time
from functools import lru_cache

from limits import RateLimitItem, parse
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter
from starlette.requests import HTTPConnection

from service import refusals
from service.errors import NotAllowed, TooOften
from service.settings import Settings


class Guard:
    """The keys and the rate of one service."""

    def __init__(self, settings: Settings) -> None:
        self._keys = [key.get_secret_value().encode() for key in settings.api_keys]
        self._rate: RateLimitItem | None = parse(settings.rate) if settings.rate else None
        self._limiter = MovingWindowRateLimiter(storage_from_string(settings.rate_storage))  # pyright: ignore[reportArgumentType]

    def admit(self, key: str | None, host: str) -> None:
        """Let a request pass. Raises `NotAllowed` or `TooOften`."""
        client = network(host)
        if self._keys:
            client = f"key {self._which(key)}"
        if self._rate and not self._limiter.hit(self._rate, client):
            until = self._limiter.get_window_stats(self._rate, client).reset_time
            raise TooOften(max(1, math.ceil(until - time.time())))

    def _which(self, key: str | None) -> int:
        """The place of a key among ours; each is compared in full, so that time tells nothing."""
        sent = (key or "").encode()
        same = [hmac.compare_digest(sent, ours) for ours in self._keys]
        if not any(same):
            raise NotAllowed(refusals.NO_KEY)
        return same.index(True)


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
    """A dependency of routes: the request carries a key where one is asked for, and comes not too often.

    It is async, so that it does not cost a thread.
    """
    guard: Guard = connection.app.state.service.guard
    guard.admit(key_of(connection), connection.client.host if connection.client else "")
