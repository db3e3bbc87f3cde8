"""The layout of a structure: the player's tiles in order, claimed tiles, and the roles of all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from paiyan.vision.structure.scores import MeldKind

Role = Literal["hand", "winning", "meld", "flower", "discard", "indicator", "wall", "other"]
Place = Literal["set_apart", "turned", "right_end"]

FULL = (13, 14, 16, 17)
"""Tiles of a whole hand, a kong counted as three: of thirteen or sixteen, waiting or complete."""


class LaidMeld(NamedTuple):
    """A meld on the table: its tiles from the left, the piled one last; its type; the sideways one."""

    tiles: tuple[int, ...]
    type: MeldKind
    claimed: int | None


@dataclass(frozen=True)
class Layout:
    """Indices into the detections, each list in the player's order from the left.

    ``roles``, ``groups`` and ``sideways`` have an entry per detection; a group is -1 outside the hand.
    ``concealed`` is without the winning tile. ``rows``: the number of rows of the hand.
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

    @property
    def size(self) -> int:
        """The number of tiles of the hand, each meld counted as three, without flowers."""
        return len(self.concealed) + (self.winning is not None) + 3 * len(self.melds)
