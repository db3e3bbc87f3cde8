"""How a hand came about: its melds, how it was won, seats and the state of the table.

`parse_hand` reads the JSON object of a hand and refuses what contradicts itself with one sentence.
Everything behind it trusts these values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from typing import Any, cast

from scorer.given import HandError, as_choice, as_list, as_object, as_tile, as_tiles, told
from scorer.mixed_kongs import together
from scorer.quick import Choice, direct, once
from scorer.set_shapes import ODD_SETS, set_of
from scorer.shapes import Block, Shape
from scorer.tiles import FLOWER, RED, Tile, kinds, notation


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
    MIXED_KONG = "mixed_kong"  # 旋风杠 喜杠 幺九蛋, of unequal tiles: see `scorer.mixed_kongs`


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

    @once
    def block(self) -> Block:
        """The meld as a block of the hand."""
        shape = _SHAPES.get(self.type, Shape.KONG)
        if shape is Shape.MIXED:
            held = tuple(kinds(self.tiles))
            return Block(shape, held[0], exposed=True, mixed=held)
        if shape is Shape.RUN:
            return set_of(tuple(kinds(self.tiles)))._replace(concealed=False, exposed=True)
        concealed = self.type in _UNCLAIMED
        return Block(shape, min([t.kind for t in self.tiles]), concealed, not concealed)


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
    """One player's hand: concealed tiles without the winning tile, melds, flowers, and its win, if any."""

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
        return tuple([t for t in self.held if t.code >= RED])

    @once
    def on_flower(self) -> bool:
        """Whether a flower wins 花胡, whatever the other tiles are; a wild flower 花混 is a tile like any."""
        win = self.win
        return win is not None and win.tile.kind >= FLOWER and win.tile not in self.wild

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
        """The same hand with this tile in it for each of its flowers, the one won on too."""
        hand = replace(self, concealed=self.concealed + (tile,) * len(self.flowers), flowers=())
        return replace(hand, win=replace(self.win, tile=tile)) if self.win and self.on_flower else hand

    def _but(self, **changes: Any) -> Hand:
        """What `dataclasses.replace` does, at a fraction of its time, and what was worked out stays known:
        every score makes such a copy."""
        hand = object.__new__(Hand)
        vars(hand).update(vars(self), **changes)
        return hand


_LAID_OUT = frozenset((*range(31, 34), *range(FLOWER, RED)))  # flowers, and dragons like them 硬花

_FIELDS = (
    *("rules", "options", "concealed", "flowers", "melds", "win", "seat", "round", "dealer"),
    *("wild", "indicator", "table"),
)


def parse_hand(given: Mapping[str, Any]) -> Hand:
    """A hand from its JSON object. Raises `HandError` for the first thing in it that cannot be."""
    if unknown := sorted(set(given) - set(_FIELDS)):
        raise HandError(f"a hand has no field {unknown[0]!r}: its fields are {', '.join(_FIELDS)}")
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
    if bad := next((t for t in hand.held if not t.kind < FLOWER and t not in hand.wild), None):
        where = (
            "under flowers, or is named wild 花混"
            if FLOWER <= bad.code < RED
            else "nowhere: turn it up first"
        )
        raise HandError(f"{bad} cannot stand among the tiles of a hand; it goes {where}")
    if hand.win is not None and hand.win.tile.code >= RED and hand.on_flower:
        raise HandError(f"nobody wins on {hand.win.tile}: turn it up first")
    if bad := next((t for t in hand.flowers if t.code not in _LAID_OUT), None):
        raise HandError(f"{bad} is no flower: flowers are 1f to 8f, and in some regions 5z, 6z, 7z")
    if hand.win:
        _check_flags(hand, hand.win)


def _check_flags(hand: Hand, win: Win) -> None:
    flags = win.flags
    if win.self_drawn and win.discarder is not None:
        raise HandError('a self-draw comes from nobody: leave "from" out or say by: discard')
    if win.discarder is hand.seat:
        raise HandError(f'nobody wins on their own discard: "from" and "seat" are both {hand.seat.name}')
    if not win.self_drawn and Flag.FLOWER_REPLACEMENT in flags:
        raise HandError("a tile drawn for a flower is a self-draw: say by: self_draw or drop the flag")
    flower = win.tile.kind >= FLOWER
    if (win.by is By.ROBBED_FLOWER and not hand.on_flower) or (flower and "kong" in win.by.value):
        raise HandError(
            f"{win.tile} cannot come by {win.by.value}: a robbed flower is a flower, a kong is not"
        )
    if win.by is By.DISCARD and hand.on_flower:
        raise HandError("nobody discards a flower: say by: self_draw or by: robbed_flower")
    odd = flags & {Flag.LAST_TILE, Flag.KONG_REPLACEMENT, Flag.FIRST_TURN}
    if win.by is By.ROBBED_KONG and odd:
        first = min(f.value for f in odd)
        raise HandError(f"a robbed kong cannot be {first} as well: drop one of the two")
    if Flag.LAST_OF_KIND in flags and any(t.kind == win.tile.kind for t in hand.concealed):
        raise HandError(f"last_of_kind: the other three lie open, but the hand holds another {win.tile}")
    if Flag.FIRST_TURN in flags and hand.claimed:
        raise HandError("a win in the first turn has no claimed melds: drop the flag or the melds")
    if {Flag.FIRST_TURN, Flag.LAST_TILE} <= flags:
        raise HandError("the last tile does not come in the first turn: give one of the two flags")
    if {Flag.KONG_REPLACEMENT, Flag.FLOWER_REPLACEMENT} <= flags:
        raise HandError("the winning tile replaced either a kong or a flower: give one of the two flags")
    if Flag.FLOWER_REPLACEMENT in flags and not hand.flowers:
        raise HandError("flower_replacement needs a flower: add it under flowers or drop the flag")
    replaced = any(len(m.tiles) > 3 for m in hand.melds)  # a mixed kong of three draws none for it
    if Flag.KONG_REPLACEMENT in flags and win.self_drawn and not replaced:
        raise HandError("kong_replacement needs a kong among the melds: add it or drop the flag")


def _seat(value: Any, where: str) -> Seat:
    if isinstance(value, str) and value in Seat.__members__:
        return Seat[value]
    raise HandError(f'"{where}" is a seat E, S, W or N, not {value!r}')


def _meld(value: Any, seat: Seat) -> Meld:
    given = as_object(value, "melds")
    if unknown := sorted(set(given) - {"type", "tiles", "from", "claimed"}):
        raise HandError(f"a meld has no field {unknown[0]!r}: its fields are type, tiles, from, claimed")
    tiles = as_tiles(given.get("tiles", ""), "melds")
    type_ = cast(MeldType, as_choice(MeldType, given.get("type"), "type of a meld"))
    text, held = notation(tiles), kinds(tiles)
    _check_set(type_, text or "nothing", held)
    side = _side(given.get("from"), seat, f"the meld {text}")
    if type_ in (MeldType.CONCEALED_KONG, MeldType.MIXED_KONG) and side is not None:
        name = type_.value.replace("_", " ")
        raise HandError(f'a {name} {text} comes from nobody: leave "from" out')
    if type_ is MeldType.CHOW and side not in (None, Side.LEFT):
        raise HandError(f"a chow is claimed from the left: {text} cannot come from {side.value}")
    claimed = given.get("claimed")
    claimed = as_tile(claimed, "claimed") if claimed not in (None, "") else None
    if claimed and claimed not in tiles:
        raise HandError(f"the claimed tile {claimed} is not in the meld {text}")
    return Meld(type_, tiles, side, claimed)


def _check_set(type_: MeldType, text: str, held: list[int]) -> None:
    """Refuses tiles (their kinds, sorted) that are no meld of this type."""
    size = 3 if type_ is MeldType.PUNG else 4
    if type_ is MeldType.CHOW:
        run = len(held) == 3 and held[0] < 27 and held[0] // 9 == held[2] // 9
        if (not run or held != [held[0], held[0] + 1, held[0] + 2]) and tuple(held) not in ODD_SETS:
            raise HandError(f"{text} is not a chow: a chow is three in a row of one suit")
    elif type_ is MeldType.MIXED_KONG:
        if not together(held):
            raise HandError(
                f"{text} is not a mixed kong: that is three or more unequal tiles of the winds, the dragons,"
                " the ones or the nines"
            )
    elif len(held) != size or held[0] != held[-1]:
        raise HandError(f"{text} is not a {type_.value}: that is {size} equal tiles")


def _side(value: Any, seat: Seat, whose: str) -> Side | None:
    """Where a claimed tile came from: a side of the claimer, or the seat there."""
    if not isinstance(value, str) or value not in Seat.__members__:
        return cast(Side, as_choice(Side, value, "from of a meld")) if value is not None else None
    source = Seat[value]
    if source is seat:
        raise HandError(f"{whose} cannot be claimed from {seat.name} itself: say whose discard it was")
    return next(side for side in Side if seat.at(side) is source)


def _win(given: Mapping[str, Any]) -> Win:
    if unknown := sorted(set(given) - {"tile", "by", "from", "flags"}):
        raise HandError(f'"win" has no field {unknown[0]!r}: its fields are tile, by, from, flags')
    by = cast(By, as_choice(By, given.get("by", "discard"), "by of a win"))
    source = given.get("from")
    discarder = _seat(source, "from of a win") if source is not None else None
    flags = frozenset(
        cast(Flag, as_choice(Flag, f, "flags")) for f in as_list(told(given, "flags", []), "flags")
    )
    return Win(as_tile(given.get("tile"), "tile of a win"), by, discarder, flags)
