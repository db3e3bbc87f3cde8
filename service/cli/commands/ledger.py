"""The commands ``paiyan ledger backup | restore``: the ledger as one file, and back."""

from __future__ import annotations

from pathlib import Path

import click

from paiyan.service.cli.options import Output, options
from paiyan.service.cli.printing import show

_database = click.option(
    "--database", default="", show_default="PAIYAN_DATABASE", help="Its address, as PAIYAN_DATABASE."
)


@click.group(invoke_without_command=True)
@click.pass_context
def ledger(context: click.Context) -> None:
    """Back the ledger up, and restore it."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@ledger.command()
@click.argument("file")
@_database
@options("output", Output)
def backup(*, file: str, database: str, output: Output) -> int:
    """Write the whole ledger to FILE, while the service goes on.

    FILE must not be there yet. It holds the rights to all tables.
    """
    from paiyan.service.ledger.database.backup import backup as run

    show({"file": file, **run(_address(database), Path(file))}, "figures.listed", output)
    return 0


@ledger.command()
@click.argument("file")
@_database
@options("output", Output)
def restore(*, file: str, database: str, output: Output) -> int:
    """Fill a new, empty database from FILE, a backup. It may have been taken of SQLite or PostgreSQL."""
    from paiyan.service.ledger.database.backup import restore as run

    show({"file": file, **run(_address(database), Path(file))}, "figures.listed", output)
    return 0


def _address(told: str) -> str:
    from paiyan.service.settings import load_settings

    return told or load_settings().database_address
