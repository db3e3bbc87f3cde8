"""How a hand came about: its melds, how it was won, seats and the state of the table.

`parse_hand` reads the JSON object of a hand and refuses what contradicts itself with one sentence.
Everything behind it trusts these values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Any, cast

from scorer.hand.json_fields import HandError, as_choice, as_list, as_object, as_tile, as_tiles, told
from scorer.tiles.mixed_kongs import together
from scorer.messages.game_terms import named
from scorer.caching import Choice, direct, once
from scorer.messages import hand as refusal
from scorer.tiles.unusual_sets import ODD_SETS, set_of
from scorer.tiles.blocks import Block, Shape
from scorer.tiles.tile import BACK, EXTRA, FLOWER, RED, Tile, kinds, notation
from scorer.messages.languages import Words


@direct
class Seat(IntEnum):
    """A seat at the table 门风, in the order of play."""

    E = 0
    S = 1
    W = 2
    N = 3

    def at(self, side: Side) -> Seat:
        """The seat on that side of this one."""
        return Seat((self + side.steps) % 4)

    @property
    def others(self) -> tuple[Seat, Seat, Seat]:
        """The three other seats, in the order of play."""
        return (Seat((self + 1) % 4), Seat((self + 2) % 4), Seat((self + 3) % 4))

    @property
    def wind(self) -> int:
        """The kind of this seat's wind tile."""
        return 27 + self


class Side(Enum):
    """Where another player sits, seen from oneself: the one who plays next is on the right 下家."""

    RIGHT = "right"
    ACROSS = "across"
    LEFT = "left"

    @property
    def steps(self) -> int:
        return {"right": 1, "across": 2, "left": 3}[self.value]


@direct
class MeldType(Choice):
    CHOW = "chow"  # 吃
    PUNG = "pung"  # 碰
    KONG = "kong"  # 明杠, claimed from a discard
    ADDED_KONG = "added_kong"  # 加杠, a pung with the fourth tile added
    CONCEALED_KONG = "concealed_kong"  # 暗杠
    MIXED_KONG = "mixed_kong"  # 旋风杠 喜杠 幺九蛋, of unequal tiles: see `scorer.tiles.mixed_kongs`


_SHAPES = {MeldType.CHOW: Shape.RUN, MeldType.PUNG: Shape.TRIPLET, MeldType.MIXED_KONG: Shape.MIXED}
_UNCLAIMED = frozenset({MeldType.CONCEALED_KONG, MeldType.MIXED_KONG})


@dataclass(frozen=True)
class Meld:
    """A set laid on the table."""

    type: MeldType
    tiles: tuple[Tile, ...]
    source: Side | None = None
    claimed: Tile | None = None

    @property
    def is_kong(self) -> bool:
        return self.type not in (MeldType.CHOW, MeldType.PUNG)

    @property
    def is_claimed(self) -> bool:
        """Whether one of its tiles was taken from another player."""
        return self.type not in _UNCLAIMED

    @property
    def is_of_flowers(self) -> bool:
        """Whether it is laid of different flowers 花牌, which only some rule sets take for a set."""
        return _are_flowers([t.kind for t in self.tiles])

    def with_flowers_as(self, tile: Tile) -> Meld:
        """The same meld with this tile for each flower."""
        if not self.is_of_flowers:
            return self
        claimed = tile if self.claimed else None
        return replace(self, tiles=(tile,) * len(self.tiles), claimed=claimed)

    @once
    def block(self) -> Block:
        """The meld as a block of the hand."""
        return _block(self.type, tuple([t.kind for t in self.tiles]))


@lru_cache(maxsize=1 << 12)
def _block(type_: MeldType, kinds: tuple[int, ...]) -> Block:
    shape, held = _SHAPES.get(type_, Shape.KONG), tuple(sorted(kinds))
    if shape is Shape.MIXED:
        return Block(shape, held[0], exposed=True, mixed=held)
    if shape is Shape.RUN:
        return set_of(held)._replace(concealed=False, exposed=True)
    concealed = type_ in _UNCLAIMED
    return Block(shape, held[0], concealed, not concealed)


@direct
class By(Choice):
    """How the winning tile came."""

    DISCARD = "discard"  # 点炮
    SELF_DRAW = "self_draw"  # 自摸
    ROBBED_KONG = "robbed_kong"  # 抢杠
    ROBBED_FLOWER = "robbed_flower"  # 七抢一: another player's flower completes one's own


@direct
class Flag(Choice):
    """A circumstance of the win that the tiles do not show."""

    KONG_REPLACEMENT = "kong_replacement"  # 杠上开花 / on a discard: 杠上炮
    FLOWER_REPLACEMENT = "flower_replacement"  # 补花
    LAST_TILE = "last_tile"  # 海底, the wall is empty
    LAST_OF_KIND = "last_of_kind"  # 绝张, the other three lie open
    FIRST_TURN = "first_turn"  # 天和, 地和
    DECLARED_READY = "declared_ready"  # 报听


@dataclass(frozen=True)
class Win:
    """The winning tile and how it came; `discarder` is None for a self-draw, or when nobody said who."""

    tile: Tile
    by: By
    discarder: Seat | None = None
    flags: frozenset[Flag] = frozenset()

    @once
    def self_drawn(self) -> bool:
        return self.by is By.SELF_DRAW


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

    @once
    def held(self) -> tuple[Tile, ...]:
        """All tiles of the hand, melds and winning tile included, flowers not."""
        tiles = self.concealed
        for meld in self.melds:
            tiles += meld.tiles
        return tiles if self.win is None or self.on_flower else (*tiles, self.win.tile)

    @once
    def reds(self) -> tuple[Tile, ...]:
        """The red fives among them 赤五."""
        return tuple([t for t in self.held if RED <= t.code < BACK])

    @once
    def on_flower(self) -> bool:
        """Whether a flower wins 花胡, whatever the other tiles are; a wild flower 花混 is a tile like any."""
        win = self.win
        return win is not None and win.tile.kind >= FLOWER and win.tile not in self.wild

    @property
    def place(self) -> int:
        """How many seats after the dealer this one plays: 0 for the dealer, 3 for the player on the left."""
        return (self.seat - self.dealer) % 4

    @once
    def own_wind(self) -> int:
        """The kind of this player's wind 门风: the dealer is east wherever the dealer sits."""
        return Seat.E.wind + self.place

    @property
    def all_flowers(self) -> tuple[Tile, ...]:
        """Its flowers, the one it won on included."""
        return self.flowers + ((self.win.tile,) if self.win and self.on_flower else ())

    @once
    def claimed(self) -> bool:
        """Whether it took a tile from another player before the winning tile 副露 (not 门前清)."""
        return any(m.is_claimed for m in self.melds)

    def won_on(self, win: Win) -> Hand:
        """The same hand, won like this."""
        hand = self._but(win=win)
        for of_win in ("held", "reds", "on_flower"):
            vars(hand).pop(of_win, None)
        return hand

    def at_table(self, table: Mapping[str, Any]) -> Hand:
        """The same hand with this state of the table."""
        return self._but(table=table)

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

    def _but(self, **changes: Any) -> Hand:
        """What `dataclasses.replace` does, at a fraction of its time, and what was worked out stays known:
        every score makes such a copy."""
        hand = object.__new__(Hand)
        vars(hand).update(vars(self), **changes)
        return hand


_LAID_OUT = frozenset((*range(27, 34), *range(FLOWER, RED), *range(EXTRA, EXTRA + 9)))  # honours too 硬花


_FIELDS = (
    *("rules", "options", "concealed", "flowers", "melds", "win", "seat", "round", "dealer"),
    *("wild", "indicator", "table", "house"),
)
_FIELDS_OF_MELD = ("type", "tiles", "from", "claimed")
_FIELDS_OF_WIN = ("tile", "by", "from", "flags")


def parse_hand(given: Mapping[str, Any]) -> Hand:
    """A hand from its JSON object. Raises `HandError` for the first thing in it that cannot be."""
    if "deal" in given:
        raise HandError(refusal.DEAL_HAS_HANDS)
    if unknown := sorted(set(given) - set(_FIELDS)):
        raise HandError(refusal.NO_FIELD, field=unknown[0], fields=_FIELDS)
    indicator = given.get("indicator")
    seat = _seat(given.get("seat", "E"), "seat")
    hand = Hand(
        concealed=as_tiles(given.get("concealed", ""), "concealed"),
        melds=tuple(_meld(m, seat) for m in as_list(told(given, "melds", []), "melds")),
        flowers=as_tiles(told(given, "flowers", ""), "flowers"),
        seat=seat,
        round=_seat(given.get("round", "E"), "round"),
        dealer=_seat(given.get("dealer", "E"), "dealer"),
        wild=as_tiles(told(given, "wild", ""), "wild"),
        indicator=as_tile(indicator, "indicator") if indicator not in (None, "") else None,
        table=dict(as_object(told(given, "table", {}), "table")),
    )
    if (win := given.get("win")) is not None:
        hand = hand.won_on(_win(as_object(win, "win")))
    check(hand)
    return hand


def check(hand: Hand) -> None:
    """Refuses a hand that contradicts itself, whatever the rule set. Raises `HandError`."""
    of_sets = {t for m in hand.melds if m.is_of_flowers for t in m.tiles}  # for the rule set to judge
    if bad := next(
        (t for t in hand.held if FLOWER <= t.kind < EXTRA and t not in {*hand.wild, *of_sets}), None
    ):
        flower = FLOWER <= bad.code < RED
        raise HandError(refusal.FLOWER_HELD if flower else refusal.BACK_HELD, tile=bad)
    if bad := next((t for m in hand.melds for t in m.tiles if t.code >= EXTRA), None):
        raise HandError(refusal.EXTRA_MELDED, tile=bad)
    if hand.win is not None and RED <= hand.win.tile.code <= BACK and hand.on_flower:
        raise HandError(refusal.BACK_WON, tile=hand.win.tile)
    if bad := next((t for t in hand.flowers if t.code not in _LAID_OUT), None):
        raise HandError(refusal.NO_FLOWER, tile=bad)
    if hand.win:
        _check_flags(hand, hand.win)


def _check_flags(hand: Hand, win: Win) -> None:
    flags = win.flags
    if win.self_drawn and win.discarder is not None:
        raise HandError(refusal.SELF_DRAW_FROM)
    if win.discarder is hand.seat:
        raise HandError(refusal.OWN_DISCARD, seat=hand.seat.name)
    if not win.self_drawn and Flag.FLOWER_REPLACEMENT in flags:
        raise HandError(refusal.FLOWER_NOT_DRAWN)
    flower = win.tile.kind >= FLOWER
    if (win.by is By.ROBBED_FLOWER and not hand.on_flower) or (flower and "kong" in win.by.value):
        raise HandError(refusal.FLOWER_NO_KONG, tile=win.tile, by=named(win.by))
    odd = flags & {Flag.LAST_TILE, Flag.KONG_REPLACEMENT, Flag.FIRST_TURN}
    if win.by is By.ROBBED_KONG and odd:
        raise HandError(refusal.ROBBED_AND, flag=named(min(odd, key=lambda f: f.value)))
    if Flag.LAST_OF_KIND in flags and any(t.kind == win.tile.kind for t in hand.concealed):
        raise HandError(refusal.LAST_OF_KIND_HELD, tile=win.tile)
    if Flag.FIRST_TURN in flags and hand.claimed:
        raise HandError(refusal.FIRST_TURN_CLAIMED)
    if {Flag.FIRST_TURN, Flag.LAST_TILE} <= flags:
        raise HandError(refusal.FIRST_AND_LAST)
    if {Flag.KONG_REPLACEMENT, Flag.FLOWER_REPLACEMENT} <= flags:
        raise HandError(refusal.KONG_AND_FLOWER)
    if Flag.FLOWER_REPLACEMENT in flags and not hand.flowers:
        raise HandError(refusal.NO_FLOWER_REPLACED)
    replaced = any(len(m.tiles) > 3 for m in hand.melds)  # a mixed kong of three draws none for it
    if Flag.KONG_REPLACEMENT in flags and win.self_drawn and not replaced:
        raise HandError(refusal.NO_KONG_REPLACED)


def _seat(value: Any, where: str | Words) -> Seat:
    if isinstance(value, str) and value in Seat.__members__:
        return Seat[value]
    raise HandError(refusal.A_SEAT, where=where, value=value)


def _meld(value: Any, seat: Seat) -> Meld:
    given = as_object(value, "melds")
    if unknown := sorted(set(given) - set(_FIELDS_OF_MELD)):
        raise HandError(refusal.NO_FIELD_OF_MELD, field=unknown[0], fields=_FIELDS_OF_MELD)
    tiles = as_tiles(given.get("tiles", ""), "melds")
    type_ = cast(MeldType, as_choice(MeldType, given.get("type"), refusal.TYPE_OF_MELD))
    text, held = notation(tiles), kinds(tiles)
    _check_set(type_, text or refusal.NO_TILES, held)
    side = _side(given.get("from"), seat, text)
    if type_ in (MeldType.CONCEALED_KONG, MeldType.MIXED_KONG) and side is not None:
        raise HandError(refusal.CONCEALED_FROM, type=named(type_), tiles=text)
    if type_ is MeldType.CHOW and side not in (None, Side.LEFT):
        raise HandError(refusal.CHOW_FROM, tiles=text, side=side.value)
    claimed = given.get("claimed")
    claimed = as_tile(claimed, "claimed") if claimed not in (None, "") else None
    if claimed and claimed not in tiles:
        raise HandError(refusal.CLAIMED_MISSING, tile=claimed, tiles=text)
    return Meld(type_, tiles, side, claimed)


def _check_set(type_: MeldType, text: str | Words, held: list[int]) -> None:
    """Refuses tiles (their kinds, sorted) that are no meld of this type."""
    size = 3 if type_ is MeldType.PUNG else 4
    if type_ is MeldType.CHOW:
        run = len(held) == 3 and held[0] < 27 and held[0] // 9 == held[2] // 9
        if (not run or held != [held[0], held[0] + 1, held[0] + 2]) and tuple(held) not in ODD_SETS:
            raise HandError(refusal.NOT_A_CHOW, tiles=text)
    elif type_ is MeldType.MIXED_KONG:
        if not together(held):
            raise HandError(refusal.NOT_A_MIXED_KONG, tiles=text)
    elif len(held) != size or (held[0] != held[-1] and not _are_flowers(held)):
        raise HandError(refusal.NOT_EQUAL, tiles=text, type=named(type_), size=size)


def _are_flowers(held: list[int]) -> bool:
    """Whether these kinds are flowers, no two of them the same."""
    return all(FLOWER <= k < RED for k in held) and len(set(held)) == len(held)


def _side(value: Any, seat: Seat, tiles: str) -> Side | None:
    """Where a claimed tile came from: a side of the claimer, or the seat there."""
    if not isinstance(value, str) or value not in Seat.__members__:
        return cast(Side, as_choice(Side, value, refusal.FROM_OF_MELD)) if value is not None else None
    source = Seat[value]
    if source is seat:
        raise HandError(refusal.CLAIMED_FROM_ITSELF, tiles=tiles, seat=seat.name)
    return next(side for side in Side if seat.at(side) is source)


def _win(given: Mapping[str, Any]) -> Win:
    if unknown := sorted(set(given) - set(_FIELDS_OF_WIN)):
        raise HandError(refusal.NO_FIELD_OF_WIN, field=unknown[0], fields=_FIELDS_OF_WIN)
    by = cast(By, as_choice(By, given.get("by", "discard"), refusal.BY_OF_WIN))
    source = given.get("from")
    discarder = _seat(source, refusal.FROM_OF_WIN) if source is not None else None
    flags = frozenset(
        cast(Flag, as_choice(Flag, f, "flags")) for f in as_list(told(given, "flags", []), "flags")
    )
    return Win(as_tile(given.get("tile"), refusal.TILE_OF_WIN), by, discarder, flags)
