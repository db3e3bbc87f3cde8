"""The table as it will stand once what waits on a phone is written: run in the browser while there is no
network, so that dealer, winds and balances go on from deal to deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages.as_json import as_it_is, from_json, to_json
from paiyan.service.ledger.evening import display
from paiyan.service.ledger.evening.display import EventRecord
from paiyan.service.ledger.evening.entries import event_of, sent_from_json
from paiyan.service.ledger.evening.state import Json, evening
from paiyan.service.ledger.evening.table import TableRow


@dataclass(frozen=True)
class _Person:
    name: str


@dataclass(frozen=True, kw_only=True)
class _Known:
    """The part of a table's state, as the service last sent it, that the next deals depend on."""

    id: str
    name: str
    created: str
    rules: str
    house: str | None = None
    options: Mapping[str, Any] = as_it_is()
    version: int
    rewritten: int = 0
    may_write: bool
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
    table = TableRow(
        id=known.id,
        created=known.created,
        name=known.name,
        rules=known.rules,
        options=dict(known.options),
        players=names[:4],
        may_write=known.may_write,
        house=known.house,
        rewritten=known.rewritten,
    )
    for number, body in enumerate(waiting, known.version + 1):
        fields = {name: value for name, value in body.items() if value}
        try:
            event = event_of(table, evening(events, names), sent_from_json("deals", {**fields, "lang": lang}))
        except TranslatedError:
            break
        events.append(replace(event, number=number, at=from_json(_Written, body).at))
    shown = display.state(table, evening(events, names))
    return to_json(replace(shown, summary=replace(shown.summary, version=known.version)), lang)
