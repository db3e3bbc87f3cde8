"""The lines of a batch, answered by several processes: in their order, each as one would answer it."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from time import perf_counter, sleep
from typing import TypeVar

from paiyan.service.errors import PaiyanError
from paiyan.service.messages.command_line import PROCESS_ENDED

Part = TypeVar("Part")  # what some lines are answered with

_PART = 0.1  # seconds of work that are handed over at once: less, and handing over costs more than it gains
_LINES = 512  # lines of a part, at most
_AHEAD = 3  # parts for each process that wait or are done: a file of any length takes little memory
_LOOKS = 0.5  # seconds after which a process looks again whether its parent is there


def map_ordered(
    lines: Iterable[str], answer: Callable[[Iterable[str]], Part], *, jobs: int
) -> Iterator[Part]:
    """Yield the answers to lines, a few at a time, in the order of the lines; `answer` can be pickled."""
    lines, size = iter(lines), 1
    first = list(islice(lines, jobs))  # all processes are begun at once: no more of them than there are lines
    lines, jobs = chain(first, lines), max(len(first), 1)
    waiting = deque[Future[tuple[Part, float]]]()
    context = get_context("fork" if _alone() else "spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(os.getpid(),))
    try:
        while part := _next(lines, size):
            waiting.append(pool.submit(_timed, answer, part))
            while waiting and (waiting[0].done() or len(waiting) >= jobs * _AHEAD):
                found, seconds = waiting.popleft().result()
                size = max(1, min(_LINES, round(_PART / seconds)))
                yield found
        for last in waiting:
            yield last.result()[0]
    except BrokenProcessPool as broken:
        raise PaiyanError(PROCESS_ENDED) from broken
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(parent: int) -> None:
    """Begin a process: ^C is left to its parent, and it ends when its parent has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        sleep(_LOOKS)
    os._exit(1)


def _next(lines: Iterator[str], size: int) -> list[str]:
    """Return at most `size` of the next lines; of slow ones, those that arrived while a part is processed."""
    part, enough = list[str](), perf_counter() + _PART
    for line in islice(lines, size):
        part.append(line)
        if perf_counter() > enough:
            break
    return part


def _alone() -> bool:
    """True if this process has only one thread, according to Linux: then it can be forked, and the child need
    not import everything again. A fork of several threads would copy their locks."""
    threads = Path("/proc/self/task")
    return threads.is_dir() and len(list(threads.iterdir())) == 1


def _timed(answer: Callable[[Iterable[str]], Part], lines: list[str]) -> tuple[Part, float]:
    """The answers of some lines, and the seconds that each took."""
    begun = perf_counter()
    return answer(lines), (perf_counter() - begun) / len(lines)
