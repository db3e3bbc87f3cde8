"""A structure laid out: tiles in the player's order, the winning tile's place, the sideways tile of melds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.decoding.hypotheses.reading_order import (
    Lines,
    Point,
    across,
    along,
    extent,
    order_in_lines,
)
from paiyan.vision.decoding.hypotheses.structure_search import Structure
from paiyan.vision.structure.layout import LaidMeld, Layout, Place, Role
from paiyan.vision.structure.scores import MELD_KINDS, ROLES, Box, MeldKind, StructureScores

_TURNED_FLATNESS = 0.25  # natural logarithm by which a tile that lies across is flatter than the held ones
_ROW_TO_END = 5  # tiles of a row, at least, whose end may lie across
_TOUCHING_GAP = 0.3  # tile widths; a winning tile that is farther from the held ones is set apart


def lay_out_structure(structure: Structure, boxes: Sequence[Box], scores: StructureScores) -> Layout:
    """Lay out a structure.

    A complete hand of which no tile is set apart has won with the one tile at an end of its row that lies
    across, or with its last one where none does.
    """
    mine = {*structure.held, structure.winning, *structure.flowers, *(t for m in structure.melds for t in m)}
    rest = [t for t in range(len(boxes)) if t not in mine]
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
    """The role of every box and its group."""
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
    """The likeliest role of a tile that is not the player's."""
    of = dict(zip(ROLES, row, strict=True))
    roles: tuple[Role, ...] = ("indicator", "discard", "wall", "other")
    return max(roles, key=lambda role: of[role])


def _place(boxes: Sequence[Box], held: Lines, winning: int) -> Place:
    """How the winning tile is shown: it lies across and touches the held ones, or it is set apart."""
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
    """Return the tile at an end of a hand's only row that lies across, if no other does."""
    if len(held.lines) != 1 or len(held.tiles) < _ROW_TO_END:
        return None
    flat = {tile: _flatness(boxes[tile], held.direction) for tile in held.tiles}
    *others, end = sorted(held.tiles, key=lambda tile: flat[tile])
    alone = flat[end] - flat[others[-1]] > _TURNED_FLATNESS
    clearly = flat[end] - median(flat.values()) > 2 * _TURNED_FLATNESS
    return end if alone and clearly and end in (held.tiles[0], held.tiles[-1]) else None


def _flatness(box: Box, direction: Point) -> float:
    """The logarithm of how much longer a box is along a direction than across it."""
    return math.log(extent(box, direction) / extent(box, (direction[1], direction[0])))


def _laid_meld(tiles: Sequence[int], boxes: Sequence[Box], scores: StructureScores, right: Point) -> LaidMeld:
    """A meld's tiles in order, with the one that lies sideways where one does."""
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
    """What kind of meld these tiles are; of kongs, how they were made is as the network says."""
    said = {kind: sum(scores.kinds[t][at] for t in tiles) for at, kind in enumerate(MELD_KINDS)}
    if any(max(range(len(row)), key=row.__getitem__) == BACK for row in (scores.codes[t] for t in tiles)):
        return "concealed_kong"
    if len(tiles) == 3:
        return "chow" if said["chow"] > said["pung"] else "pung"
    kongs: tuple[MeldKind, ...] = ("kong", "added_kong")
    return max(kongs, key=lambda kind: said[kind])
