"""Compare the advice with other open programs: its distance to a win, and its first discard.

``mahjong`` (MIT) has no discards, only a shanten number; the usual rule of tile efficiency makes discards of
it: lowest shanten, then most unseen tiles that lower it. ``mahjong-utils`` (MIT) gives for each discard the
shanten number and how many tiles lower it (進張); its users list the discards by these two. It needs an older
pydantic than the service: ``pip install --target FOLDER mahjong-utils``, and
FOLDER in PYTHONPATH.

PyMahjongGB counts steps as we do, except that it also waits for a fifth tile of a kind.
``models/results/distances.json`` keeps how many hands were equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from random import Random
from statistics import mean
from typing import Any

from bench.advise import hands
from bench.hands import GB_NAMES
from paiyan.scorer.advice.advise import advise
from paiyan.scorer.arranging.shanten import distance
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import KINDS, TILES

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
    """The agreement of the advice's first discard with one that most tiles help, by another program's count.

    `by_distance` has for each shanten number after the best discard how many hands agree, of how many. Of the
    others, `steps_back` leave the hand further from a win, and `fewer` have fewer tiles that help: `tiles`
    instead of `most`, on average.
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

    def __str__(self) -> str:
        rows = [f"distance {away}: {n} of {of} hands" for away, (n, of) in self.by_distance.items()]
        same, every = map(sum, zip(*self.by_distance.values(), strict=True))
        return "\n".join((
            *rows,
            f"{self.library} {self.version}: {same} of {every} hands ({same / every:.1%})",
            f"of the others {self.steps_back} step back, and {self.fewer} are helped by fewer tiles:"
            f" {self.tiles} in place of {self.most} on average",
        ))  # fmt: skip


def agreement(walls: int, seed: int, library: str = "mahjong") -> Agreement:
    """Return how often the advice agrees with another program, on the hands of `walls` walls."""
    rules, random, discards = rule_set("riichi").with_options({}), Random(seed), LIBRARIES[library]
    rows: dict[int, list[bool]] = {}
    steps, tiles = 0, list[tuple[int, int]]()
    for _ in range(walls):
        for hand in hands(rules, random):
            found = discards(hand)
            thrown = advise(rules, hand).choices[0].discard
            assert thrown is not None
            best = min(found.values(), key=lambda discard: (discard[0], -discard[1]))
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


Counts = tuple[int, ...]


@dataclass(frozen=True)
class Distances:
    """Counts of hands whose distance equals a library's; `fifth` are those that would be equal with a fifth
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


def drawn_counts(n: int, size: int, seed: int) -> Iterator[Counts]:
    """Yield hands as counts by kind: half of them of few kinds, so that near ones come too."""
    random = Random(seed)
    for turn in range(n):
        kinds = range(KINDS) if turn % 2 else random.sample(range(KINDS), random.randrange(6, 14))
        counts = [0] * KINDS
        for kind in random.sample([k for k in kinds for _ in range(4)], size):
            counts[kind] += 1
        yield tuple(counts)


def of_riichi(n: int) -> Distances:
    """Return how many of `n` hands of 13 and of 14 tiles are equal by ``mahjong``."""
    oracle: Any = import_module("mahjong.shanten").Shanten()
    forms = rule_set("riichi").won_by.forms
    wrong = [
        counts
        for size in (13, 14)
        for counts in drawn_counts(n // 2, size, seed=size)
        if distance(counts, forms, melds=0) != oracle.calculate_shanten(list(counts))
    ]
    return Distances("riichi", "mahjong", version("mahjong"), n, n - len(wrong), 0, wrong)


def of_national(n: int) -> Distances:
    """Return how many of `n` hands of 13 tiles are equal by ``PyMahjongGB``."""
    library: Any = import_module("MahjongGB")
    forms = rule_set("guobiao").won_by.forms
    fifth, wrong = 0, list[Counts]()
    for counts in drawn_counts(n, 13, seed=7):
        held = tuple(GB_NAMES[k] for k, many in enumerate(counts) for _ in range(many))
        library_steps, own_steps = library.MahjongShanten((), held), distance(counts, forms, melds=0)
        if library_steps != own_steps:
            steps, helpful = library.RegularShanten(held)
            waits = (steps, own_steps) == (library_steps, library_steps + 1) and all(
                held.count(tile) == 4 for tile in helpful
            )
            if waits:
                fifth += 1
            else:
                wrong.append(counts)
    equal = n - fifth - len(wrong)
    return Distances("guobiao", "PyMahjongGB", version("PyMahjongGB"), n, equal, fifth, wrong)


ALL: tuple[Callable[[int], Distances], ...] = (of_riichi, of_national)
