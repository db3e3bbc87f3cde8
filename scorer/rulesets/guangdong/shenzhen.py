"""深圳麻将, Shenzhen: as in Guangdong, four sets and a pair, by pung and kong; horses may be added."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets.guangdong import jipinghu
from paiyan.scorer.rulesets.guangdong.guangzhou import with_horses
from paiyan.scorer.tiles.forms import Form

TEXT = texts("guangdong/shenzhen")

SEED = POCKET_MAHJONG.section("深圳麻将")
_PARENT = with_horses(jipinghu.GUANGDONG_JIPINGHU)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    return rules.changed(melds=_PARENT.played_with.melds) if options["chow"] else rules


SHENZHEN = _PARENT.without("thirteen_orphans").but(
    id="shenzhen",
    words=TEXT.name,
    sources=(SEED, jipinghu.SEED, jipinghu.SPECIAL),
    forms=(Form.STANDARD,),
    melds=_PARENT.played_with.melds - {MeldType.CHOW},
    adapt=_adapt,
    options=(TEXT.setting("chow", False),),
    notes=TEXT.notes,
    divergences=TEXT.divergences("shenzhen"),
)
