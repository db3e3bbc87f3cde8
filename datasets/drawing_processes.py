"""Run processes that draw training data without end, so that the training neither waits nor repeats much.

Their results wait in a queue of bounded length. The processes end with the ``with`` block, and by themselves
if the process that started them is gone.
"""

from __future__ import annotations

import multiprocessing
import queue
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Generic, NamedTuple, TypeVar

from paiyan.datasets.formats.labelled import DatasetError

T = TypeVar("T")
_LOOK = 1.0  # seconds after which a waiting process checks whether it is still needed
_PATIENCE = 5.0  # seconds in which a process ends by itself


class _Failure(NamedTuple):
    reason: str


class DrawingProcesses(Generic[T]):
    """`count` processes; `draw`, which they must be able to import, is called with the number of each."""

    def __init__(self, draw: Callable[[int], Iterator[T]], count: int, *, ahead: int = 64) -> None:
        context = multiprocessing.get_context("spawn")  # OpenCV does not survive a fork
        self._queue: Any = context.Queue(ahead)
        self._ended = context.Event()
        self._processes = [
            context.Process(target=_fill, args=(draw, number, self._queue, self._ended), daemon=True)
            for number in range(count)
        ]

    def __enter__(self) -> DrawingProcesses[T]:
        for process in self._processes:
            process.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        for process in self._processes:
            process.join(_PATIENCE)
            if process.is_alive():
                process.terminate()
                process.join()
        self._queue.close()
        self._queue.cancel_join_thread()

    def take(self, *, wait: float = 0.0) -> T | None:
        """Return the next result, or None if there is none within `wait` seconds.

        Raises `DatasetError` if drawing failed.
        """
        try:
            taken: T | _Failure = self._queue.get(wait > 0, wait)
        except queue.Empty:
            if self._processes and not any(process.is_alive() for process in self._processes):
                raise DatasetError("the processes that draw were ended: is there enough memory?") from None
            return None
        if isinstance(taken, _Failure):
            raise DatasetError(f"a process that draws failed: {taken.reason}")
        return taken

    def __iter__(self) -> Iterator[T]:
        while True:
            if (taken := self.take(wait=_LOOK)) is not None:
                yield taken


def _fill(draw: Callable[[int], Iterator[Any]], number: int, out: Any, ended: Any) -> None:
    """Draw until the results are no longer needed."""
    parent = multiprocessing.parent_process()

    def put(drawn: Any) -> bool:
        while not ended.is_set() and (parent is None or parent.is_alive()):
            try:
                out.put(drawn, timeout=_LOOK)
            except queue.Full:
                continue
            return True
        out.cancel_join_thread()  # nobody reads the rest
        return False

    try:
        for drawn in draw(number):
            if not put(drawn):
                return
    except Exception as error:
        put(_Failure(f"{type(error).__name__}: {error}"))
