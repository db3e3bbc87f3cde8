"""Ways to a whole hand: what each still lacks, which tiles bring it nearer, which it can do without.

A way is sets and a pair of some kinds, with sets that it must hold, or one of the other forms. To ask of all
tiles at once costs little more than to ask how far a hand is, since a tile changes the table of one suit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol

from paiyan.scorer.advice.held import Held, masked
from paiyan.scorer.arranging.shanten import SuitTables, lacking_of, suit_tables
from paiyan.scorer.arranging.suits import RANK, Suits
from paiyan.scorer.arranging.wild.sets import ANY
from paiyan.scorer.tiles.blocks import LOOSE, Form
from paiyan.scorer.tiles.kind_sets import ORPHAN_KINDS
from paiyan.scorer.tiles.tile import RANK_BITS

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
        """Ask of one kind for all that the form does not tell apart."""
        alike, seen = _ALIKE.get(self.form), dict[Hashable, bool]()
        found: list[int] = []
        for kind in kinds:
            inside = bool(self.mask >> kind & 1)
            key = (inside, alike(kind, held.count(kind)) if alike else kind)
            if key not in seen:
                seen[key] = self.lacking(held.plus(kind, by)) <= most
            if seen[key]:
                found.append(kind)
        return found


def _by_count(kind: int, n: int) -> Hashable:
    del kind
    return n


def _not_at_all(kind: int, n: int) -> Hashable:
    del kind, n
    return None


def _loose(form: Form) -> Callable[[int, int], Hashable]:
    def fits(kind: int, n: int) -> Hashable:
        del n
        return LOOSE[form] >> kind & 1

    return fits


_ALIKE: dict[Form, Callable[[int, int], Hashable]] = {
    Form.SEVEN_PAIRS: _by_count,
    Form.DISTINCT_PAIRS: _by_count,
    Form.PAIRS_AND_TRIPLET: _by_count,
    Form.EIGHT_PAIRS: _by_count,
    Form.THIRTEEN_ORPHANS: lambda kind, n: (kind in _ORPHANS, n),
    Form.THREE_WILDS: _not_at_all,
    **{form: _loose(form) for form in LOOSE},
}
"""By form, what tells two kinds apart: the kind itself if it is not listed."""
