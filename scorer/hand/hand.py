"""One player's hand 手牌, its win 和牌, the state of the table, and a finished deal 一盘 of four hands.

`parse_hand` and `parse_deal` make them from JSON. What a rule set forbids (a second winner, say) is for
`paiyan.scorer.settling.settlement`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, final

from paiyan.scorer.caching import IdentityEnum, Record, plain_members
from paiyan.scorer.hand.melds import UNCLAIMED, Meld, MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, Tile
from paiyan.scorer.tiles.unusual_sets import group_of


@plain_members
class By(IdentityEnum):
    """The way the winning tile came."""

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
    """The winning tile and how it came; `discarder` is None for a self-draw, or if unknown."""

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
        # True if a flower wins by itself 花胡; a wild flower 花混 is a tile like any other.
        self.on_flower: Final = win is not None and win.tile.kind >= FLOWER and win.tile not in wild
        self._held: tuple[Tile, ...] | None = None
        self._claimed: bool | None = None

    @property
    def held(self) -> tuple[Tile, ...]:
        """Return all tiles of the hand, melds and winning tile included, flowers not."""
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
        """Return the kinds that it holds."""
        return frozenset([t.kind for t in self.held])

    @property
    def reds(self) -> tuple[Tile, ...]:
        """Return its red fives 赤五."""
        return tuple([t for t in self.held if RED <= t.code < BACK])

    @property
    def place(self) -> int:
        """Return how many seats after the dealer this one plays, from 0 for the dealer."""
        return (self.seat - self.dealer) % 4

    @property
    def own_wind(self) -> int:
        """Return the kind of this player's wind 门风; the dealer is always east."""
        return _EAST + self.place

    @property
    def all_flowers(self) -> tuple[Tile, ...]:
        """Return its flowers, including one that it won on."""
        return self.flowers + ((self.win.tile,) if self.win and self.on_flower else ())

    @property
    def claimed(self) -> bool:
        """True if it took a tile from another player before the winning tile 副露 (not 门前清)."""
        if self._claimed is None:
            self._claimed = not UNCLAIMED.issuperset([m.type for m in self.melds])
        return self._claimed

    @property
    def before_own_draw(self) -> bool:
        """True if its first turn was still to come when it won on a discard 人和.

        An unknown discarder counts as one who plays between the dealer and this seat.
        """
        if self.win is None or self.win.self_drawn:
            return False
        giver = self.win.discarder
        return giver is None or (giver - self.dealer) % 4 < self.place

    @property
    def last_kong(self) -> Meld | None:
        """Return the kong that it made last: the stated one, else the last kong among its melds."""
        return self.stated_kong or next((m for m in reversed(self.melds) if m.is_kong), None)

    def won_on(self, win: Win) -> Hand:
        """Return the same hand with this win."""
        return self._with(win, self.table)

    def at_table(self, table: Mapping[str, Any]) -> Hand:
        """Return the same hand with this state of the table."""
        return self if table == self.table else self._with(self.win, table)

    def _with(self, win: Win | None, table: Mapping[str, Any]) -> Hand:
        """Copy the hand as `dataclasses.replace` does, in a fraction of its time: every score makes one."""
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
        """Return the hand with this tile for each of its flowers, melds and winning tile included."""
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


class Kong(NamedTuple):
    """A kong of the deal: its seat, who gave its tile (None: nobody, or unknown), and who had won by then."""

    seat: Seat
    meld: Meld
    giver: Seat | None
    out: frozenset[Seat] = frozenset()


@dataclass(frozen=True)
class Deal:
    """A finished deal; a seat without a hand, or whose hand has no concealed tiles, is not known.

    `waves` are the wins in the order they came, those on one tile together; empty if the deal was drawn 流局.
    `kongs` are in the order they were made, as far as it is known. `given_fields` names the fields of `table`
    that the deal itself gives; the others come from its hands.
    """

    hands: tuple[Hand, ...]
    waves: tuple[tuple[Seat, ...], ...] = ()
    kongs: tuple[Kong, ...] = ()
    dealer: Seat = Seat.E
    round: Seat = Seat.E
    table: Mapping[str, Any] = field(default_factory=dict[str, Any])
    given_fields: frozenset[str] = frozenset()

    @staticmethod
    def of(hand: Hand) -> Deal:
        """Return the deal that one hand shows."""
        waves = ((hand.seat,),) if hand.win else ()
        return Deal((hand,), waves, tuple(kongs_of(hand)), hand.dealer, hand.round, hand.table)

    def hand(self, seat: Seat) -> Hand | None:
        """Return the hand at this seat, if anything of it is known."""
        return next((h for h in self.hands if h.seat is seat), None)

    @property
    def winners(self) -> tuple[Hand, ...]:
        """Return the hands that won, in the order they won; on one discard, the next to play first."""
        won = {h.seat: h for h in self.hands}
        return tuple(won[seat] for wave in self.waves for seat in wave)

    def out(self, seat: Seat) -> frozenset[Seat]:
        """Return the seats that had won, and left the game, before this seat won."""
        left: set[Seat] = set()
        for wave in self.waves:
            if seat in wave:
                break
            left.update(wave)
        return frozenset(left)


def kongs_of(hand: Hand, out: frozenset[Seat] = frozenset()) -> Iterable[Kong]:
    """Yield the kongs of a hand; the giver is known only of one claimed from a known side."""
    for meld in hand.melds:
        if meld.is_kong:
            claimed = meld.type is MeldType.KONG and meld.source
            yield Kong(hand.seat, meld, hand.seat.at(claimed) if claimed else None, out)


def added_to(hand: Hand, kind: int) -> Meld | None:
    """Return the meld to which a robbed tile of this kind was to be added; None for a concealed kong."""
    for meld in hand.melds:
        group = group_of(meld.block.tiles) if meld.type is MeldType.MIXED_KONG else None
        if (meld.type is MeldType.PUNG and meld.block.kind == kind) or (group and group.kinds >> kind & 1):
            return meld
    return None
