"""Sets 副 other than runs and triplets: which tiles make one, by the form that knows them.

A form of `SET_FORMS` is sets and a pair, as the standard one, out of sets of its own: three different
winds, or the three dragons, beside runs and triplets (南昌); or three tiles of a suit whose numbers add up
to fifteen, and equal honours (洛书). Each part of the tiles, which no set leaves, is split by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from paiyan.scorer.tiles.blocks import Block, Shape
from paiyan.scorer.tiles.forms import Form

Counts = tuple[int, ...]
Kinds = tuple[int, ...]


class Part(NamedTuple):
    """Kinds from `start` to before `end`: the sets that they make, and those that may be the pair."""

    start: int
    end: int
    sets: tuple[Kinds, ...]  # kinds counted from `start`, rising
    pairs: tuple[int, ...]


def _equal(*kinds: int) -> tuple[Kinds, ...]:
    return tuple((k, k, k) for k in kinds)


_RUNS = tuple((k, k + 1, k + 2) for k in range(7))
_FIFTEENS = tuple(s for s in combinations_with_replacement(range(9), 3) if sum(s) + 3 == 15)
_SUITS = (0, 9, 18)
SET_FORMS: dict[Form, tuple[Part, ...]] = {
    Form.HONOUR_RUNS: (
        *(Part(s, s + 9, (*_RUNS, *_equal(*range(9))), tuple(range(9))) for s in _SUITS),
        Part(27, 31, (*combinations(range(4), 3), *_equal(*range(4))), tuple(range(4))),
        Part(31, 34, ((0, 1, 2), *_equal(*range(3))), tuple(range(3))),
    ),
    Form.FIFTEENS: (
        *(Part(s, s + 9, _FIFTEENS, ()) for s in _SUITS),
        Part(27, 34, _equal(0, 1, 2, 3, 4, 6), (0, 1, 2, 3, 4, 6)),  # 31: the flowers; no green dragon
    ),
}


def set_of(kinds: Kinds) -> Block:
    """These tiles as a block: a triplet, a run, or one that is neither."""
    a, b, c = kinds
    if a == c:
        return Block(Shape.TRIPLET, a)
    if c < 27 and b == a + 1 and c == a + 2:
        return Block(Shape.RUN, a)
    return Block(Shape.MIXED, a, mixed=kinds)


def _placed(part: Part) -> Iterator[Kinds]:
    return (tuple(part.start + k for k in s) for s in part.sets)


ODD_SETS = frozenset(  # of any form, those that are neither runs nor triplets
    s for parts in SET_FORMS.values() for p in parts for s in _placed(p) if set_of(s).shape == Shape.MIXED
)


@cache
def plain(part: Part) -> bool:
    """True if the sets of a part are those of a suit everywhere, runs and triplets."""
    return set(part.sets) == {*_RUNS, *_equal(*range(9))}


def chows(forms: Iterable[Form]) -> frozenset[Kinds] | None:
    """The claims of three unequal tiles that the forms know; None: runs of a suit, as everywhere."""
    odd = [form for form in forms if form in SET_FORMS]
    if not odd:
        return None
    sets = (s for form in odd for part in SET_FORMS[form] for s in _placed(part))
    return frozenset(s for s in sets if s[0] != s[2])


@lru_cache(maxsize=1 << 15)
def _ways(counts: Counts, part: Part) -> tuple[tuple[tuple[Block, ...], int], ...]:
    """Every way to split the tiles of a part, each once, and how many pairs it has."""
    found: dict[tuple[Block, ...], int] = {}
    for blocks, pairs in _split(list(counts), part, pairs=0):
        found[tuple(sorted(blocks, key=lambda b: (b.kind, b.shape, b.mixed)))] = pairs
    return tuple(found.items())


def _split(counts: list[int], part: Part, *, pairs: int) -> Iterator[tuple[tuple[Block, ...], int]]:
    lowest = next((i for i, n in enumerate(counts) if n), None)
    if lowest is None:
        yield (), pairs
        return
    ways = [(s, set_of(tuple(part.start + k for k in s)), 0) for s in part.sets if s[0] == lowest]
    if not pairs and lowest in part.pairs:
        ways.append(((lowest, lowest), Block(Shape.PAIR, part.start + lowest), 1))
    for tiles, block, pair in ways:
        rest = counts.copy()
        for k in tiles:
            rest[k] -= 1
        if min(rest) >= 0:
            for more, p in _split(rest, part, pairs=pairs + pair):
                yield (block, *more), p


def splits(counts: Counts, form: Form) -> Iterator[tuple[Block, ...]]:
    """Every way to split these tiles into sets of the form and one pair, each once."""
    some: list[tuple[tuple[Block, ...], int]] = [((), 0)]
    for part in SET_FORMS[form]:
        ways = _ways(counts[part.start : part.end], part)
        some = [(a + b, p + q) for a, p in some for b, q in ways if p + q < 2]
    return (blocks for blocks, pairs in some if pairs == 1)


class Need(NamedTuple):
    """Some sets, and a pair or none, of a part: how often each kind is needed."""

    counts: Counts
    pairs: int
    blocks: tuple[Block, ...]


@lru_cache(maxsize=16)
def needs(part: Part, most: int) -> tuple[Need, ...]:
    """Every choice of at most `most` sets of a part, with and without a pair."""
    found: list[Need] = []
    for n in range(most + 1):
        for some in combinations_with_replacement(part.sets, n):
            counts = [0] * (part.end - part.start)
            for k in (k for s in some for k in s):
                counts[k] += 1
            blocks = tuple(set_of(tuple(part.start + k for k in s)) for s in some)
            found.append(Need(tuple(counts), 0, blocks))
            for k in part.pairs:
                more = (*counts[:k], counts[k] + 2, *counts[k + 1 :])
                found.append(Need(more, 1, (*blocks, Block(Shape.PAIR, part.start + k))))
    return tuple(found)
