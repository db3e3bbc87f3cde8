"""One player's hand 手牌, its win if any, and the state of the table; `parse_hand` makes one from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scorer.caching import cached_attribute, stays_python
from scorer.hand.melds import UNCLAIMED, Meld
from scorer.hand.seats import Seat
from scorer.hand.win import Win
from scorer.tiles.tile import BACK, FLOWER, RED, Tile


@stays_python
@dataclass(frozen=True)
class Hand:
    """One player's hand: concealed tiles without the winning tile, melds, flowers, and its win, if any.

    `stood` are flowers that stand in it as tiles of one kind 头牌: see `with_flowers_as`.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    win: Win | None = None
    seat: Seat = Seat.E
    round: Seat = Seat.E
    dealer: Seat = Seat.E
    wild: tuple[Tile, ...] = ()
    indicator: Tile | None = None
    table: Mapping[str, Any] = field(default_factory=dict[str, Any])
    stood: tuple[Tile, ...] = ()

    @cached_attribute
    def held(self) -> tuple[Tile, ...]:
        """All tiles of the hand, melds and winning tile included, flowers not."""
        tiles = self.concealed
        for meld in self.melds:
            tiles += meld.tiles
        return tiles if self.win is None or self.on_flower else (*tiles, self.win.tile)

    @cached_attribute
    def kinds(self) -> frozenset[int]:
        """The kinds of which it holds any."""
        return frozenset([t.kind for t in self.held])

    @cached_attribute
    def codes(self) -> list[int]:
        """The codes of the tiles that it holds, in rising order."""
        return sorted([t.code for t in self.held])

    @cached_attribute
    def reds(self) -> tuple[Tile, ...]:
        """The red fives among them 赤五."""
        return tuple([t for t in self.held if RED <= t.code < BACK])

    @cached_attribute
    def on_flower(self) -> bool:
        """Whether a flower wins 花胡, whatever the other tiles are; a wild flower 花混 is a tile like any."""
        win = self.win
        return win is not None and win.tile.kind >= FLOWER and win.tile not in self.wild

    @property
    def place(self) -> int:
        """How many seats after the dealer this one plays: 0 for the dealer, 3 for the player on the left."""
        return (self.seat - self.dealer) % 4

    @cached_attribute
    def own_wind(self) -> int:
        """The kind of this player's wind 门风: the dealer is east wherever the dealer sits."""
        return Seat.E.wind + self.place

    @property
    def all_flowers(self) -> tuple[Tile, ...]:
        """Its flowers, the one it won on included."""
        return self.flowers + ((self.win.tile,) if self.win and self.on_flower else ())

    @cached_attribute
    def claimed(self) -> bool:
        """Whether it took a tile from another player before the winning tile 副露 (not 门前清)."""
        return not UNCLAIMED.issuperset([m.type for m in self.melds])

    def won_on(self, win: Win) -> Hand:
        """The same hand, won like this."""
        hand = self._copy()
        known = hand.__dict__
        for of_win in ("held", "kinds", "codes", "reds", "on_flower"):
            known.pop(of_win, None)
        known["win"] = win
        return hand

    def at_table(self, table: Mapping[str, Any]) -> Hand:
        """The same hand with this state of the table."""
        if table == self.table:
            return self
        hand = self._copy()
        hand.__dict__["table"] = table
        return hand

    def with_flowers_as(self, tile: Tile) -> Hand:
        """The same hand with this tile in it for each of its flowers, in its melds and the one won on too."""
        melds = tuple(m.with_flowers_as(tile) for m in self.melds)
        won = replace(self.win, tile=tile) if self.win and self.on_flower else self.win
        stood = (
            *(t for m in self.melds if m.is_of_flowers for t in m.tiles),
            *sorted(self.all_flowers, key=lambda t: t.code),
        )
        concealed = self.concealed + (tile,) * len(self.flowers)
        return replace(self, concealed=concealed, melds=melds, flowers=(), win=won, stood=stood)

    def _copy(self) -> Hand:
        """Another hand of the same fields, to be changed: what `dataclasses.replace` makes, at a fraction of
        its time, and what was worked out stays known; every score makes one."""
        hand = object.__new__(Hand)
        hand.__dict__.update(self.__dict__)
        return hand
