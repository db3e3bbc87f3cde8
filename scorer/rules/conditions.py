"""Conditions that a hand, or its blocks, must meet to win; passed wins 漏胡, which several regions bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.settings import Lies, Setting


class Condition(NamedTuple):
    """A condition on a hand, to win or to be possible at all, and the message if it fails."""

    holds: Callable[[Hand], bool]
    words: Words


class Shown(NamedTuple):
    """A condition on the blocks of a win 有刻, and the message if no arrangement meets it."""

    holds: Callable[[Arranged], bool]
    words: Words


def passed_wins_field(source: str) -> Setting:
    """Return the field of the table that takes the tiles let pass.

    A player may not win on a tile they let pass before their next move 动牌: a draw, a claim or a kong
    frees it. The other waits of the hand are not barred.
    """
    words = Words(
        "漏胡：动牌前放过未胡的牌",
        "tiles that this player could have won on and let pass since the last move",
        "前の手番以後に見逃した和了牌",
    )
    return Setting("passed", words, (), source, of_hand=True, lies=Lies.PASSED)


def _not_passed(hand: Hand) -> bool:
    passed = {t.kind for t in hand.table["passed"]}
    return hand.win is None or hand.win.self_drawn or hand.win.tile.kind not in passed


def _none_passed(hand: Hand) -> bool:
    return hand.win is None or hand.win.self_drawn or not hand.table["passed"]


NONE_PASSED = Condition(
    _none_passed,
    Words(
        "过胡不胡：放过一张后，动牌前不能再胡别家的牌",
        "a win was let pass: no discard may be won on before this player's next move",
        "和了を見逃した後は、次の手番まで他家の牌で和了できない",
    ),
)
"""The wider reading: after any passed tile, every tile that the hand waits for is barred."""
NOT_PASSED = Condition(
    _not_passed,
    Words(
        "漏胡：放过的牌，动牌前不能再胡同一张",
        "this tile was let pass, and may not be won on before this player's next move",
        "見逃した牌では、次の手番まで和了できない",
    ),
)
