"""Lines put together to a whole hand 合成一手: which lines are the hand's, and how likely its size is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from scorer.tiles.tile import BACK, FLOWER, RED
from vision.structure.layout import FULL
from vision.structure.rules.likelihoods import Scene
from vision.structure.rules.line_geometry import Line
from vision.structure.rules.line_parsing import (
    ACROSS_IN,
    EACH_OTHER,
    HOPELESS,
    MOST_TILES,
    NONE_ACROSS,
    Key,
    Parsed,
    Shows,
    Ways,
    mixed,
)

# What speaks against a choice of lines, in natural logarithms.
_AT_END = 0.4  # the winning tile is not set apart but at the right end
SECOND = 3.0  # tiles are held in a second line
_FURTHER = 0.3  # and in each one more
_ODD = 6.0  # the hand has a size that no hand has
_NOT_ALONE = 3.0  # a single tile lies beside tiles that are not the hand's
_LONE = 0.165  # how often a single tile near the main row is not the hand's
_ROOM = 0.95  # tile lengths from a row to a tile that lies before it
_MELDS = 1.0  # melds in line near the hand are not its own, beside what any line so near speaks
_NEARER = 1.0  # melds lie between the player and the tiles held
_FLOWERS = 1.8  # flowers near the hand are not its own


class Whole(NamedTuple):
    """A whole hand: the cut of each line that is part of it, and how likely."""

    score: float
    cuts: tuple[tuple[Line, Parsed], ...]
    size: int
    won: int


def whole_hands(
    scene: Scene, lines: Sequence[Line], ways: Sequence[Ways], *, shows: Shows = "all"
) -> list[Whole]:
    """The best choice of lines and cuts for each size, the likeliest first. The first line is always in.

    A picture that `shows` only a part of a hand may hold any number of tiles.
    """
    best: dict[tuple[int, int, int, int], Whole] = {(0, 0, 0, 0): Whole(0.0, (), 0, 0)}
    for number, (line, cuts) in enumerate(zip(lines, ways, strict=True)):
        nxt: dict[tuple[int, int, int, int], Whole] = {}
        choices = sorted(_choices(scene, line, cuts, must=number == 0), key=lambda choice: -choice[1])
        top = -math.inf
        for (size, won, held, habit), whole in sorted(best.items(), key=lambda pair: -pair[1].score):
            for (more, winning, has, way), score, parsed in choices:
                total = whole.score + score
                if total < top - HOPELESS:
                    break  # nor are those after it any likelier
                key = (size + more, won + winning, min(held + has, 4), habit | way)
                if key[0] > MOST_TILES or key[1] > 1:
                    continue
                if way != ACROSS_IN | NONE_ACROSS:  # a line that is mixed in itself has paid
                    total -= mixed(habit, habit | way)
                if has and held and not line.in_line:
                    total -= SECOND if held == 1 else _FURTHER
                if key not in nxt or total > nxt[key].score:
                    joined = (*whole.cuts, (line, parsed)) if parsed.pieces else whole.cuts
                    nxt[key] = Whole(total, joined, key[0], key[1])
                    top = max(top, total)
        least = max(whole.score for whole in nxt.values()) - HOPELESS
        best = {key: whole for key, whole in nxt.items() if whole.score > least}
    done = list(best.values())
    if shows == "all":
        done = [
            whole._replace(score=whole.score - unfit(whole.size, whole.won) - _before(whole))
            for whole in done
        ]
    return sorted(done, key=lambda whole: -whole.score)


def _choices(scene: Scene, line: Line, cuts: Ways, *, must: bool) -> list[tuple[Key, float, Parsed]]:
    """The cuts of a line, and leaving it out, with all that speaks against each."""
    if must:
        held = [(key, parsed.score, parsed) for key, parsed in cuts.items() if key.size]
        return held or [(key, parsed.score, parsed) for key, parsed in cuts.items()]  # flowers alone
    there = math.log(scene.sure[line.tiles[0]]) if line.alone else 0.0
    found = [
        (key, parsed.score - _apart(line, parsed) + there, parsed)
        for key, parsed in cuts.items()
        if any(p.part != "other" for p in parsed.pieces)
    ]
    faces = any(scene.codes[t] != BACK and not FLOWER <= scene.codes[t] < RED for t in line.tiles)
    backs = all(scene.codes[t] == BACK for t in line.tiles)
    against = _left_out(scene, line, cuts) if faces else 0.0 if backs else _FLOWERS
    found.append((Key(0, 0, False, 0), -against, Parsed(0.0, ())))
    return found


def _left_out(scene: Scene, line: Line, cuts: Ways) -> float:
    """What leaving out a line so near to the main row speaks against.

    A single tile may well be none: writing on a rack 牌尺, for one, which lies where no tile has room. What
    lies there as nothing but melds is seldom something else.
    """
    away = abs(line.across)
    if line.alone:
        if away > 3.2 or line.beyond > 0.5 or 0 < line.across < _ROOM:
            return 0.0
        sure = scene.sure[line.tiles[0]]
        return -math.log(1 - sure + sure * _LONE)
    if line.beyond > 0.5 or len(line.tiles) == 1:
        return 0.0
    melds = any(all(p.part == "meld" for p in parsed.pieces) for parsed in cuts.values())
    near = 1.8 if away < 1.75 else 0.7 if away < 2.4 else 0.0
    return near + _MELDS if near and melds else near


def _apart(line: Line, parsed: Parsed) -> float:
    """What a line's distance speaks against its being the hand's."""
    parts = [p.part for p in parsed.pieces]
    if all(part in ("flower", "other") for part in parts):
        beside = EACH_OTHER * parts.count("other")  # flowers lie where they may
        return 1.5 * max(abs(line.across) - 1.6, 0.0) + 0.3 * line.beyond - beside
    away = max(abs(line.across) - 1.2, 0.0) if not line.in_line else 0.6
    against = 0.7 * away + 0.4 * line.beyond
    if parts == ["hand"]:
        against += 1.0
    return against + (_NOT_ALONE if len(line.tiles) == 1 and not line.alone else 0.0)


def unfit(size: int, won: int) -> float:
    """What a hand's size, and how many winning tiles lie apart, speak against it."""
    if won > 1:
        return 2 * _ODD
    if size in FULL:
        complete = size % 3 == 2
        return _ODD if won and not complete else _AT_END if complete and not won else 0.0
    return _ODD + 0.5 * min(abs(size - full) for full in FULL) + won


def _before(whole: Whole) -> float:
    """What melds speak against that lie nearer to the player than the tiles held: they are laid beyond them,
    or beside."""
    held, melds = (
        [line.across for line, cut in whole.cuts if any(piece.part == part for piece in cut.pieces)]
        for part in ("hand", "meld")
    )
    return _NEARER if held and melds and max(melds) > max(held) + 0.5 else 0.0


def is_display(whole: Whole) -> bool:
    """Whether a whole hand lies block by block, which shows what belongs together, not what was claimed.

    Nothing lies across and no kong shows; it is one line of blocks, or three lines and more.
    """
    pieces = [p for _, parsed in whole.cuts for p in parsed.pieces if p.part in ("hand", "meld", "winning")]
    melds = [p for p in pieces if p.part == "meld"]
    straight = all(p.claimed is None and p.end - p.start == 3 for p in melds)
    rows = sum(any(p.part not in ("flower", "other") for p in parsed.pieces) for _, parsed in whole.cuts)
    return straight and (rows >= 3 or (rows == 1 and len(melds) >= 4))
