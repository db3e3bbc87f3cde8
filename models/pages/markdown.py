"""Write tables in Markdown, cell by cell or by a line with places for values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, texts: Sequence[int] = (0,)) -> list[str]:
    """Return the lines of a table; none without rows. Columns are figures except those numbered in
    `texts`."""
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    rule = "|".join("---" if column in texts else "--:" for column in range(len(head)))
    return [f"| {' | '.join(head)} |", f"|{rule}|", *lines] if lines else []


def table_by(
    head: str, line: str, entries: Iterable[Mapping[str, Any]], *, texts: Sequence[int] = (0,)
) -> list[str]:
    """Return the lines of a table with a row for each entry; `line` has places for `str.format`.

    >>> table_by("set | recall", "`{set}` | {recall:.3f}", [{"set": "zh_clean", "recall": 0.98765}])
    ['| set | recall |', '|---|--:|', '| `zh_clean` | 0.988 |']
    """
    return table(head.split(" | "), ([line.format_map(entry)] for entry in entries), texts=texts)
