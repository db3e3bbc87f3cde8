"""Which fans of 日本麻将 count together: a yakuman alone, 人和 as a mangan or else the hand's own yaku."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from paiyan.scorer.fans.counting import Counted, Dropped, Match, above_all, summed
from paiyan.scorer.rulesets.riichi.points import YAKUMAN
from paiyan.scorer.rulesets.riichi.yaku import RENHOU

_plain = above_all(YAKUMAN)
_RENHOU: Final = RENHOU.id


def renhou_or_the_rest(matches: Sequence[Match]) -> list[Counted]:
    """Where 人和 is a mangan it is never added to: the hand is that mangan, or what its own yaku make it.

    riichi.wiki, Renhou.
    """
    mangan = [m for m in matches if m.priced.id == _RENHOU and m.priced.value < YAKUMAN]
    if not mangan:
        return _plain(matches)
    blessed = mangan[0]
    rest = [m for m in matches if m is not blessed]
    ways = [summed((blessed,), tuple(Dropped(m, blessed, alone=True) for m in rest))]
    for way in _plain(rest):
        if way.matches:
            dropped = (*way.dropped, Dropped(blessed, way.matches[0], alone=True))
            ways.append(Counted(way.matches, dropped, way.sum))
    return ways
