"""Wild tiles 混 财神 百搭 赖子: a tile's printed face against what it stands for.

`arrangements` are the ways to see a hand that holds some, by a rule set's word on them (`wild_rule.Wild`);
`telling` leaves out those that the rule set's fans cannot tell from another.
It does not matter, where fans see faces alone, which of two tiles of one face is the wild one: changing
them leaves every face in its place. So natural tiles are laid first, and only a rule set whose fans ask
*which* tile is wild (`placed`) has them laid in every way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import cast

from scorer.arranging.arrangements import Arrangement, counted
from scorer.arranging.fewest_wilds import fewest
from scorer.arranging.suits import Counts, one_less
from scorer.arranging.wild_rule import Asked, Held, Wild
from scorer.arranging.wild_sets import (
    Blocks,
    Looks,
    Sight,
    can_fill,
    coded,
    decoded,
    fillings,
    tiles_among,
)
from scorer.arranging.wild_special_forms import odd_fillings
from scorer.arranging.won_blocks import Won, won_blocks
from scorer.hand.hand import Hand
from scorer.tiles.blocks import Block, Shape
from scorer.tiles.forms import Form
from scorer.tiles.tile import KINDS, TILES, Tile

Marked = tuple[Block, int]  # which of its tiles are wild: bit i for its tile i
# What may lie beside the block that won: blocks in code, their wild tiles, and the groups looked for that
# are whole with them.
Beside = tuple[bytes, bytes, int]


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


def telling(
    held: Held, forms: Sequence[Form], *, melds: Blocks, self_drawn: bool, rule: Wild, kinds: frozenset[int]
) -> Iterator[Arrangement]:
    """Of `arrangements` those that may be the best: of each class that the fans cannot tell apart, not by the
    block that won either, the first with the most faces of the wild `kinds`."""
    for form in forms:
        if form is Form.STANDARD and rule.asked and rule.sought and not rule.supply:
            yield from _of_each_class(held, melds, self_drawn, rule, kinds)
        else:
            yield from arrangements(held, (form,), melds=melds, self_drawn=self_drawn, rule=rule)


@lru_cache(maxsize=1)  # whichever of the wild tiles comes to a waiting hand, it is the same
def _of_each_class(
    held: Held, melds: Blocks, self_drawn: bool, rule: Wild, kinds: frozenset[int]
) -> tuple[Arrangement, ...]:
    looks, asked = cast(Looks, rule.sought), cast(Asked, rule.asked)
    best: dict[tuple[int, int], tuple[int, Won, bytes, bytes]] = {}
    wild_faces = tiles_among(kinds)
    for won in won_blocks(held, rule):
        of_won = asked(won.block, won.wild, won.place)
        own = sum([k in kinds for k in won.block.tiles])
        for codes, marks, groups in _known_beside(won, melds, looks):
            faces = own + sum(codes.translate(wild_faces))
            there = best.get((of_won, groups))
            if there is not None:
                if faces <= there[0]:
                    continue
                del best[of_won, groups]  # they stay in the order in which they are found
            best[of_won, groups] = faces, won, codes, marks
    return tuple(
        [
            _arrangement(Form.STANDARD, melds, _marked(codes, marks), won, self_drawn)
            for _, won, codes, marks in best.values()
        ]
    )


def _standard(held: Held, melds: Blocks, self_drawn: bool, rule: Wild) -> Iterator[Arrangement]:
    sought = rule.sought_in(held)
    for won in won_blocks(held, rule):
        room = _room(rule, (*melds, won.block))
        if room and min(room) < 0:
            continue
        beside: Iterable[list[Marked]]
        if sought and room is None:
            known = _known_beside(won, melds, sought)
            beside = [_marked(codes, marks) for codes, marks, _ in known]
        else:
            pairs = int(won.block.shape is not Shape.PAIR)
            beside = _beside(won.counts, won.wilds, pairs, Sight(rule.may_be, room, sought), 0)
        for marked in beside:
            yield _arrangement(Form.STANDARD, melds, marked, won, self_drawn)


def _known_beside(won: Won, melds: Blocks, looks: Looks) -> tuple[Beside, ...]:
    """What may lie beside the block that won, of each class that the fans tell apart one."""
    pairs = int(won.block.shape is not Shape.PAIR)
    return _sought_beside(won.counts, won.wilds, pairs, looks, looks.shown((*melds, won.block)))


def _marked(codes: bytes, marks: bytes) -> list[Marked]:
    return [*zip(decoded(codes), marks, strict=True)]


def _beside(counts: Counts, wilds: int, pairs: int, sight: Sight, seen: int) -> Iterator[list[Marked]]:
    """What may lie beside the block that won: blocks with their wild tiles. `seen` is for `fillings`."""
    if fewest(counts, pairs=pairs) <= wilds:
        for blocks in fillings(counts, wilds, pairs=pairs, sight=sight, seen=seen):
            yield [*zip(blocks, _marks(blocks, counts), strict=True)]


@lru_cache(
    maxsize=1 << 9
)  # whatever tile comes to a waiting hand, the same is left beside most of its blocks
def _sought_beside(counts: Counts, wilds: int, pairs: int, sought: Looks, seen: int) -> tuple[Beside, ...]:
    """`_beside` in bytes, which no garbage collector walks through."""
    found: list[Beside] = []
    for some in _beside(counts, wilds, pairs, Sight(sought.may_be, None, sought), seen):
        blocks = tuple([b for b, _ in some])
        whole = sought.whole(seen | sought.shown(blocks))
        found.append((coded(blocks), bytes([m for _, m in some]), whole))
    return tuple(found)


def _odd(form: Form, held: Held, melds: Blocks, self_drawn: bool, rule: Wild) -> Iterator[Arrangement]:
    """The other forms: the faces first, then each of their tiles that may be the winning one."""
    won = [0] * KINDS
    if held.won is not None:
        won[held.won] += 1
    counts = tuple(a + b for a, b in zip(held.counts, won, strict=True))
    sight = Sight(rule.may_be, _room(rule, melds), rule.sought_in(held))
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
                yield _arrangement(form, melds, marked, Won(block, mask, place, rest, 0), self_drawn)


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


def _arrangement(form: Form, melds: Blocks, others: list[Marked], won: Won, self_drawn: bool) -> Arrangement:
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
