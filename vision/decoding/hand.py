"""The values of a reading 手牌: its tiles, melds and the hand they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from scorer.tiles import BACK, TILES, Tile, notation
from vision.decoding.hypotheses.layouts import LaidMeld, Layout, Place, Role
from vision.decoding.hypotheses.meld_costs import meld_type, turned_up
from vision.structure.scores import MeldKind

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
