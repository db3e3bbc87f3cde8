"""The pages of documentation that come from the service's code, and from its committed figures under load:
``python -m paiyan.service.documentation docs``."""

from __future__ import annotations

import json
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
_BEGIN, _END = "<!-- under load: written by make docs -->\n", "<!-- end of under load -->\n"
_LOADED = {"photos": "photos", "hands": "typed hands", "pages": "rule pages", "writes": "writes to a table"}
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


def scaling_page(text: str, load: dict[str, Any]) -> str:
    """Return `docs/scaling.md` with the figures of `python -m bench load`.

    Raises ValueError if the page has no place for them.
    """
    before, begin, rest = text.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not (begin and end):
        raise ValueError(f"the page needs the lines {_BEGIN!r} and {_END!r}")
    return before + begin + _load(load) + end + after


def _load(load: dict[str, Any]) -> str:
    memory, clients = load["memory_mb"], load["clients"]
    rows = [_load_row(name, load["kinds"][kind]) for kind, name in _LOADED.items()]
    news = load["news"]["ms"]
    return (
        f"{clients} clients of each kind at once for {load['seconds']} seconds, on {load['cores']} cores "
        f"with a load of {load['load_before']} by other programs; the service got {load['cpu']} of one.\n\n"
        "| | answered | a second | p50, ms | p99, ms | refused | p99 of refusals, ms |\n"
        "|---|---|---|---|---|---|---|\n"
        + "".join(rows)
        + f"\n{clients} phones watched a table and received its changes after {news['p50']} ms (p50), "
        f"{news['p99']} (p99). Memory: {memory['half']} MB after half of the time, "
        f"{memory['end']} at its end.\n"
        + _refused(load.get("refused_in_service_ms"))
        + _wanted(load["kinds"])
    )


def _refused(ms: dict[str, float] | None) -> str:
    if not ms:
        return ""
    return (
        f"By the service's own count, half of the refusals were sent within {ms['p50']:g} ms, and 99 of 100 "
        f"within {ms['p99']:g}; clients on the same cores see longer times.\n"
    )


def _wanted(kinds: dict[str, Any]) -> str:
    """Return the wanted times at p99, and those that were missed."""
    took = {
        "typed hands within 300 ms": (kinds["hands"].get("ms", {}), 300),
        "photos within 3 s": (kinds["photos"].get("ms", {}), 3000),
        "refusals within 100 ms": (max((k.get("refused_ms", {}) for k in kinds.values()), key=_p99), 100),
    }
    missed = [what for what, (ms, most) in took.items() if _p99(ms) > most]
    return f"Wanted at p99: {', '.join(took)}; missed here: {', '.join(missed) or 'none'}.\n"


def _p99(ms: dict[str, int]) -> int:
    return ms.get("p99", 0)


def _load_row(name: str, result: dict[str, Any]) -> str:
    taken, refused = result.get("ms", {}), result.get("refused_ms", {})
    cells = [result["answered"], result["a_second"], taken.get("p50", ""), taken.get("p99", "")]
    return f"| {name} | " + " | ".join(map(str, [*cells, result["refused"], refused.get("p99", "")])) + " |\n"


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
    bench = json.loads((docs.parent / "models" / "results" / "bench.json").read_text(encoding="utf-8"))
    page = docs / "scaling.md"
    page.write_text(
        scaling_page(page.read_text(encoding="utf-8"), bench["details"]["load"]), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
