"""Find the most probable choices within the supply 牌数 of a set, exactly and best first.

A *unit* is a tile or a meld, which has options. Each option has a cost and takes copies from the supply; the
last copies may cost something too, if they seem to lie elsewhere.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from paiyan.vision.decoding.costs import MOST_NODES


class Option(NamedTuple):
    """One option of a unit: the `codes` of its tiles, the `cost` relative to its likeliest option in natural
    logarithms, and what it `takes` from the supply, as pairs of a thing and a number."""

    cost: float
    codes: tuple[int, ...]
    takes: tuple[tuple[int, int], ...]

    def amount(self, thing: int) -> int:
        """Return how many of a thing it takes."""
        return next((n for t, n in self.takes if t == thing), 0)


Unit = Sequence[Option]
"""Options, the cheapest first."""
Supply = Mapping[int, Sequence[float]]
"""For each thing the cost of taking none, one, two … of it, never falling; no more can be taken."""


class Choice(NamedTuple):
    """One option of each unit, and their cost."""

    cost: float
    options: tuple[Option, ...]


class _Node(NamedTuple):
    """The options still allowed for each unit, as indices of its list; the first ones are the choice."""

    allowed: tuple[tuple[int, ...], ...]


def best_choices(
    units: Sequence[Unit],
    supply: Supply,
    *,
    limit: float = math.inf,
    nodes: int = MOST_NODES,
    against: Callable[[Sequence[Option]], float] = lambda _: 0.0,
) -> Iterator[Choice]:
    """Yield every choice within the supply, the cheapest first, up to a cost of `limit`.

    `against` returns a penalty, 0 or more, for a choice as a whole; it is called once for each.

    If a thing is taken too often, at least one unit must take less of it: the search branches on the first
    unit that does. For a choice within the supply, it branches on the first unit with another option; the
    choice itself goes back into the queue with its whole cost.
    """
    if not all(units):
        return
    order = count()
    start = _Node(tuple(tuple(range(len(unit))) for unit in units))
    heap: list[tuple[float, int, _Node | Choice]] = [
        (sum(unit[0].cost for unit in units), next(order), start)
    ]
    while heap:
        cost, number, node = heapq.heappop(heap)
        if cost > limit or number > nodes:
            return
        if isinstance(node, Choice):
            yield node
            continue
        chosen = tuple(unit[allowed[0]] for unit, allowed in zip(units, node.allowed, strict=True))
        taken = _taken(chosen)
        thing = next((t for t, n in taken.items() if n >= len(supply.get(t, (0.0,)))), None)
        if thing is None:
            whole = cost + sum(supply[t][n] for t, n in taken.items()) + against(chosen)
            if whole < math.inf:
                heapq.heappush(heap, (whole, next(order), Choice(whole, chosen)))
            children = _branch_on_difference(units, node)
        else:
            children = _branch_on_shortage(units, node, chosen, thing)
        for more, child in children:
            if cost + more <= limit:
                heapq.heappush(heap, (cost + more, next(order), child))


def _taken(chosen: Sequence[Option]) -> Counter[int]:
    """Count how many of each thing are taken."""
    taken: Counter[int] = Counter()
    for option in chosen:
        for thing, n in option.takes:
            taken[thing] += n
    return taken


def _branch_on_shortage(
    units: Sequence[Unit], node: _Node, chosen: Sequence[Option], thing: int
) -> Iterator[tuple[float, _Node]]:
    """Split a node by the first unit that takes less of a scarce thing; yield the additional costs too."""
    allowed = list(node.allowed)
    for at, option in enumerate(chosen):
        taken = option.amount(thing)
        if not taken:
            continue
        less = tuple(i for i in allowed[at] if units[at][i].amount(thing) < taken)
        if less:
            yield units[at][less[0]].cost - option.cost, _Node((*allowed[:at], less, *allowed[at + 1 :]))
        allowed[at] = tuple(i for i in allowed[at] if units[at][i].amount(thing) >= taken)


def _branch_on_difference(units: Sequence[Unit], node: _Node) -> Iterator[tuple[float, _Node]]:
    """Split a node without its choice by the first unit that differs."""
    allowed = list(node.allowed)
    for at, (first, *rest) in enumerate(node.allowed):
        if rest:
            more = units[at][rest[0]].cost - units[at][first].cost
            yield more, _Node((*allowed[:at], tuple(rest), *allowed[at + 1 :]))
        allowed[at] = (first,)
