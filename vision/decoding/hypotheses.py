"""Rank the likeliest structures of a picture 各种可能, with their shares of the probability and layouts.

A layout has the tiles in the player's order, the place of the winning tile, and the sideways tile of each
meld.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise
from statistics import median
from typing import NamedTuple

from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.calibration import fitted
from paiyan.vision.decoding.costs import FAR_BACK, FAR_SIZE, MOST_STRUCTURES, STRUCTURE_LIMIT, WINNING_BONUS
from paiyan.vision.decoding.game_rules import Game
from paiyan.vision.decoding.legal_hands import argmax, decode, elsewhere, wins
from paiyan.vision.decoding.structure_search import Structure, structures
from paiyan.vision.structure.scene import LaidMeld, Layout, Place, Role
from paiyan.vision.structure.scores import MELD_KINDS, ROLES, Box, MeldKind, StructureScores

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


Point = tuple[float, float]

_SAME_LINE = 0.5  # of a tile's extent across a line: the largest difference between the middles of its tiles
_OTHERS_THAT_TELL = 3  # the minimum number of other tiles to decide on which side of the row the player sits
_ON_ONE_SIDE = 0.8  # the share of them on one side that decides
_FARTHER_SIZE = 0.85  # of the row's: smaller tiles lie farther from the camera, which is the player's
_FAR_AWAY = 3.5  # tile lengths from a player's row to tiles in the middle of the table


class Lines(NamedTuple):
    """Tiles line by line from the far one to the near one, and the direction, of length 1, to the player's
    right."""

    lines: tuple[tuple[int, ...], ...]
    direction: Point

    @property
    def tiles(self) -> tuple[int, ...]:
        """All tiles."""
        return tuple(tile for line in self.lines for tile in line)


def order_in_lines(
    boxes: Sequence[Box], tiles: Sequence[int], *, rest: Sequence[int] = (), right: Point | None = None
) -> Lines:
    """Group `tiles` into lines, read towards the player's `right` if that is known. Otherwise the `rest` of
    the boxes, which are not the player's, help to decide where the player sits."""
    if not tiles:
        return Lines((), right or (1.0, 0.0))
    direction = _direction(boxes, tiles) if right is None or len(tiles) > 1 else right
    towards = right or _right(boxes, tiles, rest, direction)
    if direction[0] * towards[0] + direction[1] * towards[1] < 0:
        direction = (-direction[0], -direction[1])
    near = sorted(tiles, key=lambda t: across(boxes[t], direction))
    lines = [[near[0]]]
    high = median(extent(boxes[t], (direction[1], direction[0])) for t in tiles)
    for before, tile in pairwise(near):
        if _parted(boxes, lines[-1], before, tile, direction, high):
            lines.append([])
        lines[-1].append(tile)
    ordered = tuple(tuple(sorted(line, key=lambda t: along(boxes[t], direction))) for line in lines)
    return Lines(ordered, direction)


def _parted(
    boxes: Sequence[Box], line: Sequence[int], before: int, tile: int, direction: Point, high: float
) -> bool:
    """True if a tile begins another line: it is far from the one before, or lies nearer than a tile of the
    line at the same place along it."""
    step = across(boxes[tile], direction) - across(boxes[before], direction)
    if step > _SAME_LINE * high:
        return True
    place = along(boxes[tile], direction)
    wide = extent(boxes[tile], direction)
    stacked = [t for t in line if abs(along(boxes[t], direction) - place) < wide / 2]
    here = across(boxes[tile], direction)
    return any(here - across(boxes[t], direction) > _SAME_LINE * high for t in stacked)


def _direction(boxes: Sequence[Box], tiles: Sequence[int]) -> Point:
    """Return the direction, either way, in which most tiles have their nearest neighbour."""
    x = y = 0.0
    for tile in tiles:
        cx, cy = centre(boxes[tile])
        offsets = [(ox - cx, oy - cy) for t in tiles if t != tile for ox, oy in [centre(boxes[t])]]
        if offsets:
            dx, dy = min(offsets, key=lambda offset: math.hypot(*offset))
            angle = 2 * math.atan2(dy, dx)
            x, y = x + math.cos(angle), y + math.sin(angle)
    angle = math.atan2(y, x) / 2
    return math.cos(angle), math.sin(angle)


def _right(boxes: Sequence[Box], tiles: Sequence[int], rest: Sequence[int], direction: Point) -> Point:
    """Return the direction, one way or the other, of the player's right.

    The player sits below the row in an upright picture. Tiles that are clearly smaller lie farther from the
    camera, and the camera is the player's: they overrule the picture's own down, and so do tiles that lie
    farther off than a player's own, since players sit around the table's middle.
    """
    vote = direction[0]
    if len(rest) >= _OTHERS_THAT_TELL:
        here = median(across(boxes[t], direction) for t in tiles)
        away = [across(boxes[t], direction) - here for t in rest]
        beyond = sum(side < 0 for side in away) / len(away)
        if beyond > _ON_ONE_SIDE or beyond < 1 - _ON_ONE_SIDE:
            usual = median(longer(boxes[t]) for t in tiles)
            smaller = median(longer(boxes[t]) for t in rest) < _FARTHER_SIZE * usual
            far = median(map(abs, away)) > _FAR_AWAY * usual
            vote += (2.0 if smaller or far else 0.5) * (1 if beyond > _ON_ONE_SIDE else -1)
    return direction if vote >= 0 else (-direction[0], -direction[1])


def longer(box: Box) -> float:
    """Return the longer side of a box, in pixels."""
    return max(box.x2 - box.x1, box.y2 - box.y1)


def centre(box: Box) -> Point:
    """Return the middle of a box, in pixels."""
    return (box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2


def along(box: Box, direction: Point) -> float:
    """Return the position of a box along a direction, in pixels."""
    x, y = centre(box)
    return x * direction[0] + y * direction[1]


def across(box: Box, direction: Point) -> float:
    """Return the position of a box to the right of a direction, which is the player's side, in pixels."""
    x, y = centre(box)
    return y * direction[0] - x * direction[1]


def extent(box: Box, direction: Point) -> float:
    """Return the extent of a box along a direction, in pixels."""
    return (box.x2 - box.x1) * abs(direction[0]) + (box.y2 - box.y1) * abs(direction[1])


_TURNED_FLATNESS = 0.25  # natural logarithm by which a sideways tile is flatter than the held ones
_ROW_TO_END = 5  # the minimum number of tiles of a row whose end may lie sideways
_TOUCHING_GAP = 0.3  # tile widths; a winning tile farther from the held ones is set apart


def lay_out_structure(structure: Structure, boxes: Sequence[Box], scores: StructureScores) -> Layout:
    """Lay out a structure.

    A complete hand without a tile set apart has won with the only tile that lies sideways at an end of its
    row, or with its last one if there is none.
    """
    own = {*structure.held, structure.winning, *structure.flowers, *(t for m in structure.melds for t in m)}
    rest = [t for t in range(len(boxes)) if t not in own]
    held = order_in_lines(boxes, structure.held, rest=rest)
    concealed, winning, place = held.tiles, structure.winning, None
    if winning is not None:
        place = _place(boxes, held, winning)
    elif structure.size % 3 == 2 and concealed:
        if (turned := _turned_end(boxes, held)) is not None:
            winning, place = turned, "turned"
        else:
            winning, place = concealed[-1], "right_end"
        concealed = tuple(tile for tile in concealed if tile != winning)
    melds = [_laid_meld(tiles, boxes, scores, held.direction) for tiles in structure.melds]
    laid = order_in_lines(boxes, [t for meld in melds for t in meld.tiles], right=held.direction).tiles
    melds.sort(key=lambda meld: min(laid.index(t) for t in meld.tiles))
    flowers = order_in_lines(boxes, structure.flowers, right=held.direction).tiles
    sideways = {meld.tiles[meld.claimed] for meld in melds if meld.claimed is not None}
    if place == "turned" and winning is not None:
        sideways.add(winning)
    roles, groups = _parts(scores, held, winning if place != "right_end" else None, melds, flowers)
    if winning is not None:
        roles[winning] = "winning"
    return Layout(
        tuple(roles), tuple(groups), tuple(t in sideways for t in range(len(boxes))), concealed, winning,
        place, tuple(melds), flowers, len(held.lines),
    )  # fmt: skip


def _parts(
    scores: StructureScores,
    held: Lines,
    winning: int | None,
    melds: Sequence[LaidMeld],
    flowers: Sequence[int],
) -> tuple[list[Role], list[int]]:
    """Return the role of every box and its group."""
    roles: list[Role] = [_role_outside(row) for row in scores.roles]
    numbers = [-1] * len(roles)
    parts: list[tuple[Role, Sequence[int]]] = []
    parts.extend(("hand", line) for line in held.lines)
    parts.extend(("meld", meld.tiles) for meld in melds)
    if flowers:
        parts.append(("flower", flowers))
    if winning is not None:
        parts.append(("winning", (winning,)))
    for number, (role, tiles) in enumerate(parts):
        for tile in tiles:
            roles[tile], numbers[tile] = role, number
    return roles, numbers


def _role_outside(row: Sequence[float]) -> Role:
    """Return the likeliest role of a tile that is not the player's."""
    of = dict(zip(ROLES, row, strict=True))
    roles: tuple[Role, ...] = ("indicator", "discard", "wall", "other")
    return max(roles, key=lambda role: of[role])


def _place(boxes: Sequence[Box], held: Lines, winning: int) -> Place:
    """Return how the winning tile is shown: turned and touching the held ones, or set apart."""
    if not held.lines:
        return "set_apart"
    wide = median(extent(boxes[t], held.direction) for t in held.tiles)
    flat = median(_flatness(boxes[t], held.direction) for t in held.tiles)
    turned = _flatness(boxes[winning], held.direction) - flat > _TURNED_FLATNESS
    high = median(extent(boxes[t], (held.direction[1], held.direction[0])) for t in held.tiles)
    gaps = [
        abs(along(boxes[t], held.direction) - along(boxes[winning], held.direction))
        - (extent(boxes[t], held.direction) + extent(boxes[winning], held.direction)) / 2
        for t in held.tiles
        if abs(across(boxes[t], held.direction) - across(boxes[winning], held.direction)) < high / 2
    ]
    return "turned" if turned and gaps and min(gaps) < _TOUCHING_GAP * wide else "set_apart"


def _turned_end(boxes: Sequence[Box], held: Lines) -> int | None:
    """Return the tile at an end of a hand's only row that lies sideways, if no other does."""
    if len(held.lines) != 1 or len(held.tiles) < _ROW_TO_END:
        return None
    flat = {tile: _flatness(boxes[tile], held.direction) for tile in held.tiles}
    *others, end = sorted(held.tiles, key=lambda tile: flat[tile])
    alone = flat[end] - flat[others[-1]] > _TURNED_FLATNESS
    clearly = flat[end] - median(flat.values()) > 2 * _TURNED_FLATNESS
    return end if alone and clearly and end in (held.tiles[0], held.tiles[-1]) else None


def _flatness(box: Box, direction: Point) -> float:
    """Return the logarithm of the ratio of a box's extent along a direction to that across it."""
    return math.log(extent(box, direction) / extent(box, (direction[1], direction[0])))


def _laid_meld(tiles: Sequence[int], boxes: Sequence[Box], scores: StructureScores, right: Point) -> LaidMeld:
    """Return a meld's tiles in order, with the sideways one if there is one."""
    turned = sorted((t for t in tiles if scores.sideways[t] > 0), key=lambda t: -scores.sideways[t])
    type_ = _type(tiles, scores)
    piled: int | None = None
    if type_ == "added_kong":
        two = sorted(turned[:2] or tiles, key=lambda t: across(boxes[t], right))
        piled = two[0] if len(two) == 2 else None
    line = [t for t in tiles if t != piled]
    ordered = order_in_lines(boxes, line, right=right)
    in_order = tuple(sorted(line, key=lambda t: along(boxes[t], ordered.direction)))
    first = next((t for t in turned if t in in_order), None)
    claimed = None if first is None or type_ == "concealed_kong" else in_order.index(first)
    return LaidMeld((*in_order, *([] if piled is None else [piled])), type_, claimed)


def _type(tiles: Sequence[int], scores: StructureScores) -> MeldKind:
    """Return the kind of meld of these tiles; the network decides how a kong was made."""
    costs = {kind: sum(scores.kinds[t][at] for t in tiles) for at, kind in enumerate(MELD_KINDS)}
    if any(max(range(len(row)), key=row.__getitem__) == BACK for row in (scores.codes[t] for t in tiles)):
        return "concealed_kong"
    if len(tiles) == 3:
        return "chow" if costs["chow"] > costs["pung"] else "pung"
    kongs: tuple[MeldKind, ...] = ("kong", "added_kong")
    return max(kongs, key=lambda kind: costs[kind])
