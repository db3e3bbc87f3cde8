"""Find the kinds that complete a waiting hand 听牌 by its shape, without wild tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations
from typing import Final

from paiyan.scorer.arranging.arrangements import (
    HONOURS,
    KNITTED_SETS,
    SPLITS,
    TWO_RANKS,
    may_be_in,
    sets_and_pair,
    splits,
)
from paiyan.scorer.arranging.suits import RANK, Counts, Suits, counts_of, kinds_of, of_counts
from paiyan.scorer.caching import Remembered
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import KINDS, RANK_BITS

_STANDARD: Final = Form.STANDARD
_KNITTED_STRAIGHT: Final = Form.KNITTED_STRAIGHT
_OF_PAIRS: Final = frozenset({Form.SEVEN_PAIRS, Form.DISTINCT_PAIRS})
_NEAR: Final = tuple(  # for each rank, the ranks that may be in a set with it
    sum([RANK << RANK_BITS * near for near in range(max(0, rank - 2), min(9, rank + 3))]) for rank in range(9)
)


def winning_kinds(suits: Suits, forms: Sequence[Form], *, melds: int) -> tuple[int, ...]:
    """Return the kinds that complete a waiting hand 听牌 at any worth, including kinds held four times."""
    held = kinds_of(suits)
    different = held.bit_count()
    found: tuple[int, ...] = ()
    for form in forms:
        if form is _STANDARD:
            found += _standard_waits(suits)
        elif not may_be_in(form, held, different, melds=melds, waiting=True):
            continue
        elif form is _KNITTED_STRAIGHT:
            found += tuple(_knitted_waits(counts_of(suits)))
        else:
            found += tuple(_waits_by_trying(counts_of(suits), form, melds=melds))
    return tuple(sorted(set(found))) if len(found) > 1 else found


def _standard_waits(suits: Suits) -> tuple[int, ...]:
    """Return the kinds that complete sets and a pair.

    The number of tiles in each suit tells which suits they may be in: the one with one tile besides sets, or
    either of two suits with two.
    """
    odd: list[tuple[int, int]] = []
    for suit, own in enumerate(suits):
        if own % 3:
            odd.append((suit, own))
        elif not SPLITS[suit][own]:
            return ()
    if len(odd) == 1:
        ((suit, own),) = odd
        return _WITH_PAIR[suit][own]
    found: tuple[int, ...] = ()
    if len(odd) == 2:
        for (suit, own), (other, other_counts) in permutations(odd):
            if _is_sets_and_pair(other_counts, other):
                found += _OF_SETS[suit][own]
    return found


def _suit_waits(suit: int, pairs: int, tiles: int) -> tuple[int, ...]:
    """Return the kinds that make one suit into sets and `pairs` pairs.

    That number follows from the number of tiles, so all ways to split the suit share it.
    """
    if (tiles + 1) % 3 != 2 * pairs:
        return ()
    rest, found = _ranks(tiles) % 3, list[int]()
    for i in range(9 if suit != HONOURS else 7):
        if not pairs and (rest + i) % 3:
            continue
        if tiles & _NEAR[i]:  # no set has a tile without neighbours
            whole = tiles + (1 << RANK_BITS * i)
            if _is_sets_and_pair(whole, suit) if pairs else _is_sets(whole, suit):
                found.append(9 * suit + i)
    return tuple(found)


def _ranks(tiles: int) -> int:
    """Return the sum of the ranks of all tiles; for each set it is a multiple of three."""
    ranks = rank = 0
    while tiles:
        ranks += rank * (tiles & RANK)
        tiles >>= RANK_BITS
        rank += 1
    return ranks


def _is_sets(tiles: int, suit: int) -> bool:
    """True if tiles of a suit are only sets: the lowest tiles make triplets, the others begin runs."""
    while tiles:
        runs = (tiles & RANK) % 3
        tiles >>= RANK_BITS
        if runs:
            if suit == HONOURS or tiles & RANK < runs or tiles >> RANK_BITS & RANK < runs:
                return False
            tiles -= runs * TWO_RANKS
    return True


def _is_sets_and_pair(tiles: int, suit: int) -> bool:
    """True if tiles of a suit are sets and one pair."""
    rest = _ranks(tiles) % 3  # the pair has the ranks that no sets leave
    for i in range(9):
        shift = RANK_BITS * i
        if tiles >> shift & RANK >= 2 and (rest - 2 * i) % 3 == 0 and _is_sets(tiles - (2 << shift), suit):
            return True
    return False


_WITH_PAIR, _OF_SETS = (
    tuple(Remembered(partial(_suit_waits, suit, pairs), most=1 << 13) for suit in range(4))
    for pairs in (1, 0)
)  # by suit, for each of which `_suit_waits` gives what makes it sets and a pair, and only sets


def _knitted_waits(counts: Counts) -> Iterator[int]:
    """Yield the kinds that complete a knitted straight: the missing one, or those that complete the rest."""
    for nine in KNITTED_SETS:
        lacking = [k for k in nine if not counts[k]]
        if len(lacking) > 1:
            continue
        rest = of_counts(tuple([n - (k in nine and n > 0) for k, n in enumerate(counts)]))
        if not lacking:
            yield from _standard_waits(rest)
        elif sets_and_pair(rest):
            yield from lacking


def _waits_by_trying(counts: Counts, form: Form, *, melds: int) -> Iterator[int]:
    held = list(counts)
    for k in _worth_trying(counts, form):
        held[k] += 1
        if next(splits(tuple(held), form, melds=melds), None) is not None:
            yield k
        held[k] -= 1


def _worth_trying(counts: Counts, form: Form) -> Sequence[int]:
    """Return the kinds that may complete a form; for forms of pairs, the kind with an odd count."""
    if form not in _OF_PAIRS:
        return range(KINDS)
    odd = [k for k, n in enumerate(counts) if n % 2]
    return odd if len(odd) == 1 else ()
