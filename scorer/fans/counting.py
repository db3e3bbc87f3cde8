"""Which of the fans that were found count 计番, and which are kept out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, final

from paiyan.scorer.caching import Record
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Priced


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
    """A match that does not count, because of `by`: it is part of what `by` says; or with `joined`, it would
    combine sets twice; or with `alone`, nothing of its kind counts beside `by`, whatever it says.
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
    """What counts in one arrangement, what was found and does not, and what those that count come to."""

    matches: Final[tuple[Match, ...]]
    dropped: Final[tuple[Dropped, ...]]
    sum: Final[int]

    def __init__(self, matches: tuple[Match, ...], dropped: tuple[Dropped, ...], sum: int) -> None:
        self.matches = matches
        self.dropped = dropped
        self.sum = sum


def summed(matches: tuple[Match, ...], dropped: tuple[Dropped, ...]) -> Counted:
    """These matches as what counts, beside those that do not."""
    total = 0
    for match in matches:
        total += match.priced.value
    return Counted(matches, dropped, total)


def found(priced: Sequence[Priced], arranged: Arranged) -> list[Match]:
    """Every match of every fan, in the order of the list, which is by falling value."""
    return [Match(p, blocks) for p in priced for blocks in p.fan.find(arranged)]


def resolve(matches: Sequence[Match]) -> list[Counted]:
    """Every way to count these matches; more than one where sets may be joined in several ways.

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
    """Counting where a fan of at least `least` leaves room for none below it 役满."""

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
    droppers: list[Match] = []  # of those, what keeps any other fan out
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
    """The counted match that keeps this one out; `spent` remembers what has been implied once."""
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
    """The ways to choose from joining matches so that no set is combined twice.

    Seen as a graph of sets, a choice is a forest: each match must tie together sets that nothing has
    tied together yet. Fans of two sets are all worth the same, so taking them greedily is best; of
    those of three or four sets a hand of four has room for one, so each is tried as the first. For
    each match the way says None where it is taken, else the match that keeps it out.
    """
    wide = [m for m in joining if m.blocks.bit_count() > 2]
    for first in wide or joining[:1]:
        order = [first, *(m for m in joining if m is not first)]
        groups: list[tuple[int, Match]] = []  # sets tied together, and the match that last tied them
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
