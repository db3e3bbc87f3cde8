"""The end of the wall 荒牌, and what several regions ask of a win.

Stacks stay in the wall, one more with each kong, as 太原 and 北京 have it.
"""

from __future__ import annotations

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.texts import texts

TEXT = texts("common/table")

FIRST = 7  # 1个杠留7墩, 2个杠留8墩


def reserved(kongs: int) -> int:
    """Return how many stacks stay after that many kongs of all four players."""
    return FIRST + max(0, kongs - 1)


def fields(source: str) -> tuple[Setting, ...]:
    """Return the fields of the table for the wall; -1: not given, or as the hand shows it."""
    return (
        TEXT.setting("stacks_left", -1, source=source, least=-1, most=68),
        TEXT.setting("kongs_made", -1, source=source, least=-1, most=16),
    )


def _goes_on(hand: Hand) -> bool:
    left: int = hand.table["stacks_left"]
    kongs = max(hand.table["kongs_made"], sum(m.is_kong for m in hand.melds))
    return left < 0 or left >= reserved(kongs)


GOES_ON = TEXT.condition("goes_on", _goes_on)


def drawn(hand: Hand) -> bool:
    """True if the win was drawn, where only a self-draw wins 只能自摸; a hand that still waits may be."""
    return hand.win is None or hand.win.self_drawn
