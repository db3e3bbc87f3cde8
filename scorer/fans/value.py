"""Value a hand 计分 from the fans that count.

A strategy is a function of what counts, the arrangement it counts in and the options; a rule set names one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, final

from paiyan.scorer.caching import Record, Remembered
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.worth import Worth
from paiyan.scorer.messages.languages import Words


@final
@dataclass(init=False, eq=False, repr=False)
class Part(Record):
    """A part of a sum, with its reason."""

    words: Final[Words]
    points: Final[int]

    def __init__(self, words: Words, points: int) -> None:
        self.words = words
        self.points = points


@final
@dataclass(init=False, eq=False, repr=False)
class Value(Record):
    """The worth of a hand: `total` in the rule set's unit, `points` as the basis of payments.

    `limit` names the step of a table or the cap that the hand reached; `parts` are those of its fu.
    """

    total: Final[int]
    points: Final[int]
    han: Final[int | None]
    fu: Final[int | None]
    limit: Final[Words | None]
    parts: Final[tuple[Part, ...]]

    def __init__(
        self,
        total: int,
        points: int,
        han: int | None = None,
        fu: int | None = None,
        limit: Words | None = None,
        parts: tuple[Part, ...] = (),
    ) -> None:
        self.total = total
        self.points = points
        self.han = han
        self.fu = fu
        self.limit = limit
        self.parts = parts


Valuing = Callable[[Counted, Arranged, Mapping[str, Any]], Value]
OfWorth = Callable[[Worth, Hand, Mapping[str, Any]], Value]
"""The strategy for a hand whose player states only its worth."""


_ADDED: Final = Remembered[int, Value](lambda total: Value(total, total), most=1 << 10)


def additive(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """Add up the fans; the sum is the total and the points."""
    del arranged, options
    return _ADDED[counted.sum]


def plain_worth(worth: Worth, hand: Hand, options: Mapping[str, Any]) -> Value:
    """Return the stated worth as total and points."""
    del hand, options
    return _ADDED[worth.total]


def doubling(*, base: int = 1, cap: int | None = None) -> Valuing:
    """Return the value that doubles `base` for each fan 翻倍; at most `cap` count 封顶 (None: all)."""

    def value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
        del arranged, options
        fans = counted.sum if cap is None else min(counted.sum, cap)
        return Value(fans, base << fans)

    return value


def doubling_worth(*, base: int = 1, cap: int | None = None) -> OfWorth:
    """Return the strategy of `doubling` for a stated number of fans."""

    def value(worth: Worth, hand: Hand, options: Mapping[str, Any]) -> Value:
        del hand, options
        fans = worth.total if cap is None else min(worth.total, cap)
        return Value(fans, base << fans)

    return value
