"""Conditions that a hand, or its blocks, must meet to win."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words


class Condition(NamedTuple):
    """A condition on a hand, to win or to be possible at all, and the message if it fails."""

    holds: Callable[[Hand], bool]
    words: Words


class Shown(NamedTuple):
    """A condition on the blocks of a win 有刻, and the message if no arrangement meets it."""

    holds: Callable[[Arranged], bool]
    words: Words
