"""Wild tiles 混 财神 百搭 赖子: a tile's printed face against what it stands for.

`arrangements` are the ways to see a hand that holds some, by a rule set's word on them (`wild_rule.Wild`).
It does not matter, where fans see faces alone, which of two tiles of one face is the wild one: changing
them leaves every face in its place. So natural tiles are laid first, and only a rule set whose fans ask
*which* tile is wild (`placed`) has them laid in every way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from scorer.arranging.arrangements import Arrangement, counted
from scorer.arranging.fewest_wilds import fewest
from scorer.arranging.suits import Counts, one_less
from scorer.arranging.wild_rule import Held, Wild
from scorer.arranging.wild_sets import (
    Blocks,
    Looks,
    Sight,
    can_fill,
    coded,
    decoded,
    fillings,
)
from scorer.arranging.wild_special_forms import odd_fillings
from scorer.hand.hand import Hand
from scorer.tiles.blocks import Block, Shape
from scorer.tiles.forms import Form
from scorer.tiles.tile import KINDS, TILES, Tile

Ways = dict[tuple[Counts, int], int]
Marked = tuple[Block, int]  # which of its tiles are wild: bit i for its tile i


class _Won(NamedTuple):
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


def _won(held: Held, rule: Wild) -> Iterator[_Won]:
    """Every block that the winning tile may complete; a wild one stands for whatever it may."""
    for kind in range(KINDS) if held.won is None else (held.won,):
        if held.won is None and not rule.may_be >> kind & 1:
            continue
        for block, place in _blocks_with(kind):
            ways = {(held.counts, held.wilds): 1 << place if held.won is None else 0}
            for i, k in enumerate(block.tiles):
                if i != place:
                    ways = dict(_laid(ways, i, k, rule))
            for (counts, wilds), mask in ways.items():
                yield _Won(block, mask, place, counts, wilds)


def _laid(ways: Ways, place: int, kind: int, rule: Wild) -> Iterator[tuple[tuple[Counts, int], int]]:
    """A tile of this kind laid at this place of a block: a natural one, a wild one."""
    for (counts, wilds), mask in ways.items():
        if counts[kind]:
            yield (one_less(counts, kind), wilds), mask
        if wilds and rule.may_be >> kind & 1 and (rule.placed or not counts[kind]):
            yield (counts, wilds - 1), mask | 1 << place


def _room(rule: Wild, melds: Blocks) -> Counts | None:
    """How often each kind may still occur beside these blocks, where the supply limits it."""
    if not rule.supply:
        return None
    laid = counted([k for block in melds for k in block.tiles])
    return tuple(4 - n for n in laid)


def arrangements(
    held: Held, forms: Sequence[Form], *, melds: Blocks, self_drawn: bool, rule: Wild
) -> Iterator[Arrangement]:
    """The arrangements of a complete hand with wild tiles, `held` beside its melds.

    With `rule.looks`, one of each class that its fans cannot tell apart; else all of them.
    """
    for form in forms:
        if form is Form.STANDARD:
            yield from _standard(held, melds, self_drawn, rule)
        elif form is not Form.NONE:
            yield from _odd(form, held, melds, self_drawn, rule)


def _standard(held: Held, melds: Blocks, self_drawn: bool, rule: Wild) -> Iterator[Arrangement]:
    for won in _won(held, rule):
        room = _room(rule, (*melds, won.block))
        if room and min(room) < 0:
            continue
        pairs = int(won.block.shape is not Shape.PAIR)
        beside: Iterable[list[Marked]]
        if rule.sought and room is None:
            seen = rule.sought.shown((*melds, won.block))
            kept = _sought_beside(won.counts, won.wilds, pairs, rule.sought, seen)
            beside = [[*zip(decoded(codes), marks, strict=True)] for codes, marks in kept]
        else:
            beside = _beside(won.counts, won.wilds, pairs, Sight(rule.may_be, room, rule.sought), 0)
        for marked in beside:
            yield _arrangement(Form.STANDARD, melds, marked, won, self_drawn)


def _beside(counts: Counts, wilds: int, pairs: int, sight: Sight, seen: int) -> Iterator[list[Marked]]:
    """What may lie beside the block that won: blocks with their wild tiles. `seen` is for `fillings`."""
    if fewest(counts, pairs=pairs) <= wilds:
        for blocks in fillings(counts, wilds, pairs=pairs, sight=sight, seen=seen):
            yield [*zip(blocks, _marks(blocks, counts), strict=True)]


@lru_cache(
    maxsize=1 << 9
)  # whatever tile comes to a waiting hand, the same is left beside most of its blocks
def _sought_beside(
    counts: Counts, wilds: int, pairs: int, sought: Looks, seen: int
) -> tuple[tuple[bytes, bytes], ...]:
    """`_beside` in bytes, which no garbage collector walks through: blocks in code, and their wild tiles."""
    ways = _beside(counts, wilds, pairs, Sight(sought.may_be, None, sought), seen)
    return tuple([(coded(tuple([b for b, _ in some])), bytes([m for _, m in some])) for some in ways])


def _odd(form: Form, held: Held, melds: Blocks, self_drawn: bool, rule: Wild) -> Iterator[Arrangement]:
    """The other forms: the faces first, then each of their tiles that may be the winning one."""
    won = [0] * KINDS
    if held.won is not None:
        won[held.won] += 1
    counts = tuple(a + b for a, b in zip(held.counts, won, strict=True))
    sight = Sight(rule.may_be, _room(rule, melds), rule.sought)
    for blocks in odd_fillings(form, counts, held.wilds + (held.won is None), melds=len(melds), sight=sight):
        faces = Counter(k for b in blocks for k in b.tiles)
        done: set[tuple[Block, int]] = set()
        for i, block in enumerate(blocks):
            for place, kind in enumerate(block.tiles):
                fits = kind == held.won if held.won is not None else faces[kind] > counts[kind]
                if not fits or (block, kind) in done:
                    continue
                done.add((block, kind))
                free = held.won is None
                rest = held.counts
                mask = 1 << place if free else 0
                for j, k in enumerate(block.tiles):
                    if j != place:
                        mask |= 0 if rest[k] else 1 << j
                        rest = one_less(rest, k) if rest[k] else rest
                others = (*blocks[:i], *blocks[i + 1 :])
                marked = [*zip(others, _marks(others, rest), strict=True)]
                yield _arrangement(form, melds, marked, _Won(block, mask, place, rest, 0), self_drawn)


def _marks(blocks: Blocks, counts: Counts) -> list[int]:
    """Which tiles of these blocks are wild, the natural ones laid first."""
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


def _arrangement(form: Form, melds: Blocks, others: list[Marked], won: _Won, self_drawn: bool) -> Arrangement:
    block = won.block if self_drawn else won.block._replace(concealed=False)
    completed = (block, won.wild)
    laid = sorted([completed, *others], key=_lowest)  # before its equals: sorting keeps their order
    blocks, wild = zip(*laid, strict=True)
    stands = block.tiles[won.place] if won.wild >> won.place & 1 else -1
    at = len(melds) + laid.index(completed)
    return Arrangement(form, melds + blocks, at, (0,) * len(melds) + wild, stands)


def _lowest(marked: Marked) -> int:
    return marked[0].kind


def winning_kinds(rule: Wild, hand: Hand, forms: tuple[Form, ...]) -> tuple[int, ...]:
    """The kinds that complete a waiting hand with wild tiles, wild ones among them, whatever the worth."""
    melds = tuple(m.block for m in hand.melds)
    kinds = _completing(rule, rule.kinds(hand), tuple(rule.held(hand)), forms, melds)
    if rule.stand_ins is None:
        return kinds
    # The tile that comes and those held may not all be stand-ins: each is looked at in the whole hand.
    return tuple(
        k
        for k in kinds
        if any(complete(held, forms, melds=melds, rule=rule) for held in rule.held(hand, TILES[k]))
    )


@lru_cache(maxsize=1 << 6)  # each score of the waits of one hand may ask for them
def _completing(
    rule: Wild, wild: frozenset[int], waiting: tuple[Held, ...], forms: tuple[Form, ...], melds: Blocks
) -> tuple[int, ...]:
    return tuple(
        kind
        for kind in (*range(KINDS), *sorted(k for k in wild if k >= KINDS))
        if any(
            complete(held._replace(won=face), forms, melds=melds, rule=rule)
            for held in waiting
            for face in rule.faces(kind, wild)
        )
    )


def complete(held: Held, forms: tuple[Form, ...], *, melds: Blocks, rule: Wild) -> bool:
    """Whether these tiles and wild tiles with the winning one are a whole hand in one of the forms."""
    counts, wilds = held.counts, held.wilds
    if held.won is None:
        wilds += 1
    else:
        counts = (*counts[: held.won], counts[held.won] + 1, *counts[held.won + 1 :])
    sight = Sight(rule.may_be, _room(rule, melds), rule.sought)
    for form in forms:
        if form is Form.STANDARD:
            if can_fill(counts, wilds, pairs=1, sight=sight):
                return True
        elif next(odd_fillings(form, counts, wilds, melds=len(melds), sight=sight), None) is not None:
            return True
    return False


def stands_for(rule: Wild, hand: Hand, arrangement: Arrangement) -> dict[Tile, tuple[Tile, ...]]:
    """What each wild tile of a won hand stands for, its own face first where it shows it; and what a stand-in
    替身 does that shows the wild tile's face and not its own.
    """
    won = (hand.win.tile,) if hand.win else ()
    printed = sorted(hand.concealed + won, key=lambda t: t.kind)
    faces = Counter(k for b in arrangement.blocks[len(hand.melds) :] for k in b.tiles)
    if rule.thought is not None and (own := rule.thought(hand)) is not None:
        faces[own] -= 1
    kinds = rule.kinds(hand)
    wild = [t for t in printed if t.kind in kinds]
    stand_ins = [t for t in printed if t.kind == rule.stand_in and t not in wild]
    for t in printed:
        if t not in wild and t not in stand_ins:
            faces[t.kind] -= 1  # it shows what it is
    found: dict[Tile, list[Tile]] = {t: [] for t in wild}
    for t in stand_ins:  # it has its own face and the wild tile's to choose from
        if rule.stand_in_itself and faces[t.kind] > 0:
            faces[t.kind] -= 1
        elif (k := next((k for k in sorted(kinds) if faces[k] > 0), None)) is not None:
            faces[k] -= 1
            found.setdefault(t, []).append(TILES[k])
    odd: list[Tile] = []
    for t in wild:
        if faces[t.kind] > 0:
            faces[t.kind] -= 1
            found[t].append(TILES[t.kind])
        else:
            odd.append(t)
    for t, k in zip(odd, sorted(faces.elements()), strict=False):
        found[t].append(TILES[k])
    return {t: tuple(f) for t, f in found.items()}
