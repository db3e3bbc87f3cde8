"""How the sets of a hand lie to each other, as `scorer.fans.facts`: of two a table, of more remembered.

Sets are told by their lowest kinds, in rising order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, pairwise

from scorer.fans import facts
from scorer.tiles.kind_sets import ORPHANS

Kinds = tuple[int, ...]
Fits = Callable[[Kinds], bool]
Table = tuple[tuple[int, ...], ...]  # by the lowest kinds of the two


def _table(one_suit: dict[int, int], two_suits: dict[int, int]) -> Table:
    """By how many ranks they are apart; honours are nothing to each other, nor to anything else."""

    def between(a: int, b: int) -> int:
        if a >= 27 or b >= 27:
            return 0
        return (one_suit if a // 9 == b // 9 else two_suits).get(abs(a % 9 - b % 9), 0)

    return tuple(tuple(between(a, b) for b in range(34)) for a in range(34))


BETWEEN_RUNS = _table(
    {
        0: facts.EQUAL_RUNS,
        1: facts.NEAR_RUNS,
        2: facts.NEAR_RUNS,
        3: facts.RUNS_IN_ROW,
        6: facts.END_RUNS,
    },
    {0: facts.RUNS_OF_A_RANK, 1: facts.NEAR_MIXED_RUNS, 3: facts.MIXED_RUNS_IN_ROW},
)
BETWEEN_TRIPLETS = _table(
    {0: facts.TRIPLETS_OF_A_RANK, 1: facts.NEXT_TRIPLETS},  # two of one kind: only with wild tiles
    {0: facts.TRIPLETS_OF_A_RANK, 1: facts.NEXT_MIXED_TRIPLETS},
)


def steps(kinds: Kinds, *by: int) -> bool:
    """Whether they rise by the same step, one of `by`."""
    gaps = {b - a for a, b in pairwise(kinds)}
    return len(gaps) == 1 and gaps <= set(by)


def _one_suit(kinds: Kinds) -> bool:
    return kinds[0] // 9 == kinds[-1] // 9


def _all_suits(kinds: Kinds) -> bool:
    return {k // 9 for k in kinds} == {0, 1, 2}


def _shifted(*by: int) -> Fits:
    return lambda kinds: _one_suit(kinds) and steps(kinds, *by)


def _mixed(*by: int) -> Fits:
    """Three kinds of three suits, whose ranks rise by the same step."""
    return lambda kinds: _all_suits(kinds) and steps(tuple(sorted(k % 9 for k in kinds)), *by)


def _equal(kinds: Kinds) -> bool:
    return kinds[0] == kinds[-1]


_AMONG_RUNS: dict[int, dict[int, Fits]] = {
    3: {
        facts.THREE_EQUAL_RUNS: _equal,
        facts.THREE_SHIFTED_RUNS: _shifted(1, 2),
        facts.STRAIGHT: lambda kinds: kinds[0] % 9 == 0 and _shifted(3)(kinds),
        facts.RUNS_OF_EACH_SUIT: _mixed(0),
        facts.MIXED_STRAIGHT: _mixed(3),  # of seven ranks 0, 3, 6 alone rise so
        facts.MIXED_SHIFTED_RUNS: _mixed(1),
    },
    4: {facts.FOUR_EQUAL_RUNS: _equal, facts.FOUR_SHIFTED_RUNS: _shifted(1, 2)},
}
_AMONG_TRIPLETS: dict[int, dict[int, Fits]] = {
    3: {
        facts.THREE_SHIFTED_TRIPLETS: _shifted(1),
        facts.MIXED_SHIFTED_TRIPLETS: _mixed(1),
        facts.TRIPLETS_OF_EACH_SUIT: _mixed(0),
    },
    4: {facts.FOUR_SHIFTED_TRIPLETS: _shifted(1)},
}


def _among(kinds: Kinds, told: dict[int, Fits]) -> int:
    """Which of these facts hold of all the sets together; of honours none."""
    return sum(fact for fact, fits in told.items() if fits(kinds)) if kinds[-1] < 27 else 0


@lru_cache(maxsize=1 << 13)
def among_runs(kinds: Kinds) -> int:
    """What three or four runs are together."""
    return _among(kinds, _AMONG_RUNS[len(kinds)])


@lru_cache(maxsize=1 << 13)
def among_triplets(kinds: Kinds) -> int:
    """What three or four triplets are together."""
    return _among(kinds, _AMONG_TRIPLETS[len(kinds)])


@lru_cache(maxsize=1 << 14)
def of_runs(kinds: Kinds) -> int:
    """The facts of a hand's runs."""
    if not kinds:
        return facts.NO_RUNS
    found = facts.RUNS[len(kinds)]
    for a, b in combinations(kinds, 2):
        found |= BETWEEN_RUNS[a][b]
    for n in (3, 4):
        for some in combinations(kinds, n):
            found |= among_runs(some)
    return found


_OF_TRIPLET = tuple(
    facts.TRIPLET_OF.get(k, 0) | (facts.END_TRIPLET if ORPHANS >> k & 1 else 0) for k in range(34)
)


@lru_cache(maxsize=1 << 14)
def of_triplets(kinds: Kinds) -> int:
    """The facts of the kinds of a hand's triplets."""
    if not kinds:
        return facts.NO_TRIPLETS
    found = facts.TRIPLETS[len(kinds)]
    for k in kinds:
        found |= _OF_TRIPLET[k]
    for a, b in combinations(kinds, 2):
        found |= BETWEEN_TRIPLETS[a][b]
    for n in (3, 4):
        for some in combinations(kinds, n):
            found |= among_triplets(some)
    winds, dragons = sum(27 <= k < 31 for k in kinds), sum(k >= 31 for k in kinds)
    return found | facts.WIND_TRIPLETS[winds] | facts.DRAGON_TRIPLETS[dragons]
