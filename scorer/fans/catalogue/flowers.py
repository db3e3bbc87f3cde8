"""Patterns of the flowers 花牌, which lie on no block."""

from __future__ import annotations

from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Find, Observes, catalogue_fan
from paiyan.scorer.tiles.tile import FLOWER


def flower_count(n: int) -> Find:
    """Match exactly `n` flowers, the one won on among them."""
    return Observes(observations.NOTHING, lambda a: (0,) if len(a.hand.all_flowers) == n else ())


def _own_flowers(a: Arranged) -> tuple[int, ...]:
    """Match once for the flower and once for the season of the player's own seat."""
    own = {FLOWER + a.hand.place, FLOWER + 4 + a.hand.place}
    return (0,) * len(own & {t.code for t in a.hand.all_flowers})


def _flower_sets(a: Arranged) -> tuple[int, ...]:
    """Match once for each whole set of four."""
    held = {t.code for t in a.hand.all_flowers}
    return (0,) * sum({FLOWER + s + i for i in range(4)} <= held for s in (0, 4))


NO_FLOWERS = catalogue_fan("no_flowers", flower_count(0))
OWN_FLOWER = catalogue_fan("own_flower", Observes(observations.NOTHING, _own_flowers), needs=facts.FLOWERED)
WHOLE_SET = catalogue_fan("flower_set", Observes(observations.NOTHING, _flower_sets), needs=facts.FLOWERED)
SEVEN_FLOWERS = catalogue_fan("seven_flowers", flower_count(7), needs=facts.FLOWERED)
EIGHT_FLOWERS = catalogue_fan("eight_flowers", flower_count(8), needs=facts.FLOWERED)
