"""Wild tiles that a turned tile names 翻混: the next one after it, or itself.

Suits run from one to nine and round again; in what round the honours stand differs by region.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition

SUITS: tuple[Sequence[int], ...] = (range(0, 9), range(9, 18), range(18, 27))
WINDS: Sequence[int] = range(27, 31)  # 东南西北
DRAGONS: Sequence[int] = (33, 32, 31)  # 中发白

Kinds = Callable[[Hand], frozenset[int]]


def following(*rounds: Sequence[int]) -> Mapping[int, int]:
    """The kind after each 加一, in these rounds."""
    return {k: r[(i + 1) % len(r)] for r in rounds for i, k in enumerate(r)}


AFTER = following(*SUITS, WINDS, DRAGONS)


def after(kinds: Mapping[int, int]) -> Kinds:
    """The wild kind is the one after the turned tile; or those that the hand names."""

    def find(hand: Hand) -> frozenset[int]:
        if hand.indicator is None:
            return frozenset(t.kind for t in hand.wild)
        return frozenset((kinds[hand.indicator.kind],))

    return find


def itself(hand: Hand) -> frozenset[int]:
    """The turned tile's own kind is wild; or those that the hand names."""
    named = hand.wild if hand.indicator is None else (hand.indicator,)
    return frozenset(t.kind for t in named)


def so_many(kinds: Kinds) -> Callable[[Hand, int], Sequence[int]]:
    """Return what a field shows that counts wild tiles: their kind, if there is only one, so many times."""

    def shows(hand: Hand, n: int) -> Sequence[int]:
        some = tuple(kinds(hand))
        return some * n if len(some) == 1 else ()

    return shows


def possible(kinds: Kinds) -> tuple[Condition, ...]:
    """What cannot be where a tile is turned: other wild tiles named, or all four of it held."""

    def same_wild(hand: Hand) -> bool:
        named = frozenset(t.kind for t in hand.wild)
        return not hand.indicator or not named or kinds(hand) == named

    return (
        Condition(
            same_wild,
            Words(
                "混牌与翻开的牌不符",
                '"wild" does not follow from "indicator": leave one of the two out',
                "wild と indicator が合わない：どちらかを外す",
            ),
        ),
    )
