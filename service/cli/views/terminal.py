"""Views written to a terminal, as wide as it is and in its colours; or to a file, without them."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

import click

from paiyan.service.cli.views.layout import View, drawn

_CODES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "cyan": 36}
_WIDTH = 80  # where there is no terminal


def write(view: View, *, to: TextIO | None = None) -> None:
    """Write a view, by default to standard output."""
    stream = to or sys.stdout
    codes = _codes(stream)

    def paint(text: str, style: str) -> str:
        numbers = ";".join(str(codes[word]) for word in style.split() if word in codes)
        return f"\x1b[{numbers}m{text}\x1b[0m" if numbers and text else text

    lines = drawn(view, _width(), paint)
    click.echo("".join(f"{line}\n" for line in lines), file=stream, nl=False, color=bool(codes))


def _codes(stream: TextIO) -> dict[str, int]:
    """The styles that are to be seen, as those variables say that are common to programs of a terminal."""
    variable = os.environ.get
    forced = {"0": False, "1": True}.get(variable("TTY_COMPATIBLE", ""))
    if forced is None and "FORCE_COLOR" in os.environ:
        forced = bool(variable("FORCE_COLOR"))
    if not (stream.isatty() if forced is None else forced) or variable("TERM", "").lower() in (
        "dumb",
        "unknown",
    ):
        return {}
    return {style: code for style, code in _CODES.items() if code < 30 or not variable("NO_COLOR")}


def _width() -> int:
    """The cells of a line: as told, or of the terminal that any of the standard streams is."""
    if (columns := os.environ.get("COLUMNS", "")).isdecimal() and int(columns):
        return int(columns)
    for stream in range(3):
        with suppress(OSError):
            return os.get_terminal_size(stream).columns or _WIDTH
    return _WIDTH
