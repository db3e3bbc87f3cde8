"""How long the event loop takes from one look at its sockets to the next."""

from __future__ import annotations

import asyncio
from time import perf_counter


class LoopPace:
    """Measures one round of the event loop at a time, where something asks for it.

    What was sent waits for about a round before it is read, and no clock of the process sees that: a
    request's time as its client has it is longer by `seconds` than what passed since it was read.
    """

    seconds = 0.0
    """What the last round took that was measured."""
    _measuring = False

    def measure(self) -> None:
        """Measure the next round, if none is being measured."""
        if not self._measuring:
            self._measuring = True
            asyncio.get_running_loop().call_soon(self._begin)

    def _begin(self) -> None:
        asyncio.get_running_loop().call_soon(self._end, perf_counter())

    def _end(self, begun: float) -> None:
        self.seconds = perf_counter() - begun
        self._measuring = False
