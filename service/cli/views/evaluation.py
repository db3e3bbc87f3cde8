"""An evaluation in the terminal: its figures and tables, and how far it is while it runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from paiyan.service.cli.views import layout
from paiyan.service.cli.views.layout import Line, View, Voice, headed, labelled, write

if TYPE_CHECKING:
    from paiyan.datasets.evaluation.report import Summary, Table
    from paiyan.datasets.formats.class_map import ClassUse


def show_summary(summary: Summary) -> None:
    """Print a summary on standard output."""
    write(view(summary))


def view(summary: Summary) -> View:
    """Lay out a summary for a terminal."""
    rows = labelled()
    rows.columns[1].right = True
    for name, value in summary.figures:
        rows.add_row(name, value)
    parts: View = [Line(summary.title, style="bold"), Line(summary.subtitle, style="dim")]
    parts += [Line(), rows]
    for table in summary.tables:
        if table.rows:
            parts += [Line(), Line(table.title, style="bold"), _table(table)]
    return parts


def _table(table: Table) -> layout.Table:
    shown = headed(*table.heads)
    shown.columns[0].folds = True
    for column, head in zip(shown.columns[1:], table.heads[1:], strict=True):
        if head in table.text:
            column.folds = True
        else:
            column.right, column.wraps = True, False
    for row in table.rows:
        shown.add_row(*map(str, row))
    return shown


def show_classes(classes: Sequence[ClassUse]) -> None:
    """Print on standard error what each class of a set is taken for; nothing where all are called as here."""
    if all(one.name == one.shown for one in classes):
        return
    table = headed("class", "taken for", "boxes")
    table.columns[2].right = True
    for one in classes:
        table.add_row(one.name, one.shown, str(one.boxes), style="" if one.taken is not None else "yellow")
    write([table], to=sys.stderr)


@contextmanager
def progress_bar(label: str) -> Generator[Callable[[int, int], None]]:
    """Yield a callback (done, count) that draws a bar on standard error, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, count: bar.update(task, completed=done, total=count)


Answer = Mapping[str, Any]


def listed(answer: Answer, say: Voice) -> View:
    """Named figures, one a line; nested ones in one line, long lists left to JSON."""
    del say
    rows = labelled()
    for name, value in answer.items():
        if name == "rows":
            continue
        inner = cast("Answer", value) if isinstance(value, Mapping) else None
        rows.add_row(name, "  ".join(f"{k} {v}" for k, v in inner.items()) if inner else f"{value}")
    return [rows]
