"""Facts of an arrangement, as bits: patterns whose needed facts do not all hold are skipped.

They are found quickly and rule most patterns out; `Arranged.facts` finds them. All rule sets share them.
They come in groups, `GROUPS`, each with few values in practice. All but those of triplets, which come last,
fit a machine word.
"""

from __future__ import annotations

from itertools import count
from typing import Final

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

# And any three or four of them: see `paiyan.scorer.fans.set_relations`.
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
