"""The command line ``paiyan``: read, score, waits, rules, correct, tiles, watch, serve, ledger, the workshop.

Standard output carries the answer and nothing else, messages go to standard error. Exit status: 0 done,
1 nothing to answer (no tiles, not a win), 2 wrong use, with one line that says what is wrong.
Heavy imports wait inside the commands: ``paiyan rules`` opens no detector, and of the commands that have a
module of their own only the one asked for is loaded.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Annotated, Any, Literal

import typer

from service.cli.batch.answering import carry_out
from service.cli.batch.sources import requests_for, together
from service.cli.options import HandOptions, Output, PhotoOptions, grouped
from service.cli.parsing import opened
from service.cli.printing import complain
from service.errors import BadHouse, PaiyanError, WrongUse

app = typer.Typer(
    name="paiyan",
    help="牌眼: read a mahjong hand from a photo, score it, settle it.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Photos = Annotated[
    list[str] | None, typer.Argument(metavar="PHOTO...", help="Pictures of a hand.", show_default=False)
]
HandText = Annotated[
    str,
    typer.Option(
        "--hand", help="The concealed tiles, like 123m456p11z77s, or a whole hand or deal as JSON (above)."
    ),
]
Jsonl = Annotated[
    str, typer.Option("--jsonl", help="A file of JSON hands or photo paths, one a line; - is standard input.")
]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="How many processes answer the lines of --jsonl.")]
Draw = Annotated[
    str,
    typer.Option("--draw", help="Write the picture with its boxes here; a folder when there are several."),
]

Compare = Annotated[
    str,
    typer.Option(
        "--compare",
        help="Several rule sets side by side, like guobiao,riichi,hongkong; or all of them: all.",
        show_default=False,
    ),
]
Explain = Annotated[
    bool, typer.Option("--explain", help="What each fan is, what it keeps out, and what was nearly there.")
]


AsRead = Annotated[
    bool, typer.Option("--as-read", help="Score the tiles as read, also where a likelier hand would win.")
]
OneHand = Annotated[
    bool, typer.Option("--one-hand", help="All pictures are of one hand: its held tiles, its melds.")
]
Won = Annotated[
    bool, typer.Option("--won", help="The hand has won: say what it most probably is among those that win.")
]
Seat = Annotated[
    Literal["E", "S", "W", "N", "all"] | None,
    typer.Option(
        "--seat",
        help="Whose hand, where several players' lie there: E sits at the picture's lower edge, S to the "
        "right, W across, N to the left; all reads every one.",
        show_default="the nearest hand",
    ),
]
Rules = Annotated[
    str, typer.Option("--rules", help="The rule set whose tiles and hands are meant.", show_default=False)
]


@app.callback(invoke_without_command=True)
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


@app.command()
@grouped
def read(
    *,
    photos: Photos = None,
    jsonl: Jsonl = "",
    jobs: Jobs = 1,
    draw: Draw = "",
    rules: Rules = "",
    won: Won = False,
    seat: Seat = None,
    one_hand: OneHand = False,
    look: PhotoOptions,
    output: Output,
) -> int:
    """Name the tiles of photos and the hand they make."""
    from service.answers import reading

    requests = requests_for("read", photos, jsonl=jsonl, told=HandOptions(rules=rules))
    if one_hand:
        if seat:
            raise WrongUse("--seat and --one-hand cannot go together: those photos show one hand")
        requests = together(photos, HandOptions(rules=rules), draw=draw)
    how = partial(reading.read, won="won" if won else "unknown", seat=seat or "nearest")
    return carry_out(requests, how, "hands.reading", output, look=look, draw=draw, jsonl=jsonl, jobs=jobs)


@app.command()
@grouped
def score(
    *,
    photos: Photos = None,
    hand: HandText = "",
    jsonl: Jsonl = "",
    jobs: Jobs = 1,
    draw: Draw = "",
    compare: Compare = "",
    explain: Explain = False,
    as_read: AsRead = False,
    one_hand: OneHand = False,
    told: HandOptions,
    look: PhotoOptions,
    output: Output,
) -> int:
    """Score a won hand: its fans, what was not counted, and what each seat pays.

    What the deal pays beside the win (kongs, fouls, fines, horses) is told with --meld and --table, one fact
    each: --table fouls_S=1. `paiyan rules ID` lists the fields that a rule set asks and what each means; a
    field that changes nothing is named in a note, and so is what was not told and may still be owed.

    A whole deal is the JSON of its hands, each with its seat:
    --hand '{"rules": "sichuan", "hands": [{"seat": "S", "concealed": "123m345m222p99p66p", "win": {"tile":
    "6p", "from": "E"}}, {"seat": "N", "melds": [{"type": "concealed_kong", "tiles": "1111s"}]}]}'.
    Without a win it is a draw, which needs no hand: {"rules": "riichi", "hands": []}.
    """
    from service.answers import scoring

    if compare and (told.rules or explain):
        other = "--rules" if told.rules else "--explain"
        raise WrongUse(f"--compare and {other} cannot go together: give one of them")
    how = partial(scoring.score, explain=explain, as_read=as_read)
    if compare:
        from service.answers import comparing  # only here: most hands are scored under one rule set

        how = partial(comparing.compare, under=[opened(id.strip()) for id in compare.split(",")])
    requests = requests_for("score", photos, hand=hand, jsonl=jsonl, told=told)
    if one_hand:
        requests = together(photos, told, draw=draw)
    return carry_out(requests, how, "hands.hand", output, look=look, draw=draw, jsonl=jsonl, jobs=jobs)


@app.command()
@grouped
def waits(
    *,
    photos: Photos = None,
    hand: HandText = "",
    jsonl: Jsonl = "",
    jobs: Jobs = 1,
    told: HandOptions,
    look: PhotoOptions,
    output: Output,
) -> int:
    """List the tiles that a waiting hand wins on, and what each is worth."""
    from service.answers import scoring

    requests = requests_for("waits", photos, hand=hand, jsonl=jsonl, told=told)
    return carry_out(requests, scoring.waits, "hands.hand", output, look=look, jsonl=jsonl, jobs=jobs)


@app.command()
def serve(
    host: Annotated[
        str | None, typer.Option(help="The address to listen on.", show_default="127.0.0.1")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="The port to listen on.", min=0, max=65535, show_default="8000")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that answer.", min=1, max=64, show_default="1")
    ] = None,
) -> int:
    """Answer over HTTP; pictures stay in memory for the request and are gone. See docs/settings.md."""
    from service.http.server import serve as run
    from service.settings import load_settings

    told = {"host": host, "port": port, "workers": workers}
    return run(load_settings(told={name: value for name, value in told.items() if value is not None}))


_MODULES = {  # of the commands that have one of their own, in the order of the help
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


def _load(asked: str) -> None:
    """Loads the command asked for, if it is one of these; all of them where none of ours is asked for."""
    here = {command.callback.__name__ for command in app.registered_commands if command.callback}
    here |= {group.name for group in app.registered_groups if group.name}
    for name in () if asked in here else [asked] if asked in _MODULES else _MODULES:
        if name not in here:
            module = import_module(f"service.cli.{_MODULES[name]}")
            if name == "ledger":
                app.add_typer(module.app, name=name)
            else:
                app.command()(getattr(module, name))


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line and give its exit status; what goes wrong is one line on standard error."""
    try:
        _load(next((a for a in arguments if not a.startswith("-")), ""))
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


def main() -> None:
    """The entry point of the ``paiyan`` program."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    sys.exit(run(sys.argv[1:]))
