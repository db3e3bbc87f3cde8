"""The whole ledger as one file, and back, whatever database it lies in: JSON Lines, a row a line.

The first line names the format and the revision of the database; the last one counts the rows and has the
SHA-256 of all lines before it. Restored, an old backup passes through the migrations that came since.
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

from sqlalchemy import Connection, Engine, MetaData, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from paiyan.scorer.messages.as_json import as_it_is, from_json, to_json
from paiyan.scorer.messages.system import reason
from paiyan.service.errors import PaiyanError, WrongUse
from paiyan.service.ledger.database.connection import METADATA, for_writing, migrate, open_database, upgrade
from paiyan.service.messages import operations as words

FORMAT: Final = "paiyan ledger"
_REVISIONS = "alembic_version"
_TOGETHER = 500  # rows that are inserted in one go
Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class _First:
    """The first line."""

    format: Literal["paiyan ledger"] = FORMAT
    revision: str


@dataclass(frozen=True, kw_only=True)
class _Line:
    """A row of a table."""

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
