"""The tables that a phone keeps by itself: what the page asks of the ledger, answered from a log.

The page keeps the log; here is what becomes of it. Each answer has the events that are new, if any.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import segno

from paiyan.scorer.messages.as_json import JsonRenderer, as_it_is, from_json, optional, to_json
from paiyan.service.ledger.session import log as logs
from paiyan.service.ledger.session.display import TableState
from paiyan.service.ledger.session.entries import RecordDeal, command_from_json
from paiyan.service.ledger.session.log import Log, LogEntry, Opening
from paiyan.service.ledger.session.state import Json

_MOST_LETTERS = 1800
"""Of an address in a QR code: a phone reads no denser one from another phone's screen."""


@dataclass(frozen=True, kw_only=True)
class _Done:
    """An answer, with the log of a table that is new or the events to add to a log."""

    log: Log | None = optional()
    events: tuple[LogEntry, ...] | None = optional()
    answer: object


class _Request(Protocol):
    def done(self) -> _Done: ...


def answer(request: Json, lang: str) -> Json:
    """Answer one request: ``{"what": …, "log": …, …}``. Raises as `paiyan.service.ledger.session.log`."""
    sent: _Request = from_json(_REQUESTS[from_json(_What, request).what], {**request, "lang": lang})
    return to_json(sent.done(), lang)


@dataclass(frozen=True)
class _What:
    what: str


@dataclass(frozen=True, kw_only=True)
class _About:
    rules: str | None = None
    house: str | None = None
    options: Mapping[str, Any] | None = None
    players: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True, kw_only=True)
class _Open:
    about: _About
    id: str
    secret: str
    at: str

    def done(self) -> _Done:
        about = self.about
        opening = Opening(
            id=self.id,
            created=self.at,
            name=about.name,
            rules=about.rules or "",
            house=about.house,
            options=about.options or {},
            players=about.players,
        )
        log = logs.opened(opening, self.secret)
        return _Done(log=log, answer=logs.state(log))


@dataclass(frozen=True, kw_only=True)
class _State:
    log: Log

    def done(self) -> _Done:
        return _Done(answer=logs.state(self.log))


@dataclass(frozen=True, kw_only=True)
class _Write:
    log: Log
    path: str
    body: Mapping[str, Any] = as_it_is()
    at: str
    deal: int | None = None
    write: bool = True
    lang: str

    def done(self) -> _Done:
        sent = command_from_json(self.path, {**self.body, "lang": self.lang})
        if self.deal is None:
            return self._added(*logs.write(self.log, sent, time=self.at))
        assert isinstance(sent, RecordDeal)
        if self.path != "replay":
            return self._added(*logs.correct(self.log, self.deal, sent, time=self.at))
        events, replayed = logs.replay(self.log, self.deal, sent, time=self.at)
        return _Done(events=tuple(events) if self.write else (), answer=replayed)

    def _added(self, *events: LogEntry) -> _Done:
        state: TableState = logs.state(self.log.with_events(*events))
        return _Done(events=events, answer=state)


@dataclass(frozen=True, kw_only=True)
class _File:
    """The evening as a file: CSV, or the log with everything that happened."""

    log: Log
    kind: str
    lang: str

    def done(self) -> _Done:
        if self.kind == "csv":
            return _Done(answer="\ufeff" + logs.sheet(self.log))
        return _Done(answer={**to_json(logs.state(self.log), self.lang), **logs.brief(self.log)})


@dataclass(frozen=True, kw_only=True)
class _Address:
    """An address that holds a whole table, and its QR code if it is short enough for one."""

    address: str
    picture: str | None = None


@dataclass(frozen=True, kw_only=True)
class _HandOver:
    log: Log
    page: str

    def done(self) -> _Done:
        address = f"{self.page}#take={logs.to_text(self.log)}"
        if len(address) > _MOST_LETTERS:
            return _Done(answer=_Address(address=address))
        picture = io.BytesIO()
        segno.make_qr(address, mask=4).save(picture, kind="svg", border=2, scale=4)
        return _Done(answer=_Address(address=address, picture=picture.getvalue().decode()))


@dataclass(frozen=True, kw_only=True)
class _Restore:
    log: Any = None
    text: str | None = None
    lang: str

    def done(self) -> _Done:
        given = self.log if self.text is None else logs.from_text(self.text)
        return _Done(answer=logs.restored(given, JsonRenderer(self.lang)))


_REQUESTS: Mapping[str, type[Any]] = {
    "open": _Open,
    "state": _State,
    "write": _Write,
    "file": _File,
    "hand over": _HandOver,
    "restore": _Restore,
}
