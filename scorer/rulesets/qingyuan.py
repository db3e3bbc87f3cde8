"""清远麻将, Qingyuan: a hundred tiles without characters, no chow, self-draw only; six hands of 3 to 18."""

from __future__ import annotations

from collections.abc import Iterator

from paiyan.scorer.fans.catalogue import suits, triplets, whole_hand
from paiyan.scorer.fans.fan import PriceList, highest
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.messages.languages import Sentence
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.rulesets.common import wall_end, win_payments
from paiyan.scorer.settling import kongs

TEXT = texts("qingyuan")

SEED = POCKET_MAHJONG.section("清远麻将")
HUNDRED = TileSet(frozenset(range(9, 34)))  # 原来136只的基础上减去“万子”

_at = PriceList(f"{SEED} 糊牌点数计算")

FANS = highest(
    _at(suits.ALL_HONOURS, 18, "全字全对"),
    _at(suits.MIXED_TERMINALS, 15, "壹玖全对"),
    _at(whole_hand.FULL_FLUSH_PUNGS, 12, "清一色全对"),
    _at(suits.FULL_FLUSH, 9, "清一色"),
    _at(triplets.ALL_PUNGS, 6, "对对糊"),
)


def _pay(s: Settling) -> Iterator[Transfer]:
    """Each of the three others pays the hand, or a third of it."""
    points = s.value.points if s.options["paid"] == "each" else s.value.points // 3
    for seat in s.hand.seat.others:
        yield Transfer(seat, s.hand.seat, points, win_payments.SELF_DRAW)


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """A claimed kong is paid by whose tile it was, the others by all three; after a draw if agreed."""
    if d.deal.waves or d.options["kongs_at_draw"]:
        prices = kongs.by_type(d.options["kong"], d.options["added_kong"], d.options["concealed_kong"])
        yield from kongs.payments(d.deal, prices)


QINGYUAN = RuleSet(
    **TEXT.about("qingyuan"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=HUNDRED, melds=frozenset(MeldType) - {MeldType.CHOW, MeldType.MIXED_KONG}),
    won_by=WonBy(required=(TEXT.condition("drawn", wall_end.drawn),)),
    counted_by=CountedBy(fans=FANS, fallback=_at(whole_hand.CHICKEN, 3, "鸡糊"), unit="points"),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("paid", "each", choices=("each", "together")),
            TEXT.setting("kong", 3),
            TEXT.setting("concealed_kong", 2),
            TEXT.setting("added_kong", 1),
            TEXT.setting("kongs_at_draw", False),
        )
    ),
)
