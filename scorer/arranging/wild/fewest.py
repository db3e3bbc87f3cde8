"""The fewest wild tiles 混 that complete sets and a pair: a bound for the search of `sets`.

Exact where a wild tile may be any tile, as often as one likes; else no search does with fewer.
"""

from __future__ import annotations

from typing import Final

from paiyan.scorer.arranging.suits import Counts
from paiyan.scorer.tiles.tile import KINDS

_SUITS: Final = (slice(0, 9), slice(9, 18), slice(18, 27), slice(27, KINDS))  # the last are the honours
_MOST: Final = 1 << 16
# What was found: bare bytes and numbers, so no garbage collector walks it.
_KNOWN: Final[dict[bytes, int]] = {}


def fewest(counts: Counts, *, pairs: int) -> int:
    """The fewest wild tiles beside these of the 34 kinds that make sets and `pairs` (0 or 1) pairs."""
    taken = 0
    more = 2 * pairs  # for the pair: two wild tiles, or what it takes more in one of the suits
    for suit in _SUITS:
        held, end = counts[suit], suit.stop
        if not any(held):
            continue
        sets = _of_suit(held, end, 0)
        taken += sets
        if pairs:
            more = min(more, _of_suit(held, end, 1) - sets)
    return taken + more


def _of_suit(ends: Counts, top: int, pairs: int) -> int:
    """The same of one suit, from a rank to its end; `top` is the kind after its last."""
    key = bytes((*ends, top, pairs))
    found = _KNOWN.get(key)
    if found is None:
        found = _find_of_suit(ends, top, pairs)
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        _KNOWN[key] = found
    return found


def _find_of_suit(ends: Counts, top: int, pairs: int) -> int:
    """`_of_suit` where it is not known yet.

    The lowest tile is in a triplet, a run or the pair, with all the natural tiles that fit: a wild tile put
    in the place of one of them would be missing where that one went.
    """
    at = 0
    for n in ends:
        if n:
            break
        at += 1
    else:
        return 2 * pairs
    rest = ends[at + 1 :]
    found = max(0, 3 - n) + _of_suit((max(0, n - 3), *rest), top, pairs)
    if pairs:
        found = min(found, max(0, 2 - n) + _of_suit((max(0, n - 2), *rest), top, 0))
    if top < KINDS and any(rest[:2]):
        two = tuple(max(0, m - 1) for m in rest[:2])
        taken = sum(rest[:2]) - sum(two)
        found = min(found, 2 - taken + _of_suit((n - 1, *two, *rest[2:]), top, pairs))
    return found
