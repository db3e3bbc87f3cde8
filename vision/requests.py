"""Requests of a reading to networks: it is a generator that yields them and takes the answers.

So the same code runs with networks that answer at once (`run`) and with those that must be awaited, as in a
browser (`run_awaited`). The requests are `Look` and `Name` of `paiyan.vision.detection.detector`, and
`paiyan.vision.structure.scene.Lay`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import Any, TypeVar

T = TypeVar("T")
Asking = Generator[Any, Any, T]
"""A generator of requests that returns a result."""


def run(asking: Asking[T], answer: Callable[[Any], Any]) -> T:
    """Run a generator of requests with a function that answers each."""
    try:
        request = next(asking)
        while True:
            request = asking.send(answer(request))
    except StopIteration as done:
        return done.value


async def run_awaited(asking: Asking[T], answer: Callable[[Any], Awaitable[Any]]) -> T:
    """Run a generator of requests with a function whose answers are awaited."""
    try:
        request = next(asking)
        while True:
            request = asking.send(await answer(request))
    except StopIteration as done:
        return done.value
