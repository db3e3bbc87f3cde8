"""Lines and tables, laid out for the width of a terminal.

The layout is that of rich, whose import and work would take a quarter of a command's time; rich measures and
cuts the text here too, and tests compare each layout with its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len, chop_cells, set_cell_size

Paint = Callable[[str, str], str]
"""What writes a text in a style, like "bold" or "bold green"; in none where that is empty."""

_WORD = re.compile(r"\s*\S+\s*")
_UNSEEN = dict.fromkeys(map(ord, "\a\b\v\f\r"))  # what would move the cursor about


class Line:
    """A text in a style, behind a label in its own; broken into as many lines as it needs."""

    def __init__(
        self, text: str = "", style: str = "", *, label: str = "", label_style: str = "", wraps: bool = True
    ) -> None:
        self.text = label + text
        self.style = style
        self.label = len(label)
        self.label_style = label_style
        self.wraps = wraps

    def drawn(self, width: int, paint: Paint) -> Iterator[str]:
        """The lines; spaces for which there is no room to the right of one are left out."""
        if not self.wraps:
            yield from (paint(text, self.style) for text in _seen(self.text).split("\n"))
            return
        label = self.label
        for text in _wrapped(self.text, width, folds=True):
            yield paint(text[:label], self.label_style) + paint(text[label:], self.style)
            label = max(0, label - len(text))


class Column:
    """The layout of a column: `right` aligns its cells to the right; a cell too wide `wraps`, a word longer
    than the column `folds` or ends in ``…``."""

    def __init__(self, heading: str = "", *, style: str = "", wraps: bool = True) -> None:
        self.heading = heading
        self.style = style
        self.wraps = wraps
        self.folds = False
        self.right = False


class Table:
    """Rows of cells without lines between them, `gap` cells apart; with headings where they have a style."""

    def __init__(self, *columns: Column, gap: int, heading_style: str = "") -> None:
        self.columns = list(columns)
        self.gap = gap
        self.heading_style = heading_style
        self.rows: list[list[Line]] = []

    def add_column(self, heading: str) -> None:
        """One more column, on the right."""
        self.columns.append(Column(heading))

    def add_row(self, *cells: str | Line, style: str = "") -> None:
        """One more row; a style of it, or of a cell, goes before that of the column."""
        self.rows.append([one if isinstance(one, Line) else Line(one, style) for one in cells])

    def drawn(self, width: int, paint: Paint) -> Iterator[str]:
        """The lines, each as wide as the table."""
        widths = self._widths(width)
        if self.heading_style:
            headings = [Line(column.heading, self.heading_style) for column in self.columns]
            yield from self._row(headings, widths, paint, low=True)
        for row in self.rows:
            yield from self._row(row, widths, paint)

    def _widths(self, room: int) -> list[int]:
        """Return the width of each column, with the gap after it."""
        wanted: list[int] = []
        for at, column in enumerate(self.columns):
            texts = [column.heading] * bool(self.heading_style) + [row[at].text for row in self.rows]
            longest = max((cell_len(line) for text in texts for line in _seen(text).splitlines()), default=0)
            wanted.append(min(longest + self._gap(at), room) or 1)
        return narrowed(wanted, [column.wraps for column in self.columns], room)

    def _gap(self, at: int) -> int:
        return self.gap if at < len(self.columns) - 1 else 0

    def _row(
        self, row: Sequence[Line], widths: Sequence[int], paint: Paint, *, low: bool = False
    ) -> Iterator[str]:
        """The lines of a row, whose cells begin at the first of them, or end at the last where it is low."""
        columns: list[list[str]] = []
        for at, (cell, column, width) in enumerate(zip(row, self.columns, widths, strict=True)):
            room = width - self._gap(at)
            style = cell.style or column.style
            lines = [""] if room < 1 else _wrapped(cell.text, room, folds=column.folds, wraps=column.wraps)
            columns.append([_padded(text, room, width, column, paint, style) for text in lines])
        if low:
            height = max(map(len, columns))
            columns = [[""] * (height - len(lines)) + lines for lines in columns]
        for lines in zip_longest(*columns, fillvalue=""):
            yield "".join(line or " " * width for line, width in zip(lines, widths, strict=True))


def _padded(text: str, room: int, width: int, column: Column, paint: Paint, style: str) -> str:
    """A line of a cell, as wide as its column."""
    if column.right:
        text = text.rstrip()
        text = " " * (room - cell_len(text)) + text
    return paint(text, style) + " " * (width - cell_len(text))


View = list[Line | Table]
"""What is shown, from top to bottom."""


def drawn(view: View, width: int, paint: Paint) -> Iterator[str]:
    """Yield the lines of a view on a terminal `width` cells wide."""
    for part in view:
        yield from part.drawn(width, paint)


def narrowed(widths: Sequence[int], may_wrap: Sequence[bool], room: int) -> list[int]:
    """Widths of columns that fit together: the widest of those that wrap give way first, then all alike."""
    found = list(widths)
    while (over := sum(found) - room) > 0:
        wrapping = [width for width, wraps in zip(found, may_wrap, strict=True) if wraps and width]
        if not wrapping:
            _cut(found, [at for at, width in enumerate(found) if width], over, most=over)
            break
        widest = max(wrapping)
        next_ = max((width for width in wrapping if width < widest), default=0)
        these = [at for at, wraps in enumerate(may_wrap) if wraps and found[at] == widest]
        _cut(found, these, over, most=widest - next_)
    return found


def _cut(widths: list[int], these: Sequence[int], over: int, *, most: int) -> None:
    """Take `over` cells off these columns, from each its share and at most `most`."""
    for left, at in zip(range(len(these), 0, -1), these, strict=True):
        share = min(most, widths[at], round(over / left))
        widths[at] -= share
        over -= share


def _seen(text: str) -> str:
    return text.translate(_UNSEEN).expandtabs()


def _wrapped(text: str, width: int, *, folds: bool, wraps: bool = True) -> list[str]:
    """The lines of a text, none wider than that."""
    lines = _seen(text).split("\n")
    if wraps:
        lines = [part for line in lines for part in _broken(line, width, folds=folds)]
    return [_cut_off(line, width, "" if folds else "…") for line in lines]


def _cut_off(line: str, width: int, end: str) -> str:
    """Cut a line to what fits; a sign at its end says that more than spaces is left out."""
    if cell_len(line) <= width:
        return line
    fits = cell_len(line.rstrip()) <= width
    return line.rstrip() if fits else set_cell_size(line, width - len(end)) + end


def _broken(line: str, width: int, *, folds: bool) -> Iterator[str]:
    """A line broken between words, and within those wider than that where they fold."""
    begun = ""
    for word in _WORD.findall(line) or [line]:
        wide = cell_len(word.rstrip())
        if cell_len(begun) + wide <= width:
            begun += word
            continue
        if begun:
            yield begun
        if wide > width and folds:
            *full, word = chop_cells(word, width)
            yield from full
        begun = word
    yield begun
