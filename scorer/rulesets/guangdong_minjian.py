"""广东民间麻将, the folk game of Guangdong: 144 tiles, stakes of three numbers, 鸡胡 < 杂色 < … < 十三幺.

A table says before it starts what it plays for, "1 2 3": a flower, a kong, a chicken hand; any other hand
is worth a multiple of a chicken hand. Of several on one discard the biggest hand wins alone 截胡. Two
sections of the document that follow, 摸牌 and 庄家, are those of the online game, from which it says that
this one differs; they stand as options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.fan import Priced, highest
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer, losers
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FLOWER_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import horses, kongs
from paiyan.scorer.tiles.blocks import Form

TEXT = texts("guangdong_minjian")

SEED = POCKET_MAHJONG.section("广东麻将 民间规则")

_DAGE = {"all_honours": suits.ALL_HONOURS, "full_flush_pungs": whole_hand.FULL_FLUSH_PUNGS}
_PAID_SEPARATELY = (circumstances.FLOWER.id, triplets.KONG.id)


def _fans(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    """Return the hands by their multiples of a chicken hand, only the biggest; and flowers and kongs."""
    times = options["chicken"]
    types = highest(
        whole_hand.THIRTEEN_ORPHANS.at(times * options["thirteen_orphans"], source=str(SEED)),
        _DAGE[options["dage_is"]].at(times * options["dage"], name="大哥", source=str(SEED)),
        suits.FULL_FLUSH.at(times * options["full_flush"], source=str(SEED)),
        suits.HALF_FLUSH.at(times * options["half_flush"], name="杂色", source=str(SEED)),
    )
    if options["collects"] == "everyone":
        return types
    return (
        *types,
        circumstances.FLOWER.at(options["flower"], name="花", source=str(SEED)),
        triplets.KONG.at(options["kong"], source=str(SEED)),
    )


def _chicken(options: Mapping[str, Any]) -> Priced:
    return whole_hand.CHICKEN.at(options["chicken"], name="鸡胡", source=str(SEED))


def _pay(s: Settling) -> Iterator[Transfer]:
    """The discarder pays the hand, after a self-draw each player does; horses as their seats."""
    why = win_payments.how(s.win)
    paid = [Transfer(seat, s.hand.seat, s.value.points, why) for seat in losers(s.hand, s.win)]
    yield from paid
    yield from horses.mirrored(paid, horses.horses(s.table, s.hand.dealer))


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Flowers and kongs of every player, where everyone collects for them; horses as their seats."""
    if d.options["collects"] != "everyone":
        return
    paid = list(_side_payments(d))
    yield from paid
    yield from horses.mirrored(paid, horses.horses(d.table, d.deal.dealer))


def _side_payments(d: Dealt) -> Iterator[Transfer | Sentence]:
    prices = {type_: int(d.options["kong"]) for type_ in MeldType}
    yield from kongs.payments(d.deal, prices, claimed=kongs.Claimed.ALL)
    for hand in d.deal.hands:
        if points := d.options["flower"] * len(hand.all_flowers):
            n = len(hand.all_flowers)
            for seat in hand.seat.others:
                yield Transfer(seat, hand.seat, points, Words(f"花 {n} 张", f"{n} flowers", f"花牌 {n} 枚"))


def _next_dealer(d: Dealt) -> Seat:
    """The winner deals; or, as in the online game, the dealer stays or hands on. After a draw the same."""
    return between_deals.winner(d) if d.options["dealer"] == "winner" else between_deals.stays(d)


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    melds = frozenset(MeldType) if options["chow"] else rules.played_with.melds
    return rules.changed(fans=_fans(options), fallback=_chicken(options), melds=melds)


_OPTIONS = (
    TEXT.setting("flower", 1),
    TEXT.setting("kong", 2),
    TEXT.setting("chicken", 3, least=1),
    TEXT.setting("half_flush", 2, least=1),
    TEXT.setting("full_flush", 3, least=1),
    TEXT.setting("dage", 4, least=1),
    TEXT.setting("thirteen_orphans", 5, least=1),
    TEXT.setting("dage_is", "all_honours", choices=tuple(_DAGE)),
    TEXT.setting("collects", "winner", choices=("winner", "everyone")),
    TEXT.setting("chow", False),
    TEXT.setting("dealer", "winner", choices=("winner", "rotation")),
)

GUANGDONG_MINJIAN = RuleSet(
    **TEXT.about("guangdong-minjian"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=FLOWER_SET, melds=frozenset(MeldType) - {MeldType.CHOW}),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.THIRTEEN_ORPHANS),
        valid_hand=(TEXT.condition("of_kinds", horses.of_kinds(FLOWER_SET.kinds)),),
        outside_minimum=frozenset(_PAID_SEPARATELY),
        most_winners=3,
        # Flowers and kongs beside a hand make it no bigger.
        goes_first=lambda counted: sum(
            m.priced.value for m in counted.matches if m.priced.id not in _PAID_SEPARATELY
        ),
    ),
    counted_by=CountedBy(
        fans=_fans({s.id: s.default for s in _OPTIONS}),
        fallback=_chicken({s.id: s.default for s in _OPTIONS}),
        unit="points",
    ),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(next_dealer=_next_dealer),
    agreed_on=AgreedOn(
        options=_OPTIONS, table=horses.fields(f"{SEED}: 买马", outside=False), apply_options=_apply_options
    ),
)
