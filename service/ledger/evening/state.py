"""What follows from the events of an evening: who sits where, balances, dealer, winds. No database here.

People are numbered in the order in which they came; four of them sit at the places 0 to 3, in the order of
play. The seats E, S, W, N of a deal are counted from its dealer. An evening is one game after another, each
ended by an event of its own: dealer, wind, repeats and what lies on the table belong to a game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple

from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.between_deals import Standing
from paiyan.service.ledger.evening.terms import FREE, Terms, at_the_end

SEATS = "ESWN"
Json = dict[str, Any]
Four = tuple[int, int, int, int]


def rules_named(rules: str, house: str | None) -> Json:
    """What a hand of a table says of its rules: their id, or the text of the table's own house file."""
    return {"rules": rules} if house is None else {"house": house}


class Kind(Enum):
    """What an event does."""

    DEAL = "deal"  # a deal was settled by the rules
    POINTS = "points"  # points changed hands as the players said
    UNDO = "undo"  # the last event that counts is taken back
    CORRECT = "correct"  # a deal is replaced by another version of it
    SEATS = "seats"  # who sits where from now on
    RENAME = "rename"  # somebody is called otherwise
    TERMS = "terms"  # starting points, uma and stakes
    GAME = "game"  # a game ends here, and the next one begins


@dataclass(frozen=True)
class Outcome:
    """What of a settled deal the evening goes by; the deal's whole answer is for whoever looks at it.

    `on_table` is what it laid on the table 供託 or took, `outside` what those gained who only bet 外围, and
    `counted` is False for a deal that counts in no row of deals.
    """

    winners: frozenset[str] = frozenset()
    on_table: int = 0
    outside: Mapping[str, int] = field(default_factory=dict[str, int])
    counted: bool = True

    @classmethod
    def of(cls, answer: Json) -> Outcome | None:
        """Return the outcome of a deal by its answer; None of what the rules did not settle."""
        if not answer:
            return None
        winners: list[Json] = answer.get("winners", [])
        return cls(
            frozenset(str(one["seat"]) for one in winners),
            int(answer.get("on_table", 0)),
            dict(answer.get("outside", {})),
            bool(answer.get("counted", True)),
        )


@dataclass(frozen=True)
class Seating:
    """Who sits where from now on: people by their numbers, those who are new, and if seats were drawn."""

    sitting: Four
    joined: tuple[str, ...]
    drawn: bool


@dataclass(frozen=True)
class Renamed:
    """Another name for a person."""

    person: int
    name: str


@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that happened at a table; `number` counts the table's events from 1.

    `deal` is the number of the event that an undo takes back or a correction replaces. `dealer` (a place)
    and `round` (0 to 3) are those with which a deal was played; they stay, whatever is corrected before. Of
    a change of seats or the end of a game they are those of the next deal. `seats` is what each seat gained,
    E first; `next_dealer` the seat that deals next; `given` what was told.
    """

    number: int
    kind: Kind
    at: str = ""
    deal: int | None = None
    dealer: int = 0
    round: int = 0
    seats: Four = (0, 0, 0, 0)
    next_dealer: str = "E"
    note: str = ""
    given: Json = field(default_factory=dict[str, Any])
    answer: Json = field(default_factory=dict[str, Any])

    @cached_property
    def outcome(self) -> Outcome | None:
        """What came of a deal that the rules settled; else None."""
        return Outcome.of(self.answer)

    @property
    def fined(self) -> bool:
        """True if it is a penalty 罚分."""
        return "penalty" in self.given

    @property
    def seating(self) -> Seating:
        """Who sits where, of a change of seats."""
        a, b, c, d = self.given["sitting"]
        return Seating((a, b, c, d), tuple(self.given["joined"]), bool(self.given["drawn"]))

    @property
    def renamed(self) -> Renamed:
        """Who is called otherwise, of another name."""
        return Renamed(int(self.given["person"]), str(self.given["name"]))

    @property
    def players(self) -> tuple[int, ...]:
        """What was gained at each place."""
        return tuple(self.seats[(place - self.dealer) % 4] for place in range(4))


class Step(NamedTuple):
    """A deal, points or the end of a game; what each person gained by it, in the order of their places."""

    event: Event
    gains: Mapping[int, int]


@dataclass(frozen=True)
class Evening:
    """The table as it stands. `events` are those that count, `steps` those of them that moved points.

    `names` has everybody who sat here, `sitting` the four at the places now; `first` is the place that dealt
    first in this game, which began at the step `since`.
    """

    names: tuple[str, ...] = ("", "", "", "")
    sitting: Four = (0, 1, 2, 3)
    terms: Terms = FREE
    version: int = 0
    events: tuple[Event, ...] = ()
    steps: tuple[Step, ...] = ()
    since: int = 0
    first: int = 0
    dealer: int = 0
    round: int = 0
    repeats: int = 0

    @property
    def deals(self) -> tuple[Event, ...]:
        """Deals and points that count, in the order they were played."""
        return tuple(step.event for step in self.steps if step.event.kind is not Kind.GAME)

    @property
    def played(self) -> tuple[Step, ...]:
        """The steps of this game."""
        return self.steps[self.since :]

    @property
    def on_table(self) -> int:
        """The points that lie on the table 供託; with them and `outside`, the totals sum to zero."""
        return sum(step.event.outcome.on_table for step in self.played if step.event.outcome)

    @property
    def onlookers(self) -> dict[str, int]:
        """What those who only bet 外围 have gained."""
        gained: dict[str, int] = {}
        for step in self.steps:
            for who, points in step.event.outcome.outside.items() if step.event.outcome else ():
                gained[who] = gained.get(who, 0) + points
        return gained

    @property
    def outside(self) -> int:
        """What onlookers have gained, all together."""
        return sum(self.onlookers.values())

    @property
    def counters(self) -> int:
        """Deals in a row up to now that were drawn or won by their dealer 本场."""
        return _last(not _winners(d) or "E" in _winners(d) for d in self._settled)

    @property
    def draws(self) -> int:
        """Drawn deals in a row up to now."""
        return _last(not _winners(d) for d in self._settled)

    @property
    def draws_waiting(self) -> int:
        """Drawn deals that no win has used up yet 荒番: a win uses up one; with another at the table all are
        forgotten."""
        four, waiting = set(self.sitting), 0
        same = [*takewhile(lambda step: set(step.gains) == four, reversed(self.played))]
        for deal in (step.event for step in reversed(same)):
            if deal.outcome and _counts(deal):
                waiting = max(waiting - 1, 0) if _winners(deal) else waiting + 1
        return waiting

    @property
    def _settled(self) -> list[Event]:
        """The deals of this game that the rules settled, the last one first, but those that count in no row
        不计连庄序; points that changed hands are no deal."""
        return [s.event for s in reversed(self.played) if s.event.outcome and _counts(s.event)]

    def before(self, number: int) -> Evening:
        """The table as it stood when that deal was played."""
        at = next(i for i, event in enumerate(self.events) if event.number == number)
        then, old = _after_all(self.names, self.events[:at]), self.events[at]
        return replace(then, version=self.version, dealer=old.dealer, round=old.round)

    def standing(self, options: Mapping[str, Any]) -> Standing:
        """What a rule set is told of it before the next deal."""
        gained = {Seat[self.seat(place)]: self.in_game(who) for place, who in enumerate(self.sitting)}
        return Standing(
            gained, self.on_table, self.repeats, self.draws, self.draws_waiting, self.counters, options
        )

    def in_game(self, person: int) -> int:
        """What somebody has gained in this game."""
        return sum(step.gains.get(person, 0) for step in self.played)

    @property
    def totals(self) -> tuple[int, ...]:
        """What each person has gained or lost this evening, with the uma of the games that ended."""
        return tuple(sum(step.gains.get(who, 0) for step in self.steps) for who in range(len(self.names)))

    @property
    def balances(self) -> tuple[int, ...]:
        """The totals of those who sit at the four places."""
        return tuple(self.totals[who] for who in self.sitting)

    def ended(self) -> dict[int, int]:
        """What each of the four gains where the game ends now: uma, and what lies on the table."""
        order = [self.sitting[(self.first + n) % 4] for n in range(4)]
        return at_the_end({who: self.in_game(who) for who in order}, self.terms, self.on_table)

    def seat(self, place: int) -> str:
        """The seat wind of a place in the next deal."""
        return SEATS[(place - self.dealer) % 4]


def _last(so: Iterable[bool]) -> int:
    return sum(1 for _ in takewhile(bool, so))


def _counts(deal: Event) -> bool:
    """Whether it counts in a row of deals, as one that a fault ended does not, nor a penalty."""
    return deal.outcome.counted if deal.outcome else not deal.fined


def _winners(deal: Event) -> frozenset[str]:
    return deal.outcome.winners if deal.outcome else frozenset()


def evening(events: Iterable[Event], names: Sequence[str] = ("", "", "", "")) -> Evening:
    """The table after these events, in their order; `names` are the four players that it was opened for."""
    version, counting = 0, list[Event]()
    for event in events:
        version = event.number
        if event.kind is Kind.UNDO:
            counting = [e for e in counting if e.number != event.deal]
        elif event.kind is Kind.CORRECT:
            counting = [replace(event, number=e.number) if e.number == event.deal else e for e in counting]
        else:
            counting.append(event)
    return replace(_after_all(tuple(names), counting), version=version)


def _after_all(names: tuple[str, ...], events: Sequence[Event]) -> Evening:
    now = Evening(names=names[:4], events=tuple(events))
    for event in events:
        now = _AFTER.get(event.kind, _after_deal)(now, event)
    return now


def _after_deal(now: Evening, deal: Event) -> Evening:
    """Who deals next, in which wind, for which time in a row."""
    steps = SEATS.index(deal.next_dealer)
    past_the_first = (deal.dealer - now.first) % 4 + steps >= 4
    return replace(
        now,
        steps=(*now.steps, Step(deal, dict(zip(now.sitting, deal.players, strict=True)))),
        dealer=(deal.dealer + steps) % 4,
        round=(deal.round + past_the_first) % 4,
        repeats=now.repeats + _counts(deal) if steps == 0 else 0,
    )


def _after_seats(now: Evening, event: Event) -> Evening:
    """Who deals now was said with the seats, or stays where it was."""
    seating = event.seating
    seated = replace(now, names=(*now.names, *seating.joined), sitting=seating.sitting)
    if not seating.drawn:
        return seated
    return replace(seated, dealer=event.dealer, first=event.dealer, round=event.round, repeats=0)


def _after_rename(now: Evening, event: Event) -> Evening:
    names = list(now.names)
    names[event.renamed.person] = event.renamed.name
    return replace(now, names=tuple(names))


def _after_terms(now: Evening, event: Event) -> Evening:
    return replace(now, terms=Terms.of(event.given))


def _after_game(now: Evening, event: Event) -> Evening:
    steps = (*now.steps, Step(event, now.ended()))
    at = event.dealer
    return replace(now, steps=steps, since=len(steps), first=at, dealer=at, round=0, repeats=0)


_AFTER = {
    Kind.SEATS: _after_seats,
    Kind.RENAME: _after_rename,
    Kind.TERMS: _after_terms,
    Kind.GAME: _after_game,
}


def next_dealer(said: str | None, winners: Collection[str]) -> str:
    """Who deals next where neither the rule set nor the players say: the dealer again after a win of theirs
    or a draw, else the next seat (house default)."""
    return said or ("E" if not winners or "E" in winners else "S")
