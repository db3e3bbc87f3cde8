"""Tables that are watched: each is looked at once for all who watch it, and all tables by one question.

Other processes may write to the database too, so it is asked again and again; but a phone that watches costs
nothing while nothing happens.
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
    """A table that somebody watches: its newest version, and what is told of it."""

    read: Callable[[], str]
    watchers: int = 0
    version: int = -1
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

    async def watch(self, id_: str, whom: Hashable, read: Callable[[], str]) -> AsyncGenerator[str, None]:
        """What `read` tells of a table, at once and again whenever its version is another.

        It is called in a thread, once for all `whom` it is told alike. While the database is away,
        nothing is told; it ends when the table is gone, or opens to `whom` no more.
        """
        table = self._tables.setdefault((id_, whom), _Table(read))
        table.watchers += 1
        self._look_at_once()
        try:
            known = -1
            while True:
                while table.version == known and not table.is_gone:
                    await table.changed.wait()
                if table.is_gone:
                    return
                known = table.version
                yield table.text
        finally:
            table.watchers -= 1
            if not table.watchers:
                self._tables.pop((id_, whom), None)

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
                    table.text = await to_thread.run_sync(table.read)
                except UnknownTable:
                    table.is_gone = True
                    self._tables.pop((id_, whom), None)
                table.version = version
                table.changed.set()
                table.changed = asyncio.Event()
