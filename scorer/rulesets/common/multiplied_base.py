"""Fans that multiply a base 翻倍, and shares of which the dealer's doubles, as 北京 and 河北 have it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.worth import Worth
from paiyan.scorer.rules.payments import Settling


def value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """All fans multiplied, times the base."""
    del arranged
    times = prod(m.priced.value for m in counted.matches)
    return Value(times, times * options["base"])


def of_worth(worth: Worth, hand: Hand, options: Mapping[str, Any]) -> Value:
    """Return the product of the fans, as told, times the base."""
    del hand
    return Value(worth.total, worth.total * options["base"])


def shares(s: Settling, *, as_drawn: bool = False) -> Iterator[tuple[Seat, Seat, int]]:
    """Who pays, for whom, how much: the option `discard` says whether a discarder pays for himself alone
    (``one``), for all three (``all``), or all three do (``three``).

    With `as_drawn` a win from another player is worth a self-draw 按自摸付, and its giver pays it all. The
    dealer's share doubles, unless there is an option `dealer_doubles` and it is off.
    """
    winner, giver = s.hand.seat, s.win.discarder
    way = "all" if as_drawn else s.options["discard"]
    twice = 2 if s.options.get("dealer_doubles", True) else 1
    for loser in winner.others:
        if giver is not None and way == "one" and loser is not giver:
            continue
        payer = loser if giver is None or way == "three" else giver
        yield payer, loser, s.value.points * (twice if s.hand.dealer in (loser, winner) else 1)
