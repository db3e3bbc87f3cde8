"""An arrangement in its situation: what the patterns of the catalogue look at.

Facts that several patterns need are worked out once and kept. Sets of kinds are bit masks, bit k for
kind k (`scorer.tiles.blocks`); a *match* of a pattern is a bit mask of block indices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from scorer.arranging.arrangements import Arrangement
from scorer.caching import cached_attribute
from scorer.fans import facts
from scorer.fans.set_relations import BETWEEN_RUNS, BETWEEN_TRIPLETS
from scorer.hand.hand import Hand
from scorer.hand.win import By, Win
from scorer.tiles.blocks import TILES_OF, Block, Shape
from scorer.tiles.forms import Form
from scorer.tiles.kind_sets import (
    BAMBOO,
    CHARACTERS,
    CIRCLES,
    DRAGONS,
    HONOURS,
    ORPHANS,
    REVERSIBLE,
    WINDS,
    mask_of,
    ranks,
)
from scorer.tiles.tile import KINDS

_RUN, _PAIR, _TRIPLET, _KONG = Shape.RUN, Shape.PAIR, Shape.TRIPLET, Shape.KONG
_FOURS = sum(4 << 4 * k for k in range(KINDS))
_OF_TRIPLET = tuple(
    facts.TRIPLET_OF.get(k, 0) | (facts.END_TRIPLET if ORPHANS >> k & 1 else 0) for k in range(KINDS)
)


def _seen(kinds: Sequence[int]) -> tuple[int, int]:
    """The faces of these tiles, and how many there are of each: four bits for each kind."""
    return mask_of(kinds), sum(1 << 4 * k for k in kinds)


_OF_BLOCKS = tuple(tuple(_seen(tiles) for tiles in of_shape) for of_shape in TILES_OF)
_OF_SUITS = (  # by which suits are held
    facts.ONE_SUIT, facts.ONE_SUIT, facts.ONE_SUIT, facts.TWO_SUITS,
    facts.ONE_SUIT, facts.TWO_SUITS, facts.TWO_SUITS, 0,
)  # fmt: skip
_WITHOUT = (  # what a hand is that holds none of these faces
    (HONOURS, facts.NO_HONOURS),
    (~ORPHANS, facts.ENDS_ONLY),
    (ORPHANS, facts.NO_ENDS),
    (ranks(4, 5, 6), facts.NO_MIDDLES),
    (~ranks(3, 4, 5, 6, 7), facts.NEAR_FIVE),
    (~ranks(6, 7, 8, 9), facts.UPPER_ONLY),
    (~ranks(1, 2, 3, 4), facts.LOWER_ONLY),
    (~REVERSIBLE, facts.REVERSIBLE),
)


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
        faces = tally = 0
        for i, (shape, kind, _, _, mixed) in enumerate(self.blocks):
            if shape is _RUN:
                runs.append((i, kind))
            elif shape is _TRIPLET:
                triplets.append((i, kind))
            elif shape is _PAIR:
                pairs.append((i, kind))
            elif shape is _KONG:
                triplets.append((i, kind))
                kongs.append((i, kind))
            some, many = _seen(mixed) if mixed else _OF_BLOCKS[shape][kind]
            faces |= some
            tally += many
        self.runs, self.triplets, self.kongs, self.pairs = runs, triplets, kongs, pairs  # a kong is a triplet
        self.faces = faces
        self._tally = tally
        # Which suits are held: bit 0 characters, 1 circles, 2 bamboo.
        self.suits = (
            (1 if faces & CHARACTERS else 0) | (2 if faces & CIRCLES else 0) | (4 if faces & BAMBOO else 0)
        )

    @cached_attribute
    def waits(self) -> Sequence[int]:
        """The kinds the hand was waiting for, whatever they would have been worth."""
        return self._waits()

    @cached_attribute
    def wins_on(self) -> Sequence[int]:
        """The kinds the hand could have won with: not one it holds all four of, nor one with which it would
        lack what the rule set asks of a win."""
        return self._wins_on()

    @property
    def facts(self) -> int:
        """Which of `scorer.fans.facts` hold."""
        return self._facts_of_sets() | self._facts_of_faces() | self._facts_of_win()

    def _facts_of_sets(self) -> int:
        runs, triplets = self.runs, self.triplets
        found = facts.RUNS[len(runs)] | facts.TRIPLETS[len(triplets)]
        for (_, a), (_, b) in combinations(runs, 2):
            found |= BETWEEN_RUNS[a][b]
        if not runs:
            found |= facts.NO_RUNS
        if not triplets:
            return found | facts.NO_TRIPLETS
        for (_, a), (_, b) in combinations(triplets, 2):
            found |= BETWEEN_TRIPLETS[a][b]
        concealed = winds = dragons = 0
        for i, k in triplets:
            found |= _OF_TRIPLET[k]
            concealed += self.blocks[i].concealed
            if k >= 27:
                winds += k < 31
                dragons += k >= 31
        found |= (
            facts.CONCEALED_TRIPLETS[concealed] | facts.WIND_TRIPLETS[winds] | facts.DRAGON_TRIPLETS[dragons]
        )
        return found | facts.KONG if self.kongs else found

    def _facts_of_faces(self) -> int:
        faces = self.faces
        found = _OF_SUITS[self.suits]
        for mask, fact in _WITHOUT:
            if not faces & mask:
                found |= fact
        if faces & HONOURS:
            found |= facts.HONOURS
            if self.suits == 7 and self.honours == 3:
                found |= facts.ALL_TYPES
            for _, k in self.pairs:
                if k >= 27:
                    found |= facts.WIND_PAIR if k < 31 else facts.DRAGON_PAIR
        if self._tally & _FOURS:
            found |= facts.FOUR_ALIKE
        return found if self.form is Form.STANDARD else found | facts.ODD_FORM

    def _facts_of_win(self) -> int:
        win, hand, won = self.win, self.hand, self.won
        found = facts.SELF_DRAWN if win.self_drawn else facts.NOT_DRAWN
        if win.flags or (win.by is not By.DISCARD and win.by is not By.SELF_DRAW):
            found |= facts.FLAGGED
        if hand.flowers or hand.on_flower:
            found |= facts.FLOWERED
        if not hand.claimed:
            found |= facts.UNCLAIMED
        if won is None:
            return found
        if won.shape is _PAIR:
            return found | facts.ON_PAIR
        if won.shape is not _RUN:
            return found
        place, rank = self.kind - won.kind, won.kind % 9
        if place == 1:
            return found | facts.ON_MIDDLE
        on_edge = (place == 2 and rank == 0) or (place == 0 and rank == 6)
        return found | (facts.ON_EDGE if on_edge else facts.ON_SIDE)

    @property
    def honours(self) -> int:
        """Which honours are held: bit 0 winds, bit 1 dragons."""
        return (1 if self.faces & WINDS else 0) | (2 if self.faces & DRAGONS else 0)

    @cached_attribute
    def counts(self) -> list[int]:
        """How many tiles of each of the 34 kinds the hand holds, kongs as four."""
        counts = [0] * 34
        for block in self.blocks:
            for k in block.tiles:
                counts[k] += 1
        return counts

    @cached_attribute
    def fours(self) -> list[int]:
        """The kinds of which the hand holds four tiles, in a kong or not."""
        held = self._tally
        return [k for k in range(KINDS) if held >> 4 * k & 15 == 4] if held & _FOURS else []

    @cached_attribute
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
        return self.bits(*[i for i, b in enumerate(self.blocks) if kind in b.tiles])
