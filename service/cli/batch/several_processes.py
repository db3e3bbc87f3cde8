"""The lines of a batch, answered by several processes: in their order, each as one would answer it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from service.answers.request import HandRequest
from service.errors import PaiyanError

_PART = 0.05  # seconds of work that are handed over at once: less, and handing over costs more than it gains
_LINES = 512  # at most so many lines at once
_AHEAD = 3  # parts for each process that wait or are done: a file of any length takes little memory
_ENDED = (
    "--jobs: one of the processes was ended from outside, as happens where memory runs out: "
    "the lines after those that were answered have no answer; try again with fewer processes"
)

Line = tuple[int, str]  # an exit status, and what the line is answered with
AnswerLine = Callable[[Callable[[], HandRequest]], Line]


def answered(
    requests: Iterable[Callable[[], HandRequest]], answer: AnswerLine, *, jobs: int
) -> Iterator[Line]:
    """The answers of all requests in their order. Both `answer` and the requests can be pickled."""
    lines, size = iter(requests), 1
    first = list(islice(lines, jobs))  # all processes are begun at once: no more of them than there are lines
    lines, jobs = chain(first, lines), max(len(first), 1)
    waiting = deque[Future[tuple[list[Line], float]]]()
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("fork" if _alone() else "spawn"))
    try:
        while True:
            if part := list(islice(lines, size)):
                waiting.append(pool.submit(_answered, answer, part))
            if not waiting:
                return
            if not part or len(waiting) >= jobs * _AHEAD:
                found, seconds = waiting.popleft().result()
                size = max(1, min(_LINES, round(len(found) * _PART / seconds)))
                yield from found
    except BrokenProcessPool as broken:
        raise PaiyanError(_ENDED) from broken
    finally:
        pool.shutdown(cancel_futures=True)


def _alone() -> bool:
    """Whether this process has one thread and no more, as Linux tells it: then it can be forked, and who is
    forked need not import again what is here. A fork of others would copy the locks of their threads."""
    threads = Path("/proc/self/task")
    return threads.is_dir() and len(list(threads.iterdir())) == 1


def _answered(answer: AnswerLine, part: list[Callable[[], HandRequest]]) -> tuple[list[Line], float]:
    """The answers of a part of the requests, and the seconds that they took."""
    begun = perf_counter()
    return [answer(request) for request in part], perf_counter() - begun
