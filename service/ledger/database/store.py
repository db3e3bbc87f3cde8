"""Tables and their events in a database: SQLite or PostgreSQL, by its address.

An event is written in one transaction, or not at all; what was answered is on the disk. A name can be deleted
for good: what was played stays, and no longer says who it was.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from typing import Any, cast

from sqlalchemy import Connection, Engine, Select, delete, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from paiyan.scorer.messages.languages import Words
from paiyan.service.errors import Conflict, NoDatabase, UnknownTable, WrongUse
from paiyan.service.ledger.credentials import (
    OLD_ADDRESS,
    Credentials,
    kept,
    may_write,
    new_id,
    new_secret,
    reading,
)
from paiyan.service.ledger.database.connection import EVENTS, TABLES, for_writing, migrate, open_database
from paiyan.service.ledger.session.entries import TableRow
from paiyan.service.ledger.session.state import Event, Kind
from paiyan.service.messages import tables as refusal
from paiyan.service.telemetry import log

_NAMED = (TABLES.c.name, TABLES.c.players)
_CONTENT = (EVENTS.c.given, EVENTS.c.answer, EVENTS.c.note)
"""Where the name of a player may stand."""
Row = dict[str, Any]
_TOGETHER = 500  # tables that are deleted in one go
_LEAST_FREE = 4 * 2**20
"""Bytes that must be free on the disk of an SQLite file, so that its logs have room."""
_TAKE_ROOM = "create temporary table room on commit drop as select generate_series(1, 30000) as number"
"""A megabyte, where PostgreSQL has it; it is rolled back."""
_FIELDS = tuple(c.name for c in EVENTS.columns if c.name not in ("table_id", "kind", "seats", "key"))
_OF_EVENT = (EVENTS.c.kind, EVENTS.c.seats, *(EVENTS.c[name] for name in _FIELDS))


class Store:
    """The ledger's database at an address like ``sqlite:///paiyan.db``; opened, and brought up to date, when
    it is first asked."""

    _was_full = False
    """True if the last write that met a full disk has not been followed by room for one."""

    def __init__(self, address: str) -> None:
        self.address = address

    @cached_property
    def _engine(self) -> Engine:
        try:
            engine = open_database(self.address)
            migrate(engine)
        except (SQLAlchemyError, ModuleNotFoundError, ValueError) as wrong:
            log.error("the ledger's database cannot be opened: %s", _reason(wrong))
            raise NoDatabase(refusal.NO_DATABASE) from wrong
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
            self._was_full = self._was_full or _is_full(wrong)
            message = refusal.DISK_FULL if _is_full(wrong) else refusal.DATABASE_AWAY
            raise _away(f"{type(wrong.orig).__name__}: {_reason(wrong)}", message) from None

    def open_table(
        self,
        *,
        name: str,
        rules: str,
        options: Mapping[str, Any],
        players: tuple[str, ...],
        house: str | None = None,
    ) -> Credentials:
        """Open a table; return it with its writing secret, which nobody can guess."""
        new = Credentials(new_id(), new_secret())
        row = {"id": new.table, "secret": kept(reading(new.secret)), "created": now(), "name": name}
        terms = {"rules": rules, "options": dict(options), "players": list(players), "house": house}
        with self._connection(writing=True) as connection:
            connection.execute(insert(TABLES).values(**row, **terms))
        return new

    def take_in(self, new: Credentials, about: Row, events: Sequence[tuple[Event, str]]) -> None:
        """Write a table that was kept elsewhere, with its events and their keys, all or nothing.

        Raises `Conflict` where its id is taken.
        """
        row = {**about, "id": new.table, "secret": kept(reading(new.secret))}
        try:
            with self._connection(writing=True) as connection:
                connection.execute(insert(TABLES).values(**row))
                for event in _rows(new.table, events):
                    connection.execute(insert(EVENTS).values(**event))
        except IntegrityError:
            raise Conflict(refusal.WRITTEN_MEANWHILE) from None

    def table(self, credentials: Credentials) -> TableRow:
        """Return a table. Raises `UnknownTable`, also if the secret is not one of the table's."""
        named = TABLES.c.id == credentials.table
        if not credentials.secret and len(credentials.table) == OLD_ADDRESS:
            named = TABLES.c.secret == kept(reading(credentials.table))
        with self._connection() as connection:
            row = connection.execute(select(TABLES).where(named)).first()
        right = may_write(credentials.secret or credentials.table, row.secret) if row else None
        if row is None or right is None:
            raise UnknownTable(refusal.NO_TABLE)
        about = (row.id, row.created, row.name, row.rules, row.options, tuple(row.players))
        return TableRow(*about, may_write=right, house=row.house, rewritten=row.rewritten)

    def events(self, id_: str, *, after: int = 0) -> list[Event]:
        """Return the events of a table with a number above `after`, in their order."""
        return list(self.each_event(id_, after=after))

    def each_event(self, id_: str, *, after: int = 0) -> Generator[Event, None, None]:
        """As `events`, one by one: of a long table only what is kept of each is held in memory."""
        ordered = select(*_OF_EVENT).where(EVENTS.c.table_id == id_, EVENTS.c.number > after)
        with self._connection() as connection:
            rows = connection.execute(ordered.order_by(EVENTS.c.number))
            yield from map(_event, rows)

    def versions(self, ids: Collection[str]) -> dict[str, int]:
        """Return the number of the last event of each table; tables without events are left out."""
        newest = select(EVENTS.c.table_id, func.max(EVENTS.c.number))
        newest = newest.where(EVENTS.c.table_id.in_(ids)).group_by(EVENTS.c.table_id)
        with self._connection() as connection:
            return {row[0]: row[1] for row in connection.execute(newest)}

    def sent(self, id_: str, key: str) -> int | None:
        """Return the number of the event sent under a key, if there is one."""
        known = select(EVENTS.c.number).where(EVENTS.c.table_id == id_, EVENTS.c.key == key)
        with self._connection() as connection:
            return connection.execute(known).scalar()

    def append(self, id_: str, new: Event, *, key: str) -> None:
        """Write an event. Raises `Conflict` where another one took its number meanwhile."""
        self.append_all(id_, [(new, key)])

    def append_all(self, id_: str, events: Sequence[tuple[Event, str]]) -> None:
        """Write events with their keys, all or none. Raises `Conflict` as `append` does."""
        try:
            with self._connection(writing=True) as connection:
                for row in _rows(id_, events):
                    connection.execute(insert(EVENTS).values(**row))
        except IntegrityError:
            raise Conflict(refusal.WRITTEN_MEANWHILE) from None

    def change_secret(self, credentials: Credentials, id_: str) -> Credentials:
        """Another writing secret, in place of the one that was shown, which opens nothing any more; nor does
        the reading secret that followed from it. Raises `Conflict` where it was another one already."""
        new = Credentials(id_, new_secret())
        shown = kept(reading(credentials.secret or credentials.table))
        changed = update(TABLES).where(TABLES.c.id == id_, TABLES.c.secret == shown)
        with self._connection(writing=True) as connection:
            if not connection.execute(changed.values(secret=kept(reading(new.secret)))).rowcount:
                raise Conflict(refusal.WRITTEN_MEANWHILE)
        return new

    def delete(self, ids: Collection[str], *, unused_since: str = "") -> int:
        """Delete tables with all their events, for good; return how many there were.

        With `unused_since` those with an event since that moment stay.
        """
        with self._connection(writing=True) as connection:
            if unused_since:
                these = TABLES.c.id.in_(ids)
                connection.execute(select(TABLES.c.id).where(these).with_for_update())  # no event comes now
                ids = list(connection.scalars(_unused_since(unused_since).where(these)))
            connection.execute(delete(EVENTS).where(EVENTS.c.table_id.in_(ids)))
            count = connection.execute(delete(TABLES).where(TABLES.c.id.in_(ids))).rowcount
        self._forget_on_disk()
        return count

    def unused_since(self, moment: str) -> list[str]:
        """Return the tables without an event since a moment, ISO 8601 in UTC."""
        with self._connection() as connection:
            return list(connection.scalars(_unused_since(moment)))

    def prune(self, days: int) -> int:
        """Delete the tables without an event for `days` days, for good; return how many."""
        then = datetime.now(timezone.utc) - timedelta(days=days)
        moment = then.isoformat(timespec="milliseconds")
        ids = self.unused_since(moment)
        return sum(
            self.delete(ids[n : n + _TOGETHER], unused_since=moment) for n in range(0, len(ids), _TOGETHER)
        )

    def ids(self) -> list[str]:
        """Return the ids of all tables, in no order."""
        with self._connection() as connection:
            return list(connection.scalars(select(TABLES.c.id)))

    def rewrite(self, id_: str, change: Callable[[Row], Row]) -> bool:
        """Write a table and its events again, for good: `change` gives each row as it is to be. Gives whether
        any is other than it was. Raises `UnknownTable`."""
        changed = False
        contents = select(EVENTS.c.number, *_CONTENT).where(EVENTS.c.table_id == id_)
        with self._connection(writing=True) as connection:
            row = connection.execute(select(*_NAMED).where(TABLES.c.id == id_)).mappings().first()
            if row is None:
                raise UnknownTable(refusal.NO_TABLE)
            for number, *texts in connection.execute(contents).all():
                own = dict(zip((column.name for column in _CONTENT), texts, strict=True))
                if (new := change(own)) != own:
                    there = update(EVENTS).where(EVENTS.c.table_id == id_, EVENTS.c.number == number)
                    connection.execute(there.values(**new))
                    changed = True
            new = change(dict(row))
            if changed or new != dict(row):
                again = {**new, "rewritten": TABLES.c.rewritten + 1}
                connection.execute(update(TABLES).where(TABLES.c.id == id_).values(**again))
                changed = True
        if changed:
            self._forget_on_disk()
        return changed

    def _forget_on_disk(self) -> None:
        """Remove deleted rows from the files: empty the write-ahead log of SQLite."""
        if self._engine.dialect.name == "sqlite":
            with self._connection() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def check(self) -> None:
        """Check that it could be written to now. Raises `NoDatabase`, and logs why."""
        with self._connection(writing=True) as connection:
            connection.execute(text("update alembic_version set version_num = version_num"))
            if self._was_full and self._engine.dialect.name == "postgresql":  # whose disk we cannot look at
                connection.execute(text(_TAKE_ROOM))
            connection.rollback()
        path = self._engine.url.database if self._engine.dialect.name == "sqlite" else None
        if path and (free := _free_bytes(path)) < _LEAST_FREE:
            raise _away(f"{free} bytes are free on its disk", refusal.DISK_FULL)
        self._was_full = False

    def close(self) -> None:
        """Close the connections, if the database was ever opened."""
        if "_engine" in self.__dict__:
            self._engine.dispose()


def _away(why: str, message: Words) -> NoDatabase:
    log.error("the ledger's database does not answer: %s", why)
    return NoDatabase(message)


def _is_full(wrong: DBAPIError) -> bool:
    """True if the database says that its disk is full."""
    own = wrong.orig
    return getattr(own, "sqlstate", None) == "53100" or str(own) == "database or disk is full"


def _unused_since(moment: str) -> Select[Any]:
    """Select the tables without an event since a moment."""
    newest = func.coalesce(func.max(EVENTS.c.at), TABLES.c.created)
    found = select(TABLES.c.id).outerjoin(EVENTS, EVENTS.c.table_id == TABLES.c.id)
    return found.group_by(TABLES.c.id, TABLES.c.created).having(newest < moment)


def _rows(id_: str, events: Sequence[tuple[Event, str]]) -> list[Row]:
    """The events of a table, with their keys, as rows of the database."""
    return [
        {
            **{name: getattr(new, name) for name in _FIELDS},
            **{"table_id": id_, "kind": new.kind.value, "seats": list(new.seats), "key": key},
        }
        for new, key in events
    ]


def _free_bytes(path: str) -> int:
    """Return the free bytes of the disk of a file; enough if that is unknown."""
    folder = Path(path).absolute().parent
    return shutil.disk_usage(folder).free if folder.is_dir() else _LEAST_FREE


def _reason(wrong: Exception) -> str:
    """Why the database does not do something, in one line; not what was given to it."""
    if isinstance(wrong, ModuleNotFoundError):
        return f"{wrong}: pip install 'paiyan[postgresql]'"
    return str(getattr(wrong, "orig", None) or wrong).strip().partition("\n")[0]


def now() -> str:
    """This moment, UTC, in ISO 8601."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")


def _event(row: Sequence[Any]) -> Event:
    kind, (first, second, third, fourth), *known = row
    fields = dict(zip(_FIELDS, known, strict=True))  # by their places: the names of a row are slow
    return Event(**fields, kind=Kind(kind), seats=(first, second, third, fourth))


Json = Mapping[str, Any]


def forget_name(store: Store, id_: str, name: str, players: Sequence[str]) -> None:
    """Replace a player's name by an anonymous one in everything kept about a table.

    Raises `WrongUse` if no player ever had the name.
    """
    if not _forgotten(store, id_, name):
        raise WrongUse(refusal.NO_SUCH_PLAYER, name=name, names=list(players))


def forget_everywhere(store: Store, name: str, tables: Collection[str] = ()) -> int:
    """Put names that say nothing in place of one, at these tables or at all; gives at how many.

    Raises `WrongUse` where it stands at none of them.
    """
    count = sum(_forgotten(store, id_, name) for id_ in tables or store.ids())
    if not count:
        raise WrongUse(refusal.NOBODY_SO_CALLED, name=name)
    return count


def _forgotten(store: Store, id_: str, name: str) -> bool:
    new = f"#{token_hex(2)}"
    return store.rewrite(id_, lambda row: _without(row, name, new))


def _without(row: Row, name: str, new: str) -> Row:
    """A row of the tables or of the events in which a name is another: where names stand, and in the texts
    that people wrote."""

    def exact(text: Any) -> Any:
        return new if text == name else text

    def each(names: Sequence[Any]) -> list[Any]:
        return [exact(one) for one in names]

    def in_text(text: str) -> str:
        return text.replace(name, new)

    within: Mapping[str, Callable[[Any], Any]] = {"joined": each, "was": exact, "name": exact}

    def given(value: Json | None) -> Any:
        if not value:
            return value
        return _bets({k: within[k](one) if k in within else one for k, one in value.items()}, exact)

    def answer(value: Any) -> Any:
        return _bets(value, exact) if value else value

    columns: Mapping[str, Callable[[Any], Any]] = {
        "name": in_text, "note": in_text, "players": each, "given": given, "answer": answer,
    }  # fmt: skip
    return {column: columns[column](value) for column, value in row.items()}


def _bets(value: Any, exact: Any) -> Any:
    """Rename those who only bet in a value: both in the request and in the answer they are in `outside`."""
    if isinstance(value, list):
        return [_bets(one, exact) for one in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    fields = cast("Json", value)
    return {
        key: {exact(name): points for name, points in cast("Json", one).items()}
        if key == "outside" and isinstance(one, dict)
        else _bets(one, exact)
        for key, one in fields.items()
    }
