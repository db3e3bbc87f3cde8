"""Results of scoring: a score, why a hand does not win, or a tile that it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from paiyan.scorer.arranging.arrangements import Arrangement
from paiyan.scorer.caching import Record
from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.fans.fan import Priced
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.tiles.tile import Tile


@final
@dataclass(init=False, eq=False, repr=False)
class Score(Record):
    """A winning hand and its worth; payments are for `paiyan.scorer.settling.settlement`.

    `short` says why a win below the minimum may not be declared, else it is None.
    """

    rules: Final[RuleSet]
    hand: Final[Hand]
    arrangement: Final[Arrangement]
    counted: Final[Counted]
    value: Final[Value]
    short: Final[Words | None]

    def __init__(
        self,
        rules: RuleSet,
        hand: Hand,
        arrangement: Arrangement,
        counted: Counted,
        value: Value,
        short: Words | None,
    ) -> None:
        self.rules = rules
        self.hand = hand
        self.arrangement = arrangement
        self.counted = counted
        self.value = value
        self.short = short

    @property
    def legal(self) -> bool:
        """True if the win reaches the minimum, so that it may be declared."""
        return self.short is None

    @property
    def total(self) -> int:
        """Return the worth of the hand, in the unit of the rule set (`rules.counted_by.unit`)."""
        return self.value.total

    @property
    def fans(self) -> tuple[Priced, ...]:
        """Return the fans that count, one for each time; `name` gives a fan's name in a language."""
        return tuple([match.priced for match in self.counted.matches])


@final
@dataclass(init=False, eq=False, repr=False)
class NotAWin(Record):
    """A hand that does not win: why, how many tiles it is from waiting, and its waits if it waits.

    `distance` is the shanten number 向听数 of the best thirteen (sixteen) tiles: 0 when waiting; None if the
    tiles make a whole hand and another condition prevents the win.
    """

    rules: Final[RuleSet]
    hand: Final[Hand]
    reason: Final[Words]
    distance: Final[int | None]
    waits: Final[tuple[Tile, ...]]

    def __init__(
        self,
        rules: RuleSet,
        hand: Hand,
        reason: Words,
        distance: int | None,
        waits: tuple[Tile, ...] = (),
    ) -> None:
        self.rules = rules
        self.hand = hand
        self.reason = reason
        self.distance = distance
        self.waits = waits


@final
@dataclass(init=False, eq=False, repr=False)
class Wait(Record):
    """A tile that a hand waits for, how many of it the player does not hold, and what it would score."""

    tile: Final[Tile]
    left: Final[int]
    discard: Final[Score | NotAWin]
    self_draw: Final[Score | NotAWin]

    def __init__(self, tile: Tile, left: int, discard: Score | NotAWin, self_draw: Score | NotAWin) -> None:
        self.tile = tile
        self.left = left
        self.discard = discard
        self.self_draw = self_draw
