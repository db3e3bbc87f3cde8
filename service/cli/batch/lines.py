"""The lines of a file, each the JSON of a hand or the path of a photo."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from service.answers.request import HandRequest
from service.answers.situation import HandObject
from service.cli.parsing import json_object
from service.errors import WrongUse

Request = Callable[[], HandRequest]
"""Gives what is asked, or raises `PaiyanError`: a bad line must not stop the ones after it."""


@contextmanager
def lines_of(file: str) -> Generator[Iterator[str]]:
    """The lines of a file that are not blank, ``-`` for standard input. Raises `WrongUse`."""
    if file == "-":
        yield _lines(sys.stdin)
        return
    try:
        with Path(file).open(encoding="utf-8-sig", errors="replace") as stream:
            yield _lines(stream)
    except IsADirectoryError:
        raise WrongUse(f"{file} is a folder: --jsonl takes a file of hands or photo paths") from None
    except OSError as wrong:
        raise WrongUse(f"cannot read {file}: {(wrong.strerror or str(wrong)).lower()}") from None


def _lines(stream: TextIO) -> Iterator[str]:
    return (line.strip() for line in stream if line.strip())


def line_object(line: str) -> HandObject:
    """A line as an object: a JSON object as it is, anything else as the path of a photo."""
    if line.startswith("{"):
        return json_object(line)
    if line.startswith('"') and line.endswith('"'):
        try:
            line = str(json.loads(line))
        except json.JSONDecodeError as wrong:
            raise WrongUse(f"not JSON at column {wrong.colno}: {wrong.msg.lower()}") from None
    return {"photo": line}
