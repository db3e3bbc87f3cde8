"""Sets and a pair out of tiles and wild tiles 混, without trying the wild tiles out one by one.

A *filling* is a choice of blocks that has room for every natural tile; what room is left is filled by
wild tiles, so only their number matters. One suit is gone through rank by rank and remembered from
every rank on, since the same ends of suits come back in thousands of hands. A block of wild tiles alone
is a block like any other: it takes its place in some suit.

What keeps the number of fillings small is that a rule set may say what its fans look for in the blocks
(`Sight.looks`). Fillings that show the same of that are then one filling; of each such class one is
kept, and the best score over the classes is the best over all fillings.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from scorer.arrange import Counts
from scorer.shapes import Block, Shape

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


class Filling(NamedTuple):
    """Blocks of one part of a hand: the wild tiles they take, how many are pairs, and which faces that
    are looked for they show (bits of `pieces`)."""

    wilds: int
    pairs: int
    shown: int
    blocks: Blocks


_BLOCKS = {(s, k): Block(s, k) for s in (Shape.PAIR, Shape.RUN, Shape.TRIPLET) for k in range(34)}
_NOTHING = (Filling(0, 0, 0, ()),)


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
        for shape, kind, _, _ in blocks:
            bits |= of.get((shape, kind), 0)
    return bits


@lru_cache(maxsize=1 << 17)
def _from(ends: Counts, one: int, two: int, left: int, top: int, sight: Sight) -> tuple[Filling, ...]:
    """Fillings from one rank to the end of a suit whose last kind is `top` - 1, with at most `left` wilds.

    `ends` are the tiles held from that rank on, `one` and `two` the runs begun one and two ranks before.
    """
    if not ends:
        return _NOTHING
    held, kind = ends[0], top - len(ends)
    free = sight.may_be >> kind & 1
    most = held + left if free else held
    if sight.room is not None:
        most = min(most, sight.room[kind])
    alike: dict[tuple[int, int, int], Filling] = {}
    every: list[Filling] = []
    of = pieces(sight.looks) if sight.looks else {}
    begin = range(most - one - two + 1) if len(ends) > 2 and top < 34 else range(1)
    for begun in begin:
        for triplets in range((most - one - two - begun) // 3 + 1):
            for pair in (0, 1):
                need = one + two + begun + 3 * triplets + 2 * pair
                if not held <= need <= most:
                    continue
                head = (
                    (_BLOCKS[Shape.TRIPLET, kind],) * triplets
                    + (_BLOCKS[Shape.PAIR, kind],) * pair
                    + (_BLOCKS[Shape.RUN, kind],) * begun
                )
                bits = 0
                if of:
                    for block in head:
                        bits |= of.get((block.shape, kind), 0)
                taken = need - held
                for wilds, pairs, more, blocks in _from(ends[1:], begun, one, left - taken, top, sight):
                    if pairs + pair > 1:
                        continue
                    filling = Filling(wilds + taken, pairs + pair, more | bits, head + blocks)
                    if sight.looks is None:
                        every.append(filling)
                    else:
                        alike[filling[:3]] = filling
    return tuple(every) if sight.looks is None else tuple(alike.values())


@lru_cache(maxsize=1 << 15)
def _suit(counts: Counts, top: int, left: int, sight: Sight, seen: int) -> tuple[Filling, ...]:
    """Fillings of one suit. `seen` is shown already, by melds and by the block that won: with it, a
    group that is not whole by the end of its suit never will be, and is forgotten."""
    ways = _from(counts, 0, 0, left, top, sight)
    if sight.looks is None:
        return ways
    of = pieces(sight.looks)
    alike: dict[tuple[int, int, int], Filling] = {}
    for wilds, pairs, bits, blocks in ways:
        whole = 0
        for group in sight.looks:
            mask = sum(of[face] for face in group)
            if (bits | seen) & mask == mask:
                whole |= mask
        alike.setdefault((wilds, pairs, whole), Filling(wilds, pairs, whole, blocks))
    return tuple(alike.values())


def _merged(
    first: tuple[Filling, ...], second: tuple[Filling, ...], left: int, sight: Sight
) -> list[Filling]:
    """One filling of each of two parts, in every way that differs to the fans."""
    joined = [
        Filling(a[0] + b[0], a[1] + b[1], a[2] | b[2], a[3] + b[3])
        for a in first
        for b in second
        if a[0] + b[0] <= left and a[1] + b[1] < 2
    ]
    return joined if sight.looks is None else list({f[:3]: f for f in joined}.values())


Half = dict[tuple[int, int], list[tuple[int, Blocks]]]


@lru_cache(maxsize=1 << 15)
def _half(counts: Counts, base: int, left: int, sight: Sight, seen: int) -> Half:
    """Fillings of two suits from kind `base` on, by the wild tiles and pairs that they take."""
    tops = (base + 9, base + len(counts))
    first = _suit(counts[:9], tops[0], left, sight, seen)
    second = _suit(counts[9:], tops[1], left, sight, seen)
    half: Half = {}
    for wilds, pairs, bits, blocks in _merged(first, second, left, sight):
        half.setdefault((wilds, pairs), []).append((bits, blocks))
    return half


def _of_half(seen: int, base: int, sight: Sight) -> int:
    """What is shown of the two suits from kind `base` on."""
    if not seen or not sight.looks:
        return 0
    return seen & sum(bit for (_, kind), bit in pieces(sight.looks).items() if (kind >= 18) == (base >= 18))


def fillings(counts: Counts, wilds: int, *, pairs: int, sight: Sight, seen: int = 0) -> Iterator[Blocks]:
    """The ways to see natural tiles and exactly `wilds` wild tiles as sets and `pairs` (0 or 1) pairs.

    Where the rule set says what it looks for, one of each class of ways that show the same of it.
    """
    low = _half(counts[:18], 0, wilds, sight, _of_half(seen, 0, sight))
    high = _half(counts[18:], 18, wilds, sight, _of_half(seen, 18, sight))
    alike: set[int] = set()
    for (taken, p), ways in low.items():
        for bits, blocks in ways:
            for more, others in high.get((wilds - taken, pairs - p), ()):
                if sight.looks is not None:
                    if bits | more in alike:
                        continue
                    alike.add(bits | more)
                yield blocks + others


def can_fill(counts: Counts, wilds: int, *, pairs: int, sight: Sight) -> bool:
    """Whether there is any such way."""
    return next(fillings(counts, wilds, pairs=pairs, sight=sight._replace(looks=())), None) is not None
