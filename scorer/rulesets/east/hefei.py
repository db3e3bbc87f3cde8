"""合肥麻将, Hefei: no terminals and no honours, nothing claimed, and eight tiles of one suit 八枝.

The document says what wins and prints no value. What is paid is counted by the tiles 枝 of the long suit; the
numbers are house defaults, and options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Dealt, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Note
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import dealer_rotation, kongs
from paiyan.scorer.tiles.forms import Form

SEED = POCKET_MAHJONG.section("合肥麻将")
BASIC = POCKET_MAHJONG.section("合肥麻将 基本规则")
EIGHT = 8  # 八枝
SIMPLES = TileSet(frozenset(9 * suit + rank for suit in range(3) for rank in range(1, 8)))  # 断幺九: 84 tiles


def longest(hand: Hand) -> int:
    """How many tiles of its longest suit the hand holds, a kong as four."""
    return max(sum(t.kind // 9 == suit for t in hand.held) for suit in range(3))


def _further(a: Arranged) -> tuple[int, ...]:
    return (0,) * (longest(a.hand) - EIGHT)


FURTHER = Fan(
    "further_tiles",
    "枝",
    "Tiles beyond Eight",
    _further,
    ja="枝",
    text=Words(
        "同一门超过八张，每多一张计一次",
        "once for each tile of the long suit beyond eight",
        "同じ色の九枚目からの一枚ごと",
    ),
)


def _fans(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    worth = (
        (suits.FULL_FLUSH, options["flush"]),
        (triplets.ALL_PUNGS, options["pungs"]),
        (circumstances.AFTER_KONG, 1),
        (FURTHER, 1),
    )
    names = {triplets.ALL_PUNGS.id: "碰碰和", circumstances.AFTER_KONG.id: "杠上花"}
    return tuple(fan.at(value, name=names.get(fan.id, ""), source=HOUSE_DEFAULT) for fan, value in worth)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    forms = (Form.STANDARD, Form.SEVEN_PAIRS) if options["seven_pairs"] else (Form.STANDARD,)
    return rules.changed(fans=_fans(options), forms=forms)


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Every concealed kong, from each of the others."""
    return kongs.payments(d.deal, {MeldType.CONCEALED_KONG: d.options["kong"]})


def _eight(hand: Hand) -> bool:
    return longest(hand) >= EIGHT


_OPTIONS = (
    Setting("flush", Words("清一色加几分", "what a full flush adds", "清一色の加点"), 4),
    Setting("pungs", Words("碰碰和加几分", "what all triplets add", "対々和の加点"), 2),
    Setting("kong", Words("暗杠，每家付", "a concealed kong, from each", "暗槓、各家から"), 1),
    Setting("seven_pairs", Words("七对可和", "seven pairs win", "七対子で和了"), False),
)

HEFEI = RuleSet(
    id="hefei",
    words=Words("合肥麻将", "Hefei", "合肥麻雀"),
    sources=(SEED, BASIC),
    played_with=PlayedWith(tiles=SIMPLES, melds=frozenset({MeldType.CONCEALED_KONG})),
    won_by=WonBy(
        must=(
            Condition(
                _eight,
                Words("没有八枝：没有一门有八张", "no suit has eight tiles 八枝", "同じ色が八枚に満たない"),
            ),
        ),
        outside_minimum=frozenset(p.id for p in _fans({s.id: s.default for s in _OPTIONS})),
        most_winners=3,
    ),
    counted_by=CountedBy(
        fans=_fans({s.id: s.default for s in _OPTIONS}),
        fallback=whole_hand.CHICKEN.at(1, name="八枝", source=f"{SEED}; 1: {HOUSE_DEFAULT}"),
        unit="points",
    ),
    paid_by=PaidBy(pay=win_payments.points, side=_side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.winner),
    agreed_on=AgreedOn(options=_OPTIONS, adapt=_adapt),
    notes=(
        Note(
            Words(
                "两颗骰掷一次：点数和定牌墙，较小的点数定起始敦",
                "two dice: their sum names the wall, the smaller of them the stack to begin with",
                "二個の賽：合計で牌山、小さい目で開始の幢を決める",
            ),
            f"{SEED} 掷骰",
        ),
        Note(
            Words("首局先入座者为庄", "who sat down first deals first", "最初の親は最初に着席した者"),
            f"{BASIC} A",
        ),
    ),
    divergences=(
        Divergence(
            "hefei",
            Kind.SILENCE,
            "what a win is worth",
            "The document says what wins and prints no value; no public text of this form was found.",
            "A point for the win, one for each tile of the long suit beyond eight; 清一色 4, 碰碰和 2,"
            " 杠上花 1; a concealed kong 1 from each: house defaults.",
            f"{SEED}; {HOUSE_DEFAULT}",
        ),
        Divergence(
            "hefei",
            Kind.SILENCE,
            "kongs",
            "Chows and pungs are forbidden; kongs are not named.",
            "A claimed kong is a claim and forbidden too; a concealed one may be laid.",
            f"{SEED} 和牌; {HOUSE_DEFAULT}",
        ),
    ),
)
