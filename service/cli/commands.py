"""The command line ``paiyan``: read, score, waits, rules, correct, tiles, watch, serve, ledger, the workshop.

Standard output carries the answer and nothing else, messages go to standard error. Exit status: 0 done,
1 nothing to answer (no tiles, not a win), 2 wrong use, with one line that says what is wrong.
Each command has its place in a module, and only the one asked for is loaded; heavy imports wait inside the
commands: ``paiyan rules`` opens no detector.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from service.cli.options import grouped
from service.cli.printing import complain
from service.errors import BadHouse, PaiyanError

_MODULES = {  # of the commands, in the order of the help
    "read": "hands",
    "score": "hands",
    "waits": "hands",
    "serve": "serve",
    "rules": "rules",
    "correct": "correct",
    "tiles": "tiles",
    "watch": "watch",
    "evaluate": "evaluate",
    "benchmark": "benchmark",
    "train": "training",
    "synth": "training",
    "ledger": "ledger",
}


def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="The version, and nothing else.")] = False,
) -> None:
    if version:
        from importlib.metadata import version as installed

        print(installed("paiyan"))
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


def _app(asked: str) -> typer.Typer:
    """The program with the command asked for; with all of them where none of ours comes first."""
    app = typer.Typer(
        name="paiyan",
        help="牌眼: read a mahjong hand from a photo, score it, settle it.",
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(start)
    for name in [asked] if asked in _MODULES else _MODULES:
        module = import_module(f"service.cli.{_MODULES[name]}")
        if name == "ledger":
            app.add_typer(module.app, name=name)
        else:
            app.command()(grouped(getattr(module, name)))
    return app


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line and give its exit status; what goes wrong is one line on standard error."""
    try:
        app = _app(arguments[0] if arguments else "")
        status: Any = app(list(arguments), prog_name="paiyan", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except BadHouse as wrong:
        for mistake in wrong.mistakes:
            complain(mistake.to("en"))
        return wrong.status
    except PaiyanError as wrong:
        return _said(str(wrong), wrong.status)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get("PAIYAN_DEBUG"):
            raise
        if hint := _usage_hint(error):
            return _said(hint, 2)
        return _said(
            f"this is a mistake in Paiyan ({type(error).__name__}: {error}): "
            "run it again with PAIYAN_DEBUG=1 and report what it prints",
            2,
        )


def _usage_hint(error: Exception) -> str:
    """What typer found wrong with the command line, or nothing where the error is not typer's."""
    told = getattr(error, "format_message", None)
    if told is None:
        return ""
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "paiyan"
    return f"{str(told()).rstrip('.')} (see {where} --help)"


def _said(text: str, status: int) -> int:
    complain(text)
    return status
