"""The commands ``paiyan read | score | waits``: what photos show, or a hand that is typed, and its worth."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

import typer

from service.cli.batch.answering import carry_out
from service.cli.batch.sources import requests_for, together
from service.cli.options import HandOptions, Output, PhotoOptions
from service.cli.parsing import opened
from service.errors import WrongUse

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
