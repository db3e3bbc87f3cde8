"""What players do at a table of the ledger: settle a deal, move points, take back, correct, look."""

from __future__ import annotations

import csv
import io
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import cast

from scorer.answer import answer
from scorer.given import HandError
from scorer.standing import Kept
from scorer.words import SpokenError
from service import refusals
from service.answers import known_rules
from service.errors import BadHand, Conflict, PaiyanError, WrongUse
from service.ledger.evening import SEATS, Evening, Event, Json, Kind, evening, next_dealer
from service.ledger.store import Store, TableRow, now

_RACES = 50  # how often a write that met another one is made anew
_FILLED = ("rules", "options", "dealer", "round")  # the ledger knows them better than who sends a deal


@dataclass(frozen=True, kw_only=True)
class Played:
    """One thing that a player sends: a deal (or the hand that won it), or points by seat.

    `key` is the sender's own name for it, so that it counts once however often it is sent; `version` what the
    sender last saw (None to write whatever happened since).
    """

    deal: Json | None = None
    points: Mapping[str, int] | None = None
    next_dealer: str | None = None
    note: str = ""
    key: str = ""
    version: int | None = None


class Ledger:
    """The tables of a database."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def open(self, *, name: str, rules: str, options: Json, players: tuple[str, ...]) -> Json:
        """A new table. Raises `UnknownRules`, `BadHand` for options that do not fit."""
        known = known_rules(rules)
        if twice := next((name for name in players if players.count(name) > 1), None):
            raise WrongUse(refusals.SAME_NAME, name=twice)
        try:
            known.with_options(options)
        except HandError as wrong:
            raise BadHand(wrong) from wrong
        return self.state(self.store.open_table(name=name, rules=rules, options=options, players=players))

    def state(self, id_: str) -> Json:
        """The table as it stands. Raises `UnknownTable`."""
        table = self.store.table(id_)
        return _state(table, evening(self.store.events(id_)))

    def play(self, id_: str, played: Played, *, lang: str) -> Json:
        """Add a deal or points. Raises `UnknownTable`, `BadHand`, `Conflict`."""
        table = self.store.table(id_)
        return self._write(id_, played, lambda there: _event(table, there, there, played, lang=lang))

    def correct(self, id_: str, deal: int, played: Played, *, lang: str) -> Json:
        """Replace a deal by another version; who dealt it, and in which wind, stays. Raises as `play`."""
        table = self.store.table(id_)

        def corrected(there: Evening) -> Event:
            if all(d.number != deal for d in there.deals):
                raise WrongUse(refusals.NO_SUCH_DEAL, deal=deal)
            event = _event(table, there, there.before(deal), played, lang=lang)
            return replace(event, kind=Kind.CORRECT, deal=deal)

        return self._write(id_, played, corrected)

    def undo(self, id_: str, played: Played) -> Json:
        """Take the last deal back; it stays in the history. Raises `WrongUse` where there is none."""
        self.store.table(id_)

        def undone(there: Evening) -> Event:
            if not there.deals:
                raise WrongUse(refusals.NOTHING_TO_UNDO)
            event = Event(number=there.version + 1, kind=Kind.UNDO, at=now(), deal=there.deals[-1].number)
            return replace(event, note=played.note)

        return self._write(id_, played, undone)

    def history(self, id_: str) -> Json:
        """Everything that happened at a table, the deals that were taken back or replaced too."""
        events = self.store.events(id_)
        return {**_state(self.store.table(id_), evening(events)), "events": [_event_json(e) for e in events]}

    def sheet(self, id_: str) -> str:
        """The deals that count as CSV: a line a deal, with what each player gained and the balance after."""
        table = self.store.table(id_)
        there = evening(self.store.events(id_))
        text = io.StringIO()
        sheet = csv.writer(text)
        names = [_plain(name) for name in table.players]
        sheet.writerow(["deal", "at", "round", "dealer", "outcome", *names, *(f"{n} Σ" for n in names)])
        sums = [0, 0, 0, 0]
        for number, deal in enumerate(there.deals, 1):
            sums = [a + b for a, b in zip(sums, deal.players, strict=True)]
            place = [number, deal.at, SEATS[deal.round], names[deal.dealer], _plain(_outcome(deal))]
            sheet.writerow([*place, *deal.players, *sums])
        return text.getvalue()

    def _write(self, id_: str, played: Played, event_of: Callable[[Evening], Event]) -> Json:
        """Write what follows from how the table stands; what was sent before under its key is written once.

        What says which version it was sent for meets `Conflict` where the table is at another; what does not
        is made anew of the table as it is then, until it is written.
        """
        key = played.key or secrets.token_urlsafe(12)
        for race in count():
            events = self.store.events(id_)
            there = evening(events)
            if played.key and (number := self.store.sent(id_, key)) is not None:
                _same(events, number, event_of)
                return self.state(id_)
            if played.version is not None and played.version != there.version:
                raise Conflict(refusals.OTHER_VERSION, version=there.version, sent=played.version)
            try:
                self.store.append(id_, event_of(there), key=key)
            except Conflict:  # what took its number may be this very write, sent twice at once
                if race >= _RACES:
                    raise
            else:
                break
        return self.state(id_)


def _same(events: Sequence[Event], number: int, event_of: Callable[[Evening], Event]) -> None:
    """Hold what is sent against what its key wrote. Raises `Conflict` where it is something else."""
    written = next(event for event in events if event.number == number)
    try:
        sent = event_of(evening(event for event in events if event.number < number))
    except PaiyanError:
        sent = None
    if sent is None or replace(sent, at=written.at, answer=written.answer) != written:
        raise Conflict(refusals.OTHER_UNDER_KEY)


def _event(table: TableRow, there: Evening, before: Evening, played: Played, *, lang: str) -> Event:
    """What is sent, as the event after `there`; `before` is how the table stood when it was played."""
    if (played.deal is None) == (played.points is None):
        raise WrongUse(refusals.DEAL_OR_POINTS)
    about = Event(
        number=there.version + 1, kind=Kind.POINTS, at=now(), dealer=before.dealer, round=before.round
    )
    about = replace(about, note=played.note)
    if played.points is not None:
        return replace(about, seats=_points(played.points), next_dealer=played.next_dealer or "E")
    given = _deal(table, dict(played.deal or {}), before)
    try:
        settled = answer(given, lang=lang)
    except SpokenError as wrong:
        raise BadHand(wrong) from wrong
    paid = settled["payments"]
    if not paid:  # the first warning says what is lacking
        raise BadHand(settled["warnings"][0])
    if (lies := before.on_table) + (moved := settled.get("on_table", 0)) < 0:
        raise BadHand(refusals.TABLE_TAKEN, taken=-moved, lies=lies)
    return replace(
        about,
        kind=Kind.DEAL,
        seats=(paid["E"], paid["S"], paid["W"], paid["N"]),
        next_dealer=played.next_dealer or next_dealer(settled),
        given=given,
        answer=settled,
    )


def _kept(table: TableRow, before: Evening) -> Kept:
    """What the evening tells of the table of a deal."""
    rules = known_rules(table.rules).with_options(table.options)
    return rules.keeps(before.standing(rules.chosen)) if rules.keeps else Kept({})


def _deal(table: TableRow, sent: Json, before: Evening) -> Json:
    """The deal to settle: the winner's hand alone makes one, too; the ledger says rules, dealer and wind, and
    what of the table it keeps."""
    kept = _kept(table, before)
    if kept.over:
        raise BadHand(kept.over)
    if odd := next((name for name in _FILLED if name in sent), None):
        raise BadHand(refusals.KNOWN_TO_TABLE, field=odd)
    if "hands" not in sent:
        hand = {name: value for name, value in sent.items() if name not in ("wild", "indicator", "table")}
        sent = {
            "hands": [{"seat": "E", **hand}],
            **{name: sent[name] for name in ("wild", "indicator", "table") if name in sent},
        }
    told: object = sent.get("table") or {}
    if isinstance(told, dict):  # what is no object is refused with the deal
        own = cast(Json, told)
        if odd := next((name for name in kept.counted if name in own), None):
            raise BadHand(refusals.KNOWN_TO_TABLE, field=f"table.{odd}")
        sent = {**sent, "table": {**kept.table, **own}}
    about: Json = {"rules": table.rules, "options": table.options, "dealer": "E"}
    return {**sent, **about, "round": SEATS[before.round]}


def _points(points: Mapping[str, int]) -> tuple[int, int, int, int]:
    if odd := sorted(set(points) - set(SEATS)):
        raise WrongUse(refusals.POINTS_SEAT, seat=odd[0])
    east, south, west, north = (points.get(seat, 0) for seat in SEATS)
    if total := east + south + west + north:
        raise WrongUse(refusals.POINTS_SUM, total=total)
    return east, south, west, north


def _state(table: TableRow, there: Evening) -> Json:
    kept = _kept(table, there)
    players = [
        {"name": name, "seat": there.seat(n), "balance": there.balances[n]}
        for n, name in enumerate(table.players)
    ]
    return {
        "id": table.id,
        "name": table.name,
        "created": table.created,
        "rules": table.rules,
        "options": table.options,
        "version": there.version,
        "players": players,
        "dealer": there.dealer,
        "round": SEATS[there.round],
        "repeats": there.repeats,
        "on_table": there.on_table,
        "table": dict(kept.table),
        "over": kept.over is not None,
        "deals": [_event_json(deal) for deal in there.deals],
    }


def _event_json(event: Event) -> Json:
    about: Json = {
        "number": event.number,
        "kind": event.kind.value,
        "at": event.at,
        "dealer": event.dealer,
        "round": SEATS[event.round],
        "players": list(event.players),
        "note": event.note,
        "deal": event.deal,
    }
    return {**about, "given": event.given or None, "answer": event.answer or None}


def _outcome(event: Event) -> str:
    """A deal in a few words: who won with what, or what was noted."""
    won = [
        f"{w['seat']} {w['total']} {w['unit']} {' '.join(f['name'] for f in w['fans'])}"
        for w in event.answer.get("winners", ())
    ]
    return "; ".join([*won, *([event.note] if event.note else [])]) or event.kind.value


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
