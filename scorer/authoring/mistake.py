"""One thing that is wrong in what an author wrote."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple


class Mistake(NamedTuple):
    """A sentence, and where it is said of: `line` counts from 1, None where it is the whole file."""

    file: Path
    line: int | None
    message: str

    def __str__(self) -> str:
        place = str(self.file) if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.message}"


def did_you_mean(name: str, there: Iterable[str]) -> str:
    """``; did you mean full_flush?`` where something like it is there, else nothing."""
    near = get_close_matches(name, list(there), n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""
