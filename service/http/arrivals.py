"""Choose the requests to parse next: a few in each round of the event loop, clients by turns, health first.

Where hundreds of clients send at once, a round that parsed and answered them all would take longer the more
of them there are, and everybody else waits for its end. What was read but has no turn yet costs only its
first bytes: reading on from its client waits as well.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

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
