"""Counts that may only fall: what there is of each sort, beside what a committed file allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

Counts = Mapping[str, Mapping[str, int]]


class Excess(NamedTuple):
    """A count above its allowance, by its two names in the file."""

    outer: str
    inner: str
    count: int
    allowed: int


def excesses(now: Counts, allowed: Counts) -> Iterator[Excess]:
    """Yield the counts that are higher than allowed, in the order of the file."""
    for outer, most in allowed.items():
        for inner, n in most.items():
            if now[outer][inner] > n:
                yield Excess(outer, inner, now[outer][inner], n)
