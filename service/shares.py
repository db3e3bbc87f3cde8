"""What requests share: bytes, places, pixels. Each holds its part for a while; more than all is refused."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

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
