"""合肥麻将, Hefei: no terminals and no honours, nothing claimed, and eight tiles of one suit 八枝.

The document says what wins and prints no value. What is paid is counted by the tiles 枝 of the long suit; the
numbers are house defaults, and options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.fan import Priced, PriceList
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.messages.languages import Sentence
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Dealt, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import kongs
from paiyan.scorer.tiles.blocks import Form

TEXT = texts("hefei")

SEED = POCKET_MAHJONG.section("合肥麻将")
BASIC = POCKET_MAHJONG.section("合肥麻将 基本规则")
EIGHT = 8  # 八枝
SIMPLES = TileSet(frozenset(9 * suit + rank for suit in range(3) for rank in range(1, 8)))  # 断幺九: 84 tiles


def longest(hand: Hand) -> int:
    """Return how many tiles of its longest suit the hand holds, a kong as four."""
    return max(sum(t.kind // 9 == suit for t in hand.held) for suit in range(3))


FURTHER = TEXT.fan("further_tiles", lambda a: (0,) * (longest(a.hand) - EIGHT))


def _fans(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    at = PriceList(HOUSE_DEFAULT)
    return (
        at(suits.FULL_FLUSH, options["flush"]),
        at(triplets.ALL_PUNGS, options["pungs"], "碰碰和"),
        at(circumstances.AFTER_KONG, 1, "杠上花"),
        at(FURTHER, 1),
    )


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    forms = (Form.STANDARD, Form.SEVEN_PAIRS) if options["seven_pairs"] else (Form.STANDARD,)
    return rules.changed(fans=_fans(options), forms=forms)


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Every concealed kong, from each of the others."""
    return kongs.payments(d.deal, {MeldType.CONCEALED_KONG: d.options["kong"]})


_OPTIONS = (
    TEXT.setting("flush", 4),
    TEXT.setting("pungs", 2),
    TEXT.setting("kong", 1),
    TEXT.setting("seven_pairs", False),
)

HEFEI = RuleSet(
    **TEXT.about("hefei"),
    sources=(SEED, BASIC),
    played_with=PlayedWith(tiles=SIMPLES, melds=frozenset({MeldType.CONCEALED_KONG})),
    won_by=WonBy(
        required=(TEXT.condition("eight", lambda hand: longest(hand) >= EIGHT),),
        outside_minimum=frozenset(p.id for p in _fans({s.id: s.default for s in _OPTIONS})),
        most_winners=3,
    ),
    counted_by=CountedBy(
        fans=_fans({s.id: s.default for s in _OPTIONS}),
        fallback=whole_hand.CHICKEN.at(1, name="八枝", source=f"{SEED}; 1: {HOUSE_DEFAULT}"),
        unit="points",
    ),
    paid_by=PaidBy(pay=win_payments.points, side=_side),
    carried_on=CarriedOn(next_dealer=between_deals.winner),
    agreed_on=AgreedOn(options=_OPTIONS, apply_options=_apply_options),
)
