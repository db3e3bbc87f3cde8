"""The wild tiles 混 财神 百搭 赖子 of a rule set, and the tiles of a hand as the search takes them.

A wild tile that plays as its own face is treated as one that stands for it, since the faces are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import NamedTuple

from paiyan.scorer.arranging.arrangements import Counts, counted
from paiyan.scorer.arranging.suits import Observation
from paiyan.scorer.arranging.wild.group_search import GroupSearch, group_search_for
from paiyan.scorer.arranging.wild.sets import ANY
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.tiles.tile import KINDS, Tile


def named(hand: Hand) -> frozenset[int]:
    """Return the wild kinds that the hand names itself."""
    return frozenset(t.kind for t in hand.wild)


class Held(NamedTuple):
    """Concealed tiles as a search sees them: natural ones by kind, and how many are wild.

    `won` is the kind of the winning tile, which is not among them; None if it is wild or the hand waits.
    """

    counts: Counts
    wilds: int
    won: int | None

    @property
    def all(self) -> Counts:
        """Return the natural tiles, the winning one included."""
        return tuple(n + (k == self.won) for k, n in enumerate(self.counts))


@dataclass(frozen=True, eq=False)  # as keys, rule sets' words are themselves
class Wild:
    """The rules of a rule set for wild tiles.

    `kinds` finds the wild kinds of a deal. `may_be` is a mask of the kinds that a wild tile may stand for;
    its own face it may always show. `supply` forbids a face more often than there are tiles of it. Tiles of
    kind `stand_in` may show the face of the wild tile 替身, no more than `stand_ins` of a hand (None: all),
    or, if `stand_in_itself`, their own.

    `flowers` may be named wild too 花混. `imagined_kind` finds the tile that a player only has in mind 心皇:
    its kind, None for any. `extra` are wild in every deal and beyond the usual tiles 飞. With `turned`, the
    wild kind is that of the turned tile, so one tile of a named wild kind lies open. `observes` is what
    fans observe of the blocks (None: anything); a rule set sets it from its own fans when it is built.
    """

    kinds: Callable[[Hand], frozenset[int]] = named
    may_be: int = ANY
    supply: bool = False
    flowers: frozenset[int] = frozenset()
    stand_in: int | None = None
    stand_ins: int | None = None
    stand_in_itself: bool = True
    imagined_kind: Callable[[Hand], int | None] | None = None
    extra: frozenset[int] = frozenset()
    turned: bool = False
    observes: Observation | None = None
    # If fans observe only groups of runs of a suit: those groups, with the cache of their search.
    group_search: GroupSearch | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        observed = None if self.supply else self.observes
        search = group_search_for(observed.groups, self.may_be) if observed and observed.only_groups else None
        object.__setattr__(self, "group_search", search)

    def for_fans(self, observed: Observation | None) -> Wild:
        """Return the same rules for fans that observe this much of the blocks."""
        return self if observed == self.observes else replace(self, observes=observed)

    @property
    def placed(self) -> bool:
        """True if fans may observe which tiles of the block that won are wild."""
        return self.observes is None or self.observes.placed

    def plays(self, hand: Hand, won: Tile | None = None) -> bool:
        """True if any tile of the concealed hand, or the winning one, may be another than it shows."""
        if self.imagined_kind is not None:
            return True
        kinds = self.kinds(hand)
        free = kinds | {self.stand_in} if kinds else kinds
        return any(t.kind in free for t in hand.concealed) or (won is not None and won.kind in free)

    def held(self, hand: Hand, won: Tile | None = None) -> Iterator[Held]:
        """Yield the concealed tiles, several times if a tile may be wild or not, or show one of two faces."""
        kinds = self.kinds(hand)
        more = () if self.imagined_kind is None else (self.imagined_kind(hand),)
        tiles = [t.kind for t in hand.concealed] + ([won.kind] if won else [])
        seen: dict[Held, None] = {}  # ordered, since of equally good arrangements the first is shown
        odd = kinds | {self.stand_in}
        for some in product(*[self.faces(k, kinds) if k in odd else (k,) for k in tiles]):
            if self.stand_ins is not None and self._standing(tiles, some) > self.stand_ins:
                continue
            natural = [k for k in (*(some[:-1] if won else some), *more) if k is not None]
            wilds = len(hand.concealed) + len(more) - len(natural)
            seen[Held(counted(natural), wilds, some[-1] if won else None)] = None
        yield from seen

    def _standing(self, tiles: Sequence[int], faces: Sequence[int | None]) -> int:
        """Count the tiles that show the wild tile's face in place of their own."""
        of_own = (None, self.stand_in)
        return sum(k == self.stand_in and face not in of_own for k, face in zip(tiles, faces, strict=True))

    def faces(self, kind: int, wild: frozenset[int]) -> tuple[int | None, ...]:
        """Return the kinds a tile may be to the search, given the wild kinds; None stands for any."""
        if kind in wild:
            return (None,) if kind >= KINDS or self.may_be >> kind & 1 else (None, kind)
        own = [k for k in wild if k < KINDS] if kind == self.stand_in else []
        return (kind, *own) if self.stand_in_itself or not own else tuple(own)
