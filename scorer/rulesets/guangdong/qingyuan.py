"""清远麻将, Qingyuan: a hundred tiles without characters, no chow, self-draw only; six hands of 3 to 18."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.fans.catalogue import suits, triplets, whole_hand
from paiyan.scorer.fans.fan import PriceList, highest
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Note
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.rulesets.common import conditions, win_payments
from paiyan.scorer.settling import dealer_rotation, kongs

SEED = POCKET_MAHJONG.section("清远麻将")
GUANGDONG = POCKET_MAHJONG.section("广东麻将 四")
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
        yield from kongs.payments(d.deal, _prices(d.options))


def _prices(options: Mapping[str, Any]) -> kongs.Prices:
    return {
        MeldType.KONG: options["kong"],
        MeldType.ADDED_KONG: options["added_kong"],
        MeldType.CONCEALED_KONG: options["concealed_kong"],
    }


QINGYUAN = RuleSet(
    id="qingyuan",
    words=Words("清远麻将", "Qingyuan", "清遠麻雀"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=HUNDRED, melds=frozenset(MeldType) - {MeldType.CHOW, MeldType.MIXED_KONG}),
    won_by=WonBy(
        must=(
            Condition(
                conditions.drawn, Words("只允许自摸，不允许吃糊", "only a self-draw wins", "ツモ和了のみ")
            ),
        )
    ),
    counted_by=CountedBy(fans=FANS, fallback=_at(whole_hand.CHICKEN, 3, "鸡糊"), unit="points"),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays),
    agreed_on=AgreedOn(
        options=(
            Setting(
                "paid",
                Words(
                    "糊牌点数每家付，或三家合付",
                    "each of the three pays the points, or all together",
                    "点数は各家が払う、または三家で分ける",
                ),
                "each",
                f"{SEED}: 鸡糊：3点, not from whom; {HOUSE_DEFAULT}",
                choices=("each", "together"),
                names={"together": Words("一起", "together", "まとめて")},
            ),
            Setting(
                "kong",
                Words("明杠，杠谁的谁付", "a claimed kong, from whose tile it was", "大明槓、捨てた者から"),
                3,
                f"{SEED}: 杠谁的就谁多输3点",
            ),
            Setting(
                "concealed_kong",
                Words("暗杠，每家付", "a concealed kong, from each", "暗槓、各家から"),
                2,
                f"{SEED}: 三家每多家输2点",
            ),
            Setting(
                "added_kong",
                Words("补杠，每家付", "an added kong, from each", "加槓、各家から"),
                1,
                f"{HOUSE_DEFAULT}: three in all, as a claimed one",
            ),
            Setting(
                "kongs_at_draw",
                Words("流局也算杠", "kongs are paid after a draw too", "流局でも槓の点を払う"),
                False,
                f"{SEED}: 多输, added to what is lost; {HOUSE_DEFAULT}",
            ),
        )
    ),
    notes=(
        Note(
            Words(
                "不能吃糊、抢杠，两三家合谋也难得利",
                "nobody wins on another's tile, nor robs a kong, so that players in league gain little",
                "ロンも槍槓もないため、結託しても得にならない",
            ),
            str(SEED),
        ),
    ),
    divergences=(
        Divergence(
            "qingyuan",
            Kind.SILENCE,
            "壹玖全对",
            "Ones and nines in triplets: with two suits there are four such tiles, and a hand needs five.",
            "Read with honours, as 混幺九; no other hand can be meant.",
            f"{SEED} 糊牌点数计算",
        ),
        Divergence(
            "qingyuan",
            Kind.MISPRINT,
            "1-9简; 三家每多家输2点",
            "简 is no suit, and the second is out of order.",
            "筒, circles; each of the three loses 2 more for a concealed kong.",
            str(SEED),
        ),
        Divergence(
            "qingyuan",
            Kind.SILENCE,
            "who pays the points of a hand; an added kong; kongs after a draw",
            "鸡糊：3点, and so on, multiples of three; of kongs the claimed and the concealed have a price.",
            "Each of the three pays the points (`paid` = together: a third each); an added kong costs each 1;"
            " nothing is paid after a draw.",
            f"{SEED}; house default",
        ),
        Divergence(
            "qingyuan",
            Kind.SILENCE,
            "who deals next",
            "The seed does not say it.",
            "The dealer after a win of their own or a draw, else the next, as elsewhere in Guangdong.",
            str(GUANGDONG),
        ),
    ),
)
