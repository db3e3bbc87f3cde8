"""The one table of a terminal, and below it what was left out and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.table import Table

from bench.results.measured import Measured
from paiyan.models.pages.speed import HEAD, SECTIONS, TEXTS, Bench


def table(bench: Bench) -> Table:
    """Every line of every bench, a section each."""
    shown = Table(title="Paiyan beside what a user would pick instead", title_justify="left")
    for column, name in enumerate(HEAD):
        words = column in TEXTS
        shown.add_column(name, justify="left" if words else "right", no_wrap=not words, overflow="fold")
    for name, title in SECTIONS.items():
        lines = bench.of(name)
        if lines:
            shown.add_section()
            shown.add_row(f"[bold]{title}[/bold]")
        for line, day in lines:
            shown.add_row(*line.cells(), day)
    return shown


def notes(measured: Mapping[str, Measured]) -> Iterator[str]:
    """A sentence for each thing that was left out, and for each that is wrong."""
    for name, told in measured.items():
        yield from (f"{name}: left out {what}: {why}" for what, why in told.left_out.items())
        yield from (f"{name}: {sentence}" for sentence in told.wrong)
