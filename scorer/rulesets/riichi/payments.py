"""Payments of a won hand in 日本麻将: points, counters 本场, riichi sticks, and liability 包."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Deal, Flag, Hand
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Message, Sentence, Words
from paiyan.scorer.rules.between_deals import NextTable, Standing
from paiyan.scorer.rules.payments import Dealt, Pool, Settling, Transfer
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.rulesets.riichi.points import (
    BASE_OF_YAKUMAN,
    MANGAN,
    YAKUMAN,
    base,
    on_discard,
    on_self_draw,
    players,
    yakumans,
)
from paiyan.scorer.rulesets.riichi.yaku import DAISANGEN, DAISUUSHII, SUU_KANTSU
from paiyan.scorer.settling import liability
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.tile import DRAGONS, WINDS

STICK = 1000
DECLARED = frozenset(("riichi", "double"))
RETURNED = "returned"  # declared on the very tile that another won on
COUNTER = 100  # each payer's part of a counter; a discarder pays for all
LIABLE = {  # the yakuman that make a player liable, by the option `pao`
    "none": (),
    "sets": (DAISANGEN.id, DAISUUSHII.id),
    "kongs": (DAISANGEN.id, DAISUUSHII.id, SUU_KANTSU.id),
}
_LIABLE = Words("包牌", "liable", "責任払い")


def pay(s: Settling) -> Iterable[Transfer] | Sentence:
    """All that changes hands for one win: the hand and, to the first of several winners, the counters and
    the sticks on the table.

    Returns a sentence if it is unknown who gave the kong that makes liable.
    """
    giver = _of_kong(s)
    if isinstance(giver, Meld):
        return liability.unknown_feeder(giver)
    paid = list(_paid(s))
    if giver is None:
        return paid
    return [t if t.payer is Pool.TABLE else t._replace(payer=giver, reason=_by(t.reason)) for t in paid]


def _of_kong(s: Settling) -> liability.Liable:
    """Return who gave the claimed kong whose replacement tile won 大明槓, if the table plays or says so."""
    giver, liable_field = liability.of_kong(s.hand, s.win), s.table["liable"]
    if giver is None or liable(s) or liable_field == "none":
        return None
    if liable_field != "melds":
        return Seat[liable_field]
    return giver if s.options["kong_pays"] else None


def _by(why: Words) -> Words:
    """Return the reason of a payment that the giver of a claimed kong takes over."""
    return Words(f"大明杠包牌：{why.zh}", f"gave the kong: {why.en}", f"大明槓の責任払い：{why.ja}")


def _paid(s: Settling) -> Iterator[Transfer]:
    yield from hand_points(s)
    if s.deal.winners[0].seat is not s.hand.seat:
        return
    yield from counters(s)
    if sticks := lying(s.deal, s.table):
        yield Transfer(Pool.TABLE, s.hand.seat, STICK * sticks, Words("立直棒", "riichi sticks", "供託"))


def staked(deal: Deal, table: Mapping[str, Any]) -> list[Seat]:
    """Return who laid a stick in this deal: by their hand's riichi, or by the table.

    The winner who takes the sticks has its own back at once, so it is left out.
    """
    taker = deal.winners[0].seat if deal.waves else None
    hands = {hand.seat for hand in deal.hands if has_declared(hand)}
    laid = (seat for seat in Seat if seat in hands or table[f"stick_{seat.name}"])
    return [seat for seat in laid if seat is not taker]


def has_declared(hand: Hand) -> bool:
    """True if the hand declared riichi, and no discard to win on came of that."""
    flagged = hand.win is not None and Flag.DECLARED_READY in hand.win.flags
    return flagged or hand.table["riichi"] in DECLARED


def stakes(deal: Deal, table: Mapping[str, Any]) -> Iterator[Transfer]:
    """The sticks of this deal, which leave their owners when they are laid; one goes back where the tile
    that declared riichi was won on."""
    back = [hand.seat for hand in deal.hands if hand.table["riichi"] == RETURNED]
    for seat in (*staked(deal, table), *back):
        yield Transfer(seat, Pool.TABLE, STICK, Words("立直供托", "riichi stick laid", "立直の供託"))
    for seat in back:
        words = Words("宣言牌放铳，立直棒退回", "riichi stick returned", "宣言牌で放銃、供託の返還")
        yield Transfer(Pool.TABLE, seat, STICK, words)


def lying(deal: Deal, table: Mapping[str, Any]) -> int:
    """Return how many sticks the first winner takes, its own left out: of earlier deals and of this one."""
    return max(table["sticks"], table["sticks_before"] + len(staked(deal, table)))


def hand_points(s: Settling) -> Iterator[Transfer]:
    """Yield the points of the hand; each yakuman with a liable player is paid apart."""
    yakuman_count = s.value.total // YAKUMAN if s.value.fu is None else 0  # where no fan is known
    rest = yakumans(s.counted) or yakuman_count
    if not rest:
        yield from _part(s, base(s.value.han or 0, s.value.fu or 0, s.options)[0])
        return
    for seat, times in liable(s).items():
        rest -= times
        yield from _liable_part(s, BASE_OF_YAKUMAN * times, seat)
    if rest:
        yield from _part(s, BASE_OF_YAKUMAN * rest)


def _part(s: Settling, points: int) -> Iterator[Transfer]:
    words = _worth(s)
    for seat, n in _payments_for(s, points).items():
        yield Transfer(seat, s.hand.seat, n, words)


def _liable_part(s: Settling, points: int, seat: Seat) -> Iterator[Transfer]:
    """A self-draw is the liable player's alone; a discard of another player is shared half and half."""
    due = _payments_for(s, points)
    if s.win.discarder in (None, seat):
        yield Transfer(seat, s.hand.seat, sum(due.values()), _LIABLE)
        return
    for giver, n in due.items():
        yield Transfer(giver, s.hand.seat, n // 2, _worth(s))
        yield Transfer(seat, s.hand.seat, n - n // 2, _LIABLE)


def _payments_for(s: Settling, points: int) -> dict[Seat, int]:
    giver = s.win.discarder
    if giver is None:
        return on_self_draw(points, s.hand.seat, s.options)
    return {giver: on_discard(points, s.hand.seat)}


def _worth(s: Settling) -> Words:
    """Return how the hand was won and what it was worth, in words."""
    how = win_payments.SELF_DRAW if s.win.self_drawn else Words("荣和", "discard", "ロン")
    if s.value.fu is None:
        worth = s.value.limit or Words("", "", "")
    else:
        limit = s.value.limit or Words("", "", "")
        fu = s.value.fu
        n = f"{fu}符{s.value.han}" if fu else f"{s.value.han}"
        of_fu = f" {fu} fu" if fu else ""
        worth = Words(f"{n}翻{limit.zh}", f"{s.value.han} han{of_fu} {limit.en}".rstrip(), f"{n}飜{limit.ja}")
    return Words(f"{how.zh} {worth.zh}", f"{how.en}, {worth.en}", f"{how.ja} {worth.ja}")


def counters(s: Settling) -> Iterator[Transfer]:
    """The counters 本场: from the discarder, from each after a self-draw, or from the liable player."""
    n = s.table["honba"]
    if not n:
        return
    words = Words(f"{n} 本场", f"{n} honba", f"{n}本場")
    others = [seat for seat in players(s.options) if seat is not s.hand.seat]
    all_of_it = COUNTER * n * len(others)
    owed = liable(s)
    if owed and (s.win.discarder is None or s.options["liable_counters"]):
        yield Transfer(next(iter(owed)), s.hand.seat, all_of_it, words)
    elif s.win.discarder is not None:
        yield Transfer(s.win.discarder, s.hand.seat, all_of_it, words)
    else:
        for seat in others:
            yield Transfer(seat, s.hand.seat, COUNTER * n, words)


def liable(s: Settling) -> dict[Seat, int]:
    """Return the liable players, and for how many yakuman each.

    It is the player who fed the last set of three dragons or four winds (or, an option, the fourth kong) to a
    player with the others of them on the table.
    """
    found: dict[Seat, int] = {}
    liable_field = s.table["liable"]
    for match in s.counted.matches:
        if liable_field == "none" or match.priced.id not in LIABLE[s.options["pao"]]:
            continue
        seat = _feeder(s.hand, match.priced.id) if liable_field == "melds" else Seat[liable_field]
        if seat is not None:
            seat = _at_table(s.hand, seat, s.options)
            found[seat] = found.get(seat, 0) + match.priced.value // YAKUMAN
    return found


def _feeder(hand: Hand, fan: str) -> Seat | None:
    if fan == SUU_KANTSU.id:
        kongs = [m for m in hand.melds if m.block.shape == Shape.KONG]
        return liability.feeder(hand, kongs[3]) if kongs[3].type is MeldType.KONG else None
    kinds, n = (DRAGONS, 3) if fan == DAISANGEN.id else (WINDS, 4)
    fed = liability.of_set(hand, kinds, n)
    return fed if isinstance(fed, Seat) else None


def _at_table(hand: Hand, seat: Seat, options: Mapping[str, Any]) -> Seat:
    """Return the seat if three play: with north's empty, east is on west's right and west on east's left."""
    if seat in players(options):
        return seat
    return Seat.E if hand.seat is Seat.W else Seat.W


_NAGASHI = Words("流局满贯", "nagashi mangan", "流し満貫")
_CHOMBO = Words("错和罚符", "chombo: a mangan turned round", "錯和（チョンボ）")
_NOTEN = Words("不听罚符", "not ready at the draw", "不聴罰符")

_UNTOLD = Words(
    "未说明 {seats} 是否听牌：按未听牌计（手牌，或 table.ready_…）",
    "it is unknown whether {seats} was ready: counted as not ready (give the hand, or table.ready_…)",
    "{seats} が聴牌か不明です：不聴とします（手牌か table.ready_… で書いてください）",
)

_NOT_RETURNED = Words(
    "没有人和 {seat} 打出的牌，立直棒不退：riichi 请写 riichi 或 double",
    "nobody won on a discard of {seat}, so its stick does not go back: say riichi or double",
    "{seat} の捨て牌での和了がないので供託は戻りません：riichi か double としてください",
)

_INTERRUPTED = Words(
    "{other} 已有副露或拔北，{seat} 不是在第一巡和的：请去掉 first_turn，或改正 {other} 的手牌",
    "{other} has a meld or a north aside, so {seat} did not win in the first turn: "
    "drop first_turn or correct the hand of {other}",
    "{other} に副露か抜きドラがあり、{seat} の和了は第一巡ではありません："
    "first_turn を外すか {other} の手牌を直してください",
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
    _check_first_turn(d.deal)
    yield from stakes(d.deal, d.table)
    yield from after_draw(d)


def _check_returned(deal: Deal) -> None:
    """Refuse a stick that goes back to somebody whose declaring tile nobody won on. Raises `HandError`."""
    givers = {hand.win.discarder for hand in deal.winners if hand.win and hand.win.by is By.DISCARD}
    for hand in deal.hands:
        if hand.table["riichi"] == RETURNED and hand.seat not in givers:
            raise HandError(_NOT_RETURNED, seat=hand.seat.name)


def _check_first_turn(deal: Deal) -> None:
    """Refuse a win in a first turn that another's claim, kong or north interrupted. Raises `HandError`."""
    for winner in deal.winners:
        if winner.win and Flag.FIRST_TURN in winner.win.flags:
            for other in deal.hands:
                if other is not winner and (other.melds or other.table["norths"]):
                    raise HandError(_INTERRUPTED, seat=winner.seat.name, other=other.seat.name)


def _chombo(d: Dealt, false: Seat) -> Iterator[Transfer]:
    """錯和: a mangan turned round: 4000 between the dealer and another, 2000 to the rest."""
    for other in players(d.options):
        if other is not false:
            points = MANGAN[1] * (2 if Seat.E in (false, other) else 1)
            yield Transfer(false, other, points, _CHOMBO)


def after_draw(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Settle a deal that nobody won: a mangan for each who discarded only ends and honours and lost none of
    them to a claim, else from the players who are not ready to those who are, by what is stated of them.
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
    """True if this seat was ready, by its hand or by the table; None if unknown."""
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
    """True if a false win ended the deal and nobody won: no counter is laid for it."""
    return table["chombo"] != "none" and not deal.waves


def next_table(standing: Standing) -> NextTable:
    """Return the counters, and the sticks that nobody has won yet."""
    return NextTable(
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
