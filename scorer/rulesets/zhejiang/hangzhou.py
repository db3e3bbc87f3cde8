"""杭州麻将, Hangzhou: the white dragon is wild 财神, self-draw only; 爆头, 财飘 and 杠开 double.

The document lists what wins and who deals, and names 爆头, 财飘 and 杠开 without a price. They are priced
as on the platform whose answers are public: everything multiplies, and between the dealer and another
player all is paid 2, 4 or 8 times, by how often the dealer has dealt 老庄. ``prices: mil`` counts the fan
of the competition rules of the Mahjong International League instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import whole_hand
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Side
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies, Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, Note
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import conditions
from paiyan.scorer.rulesets.zhejiang.hangzhou_fans import (
    BESIDE,
    GOD,
    MIL,
    PLATFORM,
    SEED,
    priced,
    wild_kinds,
)
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.settling.inferred_fields import Evidence
from paiyan.scorer.tiles.forms import Form

CHOWS = 3  # so many chows from one player make that player liable 三吃承包


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """All fans multiplied; with ``prices: mil`` each fan doubles. No more than the cap."""
    del arranged
    values = [m.priced.value for m in counted.matches]
    mil = options["prices"] == "mil"
    points = 2 ** sum(values) if mil else prod(values)
    points = min(points, options["cap"] or points)
    return Value(sum(values) if mil else points, points)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    plain = whole_hand.CHICKEN.at(0 if options["prices"] == "mil" else 1, name="平胡", source=str(SEED))
    return rules.changed(fans=priced(options), fallback=plain)


def _chows(hand: Hand) -> int:
    return sum(m.type is MeldType.CHOW for m in hand.melds)


def _chows_of_next(e: Evidence) -> int | None:
    """How often the next player chowed, which is from the winner alone."""
    theirs = e.other(e.hand.seat.at(Side.RIGHT))
    return None if theirs is None else _chows(theirs)


def _pay(s: Settling) -> Iterable[Transfer]:
    """Each other player pays, between the dealer and another more; who fed three chows pays for all."""
    winner, times = s.hand.seat, 1 << s.table["dealer_streak"]
    owed = {
        seat: s.value.points * (times if s.hand.dealer in (seat, winner) else 1) for seat in winner.others
    }
    total = sum(owed.values())
    left, right = winner.at(Side.LEFT), winner.at(Side.RIGHT)
    bound: list[Transfer] = []
    if s.options["three_chows"]:
        if _chows(s.hand) >= CHOWS:
            why = Words("三吃承包", "fed three chows: pays for all", "三回チーさせた責任払い")
            bound.append(Transfer(left, winner, total, why))
        if s.table["chows_of_next"] >= CHOWS:
            why = Words("三吃反承包", "chowed three from the winner: pays double", "勝者から三回チー：倍払い")
            bound.append(Transfer(right, winner, 2 * total, why))
    why = Words(f"自摸 {s.value.total} 番", f"self-draw {s.value.total} fan", f"ツモ {s.value.total} 翻")
    return bound or [Transfer(seat, winner, points, why) for seat, points in owed.items()]


def _unclaimed(hand: Hand) -> bool:
    return not any(t.kind == GOD for m in hand.melds for t in m.tiles)


def _named_right(hand: Hand) -> bool:
    return hand.indicator is None and all(t.kind == GOD for t in hand.wild)


def _kongs_are_shown(hand: Hand) -> bool:
    """The kongs before the win are the winner's, so that its melds show them."""
    return hand.win is None or hand.table["kongs_before"] <= sum(m.is_kong for m in hand.melds)


KONGS_SHOWN = Condition(
    _kongs_are_shown,
    Words(
        "和牌前连开的杠多于副露里的杠",
        "more kongs just before the win than the melds show: lower table.kongs_before, or add the kongs to"
        " the melds",
        "和了直前の槓が副露の槓より多い：table.kongs_before か副露を直す",
    ),
)


_DIVERGENCES = (
    Divergence(
        "hangzhou",
        Kind.SILENCE,
        "爆头 财飘 杠开, what they are worth",
        "They are named as what the game turns on; none has a price, and what it is worth to be dealer is"
        " not said.",
        "Each doubles, seven pairs double, four equal tiles in them again, all four wild tiles again; between"
        " the dealer and another player all is paid 2, 4 or 8 times, in the dealer's first deal, the second"
        " and from the third on (`dealer_streak`; the platform has 8 in every deal). The option `prices` ="
        " mil takes the fan of the competition rules.",
        f"{SEED}; {PLATFORM}; {MIL}",
    ),
    Divergence(
        "hangzhou",
        Kind.PROGRAM,
        "爆头 with all four wild tiles in hand",
        "The platform does not count it beside 四白板; the competition rules have no 四白板 and count it.",
        "As each of the two has it.",
        f"{PLATFORM}; {MIL}",
    ),
    Divergence(
        "hangzhou",
        Kind.PROGRAM,
        "豪华七对",
        "Four equal tiles in seven pairs: on the platform each four, printed alike, doubles, four wild tiles"
        " too, even where they stand for others; in the competition rules 4 fan once in place of 2.",
        "As each of the two has it.",
        f"{PLATFORM}; {MIL}",
    ),
)

_DEFAULTS: Mapping[str, Any] = {"prices": "platform"}
# What makes this rule set that of the platform's service.
PLATFORM_RULES: Mapping[str, Any] = {"prices": "platform", "cap": 0}

HANGZHOU = RuleSet(
    id="hangzhou",
    words=Words("杭州麻将", "Hangzhou", "杭州麻雀"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=FULL_SET, wild=Wild(kinds=wild_kinds)),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        must=(
            Condition(
                conditions.drawn,
                Words("只能自摸，没有放炮", "only a self-draw wins", "ツモ和了のみ"),
            ),
        ),
        possible=(
            Condition(
                _named_right,
                Words(
                    "财神只是白板",
                    "the wild tile is the white dragon 5z in every deal: name no other",
                    "財神は常に白のみ",
                ),
            ),
            Condition(
                _unclaimed,
                Words(
                    "财神不能吃、碰、杠",
                    "the white dragon takes no part in a claim: take it out of the melds",
                    "財神は鳴けない",
                ),
            ),
            KONGS_SHOWN,
        ),
        outside_minimum=BESIDE,
    ),
    counted_by=CountedBy(
        fans=priced(_DEFAULTS),
        fallback=whole_hand.CHICKEN.at(1, name="平胡", source=str(SEED)),
        value=_value,
        by_fans=True,
    ),
    paid_by=PaidBy(pay=_pay),
    carried_on=CarriedOn(
        next_dealer=dealer_rotation.winner, keeps=between_deals.repeats("dealer_streak", first=1, most=3)
    ),
    agreed_on=AgreedOn(
        options=(
            Setting(
                "prices",
                Words(
                    "计分：各项相乘，或按竞赛规则番数翻倍",
                    "everything multiplies, or fan that double as in the competition rules",
                    "倍率の積、または競技規則の翻",
                ),
                "platform",
                f"platform: {PLATFORM}; mil: {MIL}",
                choices=("platform", "mil"),
                names={
                    "platform": Words("各项相乘", "platform", "各項の積"),
                    "mil": Words("竞赛规则", "mil", "競技規則"),
                },
            ),
            Setting(
                "cap",
                Words("封顶倍数，0 为不封顶", "the most that a hand is worth, 0: no limit", "上限、0 は無し"),
                0,
                f"no limit: {PLATFORM}; 16 (4 fan): {MIL}",
            ),
            Setting(
                "three_chows",
                Words("三吃承包", "who fed three chows pays for all", "三回チーの責任払い"),
                True,
                MIL,
            ),
        ),
        table=(
            Setting(
                "dealer_streak",
                Words(
                    "老庄数：庄家收付 2、4、8 倍", "deals in a row of this dealer: 2, 4 or 8 times", "連荘数"
                ),
                1,
                f"{MIL}; 3 in every deal: {PLATFORM}",
                least=1,
                most=3,
            ),
            Setting(
                "piao",
                Words("财飘次数", "wild tiles discarded as 财飘", "財飄の回数"),
                0,
                str(SEED),
                most=4,
                of_hand=True,
                lies=Lies.DISCARDED,
                shows=lambda _, n: (GOD,) * n,
            ),
            Setting(
                "kongs_before",
                Words("和牌前连开的杠", "kongs in a row just before the win", "和了直前の連続する槓"),
                0,
                str(SEED),
                most=4,
                of_hand=True,
            ),
            Setting(
                "chows_of_next",
                Words("下家吃和家几次", "how often the next player chowed from the winner", "下家のチー回数"),
                0,
                MIL,
                most=4,
                shown=_chows_of_next,
                of_hand=True,
            ),
        ),
        adapt=_adapt,
    ),
    notes=(
        Note(
            Words(
                "首庄随机；庄家十四张先打，余家十三张",
                "the first dealer is drawn by lot; the dealer has fourteen tiles and discards first",
                "起家は抽選；親は十四枚で先に切る",
            ),
            str(SEED),
        ),
        Note(
            Words(
                "十风（前十张都打字牌而和）不在此计分",
                "十风, a win by ten discarded honours, is not scored here",
                "十風（字牌十枚を捨てて和了）は計算しない",
            ),
            MIL,
        ),
        Note(
            Words(
                "下家可吃可碰，其余两家只能碰、杠；碰先于吃",
                "the next player may chow; a pung comes before a chow",
                "チーは下家のみ、ポンが優先",
            ),
            str(SEED),
        ),
        Note(
            Words("墙尾二十张为流局", "the deal is drawn with twenty tiles left", "残り二十枚で流局"),
            MIL,
        ),
        Note(
            Words(
                "有人打出财神后的一圈，别人只能打出刚摸的牌",
                "after a wild tile is discarded the others discard what they draw, for one turn",
                "財神が切られた一巡、他家はツモ切り",
            ),
            f"{MIL}; {HOUSE_DEFAULT}",
        ),
    ),
    divergences=_DIVERGENCES,
)
