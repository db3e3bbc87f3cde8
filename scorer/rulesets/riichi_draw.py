"""日本麻将 when a deal is over: payments after a draw 流局, and who deals next.

riichi.wiki, "Ryuukyoku" and "Nagashi mangan"; EMA §3.4.2 Exhaustive draw.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorer.payment import Transfer
from scorer.ruleset import Dealt
from scorer.rulesets.riichi_points import MANGAN, on_self_draw, players
from scorer.situation import Seat
from scorer.words import Words

_NAGASHI = Words("流局满贯", "nagashi mangan", "流し満貫")
_NOTEN = Words("不听罚符", "not ready at the draw", "不聴罰符")


def after_draw(d: Dealt) -> Iterator[Transfer]:
    """What is paid when nobody won: a mangan to those who discarded ends and honours alone and lost none
    of them to a claim, else from those who are not ready to those who are. Hands not shown are not ready.
    """
    if d.deal.waves or d.table["abortive"]:
        return
    nagashi = [h.seat for h in d.deal.hands if h.table["nagashi"]] if d.options["nagashi_mangan"] else []
    for seat in nagashi:
        for payer, n in on_self_draw(MANGAN[1], seat, d.options).items():
            yield Transfer(payer, seat, n, _NAGASHI)
    if not nagashi:
        yield from _noten(d)


def _noten(d: Dealt) -> Iterator[Transfer]:
    seats = players(d.options)
    ready = [seat for seat in seats if d.ready(seat)]
    others = [seat for seat in seats if seat not in ready]
    if not ready or not others:
        return
    each = d.options["noten_payment"] * (len(seats) - 1) // 3 // (len(ready) * len(others))
    for payer in others:
        for payee in ready:
            yield Transfer(payer, payee, each, _NOTEN)


def next_dealer(d: Dealt) -> Seat:
    """The dealer stays 连庄 after winning, after a draw in which the dealer is ready, after a deal broken
    off; else the next player deals."""
    if d.deal.waves:
        stays = any(h.seat is Seat.E for h in d.deal.winners)
    else:
        stays = d.table["abortive"] or bool(d.ready(Seat.E))
    return Seat.E if stays else Seat.S
