"""Work taken off the event loop: a few threads, a bounded number that waits, a deadline for each.

The client that used the threads least lately is served first, so that nobody waits behind the backlog of
another. A job beyond the bound, or one that would wait too long, is refused at once instead of
waiting in a growing queue. An accepted job is carried out, even while the service stops.
"""

from __future__ import annotations

import asyncio
import math
from collections import defaultdict, deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Lock
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeVar

from paiyan.service.errors import Busy, Late

T = TypeVar("T")
_MOMENT = 0.5
"""Seconds for which a body that is on its way keeps a place for its job."""
_HALF_LIFE = 2.0
"""Seconds after which half of what a client has had is forgotten."""
_REMEMBERED = 2048
"""Clients of which it is known what they have had."""


class Bounds(NamedTuple):
    """Limits of a pool: `at_once` threads, `waiting` jobs in the queue, `deadline` seconds for each. A job
    whose expected wait is longer than `patience` seconds is refused. With `serial_parts` no two jobs of the
    same part run at once, since they would only wait for each other, each with a thread."""

    at_once: int
    waiting: int
    deadline: float
    patience: float = math.inf
    serial_parts: bool = False


@dataclass(frozen=True)
class Done(Generic[T]):
    """The result of a call, with the seconds that it waited and ran."""

    result: T
    waited: float
    took: float


@dataclass(eq=False)
class _Job:
    """A call that waits for its turn."""

    call: Callable[[], Any]
    size: int
    client: str
    part: str
    submitted: float = field(default_factory=perf_counter)
    future: Future[Done[Any]] = field(default_factory=Future[Done[Any]])


class Usage:
    """Seconds of work that clients have had lately: what is longer ago counts less."""

    def __init__(self) -> None:
        self._had: dict[str, tuple[float, float]] = {}

    def of(self, client: str) -> float:
        """Return the seconds that a client has had, which halve every `_HALF_LIFE` seconds."""
        had, then = self._had.get(client, (0.0, 0.0))
        return had * 0.5 ** ((perf_counter() - then) / _HALF_LIFE)

    def add(self, client: str, seconds: float) -> None:
        """Add seconds of a client; above `_REMEMBERED` clients, forget the half that had least."""
        self._had[client] = (self.of(client) + seconds, perf_counter())
        if len(self._had) > _REMEMBERED:
            known = sorted(self._had, key=self.of)
            for name in known[: _REMEMBERED // 2]:
                del self._had[name]


class Worker:
    """Carries out calls in threads of its own."""

    def __init__(self, name: str, bounds: Bounds) -> None:
        self.name = name
        self.bounds = bounds
        self._pool = ThreadPoolExecutor(bounds.at_once, thread_name_prefix=name)
        self._lock = Lock()
        self._waiting: dict[str, deque[_Job]] = defaultdict(deque)  # by client
        self._working: list[_Job] = []
        self._coming: list[
            tuple[float, str]
        ] = []  # until when jobs are expected whose bodies are on their way
        self._usage = Usage()
        self._seconds = 0.0  # what a job of size one takes, a moving mean

    @property
    def taken(self) -> int:
        """Return how many jobs run or wait."""
        return len(self._working) + sum(map(len, self._waiting.values()))

    def is_full(self, client: str = "") -> bool:
        """True if a further job of a client would be refused: there is no room, and nobody has more of it."""
        if self.taken + self._expected() < self.bounds.at_once + self.bounds.waiting:
            return False
        own = len(self._waiting.get(client, ())) + self._expected(client)
        return not any(len(jobs) > own + 1 for name, jobs in self._waiting.items() if name != client)

    def expected_wait(self, client: str = "") -> float:
        """Seconds that a further job of a client would wait for its turn at most, as jobs took lately."""
        if self.taken + self._expected() < self.bounds.at_once:
            return 0
        own = self._waiting.get(client, ())
        before = sum(job.size for job in (*self._working, *own)) + self._expected(client)
        had = self._usage.of(client)
        for name, jobs in list(self._waiting.items()):
            if name != client and (own or self._usage.of(name) <= had):
                before += sum(job.size for job in list(jobs)[: len(own) + 1])
        return self._seconds * before / self.bounds.at_once

    def check(self, client: str = "", patience: float | None = None) -> None:
        """Raises `Busy` where a further job of a client would be refused."""
        patience = self.bounds.patience if patience is None else patience
        wait = self.expected_wait(client)
        if self.is_full(client) or wait > patience:
            raise Busy(max(1, math.ceil(wait)))

    @contextmanager
    def expecting(self, client: str = "") -> Generator[None, None, None]:
        """Count a job whose body is on its way as one that waits; for a moment, as who sends slowly keeps no
        place. Of many that come at once each would find room otherwise, and most were refused when they had
        sent all. Raises `Busy`, as `check`. For the event loop.
        """
        self.check(client)
        coming = (perf_counter() + _MOMENT, client)
        self._coming.append(coming)
        try:
            yield
        finally:
            self._coming.remove(coming)

    def _expected(self, client: str | None = None) -> int:
        now = perf_counter()
        return sum(until > now and client in (None, whose) for until, whose in self._coming)

    async def run(
        self,
        call: Callable[[], T],
        *,
        client: str = "",
        part: str = "",
        size: int = 1,
        patience: float | None = None,
    ) -> Done[T]:
        """The result of a call, which is as much work as `size` usual ones; `patience` is other than usual.

        Clients share the threads, and so do the parts of what one client asks: its tables, say. Raises `Busy`
        when too many wait or it would wait too long, `Late` when it is not done in time. A job that is late
        before it began is dropped; one that has begun goes on, and its result is lost.
        """
        job = _Job(call, size, client, part)
        with self._lock:
            self.check(client, patience)
            self._make_room(client)
            self._waiting[client].append(job)
        try:
            self._pool.submit(self._work)
        except RuntimeError:  # the pool is closed: the service is going down
            self._drop(job)
            raise Busy(1) from None
        try:
            return await asyncio.wait_for(asyncio.wrap_future(job.future), self.bounds.deadline)
        except asyncio.TimeoutError:
            self._drop(job)
            raise Late(self.bounds.deadline) from None

    def _make_room(self, client: str) -> None:
        """If the queue is full, refuse the newest call of the client with the most calls waiting."""
        if self.taken < self.bounds.at_once + self.bounds.waiting:
            return
        longest = max(self._waiting, key=lambda name: len(self._waiting[name]), default=client)
        if longest != client and self._waiting[longest]:
            last = self._waiting[longest].pop()
            if last.future.set_running_or_notify_cancel():
                last.future.set_exception(Busy(1))
        self._forget_idle()

    def _drop(self, job: _Job) -> None:
        with self._lock:
            if job in self._waiting.get(job.client, ()):
                self._waiting[job.client].remove(job)
                self._forget_idle()

    def _forget_idle(self) -> None:
        for name in [name for name, jobs in self._waiting.items() if not jobs]:
            del self._waiting[name]

    def _work(self) -> None:
        """Carry out the jobs whose turn it is, as long as there are any."""
        while job := self._begin():
            self._run(job)

    def _begin(self) -> _Job | None:
        with self._lock:
            while job := self._next():
                if job.future.set_running_or_notify_cancel():
                    self._working.append(job)
                    return job
        return None

    def _run(self, job: _Job) -> None:
        start = perf_counter()
        try:
            result = job.call()
        except BaseException as wrong:
            self._end(job, start)
            job.future.set_exception(wrong)
        else:
            took = self._end(job, start)
            job.future.set_result(Done(result, start - job.submitted, took))

    def _end(self, job: _Job, start: float) -> float:
        took = perf_counter() - start
        with self._lock:
            self._working.remove(job)
            self._seconds += 0.1 * (took / job.size - self._seconds)
            self._usage.add(job.client, took)
            self._usage.add(f"{job.client} {job.part}", took)
            has_more = self.bounds.serial_parts and bool(self._waiting)
        if has_more:  # which may have waited for this one: not only for this thread
            with suppress(RuntimeError):  # the pool is closed: this thread goes on until none is left
                self._pool.submit(self._work)
        return took

    def _next(self) -> _Job | None:
        """The oldest job of that part of that client that had least lately."""
        self._forget_idle()
        taken = {job.part for job in self._working} if self.bounds.serial_parts else set[str]()
        for client in sorted(self._waiting, key=self._usage.of):
            jobs = self._waiting[client]
            parts = {job.part: job for job in reversed(jobs) if job.part not in taken}
            if parts:
                job = min(parts.values(), key=lambda job: self._usage.of(f"{job.client} {job.part}"))
                jobs.remove(job)
                return job
        return None

    def close(self) -> None:
        """Take no more, and wait until what was taken is done."""
        self._pool.shutdown(wait=True)
