"""Arrange tiles and wild tiles 混 as sets and a pair: each block that may have won, with the rest.

If fans observe only faces, it does not matter which of two tiles of one face is the wild one: swapping
them leaves every face in its place. So natural tiles are laid first, and only for fans that observe *which*
tile of the block that won is wild (`Wild.placed`) is that block laid in every way.

`won_blocks` gives every block that the winning tile may have completed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, cast

from paiyan.scorer.arranging.arrangements import Arrangement, counted
from paiyan.scorer.arranging.suits import Counts, Observation, one_less
from paiyan.scorer.arranging.wild.group_search import GroupSearch
from paiyan.scorer.arranging.wild.rule import Held, Wild
from paiyan.scorer.arranging.wild.sets import (
    SearchScope,
    WildEquivalence,
    fillings,
    min_wilds,
    wholes,
    wild_equivalence,
)
from paiyan.scorer.tiles.blocks import Block, Blocks, Form, Shape, coded, decoded, tiles_among
from paiyan.scorer.tiles.tile import KINDS

# By the natural tiles and the number of wild ones that are left: which tiles of the block are wild.
Ways = dict[tuple[Counts, int], int]
Others = tuple[tuple[int, int], ...]  # the other tiles of a block, each with its place in it


class Won(NamedTuple):
    """The block that the winning tile completed, its wild tiles, and the tiles that are left."""

    block: Block
    wild: int
    place: int
    counts: Counts
    wilds: int


def _blocks_with(kind: int) -> Iterator[tuple[Block, int]]:
    """Yield the blocks that a tile of this kind may complete, and its place in them."""
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
    """Return every block that the winning tile may complete; a wild one stands for any kind it may."""
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
    """Return the ways with a tile of this kind laid at this place of a block: a natural one, a wild one."""
    laid: Ways = {}
    for (counts, wilds), mask in ways.items():
        if counts[kind]:
            laid[one_less(counts, kind), wilds] = mask
        if wilds and may_be >> kind & 1 and (placed or not counts[kind]):
            laid[counts, wilds - 1] = mask | 1 << place
    return laid


Marked = tuple[Block, int]  # which of its tiles are wild: bit i for its tile i
# The rest of a hand besides the block that won: blocks in code, their wild tiles, and their class: the whole
# groups that fans look for, or the value of `WildEquivalence`.
RestOfHand = tuple[bytes, bytes, int]


def room_left(rule: Wild, melds: Blocks) -> Counts | None:
    """Return how often each kind may still occur besides these blocks, if the supply limits it."""
    if not rule.supply:
        return None
    laid = counted([k for block in melds for k in block.tiles])
    return tuple(4 - n for n in laid)


def standard(
    held: Held, melds: Blocks, self_drawn: bool, rule: Wild, kinds: frozenset[int]
) -> Iterator[Arrangement]:
    """Yield the arrangements of `held` with its melds, one of each class that the fans tell apart."""
    if rule.observes is None or rule.group_search or rule.supply:
        yield from _each(held, melds, self_drawn, rule)
    else:
        yield from _one_of_each_class(held, melds, self_drawn, rule, wild_equivalence(rule.observes, kinds))


@lru_cache(maxsize=1)  # the same for every wild tile that completes a waiting hand
def of_each_class(
    held: Held, melds: Blocks, self_drawn: bool, rule: Wild, kinds: frozenset[int]
) -> tuple[Arrangement, ...]:
    """Return one arrangement of each class, for a rule with a `group_search`.

    It is the first of those with the most faces of the wild `kinds`.
    """
    search, asks = cast(GroupSearch, rule.group_search), cast(Observation, rule.observes).of_won
    best: dict[tuple[tuple[int, ...], int], tuple[int, Won, bytes, bytes]] = {}
    wild_faces, laid = tiles_among(kinds), search.shown(melds)
    for won in won_blocks(held, rule):
        block, some = won.block, _cached_rest(won, search, laid)
        if not some:
            continue  # most blocks leave tiles that cannot be filled
        of_won = tuple([ask(block, won.wild, won.place) for ask in asks])
        own = sum([k in kinds for k in block.tiles])
        for codes, marks, groups in some:
            faces = own + sum(codes.translate(wild_faces))
            there = best.get((of_won, groups))
            if there is not None:
                if faces <= there[0]:
                    continue
                del best[of_won, groups]  # they stay in the order in which they are found
            best[of_won, groups] = faces, won, codes, marks
    return tuple(
        [
            arrangement_of(Form.STANDARD, melds, _marked(codes, marks), won, self_drawn)
            for _, won, codes, marks in best.values()
        ]
    )


def _one_of_each_class(
    held: Held, melds: Blocks, self_drawn: bool, rule: Wild, equivalence: WildEquivalence
) -> Iterator[Arrangement]:
    """Yield the first of all arrangements that look the same to the fans."""
    done: set[tuple[tuple[int, ...], int]] = set()
    scope = SearchScope(rule.may_be, equivalence=equivalence)
    for won in won_blocks(held, rule):
        code = coded((won.block,))
        own, of_won = (
            equivalence.of[code],
            equivalence.of_block_that_won(code, won.block, won.wild, won.place),
        )
        for codes, marks, rest in _classes_of_rest(won.counts, won.wilds, _pairs(won), scope):
            key = of_won, own + rest
            if key not in done:
                done.add(key)
                yield arrangement_of(Form.STANDARD, melds, _marked(codes, marks), won, self_drawn)


@lru_cache(maxsize=1 << 8)
def _classes_of_rest(counts: Counts, wilds: int, pairs: int, scope: SearchScope) -> tuple[RestOfHand, ...]:
    """Return the rests of a hand besides the block that won, at least the first of each class."""
    if min_wilds(counts, pairs=pairs) > wilds:
        return ()
    found: dict[int, tuple[bytes, bytes]] = {}
    for codes, seen in wholes(counts, wilds, pairs=pairs, scope=scope):
        if seen not in found:
            found[seen] = codes, bytes(marks_of(decoded(codes), counts))
    return tuple([(codes, marks, seen) for seen, (codes, marks) in found.items()])


def _pairs(won: Won) -> int:
    """Return the number of pairs in the rest of a hand besides this block."""
    return int(won.block.shape is not Shape.PAIR)


def _each(held: Held, melds: Blocks, self_drawn: bool, rule: Wild) -> Iterator[Arrangement]:
    search = rule.group_search
    for won in won_blocks(held, rule):
        room = room_left(rule, (*melds, won.block))
        if room and min(room) < 0:
            continue
        rests: Iterable[list[Marked]]
        if search:
            known = _cached_rest(won, search, search.shown(melds))
            rests = [_marked(codes, marks) for codes, marks, _ in known]
        else:
            rests = _rest(won.counts, won.wilds, _pairs(won), SearchScope(rule.may_be, room), 0)
        for marked in rests:
            yield arrangement_of(Form.STANDARD, melds, marked, won, self_drawn)


def _cached_rest(won: Won, search: GroupSearch, laid: int) -> tuple[RestOfHand, ...]:
    """Return the rests of a hand besides the block that won, one of each class that the fans tell apart.

    `laid` are the target faces that the melds show.
    """
    return _searched_rest(won.counts, won.wilds, _pairs(won), search, laid | search.shown((won.block,)))


def _marked(codes: bytes, marks: bytes) -> list[Marked]:
    return [*zip(decoded(codes), marks, strict=True)]


def _rest(counts: Counts, wilds: int, pairs: int, scope: SearchScope, laid: int) -> Iterator[list[Marked]]:
    """Yield the rests of a hand besides the block that won: blocks with their wild tiles."""
    if min_wilds(counts, pairs=pairs) <= wilds:
        for blocks in fillings(counts, wilds, pairs=pairs, scope=scope, laid=laid):
            yield [*zip(blocks, marks_of(blocks, counts), strict=True)]


@lru_cache(maxsize=1 << 9)  # most blocks of a waiting hand leave the same rest for every winning tile
def _searched_rest(
    counts: Counts, wilds: int, pairs: int, search: GroupSearch, laid: int
) -> tuple[RestOfHand, ...]:
    """Return `_rest` in bytes, which no garbage collector walks through."""
    found: list[RestOfHand] = []
    for some in _rest(counts, wilds, pairs, SearchScope(search.may_be, None, search), laid):
        blocks = tuple([b for b, _ in some])
        whole = search.whole(laid | search.shown(blocks))
        found.append((coded(blocks), bytes([m for _, m in some]), whole))
    return tuple(found)


def marks_of(blocks: Blocks, counts: Counts) -> list[int]:
    """Return a mask of the wild tiles of each block, with the natural tiles laid first."""
    left = list(counts)
    marks: list[int] = []
    for block in blocks:
        mask, place = 0, 1
        for k in block.tiles:
            if left[k]:
                left[k] -= 1
            else:
                mask |= place
            place <<= 1
        marks.append(mask)
    return marks


def arrangement_of(
    form: Form, melds: Blocks, others: list[Marked], won: Won, self_drawn: bool
) -> Arrangement:
    """Return the arrangement of the melds, then the other blocks in the order of their kinds.

    The block that a discard completed is not concealed.
    """
    block = won.block if self_drawn else won.block._replace(concealed=False)
    completed = (block, won.wild)
    laid = sorted([completed, *others], key=_lowest)  # before its equals: sorting keeps their order
    blocks, wild = zip(*laid, strict=True)
    stands = block.tiles[won.place] if won.wild >> won.place & 1 else -1
    at = len(melds) + laid.index(completed)
    return Arrangement(form, melds + blocks, at, (0,) * len(melds) + wild, stands)


def _lowest(marked: Marked) -> int:
    return marked[0].kind
