"""Melds 副露: what it costs that three or four boxes are one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.decoding.costs import FOURTH_MISSED, KIND_LIMIT
from paiyan.vision.decoding.game_rules import RED_OF, Game


class TileCosts(NamedTuple):
    """What it costs that a tile of a meld is of each kind, and that it lies face down, against its likeliest
    code."""

    kinds: dict[int, float]
    back: float


def tile_costs(codes: Sequence[float], game: Game) -> TileCosts:
    """The costs of a tile whose codes have these natural logarithms (46)."""
    best = max(codes)
    kinds = {kind: best - codes[kind] for kind in game.kinds if best - codes[kind] < KIND_LIMIT}
    for five, red in RED_OF.items():
        if game.caps[red] and best - codes[red] < kinds.get(five, KIND_LIMIT):
            kinds[five] = best - codes[red]
    return TileCosts(kinds, best - codes[BACK])


def meld_cost(tiles: Sequence[TileCosts], game: Game) -> float:
    """What three or four tiles cost as the meld that suits them best; infinite where none does.

    Three of which some lie face down are a concealed kong whose fourth tile was not found.
    """
    if len(tiles) == 4:
        return _kong(tiles) if game.melds & {"kong", "added_kong", "concealed_kong"} else math.inf
    one, two, three = (tile.kinds for tile in tiles)
    found = math.inf
    runs = _runs(game.chows) if "chow" in game.melds else {}
    for kind, cost in one.items():
        if kind in two and kind in three:
            found = min(found, cost + two[kind] + three[kind])
        for a, b in runs.get(kind, ()):
            if a in two and b in three:
                found = min(found, cost + two[a] + three[b])
    if "concealed_kong" in game.melds and any(tile.back <= 0 for tile in tiles):
        found = min(found, _kong(tiles) + FOURTH_MISSED)
    return found


def _kong(tiles: Sequence[TileCosts]) -> float:
    """Four alike, of which some may lie face down, or all."""
    hidden = sum(tile.back for tile in tiles)
    kinds = {kind for tile in tiles for kind in tile.kinds}
    return min(
        (sum(min(tile.kinds.get(kind, math.inf), tile.back) for tile in tiles) for kind in kinds),
        default=hidden,
    )


@lru_cache(maxsize=32)
def _runs(chows: frozenset[tuple[int, ...]]) -> dict[int, list[tuple[int, int]]]:
    """For each kind the two others, in both orders, with which it is a run."""
    found: dict[int, list[tuple[int, int]]] = {}
    for trio in sorted(chows):
        for at, kind in enumerate(trio):
            a, b = (k for i, k in enumerate(trio) if i != at)
            found.setdefault(kind, []).extend(((a, b), (b, a)))
    return found
