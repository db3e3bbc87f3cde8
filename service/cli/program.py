"""The command line ``paiyan``: read, score, waits, advise, rules, correct, tiles, watch, serve, ledger …

Standard output carries the answer and nothing else, messages go to standard error. Exit status: 0 done,
1 nothing to answer (no tiles, not a win), 2 wrong use, with one line that says what is wrong.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

import click
from click.core import ParameterSource

from paiyan.scorer.messages.languages import Message
from paiyan.scorer.messages.system import reason
from paiyan.service.cli.options import complain, language_of
from paiyan.service.errors import BadHouse, PaiyanError, WrongUse
from paiyan.service.messages import command_line as refusal

_QUOTED = re.compile(r"'([^']*)'")
_IN_BRACKETS = re.compile(r"\(([^()]*)\)$")


def language_argument(arguments: Sequence[str]) -> str:
    """Return the last value of ``--lang`` in a command line, or an empty text."""
    values = [
        value if word == "--lang" else word.removeprefix("--lang=")
        for word, value in zip(arguments, [*arguments[1:], ""], strict=False)
        if word == "--lang" or word.startswith("--lang=")
    ]
    return values[-1] if values else ""


class NoCommand(click.UsageError):
    """An unknown command, with the ones of similar names."""

    def __init__(self, command: str, near: Sequence[str], context: click.Context) -> None:
        super().__init__(f"No such command {command!r}.", context)
        self.command = command
        self.near = near


def sentence(wrong: click.UsageError) -> Message:
    """Say in one sentence what is wrong with the arguments and where the help is."""
    where = {"where": wrong.ctx.command_path if wrong.ctx else "paiyan"}
    if isinstance(wrong, NoCommand):
        return Message(
            refusal.NO_COMMAND, {"command": wrong.command, "near": _near(map(repr, wrong.near)), **where}
        )
    if isinstance(wrong, click.NoSuchOption):
        from difflib import get_close_matches  # only here: most options are there

        near = _near(get_close_matches(wrong.option_name, wrong.possibilities or (), n=1, cutoff=0.7))
        return Message(refusal.NO_OPTION, {"option": wrong.option_name, "near": near, **where})
    if isinstance(wrong, click.BadOptionUsage):
        words = refusal.NO_VALUE if "not take" in wrong.message else refusal.NO_ARGUMENT
        return Message(words, {"option": wrong.option_name, **where})
    if isinstance(wrong, click.MissingParameter):
        return Message(refusal.MISSING, {"name": _name(wrong), **where})
    if isinstance(wrong, click.BadParameter):
        return _bad_value(wrong, where)
    if "extra argument" in wrong.message and (extra := _IN_BRACKETS.search(wrong.message)):
        return Message(refusal.EXTRA, {"words": extra[1], **where})
    return Message(refusal.BAD_USE, {"wrong": wrong.format_message().rstrip("."), **where})


def _bad_value(wrong: click.BadParameter, where: dict[str, str]) -> Message:
    kind: Any = wrong.param.type if wrong.param else None
    choices: Any = getattr(kind, "choices", ())
    value = next(iter(_QUOTED.findall(wrong.message)), None) or wrong.message.split(" ", 1)[0]
    about = {"name": _name(wrong), "value": value, **where}
    if isinstance(kind, click.Choice):
        return Message(refusal.BAD_CHOICE, {**about, "choices": list(map(str, choices))})
    if isinstance(kind, (click.IntRange, click.FloatRange)):
        return Message(refusal.BAD_NUMBER, {**about, "range": _range(kind.min, kind.max)})
    if kind in (click.INT, click.FLOAT):
        return Message(refusal.BAD_NUMBER, {**about, "range": ""})
    return Message(refusal.BAD_VALUE, {**about, "wrong": wrong.message.rstrip(".")})


def _range(least: float | None, most: float | None) -> Message | str:
    if least is None:
        return "" if most is None else Message(refusal.UP_TO, {"most": most})
    if most is None:
        return Message(refusal.FROM, {"least": least})
    return Message(refusal.FROM_TO, {"least": least, "most": most})


def _name(wrong: click.BadParameter) -> str:
    hint = wrong.param_hint or (wrong.param.get_error_hint(wrong.ctx) if wrong.param else "")  # type: ignore[arg-type]
    return str(hint if isinstance(hint, str) else " / ".join(hint)).replace("'", "")


def _near(names: Iterable[str]) -> Message | str:
    some = list(names)
    return Message(refusal.NEAR_COMMAND, {"near": some}) if some else ""


_MODULES = {  # of the commands, in the order of the help
    "read": "hands",
    "score": "hands",
    "waits": "hands",
    "advise": "advise",
    "serve": "operations",
    "rules": "rules",
    "correct": "hands",
    "tiles": "training",
    "watch": "watch",
    "evaluate": "evaluate",
    "benchmark": "evaluate",
    "train": "training",
    "synth": "training",
    "ledger": "operations",
}
_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))  # Windows knows no quota


class _Text(click.types.StringParamType):
    """The text of an option, which is not empty where the option is given."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Raises `WrongUse` where nothing was given: a variable of a shell may have nothing in it."""
        assert param is not None
        assert ctx is not None
        typed = ctx.get_parameter_source(str(param.name)) is ParameterSource.COMMANDLINE
        if typed and not str(value).strip():
            raise WrongUse(refusal.EMPTY, option=max(param.opts, key=len))
        return super().convert(value, param, ctx)


def _with_texts(command: click.Command) -> click.Command:
    """A command no option of which takes an empty text, nor any of its own commands'."""
    for option in command.params:
        if isinstance(option, click.Option) and option.type is click.STRING:
            option.type = _Text()
    for own in command.commands.values() if isinstance(command, click.Group) else ():
        _with_texts(own)
    return command


class _Commands(click.Group):
    """All commands, of which only the one asked for is loaded."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _MODULES:
            return None
        module = import_module(f"paiyan.service.cli.commands.{_MODULES[cmd_name]}")
        return _with_texts(getattr(module, cmd_name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command as click does; for an unknown one, name those like it."""
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
    lang = language_of(language_argument(arguments))
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison]
        return _refuse(refusal.NO_OUTPUT.to(lang))
    try:
        status: Any = paiyan.main(list(arguments), prog_name="paiyan", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except PaiyanError as wrong:
        for sentence_ in wrong.mistakes if isinstance(wrong, BadHouse) else (wrong,):
            complain(sentence_.to(lang))
        return wrong.status
    except click.UsageError as wrong:
        return _refuse(sentence(wrong).to(lang))
    except click.Abort:  # the user's ^C
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get("PAIYAN_DEBUG"):
            raise
        if isinstance(error, OSError) and error.errno in _FULL:
            return _refuse(Message(refusal.CANNOT_WRITE, {"why": reason(error)}).to(lang))
        return _refuse(Message(refusal.OUR_MISTAKE, {"wrong": f"{type(error).__name__}: {error}"}).to(lang))


def _refuse(text: str) -> int:
    complain(text)
    return 2
