"""The tiles of a game 用牌: kinds, flowers, red fives, and tiles beyond the usual ones."""

from __future__ import annotations

from typing import NamedTuple

from paiyan.scorer.messages.languages import Words
from paiyan.scorer.tiles.tile import EXTRA, FACES, FLOWER, RED, copies_of


class TileSet(NamedTuple):
    """The tiles of the game: which kinds (four of each), and which flowers 花牌 (one of each).

    Where dragons are laid out like flowers 硬花 they are among `flowers`, and there are four of each.
    `reds` says how many of the four fives of each suit, m p s, are red; `extra` how many there are of each
    tile beyond the usual ones, of which those that are laid out are among `flowers` too.
    """

    kinds: frozenset[int]
    flowers: frozenset[int] = frozenset()
    reds: tuple[int, int, int] = (0, 0, 0)
    extra: tuple[tuple[int, int], ...] = ()

    @property
    def size(self) -> int:
        usual = sum(copies_of(k) for k in self.flowers if k < EXTRA)
        return 4 * len(self.kinds) + usual + sum(n for _, n in self.extra)

    def copies(self, kind: int) -> int:
        """How many tiles of this kind there are."""
        return dict(self.extra).get(kind, copies_of(kind))


SUITED_SET = TileSet(frozenset(range(27)))  # 108 tiles


FULL_SET = TileSet(frozenset(range(34)))  # 136 tiles


FLOWER_SET = TileSet(frozenset(range(34)), flowers=frozenset(range(FLOWER, RED)))  # 144 tiles


class ExtraTile(NamedTuple):
    """A tile beyond the usual ones: its code, what it is called, and whether it is wild in every deal."""

    code: int
    words: Words
    wild: bool

    @property
    def notation(self) -> str:
        """How it is typed."""
        return FACES[self.code].notation
