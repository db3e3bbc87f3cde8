"""Secrets apart from names.

Up to here the id of a table was the right to write to it. It stays that right, as the table's writing secret,
and the table gets an id that tells nothing.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from paiyan.service.ledger.credentials import kept, new_id, reading

revision = "0002"
down_revision = "0001"

_COPIED = ("created", "name", "rules", "options", "players")
_TABLES = sa.table("tables", *(sa.column(name, sa.String()) for name in ("id", "secret", *_COPIED)))
_EVENTS = sa.table("events", sa.column("table_id", sa.String()))


def upgrade() -> None:
    op.add_column("tables", sa.Column("secret", sa.String(32), nullable=False, server_default=""))
    connection = op.get_bind()
    for old in connection.scalars(sa.select(_TABLES.c.id)).all():
        new, there = new_id(), _TABLES.c.id == old
        changed = (sa.literal(new), sa.literal(kept(reading(old))))
        copy = sa.select(*changed, *(_TABLES.c[name] for name in _COPIED)).where(there)
        # The copy, its events, then the old one: events always belong to a table that is there.
        connection.execute(sa.insert(_TABLES).from_select(["id", "secret", *_COPIED], copy))
        connection.execute(sa.update(_EVENTS).where(_EVENTS.c.table_id == old).values(table_id=new))
        connection.execute(sa.delete(_TABLES).where(there))
    op.create_index("ix_tables_secret", "tables", ["secret"], unique=True)
