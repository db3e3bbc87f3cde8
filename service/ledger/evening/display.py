"""A table as it is shown: the report of every answer, and the sheet of an evening. No database."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from paiyan.scorer.messages.as_json import named, optional
from paiyan.service.ledger.evening.entries import kept_of
from paiyan.service.ledger.evening.state import SEATS, Evening, Event, Kind, Step
from paiyan.service.ledger.evening.table import TableRow
from paiyan.service.ledger.evening.terms import in_money, least_payments, written


@dataclass(frozen=True, kw_only=True)
class Player:
    """A player: the seat wind of the next deal, the balance of the evening so far, the points in this game,
    and the number of the person in `people`."""

    name: str
    seat: str
    balance: int
    points: int
    person: int


@dataclass(frozen=True, kw_only=True)
class Person:
    """Somebody who sat here this evening."""

    name: str
    balance: int


@dataclass(frozen=True, kw_only=True)
class Account:
    """What somebody has gained, in points and in money."""

    name: str
    points: int
    money: str


@dataclass(frozen=True, kw_only=True)
class Payment:
    """Money that one pays another."""

    payer: str = named("from")
    payee: str = named("to")
    money: str


@dataclass(frozen=True, kw_only=True)
class Accounts:
    """Who pays whom, with as few payments as possible, if the evening ends now."""

    people: tuple[Account, ...]
    transfers: tuple[Payment, ...]


@dataclass(frozen=True, kw_only=True)
class EventReport:
    """One thing that happened; `players` is what was gained at each place, `people` who sat there."""

    number: int
    kind: str
    at: str
    dealer: int
    round: str
    players: tuple[int, ...]
    next_dealer: str
    note: str
    deal: int | None
    given: Mapping[str, Any] | None
    answer: Mapping[str, Any] | None
    people: tuple[int, ...] | None = optional()


@dataclass(frozen=True, kw_only=True)
class Secrets:
    """A table's public id and its secrets: `write` only for whoever may write, sent as X-Table-Secret."""

    id: str
    write: str | None
    read: str


@dataclass(frozen=True, kw_only=True)
class TableReport:
    """A table as it stands: `dealer` is a place in `players`, `repeats` how often they dealt again.

    `id` is public; `may_write` tells what the secret that was sent allows.
    `people` has everybody who sat here this evening. `on_table` are the points that lie on the table, `table`
    what the evening tells of the next deal's table by itself, `over` whether the rules end the game here.
    `settlement` says who pays whom, with as few payments as possible, if the evening ends now; `changes` what
    else happened beside the `deals`: seats, names, terms, the ends of games. `secrets` are told once, as the
    table is opened; `events` are everything that happened.
    """

    id: str
    name: str
    created: str
    rules: str
    house: str | None = optional()
    options: Mapping[str, Any]
    version: int
    may_write: bool
    players: tuple[Player, ...]
    people: tuple[Person, ...]
    dealer: int
    round: str
    repeats: int
    on_table: int
    table: Mapping[str, Any]
    over: bool
    terms: Mapping[str, Any]
    settlement: Accounts
    deals: tuple[EventReport, ...]
    changes: tuple[EventReport, ...]
    secrets: Secrets | None = optional()
    events: tuple[EventReport, ...] | None = optional()


def state(table: TableRow, there: Evening) -> TableReport:
    """Report the table as it stands."""
    kept = kept_of(table, there)
    totals = there.totals
    return TableReport(
        id=table.id,
        name=table.name,
        created=table.created,
        rules=table.rules,
        house=table.house,
        options=table.options,
        version=there.version,
        may_write=table.may_write,
        players=tuple(
            Player(
                name=there.names[who],
                seat=there.seat(place),
                balance=totals[who],
                points=there.terms.start + there.in_game(who),
                person=who,
            )
            for place, who in enumerate(there.sitting)
        ),
        people=tuple(Person(name=name, balance=totals[who]) for who, name in enumerate(there.names)),
        dealer=there.dealer,
        round=SEATS[there.round],
        repeats=there.repeats,
        on_table=there.on_table,
        table=dict(kept.table),
        over=kept.over is not None,
        terms=there.terms.told(),
        settlement=settlement(there),
        deals=tuple(step_report(s) for s in there.steps if s.event.kind is not Kind.GAME),
        changes=tuple(_changes(there)),
    )


def settlement(there: Evening) -> Accounts:
    """Report who pays whom if the evening ends now: the game that is on ends with its uma, points become
    money, and as few payments as possible settle it."""
    ends = there.ended() if there.played else {}
    people = {name: there.totals[who] + ends.get(who, 0) for who, name in enumerate(there.names)}
    people |= there.onlookers
    names, terms = list(people), there.terms
    money = in_money(list(people.values()), terms)
    return Accounts(
        people=tuple(
            Account(name=name, points=people[name], money=written(amount, terms.digits))
            for name, amount in zip(names, money, strict=True)
        ),
        transfers=tuple(
            Payment(payer=names[p.payer], payee=names[p.payee], money=written(p.amount, terms.digits))
            for p in least_payments(money)
        ),
    )


def event_report(event: Event) -> EventReport:
    """Report an event as it happened."""
    return EventReport(
        number=event.number,
        kind=event.kind.value,
        at=event.at,
        dealer=event.dealer,
        round=SEATS[event.round],
        players=event.players,
        next_dealer=event.next_dealer,
        note=event.note,
        deal=event.deal,
        given=event.given or None,
        answer=event.answer or None,
    )


def step_report(step: Step) -> EventReport:
    """Report a deal, with the people who sat at the four places."""
    return replace(event_report(step.event), people=tuple(step.gains))


def _changes(there: Evening) -> Iterator[EventReport]:
    """Report what else happened: seats, names, terms, and the ends of games with what they brought each."""
    ends = {step.event.number: step for step in there.steps if step.event.kind is Kind.GAME}
    moved = {step.event.number for step in there.steps}
    for event in there.events:
        if (end := ends.get(event.number)) is not None:
            yield replace(step_report(end), players=tuple(end.gains.values()))
        elif event.number not in moved:
            yield event_report(event)


def sheet(there: Evening) -> str:
    """The deals that count as CSV: a line a deal, with what each gained and the balance after."""
    text = io.StringIO()
    lines = csv.writer(text)
    names = [_plain(name) for name in there.names]
    lines.writerow(["deal", "at", "round", "dealer", "outcome", *names, *(f"{n} Σ" for n in names)])
    sums = [0] * len(names)
    for number, (event, gains) in enumerate(there.steps, 1):
        gained = [gains.get(who, 0) for who in range(len(names))]
        sums = [a + b for a, b in zip(sums, gained, strict=True)]
        dealer = "" if event.kind is Kind.GAME else names[list(gains)[event.dealer]]
        place = [number, event.at, SEATS[event.round], dealer, _plain(_outcome(event))]
        lines.writerow([*place, *gained, *sums])
    return text.getvalue()


def _outcome(event: Event) -> str:
    """A deal in a few words: who won with what, or what was noted."""
    won = [
        f"{w['seat']} {w['total']} {w['unit']} {' '.join(f['name'] for f in w['fans'])}"
        for w in event.answer.get("winners", ())
    ]
    fined = ["penalty"] if event.fined else []
    return "; ".join([*won, *fined, *([event.note] if event.note else [])]) or event.kind.value


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
