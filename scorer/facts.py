"""Facts of an arrangement, as bits, that many patterns need: one that needs others is not even looked for."""

from __future__ import annotations

RUNS = (0, 0, 1, 1 | 2, 1 | 2 | 4, 1 | 2 | 4)  # by how many there are: two, three, four or more
TRIPLETS = (0, 8, 8 | 16, 8 | 16 | 32, 8 | 16 | 32 | 64, 8 | 16 | 32 | 64)  # one to four; kongs too
KONG = 1 << 7
WIND_SET = 1 << 8  # a triplet or kong of winds
ONE_SUIT = 1 << 9  # no two suits
ENDS_ONLY = 1 << 10  # terminals and honours alone
NO_ENDS = 1 << 11  # neither of them
SELF_DRAWN = 1 << 12
FLAGGED = 1 << 13  # some circumstance besides: a flag, a robbed kong or flower
NO_RUNS = 1 << 14
NO_MIDDLES = 1 << 15  # neither fours, fives nor sixes: every block may hold an end
ODD_FORM = 1 << 16  # not sets and a pair
DRAGON_SET = 1 << 17  # a triplet or kong of dragons
