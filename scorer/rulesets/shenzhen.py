"""深圳麻将, Shenzhen: as in Guangdong, four sets and a pair, by pung and kong; horses may be added."""

from __future__ import annotations

from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets import guangdong_jipinghu as jipinghu
from paiyan.scorer.rulesets.guangzhou import with_horses
from paiyan.scorer.tiles.blocks import Form

TEXT = texts("shenzhen")

SEED = POCKET_MAHJONG.section("深圳麻将")
_PARENT = with_horses(jipinghu.GUANGDONG_JIPINGHU)

SHENZHEN = _PARENT.without("thirteen_orphans").but(
    **TEXT.about("shenzhen"),
    sources=(SEED, jipinghu.SEED, jipinghu.SPECIAL),
    forms=(Form.STANDARD,),
    melds=_PARENT.played_with.melds - {MeldType.CHOW},
    options=(TEXT.setting("chow", False, sets={True: {"melds": _PARENT.played_with.melds}}),),
)
