"""Open the database of the ledger by its address, SQLite or PostgreSQL, and bring it to the newest schema.

It has a table of tables, and a table of events that is only added to. A transaction is all or nothing, also
where it changes tables; a database that several processes open at once is brought up to date by the first.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
    text,
)

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
