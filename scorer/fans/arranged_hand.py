"""An arrangement with its situation, as the patterns of the catalogue take it.

Facts that several patterns need are computed once and kept. Sets of kinds are bit masks, bit k for
kind k (`paiyan.scorer.tiles.blocks`); a *match* of a pattern is a bit mask of block indices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from paiyan.scorer.arranging.arrangements import Arrangement
from paiyan.scorer.fans import facts
from paiyan.scorer.fans.facts import FACTS_OF_RUNS, FACTS_OF_TRIPLETS
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.tiles.blocks import FACES_OF, TILES_OF, Block, Form, Shape
from paiyan.scorer.tiles.tile import (
    BAMBOO,
    CHARACTERS,
    CIRCLES,
    DRAGONS,
    GREEN,
    HONOURS,
    KINDS,
    ORPHANS,
    REVERSIBLE,
    WINDS,
    mask_of,
    ranks,
)

_RUN: Final = Shape.RUN
_PAIR: Final = Shape.PAIR
_TRIPLET: Final = Shape.TRIPLET
_KONG: Final = Shape.KONG
_STANDARD: Final = Form.STANDARD
_DISCARD: Final = By.DISCARD
_SELF_DRAW: Final = By.SELF_DRAW
_IN_TALLY: Final = 12  # kinds of which one integer tells how many tiles there are, four bits for each
_FOURS: Final = sum(4 << 4 * k for k in range(_IN_TALLY))
_OF_SUITS: Final = tuple(  # indexed by the suits held
    (facts.SUITED if suits else 0) | {2: facts.TWO_SUITS, 3: 0}.get(suits.bit_count(), facts.ONE_SUIT)
    for suits in range(8)
)
_WITHOUT = (  # facts of a hand that holds none of these faces
    (HONOURS, facts.NO_HONOURS),
    (~ORPHANS, facts.ENDS_ONLY),
    (ORPHANS, facts.NO_ENDS),
    (ranks(4, 5, 6), facts.NO_MIDDLES),
    (~ranks(3, 4, 5, 6, 7), facts.NEAR_FIVE),
    (~ranks(6, 7, 8, 9), facts.UPPER_ONLY),
    (~ranks(1, 2, 3, 4), facts.LOWER_ONLY),
    (~REVERSIBLE, facts.REVERSIBLE),
    (~GREEN, facts.GREEN_ONLY),
    (~ranks(2, 4, 6, 8), facts.EVEN_ONLY),
    (~ranks(2, 5, 8), facts.ONLY_258),
)
_FIVES = ranks(5)


def _tallies(kinds: Sequence[int]) -> tuple[int, int, int, int, int]:
    """Return a block's faces, its tiles counted in three tallies, and its facts that hold for each block.

    A hand has such a fact if every block does.
    """
    faces = mask_of(kinds)
    every = sum(fact for mask, fact in _WITHOUT if not faces & mask)
    every |= facts.EACH_WITH_END if faces & ORPHANS else 0
    every |= facts.EACH_WITH_FIVE if faces & _FIVES else 0
    low, middle, high = [
        sum([1 << 4 * (k - first) for k in kinds if first <= k < min(first + _IN_TALLY, KINDS)])
        for first in (0, _IN_TALLY, 2 * _IN_TALLY)
    ]
    return faces, low, middle, high, every


_OF_BLOCKS: Final = tuple(tuple(_tallies(tiles) for tiles in of_shape) for of_shape in TILES_OF)


def facts_of_each(block: Block) -> int:
    """Return the facts of this block that a hand has if every block has them."""
    return _OF_BLOCKS[block.shape][block.kind][-1]


def _chosen(sets: list[tuple[int, int]], n: int) -> list[tuple[int, tuple[int, ...]]]:
    return [
        (sum([1 << i for i, _ in some]), tuple(sorted([k for _, k in some])))
        for some in combinations(sets, n)
    ]


class Arranged:
    """One arrangement of a won hand, with everything a pattern may ask for.

    `waits` returns the kinds that would have completed the hand before its last tile came, and `wins_on`
    those of them with which it could have won; they are only called by patterns that need them. `of_runs`,
    `of_triplets`, `of_faces` and `of_win` are the facts that hold, for each group of
    `paiyan.scorer.fans.facts`.
    """

    def __init__(
        self,
        arrangement: Arrangement,
        hand: Hand,
        win: Win,
        waits: Callable[[], Sequence[int]],
        wins_on: Callable[[], Sequence[int]] | None = None,
        drawn: Arranged | None = None,
    ) -> None:
        """Take the blocks from `drawn`, the same arrangement won by self-draw, if it is known."""
        self.form = arrangement.form
        self.blocks: tuple[Block, ...] = arrangement.blocks
        self.arrangement = arrangement
        self.won: Block | None = arrangement.blocks[arrangement.won] if arrangement.won >= 0 else None
        self.won_at = arrangement.won
        self.hand = hand
        self.win = win
        self.kind = win.tile.kind if arrangement.stands < 0 else arrangement.stands
        self.all = (1 << len(self.blocks)) - 1
        self.claimed = hand.claimed  # before the winning tile: a concealed kong is not a claim
        self._find_waits = waits
        self._find_wins_on = wins_on or waits
        self._waits: Sequence[int] | None = None
        self._wins_on: Sequence[int] | None = None
        self._counts: list[int] | None = None
        if drawn is None:
            self._look()
        else:
            self._take(drawn)

    def _look(self) -> None:
        """Find what the blocks show."""
        runs: list[tuple[int, int]] = []
        triplets: list[tuple[int, int]] = []
        kongs: list[tuple[int, int]] = []
        pairs: list[tuple[int, int]] = []
        faces = low = middle = high = concealed = 0
        every = -1
        for i, (shape, kind, hidden, _, mixed) in enumerate(self.blocks):
            if shape is _RUN:
                runs.append((i, kind))
            elif shape is _TRIPLET:
                triplets.append((i, kind))
                concealed += hidden
            elif shape is _PAIR:
                pairs.append((i, kind))
            elif shape is _KONG:
                triplets.append((i, kind))
                kongs.append((i, kind))
                concealed += hidden
            some, a, b, c, all_ = _tallies(mixed) if mixed else _OF_BLOCKS[shape][kind]
            faces |= some
            low += a
            middle += b
            high += c
            every &= all_
        self.runs, self.triplets, self.kongs, self.pairs = runs, triplets, kongs, pairs  # a kong is a triplet
        self.faces = faces
        self._tallies = low, middle, high
        self._fours = bool((low | middle | high) & _FOURS)  # of any kind
        self._concealed = concealed  # triplets
        # Which suits are held: bit 0 characters, 1 circles, 2 bamboo.
        self.suits = (
            (1 if faces & CHARACTERS else 0) | (2 if faces & CIRCLES else 0) | (4 if faces & BAMBOO else 0)
        )
        self.of_runs: int = FACTS_OF_RUNS[tuple(sorted([k for _, k in runs]))]
        self.of_triplets: int = FACTS_OF_TRIPLETS[tuple(sorted([k for _, k in triplets]))]
        self.of_faces = self._facts_of_faces(every)
        self.of_win = self._facts_of_win()

    def _take(self, drawn: Arranged) -> None:
        """Copy what the blocks show from the same arrangement won by self-draw."""
        self.runs, self.triplets, self.kongs = drawn.runs, drawn.triplets, drawn.kongs
        self.pairs, self.faces, self.suits = drawn.pairs, drawn.faces, drawn.suits
        self._tallies, self._fours = drawn._tallies, drawn._fours
        self._concealed = drawn._concealed - (drawn.won is not None and drawn.won.shape is _TRIPLET)
        self.of_runs, self.of_triplets, self.of_faces = drawn.of_runs, drawn.of_triplets, drawn.of_faces
        self.of_win = self._facts_of_win()

    def on_discard(self, hand: Hand, win: Win) -> Arranged:
        """Return the arrangement of a self-draw as won on a discard: its block is not concealed."""
        arrangement = self.arrangement
        if self.won is not None:
            taken = self.won.taken()
            blocks = (*self.blocks[: self.won_at], taken, *self.blocks[self.won_at + 1 :])
            a = arrangement
            arrangement = Arrangement(a.form, blocks, a.won, a.wild, a.stands)
        return Arranged(arrangement, hand, win, self._find_waits, self._find_wins_on, self)

    @property
    def waits(self) -> Sequence[int]:
        """Return the kinds that the hand was waiting for, at any worth."""
        if self._waits is None:
            self._waits = self._find_waits()
        return self._waits

    @property
    def wins_on(self) -> Sequence[int]:
        """Return the kinds that the hand could have won with.

        Kinds that it holds four times are left out, and kinds that would lack what the rule set requires of a
        win.
        """
        if self._wins_on is None:
            self._wins_on = self._find_wins_on()
        return self._wins_on

    @property
    def facts(self) -> int:
        """Return the facts of all groups that hold."""
        return self.of_runs | self.of_triplets | self.of_faces | self.of_win

    def _facts_of_faces(self, every: int) -> int:
        """Return the facts of the faces; `every` are those that hold of each block."""
        found = every | _OF_SUITS[self.suits]
        if self.faces & HONOURS:
            found |= facts.HONOURS
            if self.suits == 7 and self.honours == 3:
                found |= facts.ALL_TYPES
            for _, k in self.pairs:
                if k >= 27:
                    found |= facts.WIND_PAIR if k < 31 else facts.DRAGON_PAIR
        if self._fours:
            found |= facts.FOUR_OF_A_KIND
        return found | (facts.STANDARD_FORM if self.form is _STANDARD else facts.ODD_FORM)

    def _facts_of_win(self) -> int:
        win, hand, won = self.win, self.hand, self.won
        found = facts.SELF_DRAWN if win.self_drawn else facts.NOT_DRAWN
        if win.flags or (win.by is not _DISCARD and win.by is not _SELF_DRAW):
            found |= facts.FLAGGED | facts.MAYBE_LAST
        elif self._fours or self.arrangement.wild:
            found |= facts.MAYBE_LAST
        found |= facts.WILDS if self.arrangement.wild else facts.NO_WILDS
        if hand.flowers or hand.on_flower:
            found |= facts.FLOWERED
        if not self.claimed:
            found |= facts.UNCLAIMED
        if self.blocks[-2:][0].exposed:  # melds come first
            found |= facts.ALL_LAID
        if self.triplets:
            found |= self._facts_of_triplets()
        if won is None or (won.shape is not _PAIR and won.shape is not _RUN):
            return found
        if won.shape is _PAIR:
            return found | facts.ON_PAIR
        place, rank = self.kind - won.kind, won.kind % 9
        if place == 1:
            return found | facts.ON_MIDDLE
        on_edge = (place == 2 and rank == 0) or (place == 0 and rank == 6)
        return found | (facts.ON_EDGE if on_edge else facts.ON_SIDE)

    def _facts_of_triplets(self) -> int:
        """Return the facts of the triplets that depend on the win and the seats."""
        found = facts.CONCEALED_TRIPLETS[self._concealed] | (facts.KONG if self.kongs else 0)
        for _, kind in self.triplets:
            if 27 <= kind < 31:
                found |= facts.ROUND_WIND_TRIPLET if kind == self.hand.round.wind else 0
                found |= facts.OWN_WIND_TRIPLET if kind == self.hand.own_wind else 0
        return found

    @property
    def honours(self) -> int:
        """Return the honours held: bit 0 winds, bit 1 dragons."""
        return (1 if self.faces & WINDS else 0) | (2 if self.faces & DRAGONS else 0)

    @property
    def counts(self) -> list[int]:
        """Return how many tiles of each of the 34 kinds the hand holds, kongs as four."""
        if self._counts is None:
            self._counts = counts = [0] * KINDS
            for block in self.blocks:
                for k in block.tiles:
                    counts[k] += 1
        return self._counts

    @property
    def fours(self) -> list[int]:
        """Return the kinds that the hand holds four times, in a kong or not."""
        found: list[int] = []
        for i, tally in enumerate(self._tallies):
            fours = tally & _FOURS
            while fours:
                place = (fours & -fours).bit_length() // 4
                fours &= fours - 1
                if tally >> 4 * place & 15 == 4:  # not more, which wild tiles may make
                    found.append(_IN_TALLY * i + place)
        return found

    @property
    def wild(self) -> Sequence[int]:
        """Return the wild tiles of each block as a mask: bit i for its tile i."""
        return self.arrangement.wild or (0,) * len(self.blocks)

    def runs_chosen(self, n: int) -> Sequence[tuple[int, tuple[int, ...]]]:
        """Return every choice of `n` runs: as a match, and their lowest kinds in rising order."""
        return _chosen(self.runs, n)

    def triplets_chosen(self, n: int) -> Sequence[tuple[int, tuple[int, ...]]]:
        """Return every choice of `n` triplets: as a match, and their kinds in rising order."""
        return _chosen(self.triplets, n)

    def bits(self, *indices: int) -> int:
        """Return block indices as a match."""
        bits = 0
        for i in indices:
            bits |= 1 << i
        return bits

    def holding(self, kind: int) -> int:
        """Return the blocks that hold this kind, as a match."""
        match = 0
        for i, (shape, lowest, _, _, mixed) in enumerate(self.blocks):
            if kind in mixed if mixed else FACES_OF[shape][lowest] >> kind & 1:
                match |= 1 << i
        return match
