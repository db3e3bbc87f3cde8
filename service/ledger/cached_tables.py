"""Tables in memory: the state of each after its newest event; and the watched tables.

A write reads one event, not thousands. The display of a deal is kept as JSON; of the deal itself only the
part that the session needs. Other processes may write to the database too, so it is polled: each watched
table is read once for all its watchers, and all tables by one query.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Collection, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Lock, RLock

import orjson
from anyio import to_thread

from paiyan.scorer.messages.as_json import to_json
from paiyan.service.errors import NoDatabase, UnknownTable
from paiyan.service.ledger.database.store import Store
from paiyan.service.ledger.session import display
from paiyan.service.ledger.session.display import TableChanges
from paiyan.service.ledger.session.entries import TableRow
from paiyan.service.ledger.session.state import Event, Kind, Session, Step, session_of

LOOK_AGAIN = 0.4
"""Seconds between two looks at the tables that are watched."""


@dataclass
class _Table:
    """A watched table: its newest version, and the message about it.

    `text` is all of it, or what changed since the version `earlier`.
    """

    read: Callable[[int | None], str]
    changes_only: bool = False
    watchers: int = 0
    version: int = -1
    earlier: int | None = None
    text: str = ""
    is_gone: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class TableWatchers:
    """The tables that are watched in one process, for its event loop.

    `versions` asks the database for the newest versions of some tables, 0 for what it leaves out.
    """

    def __init__(self, versions: Callable[[Collection[str]], Mapping[str, int]]) -> None:
        self._versions = versions
        self._tables: dict[tuple[str, Hashable], _Table] = {}
        self._somebody_came = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None

    async def watch(
        self, id_: str, viewer: Hashable, read: Callable[[int | None], str], *, since: int | None = None
    ) -> AsyncGenerator[str, None]:
        """Yield what `read` gives of a table, now and whenever its version is another.

        With `since`, a version, what changed since then, and each time what changed since the time before.
        `read` is called in a thread with None or such a version, once for all viewers that see the same.
        While the database is away, nothing is yielded; it ends when the table is gone, or no longer opens to
        the viewer.
        """
        key = id_, (viewer, since is not None)
        table = self._tables.setdefault(key, _Table(read, changes_only=since is not None))
        table.watchers += 1
        self._look_at_once()
        try:
            known = -1
            while True:
                while table.version == known and not table.is_gone:
                    await table.changed.wait()
                if table.is_gone:
                    return
                known, text = table.version, table.text
                if since is not None:
                    if since != table.earlier:
                        text = await self._read_since(read, since)
                    since = known
                if text is None:
                    return
                yield text
        finally:
            table.watchers -= 1
            if not table.watchers:
                self._tables.pop(key, None)

    async def _read_since(self, read: Callable[[int | None], str], since: int) -> str | None:
        """Read the changes since a version that is not cached; None if the table is gone."""
        while True:
            try:
                return await to_thread.run_sync(read, since)
            except UnknownTable:
                return None
            except NoDatabase:
                await asyncio.sleep(LOOK_AGAIN)

    def _look_at_once(self) -> None:
        self._somebody_came.set()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        """Look at all tables as long as there are any."""
        while self._tables:
            self._somebody_came.clear()
            with suppress(NoDatabase):
                await self._look_once()
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._somebody_came.wait(), LOOK_AGAIN)

    async def _look_once(self) -> None:
        watched = dict(self._tables)
        newest = await to_thread.run_sync(self._versions, {id_ for id_, _ in watched})
        for (id_, whom), table in watched.items():
            if table.version != (version := newest.get(id_, 0)):
                try:
                    if not table.changes_only:
                        table.text = await to_thread.run_sync(table.read, None)
                    elif table.version >= 0:  # else each who came has a version of its own
                        table.text = await to_thread.run_sync(table.read, table.version)
                        table.earlier = table.version
                except UnknownTable:
                    table.is_gone = True
                    self._tables.pop((id_, whom), None)
                table.version = version
                table.changed.set()
                table.changed = asyncio.Event()


_BYTES = 16 * 2**20
"""JSON of deals that is kept at hand; the table that was looked at last is, whatever its size."""
_DEALS = (Kind.DEAL, Kind.POINTS, Kind.CORRECT)


class Snapshot:
    """One table after its newest event. `lock` is held by whoever brings it up to date or reads it."""

    def __init__(self, table: TableRow) -> None:
        self.lock = RLock()
        self.session = Session(names=table.players, opened=table.players)
        self.size = 0
        self._shown: dict[int, bytes] = {}  # of each deal, by its number; without the last bracket
        self._log: list[tuple[Kind, int]] = []  # of each event, its kind and the number that it is about

    def load(self, events: Iterable[Event]) -> None:
        """Add the events that follow those it has, in their order."""
        slim = [self._noted(event) for event in events]
        if not self.session.version:
            self.session = session_of(slim, self.session.opened)
            return
        for event in slim:
            self.session = self.session.then(event)

    def _noted(self, event: Event) -> Event:
        """Keep what is shown of an event; gives what the session is counted from."""
        number = event.deal if event.kind in (Kind.UNDO, Kind.CORRECT) and event.deal else event.number
        self._log.append((event.kind, number))
        if event.kind is Kind.UNDO:
            self.size -= len(self._shown.pop(number, b""))
        if event.kind not in _DEALS:
            return event
        # In English: an event is in the language in which it was kept.
        shown = orjson.dumps(to_json(display.event_record(event, number), "en"))[:-1]
        self.size += len(shown) - len(self._shown.get(number, b""))
        self._shown[number] = shown
        return _slim(event)

    def to_json(self, table: TableRow, id_: str, since: int | None) -> bytes:
        """The table under an address, as JSON; with `since` of what happened only what is other than it was
        at that version: deals and changes that are new or were corrected, and the numbers of those `gone`."""
        session = self.session
        summary = replace(display.summary(table, session), id=id_)
        if since is None or not 0 <= since <= session.version:
            changes = display.changes(session)
            return self._joined(TableChanges(summary=summary, deals=(), changes=changes), session.steps)
        later = self._log[since:]
        touched = {about for _, about in later}
        moved = [step for number in sorted(touched) if (step := session.step(number)) is not None]
        changed = [event for number in sorted(touched) if (event := session.counting(number)) is not None]
        if any(kind is Kind.CORRECT for kind, _ in later):  # the uma of a game that ended may be another
            ends = (e for e in session.events if e.kind is Kind.GAME and e.number not in touched)
            changed = sorted([*changed, *ends], key=lambda event: event.number)
        changes = tuple(one for event in changed if (one := display.change(session, event)) is not None)
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
    """The snapshots of the tables used last, as many as `_BYTES` of JSON and a thousand tables allow."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._kept: OrderedDict[str, tuple[int, Snapshot]] = OrderedDict()

    def of(self, table: TableRow) -> Snapshot:
        """Return the snapshot of a table with all its events; built again if the table was rewritten."""
        with self._lock:
            rewritten, found = self._kept.get(table.id, (-1, None))
            if found is None or rewritten != table.rewritten:
                found = Snapshot(table)
            self._kept[table.id] = (table.rewritten, found)
            self._kept.move_to_end(table.id)
        with found.lock:
            found.load(self._store.each_event(table.id, after=found.session.version))
        self._forget()
        return found

    def drop(self, id_: str) -> None:
        """Forget the snapshot of a table, if there is one."""
        with self._lock:
            self._kept.pop(id_, None)

    def _forget(self) -> None:
        with self._lock:
            size = sum(one.size for _, one in self._kept.values())
            while len(self._kept) > 1 and (size > _BYTES or len(self._kept) > 1000):
                _, (_, oldest) = self._kept.popitem(last=False)
                size -= oldest.size


def _slim(event: Event) -> Event:
    """A deal without what only its page shows: hands, fans, transfers."""
    given = {"penalty": event.given["penalty"]} if event.fined else {}
    return replace(event, note="", given=given, answer={}, settled=event.outcome)
