"""The database of the ledger opened by its address, SQLite or PostgreSQL, and brought to the newest form.

A transaction is all or nothing, also where it changes tables; a database that several processes open at once
is brought up to date by the first of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, Engine, create_engine, event, text

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
    """The database at an address like ``sqlite:///paiyan.db``; it is not connected yet.

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
    """The same database, for transactions that write: SQLite lets one in at a time, and the others wait."""
    return engine.execution_options(begin=("BEGIN IMMEDIATE",))


def migrate(engine: Engine) -> None:
    """Bring the database to the newest form, or leave it as it was.

    Raises `ValueError` where a newer program has been there.
    """
    # SQLite makes a table again to change it: what refers to it must not go with the old one.
    alone = engine.execution_options(begin=("PRAGMA foreign_keys=OFF", "BEGIN IMMEDIATE"))
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
