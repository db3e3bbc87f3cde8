"""The other players as far as they show: discards, who declared riichi, what passed since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.tiles.tile import Tile

Row = tuple[Tile, ...]


@dataclass(frozen=True)
class Others:
    """The rows of discards, each in the order in which they were thrown; and who declared riichi.

    `passed` are tiles that anybody threw since a seat declared riichi (or that it let pass since its last
    discard) and did not win on. They lie in some row too, so they are not counted again.
    """

    discards: Mapping[Seat, Row] = field(default_factory=dict[Seat, Row])
    passed: Mapping[Seat, Row] = field(default_factory=dict[Seat, Row])
    riichi: frozenset[Seat] = frozenset()
    void: Mapping[Seat, str] = field(default_factory=dict[Seat, str])  # the suit given up 定缺: m, p or s

    def lying(self) -> Iterator[Tile]:
        """Yield the tiles of all rows."""
        for row in self.discards.values():
            yield from row

    @property
    def any(self) -> bool:
        """True if anything is known of them."""
        return bool(self.discards or self.passed or self.riichi)


NOBODY = Others()
