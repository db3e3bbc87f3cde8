"""How two sets of a hand lie to each other, as `scorer.fans.facts`: a table for runs and one for triplets."""

from __future__ import annotations

from scorer.fans import facts

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
