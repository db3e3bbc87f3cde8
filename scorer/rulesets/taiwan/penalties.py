"""台湾十六张: what a fault costs, and who may not win: 诈和 包赔 代位赔付 眼牌 喊碰未碰 相公 过水."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from paiyan.scorer.hand.hand import Deal, Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.payments import Dealt, Transfer
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets.taiwan import payments
from paiyan.scorer.settling import dealer_rotation

TEXT = texts("taiwan/taiwan")


_SEATS = ("none", *(seat.name for seat in Seat))
# One seat, or several that share what is paid: "S", "SN".
_TOGETHER = tuple("".join(some) for n in (1, 2, 3) for some in combinations(Seat.__members__, n))
TABLE = (
    TEXT.setting("false_win", "none", choices=_SEATS, fault=True),
    TEXT.setting("false_tai", 0, fault=True),
    TEXT.setting("substitute", "none", choices=("none", *_TOGETHER)),
    TEXT.setting("barred", "none", choices=("none", "dead", "passed", "play"), of_hand=True),
    *(TEXT.setting("peeked_{of}", False, of=seat.name, declares=frozenset((True,))) for seat in Seat),
    *TEXT.for_seats("fine", "none", choices=_SEATS),
)
_WHY = {
    "dead": Words("相公不得和牌", "a dead hand may not win", "相公は和了できません"),
    "passed": Words(
        "过水未解除不得和牌", "a win was let pass since the last discard", "見逃し後は和了できません"
    ),
    "play": Words("行牌禁制，不得和牌", "the rules of play bar this win", "行牌禁制により和了できません"),
}


def _free_of(why: str) -> Callable[[Hand], bool]:
    return lambda hand: hand.table["barred"] != why


def instead(table: Mapping[str, Any]) -> tuple[Seat, ...]:
    """Who pays in the place of those who should 代位赔付."""
    substitute: str = table["substitute"]
    return () if substitute == "none" else tuple(Seat[name] for name in substitute)


def _others_pay(hand: Hand) -> bool:
    return hand.win is None or hand.seat not in instead(hand.table)


def _fined_by_others(hand: Hand) -> bool:
    return all(hand.table[f"fine_{seat.name}"] != seat.name for seat in Seat)


def _plays_on(hand: Hand) -> bool:
    return hand.seat not in instead(hand.table)


MUST = (
    *(Condition(_free_of(why), words) for why, words in _WHY.items()),
    TEXT.condition("plays_on", _plays_on),
)
POSSIBLE = (
    TEXT.condition("others_pay", _others_pay),
    TEXT.condition("fined_by_others", _fined_by_others),
)


def side(dealt: Dealt) -> Iterator[Transfer]:
    """What faults cost beside the wins."""
    yield from _fines(dealt.table, dealt.options)
    for seat in dealt.values:
        yield from _peeked(dealt, seat)
    if dealt.table["false_win"] != "none":
        yield from _false(dealt, Seat[dealt.table["false_win"]])


def _fines(table: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[Transfer]:
    why = Words("罚 1 台", "a fine of 1 tai", "罰 1 台")
    for seat in Seat:
        if (to := table[f"fine_{seat.name}"]) != "none":
            yield Transfer(seat, Seat[to], options["per_tai"], why)


def _peeked(dealt: Dealt, winner: Seat) -> Iterator[Transfer]:
    """Who looked at the others' hands 眼牌 pays one 台 to whoever wins."""
    why = Words("眼牌者付 1 台", "looked at the other hands: 1 tai", "手を見た者が 1 台")
    for seat in winner.others:
        if dealt.table[f"peeked_{seat.name}"]:
            yield Transfer(seat, winner, dealt.options["per_tai"], why)


def _false(dealt: Dealt, false: Seat) -> Iterator[Transfer]:
    """Who won falsely pays each of the three what the hand would have won; the dealer's 台 are added."""
    deal, table, options = dealt.deal, dealt.table, dealt.options
    for other in false.others:
        tai = table["false_tai"]
        if deal.dealer in (false, other):
            tai += payments.dealer_tai(options, table, wins=other is deal.dealer)
        why = Words(f"诈和包赔 {tai} 台", f"false win: {tai} tai to each", f"誤和了：各家に {tai} 台")
        paid = Transfer(false, other, options["base"] + tai * options["per_tai"], why)
        yield paid
        yield from payments.bets([paid], table)
        yield from payments.shared(payments.raises(table, options, false, other), (false,))


def by_a_fault(_: Deal, table: Mapping[str, Any]) -> bool:
    """A deal that a false win ended counts in no streak of the dealer 诈和之盘不计连庄序."""
    return table["false_win"] != "none"


def next_dealer(dealt: Dealt) -> Seat:
    """The dealer stays after a win, a draw or another's false win 诈和; after their own the next deals."""
    if dealt.table["false_win"] == dealt.deal.dealer.name and not dealt.deal.winners:
        return dealt.deal.dealer.others[0]
    return dealer_rotation.stays(dealt)
