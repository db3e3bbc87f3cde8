"""Search sets and a pair with wild tiles 混 for fans that observe only whether some groups are there.

Fillings that show the same groups are one class, and of each class the one that takes the
fewest wild tiles is kept. Wild tiles that are left over are free blocks, which show nothing: they are given
a face at the very end. Nothing is lost: any filling of the class becomes such a one when its natural tiles
are moved together and the blocks that are then all wild, and not looked for, are set aside; that frees wild
tiles by threes, or two for a pair.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Final

from paiyan.scorer.arranging.arrangements import Counts
from paiyan.scorer.arranging.suits import Group
from paiyan.scorer.tiles.blocks import HEADS, SHAPES, Blocks, decoded
from paiyan.scorer.tiles.tile import KINDS

# Blocks of one part of a hand: the wild tiles they take, how many are pairs, which target faces they show
# (bits of `GroupSearch`), and the blocks themselves in code.
Filling = tuple[int, int, int, bytes]
Class = tuple[int, int]  # pairs, faces shown

_CAPS: Final = (1, 2, 4, 8)  # searches are shared by numbers of wild tiles up to these
NOTHING: Final[tuple[Filling, ...]] = ((0, 0, 0, b""),)


class GroupSearch:
    """The groups of runs of one suit that the fans look for, and the fillings of each class they tell apart.

    Two fillings that hold the same whole groups are worth the same. `may_be` is a mask of the kinds that wild
    tiles may take.
    """

    def __init__(self, groups: tuple[Group, ...], may_be: int) -> None:
        faces = dict.fromkeys(face for group in groups for face in group)
        self.may_be = may_be
        self._bits = {face: 1 << i for i, face in enumerate(faces)}
        self._masks = [sum(self._bits[face] for face in group) for group in groups]
        low = sum(bit for (_, kind), bit in self._bits.items() if kind < 18)
        self._halves = (low, sum(self._bits.values()) - low)
        self._at = [tuple([self._bits.get((s, k), 0) for s in SHAPES]) for k in range(KINDS)]
        # Large enough for most of a hand, small enough that a full garbage collection stays short.
        self._least = lru_cache(maxsize=1 << 12)(self._find_least)
        self._half = lru_cache(maxsize=1 << 12)(self._find_half)

    def shown(self, blocks: Blocks) -> int:
        """Return the target faces that these blocks show."""
        bits = 0
        if self._bits:
            for block in blocks:
                bits |= self._bits.get(block[:2], 0)
        return bits

    def whole(self, faces: int) -> int:
        """Return those of the faces that belong to groups with all their faces among them."""
        whole = 0
        for mask in self._masks:
            if faces & mask == mask:
                whole |= mask
        return whole

    def fillings(self, counts: Counts, wilds: int, pairs: int, laid: int) -> Iterator[Blocks]:
        """Yield a filling of each class, with the remaining wild tiles made into free blocks.

        `laid` are the faces that melds and the block that won show already.
        """
        cap = next((n for n in _CAPS if n >= wilds), wilds)
        high = self._half(counts[18:], cap, 18, laid & self._halves[1])
        done: set[int] = set()
        for taken, some, shown, blocks in self._half(counts[:18], cap, 0, laid & self._halves[0]):
            for more, others, also, rest in high:
                missing = pairs - some - others
                left = wilds - taken - more - 2 * missing
                if missing >= 0 and left >= 0 and left % 3 == 0 and shown | also not in done:
                    done.add(shown | also)
                    kind = self.may_be.bit_length() - 1
                    yield decoded(blocks + rest + HEADS[kind, 0, left // 3, missing])

    def _find_half(self, counts: Counts, cap: int, base: int, laid: int) -> tuple[Filling, ...]:
        """Return the classes of the two suits from kind `base` on."""
        best: dict[Class, Filling] = {}
        second = self._suit(counts[9:], cap, base + len(counts), laid)
        for wilds, pairs, shown, blocks in self._suit(counts[:9], cap, base + 9, laid):
            _add(best, second, wilds, pairs, shown, blocks, cap)
        return tuple(best.values())

    def _suit(self, counts: Counts, cap: int, top: int, laid: int) -> Collection[Filling]:
        """Return the classes of one suit.

        A group that is not whole by its end, together with `laid`, never will be, and is forgotten.
        """
        best: dict[Class, Filling] = {}
        for wilds, pairs, bits, blocks in self._least(counts, 0, 0, cap, top):
            whole = self.whole(bits | laid)
            there = best.get((pairs, whole))
            if there is None or wilds < there[0]:
                best[pairs, whole] = (wilds, pairs, whole, blocks)
        return best.values()

    def _find_least(self, ends: Counts, first: int, second: int, cap: int, top: int) -> tuple[Filling, ...]:
        """Return for each class of fillings, from a rank to the end of a suit, one with the fewest wild
        tiles.

        `ends` are the tiles held from that rank on, `first` and `second` the runs begun one and two ranks
        before, `top` the kind after the suit's last. Only blocks with room for a natural tile, or targets,
        are begun; see above. None takes more than `cap` wild tiles.
        """
        if not ends:
            return NOTHING
        held, kind = ends[0], top - len(ends)
        pair, run, triplet = self._at[kind]
        free = cap if self.may_be >> kind & 1 else 0
        runs = min(4, sum(ends[:3]) + bool(run)) if len(ends) > 2 and top < KINDS else 0
        best: dict[Class, Filling] = {}
        for begun in range(runs + 1):
            if first + second + begun > held + free or _lacking(ends, first, second, begun) > cap:
                break
            after = self._least(ends[1:], begun, first, cap, top)
            for triplets in range((held + 2) // 3 + bool(triplet) + 1):
                for pairs in (0, 1) if held or pair else (0,):
                    taken = first + second + begun + 3 * triplets + 2 * pairs - held
                    if 0 <= taken <= free:
                        head = HEADS[kind, begun, triplets, pairs]
                        bits = (run if begun else 0) | (triplet if triplets else 0) | (pair if pairs else 0)
                        _add(best, after, taken, pairs, bits, head, cap)
        return tuple(best.values())


def _lacking(ends: Counts, first: int, second: int, begun: int) -> int:
    """Return the fewest wild tiles for runs that begin two ranks before, one before, and at `ends`."""
    lacking = max(0, first + second + begun - ends[0])
    if len(ends) > 1:
        lacking += max(0, first + begun - ends[1])
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
    """Add the fillings that a beginning makes with each filling `after` it.

    Of each class the one with the fewest wild tiles stays, and none that takes more than `cap`.
    """
    for wilds, more, shown, blocks in after:
        if taken + wilds <= cap and pairs + more < 2:
            kind = pairs + more, bits | shown
            there = best.get(kind)
            if there is None or taken + wilds < there[0]:
                best[kind] = (taken + wilds, pairs + more, bits | shown, head + blocks)


@lru_cache(maxsize=64)
def group_search_for(groups: tuple[Group, ...], may_be: int) -> GroupSearch:
    """Return the cached search for these groups, so that equal ones share their results."""
    return GroupSearch(groups, may_be)
