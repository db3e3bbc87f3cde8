"""The values of a reading 手牌: its tiles, melds and the hand they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import BACK, KINDS, TILES, Tile, is_suited
from paiyan.vision.structure.layout import LaidMeld, Layout, Place, Role
from paiyan.vision.structure.scores import MeldKind

Side = Literal["left", "across", "right"]
Box = tuple[float, float, float, float]


class ReadTile(NamedTuple):
    """One tile of the picture: box in its pixels, the next likely tiles with their probabilities."""

    tile: Tile
    box: Box
    confidence: float
    alternatives: tuple[tuple[Tile, float], ...]
    role: Role
    group: int
    sideways: bool

    def to_json(self) -> dict[str, Any]:
        """As in the interface."""
        return {
            "tile": self.tile.notation,
            "box": [round(v, 1) for v in self.box],
            "confidence": round(self.confidence, 3),
            "alternatives": [[t.notation, round(p, 3)] for t, p in self.alternatives],
            "role": self.role,
            "group": self.group,
            "sideways": self.sideways,
        }


class ReadMeld(NamedTuple):
    """An exposed group 副露; the sideways tile is the claimed one, and its place says from whom it came."""

    type: MeldKind
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None
    side: Side | None = None

    def to_json(self) -> dict[str, Any]:
        """As in the interface; `from` and `claimed` only where a sideways tile shows them.

        The backs of a concealed kong 暗杠 are written as what they are, the tile that it shows.
        """
        tiles = turned_up(self.tiles) if self.type == "concealed_kong" else self.tiles
        out: dict[str, Any] = {"type": self.type, "tiles": notation(tiles)}
        if self.claimed is not None:
            out |= {"from": self.side, "claimed": self.claimed.notation}
        return out


@dataclass(frozen=True)
class Hand:
    """The player's tiles from the left; ``concealed`` is without the winning tile and the melds."""

    concealed: tuple[Tile, ...] = ()
    winning: Tile | None = None
    winning_place: Place | None = None
    melds: tuple[ReadMeld, ...] = ()
    flowers: tuple[Tile, ...] = ()

    @property
    def size(self) -> int:
        """Tiles, each meld counted as three, without flowers."""
        return len(self.concealed) + (self.winning is not None) + 3 * len(self.melds)

    def to_json(self) -> dict[str, Any]:
        """As in the interface."""
        return {
            "concealed": notation(self.concealed),
            "winning": self.winning.notation if self.winning else None,
            "winning_place": self.winning_place,
            "melds": [m.to_json() for m in self.melds],
            "flowers": notation(self.flowers),
        }


def hand_of(layout: Layout, faces: Sequence[Tile]) -> Hand:
    """The hand of a layout whose tiles show these faces."""
    return Hand(
        concealed=tuple(faces[i] for i in layout.concealed),
        winning=None if layout.winning is None else faces[layout.winning],
        winning_place=layout.winning_place,
        melds=tuple(_read_meld(faces, meld) for meld in layout.melds),
        flowers=tuple(faces[i] for i in layout.flowers),
    )


def _read_meld(all_faces: Sequence[Tile], meld: LaidMeld) -> ReadMeld:
    faces = [all_faces[i] for i in meld.tiles]
    shape = meld_type([t.code for t in faces])
    type_ = shape if len(faces) == 3 and shape else meld.type
    if type_ == "concealed_kong":
        faces += [TILES[BACK]] * (4 - len(faces))  # one that was not found lies face down, or cannot be told
    ordered = tuple(sorted(faces, key=lambda t: (t.kind, t.code)))
    if meld.claimed is None:
        return ReadMeld(type_, ordered)
    return ReadMeld(type_, ordered, faces[meld.claimed], side_of(meld))


def side_of(meld: LaidMeld) -> Side | None:
    """From whom a meld was claimed, by the place of its sideways tile; None where none lies so."""
    if meld.claimed is None:
        return None
    last = len(meld.tiles) - 1 - (meld.type == "added_kong")
    return "left" if meld.claimed == 0 else "right" if meld.claimed == last else "across"


def turned_up(tiles: Sequence[Tile]) -> list[Tile]:
    """The four tiles of a concealed kong 暗杠: those that it shows, and for those that lie face down or were
    not found the tile that they hide; backs where it shows none."""
    shown = [tile for tile in tiles if tile.code != BACK]
    return [*shown, *[TILES[shown[0].kind if shown else BACK]] * (4 - len(shown))]


def meld_type(codes: Sequence[int]) -> MeldKind | None:
    """What three or four tile codes are together, in any order: 吃 碰 杠, or None.

    A concealed kong 暗杠 shows two of its four tiles, one, or none; so does one whose fourth tile was not
    found. Red fives count as their fives.
    """
    faces = [TILES[code].kind for code in codes if code != BACK]
    alike = len(set(faces)) <= 1
    if len(codes) == 4 and alike:
        return "kong" if len(faces) == 4 else "concealed_kong"
    if len(codes) == 3 and alike and len(faces) < 3:
        return "concealed_kong"
    if len(codes) != 3 or len(faces) != 3 or max(faces) >= KINDS:
        return None
    if alike:
        return "pung"
    low, middle, high = sorted(faces)
    run = (middle, high) == (low + 1, low + 2) and low // 9 == high // 9 and is_suited(high)
    return "chow" if run else None
