"""Facts of an arrangement, as bits: a pattern that needs one that does not hold is not even looked for.

They are what is quickly seen of a hand and rules most patterns out; `Arranged.facts` finds them. No rule
set is asked: all share them.
"""

from __future__ import annotations

from itertools import count

_bits = (1 << i for i in count())

# How many sets there are: two, three, four runs or more; one to four triplets (kongs are triplets).
_R2, _R3, _R4, _T1, _T2, _T3, _T4 = (next(_bits) for _ in range(7))
RUNS = (0, 0, _R2, _R2 | _R3, _R2 | _R3 | _R4, _R2 | _R3 | _R4)
TRIPLETS = (0, _T1, _T1 | _T2, _T1 | _T2 | _T3, _T1 | _T2 | _T3 | _T4, _T1 | _T2 | _T3 | _T4)
NO_RUNS = next(_bits)
NO_TRIPLETS = next(_bits)
KONG = next(_bits)
_C2, _C3, _C4, _W1, _W2, _W3, _W4, _D1, _D2, _D3 = (next(_bits) for _ in range(10))
CONCEALED_TRIPLETS = (0, 0, _C2, _C2 | _C3, *(_C2 | _C3 | _C4,) * 2)  # two to four of the triplets
WIND_TRIPLETS = (0, _W1, _W1 | _W2, _W1 | _W2 | _W3, *(_W1 | _W2 | _W3 | _W4,) * 2)  # one to four
DRAGON_TRIPLETS = (0, _D1, _D1 | _D2, *(_D1 | _D2 | _D3,) * 3)  # one to three
TRIPLET_OF = {kind: next(_bits) for kind in range(27, 34)}  # of one wind or dragon
END_TRIPLET = next(_bits)  # of terminals or honours
WIND_PAIR = next(_bits)
DRAGON_PAIR = next(_bits)
ODD_FORM = next(_bits)  # not sets and a pair

# How any two of the runs lie to each other, by their lowest tiles.
EQUAL_RUNS = next(_bits)
RUNS_OF_A_RANK = next(_bits)  # of two suits
NEAR_RUNS = next(_bits)  # of one suit, one or two ranks apart
RUNS_IN_ROW = next(_bits)  # of one suit, three ranks apart
END_RUNS = next(_bits)  # of one suit, six ranks apart
NEAR_MIXED_RUNS = next(_bits)  # of two suits, one rank apart
MIXED_RUNS_IN_ROW = next(_bits)  # of two suits, three ranks apart

# And any two of the suited triplets.
TRIPLETS_OF_A_RANK = next(_bits)
NEXT_TRIPLETS = next(_bits)  # of one suit, one rank apart
NEXT_MIXED_TRIPLETS = next(_bits)  # of two suits, one rank apart

# The faces.
ONE_SUIT = next(_bits)  # no two suits
TWO_SUITS = next(_bits)
ALL_TYPES = next(_bits)  # every suit, winds and dragons
HONOURS = next(_bits)
NO_HONOURS = next(_bits)
ENDS_ONLY = next(_bits)  # terminals and honours alone
NO_ENDS = next(_bits)  # neither of them
NO_MIDDLES = next(_bits)  # neither fours, fives nor sixes: every block may hold an end
NEAR_FIVE = next(_bits)  # threes to sevens alone: every block may hold a five
UPPER_ONLY = next(_bits)  # sixes to nines alone
LOWER_ONLY = next(_bits)  # ones to fours alone
REVERSIBLE = next(_bits)  # tiles alone that look the same upside down
FOUR_ALIKE = next(_bits)  # four tiles of a kind, in a kong or not

# How the hand was won.
UNCLAIMED = next(_bits)  # nothing was claimed before the winning tile
SELF_DRAWN = next(_bits)
NOT_DRAWN = next(_bits)
FLAGGED = next(_bits)  # some circumstance besides: a flag, a robbed kong or flower
FLOWERED = next(_bits)  # with flowers, the one won on among them
ON_MIDDLE = next(_bits)  # won on the middle of a run
ON_EDGE = next(_bits)  # on the 3 of 123 or the 7 of 789
ON_SIDE = next(_bits)  # on another end of a run
ON_PAIR = next(_bits)
