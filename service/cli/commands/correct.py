"""The command ``paiyan correct``: a reading put right, scored again without the picture; kept if asked."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from paiyan.service.answers import scoring
from paiyan.service.cli.options import HandOptions, Output, complain, options, show
from paiyan.service.cli.parsing import BOM, standard_input
from paiyan.service.corrections.labelled_data import keep_corrected
from paiyan.service.corrections.objects import parse_sentence
from paiyan.service.corrections.readings import Seen
from paiyan.service.errors import WrongUse
from paiyan.service.messages import command_line as refusal
from paiyan.vision.reading import Reading


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
    seen = _reading(reading)
    made = [parse_sentence(text) for text in corrections]
    answer = scoring.correct(seen, made, hand_options.hand())
    if photo and not keep:
        raise WrongUse(refusal.KEEP_WHERE)
    if keep:
        kept = keep_corrected(Path(keep), Path(photo or seen.photo), scoring.put_right(seen, made))
        print(f"kept: {kept}", file=sys.stderr)
    if answer.error is not None and not output.json:
        show(answer.read, "hands.reading", output)
        complain(answer.error.to(output.language))
        return 1
    show(answer, "hands.hand", output)
    return 1 if answer.empty else 0


def _reading(source: str) -> Reading:
    """Return the `read` object of a file, which may be the whole file or stand next to a score."""
    try:
        text = standard_input().read() if source == "-" else Path(source).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise WrongUse(refusal.NO_READING_FILE, source=source) from error
    try:
        found: Any = json.loads(text.lstrip(BOM))
        return Seen.model_validate(found.get("read", found)).value()
    except (ValueError, AttributeError, RecursionError):
        raise WrongUse(refusal.NO_READING, source=source) from None
