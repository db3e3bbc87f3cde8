"""Cached tables: the state of each after its newest event, so that a write reads one event, not thousands.

The display of a deal is kept as JSON; of the deal itself only the part that the session needs. Other
processes may write too, so the newest events are queried each time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from threading import Lock, RLock

import orjson

from paiyan.scorer.messages.as_json import to_json
from paiyan.service.ledger.database.store import Store
from paiyan.service.ledger.evening import display
from paiyan.service.ledger.evening.display import TableChanges
from paiyan.service.ledger.evening.state import Evening, Event, Kind, Step, evening
from paiyan.service.ledger.evening.table import TableRow

_BYTES = 16 * 2**20
"""JSON of deals that is kept at hand; the table that was looked at last is, whatever its size."""
_DEALS = (Kind.DEAL, Kind.POINTS, Kind.CORRECT)


class Snapshot:
    """One table after its newest event. `lock` is held by whoever brings it up to date or reads it."""

    def __init__(self, table: TableRow) -> None:
        self.lock = RLock()
        self.evening = Evening(names=table.players, opened=table.players)
        self.size = 0
        self._shown: dict[int, bytes] = {}  # of each deal, by its number; without the last bracket
        self._log: list[tuple[Kind, int]] = []  # of each event, its kind and the number that it is about

    def load(self, events: Iterable[Event]) -> None:
        """The table after these events more."""
        slim = [self._noted(event) for event in events]
        if not self.evening.version:
            self.evening = evening(slim, self.evening.opened)
            return
        for event in slim:
            self.evening = self.evening.then(event)

    def _noted(self, event: Event) -> Event:
        """Keep what is shown of an event; gives what the evening is counted from."""
        number = event.deal if event.kind in (Kind.UNDO, Kind.CORRECT) and event.deal else event.number
        self._log.append((event.kind, number))
        if event.kind is Kind.UNDO:
            self.size -= len(self._shown.pop(number, b""))
        if event.kind not in _DEALS:
            return event
        shown = _dumped(display.event_record(event, number))[:-1]
        self.size += len(shown) - len(self._shown.get(number, b""))
        self._shown[number] = shown
        return _slim(event)

    def to_json(self, table: TableRow, id_: str, since: int | None) -> bytes:
        """The table under an address, as JSON; with `since` of what happened only what is other than it was
        at that version: deals and changes that are new or were corrected, and the numbers of those `gone`."""
        there = self.evening
        summary = replace(display.summary(table, there), id=id_)
        if since is None or not 0 <= since <= there.version:
            changes = display.changes(there)
            return self._joined(TableChanges(summary=summary, deals=(), changes=changes), there.steps)
        later = self._log[since:]
        touched = {about for _, about in later}
        moved = [step for number in sorted(touched) if (step := there.step(number)) is not None]
        changed = [event for number in sorted(touched) if (event := there.counting(number)) is not None]
        if any(kind is Kind.CORRECT for kind, _ in later):  # the uma of a game that ended may be another
            ends = (e for e in there.events if e.kind is Kind.GAME and e.number not in touched)
            changed = sorted([*changed, *ends], key=lambda event: event.number)
        changes = tuple(one for event in changed if (one := display.change(there, event)) is not None)
        gone = tuple(sorted({about for kind, about in later if kind is Kind.UNDO and about <= since}))
        answer = TableChanges(summary=summary, since=since, gone=gone, deals=(), changes=changes)
        return self._joined(answer, moved)

    def _joined(self, answer: TableChanges, steps: Iterable[Step]) -> bytes:
        """An answer with the deals among some steps, whose JSON is at hand."""
        deals = [self._deal(step) for step in steps if step.event.kind is not Kind.GAME]
        return orjson.dumps({**to_json(answer, "en"), "deals": deals})

    def _deal(self, step: Step) -> orjson.Fragment:
        return orjson.Fragment(
            b'%s,"people":%s}' % (self._shown[step.event.number], orjson.dumps(list(step.gains)))
        )


class Snapshots:
    """The tables of a database that are at hand."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._kept: OrderedDict[str, tuple[int, Snapshot]] = OrderedDict()

    def of(self, table: TableRow) -> Snapshot:
        """A table as it stands now."""
        with self._lock:
            rewritten, found = self._kept.get(table.id, (-1, None))
            if found is None or rewritten != table.rewritten:
                found = Snapshot(table)
            self._kept[table.id] = (table.rewritten, found)
            self._kept.move_to_end(table.id)
        with found.lock:
            found.load(self._store.each_event(table.id, after=found.evening.version))
        self._forget()
        return found

    def drop(self, id_: str) -> None:
        """Forget a table."""
        with self._lock:
            self._kept.pop(id_, None)

    def _forget(self) -> None:
        with self._lock:
            size = sum(one.size for _, one in self._kept.values())
            while len(self._kept) > 1 and (size > _BYTES or len(self._kept) > 1000):
                _, (_, oldest) = self._kept.popitem(last=False)
                size -= oldest.size


def _dumped(value: object) -> bytes:
    return orjson.dumps(to_json(value, "en"))  # an event is in the language in which it was kept


def _slim(event: Event) -> Event:
    """A deal without what only its page shows: hands, fans, transfers."""
    return Event(
        number=event.number,
        kind=event.kind,
        at=event.at,
        deal=event.deal,
        dealer=event.dealer,
        round=event.round,
        seats=event.seats,
        next_dealer=event.next_dealer,
        given={"penalty": event.given["penalty"]} if event.fined else {},
        settled=event.outcome,
    )
