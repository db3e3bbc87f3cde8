"""The commands ``paiyan ledger backup | restore``: the ledger as one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from service.cli.options import Output, grouped
from service.cli.printing import show

app = typer.Typer(help="Back the ledger up, and restore it.", invoke_without_command=True)
Database = Annotated[
    str, typer.Option("--database", help="Its address, as PAIYAN_DATABASE.", show_default="PAIYAN_DATABASE")
]


@app.callback()
def start(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
@grouped
def backup(
    *,
    file: Annotated[str, typer.Argument(help="The file to write; it must not be there yet.")],
    database: Database = "",
    output: Output,
) -> int:
    """Write the whole ledger to one file, while the service goes on. It holds the rights to all tables."""
    from service.ledger.database.backup import backup as run

    show({"file": file, **run(_address(database), Path(file))}, "figures.listed", output)
    return 0


@app.command()
@grouped
def restore(
    *,
    file: Annotated[str, typer.Argument(help="A file that `paiyan ledger backup` wrote.")],
    database: Database = "",
    output: Output,
) -> int:
    """Fill a new, empty database from a backup, of SQLite or PostgreSQL, whichever it was taken of."""
    from service.ledger.database.backup import restore as run

    show({"file": file, **run(_address(database), Path(file))}, "figures.listed", output)
    return 0


def _address(told: str) -> str:
    from service.settings import load_settings

    return told or load_settings().database_address
