"""Who pays whom in 天津麻将: stakes 坐庄 and pulls 拉庄, kongs, 铲; what a table chooses and tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import wild_indicator
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.settling import missing_information

TEXT = texts("north/tianjin")

SEED = POCKET_MAHJONG.section("天津麻将")


def wild_kinds(hand: Hand) -> frozenset[int]:
    """The turned tile and the one after it 混; or those that the hand names."""
    if hand.indicator is None:
        return frozenset(t.kind for t in hand.wild)
    kind = hand.indicator.kind
    return frozenset((kind, wild_indicator.AFTER[kind]))


def _between(table: Mapping[str, Any], dealer: Seat, one: Seat, other: Seat) -> int:
    """What the dealer's stake 坐庄 and a pull 拉庄 make of a payment between two players."""
    if dealer not in (one, other):
        return 1
    pulls = table[f"pull_{(other if one is dealer else one).name}"]
    return (2 if table["dealer_stake"] else 1) << pulls


def pay(s: Settling) -> Iterator[Transfer]:
    """Each of the three others pays; stakes double between the dealer and a player."""
    winner = s.hand.seat
    for loser in winner.others:
        times = _between(s.table, s.hand.dealer, winner, loser)
        zh, en = (f" ×{times}", f", times {times}") if times > 1 else ("", "")
        why = Words(
            f"自摸 {s.value.points} 番{zh}",
            f"self-draw {s.value.points} fan{en}",
            f"ツモ {s.value.points} 翻{zh}",
        )
        yield Transfer(loser, winner, times * s.value.points, why)


def side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs, and 铲: three players followed the dealer's first discard."""
    dealer = d.deal.dealer
    kinds = wild_kinds(d.deal.hands[0]) if d.deal.hands else frozenset[int]()
    for kong in d.deal.kongs:
        points, why = d.options["kong"], Words("明杠", "kong", "明槓")
        if kong.meld.type is MeldType.CONCEALED_KONG:
            points, why = d.options["concealed_kong"], Words("暗杠", "concealed kong", "暗槓")
            if kong.meld.block.kind in kinds:
                points, why = d.options["golden_kong"], Words("金杠", "kong of wild tiles", "ワイルド牌の槓")
        for loser in kong.seat.others:
            times = _between(d.table, dealer, kong.seat, loser)
            yield Transfer(loser, kong.seat, points * times, why)
    yield from missing_information.beside(d.deal, missing_information.KONGS)
    if d.table["followed"]:
        for seat in dealer.others:
            points = d.options["kong"] * _between(d.table, dealer, dealer, seat)
            yield Transfer(
                dealer, seat, points, Words("铲", "all followed the first discard", "全員が第一打に続いた")
            )


OPTIONS = (
    TEXT.setting("stacking", "sum", choices=("sum", "product")),
    TEXT.setting("heavenly_hand", 4, least=1),
    TEXT.setting("kong", 1),
    TEXT.setting("concealed_kong", 2),
    TEXT.setting("golden_kong", 4),
)
TABLE = (
    TEXT.setting("dealer_stake", False),
    *TEXT.for_seats("pull", 0),
    TEXT.setting("followed", False),
    TEXT.setting(
        "discarded_wild", False, of_hand=True, lies=Lies.DISCARDED, shows=wild_indicator.so_many(wild_kinds)
    ),
)
