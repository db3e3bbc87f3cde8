"""Wild tiles 混 财神 百搭 赖子: a tile's printed face against what it stands for.

`arrangements` arranges a hand that holds some, by the rule set's `rule.Wild`; `telling` leaves out
arrangements that the rule set's fans cannot tell from another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product

from paiyan.scorer.arranging.arrangements import KNITTED_SETS, Arrangement, Counts
from paiyan.scorer.arranging.suits import one_less
from paiyan.scorer.arranging.wild.rule import Held, Wild
from paiyan.scorer.arranging.wild.sets import SearchScope, can_fill, fillings, of_suit
from paiyan.scorer.arranging.wild.standard import (
    Won,
    arrangement_of,
    marks_of,
    of_each_class,
    room_left,
    standard,
)
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.tiles.blocks import APART, LOOSE, Block, Blocks, Form, Shape
from paiyan.scorer.tiles.tile import KINDS, ORPHAN_KINDS, TILES, Tile
from paiyan.scorer.tiles.unusual_sets import SET_FORMS, Part, needs, plain


def _free(scope: SearchScope) -> list[int]:
    return [k for k in range(34) if scope.may_be >> k & 1]


def _covers(scope: SearchScope, counts: Counts, faces: Blocks) -> bool:
    """True if wild tiles may fill what the natural tiles lack of these faces, within the supply."""
    need = [0] * 34
    for block in faces:
        for k in block.tiles:
            need[k] += 1
    lacking = [k for k in range(34) if need[k] > counts[k]]
    within = scope.room is None or all(n <= scope.room[k] for k, n in enumerate(need))
    return within and all(scope.may_be >> k & 1 for k in lacking)


def _pairs(counts: Counts, _: int, scope: SearchScope) -> Iterator[Blocks]:
    """Yield seven pairs; each odd tile takes a wild one, and the remaining wild tiles make pairs."""
    held = [k for k, n in enumerate(counts) for _ in range((n + 1) // 2)]
    for more in combinations_with_replacement(_free(scope), 7 - len(held) if len(held) <= 7 else 0):
        faces = tuple(Block(Shape.PAIR, k) for k in sorted((*held, *more)))
        if len(faces) == 7 and _covers(scope, counts, faces):
            yield faces


def _distinct_pairs(counts: Counts, wilds: int, scope: SearchScope) -> Iterator[Blocks]:
    if max(counts) < 3:
        yield from (b for b in _pairs(counts, wilds, scope) if len(set(b)) == 7)


def _orphans(counts: Counts, _: int, scope: SearchScope) -> Iterator[Blocks]:
    twice = [k for k, n in enumerate(counts) if n > 1]
    if any(n and k not in ORPHAN_KINDS for k, n in enumerate(counts)) or len(twice) > 1 or max(counts) > 2:
        return
    for pair in twice or ORPHAN_KINDS:
        faces = tuple(Block(Shape.PAIR if k == pair else Shape.SINGLE, k) for k in ORPHAN_KINDS)
        if _covers(scope, counts, faces):
            yield faces


def _knitted_honours(counts: Counts, wilds: int, scope: SearchScope) -> Iterator[Blocks]:
    held = {k for k, n in enumerate(counts) if n}
    if max(counts) > 1:
        return
    seen: set[tuple[int, ...]] = set()
    for nine in KNITTED_SETS:
        allowed = nine | set(range(27, 34))
        if not held <= allowed:
            continue
        for more in combinations(sorted(k for k in allowed - held if scope.may_be >> k & 1), wilds):
            kinds = tuple(sorted(held | set(more)))
            if kinds not in seen:
                seen.add(kinds)
                yield tuple(Block(Shape.SINGLE, k) for k in kinds)


def _scattered(counts: Counts, wilds: int, scope: SearchScope) -> Iterator[Blocks]:
    if max(counts) > 1:
        return
    free = {k for k in _free(scope) if not counts[k]}
    suits = [
        [more for some in APART if (more := _beyond(counts, base, some)) is not None and more <= free]
        for base in (0, 9, 18)
    ]
    for a, b, c in product(*suits):
        left = wilds - len(a) - len(b) - len(c)
        for honours in combinations(sorted(k for k in free if k >= 27), left) if left >= 0 else ():
            kinds = sorted((*(k for k, n in enumerate(counts) if n), *a, *b, *c, *honours))
            yield tuple(Block(Shape.SINGLE, k) for k in kinds)


def _beyond(counts: Counts, base: int, ranks: tuple[int, ...]) -> set[int] | None:
    """Return the kinds that these ranks of a suit add to the tiles held; None if they do not cover those."""
    there = {base + r for r in ranks}
    held = {base + r for r in range(9) if counts[base + r]}
    return there - held if held <= there else None


def _knitted_straight(counts: Counts, wilds: int, scope: SearchScope) -> Iterator[Blocks]:
    for nine in KNITTED_SETS:
        lacking = [k for k in nine if not counts[k]]
        if len(lacking) > wilds or not all(scope.may_be >> k & 1 for k in lacking):
            continue
        rest = tuple(n - (k in nine and n > 0) for k, n in enumerate(counts))
        room = scope.room and tuple(n - (k in nine) for k, n in enumerate(scope.room))
        if room and min(room) < 0:
            continue
        knitted = tuple(Block(Shape.KNITTED, k) for k in sorted(nine) if k - 3 not in nine)
        for blocks in fillings(rest, wilds - len(lacking), pairs=1, scope=scope._replace(room=room)):
            yield knitted + blocks


def _eight_pairs(counts: Counts, _: int, scope: SearchScope) -> Iterator[Blocks]:
    """Yield eight pairs and a single tile; each odd tile but one takes a wild tile, the rest are pairs."""
    held = [k for k, n in enumerate(counts) for _ in range(n // 2)]
    odd = [k for k, n in enumerate(counts) if n % 2]
    for single in odd or _free(scope):
        pairs = held + [k for k in odd if k != single]
        for more in combinations_with_replacement(_free(scope), 8 - len(pairs)) if len(pairs) <= 8 else ():
            faces = [Block(Shape.PAIR, k) for k in (*pairs, *more)]
            blocks = tuple(sorted((*faces, Block(Shape.SINGLE, single)), key=lambda b: b.kind))
            if _covers(scope, counts, blocks):
                yield blocks


def _three_wilds(counts: Counts, wilds: int, scope: SearchScope) -> Iterator[Blocks]:
    """Yield a hand of three wild tiles or more with any others; the wild ones are given some face."""
    held = [k for k, n in enumerate(counts) for _ in range(n)]
    if wilds >= 3:
        yield tuple(Block(Shape.SINGLE, k) for k in sorted((*held, *_free(scope)[:1] * wilds)))


def _loose(counts: Counts, wilds: int, scope: SearchScope, *, kinds: int) -> Iterator[Blocks]:
    """Yield the tiles if all are of these kinds (bit mask)."""
    held = tuple(k for k, n in enumerate(counts) for _ in range(n))
    if any(not kinds >> k & 1 for k in held):
        return
    for more in combinations_with_replacement([k for k in _free(scope) if kinds >> k & 1], wilds):
        faces = tuple(Block(Shape.SINGLE, k) for k in sorted((*held, *more)))
        if _covers(scope, counts, faces):
            yield faces


Ways = dict[tuple[int, int], list[Blocks]]  # of a part, by the wild tiles and pairs they take


def _of_sets(form: Form, counts: Counts, wilds: int, scope: SearchScope) -> Iterator[Blocks]:
    """Yield sets and a pair of the form's own sets: part by part, each with some of the wild tiles."""
    parts: list[Ways] = []
    for part in SET_FORMS[form]:
        room = scope.room and scope.room[part.start : part.end]
        parts.append(_of_part(counts[part.start : part.end], part, wilds, scope.may_be, room))
    if all(parts):
        yield from _combined(parts, wilds, 1)


def _combined(parts: list[Ways], wilds: int, pairs: int) -> Iterator[Blocks]:
    """Yield one way for each part that together take `wilds` wild tiles and `pairs` pairs."""
    if not parts:
        yield from ((),) if not wilds and not pairs else ()
        return
    rest = sum(min(taken for taken, _ in part) for part in parts[1:])
    for (taken, some), ways in parts[0].items():
        if taken + rest <= wilds and some <= pairs:
            for more in _combined(parts[1:], wilds - taken, pairs - some):
                for blocks in ways:
                    yield blocks + more


@lru_cache(maxsize=1 << 11)
def _of_part(held: Counts, part: Part, left: int, may_be: int, room: Counts | None) -> Ways:
    """Return the choices of sets that have room for the tiles held of a part."""
    found: Ways = {}
    if plain(part):
        scope = SearchScope(may_be, room and (0,) * part.start + room)
        for taken, pairs, blocks in of_suit(held, part.start, left, scope):
            found.setdefault((taken, pairs), []).append(blocks)
        return found
    for need in needs(part, (sum(held) + left) // 3):
        lacking = [n - h for n, h in zip(need.counts, held, strict=True)]
        taken = sum(lacking)
        if min(lacking) < 0 or taken > left:
            continue
        free = all(not n or may_be >> part.start + i & 1 for i, n in enumerate(lacking))
        if free and (room is None or all(n <= most for n, most in zip(need.counts, room, strict=True))):
            found.setdefault((taken, need.pairs), []).append(need.blocks)
    return found


_FORMS: dict[Form, Callable[[Counts, int, SearchScope], Iterator[Blocks]]] = {
    Form.SEVEN_PAIRS: _pairs,
    Form.DISTINCT_PAIRS: _distinct_pairs,
    Form.THIRTEEN_ORPHANS: _orphans,
    Form.KNITTED_HONOURS: _knitted_honours,
    Form.SCATTERED: _scattered,
    Form.KNITTED_STRAIGHT: _knitted_straight,
}


def odd_fillings(
    form: Form, counts: Counts, wilds: int, *, melds: int, scope: SearchScope
) -> Iterator[Blocks]:
    """Yield every choice of faces in this form that covers the natural tiles, the winning one included."""
    size = sum(counts) + wilds
    if form is Form.THREE_WILDS:
        return _three_wilds(counts, wilds, scope)
    if form is Form.EIGHT_PAIRS:
        return _eight_pairs(counts, wilds, scope) if not melds and size == 17 else iter(())
    if form in LOOSE:
        return _loose(counts, wilds, scope, kinds=LOOSE[form])
    if form in SET_FORMS:
        return _of_sets(form, counts, wilds, scope)
    if form is Form.KNITTED_STRAIGHT:
        return _knitted_straight(counts, wilds, scope) if size >= 11 else iter(())
    return _FORMS[form](counts, wilds, scope) if not melds and size == 14 and form in _FORMS else iter(())


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
