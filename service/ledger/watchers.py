"""Watched tables: each is read once for all its watchers, and all tables by one query.

Other processes may write to the database too, so it is polled; but a watching phone costs nothing while
nothing happens.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from anyio import to_thread

from paiyan.service.errors import NoDatabase, UnknownTable

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
