"""Tables and their events in a database: SQLite or PostgreSQL, by its address.

An event is written in one transaction, or not at all; what was answered is on the disk.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from contextlib import contextmanager
from datetime import datetime, timezone
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Engine, RowMapping, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from paiyan.service.errors import Conflict, NoDatabase, UnknownTable
from paiyan.service.ledger.credentials import (
    OLD_ADDRESS,
    Credentials,
    kept,
    may_write,
    new_id,
    new_secret,
    reading,
)
from paiyan.service.ledger.database.connection import for_writing, migrate, open_database
from paiyan.service.ledger.database.schema import EVENTS, TABLES
from paiyan.service.ledger.evening.state import Event, Kind
from paiyan.service.ledger.evening.table import TableRow
from paiyan.service.messages.tables import DATABASE_AWAY, NO_DATABASE, NO_TABLE, WRITTEN_MEANWHILE
from paiyan.service.telemetry import log

_FIELDS = tuple(c.name for c in EVENTS.columns if c.name not in ("table_id", "kind", "seats", "key"))


class Store:
    """The ledger's database at an address like ``sqlite:///paiyan.db``; opened, and brought up to date, when
    it is first asked."""

    def __init__(self, address: str) -> None:
        self.address = address

    @cached_property
    def _engine(self) -> Engine:
        try:
            engine = open_database(self.address)
            migrate(engine)
        except (SQLAlchemyError, ModuleNotFoundError, ValueError) as wrong:
            log.error("the ledger's database cannot be opened: %s", wrong)
            raise NoDatabase(NO_DATABASE) from wrong
        return engine

    @contextmanager
    def _connection(self, *, writing: bool = False) -> Generator[Connection, None, None]:
        """A connection, and with `writing` a transaction. Raises `NoDatabase` while the database is away.

        What was given to the database is not logged.
        """
        engine = self._engine
        try:
            with for_writing(engine).begin() if writing else engine.connect() as connection:
                yield connection
        except IntegrityError:
            raise
        except DBAPIError as wrong:
            log.error("the ledger's database does not answer: %s", type(wrong.orig).__name__)
            raise NoDatabase(DATABASE_AWAY) from None

    def open_table(
        self,
        *,
        name: str,
        rules: str,
        options: Mapping[str, Any],
        players: tuple[str, ...],
        house: str | None = None,
    ) -> Credentials:
        """A new table, and the right to write to it, which nobody can guess."""
        new = Credentials(new_id(), new_secret())
        row = {"id": new.table, "secret": kept(reading(new.secret)), "created": now(), "name": name}
        told = {"rules": rules, "options": dict(options), "players": list(players), "house": house}
        with self._connection(writing=True) as connection:
            connection.execute(insert(TABLES).values(**row, **told))
        return new

    def table(self, asked: Credentials) -> TableRow:
        """A table. Raises `UnknownTable`, also where the secret is none of its own."""
        named = TABLES.c.id == asked.table
        if not asked.secret and len(asked.table) == OLD_ADDRESS:
            named = TABLES.c.secret == kept(reading(asked.table))
        with self._connection() as connection:
            row = connection.execute(select(TABLES).where(named)).mappings().first()
        right = may_write(asked.secret or asked.table, row["secret"]) if row else None
        if row is None or right is None:
            raise UnknownTable(NO_TABLE)
        told: dict[str, Any] = {
            name: row[name] for name in ("id", "created", "name", "rules", "options", "house")
        }
        return TableRow(**told, players=tuple(row["players"]), may_write=right)

    def events(self, id_: str) -> list[Event]:
        """The events of a table in their order."""
        ordered = select(EVENTS).where(EVENTS.c.table_id == id_).order_by(EVENTS.c.number)
        with self._connection() as connection:
            return [_event(row) for row in connection.execute(ordered).mappings()]

    def versions(self, ids: Collection[str]) -> dict[str, int]:
        """The number of the last event of each of these tables; none of those that have no event yet."""
        newest = select(EVENTS.c.table_id, func.max(EVENTS.c.number))
        newest = newest.where(EVENTS.c.table_id.in_(ids)).group_by(EVENTS.c.table_id)
        with self._connection() as connection:
            return {row[0]: row[1] for row in connection.execute(newest)}

    def sent(self, id_: str, key: str) -> int | None:
        """The number of the event that was sent under this key, if it was."""
        known = select(EVENTS.c.number).where(EVENTS.c.table_id == id_, EVENTS.c.key == key)
        with self._connection() as connection:
            return connection.execute(known).scalar()

    def append(self, id_: str, new: Event, *, key: str) -> None:
        """Write an event. Raises `Conflict` where another one took its number meanwhile."""
        values = {name: getattr(new, name) for name in _FIELDS}
        row = {**values, "table_id": id_, "kind": new.kind.value, "seats": list(new.seats), "key": key}
        try:
            with self._connection(writing=True) as connection:
                connection.execute(insert(EVENTS).values(**row))
        except IntegrityError:
            raise Conflict(WRITTEN_MEANWHILE) from None

    def close(self) -> None:
        """Let the database go."""
        if "_engine" in self.__dict__:
            self._engine.dispose()


def now() -> str:
    """This moment, UTC, in ISO 8601."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")


def _event(row: RowMapping) -> Event:
    known = {name: row[name] for name in _FIELDS}
    first, second, third, fourth = row["seats"]
    return Event(**known, kind=Kind(row["kind"]), seats=(first, second, third, fourth))
