"""The commands ``paiyan read | score | waits | correct``: what photos show, or a typed hand; its worth."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from paiyan.scorer.messages.languages import Message
from paiyan.service.cli.batch import requests_for, run_requests, together
from paiyan.service.cli.options import HandOptions, Lines, Output, PhotoOptions, complain, options, show
from paiyan.service.cli.parsing import BOM, opened, standard_input
from paiyan.service.errors import WrongUse
from paiyan.service.messages import command_line as refusal

if TYPE_CHECKING:
    from paiyan.vision.reading import Reading

_photos = click.argument("photos", metavar="[PHOTO...]", nargs=-1)
_hand = click.option(
    "--hand",
    default="",
    help="The concealed tiles, like 123m456p11z77s, with melds in brackets ([789s<]) and the winning tile"
    " after + where you like; or a whole hand or deal as JSON (above).",
)
_draw = click.option(
    "--draw",
    default="",
    help="Write the picture with its boxes here; a folder when there are several.",
)
_one_hand = click.option(
    "--one-hand", is_flag=True, help="All pictures are of one hand: its held tiles, its melds."
)


@click.command()
@_photos
@options("lines", Lines)
@_draw
@click.option("--rules", default="", help="The rule set whose tiles and hands are meant.")
@click.option(
    "--won", is_flag=True, help="The hand has won: say what it most probably is among those that win."
)
@click.option(
    "--seat",
    type=click.Choice(("E", "S", "W", "N", "all")),
    show_default="the nearest hand",
    help="Whose hand, where several players' lie there: E sits at the picture's lower edge, S to the right,"
    " W across, N to the left; all reads every one.",
)
@_one_hand
@options("photo_options", PhotoOptions)
@options("output", Output)
def read(
    *,
    photos: tuple[str, ...],
    lines: Lines,
    draw: str,
    rules: str,
    won: bool,
    seat: Literal["E", "S", "W", "N", "all"] | None,
    one_hand: bool,
    photo_options: PhotoOptions,
    output: Output,
) -> int:
    """Name the tiles of photos and the hand they make.

    PHOTO is a picture file; each of several is a request of its own, unless --one-hand joins them.
    """
    from paiyan.service.answers import reading

    requests = requests_for("read", photos, lines=lines, hand_options=HandOptions(rules=rules))
    if one_hand:
        if seat:
            raise WrongUse(refusal.SEAT_ONE_HAND)
        requests = together(photos, HandOptions(rules=rules), draw=draw)
    how = partial(reading.read, won="won" if won else "unknown", seat=seat or "nearest")
    return run_requests(
        requests, how, "hands.reading", output, photo_options=photo_options, draw=draw, lines=lines
    )


@click.command()
@_photos
@_hand
@options("lines", Lines)
@_draw
@click.option(
    "--told",
    "sentence",
    default="",
    help='A win without its tiles, as said at the table: "S, 3 han 40 fu, from W", "北 5番 自摸"; several'
    " are parted by ;.",
)
@click.option(
    "--compare",
    default="",
    help="Several rule sets side by side, like guobiao,riichi,hongkong; or all of them: all.",
)
@click.option(
    "--explain", is_flag=True, help="What each fan is, what it keeps out, and what was nearly there."
)
@click.option(
    "--as-read", is_flag=True, help="Score the tiles as read, also where a likelier hand would win."
)
@_one_hand
@options("hand_options", HandOptions)
@options("photo_options", PhotoOptions)
@options("output", Output)
def score(
    *,
    photos: tuple[str, ...],
    hand: str,
    lines: Lines,
    draw: str,
    sentence: str,
    compare: str,
    explain: bool,
    as_read: bool,
    one_hand: bool,
    hand_options: HandOptions,
    photo_options: PhotoOptions,
    output: Output,
) -> int:
    """Score a won hand: its fans, and what each seat pays.

    PHOTO is a picture file; each of several is a request of its own, unless --one-hand joins them.

    Give the other payments of a deal (kongs, fouls, fines, horses) with --meld and --table, one fact each:
    --table fouls_S=1. `paiyan rules ID` lists the fields of a rule set with their meaning; notes name fields
    without effect, and missing facts for which something may still be owed.

    A whole deal is the JSON of its hands, each with its seat:
    --hand '{"rules": "sichuan", "hands": [{"seat": "S", "concealed": "123m345m222p99p66p", "win": {"tile":
    "6p", "from": "E"}}, {"seat": "N", "melds": [{"type": "concealed_kong", "tiles": "1111s"}]}]}'.
    Without a win it is a draw, which needs no hand: {"rules": "riichi", "hands": []}.
    If play goes on after a win, "events" next to "hands" lists every kong and win in order: "events":
    [{"seat": "N", "kong": "1s"}, {"seat": "S", "win": "6p"}]; without them the kongs come first.
    """
    from paiyan.service.answers import scoring

    if compare and (hand_options.rules or explain):
        other = "--rules" if hand_options.rules else "--explain"
        raise WrongUse(refusal.NOT_TOGETHER, names=refusal.both(["--compare", other]))
    if sentence:
        if hand:
            raise WrongUse(refusal.NOT_TOGETHER, names=refusal.both(["--told", "--hand"]))
        hand = json.dumps({"told": sentence})
    how = partial(scoring.score, explain=explain, as_read=as_read)
    if compare:
        how = partial(scoring.compare, under=[opened(id.strip()) for id in compare.split(",")])
    of_photos = {"--draw": draw, "--tiles": photo_options.tiles, "--as-read": as_read}
    requests = requests_for(
        "score", photos, hand=hand, lines=lines, hand_options=hand_options, of_photos=of_photos
    )
    if one_hand:
        requests = together(photos, hand_options, draw=draw)
    return run_requests(
        requests, how, "hands.hand", output, photo_options=photo_options, draw=draw, lines=lines
    )


@click.command()
@_photos
@_hand
@options("lines", Lines)
@options("hand_options", HandOptions)
@options("photo_options", PhotoOptions)
@options("output", Output)
def waits(
    *,
    photos: tuple[str, ...],
    hand: str,
    lines: Lines,
    hand_options: HandOptions,
    photo_options: PhotoOptions,
    output: Output,
) -> int:
    """List the tiles that a hand waits for, and what each is worth.

    PHOTO is a picture file of a waiting hand; each of several is a request of its own.
    """
    from paiyan.service.answers import scoring

    of_photos = {"--tiles": photo_options.tiles}
    requests = requests_for(
        "waits", photos, hand=hand, lines=lines, hand_options=hand_options, of_photos=of_photos
    )
    return run_requests(
        requests, scoring.waits, "hands.hand", output, photo_options=photo_options, lines=lines
    )


@click.command()
@click.argument("reading")
@click.argument("corrections", metavar="[CORRECTION...]", nargs=-1)
@click.option("--keep", default="", help="A folder to keep the picture and its tiles in, as training data.")
@click.option(
    "--photo", default="", help="The picture to keep, where it is not the one that the reading names."
)
@options("hand_options", HandOptions)
@options("output", Output)
def correct(
    *,
    reading: str,
    corrections: tuple[str, ...],
    keep: str,
    photo: str,
    hand_options: HandOptions,
    output: Output,
) -> int:
    """Put a reading right and score it again.

    READING is a file of what `paiyan read --json` printed; - is standard input. A CORRECTION is a sentence
    like "tile 3 is 9p" or "tiles 11-13 are a meld from the left"; tiles count from 0.
    """
    from paiyan.service.answers import scoring
    from paiyan.service.corrections.objects import parse_sentence
    from paiyan.service.corrections.readings import keep_corrected

    seen = _reading(reading)
    made = [parse_sentence(text) for text in corrections]
    answer = scoring.correct(seen, made, hand_options.hand())
    if photo and not keep:
        raise WrongUse(refusal.KEEP_WHERE)
    if keep:
        kept = keep_corrected(Path(keep), Path(photo or seen.photo), scoring.put_right(seen, made))
        print(Message(refusal.KEPT, {"file": kept}).to(output.language), file=sys.stderr)
    if answer.error is not None and not output.json:
        show(answer.read, "hands.reading", output)
        complain(answer.error.to(output.language))
        return 1
    show(answer, "hands.hand", output)
    return 1 if answer.empty else 0


def _reading(source: str) -> Reading:
    """Return the `read` object of a file, which may be the whole file or stand next to a score."""
    from paiyan.service.corrections.readings import Seen

    try:
        text = standard_input().read() if source == "-" else Path(source).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise WrongUse(refusal.NO_READING_FILE, source=source) from error
    try:
        found: Any = json.loads(text.lstrip(BOM))
        return Seen.model_validate(found.get("read", found)).value()
    except (ValueError, AttributeError, RecursionError):
        raise WrongUse(refusal.NO_READING, source=source) from None
