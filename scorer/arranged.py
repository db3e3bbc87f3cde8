"""An arrangement in its situation: what the patterns of the catalogue look at.

Facts that several patterns need are worked out once and kept. Sets of kinds are bit masks, bit k for
kind k (`scorer.shapes`); a *match* of a pattern is a bit mask of block indices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations

from scorer import facts
from scorer.shapes import (
    BAMBOO,
    CHARACTERS,
    CIRCLES,
    DRAGONS,
    HONOURS,
    ORPHANS,
    WINDS,
    Arrangement,
    Block,
    Form,
    Shape,
    mask_of,
    ranks,
)
from scorer.situation import By, Hand, Win

MIDDLES = ranks(4, 5, 6)


class Arranged:
    """One arrangement of a won hand, with everything a pattern may ask.

    `waits` gives the kinds that would have completed the hand before its last tile came; it is only
    called by patterns that need it.
    """

    def __init__(
        self, arrangement: Arrangement, hand: Hand, win: Win, waits: Callable[[], Sequence[int]]
    ) -> None:
        self.form = arrangement.form
        self.blocks: tuple[Block, ...] = arrangement.blocks
        self.arrangement = arrangement
        self.won: Block | None = arrangement.blocks[arrangement.won] if arrangement.won >= 0 else None
        self.won_at = arrangement.won
        self.hand = hand
        self.win = win
        self.kind = win.tile.kind if arrangement.stands < 0 else arrangement.stands
        self.all = (1 << len(self.blocks)) - 1
        self._waits = waits
        self._runs_chosen: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        self.runs: list[tuple[int, int]] = []
        self.triplets: list[tuple[int, int]] = []  # kongs are triplets too
        self.kongs: list[tuple[int, int]] = []
        self.pairs: list[tuple[int, int]] = []
        faces = 0
        for i, (shape, kind, _, _, mixed) in enumerate(self.blocks):
            bit = 1 << kind
            if shape == Shape.RUN:
                self.runs.append((i, kind))
                bit *= 0b111
            elif shape == Shape.TRIPLET or shape == Shape.KONG:
                self.triplets.append((i, kind))
                if shape == Shape.KONG:
                    self.kongs.append((i, kind))
            elif shape == Shape.PAIR:
                self.pairs.append((i, kind))
            elif shape == Shape.KNITTED:
                bit *= 0b1001001
            elif mixed:
                bit = mask_of(mixed)
            faces |= bit
        self.faces = faces

    @cached_property
    def waits(self) -> Sequence[int]:
        """The kinds the hand was waiting for, whatever they would have been worth."""
        return self._waits()

    @property
    def facts(self) -> int:
        """Which of `scorer.facts` hold."""
        faces, by = self.faces, self.win.by
        honours = faces & HONOURS
        return (
            facts.RUNS[len(self.runs)]
            | facts.TRIPLETS[len(self.triplets)]
            | (facts.KONG if self.kongs else 0)
            | (facts.HONOUR_SET if honours and any(k >= 27 for _, k in self.triplets) else 0)
            | (facts.ONE_SUIT if self.suits in (0, 1, 2, 4) else 0)
            | (0 if faces & ~ORPHANS else facts.ENDS_ONLY)
            | (0 if faces & ORPHANS else facts.NO_ENDS)
            | (facts.SELF_DRAWN if by is By.SELF_DRAW else 0)
            | (facts.FLAGGED if self.win.flags or by not in (By.DISCARD, By.SELF_DRAW) else 0)
            | (0 if self.runs else facts.NO_RUNS)
            | (0 if faces & MIDDLES else facts.NO_MIDDLES)
            | (0 if self.form is Form.STANDARD else facts.ODD_FORM)
        )

    @cached_property
    def suits(self) -> int:
        """Which suits are held: bit 0 characters, 1 circles, 2 bamboo."""
        faces = self.faces
        return (bool(faces & CHARACTERS)) | (bool(faces & CIRCLES)) << 1 | (bool(faces & BAMBOO)) << 2

    @cached_property
    def honours(self) -> int:
        """Which honours are held: bit 0 winds, bit 1 dragons."""
        return bool(self.faces & WINDS) | bool(self.faces & DRAGONS) << 1

    @cached_property
    def counts(self) -> list[int]:
        """How many tiles of each of the 34 kinds the hand holds, kongs as four."""
        counts = [0] * 34
        for block in self.blocks:
            for k in block.tiles:
                counts[k] += 1
        return counts

    @cached_property
    def wild(self) -> Sequence[int]:
        """Which tiles of each block are wild: bit i for its tile i."""
        return self.arrangement.wild or (0,) * len(self.blocks)

    @property
    def claimed(self) -> bool:
        """Whether anything was claimed before the winning tile (a concealed kong is not a claim)."""
        return self.hand.claimed

    def runs_chosen(self, n: int) -> Sequence[tuple[int, tuple[int, ...]]]:
        """Every choice of `n` runs: as a match, and their lowest kinds in rising order."""
        if n not in self._runs_chosen:
            self._runs_chosen[n] = [
                (self.bits(*(i for i, _ in some)), tuple(sorted([k for _, k in some])))
                for some in combinations(self.runs, n)
            ]
        return self._runs_chosen[n]

    def bits(self, *indices: int) -> int:
        """Block indices as a match."""
        bits = 0
        for i in indices:
            bits |= 1 << i
        return bits

    def holding(self, kind: int) -> int:
        """The blocks that hold this kind, as a match."""
        return self.bits(*(i for i, b in enumerate(self.blocks) if kind in b.tiles))
