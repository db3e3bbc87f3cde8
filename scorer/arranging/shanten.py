"""How far a hand is from winning: the shanten number 向听数, one less than the tiles it still lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import product
from operator import add
from typing import NamedTuple

from paiyan.scorer.arranging.arrangements import KNITTED_SETS, Counts
from paiyan.scorer.arranging.suits import FROM_ONE, RANK, Suits, counts_of, of_counts
from paiyan.scorer.caching import Remembered
from paiyan.scorer.tiles.blocks import APART, LOOSE, Form
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
    sets, pair = one[:6], one[6:]
    last, last_pair = other[5::-1], other[11:5:-1]  # from the most sets, so that what adds up stands together
    table = [min(map(add, sets, last[5 - n :])) for n in range(6)]
    for n in range(6):
        table.append(min(min(map(add, pair, last[5 - n :])), min(map(add, sets, last_pair[5 - n :]))))
    return tuple(table)


class SuitTables:
    """What suits lack, remembered by suit and by two and three suits: a tile more changes one of them.

    No face occurs more than `most` times; without `runs` sets are triplets only. A `form` may have sets of
    its own, of which a hand holds at most `sets`.
    """

    def __init__(self, most: int, runs: bool, form: Form = Form.STANDARD, sets: int = 4) -> None:
        self.part = Remembered[Counts, Table](lambda held: _lacking(held, runs, most), 1 << 14)
        self.apart = Remembered[Counts, Table](lambda held: _lacking(held, False, most), 1 << 12)
        first, *others = SET_FORMS.get(form, (None,))
        honours = [part for part in others if part and part.start >= 27]

        def own_sets(own: int) -> Table:
            assert first is not None
            return _OF_PART[own, first, sets, most]

        def own_honours(own: int) -> Table:
            return reduce(_joined, [_OF_PART[_within(own, part), part, sets, most] for part in honours])

        standard = first is None or plain(first)
        of_suit = (self._of_parts if runs else self._of_kinds) if standard else own_sets
        self.suit = Remembered[int, Table](of_suit, 1 << 14)
        self.honours = Remembered[int, Table](own_honours if honours else self._of_kinds, 1 << 12)
        self.two = Remembered[tuple[int, int], Table](
            lambda own: _joined(self.suit[own[0]], self.suit[own[1]]), 1 << 14
        )
        self.last_two = Remembered[tuple[int, int], Table](
            lambda own: _joined(self.suit[own[0]], self.honours[own[1]]), 1 << 14
        )

        self.with_last = Remembered[tuple[int, int, int], Table](
            lambda own: _joined(self.suit[own[0]], self.last_two[own[1], own[2]]), 1 << 14
        )
        self.with_honours = Remembered[tuple[int, int, int], Table](
            lambda own: _joined(self.two[own[0], own[1]], self.honours[own[2]]), 1 << 14
        )
        self.numbers = Remembered[tuple[int, int, int], Table](
            lambda own: _joined(self.two[own[0], own[1]], self.suit[own[2]]), 1 << 14
        )

    def _of_parts(self, own: int) -> Table:
        """Return what a suit lacks, joined of parts that no run connects: two ranks between them are empty.

        Such parts are few, so most are known after some hands. A part is looked at with as much room on
        either side as a run can use.
        """
        held = _ranks(own, 9)
        ranks = [rank for rank, n in enumerate(held) if n]
        table, begin = None, 0
        for at in range(1, len(ranks) + 1):
            if at < len(ranks) and ranks[at] - ranks[at - 1] < 3:
                continue
            low, high = max(0, ranks[begin] - 2), min(9, ranks[at - 1] + 3)
            part = [0] * (high - low)
            for rank in ranks[begin:at]:
                part[rank - low] = held[rank]
            found = self.part[tuple(part)]
            table = found if table is None else _joined(table, found)
            begin = at
        return table or self.part[()]

    def _of_kinds(self, own: int) -> Table:
        """Return what tiles lack of which no runs are made: only how many of each there are counts."""
        return self.apart[tuple(sorted([n for n in _ranks(own, 9) if n]))]

    def lacking(self, suits: Suits, sets: int) -> int:
        """Return the tiles lacking for `sets` sets and a pair."""
        return _whole(self.two[suits[0], suits[1]], self.last_two[suits[2], suits[3]], sets)

    def changed(self, suits: Suits, sets: int, limit: int, kinds: Sequence[int], by: int) -> list[int]:
        """Return those of some kinds with `by` more of which (1 or -1) at most `limit` tiles lack."""
        a, b, c, d = suits
        others: list[Table | None] = [None, None, None, None]
        found: list[int] = []
        for kind in kinds:
            at = kind // 9
            other = others[at]
            if other is None:
                if at == 0:
                    other = self.with_last[b, c, d]
                elif at == 1:
                    other = self.with_last[a, c, d]
                elif at == 2:
                    other = self.with_honours[a, b, d]
                else:
                    other = self.numbers[a, b, c]
                others[at] = other
            own = suits[at] + (by << RANK_BITS * (kind - 9 * at))
            one = self.honours[own] if at == 3 else self.suit[own]
            for n in range(sets + 1):
                if one[n] + other[6 + sets - n] <= limit or one[6 + n] + other[sets - n] <= limit:
                    found.append(kind)
                    break
        return found


def suit_tables(most: int, runs: bool = True, form: Form = Form.STANDARD, sets: int = 4) -> SuitTables:
    """Return the tables of suits in which no face occurs more than `most` times (4, or 7 with wild tiles).

    `sets` is how many sets of a form with sets of its own a hand may hold.
    """
    return _SUITS[most, runs, form, sets]


def forget_tables() -> None:
    """Empty all tables, as in a program that begins."""
    _SUITS.clear()
    _OF_PART.clear()


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
_SUITS = Remembered[tuple[int, bool, Form, int], SuitTables](lambda key: SuitTables(*key), most=16)


def _within(own: int, part: Part) -> int:
    """Return the tiles of a suit that are of a part's kinds, from its first on."""
    return own >> RANK_BITS * (part.start % 9) & (1 << RANK_BITS * (part.end - part.start)) - 1


def _of_part(at: tuple[int, Part, int, int]) -> Table:
    """As `_lacking`, for a part with sets of its own: what most of it is held of any choice of sets."""
    own, part, sets, most = at
    held = _unary(_ranks(own, part.end - part.start))
    table = [_FAR] * 12
    for place, (size, choices) in _choices(part, sets, most).items():
        table[place] = size - max(map(int.bit_count, map(held.__and__, choices)))
    return tuple(table)


_OF_PART = Remembered[tuple[int, Part, int, int], Table](_of_part, 1 << 13)


@lru_cache(maxsize=32)
def _choices(part: Part, sets: int, most: int) -> Mapping[int, tuple[int, tuple[int, ...]]]:
    """Return the choices of sets of a part, `_unary`, by place in a table; and how many tiles these are."""
    found: dict[int, tuple[int, list[int]]] = {}
    for need in needs(part, sets):
        if max(need.counts) <= most:
            place = 6 * need.pairs + len(need.blocks) - need.pairs
            found.setdefault(place, (sum(need.counts), []))[1].append(_unary(need.counts))
    return {place: (size, tuple(some)) for place, (size, some) in found.items()}


def _unary(counts: Sequence[int]) -> int:
    """Return counts as bits, one for each tile, so that `&` leaves what two of them have in common."""
    return sum([((1 << n) - 1) << 8 * rank for rank, n in enumerate(counts)])


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
    honours = sum([n > 0 for n in counts[27:34]])
    a, b, c = (_fitting(tuple([n > 0 for n in counts[base : base + 9]])) for base in (0, 9, 18))
    return 14 - max([a[i] + b[j] + c[k] + min(honours, 14 - i - j - k) for i, j, k in _SCATTERED_SIZES])


_SCATTERED_SIZES = tuple(sizes for sizes in product(range(4), repeat=3) if sum(sizes) >= 7)


@lru_cache(maxsize=1 << 9)
def _fitting(held: tuple[bool, ...]) -> tuple[int, ...]:
    """Return by size how many tiles of a suit fit among so many that are apart."""
    return tuple([max(sum(held[r] for r in some) for some in APART if len(some) == n) for n in range(4)])


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
    best, lacking_of = _FAR, suit_tables(most)
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
    most = 7 if wilds else 4
    lacking = [lacking_of(form, suits, melds=melds, sets=sets, most=most) for form in forms]
    return min(lacking, default=_FAR) - wilds - 1


def lacking_of(form: Form, suits: Suits, *, melds: int, sets: int, most: int) -> int:
    """Return the tiles that a hand lacks of one form; no face occurs more than `most` times."""
    if form is Form.STANDARD:
        return suit_tables(most).lacking(suits, sets - melds)
    if form is Form.THREE_WILDS:
        return 3
    if form is Form.KNITTED_STRAIGHT:
        return _knitted_straight(suits, melds=melds, most=most) if melds <= 1 else _FAR
    if melds and form in _WHOLE_HANDS:
        return _FAR
    if form in SET_FORMS:
        return suit_tables(most, True, form, sets).lacking(suits, sets - melds)
    counts = counts_of(suits)
    if form in LOOSE:
        fits = sum(n for k, n in enumerate(counts) if LOOSE[form] >> k & 1)
        return max(0, 3 * (sets - melds) + 2 - fits)
    return _WHOLE_HANDS[form](counts) if form in _WHOLE_HANDS else _FAR
