"""What a waiting hand waits for 听牌, by its shape: the kinds that make it whole, without wild tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations
from operator import itemgetter
from typing import Final

from scorer.arranging.arrangements import (
    CONCEALED_ONLY,
    KINDS_IN,
    KNITTED_SETS,
    SPLITS,
    SUITS,
    Counts,
    by_suit,
    sets_and_pair,
    splits,
)
from scorer.caching import Remembered
from scorer.tiles.forms import Form
from scorer.tiles.tile import KINDS

_OF_PAIRS: Final = frozenset({Form.SEVEN_PAIRS, Form.DISTINCT_PAIRS})
_OF_KNITTED: Final = tuple(itemgetter(*nine) for nine in KNITTED_SETS)  # how often each of the nine is there


def winning_kinds(counts: Counts, forms: Sequence[Form], *, melds: int) -> tuple[int, ...]:
    """The kinds that complete a waiting hand 听牌, whatever it would be worth; held fours included."""
    different = KINDS - counts.count(0)
    found: tuple[int, ...] = ()
    for form in forms:
        fewest, most = KINDS_IN[form]
        if not fewest - 1 <= different <= most or (melds and form in CONCEALED_ONLY):
            continue
        if form is Form.STANDARD:
            found += _standard_waits(counts)
        elif form is Form.KNITTED_STRAIGHT:
            suited = counts[:27]
            if 27 - suited.count(0) >= 8:
                found += tuple(_knitted_waits(counts))
        elif form is not Form.THREE_WILDS:
            found += tuple(_waits_by_trying(counts, form, melds=melds))
    return tuple(sorted(set(found))) if len(found) > 1 else found


def _standard_waits(counts: Counts) -> tuple[int, ...]:
    """The kinds that complete sets and a pair. How many tiles each suit has tells where they may be: in the
    one that has one beside sets, or in either of two that have two."""
    odd: list[tuple[int, Counts]] = []
    for suit, own in enumerate(by_suit(counts)):
        if sum(own) % 3:
            odd.append((suit, own))
        elif not SPLITS[suit][own]:
            return ()
    if len(odd) == 1:
        ((suit, own),) = odd
        return _WAITS[suit, 1][own]
    found: tuple[int, ...] = ()
    if len(odd) == 2:
        for (suit, own), (other, beside) in permutations(odd):
            if _is_sets_and_pair(list(beside), other):
                found += _WAITS[suit, 0][own]
    return found


def _suit_waits(suit: int, pairs: int, counts: Counts) -> tuple[int, ...]:
    """The kinds that make one suit sets and so many pairs. That number follows from how many tiles it has,
    so that all ways to split it have the same."""
    if (sum(counts) + 1) % 3 != 2 * pairs:
        return ()
    held, found = list(counts), list[int]()
    rest = _ranks(held) % 3
    for i in range(len(counts)):
        if not pairs and (rest + i) % 3:
            continue
        if any(counts[max(0, i - 2) : i + 3]):  # no tile stands alone
            held[i] += 1
            if _is_sets_and_pair(held, suit) if pairs else _is_sets(held, suit):
                found.append(SUITS[suit].start + i)
            held[i] -= 1
    return tuple(found)


def _ranks(counts: list[int]) -> int:
    """The ranks of all tiles added up: of each set they come to a multiple of three."""
    ranks = 0
    for i, n in enumerate(counts):
        ranks += i * n
    return ranks


def _is_sets(counts: list[int], suit: int) -> bool:
    """Whether tiles of a suit are sets alone: of the lowest, what makes no triplets begins runs."""
    left, last = list(counts), len(counts) - 3  # what lower runs leave, and where the last run may begin
    for i in range(len(left)):
        runs = left[i] % 3
        if runs:
            if suit == 3 or i > last or left[i + 1] < runs or left[i + 2] < runs:
                return False
            left[i + 1] -= runs
            left[i + 2] -= runs
    return True


def _is_sets_and_pair(counts: list[int], suit: int) -> bool:
    """Whether tiles of a suit are sets and one pair."""
    left, rest = list(counts), _ranks(counts) % 3  # the pair has the ranks that no sets leave
    for i, n in enumerate(counts):
        if n >= 2 and (rest - 2 * i) % 3 == 0:
            left[i] -= 2
            if _is_sets(left, suit):
                return True
            left[i] += 2
    return False


_WAITS: Final = {
    (suit, pairs): Remembered(partial(_suit_waits, suit, pairs), most=1 << 13)
    for suit in range(4)
    for pairs in range(2)
}


def _knitted_waits(counts: Counts) -> Iterator[int]:
    """The kinds that complete a knitted straight: the one that it lacks, or those that complete the rest."""
    for nine, held in zip(KNITTED_SETS, _OF_KNITTED, strict=True):
        lacking = held(counts).count(0)
        if lacking > 1:
            continue
        rest = tuple(n - (k in nine and n > 0) for k, n in enumerate(counts))
        if not lacking:
            yield from _standard_waits(rest)
        elif sets_and_pair(rest):
            yield from (k for k in nine if not counts[k])


def _waits_by_trying(counts: Counts, form: Form, *, melds: int) -> Iterator[int]:
    held = list(counts)
    for k in _worth_trying(counts, form):
        held[k] += 1
        if next(splits(tuple(held), form, melds=melds), None) is not None:
            yield k
        held[k] -= 1


def _worth_trying(counts: Counts, form: Form) -> Sequence[int]:
    """The kinds that may complete a form: of pairs alone, the one of which there is an odd number."""
    if form not in _OF_PAIRS:
        return range(KINDS)
    odd = [k for k, n in enumerate(counts) if n % 2]
    return odd if len(odd) == 1 else ()
