"""What players do at a table of the ledger: write, correct, take back, look."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count

from service import refusals
from service.answers import known_rules
from service.errors import Conflict, PaiyanError, WrongUse
from service.ledger import shown
from service.ledger.evening import Evening, Event, Json, Kind, evening
from service.ledger.sent import Played, Sent, check_options, deal_event, event_of, named_once
from service.ledger.store import Store, TableRow, now
from service.ledger.watching import Watching

_RACES = 50  # how often a write that met another one is made anew


class Ledger:
    """The tables of a database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.watching = Watching(store.versions)

    def open(self, *, name: str, rules: str, options: Json, players: tuple[str, ...]) -> Json:
        """A new table. Raises `UnknownRules`, `BadHand` for options that do not fit."""
        known_rules(rules)
        named_once(players)
        check_options(rules, options)
        return self.state(self.store.open_table(name=name, rules=rules, options=options, players=players))

    def state(self, id_: str) -> Json:
        """The table as it stands. Raises `UnknownTable`."""
        table = self.store.table(id_)
        return shown.state(table, _evening(table, self.store.events(id_)))

    def write(self, id_: str, sent: Sent, *, lang: str = "en") -> Json:
        """Add what is sent. Raises `UnknownTable`, `WrongUse`, `BadHand`, `Conflict`."""
        table = self.store.table(id_)
        return self._write(table, sent, lambda there: event_of(table, there, sent, lang=lang))

    def correct(self, id_: str, deal: int, played: Played, *, lang: str) -> Json:
        """Replace a deal by another version; who dealt it, and in which wind, stays. Raises as `write`."""
        table = self.store.table(id_)

        def corrected(there: Evening) -> Event:
            if all(d.number != deal for d in there.deals):
                raise WrongUse(refusals.NO_SUCH_DEAL, deal=deal)
            event = deal_event(table, there, there.before(deal), played, lang=lang)
            return replace(event, kind=Kind.CORRECT, deal=deal)

        return self._write(table, played, corrected)

    def history(self, id_: str) -> Json:
        """Everything that happened at a table, the deals that were taken back or replaced too."""
        table, events = self.store.table(id_), self.store.events(id_)
        return {
            **shown.state(table, _evening(table, events)),
            "events": [shown.event_json(e) for e in events],
        }

    def sheet(self, id_: str) -> str:
        """The deals that count as CSV: a line a deal, with what each player gained and the balance after."""
        table = self.store.table(id_)
        return shown.sheet(_evening(table, self.store.events(id_)))

    def _write(self, table: TableRow, sent: Sent, made: Callable[[Evening], Event]) -> Json:
        """Write what follows from how the table stands; what was sent before under its key is written once.

        What says which version it was sent for meets `Conflict` where the table is at another; what does not
        is made anew of the table as it is then, until it is written.
        """
        id_, key = table.id, sent.key or secrets.token_urlsafe(12)
        for race in count():
            events = self.store.events(id_)
            there = _evening(table, events)
            if sent.key and (number := self.store.sent(id_, key)) is not None:
                if number > there.version:
                    continue  # it was written since the events were read
                _same(table, events, number, made)
                return self.state(id_)
            if sent.version is not None and sent.version != there.version:
                raise Conflict(refusals.OTHER_VERSION, version=there.version, sent=sent.version)
            try:
                self.store.append(id_, replace(made(there), at=now()), key=key)
            except Conflict:  # what took its number may be this very write, sent twice at once
                if race >= _RACES:
                    raise
            else:
                break
        return self.state(id_)


def _evening(table: TableRow, events: Sequence[Event]) -> Evening:
    return evening(events, table.players)


def _same(table: TableRow, events: Sequence[Event], number: int, made: Callable[[Evening], Event]) -> None:
    """Hold what is sent against what its key wrote. Raises `Conflict` where it is something else."""
    written = next(event for event in events if event.number == number)
    try:
        sent = made(_evening(table, [event for event in events if event.number < number]))
    except PaiyanError:
        sent = None
    if sent is None or replace(sent, at=written.at, answer=written.answer) != written:
        raise Conflict(refusals.OTHER_UNDER_KEY)
