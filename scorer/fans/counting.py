"""Find the fans that an arrangement shows, resolve which of them count 计番, and value the hand 计分."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, final

from paiyan.scorer.caching import Record, Remembered
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.facts import GROUPS
from paiyan.scorer.fans.fan import FactPattern, Find, Observes, Priced
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.worth import Worth
from paiyan.scorer.messages.languages import Words


@final
@dataclass(init=False, eq=False, repr=False)
class Match(Record):
    """A fan found in a hand, on these blocks (bit mask; 0 for a circumstance of the win)."""

    priced: Final[Priced]
    blocks: Final[int]

    def __init__(self, priced: Priced, blocks: int) -> None:
        self.priced = priced
        self.blocks = blocks


@final
@dataclass(init=False, eq=False, repr=False)
class Dropped(Record):
    """A match that does not count because of `by`.

    It is part of `by`; or, if `joined`, it would combine sets twice; or, if `alone`, nothing of its kind
    counts together with `by`.
    """

    match: Final[Match]
    by: Final[Match]
    joined: Final[bool]
    alone: Final[bool]

    def __init__(self, match: Match, by: Match, joined: bool = False, alone: bool = False) -> None:
        self.match = match
        self.by = by
        self.joined = joined
        self.alone = alone


@final
@dataclass(init=False, eq=False, repr=False)
class Counted(Record):
    """The matches that count in one arrangement, those that do not, and the sum of those that count."""

    matches: Final[tuple[Match, ...]]
    dropped: Final[tuple[Dropped, ...]]
    sum: Final[int]

    def __init__(self, matches: tuple[Match, ...], dropped: tuple[Dropped, ...], sum: int) -> None:
        self.matches = matches
        self.dropped = dropped
        self.sum = sum


def summed(matches: tuple[Match, ...], dropped: tuple[Dropped, ...]) -> Counted:
    """Return the result in which these matches count and those are dropped."""
    total = 0
    for match in matches:
        total += match.priced.value
    return Counted(matches, dropped, total)


def resolve(matches: Sequence[Match]) -> list[Counted]:
    """Return every way to count these matches; several if sets may be joined in several ways.

    `matches` come by falling value, so that the highest is chosen first 就高不就低.
    """
    joining = [m for m in matches if m.priced.joins]
    if len(joining) < 2:
        return [_count(matches, {})]
    return [
        _count(matches, {id(m): by for m, by in zip(joining, forest, strict=True) if by})
        for forest in forests(joining)
    ]


def above_all(least: int) -> Callable[[Sequence[Match]], list[Counted]]:
    """Return a counting in which fans below `least` do not count with one of at least `least` 役满."""

    def counting(matches: Sequence[Match]) -> list[Counted]:
        first = matches[0] if matches else None  # they come by falling value
        if first is None or first.priced.value < least:
            return resolve(matches)
        above = [m for m in matches if m.priced.value >= least]
        below = tuple(Dropped(m, first, alone=True) for m in matches if m.priced.value < least)
        return [Counted(way.matches, way.dropped + below, way.sum) for way in resolve(above)]

    return counting


def _count(matches: Sequence[Match], joined: dict[int, Match]) -> Counted:
    kept: list[Match] = []
    droppers: list[Match] = []  # the counted matches that keep another fan out
    out: set[str] = set()  # the fans that any of them may keep out
    dropped: list[Dropped] = []
    spent: set[tuple[str, str]] = set()
    for match in matches:
        priced = match.priced
        by = _dropper(match, droppers, spent) if priced.id in out else None
        if by is not None:
            dropped.append(Dropped(match, by))
        elif joined and id(match) in joined:
            dropped.append(Dropped(match, joined[id(match)], joined=True))
        else:
            kept.append(match)
            if priced.drops:
                droppers.append(match)
                out |= priced.drops
    return summed(tuple(kept), tuple(dropped))


def _dropper(match: Match, droppers: Sequence[Match], spent: set[tuple[str, str]]) -> Match | None:
    """Return the counted match that keeps this one out; `spent` remembers what has been implied once."""
    fan, blocks = match.priced.id, match.blocks
    for k in droppers:
        priced = k.priced
        if fan in priced.excludes or (fan in priced.covers and not blocks & ~k.blocks):
            return k
        if fan in priced.implies and (priced.id, fan) not in spent:
            spent.add((priced.id, fan))
            return k
    return None


def forests(joining: Sequence[Match]) -> Iterator[tuple[Match | None, ...]]:
    """Yield the ways to choose from joining matches so that no set is combined twice.

    In a graph of sets, a choice is a forest: each match must join sets that nothing has joined yet. Fans of
    two sets are all worth the same, so taking them greedily is best; of fans of three or four sets a hand of
    four has room for one, so each is tried as the first. A way holds for each match None if it is taken, else
    the match that keeps it out.
    """
    wide = [m for m in joining if m.blocks.bit_count() > 2]
    for first in wide or joining[:1]:
        order = [first, *(m for m in joining if m is not first)]
        groups: list[tuple[int, Match]] = []  # joined sets, and the match that last joined them
        blocker: dict[int, Match | None] = {}
        for m in order:
            by = next((tie for g, tie in groups if (g & m.blocks).bit_count() > 1), None)
            blocker[id(m)] = by
            if by is None:
                tied = m.blocks
                for g, _ in groups:
                    tied |= g if g & m.blocks else 0
                groups = [(g, tie) for g, tie in groups if not g & tied] + [(tied, m)]
        yield tuple(blocker[id(m)] for m in joining)


_MOST: Final = 1 << 13  # cached values of a group of facts: more than a day of play shows
_PART: Final = 24  # fans that are chosen together: of more, the same ones are seldom possible twice

# A fan, its search (None: it is there, on the whole hand), and its matches so far by their blocks.
Search = tuple[Priced, Find | None, dict[int, Match]]
# Of a part: the fans that need nothing, and each other fan with its needs.
Asking = tuple[int, list[tuple[int, int]]]


class Candidates:
    """The fans of a list, to be searched in one arrangement after the other.

    Sets of fans are bit masks, bit i for the i-th of a part of the list. All facts of a hand together hardly
    ever recur, but those of one group do: for each the fans that they leave possible are cached.
    """

    def __init__(self, fans: Sequence[Priced]) -> None:
        every = tuple([p.fan.needs for p in fans])
        needed_facts = 0  # the facts that any fan needs; others do not matter here
        for needs in every:
            needed_facts |= needs
        masks = [group & needed_facts for group in GROUPS]
        self._of_runs, self._of_triplets, self._of_faces, self._of_win = masks
        # Functions of what they need and not of this object, which thus goes away with its rule set at once.
        self._by_runs, self._by_triplets, self._by_faces, self._by_win = (_by_facts(every, m) for m in masks)
        searches = tuple((p, _search_of(p), dict[int, Match]()) for p in fans)
        parts = [searches[at : at + _PART] for at in range(0, len(searches), _PART)]
        self._parts = tuple([Remembered(partial(_choose, part), _MOST) for part in parts])

    def searches(self, arranged: Arranged) -> list[Search]:
        """Return the searches of the fans whose needs are among the facts, in the order of the list."""
        runs = self._by_runs[arranged.of_runs & self._of_runs]
        triplets = self._by_triplets[arranged.of_triplets & self._of_triplets]
        faces = self._by_faces[arranged.of_faces & self._of_faces]
        win = self._by_win[arranged.of_win & self._of_win]
        searches: list[Search] = []
        for i, chosen in enumerate(self._parts):
            searches += chosen[runs[i] & triplets[i] & faces[i] & win[i]]
        return searches

    def matches_in(self, arranged: Arranged) -> list[Match]:
        """Return every match of every fan, in the order of the list."""
        found: list[Match] = []
        whole = (arranged.all,)
        for priced, find, known in self.searches(arranged):
            for blocks in find(arranged) if find else whole:
                match = known.get(blocks)
                if match is None:
                    match = known[blocks] = Match(priced, blocks)
                found.append(match)
        return found


def _choose(searches: tuple[Search, ...], possible: int) -> tuple[Search, ...]:
    """Return the searches of these fans."""
    chosen: list[Search] = []
    while possible:
        lowest = possible & -possible
        possible ^= lowest
        chosen.append(searches[lowest.bit_length() - 1])
    return tuple(chosen)


def _by_facts(every: tuple[int, ...], group: int) -> Remembered[int, tuple[int, ...]]:
    """Return a cache from the facts of a group to the fans of each part that may be there.

    `every` are the needs of each fan.
    """
    parts: list[Asking] = []
    for at in range(0, len(every), _PART):
        part = [(1 << i, needs & group) for i, needs in enumerate(every[at : at + _PART])]
        parts.append((sum(fan for fan, needs in part if not needs), [fan for fan in part if fan[1]]))
    return Remembered(partial(_lacking_none, parts), _MOST)


def _lacking_none(parts: list[Asking], facts: int) -> tuple[int, ...]:
    """Return the fans of each part that need nothing, and those whose needs are all among the facts."""
    found: list[int] = []
    for possible, asking in parts:
        for fan, needs in asking:
            if needs & facts == needs:
                possible |= fan
        found.append(possible)
    return tuple(found)


def _search_of(priced: Priced) -> Find | None:
    """Return the search of a fan whose needs are known to hold.

    A fan that its needs prove is there without a search: None if it is on the whole hand.
    """
    find, needs = priced.fan.find, priced.fan.needs
    if isinstance(find, FactPattern) and not find.facts & ~needs:
        return None if find.whole else _on_no_block
    while isinstance(find, Observes):
        find = find.work
    return find


def _on_no_block(_a: Arranged) -> tuple[int, ...]:
    return (0,)


@final
@dataclass(init=False, eq=False, repr=False)
class Part(Record):
    """A part of a sum, with its reason."""

    words: Final[Words]
    points: Final[int]

    def __init__(self, words: Words, points: int) -> None:
        self.words = words
        self.points = points


@final
@dataclass(init=False, eq=False, repr=False)
class Value(Record):
    """The worth of a hand: `total` in the rule set's unit, `points` as the basis of payments.

    `limit` names the step of a table or the cap that the hand reached; `parts` are those of its fu.
    """

    total: Final[int]
    points: Final[int]
    han: Final[int | None]
    fu: Final[int | None]
    limit: Final[Words | None]
    parts: Final[tuple[Part, ...]]

    def __init__(
        self,
        total: int,
        points: int,
        han: int | None = None,
        fu: int | None = None,
        limit: Words | None = None,
        parts: tuple[Part, ...] = (),
    ) -> None:
        self.total = total
        self.points = points
        self.han = han
        self.fu = fu
        self.limit = limit
        self.parts = parts


Valuing = Callable[[Counted, Arranged, Mapping[str, Any]], Value]
OfWorth = Callable[[Worth, Hand, Mapping[str, Any]], Value]
"""The strategy for a hand whose player states only its worth."""

_ADDED: Final = Remembered[int, Value](lambda total: Value(total, total), most=1 << 10)


def additive(counted: Counted, _arranged: Arranged, _options: Mapping[str, Any]) -> Value:
    """Add up the fans; the sum is the total and the points."""
    return _ADDED[counted.sum]


def plain_worth(worth: Worth, _hand: Hand, _options: Mapping[str, Any]) -> Value:
    """Return the stated worth as total and points."""
    return _ADDED[worth.total]
