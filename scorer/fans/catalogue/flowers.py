"""Patterns of the flowers 花牌, which lie on no block."""

from __future__ import annotations

from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Fan, Find, Observes
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


NO_FLOWERS = Fan("no_flowers", "无花", "No Flowers", flower_count(0), ja="無花")
OWN_FLOWER = Fan(
    "own_flower",
    "正花",
    "Flower of One's Seat",
    Observes(observations.NOTHING, _own_flowers),
    needs=facts.FLOWERED,
    ja="正花",
)
WHOLE_SET = Fan(
    "flower_set",
    "一台花",
    "Set of Flowers",
    Observes(observations.NOTHING, _flower_sets),
    needs=facts.FLOWERED,
    ja="一台花",
)
SEVEN_FLOWERS = Fan(
    "seven_flowers", "花胡", "Seven Flowers", flower_count(7), needs=facts.FLOWERED, ja="花胡"
)
EIGHT_FLOWERS = Fan(
    "eight_flowers", "八仙过海", "Eight Flowers", flower_count(8), needs=facts.FLOWERED, ja="八仙過海"
)
