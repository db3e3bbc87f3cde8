"""The most probable choices within a supply 牌数: exactly, by best-first search over conflicts.

A *unit* is a tile, or a meld, with options; each option costs something and takes tiles from the supply.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

_MOST_NODES = 20_000  # the search gives up after so many; no picture of a hand comes near it


class Option(NamedTuple):
    """`cost` in natural logarithms below the likeliest; `codes` of the unit's tiles; `takes` pairs of a
    thing that is in supply and how many of it."""

    cost: float
    codes: tuple[int, ...]
    takes: tuple[tuple[int, int], ...]

    def amount(self, thing: int) -> int:
        """How many of a thing it takes."""
        return next((n for t, n in self.takes if t == thing), 0)


Unit = Sequence[Option]
"""Options, the cheapest first."""


class Choice(NamedTuple):
    """One option of each unit, and their cost."""

    cost: float
    options: tuple[Option, ...]


class _Node(NamedTuple):
    """What each unit may still be (places in its options); the first of each is what it is."""

    allowed: tuple[tuple[int, ...], ...]


def best_choices(
    units: Sequence[Unit], caps: Mapping[int, int], *, limit: float = float("inf")
) -> Iterator[Choice]:
    """Every choice that keeps within the supply, the cheapest first, up to a cost of `limit`.

    Where a thing is taken too often, at least one of those that take it must take less of it: the search
    branches on which is the first. Of a choice that is given out, the first unit to differ is branched on.
    """
    if not all(units):
        return
    order = count()
    start = _Node(tuple(tuple(range(len(unit))) for unit in units))
    heap = [(_cost(units, start), next(order), start)]
    while heap:
        cost, number, node = heapq.heappop(heap)
        if cost > limit or number > _MOST_NODES:
            return
        chosen = tuple(unit[allowed[0]] for unit, allowed in zip(units, node.allowed, strict=True))
        thing = _scarce(chosen, caps)
        if thing is None:
            yield Choice(cost, chosen)
            children = _others(node)
        else:
            children = _relieved(units, node, chosen, thing)
        for child in children:
            if (more := _cost(units, child)) <= limit:
                heapq.heappush(heap, (more, next(order), child))


def _cost(units: Sequence[Unit], node: _Node) -> float:
    return sum(unit[allowed[0]].cost for unit, allowed in zip(units, node.allowed, strict=True))


def _scarce(chosen: Sequence[Option], caps: Mapping[int, int]) -> int | None:
    """A thing that is taken more often than there is of it."""
    taken: Counter[int] = Counter()
    for option in chosen:
        for thing, n in option.takes:
            taken[thing] += n
    return next((thing for thing, n in taken.items() if n > caps.get(thing, 0)), None)


def _relieved(units: Sequence[Unit], node: _Node, chosen: Sequence[Option], thing: int) -> Iterator[_Node]:
    """The node split by which unit is the first to take less of a scarce thing."""
    allowed = list(node.allowed)
    for at, option in enumerate(chosen):
        taken = option.amount(thing)
        if not taken:
            continue
        less = tuple(i for i in allowed[at] if units[at][i].amount(thing) < taken)
        if less:
            yield _Node((*allowed[:at], less, *allowed[at + 1 :]))
        allowed[at] = tuple(i for i in allowed[at] if units[at][i].amount(thing) >= taken)


def _others(node: _Node) -> Iterator[_Node]:
    """The node without the choice it stands for, split by which unit is the first to differ."""
    allowed = list(node.allowed)
    for at in range(len(allowed)):
        if len(allowed[at]) > 1:
            yield _Node((*allowed[:at], allowed[at][1:], *allowed[at + 1 :]))
        allowed[at] = allowed[at][:1]
