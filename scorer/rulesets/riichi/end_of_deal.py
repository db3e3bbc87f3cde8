"""日本麻将 when a deal is over: payments after a draw 流局, and who deals next.

riichi.wiki, "Ryuukyoku" and "Nagashi mangan"; EMA §3.4.2 Exhaustive draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Deal
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Message, Sentence, Words
from paiyan.scorer.rules.between_deals import Kept, Standing
from paiyan.scorer.rules.payments import Dealt, Transfer
from paiyan.scorer.rulesets.riichi.payments import RETURNED, STICK, stakes
from paiyan.scorer.rulesets.riichi.points import MANGAN, on_self_draw, players

_NAGASHI = Words("流局满贯", "nagashi mangan", "流し満貫")
_CHOMBO = Words("错和罚符", "chombo: a mangan turned round", "錯和（チョンボ）")
_NOTEN = Words("不听罚符", "not ready at the draw", "不聴罰符")


_UNTOLD = Words(
    "未说明 {seats} 是否听牌：按未听牌计（手牌，或 table.ready_…）",
    "nobody said whether {seats} was ready: counted as not ready (tell the hand, or table.ready_…)",
    "{seats} が聴牌か不明です：不聴とします（手牌か table.ready_… で書いてください）",
)


_NOT_RETURNED = Words(
    "没有人和 {seat} 打出的牌，立直棒不退：riichi 请写 riichi 或 double",
    "nobody won on a discard of {seat}, so its stick does not go back: say riichi or double",
    "{seat} の捨て牌での和了がないので供託は戻りません：riichi か double としてください",
)


def three_win(deal: Deal) -> Deal:
    """三家和了: where two may win on one discard, a third win breaks the deal off and nobody has won."""
    if all(len(wave) < len(Seat) - 1 for wave in deal.waves):
        return deal
    hands = tuple(replace(hand, win=None) for hand in deal.hands)
    return replace(deal, hands=hands, waves=(), table={**deal.table, "abortive": True})


def side_payments(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Riichi sticks, which are laid on the table; what is paid after a draw; the penalty for a false win,
    whose deal is played again with its sticks given back.
    """
    if played_again(d.deal, d.table):
        yield from _chombo(d, Seat[d.table["chombo"]])
        return
    _check_returned(d.deal)
    yield from stakes(d.deal, d.table)
    yield from after_draw(d)


def _check_returned(deal: Deal) -> None:
    """Refuse a stick that goes back to somebody whose declaring tile nobody won on. Raises `HandError`."""
    givers = {hand.win.discarder for hand in deal.winners if hand.win and hand.win.by is By.DISCARD}
    for hand in deal.hands:
        if hand.table["riichi"] == RETURNED and hand.seat not in givers:
            raise HandError(_NOT_RETURNED, seat=hand.seat.name)


def _chombo(d: Dealt, false: Seat) -> Iterator[Transfer]:
    """錯和: a mangan turned round: 4000 between the dealer and another, 2000 to the rest."""
    for other in players(d.options):
        if other is not false:
            points = MANGAN[1] * (2 if Seat.E in (false, other) else 1)
            yield Transfer(false, other, points, _CHOMBO)


def after_draw(d: Dealt) -> Iterator[Transfer | Sentence]:
    """What is paid when nobody won: a mangan to those who discarded ends and honours alone and lost none
    of them to a claim, else from those who are not ready to those who are. Who is not said to be is not.
    """
    if d.deal.waves or d.table["abortive"]:
        return
    nagashi = [h.seat for h in d.deal.hands if h.table["nagashi"]] if d.options["nagashi_mangan"] else []
    for seat in nagashi:
        for payer, n in on_self_draw(MANGAN[1], seat, d.options).items():
            yield Transfer(payer, seat, n, _NAGASHI)
    if not nagashi:
        yield from _noten(d)


def _is_ready(d: Dealt, seat: Seat) -> bool | None:
    """Whether this seat was ready, by its hand or as the table says; None where nobody said."""
    hand = d.deal.hand(seat)
    if hand is not None and hand.concealed:
        return bool(d.ready(seat))
    return {"yes": True, "no": False}.get(d.table[f"ready_{seat.name}"])


def _noten(d: Dealt) -> Iterator[Transfer | Sentence]:
    seats = players(d.options)
    ready = [seat for seat in seats if _is_ready(d, seat)]
    if unknown := [seat.name for seat in seats if _is_ready(d, seat) is None]:
        yield Message(_UNTOLD, {"seats": unknown})
    others = [seat for seat in seats if seat not in ready]
    if not ready or not others:
        return
    each = d.options["noten_payment"] * (len(seats) - 1) // 3 // (len(ready) * len(others))
    for payer in others:
        for payee in ready:
            yield Transfer(payer, payee, each, _NOTEN)


def played_again(deal: Deal, table: Mapping[str, Any]) -> bool:
    """Whether a false win broke the deal off, in which then nobody won: no counter is laid for it."""
    return table["chombo"] != "none" and not deal.waves


def keeps(standing: Standing) -> Kept:
    """The counters, and the sticks that nobody has won yet."""
    return Kept(
        {"honba": standing.counters, "sticks_before": standing.on_table // STICK}, counted=("sticks",)
    )


def next_dealer(d: Dealt) -> Seat:
    """The dealer stays 连庄 after winning, after a draw in which the dealer is ready, after a deal broken
    off; else the next player deals."""
    if d.deal.waves:
        stays = any(h.seat is Seat.E for h in d.deal.winners)
    else:
        again = d.table["abortive"] or played_again(d.deal, d.table)
        stays = again or bool(_is_ready(d, Seat.E))
    return Seat.E if stays else Seat.S
