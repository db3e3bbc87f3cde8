"""Compute the shanten number 向听数: one less than the number of tiles that a hand lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import product
from operator import add
from typing import NamedTuple

from paiyan.scorer.arranging.arrangements import KNITTED_SETS, Counts
from paiyan.scorer.arranging.suits import FROM_ONE, RANK, Suits, counts_of, of_counts
from paiyan.scorer.caching import Remembered
from paiyan.scorer.tiles.blocks import APART, LOOSE, Form
from paiyan.scorer.tiles.tile import KINDS, ORPHAN_KINDS, RANK_BITS
from paiyan.scorer.tiles.unusual_sets import SET_FORMS, Part, needs, plain

_FAR = 99

Table = tuple[int, ...]  # what a part of the tiles lacks for 0 to 5 sets, then for as many and a pair


class _Begun(NamedTuple):
    """Blocks that begin at a rank: the index of the state after them, and what they do to ways (`_lacking`).

    `fits` are the bits of ways that have room for these blocks, `step` is how far those bits move.
    """

    state: int
    fits: int
    step: int


_PAIR = 8  # of the bits of a way: its sets are counted below, its pair here
_COST = 16  # and each tile that was added moves them by as much
_MOST_LACKING = 17  # five sets and a pair
_EVERY_COST = sum([1 << _COST * cost for cost in range(_MOST_LACKING + 1)])
_PLACES = tuple([_PAIR * pair + sets for pair in (0, 1) for sets in range(6)])  # in a table's order


def _with_room(sets: int, pair: int) -> int:
    """Return the bits of ways that `sets` more sets fit in, and `pair` (0 or 1) more pairs."""
    room = sum([1 << _PAIR * p + n for p in range(2 - pair) for n in range(6 - sets)])
    return room * _EVERY_COST


def _beginnings(key: tuple[int, int, bool, int]) -> tuple[_Begun, ...]:
    """Return the blocks that may begin at a rank, given the runs begun one and two ranks ago.

    The state is ``3 * one + two``.

    A triplet or a pair that must be added whole is left out: it may lie anywhere, as `_filled` counts.
    """
    state, held, room, most = key
    one, two = divmod(state, 3)
    found: list[_Begun] = []
    for runs in range(3 if room else 1):  # three equal runs are triplets too
        without = max(0, one + two + runs - held)
        for triplets in range(most // 3 + 1):
            for pair in (0, 1):
                need = one + two + runs + 3 * triplets + 2 * pair
                cost = max(0, need - held)
                if need <= most and (cost - without < 3 * triplets + 2 * pair or not triplets + pair):
                    sets = runs + triplets
                    step = _COST * cost + _PAIR * pair + sets
                    found.append(_Begun(3 * runs + one, _with_room(sets, pair), step))
    return tuple(found)


_BEGINNINGS = Remembered(_beginnings, 1 << 9)


def _lacking(suit: Counts, runs: bool, most: int) -> Table:
    """Return the fewest tiles that a suit lacks for `n` sets and `p` pairs, at place ``6 * p + n``.

    No face occurs more than `most` times. Goes over the ranks once, with the ways to take blocks so far, for
    each state of the runs that go on. A way is a bit: its place tells of the sets, the pair and the tiles
    added, so blocks move all ways at once, and equal ways are one. Blocks are tried where a tile of them is
    held; others cost all of their tiles wherever they lie, and room for them is left: five sets and a pair of
    nine ranks (of seven, without runs) leave a rank of which two tiles at most are in use, one at most before
    the last set.
    """
    ways = [1, 0, 0, 0, 0, 0, 0, 0, 0]
    for rank, held in enumerate(suit):
        room = runs and rank <= len(suit) - 3 and any(suit[rank : rank + 3])
        after = [0, 0, 0, 0, 0, 0, 0, 0, 0]
        for state, before in enumerate(ways):
            if before:
                for to, fits, step in _BEGINNINGS[state, held, room, most]:
                    after[to] |= (before & fits) << step
        ways = after
    return _filled(ways[0])


def _filled(ways: int) -> Table:
    """Return the table of ways to which blocks of which no tile is held are added."""
    for _ in range(5):
        ways |= (ways & _ROOM_FOR_SET) << 3 * _COST + 1
    ways |= (ways & _ROOM_FOR_PAIR) << 2 * _COST + _PAIR
    table: list[int] = []
    for place in _PLACES:
        costs = ways >> place & _EVERY_COST
        table.append(((costs & -costs).bit_length() - 1) // _COST)
    filled = tuple(table)
    return _TABLES.setdefault(filled, filled)


_ROOM_FOR_SET = _with_room(1, 0)
_ROOM_FOR_PAIR = _with_room(0, 1)


def _join(tables: tuple[Table, Table]) -> Table:
    """Return what two parts of the tiles lack together."""
    one, other = tables
    sets, pair = one[:6], one[6:]
    last, last_pair = other[5::-1], other[11:5:-1]  # from the most sets, so that what adds up stands together
    table = [min(map(add, sets, last[5 - n :])) for n in range(6)]
    for n in range(6):
        table.append(min(min(map(add, pair, last[5 - n :])), min(map(add, sets, last_pair[5 - n :]))))
    joined = tuple(table)
    return _TABLES.setdefault(joined, joined)


_JOINED = Remembered[tuple[Table, Table], Table](_join, 1 << 15)
_TABLES: dict[Table, Table] = {}
"""Tables of two parts, and each table itself: few differ, however many hands there are."""


def _both(first: Table, other: Table) -> Table:
    return _JOINED[first, other]


class SuitTables:
    """Tables of the tiles that suits lack, cached by one, two and three suits.

    No face occurs more than `most` times; without `runs` sets are triplets only. A `form` may have its own
    sets, of which a hand holds at most `sets`.
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
            return reduce(_both, [_OF_PART[_within(own, part), part, sets, most] for part in honours])

        standard = first is None or plain(first)
        of_suit = (self._of_parts if runs else self._of_kinds) if standard else own_sets
        self.suit = Remembered[int, Table](of_suit, 1 << 14)
        self.honours = Remembered[int, Table](own_honours if honours else self._of_kinds, 1 << 12)
        self.two = Remembered[tuple[int, int], Table](
            lambda own: _JOINED[self.suit[own[0]], self.suit[own[1]]], 1 << 14
        )
        self.last_two = Remembered[tuple[int, int], Table](
            lambda own: _JOINED[self.suit[own[0]], self.honours[own[1]]], 1 << 14
        )

        self.with_last = Remembered[tuple[int, int, int], Table](
            lambda own: _JOINED[self.suit[own[0]], self.last_two[own[1], own[2]]], 1 << 14
        )
        self.with_honours = Remembered[tuple[int, int, int], Table](
            lambda own: _JOINED[self.two[own[0], own[1]], self.honours[own[2]]], 1 << 14
        )
        self.numbers = Remembered[tuple[int, int, int], Table](
            lambda own: _JOINED[self.two[own[0], own[1]], self.suit[own[2]]], 1 << 14
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
            found = self.part[min(tuple(part), tuple(part[::-1]))]  # from the other end it lacks the same
            table = found if table is None else _JOINED[table, found]
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
    """Empty all tables, as at the start of a program."""
    _SUITS.clear()
    _OF_PART.clear()
    _JOINED.clear()
    _TABLES.clear()


def _whole(first: Table, other: Table, sets: int) -> int:
    """Return what two parts lack for `sets` sets and a pair."""
    best = _FAR
    for n in range(sets + 1):
        cost = min(first[n] + other[6 + sets - n], first[6 + n] + other[sets - n])
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


def _of_part(key: tuple[int, Part, int, int]) -> Table:
    """Return what `_lacking` does, for a part with its own sets: the best match with any choice of sets."""
    own, part, sets, most = key
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


_SUIT_BITS = 9 * RANK_BITS
_ONES = sum([1 << RANK_BITS * k for k in range(36)])  # the lowest bit of every kind, nine to a suit


def _bits_of(suits: Suits) -> tuple[int, int, int]:
    """Return by kind the three bits of how many tiles of it there are: 1, 2 and 4."""
    a, b, c, d = suits
    every = a | b << _SUIT_BITS | c << 2 * _SUIT_BITS | d << 3 * _SUIT_BITS
    return every & _ONES, every >> 1 & _ONES, every >> 2 & _ONES


def _kind_bits(kinds: Iterable[int]) -> int:
    """Return some kinds as `_bits_of` places them."""
    return sum([1 << RANK_BITS * k for k in kinds])


def _seven_pairs(suits: Suits) -> int:
    """Return the tiles lacking for seven pairs; four equal tiles are two of them."""
    odd, two, four = _bits_of(suits)
    return _for_pairs(two.bit_count() + 2 * four.bit_count(), odd.bit_count())


def _for_pairs(pairs: int, odd: int) -> int:
    """Return the tiles lacking for seven pairs, given the numbers of pairs and of odd tiles."""
    lacking = max(0, 7 - pairs)
    return lacking + max(0, lacking - odd)


def _distinct_pairs(suits: Suits) -> int:
    """Return the tiles lacking for seven different pairs."""
    one, two, four = _bits_of(suits)
    return 7 - (two | four).bit_count() + max(0, 7 - (one | two | four).bit_count())


def _pairs_and_triplet(suits: Suits) -> int:
    """Return the tiles lacking for seven pairs and a triplet of some kind."""
    odd, two, four = _bits_of(suits)
    pairs, odds = two.bit_count() + 2 * four.bit_count(), odd.bit_count()
    every = {*counts_of(suits)}
    return min([max(0, 3 - n) + _for_pairs(pairs - n // 2, odds - (n & 1)) for n in every])


def _eight_pairs(suits: Suits) -> int:
    """Return the tiles lacking for eight pairs and a single tile."""
    one, two, four = _bits_of(suits)
    lacking = max(0, 8 - (two & ~four).bit_count() - 2 * four.bit_count())
    odd = one.bit_count()
    return lacking + max(0, lacking - odd) + (odd <= lacking)


_ORPHAN_BITS = _kind_bits(ORPHAN_KINDS)
_HONOUR_BITS = _kind_bits(range(27, KINDS))
_KNITTED_BITS = tuple(_kind_bits(nine) for nine in KNITTED_SETS)


def _thirteen_orphans(suits: Suits) -> int:
    one, two, four = _bits_of(suits)
    kinds = ((one | two | four) & _ORPHAN_BITS).bit_count()
    return 14 - kinds - bool((two | four) & _ORPHAN_BITS)


def _knitted_honours(suits: Suits) -> int:
    one, two, four = _bits_of(suits)
    held = one | two | four
    return 14 - (held & _HONOUR_BITS).bit_count() - max([(held & nine).bit_count() for nine in _KNITTED_BITS])


def _scattered(suits: Suits) -> int:
    """Return the tiles lacking for single tiles of which no two of a suit are near each other."""
    counts = counts_of(suits)
    honours = sum([n > 0 for n in counts[27:34]])
    a, b, c = (_fitting(tuple([n > 0 for n in counts[base : base + 9]])) for base in (0, 9, 18))
    return 14 - max([a[i] + b[j] + c[k] + min(honours, 14 - i - j - k) for i, j, k in _SCATTERED_SIZES])


_SCATTERED_SIZES = tuple(sizes for sizes in product(range(4), repeat=3) if sum(sizes) >= 7)


@lru_cache(maxsize=1 << 9)
def _fitting(held: tuple[bool, ...]) -> tuple[int, ...]:
    """Return the most held tiles of a suit that are among 0, 1, 2 or 3 ranks apart."""
    return tuple([max(sum(held[r] for r in some) for some in APART if len(some) == n) for n in range(4)])


_WHOLE_HANDS: Mapping[Form, Callable[[Suits], int]] = {
    Form.SEVEN_PAIRS: _seven_pairs,
    Form.DISTINCT_PAIRS: _distinct_pairs,
    Form.PAIRS_AND_TRIPLET: _pairs_and_triplet,
    Form.EIGHT_PAIRS: _eight_pairs,
    Form.THIRTEEN_ORPHANS: _thirteen_orphans,
    Form.KNITTED_HONOURS: _knitted_honours,
    Form.SCATTERED: _scattered,
}  # forms that no meld fits in: the tiles that each lacks


def _knitted_straight(suits: Suits, *, melds: int, most: int) -> int:
    """Return the tiles lacking for a knitted straight, a set that may lie open, and a pair."""
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
    """Return the shanten number of concealed tiles with `melds` melds: 0 waiting, -1 complete.

    With one tile more than a waiting hand holds, the best discard is left out. `wilds` wild tiles are held
    besides `counts`; each replaces one missing tile, also a fifth of a face.
    """
    return distance_of(of_counts(counts), forms, melds=melds, sets=sets, wilds=wilds)


def distance_of(suits: Suits, forms: Sequence[Form], *, melds: int, sets: int = 4, wilds: int = 0) -> int:
    """Return what `distance` does, given tiles by suit."""
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
    if form in LOOSE:
        of_form = _LOOSE_BITS[form]
        one, two, four = _bits_of(suits)
        fits = (
            (one & of_form).bit_count() + 2 * (two & of_form).bit_count() + 4 * (four & of_form).bit_count()
        )
        return max(0, 3 * (sets - melds) + 2 - fits)
    return _WHOLE_HANDS[form](suits) if form in _WHOLE_HANDS else _FAR


_LOOSE_BITS = {form: _kind_bits([k for k in range(KINDS) if mask >> k & 1]) for form, mask in LOOSE.items()}
