"""An arrangement in its situation: what the patterns of the catalogue look at.

Facts that several patterns need are worked out once and kept. Sets of kinds are bit masks, bit k for
kind k (`scorer.shapes`); a *match* of a pattern is a bit mask of block indices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from scorer import facts
from scorer.quick import once
from scorer.shapes import (
    BAMBOO,
    CHARACTERS,
    CIRCLES,
    DRAGONS,
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
_ONE_SUIT = (0, 1, 2, 4)
_EQUAL = (Shape.TRIPLET, Shape.KONG)


class Arranged:
    """One arrangement of a won hand, with everything a pattern may ask.

    `waits` gives the kinds that would have completed the hand before its last tile came, and `wins_on`
    those of them with which it could have won; they are only called by patterns that need them.
    """

    def __init__(
        self,
        arrangement: Arrangement,
        hand: Hand,
        win: Win,
        waits: Callable[[], Sequence[int]],
        wins_on: Callable[[], Sequence[int]] | None = None,
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
        self._wins_on = wins_on or waits
        self._choices: dict[tuple[bool, int], list[tuple[int, tuple[int, ...]]]] = {}
        runs: list[tuple[int, int]] = []
        triplets: list[tuple[int, int]] = []
        kongs: list[tuple[int, int]] = []
        pairs: list[tuple[int, int]] = []
        faces = sets = 0
        for i, (shape, kind, _, _, mixed) in enumerate(self.blocks):
            bit = 1 << kind
            if shape == Shape.RUN:
                runs.append((i, kind))
                bit *= 0b111
            elif shape == Shape.PAIR:
                pairs.append((i, kind))
            elif shape in _EQUAL:
                triplets.append((i, kind))
                sets |= bit
                if shape == Shape.KONG:
                    kongs.append((i, kind))
            elif shape == Shape.KNITTED:
                bit *= 0b1001001
            elif mixed:
                bit = mask_of(mixed)
            faces |= bit
        self.runs, self.triplets, self.kongs, self.pairs = runs, triplets, kongs, pairs  # a kong is a triplet
        self.faces = faces
        self._sets = sets  # the kinds of its triplets
        # Which suits are held: bit 0 characters, 1 circles, 2 bamboo.
        self.suits = (
            (1 if faces & CHARACTERS else 0) | (2 if faces & CIRCLES else 0) | (4 if faces & BAMBOO else 0)
        )

    @once
    def waits(self) -> Sequence[int]:
        """The kinds the hand was waiting for, whatever they would have been worth."""
        return self._waits()

    @once
    def wins_on(self) -> Sequence[int]:
        """The kinds the hand could have won with: not one it holds all four of, nor one with which it would
        lack what the rule set asks of a win."""
        return self._wins_on()

    @property
    def facts(self) -> int:
        """Which of `scorer.facts` hold."""
        faces, by = self.faces, self.win.by
        found = facts.RUNS[len(self.runs)] | facts.TRIPLETS[len(self.triplets)]
        if self.kongs:
            found |= facts.KONG
        if self._sets & WINDS:
            found |= facts.WIND_SET
        if self._sets & DRAGONS:
            found |= facts.DRAGON_SET
        if self.suits in _ONE_SUIT:
            found |= facts.ONE_SUIT
        if not faces & ~ORPHANS:
            found |= facts.ENDS_ONLY
        if not faces & ORPHANS:
            found |= facts.NO_ENDS
        if by is By.SELF_DRAW:
            found |= facts.SELF_DRAWN
        if self.win.flags or (by is not By.DISCARD and by is not By.SELF_DRAW):
            found |= facts.FLAGGED
        if not self.runs:
            found |= facts.NO_RUNS
        if not faces & MIDDLES:
            found |= facts.NO_MIDDLES
        return found if self.form is Form.STANDARD else found | facts.ODD_FORM

    @property
    def honours(self) -> int:
        """Which honours are held: bit 0 winds, bit 1 dragons."""
        return (1 if self.faces & WINDS else 0) | (2 if self.faces & DRAGONS else 0)

    @once
    def counts(self) -> list[int]:
        """How many tiles of each of the 34 kinds the hand holds, kongs as four."""
        counts = [0] * 34
        for block in self.blocks:
            for k in block.tiles:
                counts[k] += 1
        return counts

    @once
    def wild(self) -> Sequence[int]:
        """Which tiles of each block are wild: bit i for its tile i."""
        return self.arrangement.wild or (0,) * len(self.blocks)

    @property
    def claimed(self) -> bool:
        """Whether anything was claimed before the winning tile (a concealed kong is not a claim)."""
        return self.hand.claimed

    def runs_chosen(self, n: int) -> Sequence[tuple[int, tuple[int, ...]]]:
        """Every choice of `n` runs: as a match, and their lowest kinds in rising order."""
        return self._chosen(self.runs, n)

    def triplets_chosen(self, n: int) -> Sequence[tuple[int, tuple[int, ...]]]:
        """Every choice of `n` triplets: as a match, and their kinds in rising order."""
        return self._chosen(self.triplets, n)

    def _chosen(self, sets: list[tuple[int, int]], n: int) -> Sequence[tuple[int, tuple[int, ...]]]:
        key = (sets is self.runs, n)
        if key not in self._choices:
            self._choices[key] = [
                (self.bits(*[i for i, _ in some]), tuple(sorted([k for _, k in some])))
                for some in combinations(sets, n)
            ]
        return self._choices[key]

    def bits(self, *indices: int) -> int:
        """Block indices as a match."""
        bits = 0
        for i in indices:
            bits |= 1 << i
        return bits

    def holding(self, kind: int) -> int:
        """The blocks that hold this kind, as a match."""
        return self.bits(*(i for i, b in enumerate(self.blocks) if kind in b.tiles))
