"""The commands for operators: ``paiyan serve``, and ``paiyan ledger …``: its backup, and what is deleted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paiyan.service.cli.options import Output, options, show
from paiyan.service.errors import WrongUse
from paiyan.service.messages.operations import CANNOT_BE_USED, NO_SUCH_TABLES

if TYPE_CHECKING:
    from paiyan.service.ledger.database.store import Store


@click.command()
@click.option("--host", show_default="127.0.0.1", help="The address to listen on; 0.0.0.0 lets phones in.")
@click.option("--port", type=click.IntRange(0, 65535), show_default="8000", help="The port to listen on.")
@click.option("--workers", type=click.IntRange(1, 64), show_default="1", help="Processes that answer.")
@click.option("--model", help="A detector of your own: a file of weights, .onnx, .xml or .pt.")
@click.option("--lang", default="", help="zh, en or ja; without it the language of the locale.")
def serve(*, host: str | None, port: int | None, workers: int | None, model: str | None, lang: str) -> int:
    """Answer over HTTP, with a page for phones. Pictures stay in memory for the request and are gone.

    With --host 0.0.0.0 phones in the same network reach it: their address is shown, and a QR code. A phone's
    camera needs HTTPS: docs/deploy.md. All settings: docs/settings.md.
    """
    from paiyan.scorer.messages.languages import Renderer
    from paiyan.service.cli.options import known_language
    from paiyan.service.http.server import serve as run
    from paiyan.service.settings import load_settings

    render = Renderer(known_language(lang))
    given = {"host": host, "port": port, "workers": workers, "model": model}
    settings = load_settings(overrides={name: value for name, value in given.items() if value is not None})
    return run(settings, render)


_database = click.option(
    "--database", default="", show_default="PAIYAN_DATABASE", help="Its address, as PAIYAN_DATABASE."
)


@click.group(invoke_without_command=True)
@click.pass_context
def ledger(context: click.Context) -> None:
    """Back the ledger up and restore it; delete tables and names from it for good."""
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
    from paiyan.service.ledger.database.connection import backup as run

    show({"file": file, **run(_address(database), Path(file))}, "layout.figures", output)
    return 0


@ledger.command()
@click.argument("file")
@_database
@options("output", Output)
def restore(*, file: str, database: str, output: Output) -> int:
    """Fill a new, empty database from FILE, a backup. It may have been taken of SQLite or PostgreSQL."""
    from paiyan.service.ledger.database.connection import restore as run

    show({"file": file, **run(_address(database), Path(file))}, "layout.figures", output)
    return 0


@ledger.command()
@click.argument("tables", nargs=-1, required=True)
@_database
@options("output", Output)
def delete(*, tables: tuple[str, ...], database: str, output: Output) -> int:
    """Delete TABLES, by their ids, with everything that was written of them, for good."""
    store = _store(database)
    if unknown := sorted(set(tables) - set(store.ids())):
        raise WrongUse(NO_SUCH_TABLES, tables=unknown)
    show({"deleted": store.delete(tables)}, "layout.figures", output)
    return 0


@ledger.command()
@click.argument("name")
@click.option("--table", multiple=True, help="Only at this table, by its id; else wherever it stands.")
@_database
@options("output", Output)
def forget(*, name: str, table: tuple[str, ...], database: str, output: Output) -> int:
    """Delete a player's NAME for good, from all that was ever written; the points stay."""
    from paiyan.service.ledger.database.store import forget_everywhere

    tables = forget_everywhere(_store(database), name, table)
    show({"tables": tables}, "layout.figures", output)
    return 0


@ledger.command()
@click.option("--days", type=click.IntRange(1), required=True, help="How long nothing happened at them.")
@_database
@options("output", Output)
def prune(*, days: int, database: str, output: Output) -> int:
    """Delete the tables without an event for that many days, for good."""
    show({"deleted": _store(database).prune(days)}, "layout.figures", output)
    return 0


def _store(address: str) -> Store:
    """Return the ledger at an address, which is there. Raises `WrongUse`."""
    from paiyan.service.ledger.database.connection import existing
    from paiyan.service.ledger.database.store import Store

    return Store(existing(_address(address)))


def _address(address: str) -> str:
    """Return the address given, or that of the settings. Raises `WrongUse`."""
    from paiyan.service.settings import SettingError, check_database_address, load_settings

    if not address:
        return load_settings().database_address
    try:
        return check_database_address(address)
    except SettingError as wrong:
        raise WrongUse(CANNOT_BE_USED, name="--database", why=wrong) from None
