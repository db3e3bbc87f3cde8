"""Facts of an arrangement, as bits: patterns whose needed facts do not all hold are skipped.

They are found quickly and rule most patterns out; `Arranged.facts` finds them. All rule sets share them.
They come in groups, `GROUPS`, each with few values in practice. All but those of triplets, which come last,
fit a machine word. Those of the sets of a hand come from a table for two sets, and a cache for more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, count, permutations
from typing import Final

from paiyan.scorer.caching import Remembered
from paiyan.scorer.tiles import tile

_bits = map((1).__lshift__, count())

# The faces.
SUITED: Final[int] = next(_bits)  # any tile of a suit
ONE_SUIT: Final[int] = next(_bits)  # no two suits
TWO_SUITS: Final[int] = next(_bits)
ALL_TYPES: Final[int] = next(_bits)  # every suit, winds and dragons
HONOURS: Final[int] = next(_bits)
NO_HONOURS: Final[int] = next(_bits)
ENDS_ONLY: Final[int] = next(_bits)  # only terminals and honours
NO_ENDS: Final[int] = next(_bits)  # neither of them
NO_MIDDLES: Final[int] = next(_bits)  # neither fours, fives nor sixes: every block may hold an end
NEAR_FIVE: Final[int] = next(_bits)  # only threes to sevens: every block may hold a five
UPPER_ONLY: Final[int] = next(_bits)  # only sixes to nines
LOWER_ONLY: Final[int] = next(_bits)  # only ones to fours
REVERSIBLE: Final[int] = next(_bits)  # only tiles that look the same upside down
GREEN_ONLY: Final[int] = next(_bits)  # only 2, 3, 4, 6, 8 of bamboo and green dragons
EVEN_ONLY: Final[int] = next(_bits)  # only twos, fours, sixes and eights
ONLY_258: Final[int] = next(_bits)  # only twos, fives and eights
EACH_WITH_END: Final[int] = next(_bits)  # every block holds a terminal or an honour
EACH_WITH_FIVE: Final[int] = next(_bits)  # every block holds a five
FOUR_OF_A_KIND: Final[int] = next(_bits)  # four tiles of a kind, in a kong or not
WIND_PAIR: Final[int] = next(_bits)
DRAGON_PAIR: Final[int] = next(_bits)
STANDARD_FORM: Final[int] = next(_bits)  # sets and a pair
ODD_FORM: Final[int] = next(_bits)  # any other
_end_of_faces = next(_bits)

# How the hand was won, and its triplets as they depend on that and on the seats; kongs are triplets.
UNCLAIMED: Final[int] = next(_bits)  # nothing was claimed before the winning tile
SELF_DRAWN: Final[int] = next(_bits)
NOT_DRAWN: Final[int] = next(_bits)
FLAGGED: Final[int] = next(_bits)  # some circumstance besides: a flag, a robbed kong or flower
# A flag, or tiles that may show that the winning one was the last of its kind.
MAYBE_LAST: Final[int] = next(_bits)
FLOWERED: Final[int] = next(_bits)  # with flowers, the one won on among them
WILDS: Final[int] = next(_bits)  # some tile may be another than it shows
NO_WILDS: Final[int] = next(_bits)
ALL_LAID: Final[int] = next(_bits)  # every block but the last may lie on the table
ON_MIDDLE: Final[int] = next(_bits)  # won on the middle of a run
ON_EDGE: Final[int] = next(_bits)  # on the 3 of 123 or the 7 of 789
ON_SIDE: Final[int] = next(_bits)  # on another end of a run
ON_PAIR: Final[int] = next(_bits)
KONG: Final[int] = next(_bits)
_C2, _C3, _C4 = (next(_bits) for _ in range(3))
CONCEALED_TRIPLETS: Final[tuple[int, ...]] = (  # two to four of the triplets
    0,
    0,
    _C2,
    _C2 | _C3,
    *(_C2 | _C3 | _C4,) * 2,
)
ROUND_WIND_TRIPLET: Final[int] = next(_bits)
OWN_WIND_TRIPLET: Final[int] = next(_bits)
_end_of_win = next(_bits)

# How many runs there are: two, three, four or more.
_R2, _R3, _R4 = (next(_bits) for _ in range(3))
RUNS: Final[tuple[int, ...]] = (0, 0, _R2, _R2 | _R3, _R2 | _R3 | _R4, _R2 | _R3 | _R4)
NO_RUNS: Final[int] = next(_bits)

# Relations of any two of the runs, by their lowest tiles.
EQUAL_RUNS: Final[int] = next(_bits)
RUNS_OF_A_RANK: Final[int] = next(_bits)  # of two suits
NEAR_RUNS: Final[int] = next(_bits)  # of one suit, one or two ranks apart
RUNS_IN_ROW: Final[int] = next(_bits)  # of one suit, three ranks apart
END_RUNS: Final[int] = next(_bits)  # of one suit, six ranks apart
NEAR_MIXED_RUNS: Final[int] = next(_bits)  # of two suits, one rank apart
MIXED_RUNS_IN_ROW: Final[int] = next(_bits)  # of two suits, three ranks apart

# And any three or four of them.
THREE_EQUAL_RUNS: Final[int] = next(_bits)
THREE_SHIFTED_RUNS: Final[int] = next(_bits)  # of one suit, each one rank, or each two, above the last
STRAIGHT: Final[int] = next(_bits)  # 123, 456, 789 of one suit
RUNS_OF_EACH_SUIT: Final[int] = next(_bits)  # of the same ranks
MIXED_STRAIGHT: Final[int] = next(_bits)  # 123, 456, 789, each of another suit
MIXED_SHIFTED_RUNS: Final[int] = next(_bits)  # of three suits, each one rank above the last
FOUR_EQUAL_RUNS: Final[int] = next(_bits)
FOUR_SHIFTED_RUNS: Final[int] = next(_bits)
_end_of_runs = next(_bits)

# How many triplets there are, one to four.
_T1, _T2, _T3, _T4 = (next(_bits) for _ in range(4))
TRIPLETS: Final[tuple[int, ...]] = (
    0,
    _T1,
    _T1 | _T2,
    _T1 | _T2 | _T3,
    _T1 | _T2 | _T3 | _T4,
    _T1 | _T2 | _T3 | _T4,
)
NO_TRIPLETS: Final[int] = next(_bits)
_W1, _W2, _W3, _W4, _D1, _D2, _D3 = (next(_bits) for _ in range(7))
WIND_TRIPLETS: Final[tuple[int, ...]] = (
    0,
    _W1,
    _W1 | _W2,
    _W1 | _W2 | _W3,
    *(_W1 | _W2 | _W3 | _W4,) * 2,
)  # one to four
DRAGON_TRIPLETS: Final[tuple[int, ...]] = (0, _D1, _D1 | _D2, *(_D1 | _D2 | _D3,) * 3)  # one to three
TRIPLET_OF: Final[dict[int, int]] = {kind: next(_bits) for kind in range(27, 34)}  # of one wind or dragon
END_TRIPLET: Final[int] = next(_bits)  # of terminals or honours

# Relations of any two, three or four of the suited triplets.
TRIPLETS_OF_A_RANK: Final[int] = next(_bits)
NEXT_TRIPLETS: Final[int] = next(_bits)  # of one suit, one rank apart
NEXT_MIXED_TRIPLETS: Final[int] = next(_bits)  # of two suits, one rank apart
THREE_SHIFTED_TRIPLETS: Final[int] = next(_bits)  # of one suit, each one rank above the last
MIXED_SHIFTED_TRIPLETS: Final[int] = next(_bits)  # of three suits
TRIPLETS_OF_EACH_SUIT: Final[int] = next(_bits)  # of the same rank
FOUR_SHIFTED_TRIPLETS: Final[int] = next(_bits)
_end_of_triplets = next(_bits)

OF_FACES: Final[int] = _end_of_faces - 1
OF_WIN: Final[int] = _end_of_win - _end_of_faces
OF_RUNS: Final[int] = _end_of_runs - _end_of_win
OF_TRIPLETS: Final[int] = _end_of_triplets - _end_of_runs
GROUPS: Final[tuple[int, ...]] = (OF_RUNS, OF_TRIPLETS, OF_FACES, OF_WIN)
"""Each group as a mask; all of them hold every fact once."""

Kinds = tuple[int, ...]  # the lowest kinds of sets, in rising order
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
        0: EQUAL_RUNS,
        1: NEAR_RUNS,
        2: NEAR_RUNS,
        3: RUNS_IN_ROW,
        6: END_RUNS,
    },
    {0: RUNS_OF_A_RANK, 1: NEAR_MIXED_RUNS, 3: MIXED_RUNS_IN_ROW},
)
BETWEEN_TRIPLETS: Final = _table(
    {0: TRIPLETS_OF_A_RANK, 1: NEXT_TRIPLETS},  # two of one kind: only with wild tiles
    {0: TRIPLETS_OF_A_RANK, 1: NEXT_MIXED_TRIPLETS},
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
        THREE_EQUAL_RUNS: _equal(3),
        THREE_SHIFTED_RUNS: (*_shifted(3, 1), *_shifted(3, 2)),
        STRAIGHT: ((0, 3, 6), (9, 12, 15), (18, 21, 24)),
        RUNS_OF_EACH_SUIT: _mixed(0),
        MIXED_STRAIGHT: _mixed(3),
        MIXED_SHIFTED_RUNS: _mixed(1),
        FOUR_EQUAL_RUNS: _equal(4),
        FOUR_SHIFTED_RUNS: (*_shifted(4, 1), *_shifted(4, 2)),
    }
)
"""The facts of three or four runs together; most have none."""
AMONG_TRIPLETS: Final = _together(
    {
        THREE_SHIFTED_TRIPLETS: _shifted(3, 1),
        MIXED_SHIFTED_TRIPLETS: _mixed(1),
        TRIPLETS_OF_EACH_SUIT: _mixed(0),
        FOUR_SHIFTED_TRIPLETS: _shifted(4, 1),
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
        return NO_RUNS
    return RUNS[len(kinds)] | _between(kinds, BETWEEN_RUNS) | _among(kinds, AMONG_RUNS)


_OF_TRIPLET: Final = tuple(
    TRIPLET_OF.get(k, 0) | (END_TRIPLET if tile.ORPHANS >> k & 1 else 0) for k in range(34)
)


def _of_triplets(kinds: Kinds) -> int:
    """Return the facts of the kinds of a hand's triplets."""
    if not kinds:
        return NO_TRIPLETS
    found = TRIPLETS[len(kinds)] | _between(kinds, BETWEEN_TRIPLETS) | _among(kinds, AMONG_TRIPLETS)
    for k in kinds:
        found |= _OF_TRIPLET[k]
    if honours := [k for k in kinds if k >= 27]:
        dragons = len([k for k in honours if k >= 31])
        found |= WIND_TRIPLETS[len(honours) - dragons] | DRAGON_TRIPLETS[dragons]
    return found


FACTS_OF_RUNS: Final = Remembered(_of_runs, most=1 << 14)
FACTS_OF_TRIPLETS: Final = Remembered(_of_triplets, most=1 << 14)
