"""Alembic's way in; the connection comes from `paiyan.service.ledger.database.connection.migrate`."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from paiyan.service.ledger.database.connection import METADATA


def _run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


_run(context.config.attributes["connection"])
