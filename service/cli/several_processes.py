"""The lines of a batch, answered by several processes: in their order, each as one would answer it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context

from service.answers.request import HandRequest

_LINES = 64  # at a time, for one process: handing over costs less than a hundredth of answering
_AHEAD = 4  # such parts for each process that wait or are done: a file of any length takes little memory


Line = tuple[int, str]  # an exit status, and what the line is answered with
AnswerLine = Callable[[Callable[[], HandRequest]], Line]


def answered(
    requests: Iterable[Callable[[], HandRequest]], answer: AnswerLine, *, jobs: int
) -> Iterator[Line]:
    """The answers of all requests in their order. Both `answer` and the requests can be pickled."""
    lines = iter(requests)
    parts = iter(lambda: list(islice(lines, _LINES)), [])
    waiting = deque[Future[list[Line]]]()
    # Started anew, not forked: a fork would copy the threads' locks of whatever runtime is open here.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        for part in parts:
            waiting.append(pool.submit(partial(_part, answer), part))
            if len(waiting) >= jobs * _AHEAD:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _part(answer: AnswerLine, requests: list[Callable[[], HandRequest]]) -> list[Line]:
    return [answer(request) for request in requests]
