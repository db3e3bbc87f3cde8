"""Actions of players at a table of the ledger: write, correct, undo, read."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import count

import orjson

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.service.answers.rule_catalogue import rules_of
from paiyan.service.errors import Conflict, Forbidden, PaiyanError, UnknownTable, WrongUse
from paiyan.service.ledger.cached_tables import Snapshots, TableWatchers
from paiyan.service.ledger.credentials import Credentials, reading
from paiyan.service.ledger.database.store import Store, forget_name, now
from paiyan.service.ledger.session import display
from paiyan.service.ledger.session.entries import (
    Command,
    RecordDeal,
    TableRow,
    check_options,
    deal_event,
    event_of,
    named_once,
    rules_named,
)
from paiyan.service.ledger.session.log import restored
from paiyan.service.ledger.session.replay import corrections
from paiyan.service.ledger.session.state import Event, Json, Kind, Session, session_of
from paiyan.service.messages import tables as refusal

_RACES = 50  # how often a write that met another one is made again


class Ledger:
    """The tables of a store, and what players do at them; a table takes `most_events` at most."""

    def __init__(self, store: Store, *, most_events: int = 20_000) -> None:
        self.store = store
        self.most_events = most_events
        self._at_hand = Snapshots(store)
        self.watching = TableWatchers(store.versions)

    def open(
        self, *, name: str, options: Json, players: tuple[str, ...], rules: str = "", house: str | None = None
    ) -> display.OpenedTable:
        """Open a table under a rule set or under its own house file.

        Raises `UnknownRules`, `BadHouse`, `BadHand` for options that do not fit.
        """
        known = rules_of(rules_named(rules, house))
        named_once(players)
        check_options(known, options)
        about: Json = {"name": name, "rules": known.id, "house": house}
        writer = self.store.open_table(**about, options=options, players=players)
        table = self.store.table(writer)
        state = replace(display.summary(table, _session(table, ())), id=writer.table)
        return display.OpenedTable(
            state=display.TableState(summary=state, deals=(), changes=()), secrets=self.secrets(writer)
        )

    def state(self, credentials: Credentials) -> Json:
        """Return the table as it stands, under the address of the request. Raises `UnknownTable`."""
        return orjson.loads(self.state_json(credentials))

    def state_json(self, credentials: Credentials, *, since: int | None = None) -> bytes:
        """As `state`, as JSON; with `since`, a version, of deals and changes only what is other than then."""
        table = self.store.table(credentials)
        cached = self._at_hand.of(table)
        with cached.lock:
            return cached.to_json(table, credentials.table, since)

    def check_advice(self, credentials: Credentials) -> None:
        """Raises `Forbidden` if the table agreed to play without advice, `UnknownTable`."""
        table = self.store.table(credentials)
        cached = self._at_hand.of(table)
        with cached.lock:
            if not cached.session.terms.advice:
                raise Forbidden(refusal.NO_ADVICE)

    def secrets(self, credentials: Credentials) -> display.TableSecrets:
        """The table's public id and the secrets that follow from the one sent: a writer's are both, a
        reader's is the one for reading. Raises `UnknownTable`."""
        table, secret = self.store.table(credentials), credentials.secret or credentials.table
        if not table.may_write:
            return display.TableSecrets(id=table.id, write=None, read=secret)
        return display.TableSecrets(id=table.id, write=secret, read=reading(secret))

    def write(self, credentials: Credentials, sent: Command) -> None:
        """Add what is sent. Raises `UnknownTable`, `Forbidden`, `WrongUse`, `BadHand`, `Conflict`."""
        table = self._writable(credentials)
        self._write(table, sent, lambda session: event_of(table, session, sent))

    def correct(self, credentials: Credentials, deal: int, played: RecordDeal) -> None:
        """Replace a deal by another version; who dealt it, and in which wind, stays. Raises as `write`."""
        table = self._writable(credentials)

        def corrected(session: Session) -> Event:
            if session.deal(deal) is None:
                raise WrongUse(refusal.NO_SUCH_DEAL, deal=deal)
            event = deal_event(table, session, session.before(deal), played)
            return replace(event, kind=Kind.CORRECT, deal=deal)

        self._write(table, played, corrected)

    def replay(
        self, credentials: Credentials, deal: int, played: RecordDeal, *, write: bool
    ) -> display.ReplayAnswer:
        """Replace a deal and play again what follows it; without `write` only tell what would change.

        Each deal that comes out otherwise is corrected with it, all at once. Raises as `correct`.
        """
        table = self._writable(credentials)
        session = _session(table, self.store.events(table.id))
        if played.key and (number := self.store.sent(table.id, played.key)) is not None:
            made = partial(_first_correction, table, deal=deal, played=played)
            _same(table, self.store.events(table.id), number, made)
            return display.ReplayAnswer(replayed=())  # written before
        if played.version is not None and played.version != session.version:
            raise Conflict(refusal.OTHER_VERSION, version=session.version, sent=played.version)
        followed, corrected = corrections(table, session, deal, played, time=now())
        after = session
        for event in corrected:
            after = after.then(event)
        if write:
            if after.version > self.most_events:
                raise WrongUse(refusal.TABLE_FULL, most=self.most_events)
            key = played.key or secrets.token_urlsafe(12)
            keys = [key, *(secrets.token_urlsafe(12) for _ in corrected[1:])]
            self.store.append_all(table.id, list(zip(corrected, keys, strict=True)))
        return display.ReplayAnswer(
            replayed=tuple(map(display.replayed_deal, followed)),
            people=tuple(
                display.ChangedBalance(name=name, was=before, now=now_)
                for name, before, now_ in zip(session.names, session.totals, after.totals, strict=True)
            ),
        )

    def take_in(self, credentials: Credentials, log: Json, render: JsonRenderer) -> None:
        """Take in the log of a table that a phone kept by itself, under the id and the secret of the phone.

        Once, however often it is sent; what the phone wrote since is added. Raises `WrongUse` for what is no
        log of this table, `Conflict` where another table has its id or went on differently.
        """
        kept = restored({**log, "secret": credentials.secret}, render)
        if kept.table.id != credentials.table:
            raise WrongUse(refusal.NO_LOG)
        events = [(entry.event(), entry.key) for entry in kept.events]
        try:
            table = self._writable(credentials)
        except UnknownTable:
            self.store.take_in(credentials, render.json(kept.table), events)
            return
        for event, key in events:
            number = self.store.sent(table.id, key)
            if number not in (None, event.number):
                raise Conflict(refusal.LOGS_DIFFER)
        news = [(event, key) for event, key in events if self.store.sent(table.id, key) is None]
        if news:
            if news[0][0].number != self.store.versions([table.id]).get(table.id, 0) + 1:
                raise Conflict(refusal.LOGS_DIFFER)
            self.store.append_all(table.id, news)

    def revoke(self, credentials: Credentials) -> display.TableSecrets:
        """New secrets in place of the table's own: links that were handed on open nothing any more."""
        table = self._writable(credentials)
        return self.secrets(self.store.change_secret(credentials, table.id))

    def delete(self, credentials: Credentials) -> None:
        """Delete the table for good. Raises `UnknownTable`, `Forbidden`."""
        table = self._writable(credentials)
        self.store.delete([table.id])
        self._at_hand.drop(table.id)

    def forget(self, credentials: Credentials, name: str) -> None:
        """Put another name in place of a player's, in all that was ever written of the table. Raises
        `UnknownTable`, `Forbidden`, `WrongUse`."""
        table = self._writable(credentials)
        forget_name(self.store, table.id, name, self._at_hand.of(table).session.names)

    def history(self, credentials: Credentials) -> display.TableHistory:
        """Return everything that happened at a table, also the deals taken back or replaced."""
        table = self.store.table(credentials)
        events = self.store.events(table.id)
        state = display.state(table, _session(table, events))
        return display.TableHistory(state=state, events=tuple(map(display.event_record, events)))

    def sheet(self, credentials: Credentials) -> str:
        """Write the deals that count as CSV: one line each, with gains and the balance after it."""
        table = self.store.table(credentials)
        return display.sheet(_session(table, self.store.events(table.id)))

    def _writable(self, credentials: Credentials) -> TableRow:
        """The table, for whoever may write to it. Raises `UnknownTable`, `Forbidden`."""
        table = self.store.table(credentials)
        if not table.may_write:
            raise Forbidden(refusal.ONLY_READING)
        return table

    def _write(self, table: TableRow, sent: Command, made: Callable[[Session], Event]) -> None:
        """Write what follows from how the table stands; what was sent before under its key is written once.

        What says which version it was sent for meets `Conflict` where the table is at another; what does not
        is made again of the table as it is then, until it is written.
        """
        id_, key = table.id, sent.key or secrets.token_urlsafe(12)
        for race in count():
            session = self._at_hand.of(table).session
            if sent.key and (number := self.store.sent(id_, key)) is not None:
                if number > session.version:
                    continue  # it was written since the events were read
                _same(table, self.store.events(id_), number, made)
                return
            if sent.version is not None and sent.version != session.version:
                raise Conflict(refusal.OTHER_VERSION, version=session.version, sent=sent.version)
            if session.version >= self.most_events:
                raise WrongUse(refusal.TABLE_FULL, most=self.most_events)
            try:
                self.store.append(id_, replace(made(session), at=now()), key=key)
                return
            except Conflict:  # what took its number may be this very write, sent twice at once
                if race >= _RACES:
                    raise


def _session(table: TableRow, events: Sequence[Event]) -> Session:
    return session_of(events, table.players)


def _first_correction(table: TableRow, session: Session, *, deal: int, played: RecordDeal) -> Event:
    """Return the event that replaces a deal: the first that a replay writes, under its key."""
    return corrections(table, session, deal, played, time="")[1][0]


def _same(table: TableRow, events: Sequence[Event], number: int, made: Callable[[Session], Event]) -> None:
    """Hold what is sent against what its key wrote. Raises `Conflict` where it is something else."""
    written = next(event for event in events if event.number == number)
    try:
        sent = made(_session(table, [event for event in events if event.number < number]))
    except PaiyanError:
        sent = None
    if sent is None or replace(sent, at=written.at, answer=written.answer) != written:
        raise Conflict(refusal.OTHER_UNDER_KEY)
