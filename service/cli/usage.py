"""What click finds wrong with a command line, in the languages of the program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import click

from paiyan.scorer.messages.languages import Said
from paiyan.service.messages import command_line as refusal

_QUOTED = re.compile(r"'([^']*)'")
_IN_BRACKETS = re.compile(r"\(([^()]*)\)$")


def language_told(arguments: Sequence[str]) -> str:
    """The language that a command line asks for, wherever it stands; empty if it asks for none."""
    for i, word in enumerate(arguments):
        if word == "--lang":
            return arguments[i + 1] if i + 1 < len(arguments) else ""
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return ""


class NoCommand(click.UsageError):
    """A command that there is not, with those that are like it."""

    def __init__(self, command: str, near: Sequence[str], context: click.Context) -> None:
        super().__init__(f"No such command {command!r}.", context)
        self.command = command
        self.near = near


def sentence(wrong: click.UsageError) -> Said:
    """What is wrong and where the help is, as one sentence."""
    where = {"where": wrong.ctx.command_path if wrong.ctx else "paiyan"}
    if isinstance(wrong, NoCommand):
        return Said(
            refusal.NO_COMMAND, {"command": wrong.command, "near": _near(map(repr, wrong.near)), **where}
        )
    if isinstance(wrong, click.NoSuchOption):
        near = _near(wrong.possibilities or ())
        return Said(refusal.NO_OPTION, {"option": wrong.option_name, "near": near, **where})
    if isinstance(wrong, click.BadOptionUsage):
        words = refusal.NO_VALUE if "not take" in wrong.message else refusal.NO_ARGUMENT
        return Said(words, {"option": wrong.option_name, **where})
    if isinstance(wrong, click.MissingParameter):
        return Said(refusal.MISSING, {"name": _name(wrong), **where})
    if isinstance(wrong, click.BadParameter):
        return _bad_value(wrong, where)
    if "extra argument" in wrong.message and (extra := _IN_BRACKETS.search(wrong.message)):
        return Said(refusal.EXTRA, {"words": extra[1], **where})
    return Said(refusal.BAD_USE, {"wrong": wrong.format_message().rstrip("."), **where})


def _bad_value(wrong: click.BadParameter, where: dict[str, str]) -> Said:
    kind: Any = wrong.param.type if wrong.param else None
    choices: Any = getattr(kind, "choices", ())
    value = next(iter(_QUOTED.findall(wrong.message)), None) or wrong.message.split(" ", 1)[0]
    about = {"name": _name(wrong), "value": value, **where}
    if isinstance(kind, click.Choice):
        return Said(refusal.BAD_CHOICE, {**about, "choices": list(map(str, choices))})
    if isinstance(kind, (click.IntRange, click.FloatRange)):
        return Said(refusal.BAD_NUMBER, {**about, "range": _range(kind.min, kind.max)})
    if kind in (click.INT, click.FLOAT):
        return Said(refusal.BAD_NUMBER, {**about, "range": ""})
    return Said(refusal.BAD_VALUE, {**about, "wrong": wrong.message.rstrip(".")})


def _range(least: float | None, most: float | None) -> Said | str:
    if least is None:
        return "" if most is None else Said(refusal.UP_TO, {"most": most})
    if most is None:
        return Said(refusal.FROM, {"least": least})
    return Said(refusal.FROM_TO, {"least": least, "most": most})


def _name(wrong: click.BadParameter) -> str:
    hint = wrong.param_hint or (wrong.param.get_error_hint(wrong.ctx) if wrong.param else "")  # type: ignore[arg-type]
    return str(hint if isinstance(hint, str) else " / ".join(hint)).replace("'", "")


def _near(names: Iterable[str]) -> Said | str:
    some = ", ".join(names)
    return Said(refusal.NEAR_COMMAND, {"near": some}) if some else ""
