"""Quotas that requests share (bytes in memory, places). The client that holds least is served first.

No part is reserved. While there is room any client may take it; when there is none, the client that holds
most gives way to one that holds less: first its largest or its stalled request. A single client can use
everything, and no client can keep it from others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import monotonic

from paiyan.service.errors import Busy

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
            return max(others, key=lambda one: (one.is_still, one.size, -one.moved))
        same = [one for one in yielding if one.client == new.client]
        still = [one for one in same if one.is_still and not new.size > one.size]
        larger = [one for one in same if one.size > new.size + size]
        return max(larger or still, key=lambda one: (one.size, -one.moved), default=None)


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
        """True if nothing came for a while."""
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
        """Hold nothing any more."""
        quota = self.quota
        quota.held -= self.size
        quota.by_client[self.client] -= self.size
        if not quota.by_client[self.client]:
            del quota.by_client[self.client]
        quota.holdings.discard(self)
        self.size = 0
