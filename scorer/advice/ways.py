"""Ways to a whole hand: what each still lacks, which tiles bring it nearer, which it can do without.

A way is sets and a pair of some kinds, with sets that it must hold, or one of the other forms. To ask of all
tiles at once costs little more than to ask how far a hand is, since a tile changes the table of one suit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from paiyan.scorer.arranging.shanten import SuitTables, lacking_of, suit_tables
from paiyan.scorer.arranging.suits import RANK, Suits
from paiyan.scorer.arranging.wild.sets import ANY
from paiyan.scorer.tiles.blocks import LOOSE, Form
from paiyan.scorer.tiles.tile import KINDS, ORPHAN_KINDS, RANK_BITS


class Held(NamedTuple):
    """Concealed tiles as the search sees them: natural ones by suit, and how many are wild."""

    suits: Suits
    wilds: int = 0

    def count(self, kind: int) -> int:
        """Return how many natural tiles of a kind are held."""
        return self.suits[kind // 9] >> RANK_BITS * (kind % 9) & RANK

    def plus(self, kind: int, n: int = 1) -> Held:
        """Return the same tiles with `n` more of a kind (fewer if negative)."""
        suit, step = kind // 9, n << RANK_BITS * (kind % 9)
        a, b, c, d = self.suits
        if suit == 0:
            return Held((a + step, b, c, d), self.wilds)
        if suit == 1:
            return Held((a, b + step, c, d), self.wilds)
        if suit == 2:
            return Held((a, b, c + step, d), self.wilds)
        return Held((a, b, c, d + step), self.wilds)

    @property
    def kinds(self) -> list[int]:
        """The kinds of the natural tiles, each once."""
        found: list[int] = []
        for base, suit in zip((0, 9, 18, 27), self.suits, strict=True):
            rank = base
            while suit:
                if suit & RANK:
                    found.append(rank)
                suit >>= RANK_BITS
                rank += 1
        return found

    @property
    def most(self) -> int:
        """The largest number of one face, wild tiles among them."""
        return 7 if self.wilds else 4


_OF_RANK = [RANK << RANK_BITS * r for r in range(9)]


def suit_masks(mask: int) -> Suits:
    """Return a mask of kinds as one for each suit, all bits of a rank set."""
    suits = [0, 0, 0, 0]
    for kind in range(KINDS):
        if mask >> kind & 1:
            suits[kind // 9] |= _OF_RANK[kind % 9]
    return suits[0], suits[1], suits[2], suits[3]


_MASKS: dict[int, Suits] = {}


def masked(suits: Suits, mask: int) -> Suits:
    """Return the tiles that are of the kinds of a mask."""
    if mask == ANY:
        return suits
    if mask not in _MASKS:
        _MASKS[mask] = suit_masks(mask)
    a, b, c, d = _MASKS[mask]
    return suits[0] & a, suits[1] & b, suits[2] & c, suits[3] & d


_ORPHANS = frozenset(ORPHAN_KINDS)


class Way(Protocol):
    """One way to a whole hand."""

    def lacking(self, held: Held) -> int:
        """Return how many tiles lack, wild ones not counted."""
        ...

    def with_one_more(self, held: Held, most: int, kinds: Sequence[int]) -> list[int]:
        """Return those of some kinds with one of which at most `most` tiles lack."""
        ...

    def with_one_less(self, held: Held, most: int, kinds: Sequence[int]) -> list[int]:
        """Return those of some held kinds without one of which at most `most` tiles lack."""
        ...


@dataclass(frozen=True)
class OfSets:
    """Sets and a pair of the kinds of a mask: `free` sets of any kind besides the `blocks`.

    The sets are those of a form, of which a whole hand has `sets`.
    """

    mask: int
    free: int
    runs: bool = True
    blocks: tuple[tuple[int, ...], ...] = ()
    form: Form = Form.STANDARD
    sets: int = 4

    def _tables(self, held: Held) -> SuitTables:
        return suit_tables(held.most, self.runs, self.form, self.sets)

    def lacking(self, held: Held) -> int:
        """Return how many tiles lack, wild ones not counted."""
        rest, missing = self._without_blocks(held)
        return len(missing) + self._tables(held).lacking(rest, self.free)

    def with_one_more(self, held: Held, most: int, kinds: Sequence[int]) -> list[int]:
        """Return those of some kinds with one of which at most `most` tiles lack."""
        tables = self._tables(held)
        rest, missing = self._without_blocks(held)
        inside = kinds if self.mask == ANY else [k for k in kinds if self.mask >> k & 1]
        if not missing:
            return tables.changed(rest, self.free, most, inside, 1)
        nearer = len(missing) - 1 + tables.lacking(rest, self.free) <= most
        helps = [k for k in kinds if k in missing] if nearer else []
        others = [k for k in inside if k not in missing]
        return helps + tables.changed(rest, self.free, most - len(missing), others, 1)

    def with_one_less(self, held: Held, most: int, kinds: Sequence[int]) -> list[int]:
        """Return those of some held kinds without one of which at most `most` tiles lack."""
        tables = self._tables(held)
        rest, missing = self._without_blocks(held)
        loose = Held(rest)
        inside = [k for k in kinds if loose.count(k)]
        found = tables.changed(rest, self.free, most - len(missing), inside, -1)
        used = [k for k in kinds if not loose.count(k)]
        if used:
            whole = len(missing) + tables.lacking(rest, self.free)
            for kind in used:  # of a block, which lacks it then, or of a kind that is not of the mask
                if whole + bool(self.mask >> kind & 1) <= most:
                    found.append(kind)
        return found

    def _without_blocks(self, held: Held) -> tuple[Suits, list[int]]:
        """Return the tiles of the mask's kinds that are in no block, and what the blocks lack."""
        suits, missing = masked(held.suits, self.mask), list[int]()
        if not self.blocks:
            return suits, missing
        rest = list(suits)
        for kind in (k for block in self.blocks for k in block):
            suit, place = kind // 9, RANK_BITS * (kind % 9)
            if rest[suit] >> place & RANK:
                rest[suit] -= 1 << place
            else:
                missing.append(kind)
        return (rest[0], rest[1], rest[2], rest[3]), missing


@dataclass(frozen=True)
class OfForm:
    """A form that is not of sets and a pair, of the kinds of a mask."""

    form: Form
    mask: int
    melds: int
    sets: int

    def lacking(self, held: Held) -> int:
        """Return how many tiles lack, wild ones not counted."""
        suits = masked(held.suits, self.mask)
        return lacking_of(self.form, suits, melds=self.melds, sets=self.sets, most=held.most)

    def with_one_more(self, held: Held, most: int, kinds: Sequence[int]) -> list[int]:
        """Return those of some kinds with one of which at most `most` tiles lack."""
        return self._changed(held, most, kinds, 1)

    def with_one_less(self, held: Held, most: int, kinds: Sequence[int]) -> list[int]:
        """Return those of some held kinds without one of which at most `most` tiles lack."""
        return self._changed(held, most, kinds, -1)

    def _changed(self, held: Held, most: int, kinds: Sequence[int], by: int) -> list[int]:
        """Try one kind of each class that the form does not tell apart."""
        class_of, fits = _CLASS_OF.get(self.form), dict[Hashable, bool]()
        found: list[int] = []
        for kind in kinds:
            inside = bool(self.mask >> kind & 1)
            key = (inside, class_of(kind, held.count(kind)) if class_of else kind)
            if key not in fits:
                fits[key] = self.lacking(held.plus(kind, by)) <= most
            if fits[key]:
                found.append(kind)
        return found


def _by_count(_kind: int, n: int) -> Hashable:
    return n


def _not_at_all(_kind: int, _n: int) -> Hashable:
    return None


def _loose(form: Form) -> Callable[[int, int], Hashable]:
    def fits(kind: int, _n: int) -> Hashable:
        return LOOSE[form] >> kind & 1

    return fits


_CLASS_OF: dict[Form, Callable[[int, int], Hashable]] = {
    Form.SEVEN_PAIRS: _by_count,
    Form.DISTINCT_PAIRS: _by_count,
    Form.PAIRS_AND_TRIPLET: _by_count,
    Form.EIGHT_PAIRS: _by_count,
    Form.THIRTEEN_ORPHANS: lambda kind, n: (kind in _ORPHANS, n),
    Form.THREE_WILDS: _not_at_all,
    **{form: _loose(form) for form in LOOSE},
}
"""By form, the function that gives the class of a kind; in forms not listed each kind is its own class."""
