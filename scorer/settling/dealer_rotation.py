"""The next dealer 坐庄: rules that several regions share, as values of `RuleSet.next_dealer`."""

from __future__ import annotations

from typing import cast

from paiyan.scorer.hand.hand import Hand, Win
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.payments import Dealt


def winner(d: Dealt) -> Seat:
    """谁胡谁坐庄: the winner; the discarder where several won on one tile; after a draw the same again."""
    if not d.deal.waves:
        return d.deal.dealer
    first = d.deal.waves[0]
    if len(first) == 1:
        return first[0]
    return cast(Seat, cast(Win, cast(Hand, d.deal.hand(first[0])).win).discarder)


def stays(d: Dealt) -> Seat:
    """连庄: the dealer again after a win of their own or a draw; else the next to play."""
    won = [hand.seat for hand in d.deal.winners]
    return d.deal.dealer if not won or d.deal.dealer in won else d.deal.dealer.others[0]


def stays_by_winning(d: Dealt) -> Seat:
    """轮流坐庄, 庄家胡牌则连庄: the dealer again after a win of their own; else, and after a draw, the"
    " next."""
    dealer = d.deal.dealer
    return dealer if any(hand.seat is dealer for hand in d.deal.winners) else dealer.others[0]


def passes(d: Dealt) -> Seat:
    """轮庄: the next to play after every deal, whoever won."""
    return d.deal.dealer.others[0]
