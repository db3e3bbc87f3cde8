"""Make sets and a pair of tiles and wild tiles 混, without trying the wild tiles one by one.

A *filling* is a choice of blocks that has room for every natural tile; what room is left is filled by
wild tiles, so only their number matters. One suit is gone through rank by rank and remembered from
every rank on, since the same ends of suits come back in thousands of hands. A block of only wild tiles is a
block like any other, in each place that it can take.

A rule set whose fans may observe anything gets every filling. If they state what they observe of the blocks,
one filling of each class that looks the same to them is made (`WildEquivalence`); and if they observe only
whether some groups of blocks are there, the free blocks are not even tried (`group_search.GroupSearch`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from paiyan.scorer.arranging.suits import Counts, Observation
from paiyan.scorer.arranging.wild.group_search import NOTHING, Filling, GroupSearch, group_search_for
from paiyan.scorer.caching import Remembered
from paiyan.scorer.tiles.blocks import CODED, HEADS, Block, Blocks, decoded, tiles_among
from paiyan.scorer.tiles.tile import KINDS

_SUITS: Final = (slice(0, 9), slice(9, 18), slice(18, 27), slice(27, KINDS))  # the last are the honours
_MOST: Final = 1 << 16
# What was found: bare bytes and numbers, so no garbage collector walks it.
_KNOWN: Final[dict[bytes, int]] = {}


def min_wilds(counts: Counts, *, pairs: int) -> int:
    """Return the fewest wild tiles that make sets and `pairs` (0 or 1) pairs of these counts."""
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
    """Return the fewest wild tiles of one suit, from a rank to its end; `top` is the kind after its last."""
    key = bytes((*ends, top, pairs))
    found = _KNOWN.get(key)
    if found is None:
        found = _find_of_suit(ends, top, pairs)
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        _KNOWN[key] = found
    return found


def _find_of_suit(ends: Counts, top: int, pairs: int) -> int:
    """Compute `_of_suit`.

    The lowest tile is in a triplet, a run or the pair, with all the natural tiles that fit: a wild tile in
    the place of one of them would be missing where that one went.
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


_EACH: Final = 3  # bits that count the blocks of a class: a hand has seven at most


class WildEquivalence:
    """Classes of blocks that fans cannot tell apart, added up: three bits for the number of blocks of each
    class.

    Blocks with different numbers of faces of the wild `kinds` are in different classes: of ways worth the
    same, the one with the most such faces is shown.
    """

    def __init__(self, observed: Observation, kinds: frozenset[int]) -> None:
        faces = {
            face: i for i, face in enumerate(dict.fromkeys(f for group in observed.groups for f in group))
        }
        wild = tiles_among(kinds)
        classes: dict[tuple[int, ...], int] = {}
        weights: list[int] = []
        for code, block in enumerate(CODED):
            seen = [faces.get((block.shape, block.kind), -1), wild[code]]
            seen += [ask(block) for ask in observed.of_block]
            weights.append(1 << _EACH * classes.setdefault(tuple(seen), len(classes)))
        self._weights = weights
        self._of_won = observed.of_won
        self.of = Remembered(self._sum, most=1 << 14)  # of blocks in code

    def _sum(self, codes: bytes) -> int:
        return sum([self._weights[code] for code in codes])

    def of_block_that_won(self, codes: bytes, block: Block, wild: int, place: int) -> tuple[int, ...]:
        """Return what fans observe of the block that won; `codes` is that block in code."""
        if not self._of_won:
            return ()
        return (self.of[codes], *[ask(block, wild, place) for ask in self._of_won])


@lru_cache(maxsize=1 << 6)
def wild_equivalence(observed: Observation, kinds: frozenset[int]) -> WildEquivalence:
    """Return the cached equivalence for fans that observe this much, where these kinds are wild."""
    return WildEquivalence(observed, kinds)


ANY: Final = (1 << KINDS) - 1  # a wild tile may be any tile
Whole = tuple[bytes, int]  # blocks in code, and their classes


class SearchScope(NamedTuple):
    """The blocks that a search must tell apart, and the faces that wild tiles may take.

    `may_be` is a mask of kinds. `room` holds how often each of the 34 kinds may still occur in the concealed
    tiles; None if nothing limits it. `group_search` looks only for the groups of blocks that the fans
    look for, `equivalence` the blocks that they cannot tell apart; if both are None every block counts.
    """

    may_be: int
    room: Counts | None = None
    group_search: GroupSearch | None = None
    equivalence: WildEquivalence | None = None


@lru_cache(maxsize=1 << 15)
def _every(
    ends: Counts,
    first: int,
    second: int,
    left: int,
    top: int,
    may_be: int,
    room: Counts | None,
    equivalence: WildEquivalence | None,
) -> tuple[Filling, ...]:
    """Return the fillings from one rank to the end of a suit, as for `GroupSearch`.

    `left` are the wild tiles that may be taken, `room` the room from that rank on; `equivalence` gives the
    classes.
    """
    if not ends:
        return NOTHING
    held, kind = ends[0], top - len(ends)
    most = held + left if may_be >> kind & 1 else held
    if room is not None:
        most = min(most, room[0])
    most -= first + second
    further = None if room is None else room[1:]
    found: list[Filling] = []
    for begun in range(most + 1) if len(ends) > 2 and top < KINDS else (0,) if most >= 0 else ():
        for triplets in range((most - begun) // 3 + 1):
            for pairs in (0, 1):
                need = begun + 3 * triplets + 2 * pairs
                taken = first + second + need - held
                if taken < 0 or need > most:
                    continue
                head = HEADS[kind, begun, triplets, pairs]
                own = equivalence.of[head] if equivalence else 0
                found += [
                    (wilds + taken, pairs + p, own + seen, head + blocks)
                    for wilds, p, seen, blocks in _every(
                        ends[1:], begun, first, left - taken, top, may_be, further, equivalence
                    )
                    if pairs + p < 2
                ]
    return tuple(_first_of_each(found) if equivalence else found)


def _first_of_each(fillings: list[Filling]) -> Iterable[Filling]:
    """Return the first filling of those with the same wild tiles, pairs and class."""
    first: dict[tuple[int, int, int], Filling] = {}
    for filling in fillings:
        first.setdefault(filling[:3], filling)
    return first.values()


@lru_cache(maxsize=1 << 10)
def _half(
    counts: Counts,
    base: int,
    left: int,
    may_be: int,
    room: Counts | None,
    equivalence: WildEquivalence | None,
) -> dict[tuple[int, int], list[Whole]]:
    """Return the fillings of two suits from kind `base` on, by the wild tiles and pairs that they take."""
    half: dict[tuple[int, int], list[Whole]] = {}
    middle, end = base + 9, base + len(counts)
    first = _every(counts[:9], 0, 0, left, middle, may_be, room and room[base:middle], equivalence)
    second = _every(counts[9:], 0, 0, left, end, may_be, room and room[middle:end], equivalence)
    done: set[tuple[int, int, int]] = set()
    for a in first:
        for b in second:
            taken, pairs, seen = a[0] + b[0], a[1] + b[1], a[2] + b[2]
            if taken > left or pairs > 1:
                continue
            if equivalence:
                if (taken, pairs, seen) in done:
                    continue
                done.add((taken, pairs, seen))
            half.setdefault((taken, pairs), []).append((a[3] + b[3], seen))
    return half


def of_suit(counts: Counts, base: int, left: int, scope: SearchScope) -> Iterator[tuple[int, int, Blocks]]:
    """Yield the ways to arrange a suit: wild tiles taken, at most `left`; pairs; blocks."""
    room = scope.room and scope.room[base : base + 9]
    for taken, pairs, _, codes in _every(counts, 0, 0, left, base + 9, scope.may_be, room, None):
        yield taken, pairs, decoded(codes)


def wholes(counts: Counts, wilds: int, *, pairs: int, scope: SearchScope) -> Iterator[Whole]:
    """Yield the ways to arrange natural tiles and exactly `wilds` wild tiles as sets and `pairs` (0 or 1)
    pairs.

    All of them or, if some blocks are equivalent, at least the first of each class.
    """
    low = _half(counts[:18], 0, wilds, scope.may_be, scope.room, scope.equivalence)
    high = _half(counts[18:], 18, wilds, scope.may_be, scope.room, scope.equivalence)
    for (taken, p), ways in low.items():
        others = high.get((wilds - taken, pairs - p), ())
        for blocks, seen in ways:
            for more, also in others:
                yield blocks + more, seen + also


def fillings(
    counts: Counts, wilds: int, *, pairs: int, scope: SearchScope, laid: int = 0
) -> Iterator[Blocks]:
    """Yield `wholes` as blocks; `laid` are the target faces that are shown already."""
    if scope.group_search is not None and scope.room is None:
        yield from scope.group_search.fillings(counts, wilds, pairs, laid)
        return
    for codes, _ in wholes(counts, wilds, pairs=pairs, scope=scope):
        yield decoded(codes)


def can_fill(counts: Counts, wilds: int, *, pairs: int, scope: SearchScope) -> bool:
    """True if there is any such way."""
    if min_wilds(counts, pairs=pairs) > wilds:
        return False
    if scope.room is None and scope.may_be == ANY:
        return True
    if scope.room is None:
        scope = scope._replace(group_search=group_search_for((), scope.may_be))
    return next(fillings(counts, wilds, pairs=pairs, scope=scope), None) is not None
