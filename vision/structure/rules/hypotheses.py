"""Ways to see a picture 看法: which row is the player's main one, the hand about it, what is piled up."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import median_high
from typing import NamedTuple

from vision.detection.main_row import main_rows, same_row, upright
from vision.detection.rows import Point, Row
from vision.structure.rules.hand_assembly import Whole, whole_hands
from vision.structure.rules.likelihoods import Scene
from vision.structure.rules.line_geometry import Line, lines_about
from vision.structure.rules.line_parsing import Fits, Shows, ways_to_cut

PARTS = 16  # ways to see a part of a hand that are held against those of its other parts
_CLEAR = -4.0  # a hand as likely as this is not looked for again from another of its rows
_MAINS = 5  # rows that are tried as the player's main one
_LONG = 6  # beside a row of so many tiles, two make no main row
_NEAR = 8.0  # what a row's being smaller than the largest speaks against it, per e-fold
_LOW = 1.2  # what its lying low speaks for it
_PILED = (0.25, 1.5)  # how far across a tile lies from the one that it is piled on, in tile widths
_LEAN = 0.65  # and how far along, where the camera sees the table's depth slant
_LEFT_OUT = 1.2  # each tile that is left out of a picture of nothing but a part of a hand
_MOST_LEFT = 10  # tiles that count so


class Guess(NamedTuple):
    """One way to see the picture: a main row, the hand about it, and which tiles are piled on others."""

    score: float
    whole: Whole
    piled: dict[int, int]
    fits: Fits
    main: Row

    @property
    def says(self) -> frozenset[tuple[int, str, int | None]]:
        """Which tile has which part, and for the first of a meld's, which of them lies across."""
        return _said(self.whole)

    @property
    def mine(self) -> set[int]:
        """The tiles of the hand, the piled ones too."""
        cut = {t for t, _ in tiles_of(self.whole)}
        return cut | {upper for lower, upper in self.piled.items() if lower in cut}


def guesses(
    scene: Scene, shows: Shows, *, free: set[int] | None = None, centre: Point | None = None
) -> list[Guess]:
    """The likeliest ways to see the picture, or its `free` tiles only, the best first.

    With the `centre` of a table, in pixels, the player sits on the other side of the row.
    """
    pool = set(range(len(scene.codes))) if free is None else free
    heights = [y for _, y in scene.space.centres]
    low, span = min(heights), max(max(heights) - min(heights), 1.0)
    mains = [row for row, _ in main_rows(scene, most=_MAINS, free=pool)]
    longest = max(len(row.tiles) for row in mains)
    mains = [row for row in mains if len(row.tiles) > 2 or longest < _LONG]
    sizes = [median_high([scene.scale[t] for t in row.tiles]) for row in mains]
    prior = [
        _NEAR * math.log(min(size / max(sizes), 1.0))
        + _LOW * (median_high([heights[t] for t in row.tiles]) - low) / span
        for row, size in zip(mains, sizes, strict=True)
    ]
    found: list[Guess] = []
    for before, row in zip(prior, mains, strict=True):
        best = max(found, key=lambda guess: guess.score, default=None)
        if best and (before < best.score or _is_of(row, best)):
            continue  # no hand about this row can be likelier, or it is in the hand
        found += [
            g._replace(score=g.score + before)
            for g in _guess(scene, upright(scene, row, centre=centre), shows, pool)
        ]
    return sorted(found, key=lambda guess: -guess.score)


def _is_of(row: Row, guess: Guess) -> bool:
    """Whether a row is a part of a hand that was found already, and clear enough."""
    mine = {t for t, _ in tiles_of(guess.whole)}
    return guess.whole.score > _CLEAR and sum(t in mine for t in row.tiles) > len(row.tiles) / 2


def _guess(scene: Scene, main: Row, shows: Shows, pool: set[int]) -> Iterator[Guess]:
    """The likeliest hands about a main row."""
    fits = Fits(scene)
    lines = lines_about(scene, main, free=pool)
    piled = _piled(scene, main, lines, pool)
    if piled:
        free = pool - set(piled.values())
        main = same_row(scene, main, free=free)
        lines = lines_about(scene, main, free=free)
    ways = [ways_to_cut(scene, line, fits, stacked=tuple(piled)) for line in lines]
    for whole in whole_hands(scene, lines, ways, shows=shows)[: 3 if shows == "all" else PARTS]:
        left = _missing(scene, whole, piled) if shows == "part" else 0
        yield Guess(whole.score - _LEFT_OUT * min(left, _MOST_LEFT), whole, piled, fits, main)


def _missing(scene: Scene, whole: Whole, piled: dict[int, int]) -> int:
    """How many of the picture's tiles, flowers aside, a whole hand leaves out."""
    mine = {t for t, part in tiles_of(whole) if part != "flower"}
    return len(scene.faces(range(len(scene.codes)))) - len(mine) - sum(t in mine for t in piled)


def _piled(scene: Scene, main: Row, lines: Sequence[Line], pool: set[int]) -> dict[int, int]:
    """Tiles on which another of their kind is piled: the fourth of an added kong 加杠; lower → upper."""
    out: dict[int, int] = {}
    ux, uy = main.direction
    for lower, unit in ((t, unit) for line in lines for t, unit in zip(line.tiles, line.units, strict=True)):
        near = [
            (other, (dx * ux + dy * uy) / unit, (dy * ux - dx * uy) / unit)
            for other, dx, dy in scene.space.near[lower][:16]
            if other in pool
        ]
        above = [t for t, along, aside in near if abs(along) < _LEAN and -_PILED[1] < aside < -_PILED[0]]
        above = [t for t in above if _same_kind(scene, lower, t)]
        if not above:
            continue
        beside = [t for t, along, aside in near if 0.6 < abs(along) < 2.7 and abs(aside) < 0.7]
        beside = [t for t in beside if _same_kind(scene, lower, t) and t not in above]
        if len(beside) >= 2:
            out[lower] = above[0]
    return out


def _same_kind(scene: Scene, one: int, other: int) -> bool:
    """Whether two tiles may well be of one kind."""
    return float((scene.kinds[one] + scene.kinds[other]).max()) > math.log(0.1)


def tiles_of(whole: Whole) -> frozenset[tuple[int, str]]:
    """Which tile has which part in a whole hand."""
    return frozenset((t, part) for t, part, _ in _said(whole))


def _said(whole: Whole) -> frozenset[tuple[int, str, int | None]]:
    return frozenset(
        (t, piece.part, piece.claimed if t == line.tiles[piece.start] else None)
        for line, parsed in whole.cuts
        for piece in parsed.pieces
        if piece.part != "other"
        for t in line.tiles[piece.start : piece.end]
    )
