"""Melds 副露: sets laid on the table, claimed or concealed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, final

from paiyan.scorer.caching import IdentityEnum, Record, Remembered, plain_members
from paiyan.scorer.hand.seats import Side
from paiyan.scorer.tiles.blocks import Block, Shape
from paiyan.scorer.tiles.tile import FLOWER, RED, Tile
from paiyan.scorer.tiles.unusual_sets import set_of


@plain_members
class MeldType(IdentityEnum):
    """The type of a meld, by its name in JSON."""

    CHOW = "chow"  # 吃
    PUNG = "pung"  # 碰
    KONG = "kong"  # 明杠, claimed from a discard
    ADDED_KONG = "added_kong"  # 加杠, a pung with the fourth tile added
    CONCEALED_KONG = "concealed_kong"  # 暗杠
    MIXED_KONG = "mixed_kong"  # 旋风杠 喜杠 幺九蛋, of unequal tiles: see `paiyan.scorer.tiles.unusual_sets`


_SHAPES = {MeldType.CHOW: Shape.RUN, MeldType.PUNG: Shape.TRIPLET, MeldType.MIXED_KONG: Shape.MIXED}

UNCLAIMED = frozenset({MeldType.CONCEALED_KONG, MeldType.MIXED_KONG})


@final
@dataclass(init=False, eq=False, repr=False)
class Meld(Record):
    """A set laid on the table."""

    type: Final[MeldType]
    tiles: Final[tuple[Tile, ...]]
    source: Final[Side | None]
    claimed: Final[Tile | None]

    def __init__(
        self,
        type: MeldType,
        tiles: tuple[Tile, ...],
        source: Side | None = None,
        claimed: Tile | None = None,
    ) -> None:
        self.type = type
        self.tiles = tiles
        self.source = source
        self.claimed = claimed
        self._block: Block | None = None

    @property
    def is_kong(self) -> bool:
        """True for a kong of any type, a mixed one included."""
        return self.type not in (MeldType.CHOW, MeldType.PUNG)

    @property
    def is_claimed(self) -> bool:
        """True if one of its tiles was taken from another player."""
        return self.type not in UNCLAIMED

    @property
    def is_of_flowers(self) -> bool:
        """True if it consists of different flowers 花牌, which are a set only in some rule sets."""
        return self.tiles[0].kind >= FLOWER and are_different_flowers([t.kind for t in self.tiles])

    def with_flowers_as(self, tile: Tile) -> Meld:
        """Return the same meld with this tile for each flower."""
        if not self.is_of_flowers:
            return self
        claimed = tile if self.claimed else None
        return replace(self, tiles=(tile,) * len(self.tiles), claimed=claimed)

    @property
    def block(self) -> Block:
        """Return the meld as a block of the hand."""
        if self._block is None:
            self._block = _BLOCKS[self.type, tuple([t.kind for t in self.tiles])]
        return self._block


def _block(meld: tuple[MeldType, tuple[int, ...]]) -> Block:
    """Return the block of a meld of this type, with tiles of these kinds."""
    type_, kinds = meld
    shape, held = _SHAPES.get(type_, Shape.KONG), tuple(sorted(kinds))
    if shape is Shape.MIXED:
        return Block(shape, held[0], exposed=True, mixed=held)
    if shape is Shape.RUN:
        return set_of(held)._replace(concealed=False, exposed=True)
    concealed = type_ in UNCLAIMED
    return Block(shape, held[0], concealed, not concealed)


_BLOCKS: Final = Remembered(_block, most=1 << 12)


def are_different_flowers(held: list[int]) -> bool:
    """True if these kinds are flowers, no two of them the same."""
    return all(FLOWER <= k < RED for k in held) and len(set(held)) == len(held)
