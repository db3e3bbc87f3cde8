"""What requests share: bytes, places, pixels. Each holds its part for a while; more than all is refused."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from threading import Condition

from service.errors import Busy


class Share:
    """So much of something may be held at a time, by all requests together. For the event loop alone."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0

    def take(self, size: int) -> None:
        """Note so much more. Raises `Busy` where it is too much."""
        if self.held + size > self.most:
            raise Busy(1)
        self.held += size

    def give(self, size: int) -> None:
        """Note that so much was let go."""
        self.held -= size

    @contextmanager
    def holding(self, size: int = 1) -> Generator[None, None, None]:
        """Hold so much for a while. Raises `Busy`."""
        self.take(size)
        try:
            yield
        finally:
            self.give(size)


class Room:
    """So many bytes may be held at a time, by threads: who wants more than is left waits for it."""

    def __init__(self, most: int, *, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self.held = 0
        self._changed = Condition()

    @contextmanager
    def holding(self, size: int) -> Generator[None, None, None]:
        """Hold so many bytes for a while, or all there are. Raises `Busy` after `seconds`."""
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
