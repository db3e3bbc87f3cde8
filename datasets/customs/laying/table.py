"""Put tiles on a table: rows, melds, walls and rows of discards, as poses in space.

World: x to the player's right, y away from the player, z up; the table is z = 0, one unit a tile's width.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from paiyan.datasets.customs.catalogue import Custom
from paiyan.datasets.customs.laying.dealing import DealtMeld, choose
from paiyan.datasets.synth.scenes.arranging import DOWN
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.structure.scores import MELD_KINDS, SOURCES, MeldKind, Role, Source

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


@dataclass(frozen=True)
class Body:
    """Height and depth of a tile whose width is one."""

    height: float
    depth: float


class Table:
    """A list of laid tiles. Group 0 is the player's concealed part; each meld gets the next number."""

    def __init__(self, rng: Random, body: Body, *, untidy: float, upside_down: float) -> None:
        self.rng, self.body = rng, body
        self.tiles: list[Laid] = []
        self._untidy, self._upside_down = untidy, upside_down
        self._groups = 0

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

    def meld(
        self, meld: DealtMeld, x: float, y: float, custom: Custom, *, turned: bool, role: Role = "meld"
    ) -> float:
        """Put a meld from `x` to the right; return the x where it ends. `turned`: a claimed tile lies
        sideways."""
        group = self.next_group()
        if meld.kind == "concealed_kong":
            return self._concealed_kong(meld, x, y, custom, group, role)
        codes = self._chow(meld, custom, turned=turned) if meld.kind == "chow" else list(meld.codes)
        where = choose(self.rng, custom.added) if meld.kind == "added_kong" else ""
        stacked = where == "stacked" and turned
        added = codes.pop() if stacked or where == "on top" else None
        across = self._across(meld, len(codes)) if turned else -1
        kind: MeldKind = "kong" if meld.kind == "added_kong" and not stacked else meld.kind
        of = OfMeld("unknown" if across < 0 else _source_at(across, len(codes)), kind)
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

    def _chow(self, meld: DealtMeld, custom: Custom, *, turned: bool) -> list[int]:
        """Return a chow's tiles in the custom's order."""
        codes, claimed = list(meld.codes), self.rng.randrange(3)
        order = choose(self.rng, custom.chow_order)
        if order == "any":
            self.rng.shuffle(codes)
        elif order == "claimed in the middle":
            codes.insert(1, codes.pop(claimed))
        elif order == "claimed first" or turned:
            codes.insert(0, codes.pop(claimed))
        return codes

    def _concealed_kong(
        self, meld: DealtMeld, x: float, y: float, custom: Custom, group: int, role: Role
    ) -> float:
        hidden = DOWN[choose(self.rng, custom.hidden)]
        of = OfMeld("unknown", "concealed_kong")
        for at, code in enumerate(meld.codes):
            self.put(code, x + 0.5, y + self.body.height / 2, role, group, down=at in hidden, of=of)
            x += 1.01
        return x


def _source_at(index: int, length: int) -> Source:
    return "left" if index == 0 else "right" if index == length - 1 else "across"
