"""What a hand must hold, or its blocks show, to win."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words


class Condition(NamedTuple):
    """Something a hand must hold, to win or to be possible at all, and what to say where it does not."""

    holds: Callable[[Hand], bool]
    words: Words


class Shown(NamedTuple):
    """Something the blocks of a win must show 有刻, and what to say where no way to see the hand does."""

    holds: Callable[[Arranged], bool]
    words: Words
