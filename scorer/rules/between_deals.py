"""The game between deals: its state, the fields of the table that follow from it, and who deals next 坐庄."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from paiyan.scorer.hand.hand import Hand, Win
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.payments import Dealt


class Standing(NamedTuple):
    """The state of a game before its next deal; seats are those of that deal, E its dealer."""

    balances: Mapping[Seat, int]  # what the player at each seat has gained so far
    on_table: int  # points that lie on the table 供託
    repeats: int  # how often the dealer has dealt again 连庄
    draws: int  # drawn deals in a row just before 荒庄
    draws_waiting: int  # drawn deals, less the deals won after them, since the same four sit here 荒番
    counters: int  # deals in a row just before that were drawn or won by their dealer 本场
    options: Mapping[str, Any]


class NextTable(NamedTuple):
    """The fields of a deal's table that follow from the game so far.

    `table` are fields with their values, which the request may override; `counted` are fields that a request
    must not give, since the game counts them.
    """

    table: Mapping[str, Any]
    counted: tuple[str, ...] = ()
    over: Words | None = None  # why no further deal is played, if the game is over


NextTableState = Callable[[Standing], NextTable]


def repeats(field: str, *, most: int = 10**9, first: int = 0) -> NextTableState:
    """Keep the repeats of the dealer in this field, counted from `first`."""
    return lambda standing: NextTable({field: min(standing.repeats + first, most)})


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
    """轮流坐庄, 庄家胡牌则连庄: the dealer again after a win of their own; else, and after a draw,
    the next."""
    dealer = d.deal.dealer
    return dealer if any(hand.seat is dealer for hand in d.deal.winners) else dealer.others[0]


def passes(d: Dealt) -> Seat:
    """轮庄: the next to play after every deal, whoever won."""
    return d.deal.dealer.others[0]
