"""The lines of a file, each the JSON of a hand or the path of a photo."""

from __future__ import annotations

import json
from collections.abc import Iterator
from os.path import exists  # unlike Path.exists, it takes any name
from pathlib import Path
from typing import TextIO

from paiyan.service.answers.situation import HandObject
from paiyan.service.cli.parsing import BOM, json_object, standard_input
from paiyan.service.errors import WrongUse
from paiyan.service.messages import command_line as refusal


def lines_of(file: str) -> Iterator[str]:
    """The lines of a file that are not blank, ``-`` for standard input. Raises `WrongUse`."""
    if file == "-":
        yield from _lines(standard_input())
        return
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as stream:
            yield from _lines(stream)
    except IsADirectoryError:
        raise WrongUse(refusal.A_FOLDER, file=file) from None
    except OSError as wrong:
        raise WrongUse(refusal.CANNOT_READ, file=file, why=(wrong.strerror or str(wrong)).lower()) from None


def _lines(stream: TextIO) -> Iterator[str]:
    return filter(None, (line.lstrip(BOM).strip() for line in stream))


def line_object(line: str) -> HandObject:
    """A line as an object: a JSON object as it is, anything else as the path of a photo."""
    if line.startswith("{"):
        return json_object(line)
    if line.startswith('"') and line.endswith('"'):
        try:
            line = str(json.loads(line))
        except json.JSONDecodeError as wrong:
            raise WrongUse(refusal.NOT_JSON, column=wrong.colno) from None
    elif _is_other_json(line) and not exists(line):
        raise WrongUse(refusal.A_LINE, line=line[:40])
    return {"photo": line}


def _is_other_json(line: str) -> bool:
    """Whether a line is JSON and no object, or a part of what stands on several lines."""
    if line[0] in '[]}"':
        return True
    try:
        json.loads(line)
    except ValueError:
        return False
    return True
