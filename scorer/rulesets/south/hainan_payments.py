"""Who pays whom in 海南麻将: wins, 包牌 in all its cases, kongs, and what tables agree on beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.fans.catalogue import circumstances
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import By
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import kongs, liability, missing_information

TEXT = texts("south/hainan")

SEED = POCKET_MAHJONG.section("海南麻将 (8)包牌")
KONGS = POCKET_MAHJONG.section("海南麻将 12")
PROGRAM = "billee1011/repository xy-games/game-logic com.cai.game.mj.hainan MJTable_HaiNan"
NOTES = "jiangpa1/HainanMaJhong HANDOFF.md"
BOTH = f"{PROGRAM}; {NOTES}"
CLAIMS = 3  # 三道: so many claims from one player bind the two

OPTIONS = (
    TEXT.setting("discard_pays", "all", choices=("all", "discarder")),
    TEXT.setting("four_claims", True),
    TEXT.setting("kong", 1),
    TEXT.setting("added_kong", 1),
    TEXT.setting("concealed_kong", 2),
    TEXT.setting("kongs_at_draw", False),
    TEXT.setting("dealer_double", False),
    TEXT.setting("flower_hands", False),
)
TABLE = (
    *liability.claims_told(str(SEED)),
    TEXT.setting("repeats", 0),
    TEXT.setting("followed", False),
    *TEXT.for_seats("ga", 0, most=5),
)


def _between(
    options: Mapping[str, Any], table: Mapping[str, Any], dealer: Seat, one: Seat, other: Seat
) -> int:
    """How many times a payment between two players counts: their stakes 噶, and the dealer's."""
    stakes = table[f"ga_{one.name}"] + table[f"ga_{other.name}"]
    return 1 + stakes + ((options["dealer_double"] + table["repeats"]) if dealer in (one, other) else 0)


def _bound(s: Settling, other: Seat) -> bool:
    """Whether one of the two claimed three melds from the other 三道."""
    claims = liability.claims(s.hand, other), liability.back(s.table, other)
    return max(claims) >= CLAIMS


def _for_all(s: Settling) -> tuple[Seat | None, Words]:
    """Who pays for the three, if anybody."""
    giver = s.win.discarder
    if giver is None:
        fed = next((seat for seat in s.hand.seat.others if liability.claims(s.hand, seat) == 4), None)
        four = Words("四道包牌", "pays for three: gave all four melds", "四副露の責任払い")
        return fed if s.options["four_claims"] else None, four
    alone = {m.priced.id for m in s.counted.matches} == {circumstances.ROBBED_KONG.id}
    if s.win.by is By.ROBBED_KONG and alone:
        return giver, Words(
            "无番抢杠包牌", "pays for three: robbed by a hand without fan", "役なし槍槓の責任払い"
        )
    return giver if _bound(s, giver) else None, Words(
        "三道包牌", "pays for three: three claims", "三副露の責任払い"
    )


def win(s: Settling) -> Iterator[Transfer]:
    """Each of the three pays and the discarder one more; one for all who is liable 包牌."""
    winner, giver = s.hand.seat, s.win.discarder
    liable, reason = _for_all(s)
    why = win_payments.SELF_DRAW if giver is None else Words("胡牌", "a win", "和了")
    for seat in winner.others:
        points = s.value.points * _between(s.options, s.table, s.hand.dealer, winner, seat)
        if liable is not None:
            yield Transfer(liable, winner, points, reason)
        elif giver in (None, seat) or s.options["discard_pays"] == "all":
            yield Transfer(seat, winner, points, why)
    if giver is not None and s.options["discard_pays"] == "all":
        yield Transfer(giver, winner, 1, Words("点炮多付", "the discarder pays more", "放銃の追加"))


def beside(d: Dealt) -> Iterator[Transfer | Sentence]:
    """跟庄; then kongs and flowers, where somebody won or that is agreed."""
    dealer = d.deal.dealer
    if d.table["followed"]:
        why = Words("跟庄", "all followed the first discard", "全員が第一打に続いた")
        for seat in dealer.others:
            yield Transfer(dealer, seat, _between(d.options, d.table, dealer, dealer, seat), why)
    if not d.deal.waves and not d.options["kongs_at_draw"]:
        return
    for payer, payee, points, why in _kongs_and_flowers(d):
        yield Transfer(payer, payee, points * _between(d.options, d.table, dealer, payer, payee), why)
    yield from missing_information.beside(d.deal, missing_information.KONGS)


def _kongs_and_flowers(d: Dealt) -> Iterator[tuple[Seat, Seat, int, Words]]:
    prices = {
        MeldType.KONG: d.options["kong"],
        MeldType.ADDED_KONG: d.options["added_kong"],
        MeldType.CONCEALED_KONG: d.options["concealed_kong"],
    }
    for kong in d.deal.kongs:
        for payer, points in kongs.income(kong, prices, claimed=kongs.Claimed.ALL):
            yield payer, kong.seat, points, kongs.name_of(kong)
    if d.options["flower_hands"]:
        for hand in d.deal.hands:
            n = len(hand.all_flowers)
            for seat in hand.seat.others if n > 6 else ():
                yield seat, hand.seat, n - 6, Words(f"花胡 {n} 张", f"{n} flowers", f"花牌 {n} 枚")
