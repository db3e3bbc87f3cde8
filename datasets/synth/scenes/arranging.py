"""Deal hands 配牌 and arrange tiles on a table 摆牌: rows, melds, sets apart, discards, walls, heaps."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paiyan.datasets.synth.scenes.camera import Body, Pose, face_down, lying, standing
from paiyan.datasets.synth.scenes.scene import Hand, Meld, Placed, SynthError
from paiyan.scorer.tiles.tile import FLOWER, KINDS, RED, TILES

ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
RED_OF = {4: RED, 13: RED + 1, 22: RED + 2}


class Supply:
    """The tiles of one set that are not on the table yet. Built once for a scene, drawn down as it fills."""

    def __init__(self, *, reds: str = "none") -> None:
        """`reds` is ``none`` or ``one`` red five per suit."""
        self._left = Counter(dict.fromkeys(range(KINDS), 4) | dict.fromkeys(range(FLOWER, RED), 1))
        if reds == "one":
            for five, red in RED_OF.items():
                self._left[five] -= 1
                self._left[red] = 1

    def copy(self) -> Supply:
        """Return a copy with the same tiles left, to try a deal with."""
        other = Supply()
        other._left = self._left.copy()
        return other

    def take(self, codes: Sequence[int]) -> None:
        """Take exactly these tiles. Raises `SynthError` if the set has no more of one."""
        for code in codes:
            if self._left[code] < 1:
                raise SynthError(f"there are too many {TILES[code].notation}: a set has no more of them")
            self._left[code] -= 1

    def count(self, kind: int) -> int:
        """Return how many of a kind are left, red ones included."""
        return self._left[kind] + self._left[RED_OF.get(kind, -1)]

    def take_kind(self, kind: int) -> int:
        """Take one of a kind, the red one first; return its code."""
        red = RED_OF.get(kind, -1)
        code = red if self._left[red] else kind
        self.take((code,))
        return code

    def draw(self, rng: np.random.Generator, count: int, *, flowers: str = "with") -> tuple[int, ...]:
        """Take `count` tiles at random, or all that are left; ``without`` flowers on request."""
        pool = [
            c
            for c, n in sorted(self._left.items())
            for _ in range(n)
            if flowers == "with" or not FLOWER <= c < RED
        ]
        picked = [pool[int(i)] for i in rng.permutation(len(pool))[:count]]
        self.take(picked)
        return tuple(picked)


def deal_hand(
    rng: np.random.Generator,
    supply: Supply,
    *,
    blocks: int = 4,
    melds: int = 0,
    flowers: int = 0,
    won: str = "won",
) -> Hand:
    """Deal a hand of `blocks` sets and a pair, `melds` of the sets exposed; now and then seven pairs or
    orphans.

    ``won`` has its winning tile apart, ``waiting`` lacks it.
    """
    blossom = tuple(sorted(FLOWER + int(i) for i in rng.permutation(8)[:flowers]))
    supply.take(blossom)
    exposed: tuple[Meld, ...] = ()
    special = rng.random() if blocks == 4 and melds == 0 else 1.0
    if special < 0.06:
        tiles = [supply.take_kind(k) for k in (*ORPHANS, ORPHANS[int(rng.integers(13))])]
    elif special < 0.16:
        pairs = rng.permutation([k for k in range(KINDS) if supply.count(k) >= 2])[:7].tolist()
        tiles = [supply.take_kind(k) for k in pairs for _ in range(2)]
    else:
        exposed = tuple(deal_meld(rng, supply) for _ in range(melds))
        tiles = [t for _ in range(blocks - melds) for t in _set(rng, supply)]
        pair = int(rng.choice([k for k in range(KINDS) if supply.count(k) >= 2]))
        tiles += [supply.take_kind(pair), supply.take_kind(pair)]
    winning = tiles.pop(int(rng.integers(len(tiles))))
    order = sorted(tiles, key=lambda c: (TILES[c].kind, -c))
    if rng.random() < 0.12:
        order = [order[int(i)] for i in rng.permutation(len(order))]
    return Hand(tuple(order), winning if won == "won" else None, exposed, blossom)


def _set(rng: np.random.Generator, supply: Supply) -> list[int]:
    """Deal a chow, or now and then a pung."""
    if rng.random() < 0.68:
        starts = [k for k in range(27) if k % 9 < 7 and all(supply.count(k + i) for i in range(3))]
        if starts:
            first = int(rng.choice(starts))
            return [supply.take_kind(first + i) for i in range(3)]
    kind = int(rng.choice([k for k in range(KINDS) if supply.count(k) >= 3]))
    return [supply.take_kind(kind) for _ in range(3)]


def deal_meld(rng: np.random.Generator, supply: Supply) -> Meld:
    """Deal an exposed set from the rest of the supply."""
    if rng.random() < 0.25:
        kind = int(rng.choice([k for k in range(KINDS) if supply.count(k) >= 4]))
        tiles = tuple(supply.take_kind(kind) for _ in range(4))
        form = ("kong", "added_kong", "concealed_kong")[int(rng.integers(3))]
        return Meld(form, tiles, None if form == "concealed_kong" else tiles[-1])
    tiles = tuple(_set(rng, supply))
    chow = TILES[tiles[0]].kind != TILES[tiles[1]].kind
    return Meld("chow" if chow else "pung", tiles, tiles[int(rng.integers(3))])


@dataclass(frozen=True, kw_only=True)
class PlayerStyle:
    """The style in which a player lays the hand out.

    `stance` is lying or standing (leaning back by `lean` degrees); `winning` is gap, turned, above, raised,
    ``on`` top of the row or at its right ``end``; `melds` and `flowers` are right of the row, above it or
    left of it; the claimed tile is ``turned`` or ``straight``; a concealed kong is laid by its name in
    `DOWN`; melds lie ``apart`` from each other or ``touching``.
    """

    stance: str = "lying"
    lean: float = 12.0
    winning: str = "gap"
    melds: str = "right"
    flowers: str = "left"
    concealed_kong: str = "outer"
    turned: str = "turned"
    between: str = "apart"


DOWN = {"outer": (0, 3), "inner": (1, 2), "three": (0, 1, 2), "first": (1, 2, 3), "all": (0, 1, 2, 3)}
"""The tiles of a concealed kong that lie face down, by the style's name for it."""


class Arranger:
    """A list of placed tiles; every row, meld and block gets its own group number."""

    def __init__(self, body: Body, rng: np.random.Generator, *, untidy: float = 0.02) -> None:
        self.tiles: list[Placed] = []
        self._body = body
        self._rng = rng
        self._untidy = untidy
        self._group = -1

    def group(self) -> int:
        """Begin a new group; return its number."""
        self._group += 1
        return self._group

    def _jitter(self, *, scale: float = 1.0) -> float:
        return float(self._rng.normal(0, self._untidy * scale))

    def put(self, code: int, pose: Pose, role: str, *, sideways: str = "") -> int:
        """Place one tile in the current group; return its index."""
        self.tiles.append(Placed(code, pose, role, self._group, sideways))
        return len(self.tiles) - 1

    def _flat(self, x: float, y: float, *, yaw: float, face: str = "up") -> Pose:
        z = self._body.depth / 2
        turn = yaw + self._jitter(scale=40)
        place = (x + self._jitter(scale=0.3), y + self._jitter())
        return lying(*place, z, yaw=turn) if face == "up" else face_down(*place, z, yaw=turn)

    def row(self, codes: Sequence[int], x: float, y: float, role: str) -> float:
        """Place face-up tiles from `x` to the right, their lower edges on `y`; return the x where the row
        ends."""
        for code in codes:
            self.put(code, self._flat(x + 0.5, y + self._body.height / 2, yaw=0.0), role)
            x += 1.01 + abs(self._jitter(scale=0.5))
        return x

    def stand(
        self, codes: Sequence[int], x: float, y: float, role: str, *, lean: float, facing: str = "player"
    ) -> float:
        """Place tiles standing on their edge, leaning back, from `x` to the right; return the x where the row
        ends.

        If `facing` is ``away``, they show the player their backs.
        """
        turn = 180.0 if facing == "away" else 0.0
        tilt = math.radians(lean)
        z = (self._body.height * math.cos(tilt) + self._body.depth * math.sin(tilt)) / 2
        for code in codes:
            pose = standing(
                x + 0.5, y + 0.5 + self._jitter(), z, yaw=turn + self._jitter(scale=40), lean=lean
            )
            self.put(code, pose, role)
            x += 1.01 + abs(self._jitter(scale=0.5))
        return x

    def meld(self, meld: Meld, x: float, y: float, player_style: PlayerStyle) -> float:
        """Place an exposed set with its claimed tile sideways; return the x where it ends."""
        self.group()
        if meld.type == "concealed_kong":
            return self._concealed_kong(meld, x, y, player_style)
        tiles = list(meld.tiles)
        turn = 90.0 if self._rng.random() < 0.5 else -90.0
        stacked = tiles.pop() if meld.type == "added_kong" else None
        at = -1
        if player_style.turned == "turned" and meld.claimed is not None:
            at = int(self._rng.integers(len(tiles))) if meld.type != "chow" else 0
            if meld.type == "chow":  # the claimed tile moves to the left end
                tiles.remove(meld.claimed)
                tiles.insert(0, meld.claimed)
        h = self._body.height
        for i, code in enumerate(tiles):
            if i == at:
                self.put(code, self._flat(x + h / 2, y + 0.5, yaw=turn), "meld", sideways="sideways")
                if stacked is not None:
                    self.put(stacked, self._flat(x + h / 2, y + 1.52, yaw=turn), "meld", sideways="sideways")
                x += h + 0.01
            else:
                x = self.row((code,), x, y, "meld")
        if stacked is not None and at < 0:
            x = self.row((stacked,), x, y, "meld")
        return x

    def _concealed_kong(self, meld: Meld, x: float, y: float, player_style: PlayerStyle) -> float:
        for i, code in enumerate(meld.tiles):
            face = "down" if i in DOWN[player_style.concealed_kong] else "up"
            self.put(code, self._flat(x + 0.5, y + self._body.height / 2, yaw=0, face=face), "meld")
            x += 1.01
        return x

    def hand(self, hand: Hand, player_style: PlayerStyle) -> list[int]:
        """Place the player's hand from x = 0, y = 0: row, winning tile, melds, flowers; return their
        indices."""
        first = len(self.tiles)
        rng = self._rng
        upper = self._body.height + float(rng.uniform(0.25, 0.8))
        if player_style.stance == "standing":  # tiles behind a standing row must be visible over it
            upper += float(rng.uniform(0.8, 1.8))
        x = self._left_of_row(hand, player_style)
        start = x
        self.group()
        if player_style.stance == "standing":
            x = self.stand(hand.concealed, x, 0.0, "hand", lean=player_style.lean)
        else:
            x = self.row(hand.concealed, x, 0.0, "hand")
        x = self._winning(hand, x, upper, player_style)
        if player_style.melds == "right":
            self._melds(hand, x + float(rng.uniform(0.5, 1.1)), 0.0, player_style)
        above = start + float(rng.uniform(0, 3))
        if hand.flowers and player_style.flowers == "above":
            self.group()
            above = self.row(hand.flowers, above, upper, "flower") + float(rng.uniform(0.5, 1.5))
        if player_style.melds == "above":
            self._melds(hand, above, upper, player_style)
        return list(range(first, len(self.tiles)))

    def _left_of_row(self, hand: Hand, player_style: PlayerStyle) -> float:
        """Place the flowers and melds that lie left of the row; return the x where the row begins."""
        x = 0.0
        if hand.flowers and player_style.flowers == "left":
            self.group()
            x = self.row(hand.flowers, x, 0.0, "flower") + float(self._rng.uniform(0.4, 1.2))
        if hand.melds and player_style.melds == "left":
            x = self._melds(hand, x, 0.0, player_style) + float(self._rng.uniform(0.3, 0.8))
        return x

    def _melds(self, hand: Hand, x: float, y: float, player_style: PlayerStyle) -> float:
        for meld in hand.melds:
            step = float(self._rng.uniform(0.25, 0.6))
            x = self.meld(meld, x, y, player_style) + (step if player_style.between == "apart" else 0.01)
        return x

    def _winning(self, hand: Hand, x: float, upper: float, player_style: PlayerStyle) -> float:
        if hand.winning is None:
            return x
        rng, h = self._rng, self._body.height
        self.group()
        if (
            player_style.winning == "above"
            and player_style.melds != "above"
            and player_style.flowers != "above"
        ):
            self.put(
                hand.winning, self._flat(x - float(rng.uniform(0.6, 2.0)), upper + h / 2, yaw=0), "winning"
            )
            return x
        if player_style.winning == "end":
            return self.row((hand.winning,), x, 0.0, "winning")
        if player_style.winning == "on":
            place = (x - float(rng.uniform(1.5, 4.0)), h + float(rng.uniform(0.0, 0.15)))
            pose = lying(*place, self._body.depth * 1.5, yaw=90.0 if rng.random() < 0.5 else 0.0)
            self.put(hand.winning, pose, "winning", sideways="" if pose.right[0] > 0.5 else "sideways")
            return x
        x += float(rng.uniform(0.35, 0.9))
        if player_style.winning == "turned":
            turn = 90.0 if rng.random() < 0.5 else -90.0
            self.put(hand.winning, self._flat(x + h / 2, 0.5, yaw=turn), "winning", sideways="sideways")
            return x + h
        rise = float(rng.uniform(0.2, 0.7)) if player_style.winning == "raised" else 0.0
        self.put(hand.winning, self._flat(x + 0.5, rise + h / 2, yaw=0), "winning")
        return x + 1.0

    def block(
        self, codes: Sequence[int], x: float, y: float, role: str, *, columns: int, turn: float = 0.0
    ) -> None:
        """Place face-up tiles in rows of `columns`, the first row at the top, the whole turned about (x,
        y)."""
        self.group()
        h = self._body.height
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        for i, code in enumerate(codes):
            dx, dy = (i % columns + 0.5) * 1.015, -(i // columns + 0.5) * (h + 0.015)
            self.put(code, self._flat(x + dx * c - dy * s, y + dx * s + dy * c, yaw=turn), role)

    def wall(
        self,
        codes: Sequence[int],
        x: float,
        y: float,
        *,
        turn: float = 0.0,
        high: int = 2,
        indicator: int | None = None,
    ) -> None:
        """Place tiles face down in a line, in stacks of `high`, from (x, y) along the direction `turn`.

        The uppermost tile of the stack with the index `indicator` is face up.
        """
        self.group()
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        for i, code in enumerate(codes):
            along, level = (i // high + 0.5) * 1.01, i % high
            z = self._body.depth * (level + 0.5)
            wobble = (self._jitter(), self._jitter())
            place = (x + along * c + wobble[0], y + along * s + wobble[1])
            yaw = turn + self._jitter(scale=40)
            if indicator is not None and i // high == indicator // high and level == high - 1:
                self.put(code, lying(*place, z, yaw=yaw), "indicator")
            else:
                self.put(code, face_down(*place, z, yaw=yaw), "wall")

    def heap(
        self, codes: Sequence[int], spots: Sequence[tuple[float, float]], *, backs: float, yaw: float
    ) -> None:
        """Place tiles thrown about: each at its spot, turned by up to `yaw` degrees, some face down."""
        self.group()
        for code, (x, y) in zip(codes, spots, strict=False):
            face = "down" if self._rng.random() < backs else "up"
            self.put(code, self._flat(x, y, yaw=float(self._rng.uniform(-yaw, yaw)), face=face), "other")


def spots(
    rng: np.random.Generator,
    count: int,
    *,
    width: float,
    height: float,
    apart: float,
    middle: tuple[float, float] = (0, 0),
) -> list[tuple[float, float]]:
    """Draw up to `count` places in a field around `middle`, at least `apart` from each other."""
    found: list[tuple[float, float]] = []
    for _ in range(count * 12):
        x, y = (
            middle[0] + float(rng.uniform(-width, width)) / 2,
            middle[1] + float(rng.uniform(-height, height)) / 2,
        )
        if all(math.hypot(x - a, y - b) >= apart for a, b in found):
            found.append((x, y))
        if len(found) == count:
            break
    return found
