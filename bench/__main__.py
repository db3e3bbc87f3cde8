"""``python -m bench``: run all benches, or the named ones, in one table; ``--write`` commits their figures.

Each runs in its own process, in which Paiyan and its competitor take turns. Lines whose competitor is not
installed are left out with a note. ``--list`` shows the benches with their settings; ``-o`` changes one while
somebody works on it: such figures are shown and never written.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from datetime import date

from rich.console import Console
from rich.table import Table

from bench.benches import (
    Measured,
    chosen,
    in_new_process,
    machine,
    measured,
    processor,
    settings,
    versions,
    with_run,
)
from paiyan.models.pages import figures as pages
from paiyan.models.pages.speed import HEAD, SECTIONS, TEXTS, Bench, Run, from_json, to_json


def table(bench: Bench) -> Table:
    """Return a table with every line of every bench, a section each."""
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
    """Yield a sentence for each thing that was left out, and for each that is wrong."""
    for name, record in measured.items():
        yield from (f"{name}: left out {what}: {why}" for what, why in record.left_out.items())
        yield from (f"{name}: {sentence}" for sentence in record.wrong)


def arguments() -> argparse.Namespace:
    """Parse the command line, or exit with a sentence that says what is wrong with it."""
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bench", nargs="*", help=f"of {', '.join(SECTIONS)}; all where none is named")
    parser.add_argument("--write", action="store_true", help="commit the figures: models/results/bench.json")
    parser.add_argument("--on", default="", help='what else the machine does: "which does nothing else"')
    parser.add_argument("-o", dest="option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--list", action="store_true", help="the benches, and the settings of each")
    args = parser.parse_args()
    if unknown := set(args.bench) - set(SECTIONS):
        parser.error(f"no bench {', '.join(sorted(unknown))}: there are {', '.join(SECTIONS)}")
    if args.option and (args.write or len(args.bench) != 1):
        parser.error("-o goes with one bench and without --write: what is committed is measured alike")
    try:
        args.settings = chosen(args.bench[0], args.option) if args.option else {}
    except ValueError as wrong:
        parser.error(str(wrong))
    return args


def main() -> int:
    """Run the benches, and write their figures if asked to; return 1 if one stopped or is wrong."""
    args = arguments()
    if args.list:
        for name, title in SECTIONS.items():
            print(f"{name:10}{title}: {' '.join(f'{key}={value}' for key, value in settings(name).items())}")
        return 0
    run = Run(date.today().isoformat(), processor(), machine(args.on), versions(), {})
    records: dict[str, Measured] = {}
    broken: list[str] = []
    for name in args.bench or SECTIONS:
        print(f"{name}: {SECTIONS[name]} ...", file=sys.stderr, flush=True)
        try:
            records[name] = in_new_process(measured, name, args.settings)
        except Exception as error:  # of whatever a bench starts: the others still run
            broken.append(f"{name}: stopped, its older figures stay: {type(error).__name__}: {error}")
    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
    console.print(table(with_run(Bench(), run, records)))
    for sentence in (*notes(records), *broken):
        console.print(sentence, markup=False, soft_wrap=True)
    if args.write:
        known = from_json(pages.read_json(pages.SPEED)) if pages.SPEED.exists() else Bench()
        text = json.dumps(to_json(with_run(known, run, records)), indent=1, ensure_ascii=False)
        pages.SPEED.write_text(text + "\n", encoding="utf-8")
        pages.main()
    return 1 if broken or any(one.wrong for one in records.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
