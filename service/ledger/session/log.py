"""A table as its log, one JSON object: what a phone keeps without a server, and hands over.

``{"paiyan_table": 1, "secret": …, "table": {…}, "events": […]}``, the table as it was opened.
An event is as the history shows it, with the `key` under which it was sent. Handed over, deals are without
their answers, which the rules give again: `brief` and `restored`. `ahead` is the table as it will stand once
the entries that wait on a phone are written. No database and no clock.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from datetime import datetime
from typing import Any, Literal

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages.as_json import JsonRenderer, as_it_is, from_json, to_json
from paiyan.scorer.report.answer import report_of, rules_of
from paiyan.scorer.report.values import DealReport
from paiyan.service.errors import Conflict, WrongUse
from paiyan.service.ledger.session import display
from paiyan.service.ledger.session.display import EventRecord, ReplayAnswer, TableState
from paiyan.service.ledger.session.entries import (
    Command,
    RecordDeal,
    TableRow,
    check_options,
    command_from_json,
    deal_event,
    event_of,
    named_once,
    rules_named,
)
from paiyan.service.ledger.session.replay import corrections
from paiyan.service.ledger.session.state import Event, Json, Kind, Session, session_of
from paiyan.service.messages import tables as refusal

MOST_EVENTS = 1000
"""Of a log that is handed over: each deal in it is scored again."""
_OFTEN = (
    b'{"events":[{"at":"2026-01-01T20:00:00.000+00:00","dealer":0,"given":{"dealer":"E","hands":[{"concealed":'
    b'"123m456p789s11z","flowers":"","melds":[{"from":"left","tiles":"555z","type":"pung"}],"seat":"E","win":'
    b'{"by":"self_draw","by":"discard","from":"S","riichi":true,"tile":"6p"}}],"options":{},"round":"E","rules":"'
    b'","table":{"honba":0,"riichi_sticks":0}},"key":"","kind":"points","kind":"deal","next_dealer":"S","number":1'
    b',"players":[0,0,0,0],"round":"E"}],"paiyan_table":1,"secret":"","table":{"created":"","house":null,"id":""'
    b',"name":"","options":{},"players":["","","",""],"rules":""}}'
)
"""What logs often say, so that a short one fits a QR code; a change makes older codes unreadable."""


@dataclass(frozen=True, kw_only=True)
class Opening:
    """A table for four players as it was opened; `house` is the text of its own house file."""

    id: str
    created: str
    name: str = ""
    rules: str
    house: str | None = None
    options: Mapping[str, Any] = as_it_is()
    players: tuple[str, ...]

    def row(self) -> TableRow:
        """Return the table for whoever holds the log, who may write."""
        about = (self.id, self.created, self.name, self.rules, dict(self.options), self.players)
        return TableRow(*about, may_write=True, house=self.house)


@dataclass(frozen=True, kw_only=True)
class LogEntry(EventRecord):
    """An event as the history shows it, with the key under which it was sent."""

    key: str


@dataclass(frozen=True, kw_only=True)
class Log:
    """A table as its opening and its events."""

    paiyan_table: Literal[1] = 1
    secret: str
    table: Opening
    events: tuple[LogEntry, ...]

    def session(self) -> Session:
        """Compute the state of the table from all its events."""
        return session_of([entry.event() for entry in self.events], self.table.players)

    def with_events(self, *entries: LogEntry) -> Log:
        """Return the log with these events after its own."""
        return replace(self, events=(*self.events, *entries))


def opened(about: Opening, secret: str) -> Log:
    """Open a table for four players: the log of one at which nothing happened yet.

    Raises `UnknownRules`, `BadHouse`, `BadHand` for options that do not fit, `WrongUse` for names.
    """
    known = rules_of(rules_named(about.rules, about.house))
    named_once(about.players)
    check_options(known, dict(about.options))
    return Log(secret=secret, table=replace(about, rules=known.id), events=())


def state(log: Log) -> TableState:
    """Return the table as it stands after the last event, as the service shows it."""
    return display.state(log.table.row(), log.session())


def sheet(log: Log) -> str:
    """Write the deals that count as CSV, as the service does."""
    return display.sheet(log.session())


def write(log: Log, sent: Command, *, time: str) -> list[LogEntry]:
    """Return the event that is sent, in a list; none if it was written before.

    Raises as `event_of`, and `Conflict` where it is sent for another version.
    """
    session = log.session()
    return (
        [_entry(event_of(log.table.row(), session, sent), sent.key, time)]
        if _is_new(log, session, sent)
        else []
    )


def correct(log: Log, deal: int, played: RecordDeal, *, time: str) -> list[LogEntry]:
    """Return the event that replaces a deal by another version of it, as `write` does."""
    session = log.session()
    if session.deal(deal) is None:
        raise WrongUse(refusal.NO_SUCH_DEAL, deal=deal)
    if not _is_new(log, session, played):
        return []
    event = deal_event(log.table.row(), session, session.before(deal), played)
    return [_entry(replace(event, kind=Kind.CORRECT, deal=deal), played.key, time)]


def replay(log: Log, deal: int, played: RecordDeal, *, time: str) -> tuple[list[LogEntry], ReplayAnswer]:
    """Return the events that replace a deal and play again what follows it, and what would change."""
    session = log.session()
    if not _is_new(log, session, played):
        return [], ReplayAnswer(replayed=())
    followed, events = corrections(log.table.row(), session, deal, played, time=time)
    keys = [played.key, *(f"{played.key}:{n}" for n in range(1, len(events)))]
    entries = [_entry(event, key, time) for event, key in zip(events, keys, strict=True)]
    return entries, ReplayAnswer(replayed=tuple(map(display.replayed_deal, followed)))


def brief(log: Log) -> Json:
    """Return the JSON of a log to hand over: without the answers, and without what most events have in
    common."""
    whole: Json = to_json(log, "en")
    events = [
        {
            name: value
            for name, value in to_json(replace(one, answer=None), "en").items()
            if name not in _USUAL or _USUAL[name] != value
        }
        for one in log.events
    ]
    return {**whole, "events": events}


_USUAL: Json = {f.name: f.default for f in fields(EventRecord) if f.default is not MISSING}


def to_text(log: Log) -> str:
    """Return a log for the end of an address: compressed, in letters that an address may have."""
    plain = json.dumps(brief(log), ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_OFTEN)
    return base64.urlsafe_b64encode(packer.compress(plain) + packer.flush()).rstrip(b"=").decode()


def from_text(text: str) -> object:
    """Return the log of such a text, which `restored` must check. Raises `WrongUse`."""
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return json.loads(zlib.decompressobj(-15, zdict=_OFTEN).decompress(packed, 2**22))
    except (ValueError, zlib.error) as wrong:
        raise WrongUse(refusal.NO_LOG) from wrong


def restored(value: object, render: JsonRenderer, *, most: int = MOST_EVENTS) -> Log:
    """Return a log that was handed over, with the answers of its deals.

    Raises `WrongUse` for what is no log, and where a deal pays otherwise than it says.
    """
    try:
        log = from_json(Log, value)
        datetime.fromisoformat(log.table.created)
        kept, players = opened(log.table, log.secret), log.table.players
        if len(players) != 4 or not all(0 < len(name.strip()) <= 40 for name in players):
            raise WrongUse(refusal.NO_LOG)
        if len(log.events) > most:
            raise WrongUse(refusal.TABLE_FULL, most=most)
        row = kept.table.row()
        kept = kept.with_events(*(_restored(row, one, n, render) for n, one in enumerate(log.events, 1)))
        state(kept)  # what does not fit together fails here
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, AssertionError) as wrong:
        raise WrongUse(refusal.NO_LOG) from wrong
    return kept


def _restored(row: TableRow, entry: LogEntry, number: int, render: JsonRenderer) -> LogEntry:
    """Return an event with its answer. Raises `WrongUse`; others of what is no event."""
    event = entry.event()
    if event.number != number or not 0 < len(entry.key) <= 80 or len(entry.players) != 4:
        raise WrongUse(refusal.NO_LOG)
    if event.kind in (Kind.DEAL, Kind.POINTS, Kind.CORRECT) and sum(entry.players):
        raise WrongUse(refusal.NO_LOG)
    settled = event.kind is Kind.DEAL or (event.kind is Kind.CORRECT and "hands" in event.given)
    if settled:
        hands = {name: value for name, value in event.given.items() if name not in ("rules", "house")}
        try:
            report = report_of({**hands, **row.by})
        except TranslatedError as wrong:
            raise WrongUse(refusal.DEAL_COMES_OUT_OTHERWISE, deal=number) from wrong
        paid: Mapping[str, int] = report.settled.paid.payments if isinstance(report, DealReport) else {}
        if not paid or tuple(paid[seat] for seat in "ESWN") != event.seats:
            raise WrongUse(refusal.DEAL_COMES_OUT_OTHERWISE, deal=number)
        event = replace(event, answer=render.json(report))
    return _entry(event, entry.key, event.at)


def _entry(event: Event, key: str, time: str) -> LogEntry:
    record = display.event_record(replace(event, at=time))
    return LogEntry(**{f.name: getattr(record, f.name) for f in fields(record)}, key=key)


def _is_new(log: Log, session: Session, sent: Command) -> bool:
    """True if a body was not written before. Raises `Conflict` where it is for another version."""
    if any(entry.key == sent.key for entry in log.events):
        return False
    if sent.version is not None and sent.version != session.version:
        raise Conflict(refusal.OTHER_VERSION, version=session.version, sent=sent.version)
    return True


@dataclass(frozen=True)
class _Person:
    name: str


@dataclass(frozen=True, kw_only=True)
class _Known:
    """The part of a table's state, as the service last sent it, that its row does not have."""

    version: int
    people: tuple[_Person, ...]
    deals: tuple[EventRecord, ...]
    changes: tuple[EventRecord, ...]


@dataclass(frozen=True)
class _Written:
    """When a body was written."""

    at: str = ""


def ahead(state: Json, waiting: Sequence[Json], *, lang: str = "en") -> Json:
    """Return `state` as the service last told it, with what waits added: bodies as they will be sent, with
    `at`, when each was written. What could not be written as it stands, and all behind it, is left out. The
    version stays that of the service."""
    known = from_json(_Known, state)
    names = tuple(person.name for person in known.people)
    events = sorted(
        (record.event() for record in (*known.deals, *known.changes)), key=lambda event: event.number
    )
    table = from_json(TableRow, {**state, "players": names[:4]})
    for number, body in enumerate(waiting, known.version + 1):
        fields = {name: value for name, value in body.items() if value}
        try:
            event = event_of(
                table, session_of(events, names), command_from_json("deals", {**fields, "lang": lang})
            )
        except TranslatedError:
            break
        events.append(replace(event, number=number, at=from_json(_Written, body).at))
    shown = display.state(table, session_of(events, names))
    return to_json(replace(shown, summary=replace(shown.summary, version=known.version)), lang)
