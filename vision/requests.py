"""What a reading asks of networks: it is a generator that yields requests and takes the answers.

So the same code runs where a network answers at once (`run`) and where its answer is awaited, as in a
browser (`run_awaited`). The requests are `Look` and `Name` of `paiyan.vision.detection.detector`, and
`paiyan.vision.structure.scene.Lay`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import Any, TypeVar

T = TypeVar("T")
Asking = Generator[Any, Any, T]
"""A generator of requests that ends with a result."""


def run(asking: Asking[T], answer: Callable[[Any], Any]) -> T:
    """Run a generator of requests with what answers each at once."""
    try:
        request = next(asking)
        while True:
            request = asking.send(answer(request))
    except StopIteration as done:
        return done.value


async def run_awaited(asking: Asking[T], answer: Callable[[Any], Awaitable[Any]]) -> T:
    """Run a generator of requests with what answers each after a while."""
    try:
        request = next(asking)
        while True:
            request = asking.send(await answer(request))
    except StopIteration as done:
        return done.value
