"""Payments 支付: who pays whom, how much, and why. Points are whole numbers and always sum to zero."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from scorer.hand.hand import Hand, Seat, Win
from scorer.messages.languages import Words


class Pool(Enum):
    """What lies on the table 供託: it is paid and pays out, and belongs to no seat."""

    TABLE = "table"


class Outsider(Enum):
    """Who bets on a seat without sitting at the table 外围."""

    OUTSIDE_1 = "outside_1"
    OUTSIDE_2 = "outside_2"
    OUTSIDE_3 = "outside_3"
    OUTSIDE_4 = "outside_4"


Party = Seat | Pool | Outsider


class Transfer(NamedTuple):
    """One payment from a seat to another, or to or from what lies on the table or an outsider."""

    payer: Party
    payee: Party
    points: int
    reason: Words


def balances(transfers: Iterable[Transfer]) -> dict[Seat, int]:
    """What each of the four seats gains or loses; with the table and outsiders they sum to zero."""
    net: dict[Party, int] = dict.fromkeys((*Seat, *Pool, *Outsider), 0)
    for t in transfers:
        if t.points < 0 or t.payer is t.payee:
            raise ValueError(f"not a payment: {t}")
        net[t.payer] -= t.points
        net[t.payee] += t.points
    assert sum(net.values()) == 0
    return {seat: net[seat] for seat in Seat}


def outside(transfers: Iterable[Transfer]) -> dict[Outsider, int]:
    """What those who only bet 外围 gain or lose, those of them who do."""
    net: dict[Outsider, int] = {}
    for t in transfers:
        for who, points in ((t.payer, -t.points), (t.payee, t.points)):
            if isinstance(who, Outsider):
                net[who] = net.get(who, 0) + points
    return net


def losers(hand: Hand, win: Win) -> tuple[Seat, ...]:
    """Who pays for the win alone: the discarder, or all three others after a self-draw."""
    if win.self_drawn:
        return hand.seat.others
    return (win.discarder,) if win.discarder is not None else ()
