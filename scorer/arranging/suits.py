"""Tiles by suit: how many there are of each kind, those of a suit in one integer.

Each rank has six bits, the lowest first: two 1 and a 3 are ``2 + (1 << 12)``. So a suit is looked up and
taken apart at once; divided by three, it leaves what the number of its tiles leaves. The honours are the
fourth suit.

`Observation` states what a fan observes of the blocks, so that arrangements no fan can tell apart are made
once. A fan without one observes everything, and every arrangement is made for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeVar, final

from paiyan.scorer.caching import Record, Remembered
from paiyan.scorer.tiles.blocks import Block, Shape
from paiyan.scorer.tiles.tile import KINDS, RANK_BITS, Tile

Face = tuple[Shape, int]  # the shape and lowest kind of a block
Group = tuple[Face, ...]
OfBlock = Callable[[Block], int]
OfWon = Callable[[Block, int, int], int]  # of a block, which of its tiles are wild, the winning one's place
T = TypeVar("T")


@final
@dataclass(frozen=True, eq=False, repr=False)
class Observation(Record):
    """The parts of the blocks that a fan observes, in hands of sets and a pair.

    All arrangements of a hand share its printed tiles, its melds, how it was won and what it waited for.
    `groups` are groups of blocks, observed only as a whole, once or more often; `of_block` are functions of
    each block, `of_won` functions of the block that won. `placed` is True if `of_won` depends on which of its
    tiles are wild. ``Observation()`` observes nothing.
    """

    groups: tuple[Group, ...] = ()
    of_block: tuple[OfBlock, ...] = ()
    of_won: tuple[OfWon, ...] = ()
    placed: bool = False

    @property
    def only_groups(self) -> bool:
        """True if only groups of runs are observed, each of one suit."""
        suits = [{kind // 9 if shape == Shape.RUN else -1 for shape, kind in group} for group in self.groups]
        return not self.of_block and all(len(of) == 1 and -1 not in of for of in suits)


def joined(*parts: Observation) -> Observation:
    """Return the union of what several fans observe."""
    return Observation(
        _once([group for part in parts for group in part.groups]),
        _once([ask for part in parts for ask in part.of_block]),
        _once([ask for part in parts for ask in part.of_won]),
        any(part.placed for part in parts),
    )


def _once(items: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(items))


Counts = tuple[int, ...]  # how often each of the 34 kinds occurs
Suits = tuple[int, int, int, int]

HOLDS: Final = 36  # the most tiles of a kind that `holds_five` can count; more reach into the next rank
RANK: Final = (1 << RANK_BITS) - 1  # the bits of the lowest rank
_ONES: Final = sum(1 << RANK_BITS * rank for rank in range(9))
_TOPS: Final = _ONES << RANK_BITS - 1  # the highest bit of each rank, which its tiles do not reach
FROM_ONE: Final = _TOPS - _ONES  # with this any tile does
_FROM_FIVE: Final = _TOPS - 5 * _ONES


def one_less(counts: Counts, kind: int) -> Counts:
    """Return the counts without one tile of a kind."""
    less = list(counts)
    less[kind] -= 1
    return tuple(less)


def by_suit(tiles: tuple[Tile, ...]) -> Suits:
    """Return these tiles by suit; tiles of no suit, such as flowers, are left out."""
    characters = circles = bamboo = honours = 0
    for tile in tiles:
        kind = tile.kind
        if kind < 9:
            characters += tile.one
        elif kind < 18:
            circles += tile.one
        elif kind < 27:
            bamboo += tile.one
        elif kind < KINDS:
            honours += tile.one
    return characters, circles, bamboo, honours


def one_more(suits: Suits, tile: Tile) -> Suits:
    """Return the tiles with one more."""
    a, b, c, d = by_suit((tile,))
    return suits[0] + a, suits[1] + b, suits[2] + c, suits[3] + d


def of_counts(counts: Counts) -> Suits:
    """Return tiles by suit from counts by kind."""
    suits = [0, 0, 0, 0]
    for kind, n in enumerate(counts):
        if n:
            suits[kind // 9] += n << RANK_BITS * (kind % 9)
    return suits[0], suits[1], suits[2], suits[3]


def counts_of(suits: Suits) -> Counts:
    """Return counts by kind from tiles by suit."""
    a, b, c, d = suits
    return (*_RANKS[a], *_RANKS[b], *_RANKS[c], *_RANKS[d][:7])


_RANKS: Final = Remembered[int, Counts](
    lambda suit: tuple([suit >> RANK_BITS * rank & RANK for rank in range(9)]), 1 << 12
)


def as_bits(kinds: Iterable[int]) -> int:
    """Return some of the 34 kinds as bits: the four suits of a rank next to each other."""
    return sum([1 << RANK_BITS * (k % 9) + k // 9 for k in kinds])


def kinds_of(suits: Suits) -> int:
    """Return the kinds that occur, `as_bits`."""
    a, b, c, d = suits
    tops = a + FROM_ONE & _TOPS | (b + FROM_ONE & _TOPS) << 1
    tops |= (c + FROM_ONE & _TOPS) << 2 | (d + FROM_ONE & _TOPS) << 3
    return tops >> RANK_BITS - 1


def holds_five(suits: Suits) -> bool:
    """True if there are five tiles or more of any kind."""
    a, b, c, d = suits
    return bool((a + _FROM_FIVE | b + _FROM_FIVE | c + _FROM_FIVE | d + _FROM_FIVE) & _TOPS)
