"""What a picture may show 各种可能: its likeliest structures, each with its share of the probability."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from scorer.tiles import BACK, TILES
from vision.decoding.calibration import fitted
from vision.decoding.game import Game
from vision.decoding.layout import Layout, laid_out
from vision.decoding.names import decode, elsewhere, likeliest
from vision.decoding.structures import LIMIT, Structure, structures
from vision.structure.scores import Box, StructureScores

_MOST = 12  # structures whose tiles are decoded


class Alternative(NamedTuple):
    """One structure as it lies, and its probability among all that are weighed."""

    structure: Structure
    layout: Layout
    share: float


def alternatives(scores: StructureScores, boxes: Sequence[Box], game: Game) -> list[Alternative]:
    """The likeliest structures, the likeliest first; their shares sum to one.

    A structure whose tiles the set does not hold costs what it takes to read them otherwise. Tiles that lie
    together are right or wrong together, so that what is said of each counts less than if each were alone:
    costs are divided by the fitted ``temper``.
    """
    codes = [likeliest(row) for row in scores.codes]
    sure = [math.exp(max(row)) for row in scores.codes]
    counts = Counter(TILES[code].kind for code in codes if code != BACK)
    enough = all(n <= game.caps[kind] for kind, n in counts.items())
    found: list[tuple[float, Structure, Layout]] = []
    for structure in islice(structures(scores, game), _MOST):
        best = min((cost for cost, *_ in found), default=math.inf)
        if structure.cost > best + LIMIT:
            break
        layout = laid_out(structure, boxes, scores)
        decoded = (
            []
            if enough
            else decode(scores.codes, layout, game, elsewhere=elsewhere(codes, layout, sure), most=1)
        )
        beyond = 0.0 if enough else decoded[0].beyond if decoded else LIMIT
        found.append((structure.cost + beyond, structure, layout))
    found.sort(key=lambda one: one[0])
    least, temper = found[0][0], float(fitted()["temper"])
    weights = [math.exp((least - cost) / temper) for cost, *_ in found]
    return [
        Alternative(structure, layout, weight / sum(weights))
        for weight, (_, structure, layout) in zip(weights, found, strict=True)
    ]
