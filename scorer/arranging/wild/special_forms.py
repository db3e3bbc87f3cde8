"""Arrange tiles and wild tiles in forms without sets and a pair: pairs, orphans, knitted tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product

from paiyan.scorer.arranging.arrangements import KNITTED_SETS, Counts
from paiyan.scorer.arranging.wild.sets import SearchScope, fillings, of_suit
from paiyan.scorer.tiles.blocks import APART, LOOSE, Block, Blocks, Form, Shape
from paiyan.scorer.tiles.kind_sets import ORPHAN_KINDS
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
