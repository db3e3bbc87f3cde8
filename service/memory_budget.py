"""The memory that decoding pictures may take, shared by the threads that do it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from threading import Condition

from paiyan.service.errors import Busy


class MemoryBudget:
    """A number of bytes that threads may hold at a time; one that wants more than is left waits."""

    def __init__(self, most: int, *, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self.held = 0
        self._changed = Condition()

    @contextmanager
    def holding(self, size: int) -> Generator[None, None, None]:
        """Hold `size` bytes, at most the whole budget, for a while. Raises `Busy` after `seconds`."""
        size = min(size, self.most)
        with self._changed:
            if not self._changed.wait_for(lambda: self.held + size <= self.most, self.seconds):
                raise Busy(1)
            self.held += size
        try:
            yield
        finally:
            with self._changed:
                self.held -= size
                self._changed.notify_all()
