"""Payments of wins in more than one region: their reasons, and the plainest way to pay.

A region that says it in other words, or pays otherwise, has its own. 北京 and 河北 multiply a base 翻倍, of
which the dealer pays and gets double.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import prod
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Counted, OfWorth, Value, Valuing
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.worth import Worth
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.payments import Settling, Transfer, losers

SELF_DRAW = Words("自摸", "self-draw", "ツモ")
DISCARD = Words("点炮", "discard", "ロン")
ROBBED_KONG = Words("抢杠", "robbed kong", "槍槓")
ROBBED_FOR_THREE = Words("抢杠包三家", "pays for three: their kong was robbed", "槍槓の三家払い")


def reason(win: Win) -> Words:
    """Return why the win is paid: it was drawn 自摸, or discarded 点炮."""
    return SELF_DRAW if win.self_drawn else DISCARD


def how(win: Win) -> Words:
    """Return how the hand was won: as `reason`, but a robbed kong 抢杠 apart."""
    return ROBBED_KONG if win.by is By.ROBBED_KONG else reason(win)


def points(s: Settling) -> Iterator[Transfer]:
    """The discarder pays the points of the hand; after a self-draw each of the three does."""
    for seat in losers(s.hand, s.win):
        yield Transfer(seat, s.hand.seat, s.value.points, reason(s.win))


def by_sum(of: Callable[[int, Hand, Mapping[str, Any]], Value]) -> tuple[Valuing, OfWorth]:
    """Return the strategies for counted fans and for a stated worth, if only their sum matters."""

    def value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
        return of(counted.sum, arranged.hand, options)

    def of_worth(worth: Worth, hand: Hand, options: Mapping[str, Any]) -> Value:
        return of(worth.total, hand, options)

    value.__doc__ = of.__doc__
    return value, of_worth


def doubling(cap: int | None = None) -> tuple[Valuing, OfWorth]:
    """Return the strategies that double a point for each fan 翻倍; at most `cap` count 封顶 (None: all)."""

    def doubled(fans: int, _hand: Hand, _options: Mapping[str, Any]) -> Value:
        fans = fans if cap is None else min(fans, cap)
        return Value(fans, 1 << fans)

    return by_sum(doubled)


def value(counted: Counted, _arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """All fans multiplied, times the base."""
    times = prod(m.priced.value for m in counted.matches)
    return Value(times, times * options["base"])


def of_worth(worth: Worth, _hand: Hand, options: Mapping[str, Any]) -> Value:
    """Return the stated product of the fans times the base."""
    return Value(worth.total, worth.total * options["base"])


def shares(s: Settling, *, as_drawn: bool = False) -> Iterator[tuple[Seat, Seat, int]]:
    """Yield who pays, for whom, and how much.

    By the option `discard` a discarder pays only for himself (``one``), for all three (``all``), or all three
    pay (``three``). With `as_drawn` a win from another player is worth a self-draw 按自摸付, and its giver
    pays it all. The dealer's share doubles, unless there is an option `dealer_doubles` and it is off.
    """
    winner, giver = s.hand.seat, s.win.discarder
    way = "all" if as_drawn else s.options["discard"]
    twice = 2 if s.options.get("dealer_doubles", True) else 1
    for loser in winner.others:
        if giver is not None and way == "one" and loser is not giver:
            continue
        payer = loser if giver is None or way == "three" else giver
        yield payer, loser, s.value.points * (twice if s.hand.dealer in (loser, winner) else 1)
