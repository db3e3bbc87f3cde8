"""穷胡, the fans that 营口 and its neighbours take: each doubles; kongs are fan, not paid by themselves."""

from __future__ import annotations

from typing import Any

from paiyan.scorer.fans.catalogue import circumstances, triplets, whole_hand
from paiyan.scorer.fans.fan import PriceList
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, Document
from paiyan.scorer.rulesets.northeast import family
from paiyan.scorer.rulesets.northeast.family import PINCHED

SOURCE = Document("沈阳穷胡, fan table of a public scoring program").section(
    "shenyangFanTable, DongbeiScoreCalculator"
)


_at = PriceList(SOURCE)


ALL_PUNGS = _at(triplets.ALL_PUNGS, 3, "飘胡")
SEVEN_PAIRS = _at(whole_hand.SEVEN_PAIRS, 2, "七小对", excludes=(PINCHED,))
PLAIN = _at(whole_hand.CHICKEN, 0, "平胡")
FANS = (
    _at(triplets.CONCEALED_KONG, 2),
    _at(triplets.MELDED_KONG, 1),
    _at(triplets.DRAGON_PUNG, 1, "中发白碰"),
    _at(triplets.FOUR_OF_A_KIND, 1),
    _at(PINCHED, 1, "一口听"),
    _at(circumstances.AFTER_KONG, 1),
    _at(circumstances.ROBBED_KONG, 1, "抢杠"),
    _at(circumstances.LAST_TILE_DRAW, 1, "海底捞月"),
    _at(circumstances.SELF_DRAWN, 1),
)


def options(source: str = str(SOURCE), **differs: Any) -> tuple[Setting, ...]:
    """Return the settings of its payments: the discarder, and those whose hand is closed; six fan at most."""
    own: dict[str, Any] = {
        "who_pays": ("closed", f"{source}: 点炮仅由放铳者担责，闭门不点炮亦需赔付"),
        "feeder_pays": (False, source),
        "closed_loser": (True, source),
        "all_closed": (True, source),
        "open_kong": (0, f"{source}: kongs are fan"),
        "concealed_kong": (0, f"{source}: kongs are fan"),
        "claimed_kong": ("giver", HOUSE_DEFAULT),
        "dear_kongs": (False, HOUSE_DEFAULT),
        "kongs_at_draw": (True, HOUSE_DEFAULT),
    }
    return family.options(source, **{**own, **differs})
