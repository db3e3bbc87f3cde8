"""Work taken off the event loop: a few threads, a bounded number that waits, a deadline for each.

What is more than the bound, or would wait too long for its turn, is refused at once instead of waiting in a
growing queue. What was taken is carried out, also when the service is told to stop.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from time import perf_counter
from typing import Generic, NamedTuple, TypeVar

from paiyan.service.errors import Busy, Late

T = TypeVar("T")
_MOMENT = 0.5
"""Seconds for which a body that is on its way keeps a place for its job."""


class Bounds(NamedTuple):
    """`at_once` threads, `waiting` jobs beyond those that are worked on, `deadline` seconds for each; where
    one is expected to wait for longer than `patience` seconds, it is refused."""

    at_once: int
    waiting: int
    deadline: float
    patience: float = math.inf


@dataclass(frozen=True)
class Done(Generic[T]):
    """What a call gave, and the seconds that it waited for its turn and took."""

    result: T
    waited: float
    took: float


class Worker:
    """Carries out calls in threads of its own."""

    def __init__(self, name: str, bounds: Bounds) -> None:
        self.name = name
        self.bounds = bounds
        self._pool = ThreadPoolExecutor(bounds.at_once, thread_name_prefix=name)
        self._lock = Lock()
        self._taken = 0
        self._coming: list[float] = []  # until when jobs are expected whose bodies are on their way
        self._work = 0  # the sizes of what was taken
        self._seconds = 0.0  # what a job of size one takes, a moving mean

    @property
    def taken(self) -> int:
        """Jobs that wait or are worked on."""
        return self._taken

    @property
    def is_full(self) -> bool:
        """Whether a further job would be refused."""
        return self._taken + self._expected >= self.bounds.at_once + self.bounds.waiting

    @property
    def expected_wait(self) -> float:
        """Seconds that a further job would wait for its turn at the most, as jobs took lately."""
        if self._taken + self._expected < self.bounds.at_once:
            return 0
        return self._seconds * (self._work + self._expected) / self.bounds.at_once

    def check(self, patience: float | None = None) -> None:
        """Raises `Busy` where a further job would be refused."""
        patience = self.bounds.patience if patience is None else patience
        if self.is_full or self.expected_wait > patience:
            raise Busy(max(1, math.ceil(self.expected_wait)))

    @contextmanager
    def expecting(self) -> Generator[None, None, None]:
        """Count a job whose body is on its way as one that waits; for a moment, as who sends slowly keeps no
        place. Of many that come at once each would find room otherwise, and most were refused when they had
        sent all. Raises `Busy`, as `check`. For the event loop.
        """
        self.check()
        until = perf_counter() + _MOMENT
        self._coming.append(until)
        try:
            yield
        finally:
            self._coming.remove(until)

    @property
    def _expected(self) -> int:
        now = perf_counter()
        return sum(until > now for until in self._coming)

    async def run(self, call: Callable[[], T], *, size: int = 1, patience: float | None = None) -> Done[T]:
        """The result of a call, which is as much work as `size` usual ones; `patience` is other than usual.

        Raises `Busy` when too many wait or it would wait too long, `Late` when it is not done in time. A job
        that is late before it began is dropped; one that has begun goes on, and its result is lost.
        """
        with self._lock:
            self.check(patience)
            self._taken += 1
            self._work += size
        job = self._submit(call, size)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(job), self.bounds.deadline)
        except asyncio.TimeoutError:
            raise Late(self.bounds.deadline) from None

    def _submit(self, call: Callable[[], T], size: int) -> Future[Done[T]]:
        try:
            job = self._pool.submit(self._timed, call, size, perf_counter())
        except RuntimeError:  # the pool is closed: the service is going down
            self._free(size)
            raise Busy(1) from None
        job.add_done_callback(lambda _: self._free(size))
        return job

    def _timed(self, call: Callable[[], T], size: int, asked: float) -> Done[T]:
        start = perf_counter()
        try:
            result = call()
        finally:
            took = perf_counter() - start
            self._seconds += 0.1 * (took / size - self._seconds)
        return Done(result, start - asked, took)

    def _free(self, size: int) -> None:
        with self._lock:
            self._taken -= 1
            self._work -= size

    def close(self) -> None:
        """Take no more, and wait until what was taken is done."""
        self._pool.shutdown(wait=True)
