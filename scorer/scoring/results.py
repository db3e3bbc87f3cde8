"""What scoring answers: a score, why a hand does not win, or a tile that it waits for."""

from __future__ import annotations

from typing import NamedTuple

from scorer.arranging.arrangements import Arrangement
from scorer.fans.counting import Counted
from scorer.fans.value import Value
from scorer.hand.hand import Hand
from scorer.messages.languages import Words
from scorer.rules.rule_set import RuleSet
from scorer.tiles.tile import Tile


class Score(NamedTuple):
    """A hand that wins, and what it is worth; what is paid for it is for `scorer.settling.settlement`.

    `short` says why a win below the minimum may not be declared; else it is None.
    """

    rules: RuleSet
    hand: Hand
    arrangement: Arrangement
    counted: Counted
    value: Value
    short: Words | None

    @property
    def legal(self) -> bool:
        return self.short is None


class NotAWin(NamedTuple):
    """A hand that does not win: why, how many tiles it is from waiting, and what it waits for if it does.

    `distance` is the shanten number 向听数 of the best thirteen (sixteen) tiles: 0 when waiting; None
    where the tiles make a whole hand and something that no number of tiles tells keeps it from winning.
    """

    rules: RuleSet
    hand: Hand
    reason: Words
    distance: int | None
    waits: tuple[Tile, ...] = ()


class Wait(NamedTuple):
    """One tile a hand waits for: how many of it the player does not hold, and what it would score."""

    tile: Tile
    left: int
    discard: Score | NotAWin
    self_draw: Score | NotAWin
