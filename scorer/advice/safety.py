"""Safety 安全牌: which discards a seat cannot win on, by the rules, and what the counts say of the others.

A tile is called certain only where the rules make it so: a seat that is in furiten 振听, that let the tile
pass, that gave up the suit; or if nobody can hold the tiles that a win on it takes. Of the rest, the chance
is that of one stated model: if the seat waits, each wait that the unseen tiles allow is as likely as there
are tiles for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from paiyan.scorer.advice.position import Position
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages import advice as words
from paiyan.scorer.messages.languages import Translatable, Words
from paiyan.scorer.rules import conditions
from paiyan.scorer.rules.sources import HOUSE, RIICHI_WIKI, Source
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import KINDS, ORPHAN_KINDS, Tile

Row = tuple[Tile, ...]


@dataclass(frozen=True)
class Others:
    """The rows of discards, each in the order in which they were thrown; and who declared riichi.

    `passed` are tiles that anybody threw since a seat declared riichi (or that it let pass since its last
    discard) and did not win on. They lie in some row too, so they are not counted again.
    """

    discards: Mapping[Seat, Row] = field(default_factory=dict[Seat, Row])
    passed: Mapping[Seat, Row] = field(default_factory=dict[Seat, Row])
    riichi: frozenset[Seat] = frozenset()
    void: Mapping[Seat, str] = field(default_factory=dict[Seat, str])  # the suit given up 定缺: m, p or s

    def tiles(self) -> Iterator[Tile]:
        """Yield the tiles of all rows."""
        for row in self.discards.values():
            yield from row

    @property
    def any(self) -> bool:
        """True if anything is known of them."""
        return bool(self.discards or self.passed or self.riichi)


NOBODY = Others()

_OF_PAIRS_AND_SETS = frozenset({Form.STANDARD, Form.SEVEN_PAIRS, Form.DISTINCT_PAIRS, Form.THIRTEEN_ORPHANS})
_FURITEN = RIICHI_WIKI.section("Furiten")
_SUJI = RIICHI_WIKI.section("Suji")
_KABE = RIICHI_WIKI.section("Kabe")
CERTAIN = frozenset({"nobody", "own_discard", "passed", "void_suit"})
_BARS = (conditions.NOT_PASSED, conditions.NONE_PASSED)


@dataclass(frozen=True)
class Safety(Translatable):
    """The safety of a discard from one seat (None: from everybody): a code, and the chance of a win on it.

    `chance` is 0 where it is certain; else it holds if that seat waits.
    """

    seat: Seat | None
    code: str
    words: Words
    source: Source
    chance: float

    @property
    def certain(self) -> bool:
        """True if the rules leave no win on it."""
        return self.code in CERTAIN

    @property
    def text(self) -> Words:
        """The sentence."""
        return self.words


@dataclass(frozen=True, eq=False)
class Table:
    """A position and the other players as far as they show."""

    position: Position
    others: Others

    @cached_property
    def rows(self) -> dict[Seat, list[int]]:
        """The kinds of the discards of each seat that threw any, in their order."""
        return {seat: [t.kind for t in row] for seat, row in self.others.discards.items() if row}

    def safety(self, kind: int) -> Iterator[Safety]:
        """Yield how safe a kind is: from everybody if certain, else from each seat that shows anything."""
        if self._nobody(kind):
            yield Safety(None, "nobody", words.SAFE["nobody"], HOUSE, 0.0)
            return
        for seat in self.seats:
            code, source = self._of_seat(seat, kind)
            chance = 0.0 if code in CERTAIN else self.chance(seat, kind)
            yield Safety(seat, code, words.SAFE[code], source, chance)

    @property
    def seats(self) -> list[Seat]:
        """The other seats of which anything shows."""
        rows = (self.others.discards, self.others.passed, self.others.void)
        shown = self.others.riichi.union(*rows)
        return [s for s in Seat if s in shown and s is not self.position.hand.seat]

    def _of_seat(self, seat: Seat, kind: int) -> tuple[str, Source]:
        own = {*self.rows.get(seat, ())}
        passed = {t.kind for t in self.others.passed.get(seat, ())}
        bars_own = self.position.rules.won_by.furiten
        if bars_own and kind in own:
            return "own_discard", _FURITEN
        if kind in passed and (bars_own or self._bars_passed):
            return "passed", _FURITEN if bars_own else HOUSE
        if (suit := self.others.void.get(seat)) is not None and kind // 9 == "mps".index(suit):
            return "void_suit", HOUSE
        if kind >= 27:
            return "open", HOUSE
        partners = [kind + step for step in (-3, 3) if 0 <= kind % 9 + step <= 8]
        if bars_own and all(k in own | passed for k in partners):
            return "suji", _SUJI
        walls = [min(map(self.unseen, pair)) for pair in _two_sided(kind)]  # of the scarcer kind of each pair
        if max(walls) <= 1:
            return ("one_chance" if max(walls) else "no_chance"), _KABE
        return "open", HOUSE

    @cached_property
    def _bars_passed(self) -> bool:
        return any(condition in _BARS for condition in self.position.rules.won_by.required)

    def dealt_in(self, kind: int) -> float:
        """Return the chance that a seat which declared riichi wins on a kind."""
        missed, follows = 1.0, self.position.follows
        for safety in self.safety(kind) if follows else ():
            if safety.seat in self.others.riichi:
                missed *= 1.0 - min(follows.danger * safety.chance, 1.0) if follows else 1.0
        return 1.0 - missed

    def unseen(self, kind: int) -> int:
        """Return how many tiles of a kind the others may hold."""
        return max(0, self.position.unseen.get(kind, 0))

    def _nobody(self, kind: int) -> bool:
        """True if nobody can hold the tiles that a win on this kind takes."""
        rules = self.position.rules
        if rules.played_with.wild is not None or not _OF_PAIRS_AND_SETS.issuperset(rules.won_by.forms):
            return False
        orphans = Form.THIRTEEN_ORPHANS in rules.won_by.forms and kind in ORPHAN_KINDS
        if orphans and all(self.unseen(k) for k in ORPHAN_KINDS if k != kind):
            return False
        return not self.unseen(kind) and not any(all(map(self.unseen, pair)) for pair in _run_pairs(kind))

    def chance(self, seat: Seat, kind: int) -> float:
        """Return the chance that a seat which waits wins on a kind."""
        weights = self._waits(seat)
        total = sum(weight for weight, _ in weights)
        return sum(weight for weight, kinds in weights if kind in kinds) / total if total else 0.0

    def _waits(self, seat: Seat) -> list[tuple[float, tuple[int, ...]]]:
        """Return the waits that the unseen tiles allow, each with how many ways there are to hold it."""
        barred = self._barred(seat)
        kinds = [k for k in sorted(self.position.rules.played_with.tiles.kinds) if k < KINDS]
        found: list[tuple[float, tuple[int, ...]]] = []
        for low in kinds:
            n = self.unseen(low)
            found += [(n, (low,)), (n * (n - 1) / 2, (low,))]  # for the pair; one of two pairs
            for step in (1, 2) if low < 27 else ():
                if low % 9 + step <= 8:
                    found.append((n * self.unseen(low + step), _completing(low, step)))
        return [(weight, waits) for weight, waits in found if weight and not barred & {*waits}]

    def _barred(self, seat: Seat) -> set[int]:
        """Return the kinds of which a wait bars the seat from winning."""
        barred = set[int]()
        if self.position.rules.won_by.furiten:
            rows = (self.others.discards.get(seat, ()), self.others.passed.get(seat, ()))
            barred |= {tile.kind for row in rows for tile in row}
        if (suit := self.others.void.get(seat)) is not None:
            base = 9 * "mps".index(suit)
            barred |= {*range(base, base + 9)}
        return barred


def _run_pairs(kind: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of kinds that make a run with a kind."""
    if kind < 27:
        for pair in ((-2, -1), (-1, 1), (1, 2)):
            if all(0 <= kind % 9 + step <= 8 for step in pair):
                yield kind + pair[0], kind + pair[1]


def _two_sided(kind: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of kinds that wait for a kind at one end and for another at the other."""
    for low in (kind - 2, kind + 1) if kind < 27 else ():
        if low // 9 == kind // 9 and 1 <= low % 9 <= 6:
            yield low, low + 1


def _completing(low: int, step: int) -> tuple[int, ...]:
    """Return what two tiles of a run wait for."""
    if step == 2:
        return (low + 1,)
    return tuple(k for k in (low - 1, low + 2) if k // 9 == low // 9)
