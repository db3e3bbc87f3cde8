"""The values of a reading 手牌: its tiles, melds and the hand they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import BACK, KINDS, TILES, Tile, is_suited
from paiyan.vision.structure.scene import LaidMeld, Layout, Place, Role
from paiyan.vision.structure.scores import MeldKind

Side = Literal["left", "across", "right"]
Box = tuple[float, float, float, float]


class ReadTile(NamedTuple):
    """One tile of the picture: box in its pixels, the next likely tiles with their probabilities.

    A tile that a player corrected has confidence 1; one that a player added may have no box.
    """

    tile: Tile
    box: Box
    confidence: float
    alternatives: tuple[tuple[Tile, float], ...]
    role: Role
    group: int
    sideways: bool
    corrected: bool = False

    @property
    def own(self) -> bool:
        """True if it belongs to the player's hand."""
        return self.role in ("hand", "winning", "meld", "flower")


@dataclass(frozen=True)
class ReadMeld:
    """An exposed group 副露; the sideways tile is the claimed one, and its place shows who discarded it.

    `group` is the group of its tiles in the reading.
    """

    type: MeldKind | Literal["mixed_kong"]
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None
    side: Side | None = None
    group: int = field(default=-1, compare=False)

    @property
    def shown(self) -> tuple[Tile, ...]:
        """The tiles; the backs of a concealed kong 暗杠 are replaced by the tile that it shows."""
        return tuple(turned_up(self.tiles)) if self.type == "concealed_kong" else self.tiles


@dataclass(frozen=True)
class Hand:
    """The player's tiles from the left; ``concealed`` is without the winning tile and the melds.

    `held_at` and `flowers_at` are the indices of the tiles of ``concealed`` and ``flowers`` in the reading.
    """

    concealed: tuple[Tile, ...] = ()
    winning: Tile | None = None
    winning_place: Place | None = None
    melds: tuple[ReadMeld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    held_at: tuple[int, ...] = field(default=(), compare=False)
    flowers_at: tuple[int, ...] = field(default=(), compare=False)

    @property
    def size(self) -> int:
        """Tiles, each meld counted as three, without flowers."""
        return len(self.concealed) + (self.winning is not None) + 3 * len(self.melds)

    def __str__(self) -> str:
        """Return the hand in notation on one line: ``123m [789s] 1f + 7s``."""
        melds = [f"[{notation(meld.shown)}]" for meld in self.melds]
        parts = [notation(self.concealed), *melds, notation(self.flowers)]
        text = " ".join(part for part in parts if part)
        return f"{text} + {self.winning}" if self.winning else text


def is_same_hand(first: Hand, second: Hand) -> bool:
    """True if two hands hold the same tiles in the same parts, in any order."""

    def parts(hand: Hand) -> tuple[object, ...]:
        melds = sorted((meld.type or "", notation(sorted_tiles(meld.tiles))) for meld in hand.melds)
        return (*(sorted_tiles(tiles) for tiles in (hand.concealed, hand.flowers)), hand.winning, melds)

    return parts(first) == parts(second)


def sorted_tiles(tiles: Sequence[Tile]) -> list[Tile]:
    """Return tiles in the order of their codes."""
    return sorted(tiles, key=lambda tile: tile.code)


def hand_of(layout: Layout, faces: Sequence[Tile]) -> Hand:
    """Return the hand of a layout whose tiles show these faces."""
    return Hand(
        concealed=tuple(faces[i] for i in layout.concealed),
        winning=None if layout.winning is None else faces[layout.winning],
        winning_place=layout.winning_place,
        melds=tuple(_read_meld(faces, meld, _group(layout, meld)) for meld in layout.melds),
        flowers=tuple(faces[i] for i in layout.flowers),
        held_at=tuple(layout.concealed),
        flowers_at=tuple(layout.flowers),
    )


def _group(layout: Layout, meld: LaidMeld) -> int:
    return layout.groups[meld.tiles[0]] if layout.groups else -1


def _read_meld(all_faces: Sequence[Tile], meld: LaidMeld, group: int) -> ReadMeld:
    faces = [all_faces[i] for i in meld.tiles]
    shape = meld_type([t.code for t in faces])
    type_ = shape if len(faces) == 3 and shape else meld.type
    if type_ == "concealed_kong":
        faces += [TILES[BACK]] * (4 - len(faces))  # a missing one lies face down, or cannot be seen
    ordered = tuple(sorted(faces, key=lambda t: (t.kind, t.code)))
    if meld.claimed is None:
        return ReadMeld(type_, ordered, group=group)
    return ReadMeld(type_, ordered, faces[meld.claimed], side_of(meld), group)


def side_of(meld: LaidMeld) -> Side | None:
    """Return from whom a meld was claimed, by the place of its sideways tile; None if none lies sideways."""
    if meld.claimed is None:
        return None
    last = len(meld.tiles) - 1 - (meld.type == "added_kong")
    return "left" if meld.claimed == 0 else "right" if meld.claimed == last else "across"


def turned_up(tiles: Sequence[Tile]) -> list[Tile]:
    """Return the four tiles of a concealed kong 暗杠: face-down and missing ones become the tile
    that it shows; all are backs if it shows none."""
    shown = [tile for tile in tiles if tile.code != BACK]
    return [*shown, *[TILES[shown[0].kind if shown else BACK]] * (4 - len(shown))]


def meld_type(codes: Sequence[int]) -> MeldKind | None:
    """Return the meld that three or four tile codes make, in any order: 吃 碰 杠, or None.

    A concealed kong 暗杠 shows two of its four tiles, one, or none; one whose fourth tile was not found
    counts too. Red fives count as their fives.
    """
    faces = [TILES[code].kind for code in codes if code != BACK]
    same_face = len(set(faces)) <= 1
    if len(codes) == 4 and same_face:
        return "kong" if len(faces) == 4 else "concealed_kong"
    if len(codes) == 3 and same_face and len(faces) < 3:
        return "concealed_kong"
    if len(codes) != 3 or len(faces) != 3 or max(faces) >= KINDS:
        return None
    if same_face:
        return "pung"
    low, middle, high = sorted(faces)
    run = (middle, high) == (low + 1, low + 2) and low // 9 == high // 9 and is_suited(high)
    return "chow" if run else None
