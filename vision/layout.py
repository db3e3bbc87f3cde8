"""From boxes to structure: the player's tiles in order, the tile set apart, melds, flowers, the rest."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scorer.tiles import BACK, FLOWER, RED
from vision.detections import Detections
from vision.lines import Line, lines_about
from vision.melds import Fit, MeldType
from vision.parse import Fits, Piece, Shows, ways_to_cut
from vision.rows import Row
from vision.scene import Scene, main_rows, middle, same_row, upright
from vision.wholes import Whole, is_display, whole_hands

Role = Literal["hand", "winning", "meld", "flower", "discard", "indicator", "wall", "other"]
Place = Literal["set_apart", "turned", "right_end"]

_PARTS = 16  # ways to see a part of a hand that are held against those of its other parts
_CLEAR = -4.0  # a hand as likely as this is not looked for again from another of its rows
_MAINS = 5  # rows that are tried as the player's main one
_LONG = 6  # beside a row of so many tiles, two make no main row
_NEAR = 8.0  # what a row's being smaller than the largest speaks against it, per e-fold
_LOW = 1.2  # what its lying low speaks for it
_GAP = 0.25  # a tile so far from the others, in tile widths, is set apart
_PILED = (0.25, 1.5)  # how far across a tile lies from the one that it is piled on, in tile widths
_LEAN = 0.65  # and how far along, where the camera sees the table's depth slant
_LEFT_OUT = 1.2  # each tile that is left out of a picture of nothing but a part of a hand
_MOST_LEFT = 10  # tiles that count so


class LaidMeld(NamedTuple):
    """A meld on the table: its tiles from the left, the piled one last; what they are; the sideways one."""

    tiles: tuple[int, ...]
    type: MeldType
    claimed: int | None


@dataclass(frozen=True)
class Layout:
    """Indices into the detections, each list in the player's order from the left.

    ``roles``, ``groups`` and ``sideways`` have an entry per detection; a group is -1 outside the hand.
    ``concealed`` is without the winning tile. ``rows``: in how many rows the hand lies. ``margin`` is by
    how much the structure is likelier than the next one that reads another hand, in natural logarithms.
    """

    roles: tuple[Role, ...] = ()
    groups: tuple[int, ...] = ()
    sideways: tuple[bool, ...] = ()
    concealed: tuple[int, ...] = ()
    winning: int | None = None
    winning_place: Place | None = None
    melds: tuple[LaidMeld, ...] = ()
    flowers: tuple[int, ...] = ()
    rows: int = 0
    margin: float = 0.0

    @property
    def size(self) -> int:
        """Tiles of the hand, each meld counted as three, without flowers."""
        return len(self.concealed) + (self.winning is not None) + 3 * len(self.melds)


class _Guess(NamedTuple):
    """One way to see the picture: a main row, the hand about it, and which tiles are piled on others."""

    score: float
    whole: Whole
    piled: dict[int, int]
    fits: Fits


def lay_out(found: Detections) -> Layout:
    """The structure of one picture's tiles: the player's hand, and what else lies there."""
    if not len(found):
        return Layout()
    scene = Scene.of_detections(found)
    return _layout(scene, _guesses(scene, "all"), "all")


def parts_of(found: Detections) -> list[tuple[float, Layout]]:
    """The ways to see a picture that shows a part of a hand, with how likely each is, the likeliest first."""
    if not len(found):
        return [(0.0, Layout())]
    scene = Scene.of_detections(found)
    guesses = _guesses(scene, "part")
    return [(guess.score, _layout(scene, [guess], "part")) for guess in guesses[:_PARTS]]


def _guesses(scene: Scene, shows: Shows) -> list[_Guess]:
    """The likeliest ways to see the picture, the best first."""
    heights = [y for _, y in scene.space.centres]
    low, span = min(heights), max(max(heights) - min(heights), 1.0)
    mains = [row for row, _ in main_rows(scene, most=_MAINS)]
    longest = max(len(row.tiles) for row in mains)
    mains = [row for row in mains if len(row.tiles) > 2 or longest < _LONG]
    sizes = [middle([scene.scale[t] for t in row.tiles]) for row in mains]
    prior = [
        _NEAR * math.log(min(size / max(sizes), 1.0))
        + _LOW * (middle([heights[t] for t in row.tiles]) - low) / span
        for row, size in zip(mains, sizes, strict=True)
    ]
    found: list[_Guess] = []
    for before, row in zip(prior, mains, strict=True):
        best = max(found, key=lambda guess: guess.score, default=None)
        if best and (before < best.score or _is_of(row, best)):
            continue  # no hand about this row can be likelier, or it is in the hand
        found += [g._replace(score=g.score + before) for g in _guess(scene, upright(scene, row), shows)]
    return sorted(found, key=lambda guess: -guess.score)


def _is_of(row: Row, guess: _Guess) -> bool:
    """Whether a row is a part of a hand that was found already, and clear enough."""
    mine = {t for t, _ in _tiles(guess.whole)}
    return guess.whole.score > _CLEAR and sum(t in mine for t in row.tiles) > len(row.tiles) / 2


def _guess(scene: Scene, main: Row, shows: Shows) -> Iterator[_Guess]:
    """The likeliest hands about a main row."""
    fits = Fits(scene)
    lines = lines_about(scene, main)
    piled = _piled(scene, main, lines)
    if piled:
        free = set(range(len(scene.codes))) - set(piled.values())
        main = same_row(scene, main, free=free)
        lines = lines_about(scene, main, free=free)
    ways = [ways_to_cut(scene, line, fits, stacked=tuple(piled)) for line in lines]
    for whole in whole_hands(scene, lines, ways, shows=shows)[: 2 if shows == "all" else _PARTS]:
        left = _missing(scene, whole, piled) if shows == "part" else 0
        yield _Guess(whole.score - _LEFT_OUT * min(left, _MOST_LEFT), whole, piled, fits)


def _missing(scene: Scene, whole: Whole, piled: dict[int, int]) -> int:
    """How many of the picture's tiles, flowers aside, a whole hand leaves out."""
    mine = {t for t, part in _tiles(whole) if part != "flower"}
    return len(scene.faces(range(len(scene.codes)))) - len(mine) - sum(t in mine for t in piled)


def _piled(scene: Scene, main: Row, lines: Sequence[Line]) -> dict[int, int]:
    """Tiles on which another of their kind is piled: the fourth of an added kong 加杠; lower → upper."""
    out: dict[int, int] = {}
    ux, uy = main.direction
    for lower, unit in ((t, unit) for line in lines for t, unit in zip(line.tiles, line.units, strict=True)):
        near = [
            (other, (dx * ux + dy * uy) / unit, (dy * ux - dx * uy) / unit)
            for other, dx, dy in scene.space.near[lower][:16]
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


def _layout(scene: Scene, guesses: Sequence[_Guess], shows: Shows) -> Layout:
    best = guesses[0]
    display = shows == "all" and is_display(best.whole)
    cuts = sorted(best.whole.cuts, key=lambda cut: (0.0 if cut[0].in_line else cut[0].across, cut[0].along))
    held, melds, flowers = list[tuple[int, ...]](), list[LaidMeld](), list[int]()
    winning: int | None = None
    place: Place | None = None
    sideways: set[int] = set()
    for line, parsed in cuts:
        for piece in _runs(parsed.pieces):
            tiles = line.tiles[piece.start : piece.end]
            if piece.part == "winning":
                winning, place = tiles[0], _place(line, piece.start)
                sideways |= set(tiles) if line.turned[piece.start] > 0 else set()
            elif piece.part == "flower":
                flowers += tiles
            elif piece.part == "hand" or (piece.part == "meld" and display):
                held.append(tiles)
            elif piece.part == "meld":
                melds.append(_laid(tiles, piece, best))
                if piece.claimed is not None:
                    sideways.add(tiles[piece.claimed])
    size = sum(map(len, held)) + (winning is not None) + 3 * len(melds)
    if size % 3 == 2 and winning is None and held and shows == "all":
        *_, winning = held[-1]
        place = "right_end"
    rivals = [g for g in guesses[1:] if _tiles(g.whole) != _tiles(best.whole)]
    margin = best.score - rivals[0].score if rivals else 20.0
    return _with_roles(scene, _Found(held, melds, flowers, winning, place, sideways, len(cuts), margin))


def _runs(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Pieces with neighbouring held tiles, and neighbouring flowers, joined."""
    joined: Piece | None = None
    for piece in pieces:
        if joined is not None and piece.part == joined.part and piece.part in ("hand", "flower"):
            joined = joined._replace(end=piece.end)
            continue
        if joined is not None:
            yield joined
        joined = piece
    if joined is not None:
        yield joined


def _laid(tiles: tuple[int, ...], piece: Piece, guess: _Guess) -> LaidMeld:
    fit: Fit | None = guess.fits.of(tiles)
    assert fit is not None, "the cut only makes melds of tiles that fit"
    upper = [guess.piled[t] for t in tiles if t in guess.piled]
    if upper and fit.type == "pung":
        return LaidMeld((*tiles, upper[0]), "added_kong", piece.claimed)
    return LaidMeld(tiles, fit.type, piece.claimed)


def _place(line: Line, at: int) -> Place:
    """How a winning tile that is not just the last one shows itself."""
    gaps = [step - 1 for step in line.steps[max(at - 1, 0) : at + 1]]
    apart = not gaps or min(gaps) > _GAP + (0.17 if line.turned[at] > 0 else 0.0)
    return "turned" if line.turned[at] > 0 and not apart else "set_apart"


def _tiles(whole: Whole) -> frozenset[tuple[int, str]]:
    """Which tile has which part in a whole hand."""
    return frozenset(
        (t, piece.part)
        for line, parsed in whole.cuts
        for piece in parsed.pieces
        if piece.part != "other"
        for t in line.tiles[piece.start : piece.end]
    )


class _Found(NamedTuple):
    """The parts of a hand."""

    held: list[tuple[int, ...]]
    melds: list[LaidMeld]
    flowers: list[int]
    winning: int | None
    place: Place | None
    sideways: set[int]
    rows: int
    margin: float


def _with_roles(scene: Scene, found: _Found) -> Layout:
    count = len(scene.codes)
    roles: list[Role] = [_role_elsewhere(scene, t) for t in range(count)]
    numbers = [-1] * count
    groups: list[tuple[Role, tuple[int, ...]]] = []
    groups.extend(("hand", group) for group in found.held)
    groups.extend(("meld", meld.tiles) for meld in found.melds)
    if found.flowers:
        groups.append(("flower", tuple(found.flowers)))
    if found.winning is not None and all(found.winning not in group for _, group in groups):
        groups.append(("winning", (found.winning,)))
    for number, (role, group) in enumerate(groups):
        for t in group:
            roles[t], numbers[t] = role, number
    if found.winning is not None:
        roles[found.winning] = "winning"
    return Layout(
        roles=tuple(roles),
        groups=tuple(numbers),
        sideways=tuple(t in found.sideways for t in range(count)),
        concealed=tuple(t for group in found.held for t in group if t != found.winning),
        winning=found.winning,
        winning_place=found.place,
        melds=tuple(found.melds),
        flowers=tuple(found.flowers),
        rows=found.rows,
        margin=found.margin,
    )


def _role_elsewhere(scene: Scene, tile: int) -> Role:
    """What a tile is that is not the player's: wall 牌墙, indicator on it, discard 牌河 or another's."""
    if scene.codes[tile] == BACK:
        return "wall"
    if FLOWER <= scene.codes[tile] < RED:
        return "other"
    reach = 1.3 * max(scene.space.sizes[tile])
    touching = [j for j, dx, dy in scene.space.near[tile] if math.hypot(dx, dy) < reach]
    backs = sum(scene.codes[j] == BACK for j in touching)
    return "indicator" if backs >= 2 and backs > len(touching) / 2 else "discard"
