"""The block that the winning tile completed, in a hand with wild tiles: every one that there may be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from paiyan.scorer.arranging.suits import Counts, one_less
from paiyan.scorer.arranging.wild.rule import Held, Wild
from paiyan.scorer.tiles.blocks import Block, Shape
from paiyan.scorer.tiles.tile import KINDS

# By the natural tiles and the number of wild ones that are left: which tiles of the block are wild.
Ways = dict[tuple[Counts, int], int]
Others = tuple[tuple[int, int], ...]  # the other tiles of a block, each with its place in it


class Won(NamedTuple):
    """The block that the winning tile completed: which of its tiles are wild, and what is left beside it."""

    block: Block
    wild: int
    place: int
    counts: Counts
    wilds: int


def _blocks_with(kind: int) -> Iterator[tuple[Block, int]]:
    """The blocks that a tile of this kind may complete, and its place in them."""
    yield Block(Shape.PAIR, kind), 0
    yield Block(Shape.TRIPLET, kind), 0
    if kind < 27:
        for place in range(3):
            if 0 <= kind % 9 - place <= 6:
                yield Block(Shape.RUN, kind - place), place


def _without(block: Block, place: int) -> Others:
    return tuple([(i, k) for i, k in enumerate(block.tiles) if i != place])


_BLOCKS: Final = tuple(
    tuple((block, place, _without(block, place)) for block, place in _blocks_with(kind))
    for kind in range(KINDS)
)


def won_blocks(held: Held, rule: Wild) -> list[Won]:
    """Every block that the winning tile may complete; a wild one stands for whatever it may."""
    found: list[Won] = []
    drawn_wild, placed = held.won is None, rule.placed
    for kind in range(KINDS) if held.won is None else (held.won,):
        if drawn_wild and not rule.may_be >> kind & 1:
            continue
        for block, place, others in _BLOCKS[kind]:
            ways: Ways = {(held.counts, held.wilds): 1 << place if drawn_wild else 0}
            for i, k in others:
                ways = _laid(ways, i, k, rule.may_be, placed)
            for (counts, wilds), mask in ways.items():
                found.append(Won(block, mask, place, counts, wilds))
    return found


def _laid(ways: Ways, place: int, kind: int, may_be: int, placed: bool) -> Ways:
    """A tile of this kind laid at this place of a block: a natural one, a wild one."""
    laid: Ways = {}
    for (counts, wilds), mask in ways.items():
        if counts[kind]:
            laid[one_less(counts, kind), wilds] = mask
        if wilds and may_be >> kind & 1 and (placed or not counts[kind]):
            laid[counts, wilds - 1] = mask | 1 << place
    return laid
