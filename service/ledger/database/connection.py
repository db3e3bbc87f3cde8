"""Open the database of the ledger, SQLite or PostgreSQL, bring it to the newest schema, and back it up.

It has a table of tables, and a table of events that is only added to. A transaction is all or nothing, also
where it changes tables; a database that several processes open at once is brought up to date by the first.

A backup is the whole ledger as one file, whatever database it lies in: JSON Lines, a row a line. The first
line names the format and the revision of the database; the last one counts the rows and has the SHA-256 of
all lines before it. Restored, an old backup passes through the migrations that came since.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final, Literal

import orjson
from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import SQLAlchemyError

from paiyan.scorer.messages.as_json import as_it_is, from_json, to_json
from paiyan.scorer.messages.system import reason
from paiyan.service.errors import PaiyanError, WrongUse
from paiyan.service.messages import operations as words

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),  # public
    Column("secret", String(32), nullable=False, server_default="", unique=True, index=True),  # `rights.kept`
    Column("created", String(32), nullable=False),  # ISO 8601, UTC
    Column("name", String(100), nullable=False),
    Column("rules", String(50), nullable=False),
    Column("options", JSON, nullable=False),
    Column("players", JSON, nullable=False),  # four names
    Column("house", Text),  # the text of a house file, whose id is `rules`
    Column("rewritten", Integer, nullable=False, server_default="0"),  # how often names were deleted for good
)

EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # two phones that write at once: one of them fails
    Column("at", String(32), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("deal", Integer),
    Column("dealer", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("next_dealer", String(1), nullable=False),
    Column("note", String(200), nullable=False),
    Column("given", JSON, nullable=False),
    Column("answer", JSON, nullable=False),
    Column("key", String(64), nullable=False),  # the sender's own name for it: sent twice, it counts once
    UniqueConstraint("table_id", "key"),
)


MIGRATIONS = Path(__file__).parent / "migrations"
_CONNECT_SECONDS = 5
_CAREFULLY: dict[str, Any] = {
    "pool_pre_ping": True,
    "hide_parameters": True,
    "json_deserializer": orjson.loads,
}
"""Replace a broken connection, and leave the parameters of statements out of errors."""
_MIGRATING = 0x7061_6979_616E  # the lock that processes take in PostgreSQL while they bring it up to date


def open_database(address: str) -> Engine:
    """Open the database at an address like ``sqlite:///paiyan.db``, without connecting yet.

    Raises `ModuleNotFoundError` without its driver, `sqlalchemy.exc.ArgumentError` for a malformed address.
    """
    address = _driver(address)
    if not address.startswith("sqlite"):
        return create_engine(address, **_CAREFULLY, connect_args={"connect_timeout": _CONNECT_SECONDS})
    engine = create_engine(address, **_CAREFULLY)
    event.listen(engine, "connect", _careful)
    event.listen(engine, "begin", _begin)
    return engine


def for_writing(engine: Engine) -> Engine:
    """Return the same database for writing: SQLite admits one transaction at a time, others wait."""
    return engine.execution_options(begin=("BEGIN IMMEDIATE",))


def migrate(engine: Engine) -> None:
    """Bring the database to the newest form, or leave it as it was.

    Raises `ValueError` where a newer program has been there.
    """
    # SQLite makes a table again to change it: what refers to it must not go with the old one. Whoever opens
    # the database meanwhile waits for the end of it, which on a busy machine takes longer than a deal.
    patient = ("PRAGMA busy_timeout=60000", "PRAGMA foreign_keys=OFF", "BEGIN IMMEDIATE")
    alone = engine.execution_options(begin=patient)
    with alone.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATING})
        upgrade(connection, "head")
    engine.dispose()  # that connection holds no references


def upgrade(connection: Connection, revision: str) -> None:
    """Bring the database to a revision within a transaction. Raises `ValueError` for one that is unknown."""
    from alembic import command  # opened late: it takes a third of a second
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as wrong:
        raise ValueError(f"it is of a newer Paiyan than this one ({wrong})") from wrong


def _driver(address: str) -> str:
    """PostgreSQL by psycopg 3, however the address begins."""
    for start in ("postgres://", "postgresql://"):
        if address.startswith(start):
            return "postgresql+psycopg://" + address[len(start) :]
    return address


def _careful(connection: Any, record: object) -> None:
    """SQLite: readers and writers side by side, written through to the disk, references held. The driver
    begins no transactions, since it would leave changes of tables outside them."""
    del record
    connection.isolation_level = None
    for pragma in (
        "busy_timeout=5000",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "secure_delete=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    for statement in connection.get_execution_options().get("begin", ("BEGIN",)):
        connection.exec_driver_sql(statement)


FORMAT: Final = "paiyan ledger"
_REVISIONS = "alembic_version"
_TOGETHER = 500  # rows that are inserted in one go
Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class _First:
    format: Literal["paiyan ledger"] = FORMAT
    revision: str


@dataclass(frozen=True, kw_only=True)
class _Line:
    table: str
    row: Mapping[str, Any] = as_it_is()


@dataclass(frozen=True, kw_only=True)
class _Last:
    """The last line: the number of rows of each table, and the digest of all lines before."""

    rows: Mapping[str, int]
    sha256: str


def backup(address: str, file: Path) -> dict[str, int]:
    """Write all rows, as they are at one moment, to a new file; gives how many of each table.

    The service may go on meanwhile. The file holds who played for what, so only its owner may read it. Raises
    `WrongUse` where the file is there, or no ledger is.
    """
    engine = _opened(address)
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("set transaction isolation level repeatable read"))
            return _write(connection, file)
    except SQLAlchemyError as wrong:
        raise _database_refuses(wrong) from wrong
    finally:
        engine.dispose()


def restore(address: str, file: Path) -> dict[str, int]:
    """Fill an empty database from a backup, or leave it as it was; gives how many rows of each table.

    Raises `WrongUse` where the file is damaged or no backup, or the database holds a table already.
    """
    engine = _opened(address, new=True)
    counts = _checked(file)
    try:
        with for_writing(engine).begin() as connection:
            _fill(connection, file)
        migrate(engine)
    except SQLAlchemyError as wrong:
        raise _database_refuses(wrong) from wrong
    finally:
        engine.dispose()
    return counts


def existing(address: str) -> str:
    """Return the address of a database that is there, so that a mistyped one makes no empty ledger.

    Raises `WrongUse`.
    """
    _opened(address).dispose()
    return address


def _opened(address: str, *, new: bool = False) -> Engine:
    if not address:
        raise WrongUse(words.NO_ADDRESS)
    try:
        engine = open_database(address)
    except (SQLAlchemyError, ModuleNotFoundError) as wrong:
        raise WrongUse(words.CANNOT_OPEN, why=_reason(wrong)) from wrong
    path = engine.url.database
    if engine.dialect.name == "sqlite" and not new and not (path and Path(path).is_file()):
        raise WrongUse(words.NO_LEDGER_AT, path=path)
    return engine


def _database_refuses(wrong: SQLAlchemyError) -> PaiyanError:
    return WrongUse(words.DATABASE_REFUSES, why=_reason(wrong))


def _reason(wrong: Exception) -> str:
    """The first line of what the database says: what was given to it stays untold."""
    return str(getattr(wrong, "orig", None) or wrong).strip().partition("\n")[0]


def _kept(connection: Connection) -> MetaData:
    """Return which of the ledger's tables exist, whatever their columns."""
    there = MetaData()
    there.reflect(connection, only=lambda name, _: name in METADATA.tables)
    return there


def _write(connection: Connection, file: Path) -> dict[str, int]:
    if not inspect(connection).has_table(_REVISIONS):
        raise WrongUse(words.NO_LEDGER_IN)
    revision = connection.execute(text(f"select version_num from {_REVISIONS}")).scalar_one()
    counts: dict[str, int] = {}
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as wrong:
        raise WrongUse(words.BACKUP_NOT_WRITTEN, file=file, why=reason(wrong)) from wrong
    seen = hashlib.sha256()
    try:
        with os.fdopen(descriptor, "wb") as out:

            def line(value: object) -> None:
                text = json.dumps(to_json(value, "en"), ensure_ascii=False, allow_nan=False)
                data = text.encode() + b"\n"
                seen.update(data)
                out.write(data)

            line(_First(revision=revision))
            for table in _kept(connection).sorted_tables:
                counts[str(table.name)] = 0
                for row in connection.execute(select(table).order_by(*table.primary_key)).mappings():
                    line(_Line(table=str(table.name), row=dict(row)))
                    counts[str(table.name)] += 1
            line(_Last(rows=counts, sha256=seen.hexdigest()))
            out.flush()
            os.fsync(out.fileno())
    except BaseException:
        file.unlink()
        raise
    return counts


def _checked(file: Path) -> dict[str, int]:
    """Read every line of a backup and count the rows of each table. Raises `WrongUse`."""
    try:
        with file.open("rb") as lines:
            return _counted(lines)
    except OSError as wrong:
        raise WrongUse(words.BACKUP_NOT_READ, file=file, why=reason(wrong)) from wrong
    except (ValueError, KeyError, AttributeError, TypeError):
        raise WrongUse(words.NO_BACKUP, file=file) from None


def _counted(lines: Iterator[bytes]) -> dict[str, int]:
    """As `_checked`, of the lines; what is wrong with them raises in any way."""
    first = next(lines, b"")
    from_json(_First, json.loads(first))
    seen, counts = hashlib.sha256(first), Counter[str]()
    for line in lines:
        value = json.loads(line)
        if "row" not in value:
            break
        counts[from_json(_Line, value).table] += 1
        seen.update(line)
    else:
        raise ValueError(first)
    end = from_json(_Last, value)
    if Counter(end.rows) != counts or end.sha256 != seen.hexdigest() or next(lines, b""):
        raise ValueError(end)
    return dict(end.rows)


def _fill(connection: Connection, file: Path) -> None:
    """The rows of a checked backup into a database that holds none, in the form that they were kept in."""
    empty = _kept(connection)
    if any(connection.execute(select(table).limit(1)).first() for table in empty.sorted_tables):
        raise WrongUse(words.NOT_EMPTY)
    empty.drop_all(connection)
    connection.execute(text(f"drop table if exists {_REVISIONS}"))
    lines = _lines(file)
    revision = from_json(_First, next(lines)).revision
    try:
        upgrade(connection, revision)
    except ValueError as wrong:
        raise WrongUse(words.NEWER_BACKUP, file=file, revision=revision) from wrong
    there = _kept(connection)
    rows = (from_json(_Line, line) for line in lines if "row" in line)
    for name, own in groupby(rows, key=lambda line: line.table):
        while part := [line.row for line in islice(own, _TOGETHER)]:
            connection.execute(insert(there.tables[name]), part)


def _lines(file: Path) -> Iterator[Row]:
    with file.open("rb") as lines:
        yield from map(json.loads, lines)
