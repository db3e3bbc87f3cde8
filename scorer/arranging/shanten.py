"""How far a hand is from winning: the shanten number 向听数, one less than the tiles it still lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product

from paiyan.scorer.arranging.arrangements import KNITTED_SETS, Counts
from paiyan.scorer.tiles.forms import APART, LOOSE, Form
from paiyan.scorer.tiles.kind_sets import ORPHAN_KINDS
from paiyan.scorer.tiles.unusual_sets import SET_FORMS, Part, needs, plain

_FAR = 99


@lru_cache(maxsize=1 << 14)
def _lacking(suit: Counts, runs: bool, most: int) -> tuple[tuple[int, ...], ...]:
    """For one suit, the fewest tiles that must be added to hold `n` sets and `p` pairs: ``[p][n]``.

    No face occurs more than `most` times. Goes over the ranks once; `one` and `two` are the runs begun
    one and two ranks ago. Blocks are tried where a tile of them is held; others cost all of their tiles
    wherever they lie, and room for them is left: five sets and a pair of nine ranks (of seven, without runs)
    leave a rank of which two tiles at most are in use, one at most before the last set.
    """
    best = {(0, 0, 0, 0): 0}  # (sets, pairs, one, two) -> tiles added so far
    for at, held in enumerate(suit):
        nxt: dict[tuple[int, int, int, int], int] = {}
        room = range(3) if runs and at <= len(suit) - 3 and any(suit[at : at + 3]) else range(1)
        triplets, pair_there = (range(most // 3 + 1), (0, 1)) if held else (range(1), (0,))
        for (sets, pairs, one, two), added in best.items():
            for begun in room:  # three equal runs are triplets too
                for triplet in triplets:
                    for pair in pair_there if not pairs else (0,):
                        need = one + two + begun + 3 * triplet + 2 * pair
                        n = sets + begun + triplet
                        if need > most or n > 5:
                            continue
                        key = (n, pairs + pair, begun, one)
                        cost = added + max(0, need - held)
                        if cost < nxt.get(key, _FAR):
                            nxt[key] = cost
        best = nxt
    table = [[_FAR] * 6, [_FAR] * 6]
    for (sets, pairs, one, two), added in best.items():
        if not one and not two:
            for p in range(pairs, 2):
                for n in range(sets, 6):
                    table[p][n] = min(table[p][n], added + 3 * (n - sets) + 2 * (p - pairs))
    return tuple(map(tuple, table))


def _standard(counts: Counts, *, sets: int, most: int) -> int:
    """Tiles lacking for `sets` sets and a pair."""
    suits = [_lacking(counts[b : b + 9], True, most) for b in (0, 9, 18)]
    suits.append(_lacking(counts[27:], False, most))
    return _together(suits, sets)


def _of_sets(counts: Counts, form: Form, *, sets: int, most: int) -> int:
    """The same of a form with sets of its own."""
    parts = [(counts[p.start : p.end], p) for p in SET_FORMS[form]]
    tables = [_lacking(held, True, most) if plain(p) else _of_part(held, p, sets, most) for held, p in parts]
    return _together(tables, sets)


@lru_cache(maxsize=1 << 13)
def _of_part(held: Counts, part: Part, sets: int, most: int) -> tuple[tuple[int, ...], ...]:
    """As `_lacking`, for a part with sets of its own."""
    table = [[_FAR] * 6, [_FAR] * 6]
    for need in needs(part, sets):
        if max(need.counts) <= most:
            cost = sum([n - h for n, h in zip(need.counts, held, strict=True) if n > h])
            n = len(need.blocks) - need.pairs
            table[need.pairs][n] = min(table[need.pairs][n], cost)
    return tuple(map(tuple, table))


def _together(tables: Sequence[tuple[tuple[int, ...], ...]], sets: int) -> int:
    """The fewest tiles for so many sets and a pair, out of what each part of the tiles lacks."""
    best = {(0, 0): 0}
    for table in tables:
        nxt: dict[tuple[int, int], int] = {}
        for (n, p), added in best.items():
            for more in range(sets - n + 1):
                for pair in range(2 - p):
                    cost = added + table[pair][more]
                    key = (n + more, p + pair)
                    if cost < nxt.get(key, _FAR):
                        nxt[key] = cost
        best = nxt
    return best.get((sets, 1), _FAR)


def _seven_pairs(counts: Counts) -> int:
    """Tiles lacking for seven pairs; four equal tiles are two of them."""
    lacking = max(0, 7 - sum(min(n, 4) // 2 for n in counts))
    return lacking + max(0, lacking - sum(n % 2 for n in counts))


def _distinct_pairs(counts: Counts) -> int:
    """Tiles lacking for seven different pairs."""
    pairs = sum(n > 1 for n in counts)
    return 7 - pairs + max(0, 7 - sum(n > 0 for n in counts))


def _pairs_and_triplet(counts: Counts) -> int:
    """Tiles lacking for seven pairs beside a triplet of some kind."""

    def beside(kind: int) -> int:
        rest = (*counts[:kind], 0, *counts[kind + 1 :])
        return max(0, 3 - counts[kind]) + max(0, _seven_pairs(rest))

    return min(beside(k) for k in range(34))


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


def _knitted_straight(counts: Counts, *, melds: int, most: int) -> int:
    best = _FAR
    for nine in KNITTED_SETS:
        lacking = sum(not counts[k] for k in nine)
        rest = tuple(n - (k in nine and n > 0) for k, n in enumerate(counts))
        best = min(best, lacking + _standard(rest, sets=1 - melds, most=most))
    return best


def distance(counts: Counts, forms: Sequence[Form], *, melds: int, sets: int = 4, wilds: int = 0) -> int:
    """The shanten number of concealed tiles beside `melds` melds: 0 waiting, -1 complete.

    With one tile more than a waiting hand holds, the best tile to discard is left out by itself. `wilds`
    wild tiles are held beside `counts`; each makes up for one tile that lacks, also for a fifth of a face.
    """
    lacking = [_FAR]
    most = 7 if wilds else 4
    for form in forms:
        if form is Form.STANDARD:
            lacking.append(_standard(counts, sets=sets - melds, most=most))
        elif form is Form.KNITTED_STRAIGHT and melds <= 1:
            lacking.append(_knitted_straight(counts, melds=melds, most=most))
        elif form in SET_FORMS:
            lacking.append(_of_sets(counts, form, sets=sets - melds, most=most))
        elif form is Form.THREE_WILDS:
            lacking.append(3)
        elif form in LOOSE:
            fits = sum(n for k, n in enumerate(counts) if LOOSE[form] >> k & 1)
            lacking.append(max(0, 3 * (sets - melds) + 2 - fits))
        elif not melds and form in _WHOLE_HANDS:
            lacking.append(_WHOLE_HANDS[form](counts))
    return min(lacking) - wilds - 1
