"""The state that follows from the events of a session: seats, balances, dealer, winds. No database here.

People are numbered in the order of their arrival; four of them sit at the places 0 to 3, in the order of
play. The seats E, S, W, N of a deal are counted from its dealer. A session is one game after another, each
ended by its own event: dealer, wind, repeats and stakes on the table belong to a game.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.as_json import from_json, named
from paiyan.scorer.rules.between_deals import Standing
from paiyan.service.ledger.session.terms import FREE, Terms, at_the_end

SEATS = "ESWN"
MARK_EVERY = 64
"""Events between two marks of a session: the most that an undo counts again."""
Json = dict[str, Any]
Four = tuple[int, int, int, int]


class Kind(Enum):
    """The kind of an event, by the word that is stored."""

    DEAL = "deal"  # a deal was settled by the rules
    POINTS = "points"  # points changed hands as the players said
    UNDO = "undo"  # the last event that counts is taken back
    CORRECT = "correct"  # a deal is replaced by another version of it
    SEATS = "seats"  # who sits where from now on
    RENAME = "rename"  # somebody is called otherwise
    TERMS = "terms"  # starting points, uma and stakes
    GAME = "game"  # a game ends here, and the next one begins


@dataclass(frozen=True)
class Winner:
    """A winner in a deal's answer, as far as the session needs it."""

    seat: str


@dataclass(frozen=True)
class Outcome:
    """The part of a settled deal that the session needs.

    `on_table` is the stake 供託 that it added or took, `outside` the gain of onlookers who bet 外围, and
    `counted` is False for a deal that counts in no streak.
    """

    won: tuple[Winner, ...] = named("winners", default=())
    on_table: int = 0
    outside: Mapping[str, int] = field(default_factory=dict[str, int])
    counted: bool = True
    next_dealer: str | None = None

    @property
    def winners(self) -> list[str]:
        """Return the seats that won, as letters in the order of the answer; none if the deal was drawn."""
        return [winner.seat for winner in self.won]


@dataclass(frozen=True, kw_only=True)
class Seated:
    """The people at the four places from now on, the new ones, and whether the seats were drawn again."""

    seated_players: Four = named("sitting")
    joined: tuple[str, ...]
    drawn: bool


@dataclass(frozen=True, kw_only=True)
class Renamed:
    """The old and the new name of somebody, by the number of the person."""

    person: int
    was: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that happened at a table; `number` counts the table's events from 1.

    `deal` is the number of the event that an undo takes back or a correction replaces. `dealer` (a place)
    and `round` (0 to 3) are those with which a deal was played; they stay, whatever is corrected before. For
    a change of seats or the end of a game they are those of the next deal. `seats` is the gain of each seat,
    E first; `next_dealer` the seat that deals next; `given` the entry of the player.
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
    settled: Outcome | None = None
    """The outcome of a deal whose answer was left out."""

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome of a deal that the rules settled; else None."""
        return self._answered if self.answer else self.settled

    @cached_property
    def _answered(self) -> Outcome:
        return from_json(Outcome, self.answer)

    @property
    def fined(self) -> bool:
        """True if it is a penalty 罚分."""
        return "penalty" in self.given

    @property
    def players(self) -> tuple[int, ...]:
        """Return the gains by place, 0 to 3; `seats` has them from the dealer on."""
        first = -self.dealer % 4
        return self.seats[first:] + self.seats[:first]


class Step(NamedTuple):
    """A deal, points or the end of a game; what each person gained by it.

    People are in the order of their places; at the end of a game from its first dealer on.
    """

    event: Event
    gains: Mapping[int, int]


class Mark(NamedTuple):
    """The state of a session after its first `events`, of which `steps` moved points."""

    events: int
    steps: int
    then: Session
    """Without events, steps and marks."""


@dataclass(frozen=True)
class Session:
    """The state of a table. `events` are those that count, `steps` those of them that moved points.

    `names` has everybody who sat here, `opened` the four that the table was opened for, `seated_players` the
    four at the places now; `first` is the place that dealt first in this game, which began at the step
    `since`. The totals are carried on from event to event, so that a table of ten thousand is not counted
    again; after an undo or a correction of an earlier event, only the events after the nearest of the `marks`
    are.
    """

    names: tuple[str, ...] = ("", "", "", "")
    opened: tuple[str, ...] = ("", "", "", "")
    seated_players: Four = (0, 1, 2, 3)
    terms: Terms = FREE
    version: int = 0
    events: tuple[Event, ...] = ()
    steps: tuple[Step, ...] = ()
    since: int = 0
    first: int = 0
    dealer: int = 0
    round: int = 0
    repeats: int = 0
    earlier: Mapping[int, int] = field(default_factory=dict[int, int])
    """What each person has gained in the games that ended, with their uma."""
    game: Mapping[int, int] = field(default_factory=dict[int, int])
    """What each person has gained in this game."""
    onlookers: Mapping[str, int] = field(default_factory=dict[str, int])
    """What those who only bet 外围 have gained."""
    on_table: int = 0
    """The points that lie on the table 供託; with them and those of `onlookers`, the totals sum to zero."""
    counters: int = 0
    """Deals in a row up to now that were drawn or won by their dealer 本场."""
    draws: int = 0
    """Drawn deals in a row up to now."""
    pending: int = 0
    """Drawn deals of the `lately` four that no win has used up."""
    lately: Four | None = None
    """Who sat at the last deal of this game, at the places of that time."""
    marks: tuple[Mark, ...] = field(default=(), compare=False, repr=False)
    """Dense near the newest event, ever farther apart towards the first."""

    @property
    def deals(self) -> tuple[Event, ...]:
        """Return the events that moved points, except the ends of games."""
        return tuple(step.event for step in self.steps if step.event.kind is not Kind.GAME)

    @property
    def has_played(self) -> bool:
        """True if points were moved in this game."""
        return len(self.steps) > self.since

    @property
    def draws_waiting(self) -> int:
        """Drawn deals that no win has used up yet 荒番: a win uses up one; with another at the table all are
        forgotten."""
        same = self.lately == self.seated_players or {*(self.lately or ())} == {*self.seated_players}
        return self.pending if same else 0

    def then(self, event: Event) -> Session:
        """Return the session after an event; one about an event that does not count sets only `version`."""
        if event.kind not in (Kind.UNDO, Kind.CORRECT):
            tally = _Tally(self, counted=len(self.events))
            tally.add(event)
            return tally.session((*self.events, event), version=event.number)
        at = self._place(event.deal or 0)
        if at is None:
            return replace(self, version=event.number)
        again = () if event.kind is Kind.UNDO else (replace(event, number=self.events[at].number),)
        tally, later = self._until(at), (*again, *self.events[at + 1 :])
        for one in later:
            tally.add(one)
        return tally.session((*self.events[:at], *later), version=event.number)

    def before(self, number: int) -> Session:
        """Return the table as it stood when a deal was played."""
        at = self._place(number)
        if at is None:
            raise LookupError(number)
        old = self.events[at]
        then = self._until(at).session(self.events[:at], version=self.version)
        return replace(then, dealer=old.dealer, round=old.round)

    def deal(self, number: int) -> Event | None:
        """Return the event of a number if it counts and moved points, but did not end a game."""
        found = self.step(number)
        return found.event if found and found.event.kind is not Kind.GAME else None

    def step(self, number: int) -> Step | None:
        """Return the event of a number with everybody's gain, if it moved points."""
        at = bisect_left(self.steps, number, key=lambda step: step.event.number)
        found = self.steps[at] if at < len(self.steps) else None
        return found if found and found.event.number == number else None

    def counting(self, number: int) -> Event | None:
        """Return the event of a number if it counts, in the version that counts."""
        at = self._place(number)
        return None if at is None else self.events[at]

    def _place(self, number: int) -> int | None:
        """Return the index of an event, by its number, among those that count."""
        at = bisect_left(self.events, number, key=lambda event: event.number)
        return at if at < len(self.events) and self.events[at].number == number else None

    def _until(self, count: int) -> _Tally:
        """Count the first `count` events again, from the nearest mark on."""
        marks = tuple(mark for mark in self.marks if mark.events <= count)
        counted, start = 0, Session(names=self.opened, opened=self.opened)
        if marks:
            counted, steps, then = marks[-1]
            start = replace(then, steps=self.steps[:steps], marks=marks)
        tally = _Tally(start, counted=counted)
        for event in self.events[counted:count]:
            tally.add(event)
        return tally

    def standing(self, options: Mapping[str, Any]) -> Standing:
        """Return the state that a rule set gets before the next deal."""
        gained = {Seat[self.seat(place)]: self.in_game(who) for place, who in enumerate(self.seated_players)}
        return Standing(
            gained, self.on_table, self.repeats, self.draws, self.draws_waiting, self.counters, options
        )

    def in_game(self, person: int) -> int:
        """Return what a person has gained in this game, 0 if nothing."""
        return self.game.get(person, 0)

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the balance of each person in this session, with the uma of the games that ended."""
        return tuple(self.earlier.get(who, 0) + self.in_game(who) for who in range(len(self.names)))

    def ended(self) -> dict[int, int]:
        """Return what each of the four gains if the game ends now: uma, and the stakes on the table."""
        order = [self.seated_players[(self.first + n) % 4] for n in range(4)]
        return at_the_end({who: self.in_game(who) for who in order}, self.terms, self.on_table)

    def seat(self, place: int) -> str:
        """Return the seat wind of a place in the next deal."""
        return SEATS[(place - self.dealer) % 4]


def session_of(events: Iterable[Event], names: Sequence[str] = ("", "", "", "")) -> Session:
    """Compute a table's state from its events, in order; `names` are the four players at its opening."""
    version, counting = 0, dict[int, Event]()
    for event in events:
        version, earlier = event.number, event.deal or 0
        if event.kind is Kind.UNDO:
            counting.pop(earlier, None)
        elif event.kind is not Kind.CORRECT:
            counting[event.number] = event
        elif earlier in counting:
            counting[earlier] = replace(event, number=earlier)
    four = tuple(names[:4])
    tally = _Tally(Session(names=four, opened=four))
    for event in counting.values():
        tally.add(event)
    return tally.session(tuple(counting.values()), version=version)


class _Tally:
    """A session that is being counted, event by event; `now` is without events, steps and marks."""

    def __init__(self, start: Session, *, counted: int = 0) -> None:
        self.now = replace(start, events=(), steps=(), marks=())
        self.steps, self.marks, self.counted = list(start.steps), start.marks, counted

    def session(self, events: tuple[Event, ...], *, version: int) -> Session:
        """Return the state after these events, which all count."""
        return replace(self.now, steps=tuple(self.steps), events=events, version=version, marks=self.marks)

    def add(self, event: Event) -> None:
        """Count one event more, and note now and then how it stands; of older marks, those at rounder numbers
        stay."""
        self.now = self._after(event)
        self.counted += 1
        units, since = divmod(self.counted, MARK_EVERY)
        if not since:
            kept = [m for m in self.marks if units - (k := m.events // MARK_EVERY) < 4 * (k & -k)]
            self.marks = (*kept, Mark(self.counted, len(self.steps), self.now))

    def _after(self, event: Event) -> Session:
        now = self.now
        if event.kind is Kind.SEATS:
            return _seated(now, event, from_json(Seated, event.given))
        if event.kind is Kind.RENAME:
            renamed = from_json(Renamed, event.given)
            return replace(
                now, names=(*now.names[: renamed.person], renamed.name, *now.names[renamed.person + 1 :])
            )
        if event.kind is Kind.TERMS:
            return replace(now, terms=from_json(Terms, event.given))
        is_end = event.kind is Kind.GAME
        gains = now.ended() if is_end else dict(zip(now.seated_players, event.players, strict=True))
        self.steps.append(Step(event, gains))
        return _game_over(now, event, gains, len(self.steps)) if is_end else _dealt(now, event, gains)


def _seated(now: Session, event: Event, seated: Seated) -> Session:
    """Seat the players; dealer and wind stay unless the seats were drawn again."""
    now = replace(now, names=(*now.names, *seated.joined), seated_players=seated.seated_players)
    if not seated.drawn:
        return now
    return replace(now, first=event.dealer, dealer=event.dealer, round=event.round, repeats=0)


def _dealt(now: Session, deal: Event, gains: Mapping[int, int]) -> Session:
    """Move the points of a deal; set the next dealer, the wind and the number of repeats.

    A deal that counts in no row 不计连庄序, as one that a fault ended, leaves every row as it is.
    """
    outcome, pending = deal.outcome, now.draws_waiting
    counters, draws, on_table, onlookers = now.counters, now.draws, now.on_table, now.onlookers
    if outcome:
        on_table += outcome.on_table
        onlookers = _added(onlookers, outcome.outside)
        if outcome.counted:
            winners = outcome.winners
            counters = counters + 1 if not winners or "E" in winners else 0
            draws = 0 if winners else draws + 1
            pending = max(pending - 1, 0) if winners else pending + 1
    repeats = now.repeats + (outcome.counted if outcome else not deal.fined)
    steps = SEATS.index(deal.next_dealer)
    past_the_first = (deal.dealer - now.first) % 4 + steps >= 4
    return _changed(
        now,
        game=_added(now.game, gains),
        onlookers=onlookers,
        on_table=on_table,
        counters=counters,
        draws=draws,
        pending=pending,
        lately=now.seated_players,
        dealer=(deal.dealer + steps) % 4,
        round=(deal.round + past_the_first) % 4,
        repeats=0 if steps else repeats,
    )


def _game_over(now: Session, event: Event, gains: Mapping[int, int], steps: int) -> Session:
    """End a game after `steps` steps of the session; dealer, wind, rows and stakes begin again."""
    return Session(
        names=now.names,
        opened=now.opened,
        seated_players=now.seated_players,
        terms=now.terms,
        since=steps,
        first=event.dealer,
        dealer=event.dealer,
        earlier=_added(now.earlier, _added(now.game, gains)),
        onlookers=now.onlookers,
    )


def _changed(now: Session, **fields: Any) -> Session:
    """As `replace`, which would take twice as long as all else that is done for a deal."""
    after = object.__new__(Session)
    object.__setattr__(after, "__dict__", vars(now) | fields)
    return after


_Who = TypeVar("_Who")


def _added(sums: Mapping[_Who, int], more: Mapping[_Who, int]) -> Mapping[_Who, int]:
    if not more:
        return sums
    total = {**sums}
    for who, points in more.items():
        total[who] = total.get(who, 0) + points
    return total
