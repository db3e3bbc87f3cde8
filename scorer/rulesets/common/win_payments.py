"""How wins are paid in more than one region: the reasons that are given, and the plainest way to pay.

A region that says it in other words, or pays otherwise, has its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from paiyan.scorer.hand.win import Win
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.payments import Settling, Transfer, losers

SELF_DRAW = Words("自摸", "self-draw", "ツモ")
DISCARD = Words("点炮", "discard", "ロン")
ROBBED_KONG = Words("抢杠", "robbed kong", "槍槓")
ROBBED_FOR_THREE = Words("抢杠包三家", "pays for three: their kong was robbed", "槍槓の三家払い")


def reason(win: Win) -> Words:
    """Why the win is paid: it was drawn 自摸, or discarded 点炮."""
    return SELF_DRAW if win.self_drawn else DISCARD


def points(s: Settling) -> Iterator[Transfer]:
    """The discarder pays the points of the hand; after a self-draw each of the three does."""
    for seat in losers(s.hand, s.win):
        yield Transfer(seat, s.hand.seat, s.value.points, reason(s.win))
