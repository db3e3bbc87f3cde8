"""Deal hands, melds and other tiles 配牌, before anything is laid."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from paiyan.datasets.customs.catalogue import Choice, Custom
from paiyan.datasets.synth.scenes.dealing import ORPHANS, RED_OF
from paiyan.scorer.tiles.tile import BACK, FLOWER, KINDS, RED, TILES
from paiyan.vision.structure.scores import MeldKind, Source

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
        pool = [code for code in range(KINDS) for _ in range(self.left[code])]
        pool += [code for code in range(RED, BACK) for _ in range(self.left[code])]
        picked = self._rng.sample(pool, min(count, len(pool)))
        for code in picked:
            self.left[code] -= 1
        return picked

    def flowers(self, count: int) -> list[int]:
        """Take `count` flowers, or all that are left."""
        pool = [code for code in range(FLOWER, RED) if self.left[code]]
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


def deal(rng: Random, supply: Supply, custom: Custom) -> DealtHand:
    """Deal a hand by the custom; a won or waiting one is legal, a bare one has only melds."""
    state, blocks = choose(rng, custom.state), choose(rng, custom.blocks)
    if state == "staged":
        return _staged(rng, supply, custom)
    laid = (deal_meld(rng, supply, custom) for _ in range(min(choose(rng, custom.melds), blocks)))
    melds = [meld for meld in laid if meld]
    flowers, at = supply.flowers(choose(rng, custom.flowers)), choose(rng, custom.winning)
    if state == "playing":
        held = supply.draw(3 * (blocks - len(melds)) + 1 + (rng.random() < 0.35))
        winning = held.pop() if len(held) % 3 == 2 and at != "none" else None
        return DealtHand(_ordered(rng, [held], custom), [], winning, at, melds, flowers)
    if state == "bare" and melds:
        return DealtHand([], [], None, "none", melds, flowers)
    sets = _whole(rng, supply, blocks, melds)
    winning = None
    if state == "waiting" or at != "none":
        last = rng.choice(sets)
        winning = last.pop(rng.randrange(len(last)))
        sets = [one for one in sets if one]
    winning = winning if state == "won" else None
    return DealtHand(_ordered(rng, sets, custom), sets, winning, at, melds, flowers)


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


def _staged(rng: Random, supply: Supply, custom: Custom) -> DealtHand:
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
        held = _ordered(rng, [held], custom)
    return DealtHand(held, [], None, flowers=supply.flowers(choose(rng, custom.flowers)))


def _ordered(rng: Random, sets: list[list[int]], custom: Custom) -> list[int]:
    """Return the tiles in the order in which they lie."""
    held = [code for one in sets for code in one]
    order = choose(rng, custom.order)
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


def deal_meld(rng: Random, supply: Supply, custom: Custom) -> DealtMeld | None:
    """Deal one meld: a kong as often as the custom has them, else a chow or a pung; None if a few draws find
    no meld in the rest of the set."""
    source = rng.choice(_SOURCES)
    if rng.random() < custom.kongs:
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
