"""内蒙麻将, eastern Inner Mongolia: a win is opened, shows a triplet, and holds 幺九 or a triplet of dragons.

The document asks these three things and prices nothing. The values are those of 穷胡, as the neighbours
play it.
"""

from __future__ import annotations

from dataclasses import replace

from paiyan.scorer.fans.catalogue import circumstances
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import northeast as family
from paiyan.scorer.tiles.tile import DRAGONS, HONOURS, TERMINALS

TEXT = texts("neimenggu")

SEED = POCKET_MAHJONG.section("内蒙麻将")
NEIGHBOUR = f"{HOUSE_DEFAULT}: as {family.QIONGHU}"

_TRIPLET = TEXT.shown("has_triplet", lambda a: bool(a.triplets))
# It holds a one or a nine 幺九, or a triplet of dragons 箭刻.
_ENDS = TEXT.shown(
    "has_ends", lambda a: bool(a.faces & TERMINALS) or any(DRAGONS >> kind & 1 for _, kind in a.triplets)
)
_ANY_ENDS = TEXT.shown("has_ends", lambda a: bool(a.faces & (TERMINALS | HONOURS)))

NEIMENGGU = RuleSet(
    **TEXT.about("neimenggu"),
    sources=(SEED, family.QIONGHU),
    played_with=PlayedWith(tiles=FULL_SET),
    won_by=WonBy(
        required=(family.OPENED,),
        visible_requirement=(_TRIPLET, _ENDS),
        outside_minimum=frozenset({circumstances.SELF_DRAWN.id}),
    ),
    counted_by=CountedBy(
        fans=tuple(replace(p, source=NEIGHBOUR) for p in (*family.QIONGHU_FANS, family.QIONGHU_ALL_PUNGS)),
        fallback=replace(family.QIONGHU_PLAIN, source=NEIGHBOUR),
        value=family.value,
        of_worth=family.of_worth,
    ),
    paid_by=PaidBy(pay=family.pay, side=family.side),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("honours", False, sets={True: {"visible_requirement": (_TRIPLET, _ANY_ENDS)}}),
            *family.qionghu_options(NEIGHBOUR),
        ),
        table=family.table(NEIGHBOUR),
    ),
)
