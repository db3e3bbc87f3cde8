"""Sets and a pair out of tiles and wild tiles 混, without trying the wild tiles out one by one.

A *filling* is a choice of blocks that has room for every natural tile; what room is left is filled by
wild tiles, so only their number matters. One suit is gone through rank by rank and remembered from
every rank on, since the same ends of suits come back in thousands of hands.

A rule set whose fans may ask anything gets `_every` filling; a block of wild tiles alone is there a
block like any other, in each place that it can take. Most rule sets with many wild tiles have few fans,
and say what those look for in the blocks (`Sight.looks`). Fillings that show the same of that are one
class, and `_least` keeps of each class the one that takes the fewest wild tiles. Wild tiles that are
left over are free blocks, which show nothing: they are given a face at the very end. Nothing is lost:
any filling of the class becomes such a one when its natural tiles are moved together and the blocks that
are then all wild, and not looked for, are set aside; that frees wild tiles by threes, or two for a pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from scorer.arrange import Counts
from scorer.shapes import Block, Shape
from scorer.tiles import KINDS

Face = tuple[Shape, int]  # the shape and lowest kind of a block
Blocks = tuple[Block, ...]


class Sight(NamedTuple):
    """What a search need tell apart, and which faces wild tiles may take.

    `may_be` is a mask of kinds. `room` says how often each of the 34 kinds may still occur in the
    concealed tiles; None where nothing limits it. `looks` are the groups of blocks that the fans look
    for: two fillings that hold the same groups whole are worth the same; None where every block counts.
    """

    may_be: int
    room: Counts | None = None
    looks: tuple[tuple[Face, ...], ...] | None = None


# Blocks of one part of a hand: the wild tiles they take, how many are pairs, which faces that are looked for
# they show (bits of `pieces`), and the blocks themselves in code, a byte each. Hundreds of thousands of them
# are remembered: numbers and bytes in bare tuples are nothing that the garbage collector has to walk through.
Filling = tuple[int, int, int, bytes]

_SHAPES = (Shape.PAIR, Shape.RUN, Shape.TRIPLET)  # the code of a block is its place in `_BLOCKS`
_BLOCKS = tuple(Block(s, k) for s in _SHAPES for k in range(KINDS))
_CODES = {(b.shape, b.kind): bytes((i,)) for i, b in enumerate(_BLOCKS)}
_CAPS = (1, 2, 4, 8)  # searches are shared by numbers of wild tiles up to these
_NOTHING: tuple[Filling, ...] = ((0, 0, 0, b""),)


@lru_cache(maxsize=64)
def pieces(looks: tuple[tuple[Face, ...], ...]) -> dict[Face, int]:
    """A bit for each face that is looked for."""
    faces = dict.fromkeys(face for group in looks for face in group)
    return {face: 1 << i for i, face in enumerate(faces)}


def shown(blocks: Blocks, sight: Sight) -> int:
    """The faces looked for that these blocks show."""
    bits = 0
    if sight.looks:
        of = pieces(sight.looks)
        for shape, kind, _, _, _ in blocks:
            bits |= of.get((shape, kind), 0)
    return bits


def _head(kind: int, *, runs: int, triplets: int, pairs: int) -> bytes:
    """The blocks that begin at a rank."""
    return (
        _CODES[Shape.TRIPLET, kind] * triplets
        + _CODES[Shape.PAIR, kind] * pairs
        + _CODES[Shape.RUN, kind] * runs
    )


def _blocks(codes: bytes) -> Blocks:
    return tuple([_BLOCKS[code] for code in codes])


@lru_cache(maxsize=1 << 17)
def _every(ends: Counts, one: int, two: int, left: int, top: int, sight: Sight) -> tuple[Filling, ...]:
    """All fillings from one rank to the end of a suit, `top` being the kind after its last.

    `ends` are the tiles held from that rank on, `one` and `two` the runs begun one and two ranks before,
    `left` the wild tiles that may be taken.
    """
    if not ends:
        return _NOTHING
    held, kind = ends[0], top - len(ends)
    most = held + left if sight.may_be >> kind & 1 else held
    if sight.room is not None:
        most = min(most, sight.room[kind])
    most -= one + two
    found: list[Filling] = []
    for begun in range(most + 1) if len(ends) > 2 and top < KINDS else (0,) if most >= 0 else ():
        for triplets in range((most - begun) // 3 + 1):
            for pairs in (0, 1):
                need = begun + 3 * triplets + 2 * pairs
                taken = one + two + need - held
                if taken < 0 or need > most:
                    continue
                head = _head(kind, runs=begun, triplets=triplets, pairs=pairs)
                found += [
                    (wilds + taken, pairs + p, 0, head + blocks)
                    for wilds, p, _, blocks in _every(ends[1:], begun, one, left - taken, top, sight)
                    if pairs + p < 2
                ]
    return tuple(found)


Class = tuple[int, int]  # pairs, faces shown


def _keep(best: dict[Class, Filling], filling: Filling) -> None:
    """Of each class the filling that takes the fewest wild tiles."""
    there = best.get(filling[1:3])
    if there is None or filling[0] < there[0]:
        best[filling[1:3]] = filling


@lru_cache(maxsize=1 << 17)
def _least(ends: Counts, one: int, two: int, cap: int, top: int, sight: Sight) -> tuple[Filling, ...]:
    """Of each class of fillings, from one rank to the end of a suit, one that takes the fewest wild tiles.

    Only blocks with room for a natural tile, or looked for, are begun; see above. None takes more than
    `cap` wild tiles.
    """
    if not ends:
        return _NOTHING
    held, kind = ends[0], top - len(ends)
    of = pieces(sight.looks or ())
    run, triplet, pair = (of.get((s, kind), 0) for s in (Shape.RUN, Shape.TRIPLET, Shape.PAIR))
    runs = min(4, sum(ends[:3]) + bool(run)) if len(ends) > 2 and top < KINDS else 0
    best: dict[Class, Filling] = {}
    for begun in range(runs + 1):
        if one + two + begun > held + (cap if sight.may_be >> kind & 1 else 0):
            break
        after = _least(ends[1:], begun, one, cap, top, sight)
        for triplets in range((held + 2) // 3 + bool(triplet) + 1):
            for pairs in (0, 1) if held or pair else (0,):
                taken = one + two + begun + 3 * triplets + 2 * pairs - held
                if not 0 <= taken <= cap or (taken and not sight.may_be >> kind & 1):
                    continue
                head = _head(kind, runs=begun, triplets=triplets, pairs=pairs)
                bits = (run if begun else 0) | (triplet if triplets else 0) | (pair if pairs else 0)
                for wilds, p, more, blocks in after:
                    if pairs + p < 2 and wilds + taken <= cap:
                        _keep(best, (wilds + taken, pairs + p, bits | more, head + blocks))
    return tuple(best.values())


@lru_cache(maxsize=1 << 15)
def _classes(counts: Counts, cap: int, top: int, sight: Sight, seen: int) -> tuple[Filling, ...]:
    """The classes of one suit. `seen` is shown already, by melds and by the block that won: with it, a
    group that is not whole by the end of its suit never will be, and is forgotten."""
    of = pieces(sight.looks or ())
    masks = [sum(of[face] for face in group) for group in sight.looks or ()]
    best: dict[Class, Filling] = {}
    for wilds, pairs, bits, blocks in _least(counts, 0, 0, cap, top, sight):
        whole = 0
        for mask in masks:
            if (bits | seen) & mask == mask:
                whole |= mask
        _keep(best, (wilds, pairs, whole, blocks))
    return tuple(best.values())


@lru_cache(maxsize=1 << 15)
def _half_classes(counts: Counts, cap: int, base: int, sight: Sight, seen: int) -> tuple[Filling, ...]:
    """The classes of the two suits from kind `base` on."""
    best: dict[Class, Filling] = {}
    second = _classes(counts[9:], cap, base + len(counts), sight, seen)
    for a in _classes(counts[:9], cap, base + 9, sight, seen):
        for b in second:
            if a[1] + b[1] < 2:
                _keep(best, (a[0] + b[0], a[1] + b[1], a[2] | b[2], a[3] + b[3]))
    return tuple(best.values())


def _of_half(seen: int, base: int, sight: Sight) -> int:
    """What is shown of the two suits from kind `base` on."""
    if not seen or not sight.looks:
        return 0
    return seen & sum(bit for (_, kind), bit in pieces(sight.looks).items() if (kind >= 18) == (base >= 18))


def _by_class(counts: Counts, wilds: int, pairs: int, sight: Sight, seen: int) -> Iterator[Blocks]:
    """A filling of each class, the wild tiles that are left made into free blocks."""
    cap = next((n for n in _CAPS if n >= wilds), wilds)
    high = _half_classes(counts[18:], cap, 18, sight, _of_half(seen, 18, sight))
    done: set[int] = set()
    for a in _half_classes(counts[:18], cap, 0, sight, _of_half(seen, 0, sight)):
        for b in high:
            missing = pairs - a[1] - b[1]
            left = wilds - a[0] - b[0] - 2 * missing
            if missing >= 0 and left >= 0 and left % 3 == 0 and a[2] | b[2] not in done:
                done.add(a[2] | b[2])
                kind = sight.may_be.bit_length() - 1
                yield _blocks(a[3] + b[3] + _head(kind, runs=0, triplets=left // 3, pairs=missing))


@lru_cache(maxsize=1 << 12)
def _half(counts: Counts, base: int, left: int, sight: Sight) -> dict[tuple[int, int], list[bytes]]:
    """All fillings of two suits from kind `base` on, by the wild tiles and pairs that they take."""
    half: dict[tuple[int, int], list[bytes]] = {}
    second = _every(counts[9:], 0, 0, left, base + len(counts), sight)
    for a in _every(counts[:9], 0, 0, left, base + 9, sight):
        for b in second:
            if a[0] + b[0] <= left and a[1] + b[1] < 2:
                half.setdefault((a[0] + b[0], a[1] + b[1]), []).append(a[3] + b[3])
    return half


def fillings(counts: Counts, wilds: int, *, pairs: int, sight: Sight, seen: int = 0) -> Iterator[Blocks]:
    """The ways to see natural tiles and exactly `wilds` wild tiles as sets and `pairs` (0 or 1) pairs.

    Where the rule set says what it looks for, and the supply of faces has no limit, one of each class
    of ways that show the same of it, `seen` being shown already.
    """
    if sight.looks is not None and sight.room is None:
        yield from _by_class(counts, wilds, pairs, sight, seen)
        return
    low = _half(counts[:18], 0, wilds, sight)
    high = _half(counts[18:], 18, wilds, sight)
    for (taken, p), ways in low.items():
        others = high.get((wilds - taken, pairs - p), ())
        for blocks in ways:
            for more in others:
                yield _blocks(blocks + more)


def can_fill(counts: Counts, wilds: int, *, pairs: int, sight: Sight) -> bool:
    """Whether there is any such way."""
    sight = sight if sight.looks else sight._replace(looks=())
    return next(fillings(counts, wilds, pairs=pairs, sight=sight), None) is not None
