"""Payments 支付: who pays whom, how much, and why. Points are whole numbers and always sum to zero."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from scorer.situation import Hand, Seat, Win
from scorer.words import Words


class Pool(Enum):
    """What lies on the table 供託: it is paid and pays out, and belongs to no seat."""

    TABLE = "table"


class Transfer(NamedTuple):
    """One payment from a seat to another, or to or from what lies on the table."""

    payer: Seat | Pool
    payee: Seat | Pool
    points: int
    reason: Words


def balances(transfers: Iterable[Transfer]) -> dict[Seat, int]:
    """What each of the four seats gains or loses; with what lies on the table they sum to zero."""
    net: dict[Seat | Pool, int] = dict.fromkeys((*Seat, *Pool), 0)
    for t in transfers:
        if t.points < 0 or t.payer is t.payee:
            raise ValueError(f"not a payment: {t}")
        net[t.payer] -= t.points
        net[t.payee] += t.points
    assert sum(net.values()) == 0
    return {seat: net[seat] for seat in Seat}


def losers(hand: Hand, win: Win) -> tuple[Seat, ...]:
    """Who pays for the win alone: the discarder, or all three others after a self-draw."""
    if win.self_drawn:
        return hand.seat.others
    return (win.discarder,) if win.discarder is not None else ()
