"""A rule set as the decoder of readings needs to know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.ruleset import RuleSet
from scorer.tiles import FLOWER

if TYPE_CHECKING:
    from vision.game import Game


def game_of(rules: RuleSet) -> Game:
    """The tiles, melds and winning forms of a rule set. Flowers of a set may lie beside any game's hand."""
    from vision.game import MELDS, Game

    known = {meld.value for meld in rules.melds}
    return Game(
        kinds=rules.tiles.kinds | {k for k in rules.tiles.flowers if k < FLOWER},  # dragons laid out 硬花
        reds=rules.tiles.reds,
        melds=MELDS - {meld for meld in MELDS if meld not in known},
        forms=rules.forms,
        wild=rules.wild is not None,
    )
