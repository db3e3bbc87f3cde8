"""A limit on the requests of one kind that are admitted at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from random import random
from time import perf_counter

from paiyan.service.errors import Busy


class AdaptiveLimit:
    """As many requests of one kind at a time as are answered within `patience` seconds. For the event loop.

    How many those are is found as TCP finds how much a line carries: a little more after each that was quick
    enough, a part less after each that was not; `_LEAST` always. With 20 at a time the two are in balance
    when one request in fifty takes longer than `patience`. And of those that had to wait for the event loop
    itself, some are refused when half of their time is over, and all when all of it is. But `_LEAST` are let
    in whenever they came, and a further one in each `_SHARE` of the time: a single phone on a slow machine
    has its answer, and whoever holds the loop up does not shut this kind out. Nor does who sends much: a
    client that has nothing in work has one request let in beyond the limit, up to `_CLIENTS` of them.
    """

    _LEAST, _LESS, _MORE, _SHARE, _CLIENTS = 4.0, 0.95, 0.02, 0.2, 64

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.held = 0
        self.by_client = Counter[str]()
        self.most = 16.0
        self._free = self._LEAST  # how many are let in however late they are
        self._last = perf_counter()

    @contextmanager
    def one(self, came: float, client: str) -> Generator[None, None, None]:
        """One request more of a client, for a while, which came at that time. Raises `Busy` where there are
        too many."""
        now = perf_counter()
        self._free = min(self._LEAST, self._free + (now - self._last) / (self._SHARE * self.patience))
        self._last = now
        waits_long = now - came > self.patience * (1 + random()) / 2
        is_quiet = not self.by_client[client] and len(self.by_client) <= self._CLIENTS
        if not is_quiet and (self.held >= self.most or (waits_long and self._free < 1)):
            raise Busy(1)
        self._free = max(0, self._free - 1)
        self.held += 1
        self.by_client[client] += 1
        try:
            yield
        finally:
            self.held -= 1
            self.by_client[client] -= 1
            if not self.by_client[client]:
                del self.by_client[client]
            if perf_counter() - came > self.patience:
                self.most = max(self._LEAST, self.most * self._LESS)
            elif self.held + 1 >= self.most / 2:  # what was never tried says nothing
                self.most += self._MORE
