"""Admission by the settings: API keys, origins, the rate of a client; and shares that are fair among clients.

A `SharedQuota` (bytes in memory, places) reserves no part. While there is room any client may take it; when
there is none, the client that holds most gives way to one that holds less: first its largest or its stalled
request. A single client can use everything, and no client can keep it from others.

`Arrivals` choose the requests to parse next: a few in each round of the event loop, clients by turns, health
first. Where hundreds of clients send at once, a round that parsed and answered them all would take longer the
more of them there are, and everybody else waits for its end. What was read but has no turn yet costs only its
first bytes: reading on from its client waits as well.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import math
import time
from collections import Counter, deque
from collections.abc import Callable
from functools import lru_cache
from time import monotonic
from urllib.parse import urlsplit

from limits import RateLimitItem, parse
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter
from starlette.requests import HTTPConnection

from paiyan.service.errors import Busy, Forbidden, NotAllowed, TooOften
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
            place = self._place(key)
            if place is None:
                if key:
                    self._count(WRONG_KEYS, f"wrong keys of {client}")
                raise NotAllowed(NO_KEY)
            client = f"key {place}"
        if rate := self._own.get(client, self._rate):
            self._count(rate, client)

    def admit_table(self, client: str) -> None:
        """Let a client open one table more. Raises `TooOften`."""
        if self._tables:
            self._count(self._tables, f"tables of {client}")

    def client(self, connection: HTTPConnection) -> str:
        """By whom a request counts: its key, else the address or the network that it comes from."""
        if (place := self._place(key_of(connection))) is not None:
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

    def _place(self, key: str | None) -> int | None:
        """Return the place of a key in the settings; each is compared in full, so that time tells nothing."""
        sent = (key or "").encode()
        same = [hmac.compare_digest(sent, known) for known in self._keys]
        return same.index(True) if any(same) else None

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
    """Return the API key, from ``Authorization: Bearer``, else from ``X-API-Key``; None without one."""
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


_STILL = 2.0
"""Seconds without anything new after which what is held gives way to what comes from the same client."""


class SharedQuota:
    """A quota that all requests together may hold at a time. Used on the event loop only."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0
        self.holdings: set[Holding] = set()
        self.by_client: Counter[str] = Counter()

    def make_room(self, size: int, new: Holding) -> None:
        """Let others give way until there is room for so much more. Raises `Busy` where none should."""
        while self.held + size > self.most:
            last = self._least_deserving(size, new)
            if last is None:
                raise Busy(1)
            give_way, last.give_way = last.give_way, None
            last.release()
            if give_way:
                give_way()

    def _least_deserving(self, size: int, new: Holding) -> Holding | None:
        """Return the holding that gives way to `new`, which asks for an amount; None if `new` must."""
        yielding = [one for one in self.holdings if one is not new and one.give_way]
        own = self.by_client[new.client] + size
        others = [one for one in yielding if self.by_client[one.client] > own and one.client != new.client]
        if others:
            richest = max(self.by_client[one.client] for one in others)
            others = [one for one in others if self.by_client[one.client] == richest]
            return max(others, key=lambda held: (held.is_still, held.size, -held.moved))
        same = [one for one in yielding if one.client == new.client]
        still = [one for one in same if one.is_still and not new.size > one.size]
        larger = [one for one in same if one.size > new.size + size]
        return max(larger or still, key=lambda held: (held.size, -held.moved), default=None)


class Holding:
    """The part of a quota that one request holds for its client.

    `give_way` is called when other clients need it more; without it the request keeps its part.
    """

    def __init__(self, quota: SharedQuota, client: str, give_way: Callable[[], object] | None = None) -> None:
        self.quota = quota
        self.client = client
        self.give_way = give_way
        self.size = 0
        self.moved = monotonic()

    @property
    def is_still(self) -> bool:
        """True if nothing new came for `_STILL` seconds."""
        return monotonic() - self.moved > _STILL

    def take(self, size: int) -> None:
        """Hold so much more; with 0, only note that it goes on. Raises `Busy`."""
        self.moved = monotonic()
        if not size:
            return
        quota = self.quota
        if quota.held + size > quota.most:
            quota.make_room(size, self)
        self.size += size
        quota.held += size
        quota.by_client[self.client] += size
        quota.holdings.add(self)

    def release(self) -> None:
        """Give the whole part back; the request may take from the quota again."""
        quota = self.quota
        quota.held -= self.size
        quota.by_client[self.client] -= self.size
        if not quota.by_client[self.client]:
            del quota.by_client[self.client]
        quota.holdings.discard(self)
        self.size = 0


_AT_ONCE = 4
"""Requests of a lane in one round: some milliseconds of work, about as much as a round takes anyway."""
_PROBES = tuple(
    b"%s %s" % (method, path) for method in (b"GET", b"HEAD") for path in (b"/healthz", b"/readyz")
)

LetIn = Callable[[], bool]
"""Goes on with a request; False if its client has gone meanwhile."""


class Lane:
    """Requests that wait for a round, by client; the client whose turn was longest ago is next."""

    def __init__(self, at_once: int) -> None:
        self.at_once = self.left = at_once
        self._waiting: dict[str, deque[LetIn]] = {}

    @property
    def is_idle(self) -> bool:
        """True if nothing waits, and nothing was let in since the last round began."""
        return not self._waiting and self.left == self.at_once

    def enter(self, client: str, let_in: LetIn) -> bool:
        """Let a request in, in this round if it has room, else in its turn. True if it is in."""
        if self.left and not self._waiting:
            self.left -= let_in()
            return True
        self._waiting.setdefault(client, deque()).append(let_in)
        return False

    def begin(self) -> None:
        """Begin a round: let in who waits, while it has room."""
        self.left = self.at_once
        while self.left and self._waiting:
            client = next(iter(self._waiting))
            requests = self._waiting.pop(client)
            let_in = requests.popleft()
            if requests:
                self._waiting[client] = requests  # behind all others
            self.left -= let_in()


class Arrivals:
    """Order the requests that arrive at one process; for its event loop."""

    def __init__(self, at_once: int = _AT_ONCE) -> None:
        self._probes, self._others = self._lanes = Lane(at_once), Lane(at_once)
        self._is_scheduled = False

    def enter(self, client: str, let_in: LetIn, data: bytes) -> bool:
        """Let a request in that begins with these bytes, now or in one of the next rounds; True for now."""
        self._schedule()
        return (self._probes if data.startswith(_PROBES) else self._others).enter(client, let_in)

    def _schedule(self) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._round)

    def _round(self) -> None:
        self._is_scheduled = False
        if all(lane.is_idle for lane in self._lanes):
            return
        self._schedule()  # even if one that is let in now fails
        for lane in self._lanes:
            lane.begin()
