"""Tables in Markdown, for the documents that show figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, texts: Sequence[int] = (0,)) -> list[str]:
    """The lines of a table, none without rows. Its columns are figures, but for those numbered in `texts`."""
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    rule = "|".join("---" if column in texts else "--:" for column in range(len(head)))
    return [f"| {' | '.join(head)} |", f"|{rule}|", *lines] if lines else []
