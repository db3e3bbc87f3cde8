"""A table as it is shown: the values of every answer, and the sheet of a session. No database.

`paiyan.scorer.messages.as_json` makes JSON of them, and the schemas of the interface are made of the classes.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from paiyan.scorer.messages.as_json import as_it_is, flat, from_json, named, optional
from paiyan.scorer.messages.languages import Text
from paiyan.service.ledger.session.entries import TableRow, kept_of
from paiyan.service.ledger.session.replay import Replayed
from paiyan.service.ledger.session.state import SEATS, Event, Kind, Session, Step
from paiyan.service.ledger.session.terms import Terms, in_money, least_payments, written

SeatName = Literal["E", "S", "W", "N"]


@dataclass(frozen=True, kw_only=True)
class SeatedPlayer:
    """A player: the seat wind of the next deal, the balance of the session so far, the points in this game,
    and the number of the person in `people`."""

    name: str
    seat: str
    balance: int
    points: int
    person: int


@dataclass(frozen=True, kw_only=True)
class PersonBalance:
    """Somebody who sat here in this session."""

    name: str
    balance: int


@dataclass(frozen=True, kw_only=True)
class SettledPerson:
    """The points that somebody takes home, and the money they are worth."""

    name: str
    points: int
    money: str


@dataclass(frozen=True, kw_only=True)
class MoneyTransfer:
    """Money from somebody to somebody."""

    payer: str = named("from")
    payee: str = named("to")
    money: str


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """The fewest payments that settle the session if it ends now."""

    people: tuple[SettledPerson, ...]
    transfers: tuple[MoneyTransfer, ...]


@dataclass(frozen=True, kw_only=True)
class TableSummary:
    """A table as it stands, without what happened at it.

    `id` is public; `may_write` tells what the secret that was sent allows. `dealer` is a place in `players`,
    `repeats` how often they dealt again, `people` everybody who sat here. `on_table` are the
    points that lie on the table, `table` what the session tells of the next deal's table by itself, `over`
    whether the rules end the game here. `house` is the text of the table's own house file, `rewritten` how
    often a name was deleted from it; then read all of it again.
    """

    id: str
    name: str
    created: str
    rules: str
    house: str | None = optional()
    options: Mapping[str, Any] = as_it_is()
    version: int
    rewritten: int
    may_write: bool
    players: tuple[SeatedPlayer, ...]
    people: tuple[PersonBalance, ...]
    dealer: int
    round: SeatName
    repeats: int
    on_table: int
    table: Mapping[str, Any] = as_it_is()
    over: bool
    terms: Terms
    settlement: Settlement


@dataclass(frozen=True, kw_only=True)
class EventRecord:
    """One thing that happened; `players` is what was gained at each place, `people` who sat there.

    At the end of a game both begin with its first dealer, not with the first place.
    """

    number: int
    kind: str
    at: str = ""
    dealer: int
    round: SeatName
    players: tuple[int, ...]
    next_dealer: str = "E"
    note: str = ""
    deal: int | None = None
    given: Mapping[str, Any] | None = as_it_is(default=None)
    answer: Mapping[str, Any] | None = as_it_is(default=None)
    people: tuple[int, ...] | None = optional()

    def event(self) -> Event:
        """Return the event of which this tells. Raises `ValueError`."""
        east, south, west, north = (self.players[(self.dealer + n) % 4] for n in range(4))
        return Event(
            number=self.number,
            kind=Kind(self.kind),
            at=self.at,
            deal=self.deal,
            dealer=self.dealer,
            round=SEATS.index(self.round),
            seats=(east, south, west, north),
            next_dealer=self.next_dealer,
            note=self.note,
            given=dict(self.given or {}),
            answer=dict(self.answer or {}),
        )


@dataclass(frozen=True, kw_only=True)
class TableState:
    """A table as it stands; `changes` is what happened besides the `deals`: seats, names, terms, the ends of
    games."""

    summary: TableSummary = flat()
    deals: tuple[EventRecord, ...]
    changes: tuple[EventRecord, ...]


@dataclass(frozen=True, kw_only=True)
class TableHistory:
    """A table with everything that happened at it, the deals that were taken back or replaced too."""

    state: TableState = flat()
    events: tuple[EventRecord, ...]


@dataclass(frozen=True, kw_only=True)
class TableChanges:
    """A table as it stands; with `since` only those `deals` and `changes` that are other than then, and in
    `gone` the numbers of the deals that were taken back."""

    summary: TableSummary = flat()
    since: int | None = optional()
    gone: tuple[int, ...] | None = optional()
    deals: tuple[EventRecord, ...]
    changes: tuple[EventRecord, ...]


@dataclass(frozen=True, kw_only=True)
class TableSecrets:
    """A table's public id and its secrets, sent as X-Table-Secret: `write` to write and to read, only for
    whoever may write; `read` to read only."""

    id: str
    write: str | None
    read: str


@dataclass(frozen=True, kw_only=True)
class OpenedTable:
    """A table that was just opened, with its secrets, which are shown only once."""

    state: TableState = flat()
    secrets: TableSecrets


@dataclass(frozen=True, kw_only=True)
class DealOutcome:
    """A deal's dealer, wind, gains at each place and next dealer."""

    dealer: int
    round: SeatName
    players: tuple[int, ...]
    next_dealer: str


@dataclass(frozen=True, kw_only=True)
class ReplayedDeal:
    """A deal that comes out otherwise after a correction; `problem` says why it stays as it was."""

    number: int
    was: DealOutcome
    now: DealOutcome = named("is")
    problem: Text | None


@dataclass(frozen=True, kw_only=True)
class ChangedBalance:
    """The balance of somebody before and after a correction."""

    name: str
    was: int
    now: int = named("is")


@dataclass(frozen=True, kw_only=True)
class ReplayAnswer:
    """The later deals that change with a corrected one, and all balances."""

    replayed: tuple[ReplayedDeal, ...]
    people: tuple[ChangedBalance, ...] | None = optional()


@dataclass(frozen=True)
class _Fan:
    name: str


@dataclass(frozen=True)
class _Winner:
    seat: str
    total: int
    unit: str
    fans: tuple[_Fan, ...]


@dataclass(frozen=True)
class _Answer:
    """The part of a deal's answer that the sheet shows."""

    winners: tuple[_Winner, ...] = ()


def state(table: TableRow, session: Session) -> TableState:
    """Return the table as it stands, its deals without those taken back."""
    deals = tuple(step_record(s) for s in session.steps if s.event.kind is not Kind.GAME)
    return TableState(summary=summary(table, session), deals=deals, changes=changes(session))


def summary(table: TableRow, session: Session) -> TableSummary:
    """Return the table as it stands, without what happened at it."""
    kept = kept_of(table, session)
    totals = session.totals
    players = tuple(
        SeatedPlayer(
            name=session.names[who],
            seat=session.seat(place),
            balance=totals[who],
            points=session.terms.start + session.in_game(who),
            person=who,
        )
        for place, who in enumerate(session.seated_players)
    )
    return TableSummary(
        id=table.id,
        name=table.name,
        created=table.created,
        rules=table.rules,
        house=table.house,
        options=table.options,
        version=session.version,
        rewritten=table.rewritten,
        may_write=table.may_write,
        players=players,
        people=tuple(PersonBalance(name=n, balance=b) for n, b in zip(session.names, totals, strict=True)),
        dealer=session.dealer,
        round=_seat_name(session.round),
        repeats=session.repeats,
        on_table=session.on_table,
        table=dict(kept.table),
        over=kept.over is not None,
        terms=session.terms,
        settlement=settlement(session),
    )


def _seat_name(round_: int) -> SeatName:
    names: tuple[SeatName, ...] = ("E", "S", "W", "N")
    return names[round_]


def settlement(session: Session) -> Settlement:
    """Settle the session as if it ended now: the game that is on ends with its uma, points become money, and
    as few payments as possible settle it."""
    ends = session.ended() if session.has_played else {}
    people = {
        name: gained + ends.get(who, 0)
        for who, (name, gained) in enumerate(zip(session.names, session.totals, strict=True))
    }
    people |= session.onlookers
    names, terms = list(people), session.terms
    money = in_money(list(people.values()), terms)
    return Settlement(
        people=tuple(
            SettledPerson(name=name, points=people[name], money=written(amount, terms.digits))
            for name, amount in zip(names, money, strict=True)
        ),
        transfers=tuple(
            MoneyTransfer(payer=names[p.payer], payee=names[p.payee], money=written(p.amount, terms.digits))
            for p in least_payments(money)
        ),
    )


def event_record(event: Event, number: int | None = None) -> EventRecord:
    """Return an event as it happened; `number` is that of the deal whose place a correction takes."""
    return EventRecord(
        number=number or event.number,
        kind=event.kind.value,
        at=event.at,
        dealer=event.dealer,
        round=_seat_name(event.round),
        players=event.players,
        next_dealer=event.next_dealer,
        note=event.note,
        deal=event.deal,
        given=event.given or None,
        answer=event.answer or None,
    )


def replayed_deal(replayed: Replayed) -> ReplayedDeal:
    """Return a deal that comes out otherwise after a correction: as it was, as it is, what keeps it so."""

    def outcome(event: Event) -> DealOutcome:
        return DealOutcome(
            dealer=event.dealer,
            round=_seat_name(event.round),
            players=event.players,
            next_dealer=event.next_dealer,
        )

    was, now, problem = replayed
    return ReplayedDeal(number=was.number, was=outcome(was), now=outcome(now), problem=problem)


def step_record(step: Step) -> EventRecord:
    """Return the event of a step, with the numbers of the people who gained or lost by it."""
    return replace(event_record(step.event), people=tuple(step.gains))


def changes(session: Session) -> tuple[EventRecord, ...]:
    """Return what else happened: seats, names, terms, and the ends of games with what they brought each."""
    return tuple(one for event in session.events if (one := change(session, event)) is not None)


def change(session: Session, event: Event) -> EventRecord | None:
    """Return what one event changed besides points; None of a deal."""
    if event.kind is Kind.GAME:
        end = session.step(event.number)
        assert end is not None
        return replace(step_record(end), players=tuple(end.gains.values()))
    return event_record(event) if event.kind in (Kind.SEATS, Kind.RENAME, Kind.TERMS) else None


def sheet(session: Session) -> str:
    """Write the deals that count as CSV: one line each, with gains and the balance after it."""
    text = io.StringIO()
    lines = csv.writer(text)
    names = [_plain(name) for name in session.names]
    lines.writerow(["deal", "at", "round", "dealer", "outcome", *names, *(f"{n} Σ" for n in names)])
    sums = [0] * len(names)
    for number, (event, gains) in enumerate(session.steps, 1):
        gained = [gains.get(who, 0) for who in range(len(names))]
        sums = [a + b for a, b in zip(sums, gained, strict=True)]
        dealer = "" if event.kind is Kind.GAME else names[list(gains)[event.dealer]]
        place = [number, event.at, SEATS[event.round], dealer, _plain(_outcome(event))]
        lines.writerow([*place, *gained, *sums])
    return text.getvalue()


def _outcome(event: Event) -> str:
    """A deal in a few words: who won with what, or what was noted."""
    won = [
        f"{w.seat} {w.total} {w.unit} {' '.join(fan.name for fan in w.fans)}"
        for w in from_json(_Answer, event.answer).winners
    ]
    fined = ["penalty"] if event.fined else []
    return "; ".join([*won, *fined, *([event.note] if event.note else [])]) or event.kind.value


_FORMULA = re.compile(r"(^|[;,|\t\r\n\"'])(\s*[=+\-@＝＋－＠﹢﹣﹦﹫−])")
"""What spreadsheets take for the start of a formula: at the start of a cell, which may be inside one of these
cells if the spreadsheet splits at another character; also after blanks and in full-width form."""


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return _FORMULA.sub(r"\1'\2", text)
