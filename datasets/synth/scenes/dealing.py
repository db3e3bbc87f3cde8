"""Deal hands 配牌 that could be won, from a set's supply of tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from paiyan.datasets.synth.scenes.scene import Hand, Meld, SynthError
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
    blossom = tuple(sorted(_flowers(rng, supply, flowers)))
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


def _flowers(rng: np.random.Generator, supply: Supply, count: int) -> list[int]:
    picked = [FLOWER + int(i) for i in rng.permutation(8)[:count]]
    supply.take(picked)
    return picked


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
