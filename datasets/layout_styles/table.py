"""Deal hands 配牌 and put their tiles on a table: rows, melds, walls and rows of discards, as poses in space.

World: x to the player's right, y away from the player, z up; the table is z = 0, one unit a tile's width.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from paiyan.datasets.layout_styles.catalogue import Choice, LayoutStyle
from paiyan.datasets.synth.scenes.arranging import DOWN, ORPHANS, RED_OF
from paiyan.datasets.synth.scenes.camera import Body
from paiyan.scorer.tiles.tile import BACK, FLOWER, KINDS, RED, TILES
from paiyan.vision.structure.scores import MELD_KINDS, SOURCES, MeldKind, Role, Source

_SOURCES: tuple[Source, ...] = ("left", "across", "right")


def choose(rng: Random, choice: Choice) -> Any:
    """Draw one of a choice's keys, by weight."""
    if len(choice) == 1:
        return next(iter(choice))
    return rng.choices(list(choice), list(choice.values()))[0]


@dataclass(frozen=True)
class DealtMeld:
    """A meld's codes, its kind and its source; ``unknown`` if it was not claimed."""

    kind: MeldKind
    codes: tuple[int, ...]
    source: Source = "unknown"


@dataclass
class DealtHand:
    """A hand: its concealed codes in the order in which they lie, split into `sets` as far as it has any.

    `winning` is the tile set apart, `winning_at` its place, as the catalogue names it.
    """

    concealed: list[int]
    sets: list[list[int]]
    winning: int | None
    winning_at: str = "none"
    melds: list[DealtMeld] = field(default_factory=list[DealtMeld])
    flowers: list[int] = field(default_factory=list[int])


class Supply:
    """The tiles of one set that are not on the table yet; `reds`: whether a five of each suit is red."""

    def __init__(self, rng: Random, *, reds: bool) -> None:
        self._rng = rng
        self.left = [4] * KINDS + [1] * (RED - FLOWER) + [0, 0, 0]
        if reds:
            for five, red in RED_OF.items():
                self.left[five], self.left[red] = 3, 1

    def count(self, kind: int) -> int:
        """Return how many of a kind are left, red ones included."""
        return self.left[kind] + (self.left[RED_OF[kind]] if kind in RED_OF else 0)

    def take(self, kind: int) -> int:
        """Take one tile of a kind and return its code."""
        code, red = kind, RED_OF.get(kind, kind)
        if self.left[red] and self._rng.random() < self.left[red] / self.count(kind):
            code = red
        if not self.left[code]:
            code = red if code == kind else kind
        self.left[code] -= 1
        return code

    def draw(self, count: int) -> list[int]:
        """Take `count` suited tiles and honours at random, or all that are left."""
        return self._pick(count, (*range(KINDS), *range(RED, BACK)))

    def flowers(self, count: int) -> list[int]:
        """Take `count` flowers, or all that are left."""
        return self._pick(count, range(FLOWER, RED))

    def _pick(self, count: int, codes: Iterable[int]) -> list[int]:
        pool = [code for code in codes for _ in range(self.left[code])]
        picked = self._rng.sample(pool, min(count, len(pool)))
        for code in picked:
            self.left[code] -= 1
        return picked

    def run(self) -> list[int] | None:
        """Take a random chow, or None if a few draws find none."""
        for _ in range(8):
            low = self._rng.randrange(3) * 9 + self._rng.randrange(7)
            if all(self.count(low + i) for i in range(3)):
                return [self.take(low + i) for i in range(3)]
        return None

    def draw_same(self, count: int) -> list[int] | None:
        """Take `count` tiles of one kind, or None if a few draws find none."""
        for _ in range(12):
            honour = self._rng.random() < 0.3
            kind = self._rng.randrange(27, KINDS) if honour else self._rng.randrange(27)
            if self.count(kind) >= count:
                return [self.take(kind) for _ in range(count)]
        return None


def deal(rng: Random, supply: Supply, layout_style: LayoutStyle) -> DealtHand:
    """Deal a hand by the layout style; a won or waiting one is legal, a bare one has only melds."""
    state, blocks = choose(rng, layout_style.state), choose(rng, layout_style.blocks)
    if state == "staged":
        return _staged(rng, supply, layout_style)
    laid = (deal_meld(rng, supply, layout_style) for _ in range(min(choose(rng, layout_style.melds), blocks)))
    melds = [meld for meld in laid if meld]
    flowers, at = supply.flowers(choose(rng, layout_style.flowers)), choose(rng, layout_style.winning)
    if state == "playing":
        held = supply.draw(3 * (blocks - len(melds)) + 1 + (rng.random() < 0.35))
        winning = held.pop() if len(held) % 3 == 2 and at != "none" else None
        return DealtHand(_ordered(rng, [held], layout_style), [], winning, at, melds, flowers)
    if state == "bare" and melds:
        return DealtHand([], [], None, "none", melds, flowers)
    sets = _whole(rng, supply, blocks, melds)
    winning = None
    if state == "waiting" or at != "none":
        last = rng.choice(sets)
        winning = last.pop(rng.randrange(len(last)))
        sets = [one for one in sets if one]
    winning = winning if state == "won" else None
    return DealtHand(_ordered(rng, sets, layout_style), sets, winning, at, melds, flowers)


def _whole(rng: Random, supply: Supply, blocks: int, melds: list[DealtMeld]) -> list[list[int]]:
    """Return the concealed sets and the pair of a winning hand; now and then seven pairs or orphans."""
    special = rng.random() if not melds and blocks == 4 else 1.0
    if special < 0.05:
        return [[supply.take(kind)] for kind in (*ORPHANS, rng.choice(ORPHANS)) if supply.count(kind)]
    if special < 0.13:
        return [pair for pair in (supply.draw_same(2) for _ in range(7)) if pair]
    sets: list[list[int]] = []
    pungs = rng.choice((0.1, 0.3, 0.3, 0.9))
    while len(sets) < blocks - len(melds):
        found = supply.draw_same(3) if rng.random() < pungs else supply.run()
        if found:
            sets.append(found)
    pair = None
    while pair is None:
        pair = supply.draw_same(2)
    sets.insert(rng.randrange(len(sets) + 1), pair)
    return sets


def _staged(rng: Random, supply: Supply, layout_style: LayoutStyle) -> DealtHand:
    """Deal tiles that are displayed without being a hand: a suit from one to nine, all honours, or any."""
    kind = rng.random()
    if kind < 0.2:
        low = 9 * rng.randrange(3)
        held = [supply.take(low + i) for i in range(9)]
    elif kind < 0.3:
        held = [supply.take(27 + i) for i in range(rng.choice((4, 7, 7)))]
    else:
        held = supply.draw(rng.choice((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18)))
    if kind < 0.3 and rng.random() < 0.4:
        held.reverse()
    elif kind < 0.3 and rng.random() < 0.2:
        rng.shuffle(held)
    else:
        held = _ordered(rng, [held], layout_style)
    return DealtHand(held, [], None, flowers=supply.flowers(choose(rng, layout_style.flowers)))


def _ordered(rng: Random, sets: list[list[int]], layout_style: LayoutStyle) -> list[int]:
    """Return the tiles in the order in which they lie."""
    held = [code for one in sets for code in one]
    order = choose(rng, layout_style.order)
    if order == "unsorted":
        rng.shuffle(held)
    elif order == "sorted":
        suits = rng.sample(range(4), 4)
        held.sort(key=lambda c: (suits[TILES[c].kind // 9], TILES[c].kind))
        if rng.random() < 0.15:
            held.reverse()
        if rng.random() < 0.15 and held:  # a tile that was just drawn, or misplaced
            held.insert(rng.randrange(len(held)), held.pop(rng.randrange(len(held))))
    return held


def deal_meld(rng: Random, supply: Supply, layout_style: LayoutStyle) -> DealtMeld | None:
    """Deal one meld: a kong as often as the layout style has them, else a chow or a pung.

    None if a few draws find no meld in the rest of the set.
    """
    source = rng.choice(_SOURCES)
    if rng.random() < layout_style.kongs:
        codes = supply.draw_same(4)
        if codes:
            kind: MeldKind = rng.choice(("kong", "added_kong", "concealed_kong"))
            return DealtMeld(kind, tuple(codes), "unknown" if kind == "concealed_kong" else source)
    for _ in range(4):
        run = supply.run() if rng.random() < 0.5 else None
        if run:
            return DealtMeld("chow", tuple(run), "left")
        pung = supply.draw_same(3)
        if pung:
            return DealtMeld("pung", tuple(pung), source)
    return None


UNGROUPED = -1  # in no group
UNKNOWN_GROUP = -2  # in a group of its owner, but it is unknown in which


class Laid(NamedTuple):
    """One tile: its middle, its turn on the table and how far it leans back (degrees: 90 flat, 0 upright);
    whether it lies face down; and its true labels."""

    x: float
    y: float
    z: float
    yaw: float
    lean: float
    down: bool
    code: int
    role: Role
    group: int
    source: int
    sideways: bool
    kind: int


class OfMeld(NamedTuple):
    """The truth of a tile in a meld: who discarded the claimed one, the kind of meld, how the tile lies."""

    source: Source
    kind: MeldKind
    sideways: bool = False


class Table:
    """A list of laid tiles. Group 0 is the player's concealed part; each meld gets the next number."""

    def __init__(
        self, rng: Random, body: Body, layout_style: LayoutStyle, *, untidy: float, upside_down: float
    ) -> None:
        self.rng, self.body, self.layout_style = rng, body, layout_style
        self.tiles: list[Laid] = []
        self._untidy, self._upside_down = untidy, upside_down
        self._groups = 0

    def another(self) -> Table:
        """Return an empty table for another player's tiles."""
        untidy = self.rng.uniform(*self.layout_style.untidy)
        return Table(self.rng, self.body, self.layout_style, untidy=untidy, upside_down=0.0)

    def next_group(self) -> int:
        """Return the number of a new group."""
        self._groups += 1
        return self._groups

    def put(
        self, code: int, x: float, y: float, role: Role, group: int, *,
        yaw: float = 0.0, lean: float = 90.0, z: float = 0.0, down: bool = False, of: OfMeld | None = None,
    ) -> None:  # fmt: skip
        """Put a tile over (x, y), on top of something `z` high; `of` describes its meld."""
        rng, wobble, tilt = self.rng, self._untidy, math.radians(lean)
        high = (self.body.height * math.cos(tilt) + self.body.depth * math.sin(tilt)) / 2
        turn = yaw + rng.gauss(0, 40 * wobble)
        if rng.random() < self._upside_down:
            turn += 180 if lean == 90 else 0
        self.tiles.append(
            Laid(
                x + rng.gauss(0, 0.3 * wobble), y + rng.gauss(0, wobble), z + high, turn, lean, down,
                BACK if down else code, role, group,
                SOURCES.index(of.source) if of else 0, bool(of and of.sideways),
                MELD_KINDS.index(of.kind) if of else -1,
            )
        )  # fmt: skip

    def row(
        self, codes: Sequence[int], x: float, y: float, role: Role, group: int, *,
        lean: float = 90.0, gaps: Sequence[float] = (),
    ) -> float:  # fmt: skip
        """Put tiles from `x` to the right, their lower edges on `y`; return the x where the row ends."""
        deep = self.footprint(lean)
        for at, code in enumerate(codes):
            x += gaps[at] if at < len(gaps) else 0.0
            self.put(code, x + 0.5, y + deep / 2, role, group, lean=lean)
            x += 1.01 + abs(self.rng.gauss(0, 0.5 * self._untidy))
        return x

    def footprint(self, lean: float) -> float:
        """Return the depth on the table of a tile that leans by `lean` degrees."""
        tilt = math.radians(lean)
        return self.body.height * math.sin(tilt) + self.body.depth * math.cos(tilt)

    def turn(self, since: int, degrees: float, about: tuple[float, float]) -> None:
        """Turn all tiles from an index on about a point."""
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        for i in range(since, len(self.tiles)):
            t = self.tiles[i]
            dx, dy = t.x - about[0], t.y - about[1]
            self.tiles[i] = t._replace(
                x=about[0] + dx * c - dy * s, y=about[1] + dx * s + dy * c, yaw=t.yaw + degrees
            )

    def add(self, other: Table, x: float, y: float, *, role: Role) -> None:
        """Add the tiles of another table, moved by (x, y), in this role; its groups remain groups."""
        before = self._groups + 1
        self._groups = before + other._groups
        for t in other.tiles:
            group = UNKNOWN_GROUP if t.role == "flower" else before + t.group
            self.tiles.append(t._replace(x=t.x + x, y=t.y + y, role=role, group=group))

    def meld(self, meld: DealtMeld, x: float, y: float, *, turned: bool, role: Role = "meld") -> float:
        """Put a meld from `x` to the right; return the x where it ends. `turned`: a claimed tile lies
        sideways."""
        group = self.next_group()
        if meld.kind == "concealed_kong":
            return self._concealed_kong(meld, x, y, group, role)
        codes = self._chow(meld, turned=turned) if meld.kind == "chow" else list(meld.codes)
        where = choose(self.rng, self.layout_style.added) if meld.kind == "added_kong" else ""
        stacked = where == "stacked" and turned
        added = codes.pop() if stacked or where == "on top" else None
        across = self._across(meld, len(codes)) if turned else -1
        kind: MeldKind = "kong" if meld.kind == "added_kong" and not stacked else meld.kind
        side: Source = "left" if across == 0 else "right" if across == len(codes) - 1 else "across"
        of = OfMeld("unknown" if across < 0 else side, kind)
        high, start = self.body.height, x
        for at, code in enumerate(codes):
            if at == across:
                turn, lies = self.rng.choice((90.0, -90.0)), of._replace(sideways=True)
                self.put(code, x + high / 2, y + 0.5, role, group, yaw=turn, of=lies)
                if added is not None and stacked:
                    self.put(added, x + high / 2, y + 1.52, role, group, yaw=turn, of=lies)
                x += high + 0.01
            else:
                self.put(code, x + 0.5, y + high / 2, role, group, of=of)
                x += 1.01
        if added is not None and not stacked:
            middle = (start + x) / 2 + self.rng.uniform(-0.6, 0.6)
            self.put(added, middle, y + high / 2, role, group, z=self.body.depth, of=of)
        return x

    def _across(self, meld: DealtMeld, length: int) -> int:
        """Return the index of the sideways tile in a meld; a chow is claimed only from the left."""
        if meld.kind == "chow" or meld.source == "left":
            return 0
        if meld.source == "right":
            return length - 1
        return 1 if self.rng.random() < 0.7 else length - 2

    def _chow(self, meld: DealtMeld, *, turned: bool) -> list[int]:
        """Return a chow's tiles in the layout style's order."""
        codes, claimed = list(meld.codes), self.rng.randrange(3)
        order = choose(self.rng, self.layout_style.chow_order)
        if order == "any":
            self.rng.shuffle(codes)
        elif order == "claimed in the middle":
            codes.insert(1, codes.pop(claimed))
        elif order == "claimed first" or turned:
            codes.insert(0, codes.pop(claimed))
        return codes

    def _concealed_kong(self, meld: DealtMeld, x: float, y: float, group: int, role: Role) -> float:
        hidden = DOWN[choose(self.rng, self.layout_style.hidden)]
        of = OfMeld("unknown", "concealed_kong")
        for at, code in enumerate(meld.codes):
            self.put(code, x + 0.5, y + self.body.height / 2, role, group, down=at in hidden, of=of)
            x += 1.01
        return x
