"""The end of the wall 荒牌, and what several regions ask of a win.

Stacks stay in the wall, one more with each kong, as 太原 and 北京 have it.
"""

from __future__ import annotations

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.settings import Setting

FIRST = 7  # 1个杠留7墩, 2个杠留8墩


def reserved(kongs: int) -> int:
    """Return how many stacks stay after that many kongs of all four players."""
    return FIRST + max(0, kongs - 1)


def fields(source: str) -> tuple[Setting, ...]:
    """Return the fields of the table for the wall; -1: not given, or as the hand shows it."""
    return (
        Setting(
            "stacks_left",
            Words("牌墙还剩几墩", "stacks left in the wall", "山の残り幢数"),
            -1,
            source,
            least=-1,
            most=68,
        ),
        Setting(
            "kongs_made",
            Words("四家共几副杠", "kongs of all four players", "四家の槓の数"),
            -1,
            source,
            least=-1,
            most=16,
        ),
    )


def _goes_on(hand: Hand) -> bool:
    left: int = hand.table["stacks_left"]
    kongs = max(hand.table["kongs_made"], sum(m.is_kong for m in hand.melds))
    return left < 0 or left >= reserved(kongs)


GOES_ON = Condition(
    _goes_on,
    Words(
        "已经荒庄，要留七墩，第一杠以后每杠多留一墩：请改正 stacks_left",
        "the deal was over, as seven stacks stay and one more for each kong after the first: correct"
        " stacks_left",
        "流局後です。七幢を残し、二つ目からの槓ごとに一幢増えます：stacks_left を直してください",
    ),
)


def drawn(hand: Hand) -> bool:
    """True if the win was drawn, where only a self-draw wins 只能自摸; a hand that still waits may be."""
    return hand.win is None or hand.win.self_drawn
