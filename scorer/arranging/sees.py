"""What fans see of the blocks of a hand, so that of the ways to see it that none of them tells apart one is
made. Whoever says nothing of it sees everything: no way is left out for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar, final

from paiyan.scorer.caching import Record
from paiyan.scorer.tiles.blocks import Block, Shape

Face = tuple[Shape, int]  # the shape and lowest kind of a block
Group = tuple[Face, ...]
OfBlock = Callable[[Block], int]
OfWon = Callable[[Block, int, int], int]  # of a block, which of its tiles are wild, the winning one's place
T = TypeVar("T")


@final
@dataclass(frozen=True, eq=False, repr=False)
class Sees(Record):
    """What is seen of sets and a pair, beside what all ways to see a hand share: its tiles as they are
    printed, its melds, how it was won, what it waited for.

    `groups`: which of these groups of blocks are there as a whole, once or more often. `of_block`: so much of
    each block. `of_won`: so much of the block that won. `placed` says that `of_won` asks which of its tiles
    are wild. ``Sees()`` sees nothing.
    """

    groups: tuple[Group, ...] = ()
    of_block: tuple[OfBlock, ...] = ()
    of_won: tuple[OfWon, ...] = ()
    placed: bool = False

    @property
    def groups_alone(self) -> bool:
        """True if no more is seen of the blocks than groups of runs, each of one suit."""
        suits = [{kind // 9 if shape == Shape.RUN else -1 for shape, kind in group} for group in self.groups]
        return not self.of_block and all(len(of) == 1 and -1 not in of for of in suits)


def joined(*some: Sees) -> Sees:
    """What they see between them."""
    return Sees(
        _once([group for sees in some for group in sees.groups]),
        _once([ask for sees in some for ask in sees.of_block]),
        _once([ask for sees in some for ask in sees.of_won]),
        any(sees.placed for sees in some),
    )


def _once(some: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(some))
