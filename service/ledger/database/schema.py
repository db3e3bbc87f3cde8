"""The database of the ledger: a table of tables, and a table of events that is only added to."""

from __future__ import annotations

from sqlalchemy import JSON, Column, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint

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
