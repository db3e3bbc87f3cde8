"""Sets and a pair out of tiles and wild tiles 混, without trying the wild tiles out one by one.

A *filling* is a choice of blocks that has room for every natural tile; what room is left is filled by
wild tiles, so only their number matters. One suit is gone through rank by rank and remembered from
every rank on, since the same ends of suits come back in thousands of hands.

A rule set whose fans may ask anything gets `_every` filling; a block of wild tiles alone is there a
block like any other, in each place that it can take. Most rule sets with many wild tiles have few fans,
and say what those look for in the blocks (`Looks`). Fillings that show the same of that are one class,
and of each class the one that takes the fewest wild tiles is kept. Wild tiles that are left over are
free blocks, which show nothing: they are given a face at the very end. Nothing is lost:
any filling of the class becomes such a one when its natural tiles are moved together and the blocks that
are then all wild, and not looked for, are set aside; that frees wild tiles by threes, or two for a pair.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from scorer.arranging.arrangements import Counts
from scorer.arranging.fewest_wilds import fewest
from scorer.caching import Remembered
from scorer.tiles.blocks import Block, Shape
from scorer.tiles.tile import KINDS

Face = tuple[Shape, int]  # the shape and lowest kind of a block
Blocks = tuple[Block, ...]


# Blocks of one part of a hand: the wild tiles they take, how many are pairs, which faces that are looked for
# they show (bits of `Looks`), and the blocks themselves in code, a byte each. Hundreds of thousands of them
# are remembered, and looked up by bare numbers: nothing that the garbage collector has to walk through.
Filling = tuple[int, int, int, bytes]
Class = tuple[int, int]  # pairs, faces shown

_SHAPES = (Shape.PAIR, Shape.RUN, Shape.TRIPLET)  # the code of a block is its place in `_BLOCKS`
_BLOCKS: Final = tuple(Block(s, k) for s in _SHAPES for k in range(KINDS))
_CODES: Final = {(b.shape, b.kind): bytes((i,)) for i, b in enumerate(_BLOCKS)}
ANY: Final = (1 << KINDS) - 1  # a wild tile may be any tile
_CAPS: Final = (1, 2, 4, 8)  # searches are shared by numbers of wild tiles up to these
_NOTHING: tuple[Filling, ...] = ((0, 0, 0, b""),)


def _head(begins: tuple[int, int, int, int]) -> bytes:
    """The blocks that begin at a rank: its kind, and how many runs, triplets and pairs."""
    kind, runs, triplets, pairs = begins
    return (
        _CODES[Shape.TRIPLET, kind] * triplets
        + _CODES[Shape.PAIR, kind] * pairs
        + _CODES[Shape.RUN, kind] * runs
    )


_HEADS: Final = Remembered(_head, most=1 << 12)


def coded(blocks: Blocks) -> bytes:
    """Pairs, runs and triplets in code."""
    return b"".join([_CODES[block.shape, block.kind] for block in blocks])


def decoded(codes: bytes) -> Blocks:
    """The blocks of a code."""
    return tuple([_BLOCKS[code] for code in codes])


@lru_cache(maxsize=1 << 6)
def tiles_among(kinds: frozenset[int]) -> bytes:
    """By the code of a block, how many of its tiles are of these kinds: a table for `bytes.translate`."""
    return bytes([sum([k in kinds for k in block.tiles]) for block in _BLOCKS]).ljust(256, b"\0")


class Looks:
    """The groups of blocks that the fans look for, and the fillings of each class that they tell apart.

    Two fillings that hold the same groups whole are worth the same. `may_be` is a mask of the kinds that
    wild tiles may take.
    """

    def __init__(self, groups: tuple[tuple[Face, ...], ...], may_be: int) -> None:
        faces = dict.fromkeys(face for group in groups for face in group)
        self.may_be = may_be
        self._bits = {face: 1 << i for i, face in enumerate(faces)}
        self._masks = [sum(self._bits[face] for face in group) for group in groups]
        low = sum(bit for (_, kind), bit in self._bits.items() if kind < 18)
        self._halves = (low, sum(self._bits.values()) - low)
        self._at = [tuple([self._bits.get((s, k), 0) for s in _SHAPES]) for k in range(KINDS)]
        # So many that most of a hand is known, so few that a full garbage collection stays short.
        self._least = lru_cache(maxsize=1 << 12)(self._find_least)
        self._half = lru_cache(maxsize=1 << 12)(self._find_half)

    def shown(self, blocks: Blocks) -> int:
        """The faces looked for that these blocks show."""
        bits = 0
        if self._bits:
            for block in blocks:
                bits |= self._bits.get(block[:2], 0)
        return bits

    def whole(self, shown: int) -> int:
        """Of these faces looked for, those of the groups that they make whole."""
        whole = 0
        for mask in self._masks:
            if shown & mask == mask:
                whole |= mask
        return whole

    def fillings(self, counts: Counts, wilds: int, pairs: int, seen: int) -> Iterator[Blocks]:
        """A filling of each class, the wild tiles that are left made into free blocks.

        `seen` is shown already, by melds and by the block that won.
        """
        cap = next((n for n in _CAPS if n >= wilds), wilds)
        high = self._half(counts[18:], cap, 18, seen & self._halves[1])
        done: set[int] = set()
        for taken, some, shown, blocks in self._half(counts[:18], cap, 0, seen & self._halves[0]):
            for more, others, also, rest in high:
                missing = pairs - some - others
                left = wilds - taken - more - 2 * missing
                if missing >= 0 and left >= 0 and left % 3 == 0 and shown | also not in done:
                    done.add(shown | also)
                    kind = self.may_be.bit_length() - 1
                    yield decoded(blocks + rest + _HEADS[kind, 0, left // 3, missing])

    def _find_half(self, counts: Counts, cap: int, base: int, seen: int) -> tuple[Filling, ...]:
        """The classes of the two suits from kind `base` on."""
        best: dict[Class, Filling] = {}
        second = self._suit(counts[9:], cap, base + len(counts), seen)
        for wilds, pairs, shown, blocks in self._suit(counts[:9], cap, base + 9, seen):
            _add(best, second, wilds, pairs, shown, blocks, cap)
        return tuple(best.values())

    def _suit(self, counts: Counts, cap: int, top: int, seen: int) -> Collection[Filling]:
        """The classes of one suit. A group that is not whole by its end, with what is `seen`, never will be,
        and is forgotten."""
        best: dict[Class, Filling] = {}
        for wilds, pairs, bits, blocks in self._least(counts, 0, 0, cap, top):
            whole = self.whole(bits | seen)
            there = best.get((pairs, whole))
            if there is None or wilds < there[0]:
                best[pairs, whole] = (wilds, pairs, whole, blocks)
        return best.values()

    def _find_least(self, ends: Counts, one: int, two: int, cap: int, top: int) -> tuple[Filling, ...]:
        """Of each class of fillings, from a rank to the end of a suit, one that takes the fewest wild tiles.

        `ends` are the tiles held from that rank on, `one` and `two` the runs begun one and two ranks before,
        `top` the kind after the suit's last. Only blocks with room for a natural tile, or looked for, are
        begun; see above. None takes more than `cap` wild tiles.
        """
        if not ends:
            return _NOTHING
        held, kind = ends[0], top - len(ends)
        pair, run, triplet = self._at[kind]
        free = cap if self.may_be >> kind & 1 else 0
        runs = min(4, sum(ends[:3]) + bool(run)) if len(ends) > 2 and top < KINDS else 0
        best: dict[Class, Filling] = {}
        for begun in range(runs + 1):
            if one + two + begun > held + free or _lacking(ends, one, two, begun) > cap:
                break
            after = self._least(ends[1:], begun, one, cap, top)
            for triplets in range((held + 2) // 3 + bool(triplet) + 1):
                for pairs in (0, 1) if held or pair else (0,):
                    taken = one + two + begun + 3 * triplets + 2 * pairs - held
                    if 0 <= taken <= free:
                        head = _HEADS[kind, begun, triplets, pairs]
                        bits = (run if begun else 0) | (triplet if triplets else 0) | (pair if pairs else 0)
                        _add(best, after, taken, pairs, bits, head, cap)
        return tuple(best.values())


def _lacking(ends: Counts, one: int, two: int, begun: int) -> int:
    """How many wild tiles runs take at least that begin two ranks before, one, and at the first of `ends`."""
    lacking = max(0, one + two + begun - ends[0])
    if len(ends) > 1:
        lacking += max(0, one + begun - ends[1])
    if len(ends) > 2:
        lacking += max(0, begun - ends[2])
    return lacking


def _add(
    best: dict[Class, Filling],
    after: Iterable[Filling],
    taken: int,
    pairs: int,
    bits: int,
    head: bytes,
    cap: int,
) -> None:
    """Adds fillings that a beginning makes with what may come `after` it; of each class the one that takes
    the fewest wild tiles stays, and none that takes more than `cap`."""
    for wilds, more, shown, blocks in after:
        if taken + wilds <= cap and pairs + more < 2:
            kind = pairs + more, bits | shown
            there = best.get(kind)
            if there is None or taken + wilds < there[0]:
                best[kind] = (taken + wilds, pairs + more, bits | shown, head + blocks)


class Sight(NamedTuple):
    """What a search need tell apart, and which faces wild tiles may take.

    `may_be` is a mask of kinds. `room` says how often each of the 34 kinds may still occur in the
    concealed tiles; None where nothing limits it. `looks` are what the fans look for; None where every
    block counts.
    """

    may_be: int
    room: Counts | None = None
    looks: Looks | None = None


@lru_cache(maxsize=64)
def looks(groups: tuple[tuple[Face, ...], ...], may_be: int) -> Looks:
    """What fans look for; one value for all that look for the same, so that they share what is remembered."""
    return Looks(groups, may_be)


@lru_cache(maxsize=1 << 15)
def _every(
    ends: Counts, one: int, two: int, left: int, top: int, may_be: int, room: Counts | None
) -> tuple[Filling, ...]:
    """All fillings from one rank to the end of a suit: as for `Looks`, `left` being the wild tiles that may
    be taken and `room` the room from that rank on."""
    if not ends:
        return _NOTHING
    held, kind = ends[0], top - len(ends)
    most = held + left if may_be >> kind & 1 else held
    if room is not None:
        most = min(most, room[0])
    most -= one + two
    further = None if room is None else room[1:]
    found: list[Filling] = []
    for begun in range(most + 1) if len(ends) > 2 and top < KINDS else (0,) if most >= 0 else ():
        for triplets in range((most - begun) // 3 + 1):
            for pairs in (0, 1):
                need = begun + 3 * triplets + 2 * pairs
                taken = one + two + need - held
                if taken < 0 or need > most:
                    continue
                head = _HEADS[kind, begun, triplets, pairs]
                found += [
                    (wilds + taken, pairs + p, 0, head + blocks)
                    for wilds, p, _, blocks in _every(
                        ends[1:], begun, one, left - taken, top, may_be, further
                    )
                    if pairs + p < 2
                ]
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _half(
    counts: Counts, base: int, left: int, may_be: int, room: Counts | None
) -> dict[tuple[int, int], list[bytes]]:
    """All fillings of two suits from kind `base` on, by the wild tiles and pairs that they take."""
    half: dict[tuple[int, int], list[bytes]] = {}
    middle, end = base + 9, base + len(counts)
    first = _every(counts[:9], 0, 0, left, middle, may_be, room and room[base:middle])
    second = _every(counts[9:], 0, 0, left, end, may_be, room and room[middle:end])
    for a in first:
        for b in second:
            if a[0] + b[0] <= left and a[1] + b[1] < 2:
                half.setdefault((a[0] + b[0], a[1] + b[1]), []).append(a[3] + b[3])
    return half


def of_suit(counts: Counts, base: int, left: int, sight: Sight) -> Iterator[tuple[int, int, Blocks]]:
    """The ways to see a suit with at most `left` wild tiles: how many are taken, the pairs, the blocks."""
    room = sight.room and sight.room[base : base + 9]
    for taken, pairs, _, codes in _every(counts, 0, 0, left, base + 9, sight.may_be, room):
        yield taken, pairs, decoded(codes)


def fillings(counts: Counts, wilds: int, *, pairs: int, sight: Sight, seen: int = 0) -> Iterator[Blocks]:
    """The ways to see natural tiles and exactly `wilds` wild tiles as sets and `pairs` (0 or 1) pairs.

    Where the rule set says what it looks for, and the supply of faces has no limit, one of each class
    of ways that show the same of it, `seen` being shown already.
    """
    if sight.looks is not None and sight.room is None:
        yield from sight.looks.fillings(counts, wilds, pairs, seen)
        return
    low = _half(counts[:18], 0, wilds, sight.may_be, sight.room)
    high = _half(counts[18:], 18, wilds, sight.may_be, sight.room)
    for (taken, p), ways in low.items():
        others = high.get((wilds - taken, pairs - p), ())
        for blocks in ways:
            for more in others:
                yield decoded(blocks + more)


def can_fill(counts: Counts, wilds: int, *, pairs: int, sight: Sight) -> bool:
    """Whether there is any such way."""
    if fewest(counts, pairs=pairs) > wilds:
        return False
    if sight.room is None and sight.may_be == ANY:
        return True
    if sight.room is None:
        sight = sight._replace(looks=looks((), sight.may_be))
    return next(fillings(counts, wilds, pairs=pairs, sight=sight), None) is not None
