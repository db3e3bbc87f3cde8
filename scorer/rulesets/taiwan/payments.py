"""台湾麻将 payments: base and 台, dealer and streak 连庄拉庄, raised bases 插花; then faults.

What a fault costs, and who may not win: 诈和 包赔 代位赔付 眼牌 喊碰未碰 相公 过水.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from paiyan.scorer.fans.counting import Value
from paiyan.scorer.hand.hand import Deal, Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.payments import Dealt, Outsider, Party, Settling, Transfer
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets.common import win_payments

TEXT = texts("taiwan")

OPTIONS = (
    TEXT.setting("base", 5),
    TEXT.setting("per_tai", 1, least=1),
    TEXT.setting("cap", 0),
    TEXT.setting("minimum", 0),
    TEXT.setting("pull", True),
)
TABLE = (
    TEXT.setting("streak", 0),
    *TEXT.for_seats("raise", 0),
    *(
        TEXT.setting("bet_{of}", "none", of=str(i), choices=("none", *(seat.name for seat in Seat)))
        for i in range(1, 5)
    ),
    *(TEXT.setting("bet_{of}_points", 0, of=str(i)) for i in range(1, 5)),
    TEXT.setting("streak_shown", -1, least=-1),
)


def _capped(tai: int, _hand: Hand, options: Mapping[str, Any]) -> Value:
    """The sum of the 台, no more than the cap."""
    total = min(tai, options["cap"] or tai)
    return Value(total, total)


value, of_worth = win_payments.by_sum(_capped)


def dealer_tai(options: Mapping[str, Any], table: Mapping[str, Any], *, wins: bool) -> int:
    """Return what the dealer's seat adds between the dealer and another: 1, and 2 (or 1) for each streak.

    A dealer who showed another streak than the true one wins by the lower and pays by the higher.
    """
    streak, shown = table["streak"], table["streak_shown"]
    if shown >= 0:
        streak = min(streak, shown) if wins else max(streak, shown)
    return 1 + streak * (2 if options["pull"] else 1)


def raised(table: Mapping[str, Any], first: Seat, other: Seat) -> int:
    """Return the bases that two players raised against each other 内插."""
    return table[f"raise_{first.name}"] + table[f"raise_{other.name}"]


def due(s: Settling, loser: Seat) -> Transfer:
    """Return what one loser owes the winner, whoever pays it."""
    winner, options = s.hand.seat, s.options
    tai, words = s.value.total, [f"底 {options['base']}", f"{s.value.total} 台"]
    english = [f"base {options['base']}", f"{s.value.total} tai"]
    japanese = [f"底 {options['base']}", f"{s.value.total} 台"]
    if s.hand.dealer in (winner, loser):
        extra = dealer_tai(options, s.table, wins=s.hand.dealer is winner)
        tai += extra
        words.append(f"庄家 {extra} 台")
        english.append(f"dealer {extra} tai")
        japanese.append(f"親 {extra} 台")
    why = Words(" + ".join(words), " + ".join(english), " + ".join(japanese))
    return Transfer(loser, winner, options["base"] + tai * options["per_tai"], why)


def shared(owed: Transfer | None, payers: Sequence[Seat]) -> Iterator[Transfer]:
    """Yield the payment by those who pay it 代位赔付, in equal shares 共同平均赔付.

    The remainder falls on the first of them in the order of play after the payee.
    """
    if owed is None:
        return
    each, over = divmod(owed.points, len(payers))
    payee = owed.payee
    if isinstance(payee, Seat):
        payers = sorted(payers, key=lambda seat: (seat - payee) % 4)
    for i, payer in enumerate(payers):
        name = owed.payer.name
        why = owed.reason
        if payer is not owed.payer:
            why = Words(
                f"代 {name} 赔付：{why.zh}", f"in {name}'s place: {why.en}", f"{name} の代位払い：{why.ja}"
            )
        yield Transfer(payer, owed.payee, each + (over if i == 0 else 0), why)


def raises(
    table: Mapping[str, Any], options: Mapping[str, Any], payer: Party, payee: Party
) -> Transfer | None:
    """Return the raised bases between two players."""
    n = raised(table, payer, payee) if isinstance(payer, Seat) and isinstance(payee, Seat) else 0
    why = Words(f"插花 {n} 底", f"{n} raised bases", f"上乗せ {n} 底")
    return Transfer(payer, payee, n * options["base"], why) if n else None


def bets(paid: Iterable[Transfer], table: Mapping[str, Any]) -> Iterator[Transfer]:
    """外插: who bets on a player wins and loses as that player does against the three others, by the same sum
    底台 or by a fixed one.
    """
    on = {one: table[f"bet_{i}"] for i, one in enumerate(Outsider, 1)}
    for t in paid:
        for i, (one, seat) in enumerate(on.items(), 1):
            points = table[f"bet_{i}_points"] or t.points
            why = Words(f"外插 {seat} 家", f"a bet on {seat}", f"外野の賭け {seat}")
            if seat == t.payee.name:
                yield Transfer(t.payer, one, points, why)
            elif seat == t.payer.name:
                yield Transfer(one, t.payee, points, why)


_SEATS = ("none", *(seat.name for seat in Seat))
# One seat, or several that share what is paid: "S", "SN".
_TOGETHER = tuple("".join(some) for n in (1, 2, 3) for some in combinations(Seat.__members__, n))
FAULTS = (
    TEXT.setting("false_win", "none", choices=_SEATS, fault=True),
    TEXT.setting("false_tai", 0, fault=True),
    TEXT.setting("substitute", "none", choices=("none", *_TOGETHER)),
    TEXT.setting("barred", "none", choices=("none", "dead", "passed", "play"), of_hand=True),
    *TEXT.for_seats("peeked", False, declares=frozenset((True,))),
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
    """Return who pays in place of others 代位赔付."""
    substitute: str = table["substitute"]
    return () if substitute == "none" else tuple(Seat[name] for name in substitute)


REQUIRED = (
    *(Condition(_free_of(why), words) for why, words in _WHY.items()),
    TEXT.condition("plays_on", lambda hand: hand.seat not in instead(hand.table)),
)
VALID_HAND = (
    TEXT.condition("others_pay", lambda hand: hand.win is None or hand.seat not in instead(hand.table)),
    TEXT.condition(
        "fined_by_others", lambda hand: all(hand.table[f"fine_{seat.name}"] != seat.name for seat in Seat)
    ),
)


def side(dealt: Dealt) -> Iterator[Transfer]:
    """Faults cost fines, besides the wins."""
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
    """A player who looked at the others' hands 眼牌 pays one 台 to each winner."""
    why = Words("眼牌者付 1 台", "looked at the other hands: 1 tai", "手を見た者が 1 台")
    for seat in winner.others:
        if dealt.table[f"peeked_{seat.name}"]:
            yield Transfer(seat, winner, dealt.options["per_tai"], why)


def _false(dealt: Dealt, false: Seat) -> Iterator[Transfer]:
    """A false winner pays each of the three what the hand would have won; the dealer's 台 are added."""
    deal, table, options = dealt.deal, dealt.table, dealt.options
    for other in false.others:
        tai = table["false_tai"]
        if deal.dealer in (false, other):
            tai += dealer_tai(options, table, wins=other is deal.dealer)
        why = Words(f"诈和包赔 {tai} 台", f"false win: {tai} tai to each", f"誤和了：各家に {tai} 台")
        paid = Transfer(false, other, options["base"] + tai * options["per_tai"], why)
        yield paid
        yield from bets([paid], table)
        yield from shared(raises(table, options, false, other), (false,))


def by_a_fault(_: Deal, table: Mapping[str, Any]) -> bool:
    """A deal that a false win ended counts in no streak of the dealer 诈和之盘不计连庄序."""
    return table["false_win"] != "none"


def next_dealer(dealt: Dealt) -> Seat:
    """The dealer stays after a win, a draw or another's false win 诈和; after their own the next deals."""
    if dealt.table["false_win"] == dealt.deal.dealer.name and not dealt.deal.winners:
        return dealt.deal.dealer.others[0]
    return between_deals.stays(dealt)
