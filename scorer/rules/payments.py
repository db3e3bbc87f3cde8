"""Payments 支付: who pays whom, how much, and why. Points are whole numbers and always sum to zero."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.hand.hand import Deal, Hand, Win
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words


class Pool(Enum):
    """The points on the table 供託, which pay and are paid and belong to no seat."""

    TABLE = "table"


class Outsider(Enum):
    """A player who bets on a seat without sitting at the table 外围."""

    OUTSIDE_1 = "outside_1"
    OUTSIDE_2 = "outside_2"
    OUTSIDE_3 = "outside_3"
    OUTSIDE_4 = "outside_4"


Party = Seat | Pool | Outsider


class Transfer(NamedTuple):
    """One payment between two seats, or to or from the table or an outsider."""

    payer: Party
    payee: Party
    points: int
    reason: Words


_SEATS = tuple(Seat)
_NOTHING_PAID: dict[Party, int] = dict.fromkeys((*Seat, *Pool, *Outsider), 0)


def balances(transfers: Iterable[Transfer]) -> dict[Seat, int]:
    """Return what each of the four seats gains or loses; with the table and outsiders they sum to zero."""
    net = _NOTHING_PAID.copy()
    for t in transfers:
        if t.points < 0 or t.payer is t.payee:
            raise ValueError(f"not a payment: {t}")
        net[t.payer] -= t.points
        net[t.payee] += t.points
    assert sum(net.values()) == 0
    return {seat: net[seat] for seat in _SEATS}


def outside(transfers: Iterable[Transfer]) -> dict[Outsider, int]:
    """Return what outside bettors 外围 gain or lose."""
    net: dict[Outsider, int] = {}
    for t in transfers:
        for who, points in ((t.payer, -t.points), (t.payee, t.points)):
            if isinstance(who, Outsider):
                net[who] = net.get(who, 0) + points
    return net


def losers(hand: Hand, win: Win) -> tuple[Seat, ...]:
    """Return who pays for the win itself: the discarder, or all three others after a self-draw."""
    if win.self_drawn:
        return hand.seat.others
    return (win.discarder,) if win.discarder is not None else ()


class Settling(NamedTuple):
    """The arguments of a payment function for a won hand."""

    hand: Hand
    win: Win
    value: Value
    counted: Counted
    options: Mapping[str, Any]
    table: Mapping[str, Any]
    deal: Deal  # as far as it is known; for a single hand, that hand


class Dealt(NamedTuple):
    """The arguments of payments outside the wins of a finished deal: kongs, draws, flowers.

    `ready` gives, for a seat whose hand is known, what each tile it waits for would be worth by discard;
    empty if it is not ready 未听牌.
    """

    deal: Deal
    values: Mapping[Seat, Value]  # what the winners' hands are worth
    counted: Mapping[Seat, Counted]  # and the fans that count in them
    ready: Callable[[Seat], Sequence[Value]]
    options: Mapping[str, Any]
    table: Mapping[str, Any]


# A sentence among the payments warns of one that depends on something unknown; words in place of them all
# state what must be known before anything is paid.
Paying = Callable[[Settling], Iterable[Transfer | Sentence] | Sentence]

Siding = Callable[[Dealt], Iterator[Transfer | Sentence]]

Limiting = Callable[[Iterable[Transfer], Mapping[str, Any]], Iterator[Transfer]]
