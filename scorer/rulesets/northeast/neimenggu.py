"""内蒙麻将, eastern Inner Mongolia: a win is opened, shows a triplet, and holds 幺九 or a triplet of dragons.

The document asks these three things and prices nothing. The values are those of 穷胡, as the neighbours
play it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Shown
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import conditions
from paiyan.scorer.rulesets.northeast import fans as northeast
from paiyan.scorer.rulesets.northeast import payments, qionghu
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.kind_sets import DRAGONS, HONOURS, TERMINALS

SEED = POCKET_MAHJONG.section("内蒙麻将")
NEIGHBOUR = f"{HOUSE_DEFAULT}: as {qionghu.SOURCE}"


def _has_triplet(a: Arranged) -> bool:
    return bool(a.triplets)


def _has_ends(a: Arranged) -> bool:
    """It holds a one or a nine 幺九, or a triplet of dragons 箭刻."""
    return bool(a.faces & TERMINALS) or any(DRAGONS >> kind & 1 for _, kind in a.triplets)


def _has_any_ends(a: Arranged) -> bool:
    return bool(a.faces & (TERMINALS | HONOURS))


_TRIPLET = Shown(_has_triplet, Words("没有碰、杠，也没有暗刻", "no triplet and no kong", "刻子も槓もない"))
_ENDS = Shown(
    _has_ends,
    Words("没有幺九，也没有箭刻", "no one or nine, and no triplet of dragons", "一・九も三元牌の刻子もない"),
)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    ends = _ENDS._replace(holds=_has_any_ends) if options["honours"] else _ENDS
    return rules.changed(must_show=(_TRIPLET, ends))


NEIMENGGU = RuleSet(
    id="neimenggu",
    words=Words("内蒙麻将", "Inner Mongolia", "内モンゴル麻雀"),
    sources=(SEED, qionghu.SOURCE),
    played_with=PlayedWith(tiles=FULL_SET),
    won_by=WonBy(
        must=(northeast.OPENED,),
        must_show=(_TRIPLET, _ENDS),
        outside_minimum=frozenset({circumstances.SELF_DRAWN.id}),
    ),
    counted_by=CountedBy(
        fans=tuple(replace(p, source=NEIGHBOUR) for p in (*qionghu.FANS, qionghu.ALL_PUNGS)),
        fallback=replace(qionghu.PLAIN, source=NEIGHBOUR),
        value=payments.doubled,
    ),
    paid_by=PaidBy(pay=payments.pay, side=payments.side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays),
    agreed_on=AgreedOn(
        options=(
            Setting(
                "honours",
                Words("风、箭也算幺九", "any honour counts as an end", "字牌も么九とみなす"),
                False,
                f"{SEED}: 必须有幺九或箭刻",
            ),
            *qionghu.options(NEIGHBOUR),
        ),
        table=payments.table(NEIGHBOUR),
        adapt=_adapt,
    ),
    notes=(conditions.ONE_WINNER,),
    divergences=(
        Divergence(
            "neimenggu",
            Kind.SILENCE,
            "fans and payments",
            "The document asks three things of a win, names a famous player and gives no value.",
            "Those of 穷胡 as the neighbouring province plays it, where a win is opened and holds the same.",
            f"{SEED}; {qionghu.SOURCE}",
        ),
        Divergence(
            "neimenggu",
            Kind.SILENCE,
            "whether winds are 幺九",
            "幺九或箭刻: elsewhere honours are 幺九; here a triplet of dragons is named beside them.",
            "幺九 are ones and nines; the option `honours` counts any honour.",
            str(SEED),
        ),
    ),
)
