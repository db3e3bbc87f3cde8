"""``python -m bench``: all benches, or those that are named, in one table; ``--write`` commits their figures.

Each runs in a process of its own, in which Paiyan and what it is compared with take turns. Lines whose
competitor is not installed are left out with a word. ``--list`` shows the benches with their settings; ``-o``
changes one while somebody works on it: such figures are shown and never written.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from datetime import date

from rich.console import Console
from rich.table import Table

from bench.benches import Measured, chosen, measured, settings
from bench.processes import elsewhere
from bench.results import machine, processor, versions, with_run
from paiyan.models.pages import figures as pages
from paiyan.models.pages.speed import HEAD, SECTIONS, TEXTS, Bench, Run, from_json, to_json


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


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bench", nargs="*", help=f"of {', '.join(SECTIONS)}; all where none is named")
    parser.add_argument("--write", action="store_true", help="commit the figures: models/results/bench.json")
    parser.add_argument("--on", default="", help='what else the machine does: "which does nothing else"')
    parser.add_argument("-o", dest="option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--list", action="store_true", help="the benches, and what can be set of each")
    given = parser.parse_args()
    if unknown := set(given.bench) - set(SECTIONS):
        parser.error(f"no bench {', '.join(sorted(unknown))}: there are {', '.join(SECTIONS)}")
    if given.option and (given.write or len(given.bench) != 1):
        parser.error("-o goes with one bench and without --write: what is committed is measured alike")
    try:
        given.settings = chosen(given.bench[0], given.option) if given.option else {}
    except ValueError as wrong:
        parser.error(str(wrong))
    return given


def main() -> int:
    given = arguments()
    if given.list:
        for name, title in SECTIONS.items():
            print(f"{name:10}{title}: {' '.join(f'{key}={value}' for key, value in settings(name).items())}")
        return 0
    run = Run(date.today().isoformat(), processor(), machine(given.on), versions(), {})
    told: dict[str, Measured] = {}
    broken: list[str] = []
    for name in given.bench or SECTIONS:
        print(f"{name}: {SECTIONS[name]} ...", file=sys.stderr, flush=True)
        try:
            told[name] = elsewhere(measured, name, given.settings)
        except Exception as error:  # of whatever a bench starts: the others still run
            broken.append(f"{name}: stopped, its older figures stay: {type(error).__name__}: {error}")
    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
    console.print(table(with_run(Bench(), run, told)))
    for sentence in (*notes(told), *broken):
        console.print(sentence, markup=False, soft_wrap=True)
    if given.write:
        known = from_json(pages.read_json(pages.SPEED)) if pages.SPEED.exists() else Bench()
        text = json.dumps(to_json(with_run(known, run, told)), indent=1, ensure_ascii=False)
        pages.SPEED.write_text(text + "\n", encoding="utf-8")
        pages.main()
    return 1 if broken or any(one.wrong for one in told.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
