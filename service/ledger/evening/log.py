"""A table as its log, one JSON object: what a phone keeps without a server, and hands over.

``{"paiyan_table": 1, "secret": …, "table": {…}, "events": […]}``, the table as it was opened.
An event is as the history shows it, with the `key` under which it was sent. Handed over, deals are without
their answers, which the rules give again: `brief` and `restored`. No database and no clock.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from paiyan.scorer.answering.answer import report_of, rules_of
from paiyan.scorer.answering.report import DealReport
from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages.as_json import to_json
from paiyan.service.errors import Conflict, WrongUse
from paiyan.service.ledger.evening import display
from paiyan.service.ledger.evening.entries import (
    NewGame,
    NewTerms,
    Penalty,
    Played,
    Rename,
    Seats,
    Sent,
    Undo,
    check_options,
    deal_event,
    event_of,
    named_once,
    terms_of,
)
from paiyan.service.ledger.evening.offline import event_from_json
from paiyan.service.ledger.evening.replay import corrections
from paiyan.service.ledger.evening.state import Evening, Event, Json, Kind, evening, rules_named
from paiyan.service.ledger.evening.table import TableRow
from paiyan.service.messages.tables import (
    DEAL_COMES_OUT_OTHERWISE,
    NO_LOG,
    NO_SUCH_DEAL,
    OTHER_VERSION,
    TABLE_FULL,
)

MOST_EVENTS = 1000
"""Of a log that is handed over: each deal in it is scored again."""
_ROW = ("id", "created", "name", "rules", "options", "house")
_SENT = {"undo": Undo, "seats": Seats, "names": Rename, "games": NewGame}
_ABOUT = ("key", "version", "note")
_USUAL: Json = {"at": "", "note": "", "deal": None, "given": None, "answer": None, "next_dealer": "E"}
_OFTEN = (
    b'{"events":[{"at":"2026-01-01T20:00:00.000+00:00","dealer":0,"given":{"dealer":"E","hands":[{"concealed":'
    b'"123m456p789s11z","flowers":"","melds":[{"from":"left","tiles":"555z","type":"pung"}],"seat":"E","win":'
    b'{"by":"self_draw","by":"discard","from":"S","riichi":true,"tile":"6p"}}],"options":{},"round":"E","rules":"'
    b'","table":{"honba":0,"riichi_sticks":0}},"key":"","kind":"points","kind":"deal","next_dealer":"S","number":1'
    b',"players":[0,0,0,0],"round":"E"}],"paiyan_table":1,"secret":"","table":{"created":"","house":null,"id":""'
    b',"name":"","options":{},"players":["","","",""],"rules":""}}'
)
"""What logs often say, so that a short one fits a QR code; a change makes older codes unreadable."""


def opened(about: Json, *, id: str, secret: str, time: str) -> Json:
    """Open a table for four players: the log of one at which nothing happened yet.

    Raises `UnknownRules`, `BadHouse`, `BadHand` for options that do not fit, `WrongUse` for names.
    """
    rules, house = about.get("rules") or "", about.get("house")
    known = rules_of(rules_named(rules, house))
    named_once(tuple(about["players"]))
    check_options(known, about.get("options") or {})
    table: Json = {
        "id": id, "created": time, "name": about.get("name", ""), "rules": known.id, "house": house,
        "options": about.get("options") or {}, "players": list(about["players"]),
    }  # fmt: skip
    return {"paiyan_table": 1, "secret": secret, "table": table, "events": []}


def state(log: Json) -> Json:
    """Return the table as it stands, as the service tells it."""
    row, there = _opened(log)
    return display.state(row, there)


def history(log: Json) -> Json:
    """Return everything that happened at the table, as the service tells it."""
    return {**state(log), "events": log["events"]}


def sheet(log: Json) -> str:
    """Return the deals that count as CSV."""
    return display.sheet(_opened(log)[1])


def write(log: Json, path: str, body: Json, *, time: str, lang: str) -> list[Json]:
    """Return the event that a body makes, in a list: a deal, or what `path` names; none if it was written.

    Raises as `event_of`, and `Conflict` where the body is for another version.
    """
    row, there = _opened(log)
    sent = _sent(path, body, lang)
    return [_entry(event_of(row, there, sent), sent.key, time)] if _is_new(log, there, sent) else []


def correct(log: Json, deal: int, body: Json, *, time: str, lang: str) -> list[Json]:
    """Return the event that replaces a deal by another version of it, as `write` does."""
    row, there = _opened(log)
    sent = cast(Played, _sent("deals", body, lang))
    if there.deal(deal) is None:
        raise WrongUse(NO_SUCH_DEAL, deal=deal)
    if not _is_new(log, there, sent):
        return []
    event = deal_event(row, there, there.before(deal), sent)
    return [_entry(replace(event, kind=Kind.CORRECT, deal=deal), sent.key, time)]


def replay(log: Json, deal: int, body: Json, *, time: str, lang: str) -> tuple[list[Json], Json]:
    """Return the events that replace a deal and play again what follows it, and what would change."""
    row, there = _opened(log)
    sent = cast(Played, _sent("deals", body, lang))
    if not _is_new(log, there, sent):
        return [], {"replayed": []}
    followed, events = corrections(row, there, deal, sent, time=time)
    keys = [sent.key, *(f"{sent.key}:{n}" for n in range(1, len(events)))]
    entries = [_entry(event, key, time) for event, key in zip(events, keys, strict=True)]
    return entries, {"replayed": [display.replayed_json(one, lang) for one in followed]}


def brief(log: Json) -> Json:
    """Return a log to hand over: without the answers, and without what most events have in common."""
    events = [
        {name: value for name, value in {**event, "answer": None}.items() if _USUAL.get(name, ...) != value}
        for event in log["events"]
    ]
    return {**log, "events": events}


def to_text(log: Json) -> str:
    """Return a log for the end of an address: compressed, in letters that an address may have."""
    plain = json.dumps(brief(log), ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_OFTEN)
    return base64.urlsafe_b64encode(packer.compress(plain) + packer.flush()).rstrip(b"=").decode()


def from_text(text: str) -> Json:
    """Return the log of such a text, which `restored` must check. Raises `WrongUse`."""
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return json.loads(zlib.decompressobj(-15, zdict=_OFTEN).decompress(packed, 2**22))
    except (ValueError, zlib.error) as wrong:
        raise WrongUse(NO_LOG) from wrong


def restored(value: object, *, lang: str, most: int = MOST_EVENTS) -> Json:
    """Return a log that was handed over, with the answers of its deals.

    Raises `WrongUse` for what is no log, and where a deal pays otherwise than it says.
    """
    try:
        log = cast(Json, value)
        if log["paiyan_table"] != 1 or not isinstance(log["secret"], str):
            raise WrongUse(NO_LOG)
        table: Json = log["table"]
        datetime.fromisoformat(table["created"])
        kept = opened(table, id=str(table["id"]), secret=log["secret"], time=str(table["created"]))
        if not all(isinstance(name, str) and 0 < len(name.strip()) <= 40 for name in table["players"]):
            raise WrongUse(NO_LOG)
        if len(table["players"]) != 4:
            raise WrongUse(NO_LOG)
        if len(log["events"]) > most:
            raise WrongUse(TABLE_FULL, most=most)
        row = _row(kept)
        for number, event in enumerate(log["events"], 1):
            kept["events"].append(_restored(row, {**_USUAL, **event}, number, lang))
        state(kept)  # what does not fit together fails here
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, AssertionError) as wrong:
        raise WrongUse(NO_LOG) from wrong
    return kept


def _restored(row: TableRow, entry: Json, number: int, lang: str) -> Json:
    """Return an event with its answer. Raises `WrongUse`; others of what is no event."""
    event = event_from_json(entry)
    key, gained = entry["key"], entry["players"]
    fits = event.number == number and isinstance(key, str) and 0 < len(key) <= 80
    if not fits or len(gained) != 4 or any(type(gain) is not int for gain in gained):
        raise WrongUse(NO_LOG)
    if event.kind in (Kind.DEAL, Kind.POINTS, Kind.CORRECT) and sum(gained):
        raise WrongUse(NO_LOG)
    settled = event.kind is Kind.DEAL or (event.kind is Kind.CORRECT and "hands" in event.given)
    if settled:
        hands = {name: value for name, value in event.given.items() if name not in ("rules", "house")}
        try:
            report = report_of({**hands, **row.by})
        except TranslatedError as wrong:
            raise WrongUse(DEAL_COMES_OUT_OTHERWISE, deal=number) from wrong
        paid: Mapping[str, int] | None = (
            report.settled.paid.payments if isinstance(report, DealReport) else None
        )
        if not paid or tuple(paid[seat] for seat in "ESWN") != event.seats:
            raise WrongUse(DEAL_COMES_OUT_OTHERWISE, deal=number)
        event = replace(event, answer=to_json(report, lang))
    return {**display.event_json(event), "key": key}


def _opened(log: Json) -> tuple[TableRow, Evening]:
    row = _row(log)
    return row, evening([event_from_json(event) for event in log["events"]], row.players)


def _row(log: Json) -> TableRow:
    table: Json = log["table"]
    return TableRow(**{name: table[name] for name in _ROW}, players=tuple(table["players"]), may_write=True)


def _entry(event: Event, key: str, time: str) -> Json:
    return {**display.event_json(replace(event, at=time)), "key": key}


def _is_new(log: Json, there: Evening, sent: Sent) -> bool:
    """True if a body was not written before. Raises `Conflict` where it is for another version."""
    if any(event["key"] == sent.key for event in log["events"]):
        return False
    if sent.version is not None and sent.version != there.version:
        raise Conflict(OTHER_VERSION, version=there.version, sent=sent.version)
    return True


def _sent(path: str, body: Json, lang: str) -> Sent:
    """Return what a body of the service's paths says."""
    fields = dict[str, Any](body)
    if path == "deals":
        fine, people = fields.pop("penalty", None), fields.pop("people", None)
        return Played(
            **fields,
            lang=lang,
            people=tuple(people) if people else None,
            penalty=Penalty(**fine) if fine else None,
        )
    if path == "terms":
        about = {name: fields.pop(name) for name in _ABOUT if name in fields}
        return NewTerms(terms=terms_of(fields), **about)
    if path == "seats":
        fields["players"] = tuple(fields["players"])
    return _SENT[path](**fields)
