"""Wild tiles 混 财神 百搭 赖子: a tile's printed face against what it stands for.

`arrangements` arranges a hand that holds some, by the rule set's `rule.Wild`; `telling` leaves out
arrangements that the rule set's fans cannot tell from another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from paiyan.scorer.arranging.arrangements import Arrangement
from paiyan.scorer.arranging.suits import one_less
from paiyan.scorer.arranging.wild.rule import Held, Wild
from paiyan.scorer.arranging.wild.sets import SearchScope, can_fill
from paiyan.scorer.arranging.wild.special_forms import odd_fillings
from paiyan.scorer.arranging.wild.standard import (
    Won,
    arrangement_of,
    marks_of,
    of_each_class,
    room_left,
    standard,
)
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.tiles.blocks import Block, Blocks, Form
from paiyan.scorer.tiles.tile import KINDS, TILES, Tile


def arrangements(
    held: Held, forms: Sequence[Form], *, melds: Blocks, self_drawn: bool, rule: Wild, kinds: frozenset[int]
) -> Iterator[Arrangement]:
    """Yield the arrangements of a complete hand with wild tiles: `held` and its melds, `kinds` being wild.

    If the fans state what they observe of the blocks, one of each class that they cannot tell apart.
    """
    for form in forms:
        if form is Form.STANDARD:
            yield from standard(held, melds, self_drawn, rule, kinds)
        elif form is not Form.NONE:
            yield from _odd(form, held, melds, self_drawn, rule)


def telling(
    held: Held, forms: Sequence[Form], *, melds: Blocks, self_drawn: bool, rule: Wild, kinds: frozenset[int]
) -> Iterator[Arrangement]:
    """Yield the `arrangements` that may be the best, one of each class that the fans cannot tell apart.

    Arrangements that differ only in the block that won are one class too; of each class it is the first with
    the most faces of the wild `kinds`.
    """
    for form in forms:
        if form is Form.STANDARD and rule.group_search:
            yield from of_each_class(held, melds, self_drawn, rule, kinds)
        else:
            some = (form,)
            yield from arrangements(held, some, melds=melds, self_drawn=self_drawn, rule=rule, kinds=kinds)


def _odd(form: Form, held: Held, melds: Blocks, self_drawn: bool, rule: Wild) -> Iterator[Arrangement]:
    """Yield the other forms: the faces first, then each of their tiles that may be the winning one."""
    won = [0] * KINDS
    if held.won is not None:
        won[held.won] += 1
    counts = tuple(a + b for a, b in zip(held.counts, won, strict=True))
    scope = SearchScope(rule.may_be, room_left(rule, melds))
    for blocks in odd_fillings(form, counts, held.wilds + (held.won is None), melds=len(melds), scope=scope):
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
                marked = [*zip(others, marks_of(others, rest), strict=True)]
                yield arrangement_of(form, melds, marked, Won(block, mask, place, rest, 0), self_drawn)


def winning_kinds(rule: Wild, hand: Hand, forms: tuple[Form, ...]) -> tuple[int, ...]:
    """Return the kinds that complete a waiting hand with wild tiles, wild ones among them, at any worth."""
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


@lru_cache(maxsize=1 << 6)  # shared by the scores of all waits of one hand
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
    """True if these tiles, wild tiles and the winning one are a whole hand in one of the forms."""
    counts, wilds = held.counts, held.wilds
    if held.won is None:
        wilds += 1
    else:
        counts = (*counts[: held.won], counts[held.won] + 1, *counts[held.won + 1 :])
    scope = SearchScope(rule.may_be, room_left(rule, melds))
    for form in forms:
        if form is Form.STANDARD:
            if can_fill(counts, wilds, pairs=1, scope=scope):
                return True
        elif next(odd_fillings(form, counts, wilds, melds=len(melds), scope=scope), None) is not None:
            return True
    return False


def stands_for(rule: Wild, hand: Hand, arrangement: Arrangement) -> dict[Tile, tuple[Tile, ...]]:
    """Return the tiles that each wild tile of a won hand stands for, its own face first if it shows that.

    A stand-in 替身 is listed if it shows the wild tile's face instead of its own.
    """
    won = (hand.win.tile,) if hand.win else ()
    printed = sorted(hand.concealed + won, key=lambda t: t.kind)
    faces = Counter(k for b in arrangement.blocks[len(hand.melds) :] for k in b.tiles)
    if rule.imagined_kind is not None and (own := rule.imagined_kind(hand)) is not None:
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
