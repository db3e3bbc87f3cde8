"""What a rule set says of its wild tiles 混 财神 百搭 赖子, and the tiles of a hand as a search sees them.

A wild tile that plays as its own face is one that stands for it: nothing is lost, since the faces are the
same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final, NamedTuple

from scorer.arranging.arrangements import Counts, counted
from scorer.arranging.wild_sets import ANY, Face, Looks, looks
from scorer.hand.hand import Hand
from scorer.tiles.blocks import Block
from scorer.tiles.tile import KINDS, Tile

Asked = Callable[
    [Block, int, int], int
]  # of a block, which of its tiles are wild, and the winning one's place


_SOON: Final = 4  # with so many wild tiles a hand is seen in every way within a tenth of a second


def named(hand: Hand) -> frozenset[int]:
    """The wild kinds that the hand names itself."""
    return frozenset(t.kind for t in hand.wild)


class Held(NamedTuple):
    """Concealed tiles as a search sees them: natural ones by kind, and how many are wild.

    `won` is the kind of the winning tile, which is not among them; None where it is wild, or for a hand
    that waits.
    """

    counts: Counts
    wilds: int
    won: int | None

    @property
    def all(self) -> Counts:
        """The natural tiles, the winning one included."""
        return tuple(n + (k == self.won) for k, n in enumerate(self.counts))


@dataclass(frozen=True, eq=False)  # as keys, rule sets' words are themselves
class Wild:
    """What a rule set lets wild tiles do.

    `kinds` finds the wild kinds of a deal. `may_be` is a mask of the kinds that a wild tile may stand
    for; its own face it may always show. `supply` forbids a face more often than there are tiles of it.
    Tiles of kind `stand_in` may show the face of the wild tile 替身, no more than `stand_ins` of a hand
    (None: all), or, if `stand_in_itself`, their own.
    `flowers` may be named wild too 花混. `looks` are the groups of blocks that the fans look for beside the
    block that won (see `wild_sets.Sight`); hands with no more than `in_full` wild tiles are seen in every way
    all the same. `placed` says that fans ask which tiles of the block that won are wild; `asked` tells apart
    all that they see in that block (None: nobody says what that is). `thought` finds the tile that one does
    not hold and only thinks of 心皇: its kind, None for any. `extra` are wild in every deal and beyond the
    usual tiles 飞.
    """

    kinds: Callable[[Hand], frozenset[int]] = named
    may_be: int = ANY
    supply: bool = False
    flowers: frozenset[int] = frozenset()
    stand_in: int | None = None
    stand_ins: int | None = None
    stand_in_itself: bool = True
    looks: tuple[tuple[Face, ...], ...] | None = None
    in_full: int = 0
    placed: bool = False
    asked: Asked | None = None
    thought: Callable[[Hand], int | None] | None = None
    extra: frozenset[int] = frozenset()
    sought: Looks | None = field(init=False, repr=False)  # `looks`, with what is remembered of that search

    def __post_init__(self) -> None:
        sought = None if self.looks is None else looks(self.looks, self.may_be)
        object.__setattr__(self, "sought", sought)

    def asking_all(self) -> Wild:
        """The same beside fans that may ask anything of any block: where so few tiles are wild that every way
        is soon looked at, nothing is lost."""
        return replace(self, asked=None, in_full=_SOON)

    def sought_in(self, held: Held) -> Looks | None:
        """What is looked for in these tiles; None where every way is looked at."""
        return self.sought if held.wilds + (held.won is None) > self.in_full else None

    def plays(self, hand: Hand, won: Tile | None = None) -> bool:
        """Whether any tile of the concealed hand, or the winning one, may be another than it shows."""
        if self.thought is not None:
            return True
        kinds = self.kinds(hand)
        free = kinds | {self.stand_in} if kinds else kinds
        return any(t.kind in free for t in hand.concealed) or (won is not None and won.kind in free)

    def held(self, hand: Hand, won: Tile | None = None) -> Iterator[Held]:
        """The concealed tiles; several ways where a tile may be wild or not, or show one of two faces."""
        kinds = self.kinds(hand)
        more = () if self.thought is None else (self.thought(hand),)
        tiles = [t.kind for t in hand.concealed] + ([won.kind] if won else [])
        seen: dict[Held, None] = {}  # in an order of its own: of equal ways to see a hand the first is named
        for some in product(*(self.faces(k, kinds) for k in tiles)):
            if self.stand_ins is not None and self._standing(tiles, some) > self.stand_ins:
                continue
            natural = [k for k in (*(some[:-1] if won else some), *more) if k is not None]
            wilds = len(hand.concealed) + len(more) - len(natural)
            seen[Held(counted(natural), wilds, some[-1] if won else None)] = None
        yield from seen

    def _standing(self, tiles: Sequence[int], faces: Sequence[int | None]) -> int:
        """How many of these tiles show the wild tile's face in place of their own."""
        of_own = (None, self.stand_in)
        return sum(k == self.stand_in and face not in of_own for k, face in zip(tiles, faces, strict=True))

    def faces(self, kind: int, wild: frozenset[int]) -> tuple[int | None, ...]:
        """What a tile may be to the search, where these kinds are wild: a kind, or None for any."""
        if kind in wild:
            return (None,) if kind >= KINDS or self.may_be >> kind & 1 else (None, kind)
        own = [k for k in wild if k < KINDS] if kind == self.stand_in else []
        return (kind, *own) if self.stand_in_itself or not own else tuple(own)
