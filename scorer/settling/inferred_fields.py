"""What the hands of a deal show of the table 由各家手牌得出: such fields need not be told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from scorer.hand.deal import Deal
from scorer.hand.hand import Hand, Seat, Win
from scorer.messages.languages import Words

ON_DISCARD = Words("只在点炮时计", "it counts on a discard alone", "ロンの時だけ数える")

IN_FIRST_TURN = Words("只在第一巡和牌时计", "it counts in the first turn alone", "第一巡の和了でだけ数える")


class Evidence(NamedTuple):
    """What a field of the table is read from: the deal, and the hand of the winner whom it concerns."""

    deal: Deal
    hand: Hand
    told: Any  # what was told of the field; None: nothing
    ready: Callable[[Seat], bool | None]  # whether that hand waits for a tile; None where it is not told

    @property
    def discarder(self) -> Seat | None:
        return cast(Win, self.hand.win).discarder

    def other(self, seat: Seat) -> Hand | None:
        """The hand of another player, if anything of it is told."""
        return None if seat is self.hand.seat else self.deal.hand(seat)


def winners(e: Evidence) -> int | None:
    """How many won on this discard 一炮多响: those told, and as many more as were told of untold hands."""
    wave = next(wave for wave in e.deal.waves if e.hand.seat in wave)
    untold = sum(e.deal.hand(seat) is None and seat is not e.discarder for seat in Seat)
    if isinstance(e.told, int) and len(wave) <= e.told <= len(wave) + untold:
        return e.told
    return len(wave)


def first_turn_broken(e: Evidence) -> bool | None:
    """Whether anybody claimed or laid a kong before a win in the first turn; None where no hand shows it."""
    return any(hand.melds for hand in e.deal.hands) or None


def discarder_ready(e: Evidence) -> bool | None:
    """Whether who gave the winning tile was ready 放炮者已听牌."""
    return None if e.discarder is None else e.ready(e.discarder)
