"""Blocks 牌组, and the forms 牌型 of winning hands that are made of them: values, no search.

A block is a group of tiles that a rule book has a name for; an arrangement is one way to see a whole
hand as blocks. Kinds are the codes 0–33 of `paiyan.scorer.tiles.tile`.

In code a set or a pair is a byte: hundreds of thousands of ways to see a part of a hand are remembered, and
bytes are nothing that the garbage collector has to walk through.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from paiyan.scorer.caching import IdentityEnum, Remembered, plain_members
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import BACK, HONOURS, KINDS, mask_of, ranks


@plain_members
class Form(IdentityEnum):
    """The families of winning hands."""

    STANDARD = "standard"  # sets and a pair 基本和牌型
    SEVEN_PAIRS = "seven_pairs"  # 七对; four equal tiles are two pairs
    DISTINCT_PAIRS = "distinct_pairs"  # 七对子 of seven different kinds
    PAIRS_AND_TRIPLET = "pairs_and_triplet"  # 呖咕呖咕, seven pairs and a triplet of seventeen tiles
    EIGHT_PAIRS = "eight_pairs"  # 八对, eight pairs and a single tile of seventeen tiles
    THREE_WILDS = "three_wilds"  # 三财神, three wild tiles or more, whatever the others are
    THIRTEEN_ORPHANS = "thirteen_orphans"  # 十三幺
    KNITTED_STRAIGHT = "knitted_straight"  # 组合龙 with one more set and a pair
    KNITTED_HONOURS = "knitted_honours"  # 全不靠
    SCATTERED = "scattered"  # 十三不靠 十三烂: all single, those of a suit three apart or more
    LOOSE_HONOURS = "loose_honours"  # 风一色 without sets: any honours at all
    LOOSE_258 = "loose_258"  # 将一色 without sets: any twos, fives and eights
    HONOUR_RUNS = "honour_runs"  # sets and a pair, three different winds or dragons being a set too 南昌
    FIFTEENS = "fifteens"  # sets of three of a suit that add up to fifteen, and a pair of honours 洛书
    NONE = "none"  # no form is needed: the flowers win 花胡


# Forms that ask for no sets, and the tiles of which they are made.
APART = tuple(  # the ranks of a suit, from 0, of which any two are three apart or more
    some for n in range(4) for some in combinations(range(9), n) if all(b - a > 2 for a, b in pairwise(some))
)

LOOSE = {Form.LOOSE_HONOURS: HONOURS, Form.LOOSE_258: ranks(2, 5, 8)}


@plain_members
class Shape(IntEnum):
    """The kind of group that a block is."""

    PAIR = 0  # 将, 对子
    RUN = 1  # 顺子: `kind` is its lowest tile
    TRIPLET = 2  # 刻子
    KONG = 3  # 杠
    KNITTED = 4  # 147, 258 or 369 of one suit, part of a knitted straight 组合龙
    SINGLE = 5  # an isolated tile: thirteen orphans, knitted hands
    MIXED = 6  # unequal tiles as one set, 旋风杠 喜杠: they are listed in `mixed`


_OFFSETS = {
    Shape.PAIR: (0, 0),
    Shape.RUN: (0, 1, 2),
    Shape.TRIPLET: (0, 0, 0),
    Shape.KONG: (0, 0, 0, 0),
    Shape.KNITTED: (0, 3, 6),
    Shape.SINGLE: (0,),
    Shape.MIXED: (),
}  # of the tiles of each shape from its lowest
TILES_OF: Final = tuple(tuple(tuple(k + i for i in _OFFSETS[s]) for k in range(BACK)) for s in Shape)
FACES_OF: Final = tuple(tuple(mask_of(tiles) for tiles in of_shape) for of_shape in TILES_OF)  # as bit masks


class Block(NamedTuple):
    """One group of tiles.

    `concealed` is false once any of its tiles came from another player (a triplet that a discard
    completed is not a concealed triplet 暗刻); `exposed` is true when it lies on the table as a meld
    (a concealed kong is not exposed). `mixed` are its tiles where shape and lowest kind do not tell them.
    """

    shape: Shape
    kind: int
    concealed: bool = True
    exposed: bool = False
    mixed: tuple[int, ...] = ()

    @property
    def tiles(self) -> tuple[int, ...]:
        """The kinds of its tiles, in order."""
        return self.mixed or TILES_OF[self.shape][self.kind]

    def taken(self) -> Block:
        """Return the same group, completed by another player's tile."""
        return self._replace(concealed=False) if self.mixed else _TAKEN[self.shape][self.kind]

    def __str__(self) -> str:
        return _TEXTS[self.tiles]


_TEXTS: Final = Remembered(notation, most=1 << 12)
_TAKEN: Final = tuple(tuple(Block(s, k, concealed=False) for k in range(BACK)) for s in Shape)

Blocks = tuple[Block, ...]

SHAPES: Final = (Shape.PAIR, Shape.RUN, Shape.TRIPLET)
CODED: Final = tuple(Block(s, k) for s in SHAPES for k in range(KINDS))  # each in the place of its code
_CODES: Final = {(b.shape, b.kind): bytes((i,)) for i, b in enumerate(CODED)}


def _head(begins: tuple[int, int, int, int]) -> bytes:
    """Return the blocks that begin at a rank: its kind, and how many runs, triplets and pairs."""
    kind, runs, triplets, pairs = begins
    return (
        _CODES[Shape.TRIPLET, kind] * triplets
        + _CODES[Shape.PAIR, kind] * pairs
        + _CODES[Shape.RUN, kind] * runs
    )


HEADS: Final = Remembered(_head, most=1 << 12)


def coded(blocks: Blocks) -> bytes:
    """Return pairs, runs and triplets in code."""
    return b"".join([_CODES[block.shape, block.kind] for block in blocks])


def decoded(codes: bytes) -> Blocks:
    """Return the blocks of a code."""
    return tuple([CODED[code] for code in codes])


@lru_cache(maxsize=1 << 6)
def tiles_among(kinds: frozenset[int]) -> bytes:
    """Return how many tiles of each block, by its code, are of these kinds: a table for `bytes.translate`."""
    return bytes([sum([k in kinds for k in block.tiles]) for block in CODED]).ljust(256, b"\0")
