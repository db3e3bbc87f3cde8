"""Names can be deleted for good: a table counts how often, so that what is at hand of it is read again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rewritten", sa.Integer(), nullable=False, server_default="0"))
