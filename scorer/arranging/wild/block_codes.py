"""Sets and pairs in code, a byte each: hundreds of thousands of ways to see a part of a hand are remembered,
and bytes are nothing that the garbage collector has to walk through.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from paiyan.scorer.caching import Remembered
from paiyan.scorer.tiles.blocks import Block, Shape
from paiyan.scorer.tiles.tile import KINDS

Blocks = tuple[Block, ...]

SHAPES: Final = (Shape.PAIR, Shape.RUN, Shape.TRIPLET)
CODED: Final = tuple(Block(s, k) for s in SHAPES for k in range(KINDS))  # each in the place of its code
_CODES: Final = {(b.shape, b.kind): bytes((i,)) for i, b in enumerate(CODED)}


def _head(begins: tuple[int, int, int, int]) -> bytes:
    """The blocks that begin at a rank: its kind, and how many runs, triplets and pairs."""
    kind, runs, triplets, pairs = begins
    return (
        _CODES[Shape.TRIPLET, kind] * triplets
        + _CODES[Shape.PAIR, kind] * pairs
        + _CODES[Shape.RUN, kind] * runs
    )


HEADS: Final = Remembered(_head, most=1 << 12)


def coded(blocks: Blocks) -> bytes:
    """Pairs, runs and triplets in code."""
    return b"".join([_CODES[block.shape, block.kind] for block in blocks])


def decoded(codes: bytes) -> Blocks:
    """The blocks of a code."""
    return tuple([CODED[code] for code in codes])


@lru_cache(maxsize=1 << 6)
def tiles_among(kinds: frozenset[int]) -> bytes:
    """By the code of a block, how many of its tiles are of these kinds: a table for `bytes.translate`."""
    return bytes([sum([k in kinds for k in block.tiles]) for block in CODED]).ljust(256, b"\0")
