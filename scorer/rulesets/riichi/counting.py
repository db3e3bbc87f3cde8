"""Which fans of 日本麻将 count together: a yakuman alone, 人和 as a mangan or else the hand's own yaku."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.fans.counting import Counted, Dropped, Match, above_all
from scorer.rulesets.riichi.points import YAKUMAN
from scorer.rulesets.riichi.yaku import RENHOU

_plain = above_all(YAKUMAN)


def renhou_or_the_rest(matches: Sequence[Match]) -> Iterator[Counted]:
    """Where 人和 is a mangan it is never added to: the hand is that mangan, or what its own yaku make it.

    riichi.wiki, Renhou.
    """
    blessed = next((m for m in matches if m.priced.id == RENHOU.id and m.priced.value < YAKUMAN), None)
    if blessed is None:
        yield from _plain(matches)
        return
    rest = [m for m in matches if m is not blessed]
    yield Counted((blessed,), tuple(Dropped(m, blessed) for m in rest))
    for way in _plain(rest):
        if way.matches:
            yield Counted(way.matches, (*way.dropped, Dropped(blessed, way.matches[0])))
