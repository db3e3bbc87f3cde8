"""Hold the first discard of the advice against those of other open programs, for the rules of Japan.

``mahjong`` (MIT) gives no discards, only a shanten number. The rule that makes discards of it is the one of
every table of tile efficiency: lowest shanten, then most unseen tiles that lower it. ``mahjong-utils`` (MIT)
gives for each discard the shanten number and how many tiles lower it (進張); its users list the discards by
these two. It asks for an older pydantic than the service: ``pip install --target FOLDER mahjong-utils``, and
FOLDER in PYTHONPATH.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from bench.advise import hands
from bench.selfplay.results import keep_row
from paiyan.scorer.advice.advise import advise
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import KINDS, TILES

RESULTS = Path(__file__).parents[2] / "models" / "results" / "agreement.json"
Discards = dict[int, tuple[int, int]]  # by kind: the shanten number after it, and how many tiles lower that


def of_mahjong(hand: Hand) -> Discards:
    """Return the discards by the shanten number of ``mahjong``."""
    library: Any = import_module("mahjong.shanten").Shanten()
    assert hand.win is not None
    counts = [0] * KINDS
    for tile in (*hand.concealed, hand.win.tile):
        counts[tile.kind] += 1
    unseen = [4 - n for n in counts]
    found: Discards = {}
    for kind in [k for k in range(KINDS) if counts[k]]:
        counts[kind] -= 1
        away, helps = library.calculate_shanten(counts), 0
        for more in [k for k in range(KINDS) if unseen[k]]:
            counts[more] += 1
            helps += unseen[more] * (library.calculate_shanten(counts) < away)
            counts[more] -= 1
        found[kind] = (away, helps)
        counts[kind] += 1
    return found


def of_mahjong_utils(hand: Hand) -> Discards:
    """Return the discards of ``mahjong-utils``."""
    shanten: Any = import_module("mahjong_utils.shanten").shanten
    tiles: Any = import_module("mahjong_utils.models.tile").parse_tiles
    assert hand.win is not None
    found: Discards = {}
    for tile, after in shanten(tiles(notation((*hand.concealed, hand.win.tile)))).discard_to_advance.items():
        kind = next(t.kind for t in TILES[:KINDS] if t.notation == str(tile))
        found[kind] = (after.shanten, after.advance_num)
    return found


LIBRARIES: dict[str, Callable[[Hand], Discards]] = {"mahjong": of_mahjong, "mahjong-utils": of_mahjong_utils}


@dataclass(frozen=True)
class Agreement:
    """How often the first discard of the advice is one that most tiles help, by another program's count.

    `by_distance` has for each shanten number after the best discard how many hands agree, of how many. Of the
    others, `steps_back` leave the hand further from a win, and `fewer` have fewer tiles that help: `tiles` in
    place of `most`, on average.
    """

    library: str
    version: str
    walls: int
    seed: int
    by_distance: dict[str, tuple[int, int]]
    steps_back: int
    fewer: int
    tiles: float
    most: float

    @property
    def all(self) -> tuple[int, int]:
        """How many hands agree, of how many."""
        return sum(n for n, _ in self.by_distance.values()), sum(n for _, n in self.by_distance.values())

    def __str__(self) -> str:
        rows = [f"distance {away}: {n} of {of} hands" for away, (n, of) in self.by_distance.items()]
        same, every = self.all
        return "\n".join((
            *rows,
            f"{self.library} {self.version}: {same} of {every} hands ({same / every:.1%})",
            f"of the others {self.steps_back} step back, and {self.fewer} are helped by fewer tiles:"
            f" {self.tiles} in place of {self.most} on average",
        ))  # fmt: skip


def agreement(walls: int, seed: int, library: str = "mahjong") -> Agreement:
    """Return how often the advice agrees with another program, on the hands of so many walls."""
    rules, random, discards = rule_set("riichi").with_options({}), Random(seed), LIBRARIES[library]
    rows: dict[int, list[bool]] = {}
    steps, tiles = 0, list[tuple[int, int]]()
    for _ in range(walls):
        for hand in hands(rules, random):
            found = discards(hand)
            thrown = advise(rules, hand).choices[0].discard
            assert thrown is not None
            best = min(found.values(), key=lambda one: (one[0], -one[1]))
            own = found[thrown.kind]
            rows.setdefault(best[0], []).append(own == best)
            if own[0] > best[0]:
                steps += 1
            elif own != best:
                tiles.append((own[1], best[1]))
    own_tiles, most = ([pair[at] for pair in tiles] or [0] for at in (0, 1))
    return Agreement(
        library,
        version(library),
        walls,
        seed,
        {str(away): (sum(row), len(row)) for away, row in sorted(rows.items())},
        steps,
        len(tiles),
        round(mean(own_tiles), 1),
        round(mean(most), 1),
    )


def keep(found: Agreement) -> None:
    """Add an agreement to the committed file, in place of an earlier one with the same library."""
    keep_row(RESULTS, found.library, asdict(found))
