"""How far a hand is from winning: the shanten number 向听数, one less than the tiles it still lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import product
from typing import NamedTuple

from paiyan.scorer.arranging.arrangements import KNITTED_SETS, Counts
from paiyan.scorer.arranging.suits import FROM_ONE, RANK, Suits, counts_of, of_counts
from paiyan.scorer.caching import Remembered
from paiyan.scorer.tiles.forms import APART, LOOSE, Form
from paiyan.scorer.tiles.kind_sets import ORPHAN_KINDS
from paiyan.scorer.tiles.tile import KINDS, RANK_BITS
from paiyan.scorer.tiles.unusual_sets import SET_FORMS, Part, needs, plain

_FAR = 99

Table = tuple[int, ...]  # what a part of the tiles lacks for 0 to 5 sets, then for as many and a pair


class _Begun(NamedTuple):
    """Blocks that begin at a rank: how many are runs, how many sets, whether a pair, and the tiles to add."""

    runs: int
    sets: int
    pair: int
    cost: int


def _beginnings(at: tuple[int, int, bool, int]) -> tuple[_Begun, ...]:
    """Return what may begin at a rank where runs of lower ranks need `pending` of the tiles held.

    A triplet or a pair that must be added whole is left out: it may lie anywhere, as `_filled` counts.
    """
    pending, held, room, most = at
    found: list[_Begun] = []
    for runs in range(3 if room else 1):  # three equal runs are triplets too
        without = max(0, pending + runs - held)
        for triplets in range(most // 3 + 1):
            for pair in (0, 1):
                need = pending + runs + 3 * triplets + 2 * pair
                cost = max(0, need - held)
                if need <= most and (cost - without < 3 * triplets + 2 * pair or not triplets + pair):
                    found.append(_Begun(runs, runs + triplets, pair, cost))
    return tuple(found)


_BEGINNINGS = Remembered(_beginnings, 1 << 9)


def _lacking(suit: Counts, runs: bool, most: int) -> Table:
    """Return the fewest tiles that a suit lacks for `n` sets and `p` pairs, at place ``6 * p + n``.

    No face occurs more than `most` times. Goes over the ranks once; `one` and `two` are the runs begun
    one and two ranks ago, and for each of these a table holds what was added so far. Blocks are tried where a
    tile of them is held; others cost all of their tiles wherever they lie, and room for them is left: five
    sets and a pair of nine ranks (of seven, without runs) leave a rank of which two tiles at most are in use,
    one at most before the last set.
    """
    best = {(0, 0): [0] + [_FAR] * 11}
    for rank, held in enumerate(suit):
        room = runs and rank <= len(suit) - 3 and any(suit[rank : rank + 3])
        nxt: dict[tuple[int, int], list[int]] = {}
        for (one, two), before in best.items():
            reached = [(at, cost) for at, cost in enumerate(before) if cost < _FAR]
            for begun, sets, pair, cost in _BEGINNINGS[one + two, held, room, most]:
                table = nxt.setdefault((begun, one), [_FAR] * 12)
                for at, added in reached:
                    to = at + sets + 6 * pair
                    if at % 6 + sets < 6 and to < 12 and added + cost < table[to]:
                        table[to] = added + cost
        best = nxt
    return _filled(best[0, 0])


def _filled(added: Sequence[int]) -> Table:
    """Return a table in which blocks of which no tile is held are added to others."""
    table = [_FAR] * 12
    for at, cost in enumerate(added):
        pairs, sets = divmod(at, 6)
        for p in range(pairs, 2) if cost < _FAR else ():
            for n in range(sets, 6):
                whole = cost + 3 * (n - sets) + 2 * (p - pairs)
                table[6 * p + n] = min(table[6 * p + n], whole)
    return tuple(table)


def _joined(one: Table, other: Table) -> Table:
    """Return what two parts of the tiles lack together."""
    table = [_FAR] * 12
    for n, a in enumerate(one[:6]):
        with_pair = one[6 + n]
        for more in range(6 - n):
            b = other[more]
            if a + b < table[n + more]:
                table[n + more] = a + b
            at = 6 + n + more
            table[at] = min(table[at], with_pair + b, a + other[6 + more])
    return tuple(table)


class _Suits:
    """What suits lack, remembered by suit and by two suits: a tile more changes one of them."""

    def __init__(self, most: int) -> None:
        self.suit = Remembered[int, Table](lambda own: _lacking(_ranks(own, 9), True, most), 1 << 14)
        self.triplets = Remembered[int, Table](lambda own: _lacking(_ranks(own, 9), False, most), 1 << 12)
        self.honours = Remembered[int, Table](lambda own: _lacking(_ranks(own, 7), False, most), 1 << 12)
        self.two = Remembered[tuple[int, int], Table](
            lambda own: _joined(self.suit[own[0]], self.suit[own[1]]), 1 << 14
        )
        self.last_two = Remembered[tuple[int, int], Table](
            lambda own: _joined(self.suit[own[0]], self.honours[own[1]]), 1 << 14
        )

    def lacking(self, suits: Suits, sets: int) -> int:
        """Return the tiles lacking for `sets` sets and a pair."""
        return _whole(self.two[suits[0], suits[1]], self.last_two[suits[2], suits[3]], sets)


def lacking_of_sets(suits: Suits, sets: int, most: int) -> int:
    """Return the tiles lacking for `sets` sets and a pair; no face occurs more than `most` times (4 or 7)."""
    return _SUITS[most].lacking(suits, sets)


def lacking_of_triplets(suits: Suits, sets: int, most: int) -> int:
    """Return the tiles lacking for `sets` triplets and a pair."""
    of_suit, honours = _SUITS[most].triplets, _SUITS[most].honours
    one = _joined(of_suit[suits[0]], of_suit[suits[1]])
    return _whole(one, _joined(of_suit[suits[2]], honours[suits[3]]), sets)


def _whole(one: Table, other: Table, sets: int) -> int:
    """Return what two parts lack for `sets` sets and a pair."""
    best = _FAR
    for n in range(sets + 1):
        cost = min(one[n] + other[6 + sets - n], one[6 + n] + other[sets - n])
        if cost < best:
            best = cost
    return best


def _ranks(own: int, size: int) -> Counts:
    """Return the tiles of one suit, by rank."""
    return tuple([own >> RANK_BITS * rank & RANK for rank in range(size)])


_KNITTED = tuple(of_counts(tuple([int(k in nine) for k in range(KINDS)])) for nine in KNITTED_SETS)
_SUITS = Remembered[int, _Suits](_Suits, most=8)  # by how many of a face there may be


def _of_sets(counts: Counts, form: Form, *, sets: int, most: int) -> int:
    """Return the tiles lacking of a form with sets of its own."""
    parts = [(counts[p.start : p.end], p) for p in SET_FORMS[form]]
    tables = [_lacking(held, True, most) if plain(p) else _of_part(held, p, sets, most) for held, p in parts]
    return _whole(reduce(_joined, tables[:-1]), tables[-1], sets)


@lru_cache(maxsize=1 << 13)
def _of_part(held: Counts, part: Part, sets: int, most: int) -> Table:
    """As `_lacking`, for a part with sets of its own."""
    table = [_FAR] * 12
    for need in needs(part, sets):
        if max(need.counts) <= most:
            cost = sum([n - h for n, h in zip(need.counts, held, strict=True) if n > h])
            at = 6 * need.pairs + len(need.blocks) - need.pairs
            table[at] = min(table[at], cost)
    return tuple(table)


def _seven_pairs(counts: Counts) -> int:
    """Return the tiles lacking for seven pairs; four equal tiles are two of them."""
    return _for_pairs(sum([n // 2 for n in counts]), sum([n & 1 for n in counts]))


def _for_pairs(pairs: int, odd: int) -> int:
    """Return the tiles lacking for seven pairs, where there are so many and so many odd tiles besides."""
    lacking = max(0, 7 - pairs)
    return lacking + max(0, lacking - odd)


def _distinct_pairs(counts: Counts) -> int:
    """Tiles lacking for seven different pairs."""
    pairs = sum(n > 1 for n in counts)
    return 7 - pairs + max(0, 7 - sum(n > 0 for n in counts))


def _pairs_and_triplet(counts: Counts) -> int:
    """Return the tiles lacking for seven pairs beside a triplet of some kind."""
    pairs, odd = sum([n // 2 for n in counts]), sum([n & 1 for n in counts])
    return min([max(0, 3 - n) + _for_pairs(pairs - n // 2, odd - (n & 1)) for n in {*counts}])


def _eight_pairs(counts: Counts) -> int:
    """Tiles lacking for eight pairs and a single tile."""
    lacking = max(0, 8 - sum(min(n, 4) // 2 for n in counts))
    odd = sum(n % 2 for n in counts)
    return lacking + max(0, lacking - odd) + (odd <= lacking)


def _thirteen_orphans(counts: Counts) -> int:
    kinds = sum(counts[k] > 0 for k in ORPHAN_KINDS)
    return 14 - kinds - any(counts[k] > 1 for k in ORPHAN_KINDS)


def _knitted_honours(counts: Counts) -> int:
    honours = sum(counts[k] > 0 for k in range(27, 34))
    return 14 - honours - max(sum(counts[k] > 0 for k in nine) for nine in KNITTED_SETS)


def _scattered(counts: Counts) -> int:
    """Tiles lacking for single tiles of which no two of a suit are near each other."""
    honours = sum(counts[k] > 0 for k in range(27, 34))
    suits = [
        [max(sum(counts[base + r] > 0 for r in some) for some in APART if len(some) == n) for n in range(4)]
        for base in (0, 9, 18)
    ]  # of each suit, how many tiles fit among so many

    def fits(sizes: tuple[int, ...]) -> int:
        return sum(suit[n] for suit, n in zip(suits, sizes, strict=True)) + min(honours, 14 - sum(sizes))

    return 14 - max(fits(sizes) for sizes in product(range(4), repeat=3) if sum(sizes) >= 7)


_WHOLE_HANDS: Mapping[Form, Callable[[Counts], int]] = {
    Form.SEVEN_PAIRS: _seven_pairs,
    Form.DISTINCT_PAIRS: _distinct_pairs,
    Form.PAIRS_AND_TRIPLET: _pairs_and_triplet,
    Form.EIGHT_PAIRS: _eight_pairs,
    Form.THIRTEEN_ORPHANS: _thirteen_orphans,
    Form.KNITTED_HONOURS: _knitted_honours,
    Form.SCATTERED: _scattered,
}  # forms that no meld fits in: the tiles that each lacks


def _knitted_straight(suits: Suits, *, melds: int, most: int) -> int:
    """Return the tiles lacking for a knitted straight beside a set, which may lie open, and a pair."""
    best, lacking_of = _FAR, _SUITS[most]
    for nine in _KNITTED:
        lacking = 9
        rest: list[int] = []
        for own, ranks in zip(suits[:3], nine[:3], strict=True):
            there = (own + FROM_ONE & ranks << RANK_BITS - 1) >> RANK_BITS - 1  # one of each that is held
            lacking -= there.bit_count()
            rest.append(own - there)
        best = min(best, lacking + lacking_of.lacking((rest[0], rest[1], rest[2], suits[3]), 1 - melds))
    return best


def distance(counts: Counts, forms: Sequence[Form], *, melds: int, sets: int = 4, wilds: int = 0) -> int:
    """Return the shanten number of concealed tiles beside `melds` melds: 0 waiting, -1 complete.

    With one tile more than a waiting hand holds, the best tile to discard is left out by itself. `wilds`
    wild tiles are held beside `counts`; each makes up for one tile that lacks, also for a fifth of a face.
    """
    return distance_of(of_counts(counts), forms, melds=melds, sets=sets, wilds=wilds)


def distance_of(suits: Suits, forms: Sequence[Form], *, melds: int, sets: int = 4, wilds: int = 0) -> int:
    """Return what `distance` does, of tiles by suit."""
    best, counts = _FAR, None
    most = 7 if wilds else 4
    for form in forms:
        if form is Form.STANDARD:
            lacking = _SUITS[most].lacking(suits, sets - melds)
        elif form is Form.THREE_WILDS:
            lacking = 3
        elif form is Form.KNITTED_STRAIGHT:
            lacking = _knitted_straight(suits, melds=melds, most=most) if melds <= 1 else _FAR
        else:
            counts = counts or counts_of(suits)
            lacking = _of_other(form, counts, melds=melds, sets=sets, most=most)
        best = min(best, lacking)
    return best - wilds - 1


def _of_other(form: Form, counts: Counts, *, melds: int, sets: int, most: int) -> int:
    """Return the tiles lacking of a form that counts the kinds."""
    if form in SET_FORMS:
        return _of_sets(counts, form, sets=sets - melds, most=most)
    if form in LOOSE:
        fits = sum(n for k, n in enumerate(counts) if LOOSE[form] >> k & 1)
        return max(0, 3 * (sets - melds) + 2 - fits)
    return _WHOLE_HANDS[form](counts) if not melds and form in _WHOLE_HANDS else _FAR
