"""Rank the likeliest structures of a picture 各种可能, each with its share of the probability."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from statistics import median
from typing import NamedTuple

from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.calibration import fitted
from paiyan.vision.decoding.costs import FAR_BACK, FAR_SIZE, MOST_STRUCTURES, STRUCTURE_LIMIT, WINNING_BONUS
from paiyan.vision.decoding.game_rules import Game
from paiyan.vision.decoding.hypotheses.layouts import lay_out_structure
from paiyan.vision.decoding.hypotheses.structure_search import Structure, structures
from paiyan.vision.decoding.legal_hand.decoder import argmax, decode, elsewhere, wins
from paiyan.vision.structure.layout import Layout
from paiyan.vision.structure.scores import ROLES, Box, StructureScores

_MELD = ROLES.index("meld")


class Hypothesis(NamedTuple):
    """One structure with its layout, and its share of the probability of all candidates; `cost` is the
    structure's, in natural logarithms."""

    structure: Structure
    layout: Layout
    share: float
    cost: float


def ranked_hypotheses(scores: StructureScores, boxes: Sequence[Box], game: Game) -> list[Hypothesis]:
    """Return the likeliest structures, the likeliest first; their shares sum to one.

    A structure with more tiles of a kind than a set has also costs as much as its likeliest possible tiles.
    Scores of neighbouring tiles are right or wrong together, but adding them up assumes independence: costs
    are divided by a fitted temperature (``temper``).
    """
    codes = [argmax(row) for row in scores.codes]
    scores = _without_far_melds(scores, boxes, codes)
    sure = [math.exp(max(row)) for row in scores.codes]
    counts = Counter(TILES[code].kind for code in codes if code != BACK)
    enough = all(n <= game.caps[kind] for kind, n in counts.items())
    found: list[tuple[float, Structure, Layout]] = []
    for structure in islice(structures(scores, game), MOST_STRUCTURES):
        best = min((cost for cost, *_ in found), default=math.inf)
        if structure.cost > best + STRUCTURE_LIMIT:
            break
        layout = lay_out_structure(structure, boxes, scores)
        decoded = (
            []
            if enough
            else decode(scores.codes, layout, game, elsewhere=elsewhere(codes, layout, sure), most=1)
        )
        beyond = 0.0 if enough else decoded[0].beyond if decoded else STRUCTURE_LIMIT
        wins = WINNING_BONUS if _wins(structure, codes, game) else 0.0
        found.append((structure.cost + beyond - wins, structure, layout))
    found.sort(key=lambda way: way[0])
    least, temper = found[0][0], float(fitted()["temper"])
    weights = [math.exp((least - cost) / temper) for cost, *_ in found]
    shares = dict[Layout, float]()  # structures with the same layout are one way to read the picture
    for weight, (*_, layout) in zip(weights, found, strict=True):
        shares[layout] = shares.get(layout, 0.0) + weight / sum(weights)
    ways = [
        Hypothesis(structure, layout, shares.pop(layout), structure.cost)
        for _, structure, layout in found
        if layout in shares
    ]
    return sorted(ways, key=lambda way: -way.share)


def _without_far_melds(
    scores: StructureScores, boxes: Sequence[Box], codes: Sequence[int]
) -> StructureScores:
    """Make backs that are much smaller than the held tiles less probable as tiles of a meld: walls stand
    behind a hand, and four of their backs look like a concealed kong."""
    sizes = [math.sqrt((box.x2 - box.x1) * (box.y2 - box.y1)) for box in boxes]
    held = [size for size, role in zip(sizes, scores.likeliest_roles(), strict=True) if role == "held"]
    least = FAR_SIZE * median(held) if held else 0.0
    far = [code == BACK and size < least for code, size in zip(codes, sizes, strict=True)]
    if not any(far):
        return scores
    roles = [
        _less(row, _MELD, FAR_BACK) if is_far else row for row, is_far in zip(scores.roles, far, strict=True)
    ]
    return replace(scores, roles=roles)


def _less(row: Sequence[float], index: int, by: float) -> list[float]:
    """Lower one of some log-probabilities by `by` and normalise them."""
    changed = [value - by if i == index else value for i, value in enumerate(row)]
    total = math.log(sum(map(math.exp, changed)))
    return [value - total for value in changed]


def _wins(structure: Structure, codes: Sequence[int], game: Game) -> bool:
    """True if the tiles win as they are read."""
    held = [*structure.held, *([] if structure.winning is None else [structure.winning])]
    return wins([TILES[codes[tile]].kind for tile in held], len(structure.melds), game)
