"""The tiles of a game 用牌: kinds, flowers, red fives, and the wild tiles given by a turned tile 翻混.

The wild tile is the next one after the turned tile, or the turned tile itself. Suits run from one to nine and
round again; the order of the honours differs by region.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.tiles.tile import EXTRA, FACES, FLOWER, RED, copies_of


class TileSet(NamedTuple):
    """The tiles of the game: which kinds (four of each), and which flowers 花牌 (one of each).

    If dragons are laid out like flowers 硬花, `flowers` has them too, four of each.
    `reds` says how many of the four fives of each suit, m p s, are red; `extra` how many there are of each
    tile beyond the usual ones, of which `flowers` has those that players lay out.
    """

    kinds: frozenset[int]
    flowers: frozenset[int] = frozenset()
    reds: tuple[int, int, int] = (0, 0, 0)
    extra: tuple[tuple[int, int], ...] = ()

    @property
    def size(self) -> int:
        """Return the number of tiles: four of each kind, the flowers, the extra ones."""
        usual = sum(copies_of(k) for k in self.flowers if k < EXTRA)
        return 4 * len(self.kinds) + usual + sum(n for _, n in self.extra)

    def copies(self, kind: int) -> int:
        """Return how many tiles of this kind there are."""
        return dict(self.extra).get(kind, copies_of(kind))


SUITED_SET = TileSet(frozenset(range(27)))  # 108 tiles

FULL_SET = TileSet(frozenset(range(34)))  # 136 tiles

FLOWER_SET = TileSet(frozenset(range(34)), flowers=frozenset(range(FLOWER, RED)))  # 144 tiles


class ExtraTile(NamedTuple):
    """A tile beyond the usual ones: its code, its name, and whether it is wild in every deal."""

    code: int
    words: Words
    wild: bool

    @property
    def notation(self) -> str:
        """Return its notation."""
        return FACES[self.code].notation


SUITS: tuple[Sequence[int], ...] = (range(0, 9), range(9, 18), range(18, 27))
WINDS: Sequence[int] = range(27, 31)  # 东南西北
DRAGONS: Sequence[int] = (33, 32, 31)  # 中发白

Kinds = Callable[[Hand], frozenset[int]]


def following(*rounds: Sequence[int]) -> Mapping[int, int]:
    """Return the kind after each 加一, in these rounds."""
    return {k: r[(i + 1) % len(r)] for r in rounds for i, k in enumerate(r)}


AFTER = following(*SUITS, WINDS, DRAGONS)


def after(kinds: Mapping[int, int]) -> Kinds:
    """Make the kind after the turned tile wild, or those that the hand names."""

    def find(hand: Hand) -> frozenset[int]:
        if hand.indicator is None:
            return frozenset(t.kind for t in hand.wild)
        return frozenset((kinds[hand.indicator.kind],))

    return find


def itself(hand: Hand) -> frozenset[int]:
    """Make the turned tile's own kind wild, or those that the hand names."""
    named = hand.wild if hand.indicator is None else (hand.indicator,)
    return frozenset(t.kind for t in named)


def none_melded(kinds: Kinds) -> Callable[[Hand], bool]:
    """Return the condition that no meld holds a tile of these kinds."""

    def holds(hand: Hand) -> bool:
        some = kinds(hand)
        return not any(t.kind in some for m in hand.melds for t in m.tiles)

    return holds


def tiles_of_count(kinds: Kinds) -> Callable[[Hand, int], Sequence[int]]:
    """Return the tiles that a field with a count of wild tiles shows, if they are of only one kind."""

    def shows(hand: Hand, n: int) -> Sequence[int]:
        some = tuple(kinds(hand))
        return some * n if len(some) == 1 else ()

    return shows


def valid_wild_tile(kinds: Kinds) -> tuple[Condition, ...]:
    """Return the conditions on wild tiles in games with a turned tile: the named ones must follow from it."""

    def same_wild(hand: Hand) -> bool:
        named = frozenset(t.kind for t in hand.wild)
        return not hand.indicator or not named or kinds(hand) == named

    return (
        Condition(
            same_wild,
            Words(
                "混牌与翻开的牌不符：请去掉其中一个",
                '"wild" does not follow from "indicator": leave one of the two out',
                "wild と indicator が合いません：どちらかを外してください",
            ),
        ),
    )
