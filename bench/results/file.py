"""``models/results/bench.json``: a new run takes the place of the older lines, but for what it left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bench.results.measured import Measured
from paiyan.models.pages.speed import Bench, Line, Run


def with_run(known: Bench, run: Run, measured: Mapping[str, Measured]) -> Bench:
    """The committed figures with those of a new run, whose `lines` are filled from what was measured.

    A bench that did not run keeps its lines, and so does another kind of processor. Of one that did, an older
    line stays with its own day where its way or what it is compared with was left out; no new line, which
    would tell less, takes its place.
    """
    older = [replace(one, lines=_kept(one, measured)) for one in known.runs if one.processor == run.processor]
    elsewhere = [one for one in known.runs if one.processor != run.processor]
    stay = {(name, line.key) for one in older for name in one.lines for line in one.lines[name]}
    new = {
        name: lines
        for name, told in measured.items()
        if (lines := [line for line in told.lines if (name, line.key) not in stay])
    }
    runs = [one for one in (replace(run, lines=new), *older, *elsewhere) if one.lines]
    details = {name: d for told in measured.values() for name, d in told.details.items()}
    return Bench(runs, {**known.details, **details})


def _kept(run: Run, measured: Mapping[str, Measured]) -> dict[str, list[Line]]:
    """The lines of an older run that stay."""
    kept = {
        name: [line for line in lines if _stays(line, measured.get(name))]
        for name, lines in run.lines.items()
    }
    return {name: lines for name, lines in kept.items() if lines}


def _stays(line: Line, told: Measured | None) -> bool:
    names = {line.other, line.how, *line.how.split(", ")}
    return told is None or not names.isdisjoint(told.left_out)
