"""Patterns of wild tiles 混 财神 百搭: which are held, regardless of what they stand for."""

from __future__ import annotations

from collections.abc import Callable

from paiyan.scorer.fans import observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Find, Observes
from paiyan.scorer.hand.hand import Hand

WildKinds = Callable[[Hand], frozenset[int]]


def none_held(kinds: WildKinds) -> Find:
    """Match a hand without tiles of these kinds."""

    def find(a: Arranged) -> tuple[int, ...]:
        return (a.all,) if kinds(a.hand).isdisjoint(a.hand.kinds) else ()

    return Observes(observations.NOTHING, find)


def as_printed(a: Arranged) -> tuple[int, ...]:
    """Match no wild tile in the hand, or each of them as its own face."""
    faces = sorted(k for b in a.blocks for k in b.tiles)
    return (a.all,) if faces == sorted(t.kind for t in a.hand.held) else ()
