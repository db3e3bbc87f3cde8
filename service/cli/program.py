"""The command line ``paiyan``: read, score, waits, advise, rules, correct, tiles, watch, serve, ledger …

Standard output carries the answer and nothing else, messages go to standard error. Exit status: 0 done,
1 nothing to answer (no tiles, not a win), 2 wrong use, with one line that says what is wrong.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import click

from paiyan.scorer.messages.languages import Said, Sentence
from paiyan.service.cli.options import language_of
from paiyan.service.cli.printing import complain
from paiyan.service.cli.usage import NoCommand, language_told, sentence
from paiyan.service.errors import BadHouse, PaiyanError
from paiyan.service.messages import command_line as refusal

_MODULES = {  # of the commands, in the order of the help
    "read": "hands",
    "score": "hands",
    "waits": "hands",
    "advise": "advise",
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
_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))  # Windows knows no quota


class _Commands(click.Group):
    """All commands, of which only the one asked for is loaded."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _MODULES:
            return None
        return getattr(import_module(f"paiyan.service.cli.commands.{_MODULES[cmd_name]}"), cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, and a command that there is not is told the ones like it."""
        if args[0] not in _MODULES:
            from difflib import get_close_matches  # only here: most commands are there

            raise NoCommand(args[0], get_close_matches(args[0], _MODULES), ctx)
        return super().resolve_command(ctx, args)


@click.command(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 1000},  # any terminal's
)
@click.option("--version", is_flag=True, help="The version, and nothing else.")
@click.pass_context
def paiyan(context: click.Context, *, version: bool) -> None:
    """牌眼: read a mahjong hand from a photo, score it, settle it."""
    if version:
        from importlib.metadata import version as installed

        print(installed("paiyan"))
        context.exit()
    if context.invoked_subcommand is None:
        print(context.get_help())


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line and give its exit status; what goes wrong is one line on standard error."""
    told: dict[str, str] = {"lang": language_told(arguments)}
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison]
        return _said(refusal.NO_OUTPUT, told)
    try:
        status: Any = paiyan.main(list(arguments), prog_name="paiyan", standalone_mode=False, obj=told)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except PaiyanError as wrong:
        lang = language_of(told.get("lang", ""))
        for sentence_ in wrong.mistakes if isinstance(wrong, BadHouse) else (wrong,):
            complain(sentence_.to(lang))
        return wrong.status
    except click.UsageError as wrong:
        return _said(sentence(wrong), told)
    except click.Abort:  # the user's ^C
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get("PAIYAN_DEBUG"):
            raise
        if isinstance(error, OSError) and error.errno in _FULL:
            return _said(Said(refusal.CANNOT_WRITE, {"why": str(error.strerror).lower()}), told)
        return _said(Said(refusal.OUR_MISTAKE, {"wrong": f"{type(error).__name__}: {error}"}), told)


def _said(words: Sentence, told: Mapping[str, str]) -> int:
    complain(words.to(language_of(told.get("lang", ""))))
    return 2
