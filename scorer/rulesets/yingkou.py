"""营口麻将, Yingkou: no pair of twos or eights, three suits, a terminal, a triplet and three runs; 会 wild.

The document says what wins and prices nothing. The values are those of 穷胡 as it is played in the same
province, where kongs are fan and not paid for by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.arranging.wild.sets import ANY
from paiyan.scorer.fans.catalogue import circumstances
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET, itself
from paiyan.scorer.rulesets.common import northeast as family
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import HONOURS, ORPHANS, TERMINALS, mask_of, ranks

TEXT = texts("yingkou")

SEED = POCKET_MAHJONG.section("营口麻将")

_SUITS = family.TEXT.shown("three_suits", lambda a: a.suits == 7)
# It holds 幺九, which no wild tile supplies: honours that one stands for are not held.
_TERMINAL = family.TEXT.shown(
    "has_terminal", lambda a: bool(a.faces & ORPHANS & mask_of(t.kind for t in a.hand.held))
)
# Neither twos nor eights for the pair 二八不做将; seven pairs have no such pair.
_PAIR = TEXT.shown("pair_fits", lambda a: a.form is not Form.STANDARD or not ranks(2, 8) >> a.pairs[0][1] & 1)
# aaa abc abc abc aa.
_FORM = TEXT.shown("one_triplet", lambda a: len(a.triplets) == 1 and len(a.runs) == 3)


def _unclaimed(hand: Hand) -> bool:
    kinds = itself(hand)
    return not any(t.kind in kinds for m in hand.melds for t in m.tiles if m.is_claimed)


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    may_be = ANY & ~(TERMINALS if options["wild_honours"] else TERMINALS | HONOURS)
    rules = rules.changed(wild=Wild(kinds=itself, may_be=may_be, turned=True))
    if options["opened"]:
        rules = rules.changed(required=(family.OPENED,))
    if options["form"] == "printed":
        return rules
    shown = (_SUITS, _TERMINAL, _PAIR, family.TRIPLET)
    return rules.changed(
        forms=(*rules.won_by.forms, Form.SEVEN_PAIRS),
        fans=(*family.QIONGHU_FANS, family.QIONGHU_ALL_PUNGS, family.QIONGHU_SEVEN_PAIRS),
        visible_requirement=shown,
    )


_OPTIONS = (
    TEXT.setting("form", "printed", choices=("printed", "any")),
    TEXT.setting("wild_honours", True),
    TEXT.setting("opened", False),
    *family.qionghu_options(),
)

YINGKOU = RuleSet(
    **TEXT.about("yingkou"),
    sources=(SEED, family.QIONGHU),
    played_with=PlayedWith(tiles=FULL_SET, wild=Wild(kinds=itself, may_be=ANY & ~TERMINALS, turned=True)),
    won_by=WonBy(
        visible_requirement=(_SUITS, _TERMINAL, _PAIR, _FORM),
        valid_hand=(TEXT.condition("unclaimed", _unclaimed),),
        outside_minimum=frozenset({circumstances.SELF_DRAWN.id}),
    ),
    counted_by=CountedBy(
        fans=family.QIONGHU_FANS,
        fallback=family.QIONGHU_PLAIN,
        value=family.value,
        of_worth=family.of_worth,
    ),
    paid_by=PaidBy(pay=family.pay, side=family.side),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(
        options=_OPTIONS, table=family.table(str(family.QIONGHU)), apply_options=_apply_options
    ),
)
