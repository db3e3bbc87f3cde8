"""Write the pages of documentation that come from the service's code: ``make docs``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any, Literal, cast, get_args, get_origin

import click
from pydantic import SecretStr

from paiyan.service.answers.advising import AdviceAnswer
from paiyan.service.answers.reading import FrameReport
from paiyan.service.answers.report import CompareAnswer, CorrectAnswer, HandAnswer
from paiyan.service.cli.program import paiyan
from paiyan.service.http.routes.live import LiveReading
from paiyan.service.http.schemas.openapi import KeptOut, PhotoReading, typescript
from paiyan.service.settings import FILE, PREFIX, Settings

_HEAD = f"""# Settings

`paiyan serve` takes its settings from the environment, and from a file that `{FILE}` names: a line each,
`{PREFIX}NAME=value`. The environment goes before the file, `--host`, `--port` and `--workers` before both.
A name or a value that does not fit ends the program with one sentence. Times are seconds, sizes are bytes.

| variable | default | what it does |
|---|---|---|
"""
_KINDS: dict[Any, str] = {bool: "true or false"}


def settings_page() -> str:
    """`docs/settings.md`: every setting with its default."""
    return _HEAD + "\n".join(map(_row, Settings.model_fields)) + "\n"


def _row(name: str) -> str:
    field = Settings.model_fields[name]
    default = _shown(field.default)
    text = " ".join((field.description or "").split())
    if get_origin(field.annotation) is Literal:
        text += " One of " + ", ".join(f"`{choice}`" for choice in get_args(field.annotation)) + "."
    elif field.annotation in _KINDS:
        text += f" {_KINDS[field.annotation].capitalize()}."
    return f"| `{PREFIX}{name.upper()}` | {f'`{default}`' if default else ''} | {text} |"


def _shown(default: Any) -> str:
    if default is None:
        return ""
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, tuple):
        return ",".join(map(str, cast("tuple[object, ...]", default)))
    return str(default.get_secret_value()) if isinstance(default, SecretStr) else str(default)


_COMMANDS_HEAD = """# Arguments and options

[The command line](command-line.md) says what the commands are for. `make docs` writes this page from the
commands themselves; `-h` or `--help` after a command shows the same.
"""


def commands(
    group: click.Group = paiyan, parent: click.Context | None = None
) -> Iterator[tuple[click.Command, click.Context]]:
    """Yield the program and every command below it, each with its context."""
    context = click.Context(group, info_name=group.name, parent=parent)
    yield group, context
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, context)
        else:
            yield command, click.Context(command, info_name=name, parent=context)


def command_page() -> str:
    """Return `docs/options.md`: every command with its arguments and options."""
    return _COMMANDS_HEAD + "".join(_command(command, context) for command, context in commands())


def _command(command: click.Command, context: click.Context) -> str:
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    rows = [_option_row(one, context) for one in command.params if isinstance(one, click.Option)]
    table = ["| option | default | what it does |", "|---|---|---|", *rows] if rows else []
    text = cleandoc(command.help or "").replace("<", "&lt;")
    return "\n".join(["", f"## `{context.command_path}`", "", f"`{usage}`", "", text, "", *table, ""])


def _option_row(option: click.Option, context: click.Context) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    extra = option.get_help_extra(context)
    default = extra.get("default", "").strip("()")
    text = (option.help or "").replace("|", "\\|")
    if isinstance(option.type, click.Choice):
        text += " One of " + ", ".join(f"`{choice}`" for choice in option.type.choices) + "."
    elif limits := extra.get("range"):
        text += f" ({limits})"
    return f"| {names}{'' if option.is_flag else ' …'} | {f'`{default}`' if default else ''} | {text} |"


def answer_types() -> str:
    """Return `service/web/js/state/answers.d.ts`: what the service answers, for the page."""
    text = typescript(
        PhotoReading,
        LiveReading,
        FrameReport,
        HandAnswer,
        AdviceAnswer,
        CorrectAnswer,
        CompareAnswer,
        KeptOut,
    )
    return (
        f"// What the service answers: written by make docs from the classes that make the JSON.\n\n{text}\n"
    )


def main() -> None:
    """Write the pages into the folder that is named, of a checkout."""
    docs = Path(sys.argv[1])
    (docs / "settings.md").write_text(settings_page(), encoding="utf-8")
    (docs / "options.md").write_text(command_page(), encoding="utf-8")
    types = docs.parent / "service" / "web" / "js" / "state" / "answers.d.ts"
    if types.parent.is_dir():
        types.write_text(answer_types(), encoding="utf-8")


if __name__ == "__main__":
    main()
