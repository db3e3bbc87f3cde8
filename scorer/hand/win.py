"""A win 和牌: its tile, how it came, and the circumstances that the tiles do not show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from paiyan.scorer.caching import IdentityEnum, Record, plain_members
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.tiles.tile import Tile


@plain_members
class By(IdentityEnum):
    """How the winning tile came."""

    DISCARD = "discard"  # 点炮
    SELF_DRAW = "self_draw"  # 自摸
    ROBBED_KONG = "robbed_kong"  # 抢杠
    ROBBED_FLOWER = (
        "robbed_flower"  # 七抢一: another player's flower completes one's own; a north set aside too 拔北
    )


@plain_members
class Flag(IdentityEnum):
    """A circumstance of the win that the tiles do not show."""

    KONG_REPLACEMENT = "kong_replacement"  # 杠上开花 / on a discard: 杠上炮
    FLOWER_REPLACEMENT = "flower_replacement"  # 补花
    LAST_TILE = "last_tile"  # 海底, the wall is empty
    LAST_OF_KIND = "last_of_kind"  # 绝张, the other three lie open
    FIRST_TURN = "first_turn"  # 天和, 地和
    DECLARED_READY = "declared_ready"  # 报听


_SELF_DRAW: Final = By.SELF_DRAW
_NO_FLAGS: Final = frozenset[Flag]()


@final
@dataclass(init=False, eq=False, repr=False)
class Win(Record):
    """The winning tile and how it came; `discarder` is None for a self-draw, or when nobody said who."""

    tile: Final[Tile]
    by: Final[By]
    discarder: Final[Seat | None]
    flags: Final[frozenset[Flag]]

    def __init__(
        self, tile: Tile, by: By, discarder: Seat | None = None, flags: frozenset[Flag] = _NO_FLAGS
    ) -> None:
        self.tile = tile
        self.by = by
        self.discarder = discarder
        self.flags = flags
        self.self_drawn: Final = by is _SELF_DRAW
