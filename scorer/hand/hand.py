"""One player's hand 手牌, its win if any, and the state of the table; `parse_hand` makes one from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, final

from paiyan.scorer.caching import Record
from paiyan.scorer.hand.melds import UNCLAIMED, Meld
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import Win
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, Tile

_EAST: Final = Seat.E.wind


@final
@dataclass(init=False, eq=False, repr=False)
class Hand(Record):
    """One player's hand: concealed tiles without the winning tile, melds, flowers, and its win, if any.

    `stood` are flowers that stand in it as tiles of one kind 头牌: see `with_flowers_as`. `stated_kong` is
    the kong that it made last, if the order of a deal's events shows it.
    """

    concealed: Final[tuple[Tile, ...]]
    melds: Final[tuple[Meld, ...]]
    flowers: Final[tuple[Tile, ...]]
    win: Final[Win | None]
    seat: Final[Seat]
    round: Final[Seat]
    dealer: Final[Seat]
    wild: Final[tuple[Tile, ...]]
    indicator: Final[Tile | None]
    table: Final[Mapping[str, Any]]
    stood: Final[tuple[Tile, ...]]
    stated_kong: Final[Meld | None]

    def __init__(
        self,
        concealed: tuple[Tile, ...],
        melds: tuple[Meld, ...] = (),
        flowers: tuple[Tile, ...] = (),
        win: Win | None = None,
        seat: Seat = Seat.E,
        round: Seat = Seat.E,
        dealer: Seat = Seat.E,
        wild: tuple[Tile, ...] = (),
        indicator: Tile | None = None,
        table: Mapping[str, Any] | None = None,
        stood: tuple[Tile, ...] = (),
        stated_kong: Meld | None = None,
    ) -> None:
        self.concealed = concealed
        self.melds = melds
        self.flowers = flowers
        self.win = win
        self.seat = seat
        self.round = round
        self.dealer = dealer
        self.wild = wild
        self.indicator = indicator
        self.table = {} if table is None else table
        self.stood = stood
        self.stated_kong = stated_kong
        # Whether a flower wins 花胡, whatever the other tiles are; a wild flower 花混 is a tile like any.
        self.on_flower: Final = win is not None and win.tile.kind >= FLOWER and win.tile not in wild
        self._held: tuple[Tile, ...] | None = None
        self._claimed: bool | None = None

    @property
    def held(self) -> tuple[Tile, ...]:
        """All tiles of the hand, melds and winning tile included, flowers not."""
        if self._held is None:
            tiles = self.concealed
            for meld in self.melds:
                tiles += meld.tiles
            if self.win is not None and not self.on_flower:
                tiles += (self.win.tile,)
            self._held = tiles
        return self._held

    @property
    def kinds(self) -> frozenset[int]:
        """The kinds of which it holds any."""
        return frozenset([t.kind for t in self.held])

    @property
    def reds(self) -> tuple[Tile, ...]:
        """The red fives among them 赤五."""
        return tuple([t for t in self.held if RED <= t.code < BACK])

    @property
    def place(self) -> int:
        """How many seats after the dealer this one plays: 0 for the dealer, 3 for the player on the left."""
        return (self.seat - self.dealer) % 4

    @property
    def own_wind(self) -> int:
        """The kind of this player's wind 门风: the dealer is east wherever the dealer sits."""
        return _EAST + self.place

    @property
    def all_flowers(self) -> tuple[Tile, ...]:
        """Its flowers, the one it won on included."""
        return self.flowers + ((self.win.tile,) if self.win and self.on_flower else ())

    @property
    def claimed(self) -> bool:
        """True if it took a tile from another player before the winning tile 副露 (not 门前清)."""
        if self._claimed is None:
            self._claimed = not UNCLAIMED.issuperset([m.type for m in self.melds])
        return self._claimed

    @property
    def before_own_draw(self) -> bool:
        """True if its first turn was still to come when it won on a discard: by a player who has theirs
        between the dealer's and its own, as far as that was told 人和."""
        if self.win is None or self.win.self_drawn:
            return False
        giver = self.win.discarder
        return giver is None or (giver - self.dealer) % 4 < self.place

    @property
    def last_kong(self) -> Meld | None:
        """The kong that it made last: as was told, else the last of its melds that is one."""
        return self.stated_kong or next((m for m in reversed(self.melds) if m.is_kong), None)

    def won_on(self, win: Win) -> Hand:
        """The same hand, won like this."""
        return self._with(win, self.table)

    def at_table(self, table: Mapping[str, Any]) -> Hand:
        """The same hand with this state of the table."""
        return self if table == self.table else self._with(self.win, table)

    def _with(self, win: Win | None, table: Mapping[str, Any]) -> Hand:
        """What `dataclasses.replace` makes, at a fraction of its time: every score makes one."""
        return Hand(
            self.concealed,
            self.melds,
            self.flowers,
            win,
            self.seat,
            self.round,
            self.dealer,
            self.wild,
            self.indicator,
            table,
            self.stood,
            self.stated_kong,
        )

    def with_flowers_as(self, tile: Tile) -> Hand:
        """The same hand with this tile in it for each of its flowers, in its melds and the one won on too."""
        melds = tuple(m.with_flowers_as(tile) for m in self.melds)
        last = self.stated_kong.with_flowers_as(tile) if self.stated_kong else None
        won = replace(self.win, tile=tile) if self.win and self.on_flower else self.win
        stood = (
            *(t for m in self.melds if m.is_of_flowers for t in m.tiles),
            *sorted(self.all_flowers, key=lambda t: t.code),
        )
        concealed = self.concealed + (tile,) * len(self.flowers)
        return replace(
            self, concealed=concealed, melds=melds, flowers=(), win=won, stood=stood, stated_kong=last
        )
