"""From boxes to structure: the player's tiles in order, the tile set apart, melds, flowers, the rest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from scorer.tiles import BACK, FLOWER, RED
from vision.detections import Detections
from vision.melds import meld_type, split_melds
from vision.rows import Row
from vision.scene import FULL, Beside, Scene, hand_rows, main_row, middle, upright

Role = Literal["hand", "winning", "meld", "flower", "discard", "indicator", "wall", "other"]
Place = Literal["set_apart", "turned", "right_end"]

_GAP = 1.38  # a step of so many local pitches parts two groups
_APART = 1.5  # and a group so far from its neighbour was laid there as a meld
_FAR = 3.5  # how far a row that continues the main one stands from it, at least
_TURNED = 1.15  # a sideways tile is so much wider, and so much lower, than the others


@dataclass(frozen=True)
class Layout:
    """Indices into the detections, each list in the player's order from the left.

    ``roles``, ``groups`` and ``sideways`` have an entry per detection; a group is -1 outside the hand.
    ``concealed`` is without the winning tile. ``rows``: in how many rows the hand lies.
    """

    roles: tuple[Role, ...] = ()
    groups: tuple[int, ...] = ()
    sideways: tuple[bool, ...] = ()
    concealed: tuple[int, ...] = ()
    winning: int | None = None
    winning_place: Place | None = None
    melds: tuple[tuple[int, ...], ...] = ()
    flowers: tuple[int, ...] = ()
    rows: int = 0

    @property
    def size(self) -> int:
        """Tiles of the hand, each meld counted as three, without flowers."""
        return len(self.concealed) + (self.winning is not None) + 3 * len(self.melds)


class _Group(NamedTuple):
    """Tiles that touch; how far from the group before, in pitches; whether they lie outside the main row."""

    tiles: tuple[int, ...]
    gap: float
    beside: bool


class _Parts(NamedTuple):
    """A hand being taken apart."""

    held: tuple[_Group, ...]
    melds: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        return sum(len(g.tiles) for g in self.held) + 3 * len(self.melds)


def lay_out(found: Detections) -> Layout:
    """The structure of one picture's tiles."""
    if not len(found):
        return Layout()
    scene = Scene.of_detections(found)
    main = upright(scene, main_row(scene))
    beside = hand_rows(scene, main)
    sideways = _sideways(scene, main, [t for b in beside for t in b.row.tiles])
    groups = [g for b in beside for g in _groups(b, main)]
    parts = _trim(_expose(scene, groups, sideways, display=_is_display(scene, beside, groups)))
    parts = _kongs_in_hand(scene, parts)
    winning, place = _winning(parts, sideways)
    flowers = _flowers(scene, beside, parts)
    held = [t for g in parts.held for t in g.tiles if t != winning]
    layout = Layout(
        sideways=tuple(t in sideways for t in range(len(found))),
        concealed=tuple(held),
        winning=winning,
        winning_place=place,
        melds=parts.melds,
        flowers=flowers,
        rows=sum(any(scene.faces(b.row.tiles)) for b in beside),
    )
    return _with_roles(scene, layout, [g.tiles for g in parts.held])


def _groups(beside: Beside, main: Row) -> list[_Group]:
    """Cut a row at its gaps."""
    row = beside.row
    tiles, gaps = [[row.tiles[0]]], [_FAR if beside.in_line and row is not main else 0.0]
    for at, step in enumerate(row.steps):
        window = sorted(row.steps[max(at - 3, 0) : at + 4])
        pitch = min(window[(len(window) - 1) // 2], 1.25 * row.pitch)
        if step > _GAP * pitch:
            tiles.append([])
            gaps.append(step / pitch)
        tiles[-1].append(row.tiles[at + 1])
    return [_Group(tuple(t), gap, not beside.in_line) for t, gap in zip(tiles, gaps, strict=True)]


def _is_display(scene: Scene, beside: Sequence[Beside], groups: Sequence[_Group]) -> bool:
    """A whole hand laid out block by block shows which tiles belong together, not what was claimed."""
    if sum(bool(scene.faces(b.row.tiles)) for b in beside) >= 3:
        return True
    blocks = [scene.of(scene.faces(g.tiles)) for g in groups if scene.faces(g.tiles)]
    return len(blocks) >= 4 and all(len(b) <= 2 or split_melds(b) for b in blocks)


def _expose(scene: Scene, groups: Sequence[_Group], sideways: set[int], *, display: bool) -> _Parts:
    """Take the melds out of the groups: those that stand apart or hold a sideways tile."""
    held, melds = list[_Group](), list[tuple[int, ...]]()
    core = max(groups, key=lambda g: (_loose(scene, g), len(scene.faces(g.tiles))))
    apart = set[int]() if display else _apart(groups, core)
    for at, group in enumerate(groups):
        faces = tuple(scene.faces(group.tiles))
        if not faces:
            continue
        cuts = split_melds(scene.of(faces)) or []
        claimed = any(t in sideways for t in faces)
        if cuts and (claimed or at in apart):
            melds.extend(faces[a:b] for a, b in cuts)
        else:
            held.append(group._replace(tiles=faces))
    return _Parts(tuple(held), tuple(melds))


def _apart(groups: Sequence[_Group], core: _Group) -> set[int]:
    """Which groups lie apart from the core: in another row, or past a wide gap on the way from it."""
    home = groups.index(core)
    found = {at for at, group in enumerate(groups) if group.beside}
    for way in (range(home + 1, len(groups)), range(home - 1, -1, -1)):
        crossed = False
        for at in way:
            crossed |= groups[at + (at < home)].gap > _APART
            if crossed:
                found.add(at)
    return found


def _loose(scene: Scene, group: _Group) -> bool:
    """Whether a group's tiles are anything else than melds side by side."""
    return not split_melds(scene.of(scene.faces(group.tiles)))


def _trim(parts: _Parts) -> _Parts:
    """Leave out a group at either end where the hand is too large with it and of full size without."""
    if parts.size in FULL or len(parts.held) < 2:
        return parts
    for rest in (parts.held[:-1], parts.held[1:], parts.held[1:-1]):
        fewer = parts._replace(held=rest)
        if fewer.size in FULL:
            return fewer
    return parts


def _kongs_in_hand(scene: Scene, parts: _Parts) -> _Parts:
    """Four equal tiles side by side are a kong where only that makes the hand's size right."""
    while parts.size > max(FULL) or parts.size == 15:
        kong = next(
            (quad for g in parts.held for quad in _fours(g.tiles) if meld_type(scene.of(quad)) == "kong"),
            None,
        )
        if kong is None:
            return parts
        rest = [g._replace(tiles=tuple(t for t in g.tiles if t not in kong)) for g in parts.held]
        parts = _Parts(tuple(g for g in rest if g.tiles), (*parts.melds, kong))
    return parts


def _fours(tiles: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [tiles[k : k + 4] for k in range(len(tiles) - 3)]


def _winning(parts: _Parts, sideways: set[int]) -> tuple[int | None, Place | None]:
    """The winning tile of a complete hand: set apart, turned, or else the one at the right end."""
    if parts.size % 3 != 2 or not parts.held:
        return None, None
    lone = [g for g in parts.held if len(g.tiles) == 1]
    if len(parts.held) > 1 and lone:
        return max(lone, key=lambda g: (g.beside, g.gap)).tiles[0], "set_apart"
    turned = [t for g in parts.held for t in g.tiles if t in sideways]
    if len(turned) == 1:
        return turned[0], "turned"
    *_, right_end = (t for g in parts.held for t in g.tiles)
    return right_end, "right_end"


def _sideways(scene: Scene, main: Row, tiles: Sequence[int]) -> set[int]:
    """Tiles of the hand that lie across the others, told by their proportions once the roll is taken out."""
    c, s = abs(main.direction[0]), abs(main.direction[1])
    if abs(c * c - s * s) < 0.6:  # near 45° a box looks the same either way
        return set()
    wide, high = dict[int, float](), dict[int, float]()
    for t in tiles:
        w, h = scene.space.sizes[t]
        wide[t], high[t] = (w * c - h * s) / (c * c - s * s), (h * c - w * s) / (c * c - s * s)
    if len(tiles) < 5:
        return set()
    usual_w, usual_h = middle(list(wide.values())), middle(list(high.values()))
    return {t for t in tiles if wide[t] > _TURNED * usual_w and high[t] * _TURNED < usual_h}


def _flowers(scene: Scene, beside: Sequence[Beside], parts: _Parts) -> tuple[int, ...]:
    """The flowers in the rows of the hand."""
    if not parts.size:
        return ()
    return tuple(t for b in beside for t in b.row.tiles if FLOWER <= scene.codes[t] < RED)


def _with_roles(scene: Scene, layout: Layout, held: Sequence[Sequence[int]]) -> Layout:
    roles = [_role_elsewhere(scene, t) for t in range(len(scene.codes))]
    numbers = [-1] * len(scene.codes)
    number = 0
    kinds: list[tuple[Role, Sequence[Sequence[int]]]]
    kinds = [("hand", held), ("meld", layout.melds), ("flower", [layout.flowers] if layout.flowers else [])]
    mine = [(role, group) for role, several in kinds for group in several]
    for number, (role, group) in enumerate(mine):
        for t in group:
            roles[t], numbers[t] = role, number
    if layout.winning is not None:
        roles[layout.winning] = "winning"
    return replace(layout, roles=tuple(roles), groups=tuple(numbers))


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
