"""Relations of the sets of a hand, as `paiyan.scorer.fans.facts`: a table for two sets, a cache for more.

Sets are given by their lowest kinds, in rising order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Final

from paiyan.scorer.caching import Remembered
from paiyan.scorer.fans import facts
from paiyan.scorer.tiles.kind_sets import ORPHANS

Kinds = tuple[int, ...]
Table = tuple[tuple[int, ...], ...]  # by the lowest kinds of the two


def _table(one_suit: dict[int, int], two_suits: dict[int, int]) -> Table:
    """Return the facts of two sets by their distance in ranks; honours have none."""

    def between(a: int, b: int) -> int:
        if a >= 27 or b >= 27:
            return 0
        return (one_suit if a // 9 == b // 9 else two_suits).get(abs(a % 9 - b % 9), 0)

    return tuple(tuple(between(a, b) for b in range(34)) for a in range(34))


BETWEEN_RUNS: Final = _table(
    {
        0: facts.EQUAL_RUNS,
        1: facts.NEAR_RUNS,
        2: facts.NEAR_RUNS,
        3: facts.RUNS_IN_ROW,
        6: facts.END_RUNS,
    },
    {0: facts.RUNS_OF_A_RANK, 1: facts.NEAR_MIXED_RUNS, 3: facts.MIXED_RUNS_IN_ROW},
)
BETWEEN_TRIPLETS: Final = _table(
    {0: facts.TRIPLETS_OF_A_RANK, 1: facts.NEXT_TRIPLETS},  # two of one kind: only with wild tiles
    {0: facts.TRIPLETS_OF_A_RANK, 1: facts.NEXT_MIXED_TRIPLETS},
)


def _equal(n: int) -> Iterator[Kinds]:
    return ((k,) * n for k in range(27))


def _shifted(n: int, by: int) -> Iterator[Kinds]:
    """Yield `n` kinds of one suit, each `by` ranks above the last."""
    for kind in range(27):
        if kind % 9 + (n - 1) * by < 9:
            yield tuple(kind + i * by for i in range(n))


def _mixed(by: int) -> Iterator[Kinds]:
    """Yield three kinds of three suits, each `by` ranks above the last."""
    for first, second, third in permutations((0, 9, 18)):
        for rank in range(9 - 2 * by):
            yield tuple(sorted((first + rank, second + rank + by, third + rank + 2 * by)))


def _together(groups: dict[int, Iterable[Kinds]]) -> dict[Kinds, int]:
    return {kinds: fact for fact, of_fact in groups.items() for kinds in of_fact}


AMONG_RUNS: Final = _together(
    {
        facts.THREE_EQUAL_RUNS: _equal(3),
        facts.THREE_SHIFTED_RUNS: (*_shifted(3, 1), *_shifted(3, 2)),
        facts.STRAIGHT: ((0, 3, 6), (9, 12, 15), (18, 21, 24)),
        facts.RUNS_OF_EACH_SUIT: _mixed(0),
        facts.MIXED_STRAIGHT: _mixed(3),
        facts.MIXED_SHIFTED_RUNS: _mixed(1),
        facts.FOUR_EQUAL_RUNS: _equal(4),
        facts.FOUR_SHIFTED_RUNS: (*_shifted(4, 1), *_shifted(4, 2)),
    }
)
"""The facts of three or four runs together; most have none."""
AMONG_TRIPLETS: Final = _together(
    {
        facts.THREE_SHIFTED_TRIPLETS: _shifted(3, 1),
        facts.MIXED_SHIFTED_TRIPLETS: _mixed(1),
        facts.TRIPLETS_OF_EACH_SUIT: _mixed(0),
        facts.FOUR_SHIFTED_TRIPLETS: _shifted(4, 1),
    }
)
"""The facts of three or four triplets together."""


def _between(kinds: Kinds, table: Table) -> int:
    """Return the facts of any two."""
    found = 0
    for i, a in enumerate(kinds):
        between = table[a]
        for b in kinds[i + 1 :]:
            found |= between[b]
    return found


def of_two(sets: Sequence[tuple[int, int]], table: Table, fact: int) -> list[int]:
    """Return every two of these sets, given as block index and lowest kind, in the relation of a fact."""
    return [1 << i | 1 << j for (i, low), (j, other) in combinations(sets, 2) if table[low][other] & fact]


def _among(kinds: Kinds, counts: dict[Kinds, int]) -> int:
    """Return the facts of any three or four."""
    found = 0
    for n in range(3, min(len(kinds), 4) + 1):
        for some in combinations(kinds, n):
            found |= counts.get(some, 0)
    return found


def _of_runs(kinds: Kinds) -> int:
    """Return the facts of a hand's runs."""
    if not kinds:
        return facts.NO_RUNS
    return facts.RUNS[len(kinds)] | _between(kinds, BETWEEN_RUNS) | _among(kinds, AMONG_RUNS)


_OF_TRIPLET: Final = tuple(
    facts.TRIPLET_OF.get(k, 0) | (facts.END_TRIPLET if ORPHANS >> k & 1 else 0) for k in range(34)
)


def _of_triplets(kinds: Kinds) -> int:
    """Return the facts of the kinds of a hand's triplets."""
    if not kinds:
        return facts.NO_TRIPLETS
    found = facts.TRIPLETS[len(kinds)] | _between(kinds, BETWEEN_TRIPLETS) | _among(kinds, AMONG_TRIPLETS)
    for k in kinds:
        found |= _OF_TRIPLET[k]
    if honours := [k for k in kinds if k >= 27]:
        dragons = len([k for k in honours if k >= 31])
        found |= facts.WIND_TRIPLETS[len(honours) - dragons] | facts.DRAGON_TRIPLETS[dragons]
    return found


OF_RUNS: Final = Remembered(_of_runs, most=1 << 14)
OF_TRIPLETS: Final = Remembered(_of_triplets, most=1 << 14)
