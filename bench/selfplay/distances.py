"""Hold the distance to a win against two other programs: mahjong (Japan) and PyMahjongGB (national rules).

PyMahjongGB counts steps as we do, except that it also waits for a fifth tile of a kind.
``models/results/distances.json`` keeps how many hands were equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

from bench.selfplay.results import write_rows
from paiyan.scorer.arranging.shanten import distance
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.tiles.tile import KINDS

RESULTS = Path(__file__).parents[2] / "models" / "results" / "distances.json"
_NUMBERS = [f"{letter}{n}" for letter in "WTB" for n in range(1, 10)]
_NAMES = [*_NUMBERS, "F1", "F2", "F3", "F4", "J3", "J2", "J1"]  # winds; white, green, red
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Distances:
    """How many hands are as far from a win as a library says; `fifth` are those that would be with a fifth
    tile of a kind, and `wrong` all others."""

    rules: str
    library: str
    version: str
    hands: int
    equal: int
    fifth: int
    wrong: list[Counts]

    def __str__(self) -> str:
        return (
            f"{self.rules}: {self.equal:,} of {self.hands:,} hands as {self.library} {self.version} has them,"
            f" {self.fifth:,} but for a fifth tile of a kind, {len(self.wrong):,} otherwise"
        )


def hands(n: int, size: int, seed: int) -> Iterator[Counts]:
    """Yield hands as counts by kind: half of them of few kinds, so that near ones come too."""
    random = Random(seed)
    for turn in range(n):
        kinds = range(KINDS) if turn % 2 else random.sample(range(KINDS), random.randrange(6, 14))
        counts = [0] * KINDS
        for kind in random.sample([k for k in kinds for _ in range(4)], size):
            counts[kind] += 1
        yield tuple(counts)


def of_riichi(n: int) -> Distances:
    """Return how many of so many hands of 13 and of 14 tiles are equal by ``mahjong``."""
    oracle: Any = import_module("mahjong.shanten").Shanten()
    forms = rule_set("riichi").won_by.forms
    wrong = [
        counts
        for size in (13, 14)
        for counts in hands(n // 2, size, seed=size)
        if distance(counts, forms, melds=0) != oracle.calculate_shanten(list(counts))
    ]
    return Distances("riichi", "mahjong", version("mahjong"), n, n - len(wrong), 0, wrong)


def of_national(n: int) -> Distances:
    """Return how many of so many hands of 13 tiles are equal by ``PyMahjongGB``."""
    library: Any = import_module("MahjongGB")
    forms = rule_set("guobiao").won_by.forms
    fifth, wrong = 0, list[Counts]()
    for counts in hands(n, 13, seed=7):
        held = tuple(_NAMES[k] for k, many in enumerate(counts) for _ in range(many))
        theirs, ours = library.MahjongShanten((), held), distance(counts, forms, melds=0)
        if theirs != ours:
            steps, helpful = library.RegularShanten(held)
            waits = (steps, ours) == (theirs, theirs + 1) and all(held.count(tile) == 4 for tile in helpful)
            if waits:
                fifth += 1
            else:
                wrong.append(counts)
    equal = n - fifth - len(wrong)
    return Distances("guobiao", "PyMahjongGB", version("PyMahjongGB"), n, equal, fifth, wrong)


ALL: tuple[Callable[[int], Distances], ...] = (of_riichi, of_national)


def keep(rows: list[Distances]) -> None:
    """Write the committed file."""
    write_rows(RESULTS, {row.rules: asdict(row) for row in rows})
