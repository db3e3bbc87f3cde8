"""From boxes to structure: the player's tiles in order, the tile set apart, melds, flowers, the rest."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorer.tiles.tile import BACK, FLOWER, RED
from vision.detections import Detections
from vision.structure.layout import LaidMeld, Layout, Place, Role
from vision.structure.rules.hand_assembly import is_display
from vision.structure.rules.hypotheses import PARTS, Guess, guesses
from vision.structure.rules.likelihoods import Scene
from vision.structure.rules.line_geometry import Line, along
from vision.structure.rules.line_parsing import Piece, Shows
from vision.structure.rules.meld_fit import Fit

_TOUCHING = 1.2  # tiles' middles that are no farther apart, in lengths of a tile, touch
_GAP = 0.25  # a tile so far from the others, in tile widths, is set apart


def lay_out(found: Detections) -> Layout:
    """The structure of one picture's tiles: the player's hand, and what else lies there."""
    if not len(found):
        return Layout()
    scene = Scene.of_detections(found)
    return layout_of(scene, guesses(scene, "all"))


def parts_of(found: Detections) -> list[tuple[float, Layout]]:
    """The ways to see a picture that shows a part of a hand, with how likely each is, the likeliest first."""
    if not len(found):
        return [(0.0, Layout())]
    scene = Scene.of_detections(found)
    ways = guesses(scene, "part")[:PARTS]
    return [(guess.score, layout_of(scene, [guess], shows="part")) for guess in ways]


def layout_of(scene: Scene, ways: Sequence[Guess], *, shows: Shows = "all") -> Layout:
    """The likeliest of some ways to see a picture, the best first, as a layout of all its tiles."""
    best = ways[0]
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
    if display:
        more = _beside(scene, [t for tiles in held for t in tiles] + flowers)
        flowers += sorted(more, key=lambda t: along(scene.space.centres[t], (0.0, 0.0), best.main.direction))
    size = sum(map(len, held)) + (winning is not None) + 3 * len(melds)
    if size % 3 == 2 and winning is None and held and shows == "all":
        *_, winning = held[-1]
        place = "right_end"
    rivals = [g for g in ways[1:] if g.says != best.says]
    margin = best.score - rivals[0].score if rivals else 20.0
    return _with_roles(scene, _Found(held, melds, flowers, winning, place, sideways, len(cuts), margin))


def _beside(scene: Scene, block: Sequence[int]) -> list[int]:
    """Flowers that touch a block of tiles, or another that does."""
    found: list[int] = []
    edge = list(block)
    while edge:
        tile = edge.pop()
        near = scene.space.near[tile][:8]
        reach = _TOUCHING * max(scene.space.sizes[tile])
        touching = [j for j, dx, dy in near if math.hypot(dx, dy) < reach]
        more = {j for j in touching if FLOWER <= scene.codes[j] < RED} - {*block, *found}
        found += sorted(more)
        edge += more
    return found


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


def _laid(tiles: tuple[int, ...], piece: Piece, guess: Guess) -> LaidMeld:
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
