"""Define the form of ``models/results/bench.json``, and write the tables of SPEED.md.

A `Line` is one figure next to that of the alternative, both from the same run. `python -m bench` makes them,
shows them in a terminal and commits them; their numbers are formatted here for both tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

from paiyan.models.pages.tables import table, table_by

SECTIONS = {
    "detect": "From a decoded photo to named tiles",
    "photo": "From a photo's file to who pays whom",
    "read": "From tiles to a hand",
    "watch": "The camera",
    "score": "Hands scored",
    "advise": "What to throw",
    "commands": "The commands",
    "serve": "The service, one kind of request at a time",
    "load": "The service, everything at once",
}
"""The benches in the order of their tables: the module in ``bench``, and a title."""
HEAD = ("what", "how", "Paiyan", "beside", "takes", "ratio", "accuracy", "day")
TEXTS = (0, 1, 3, 6, 7)
"""The columns that are words."""


class Unit(str, Enum):
    """The unit of a figure."""

    MS = "ms"
    RATE = "a second"
    MIB = "MiB"
    CORE = "% of a core"

    @property
    def more_is_better(self) -> bool:
        """True for rates; of time, memory and load, less is better."""
        return self is Unit.RATE


@dataclass(frozen=True)
class Line:
    """One figure: `what` is measured, and `how` Paiyan does it (by which runtime) if there are several ways.

    `value` and `other_value` are in the line's unit; `other` is the alternative that a user would pick, or
    that it is compared with, empty if there is none. `accuracy` says what is lost or gained of it compared
    with `other`. A `headline` is in the short table at the top too.
    """

    what: str
    value: float
    unit: Unit
    how: str = ""
    other: str = ""
    other_value: float | None = None
    accuracy: str = ""
    headline: bool = False

    @property
    def key(self) -> tuple[str, str, Unit]:
        """The identity of a line: a new one with the same key replaces the older."""
        return self.what, self.how, self.unit

    @property
    def ratio(self) -> float | None:
        """The factor by which Paiyan is faster, or takes less; above one is better."""
        if not self.other_value or not self.value:
            return None
        return self.value / self.other_value if self.unit.more_is_better else self.other_value / self.value

    def cells(self) -> tuple[str, ...]:
        """Return the texts of the line, for every column of `HEAD` except the day."""
        other = "" if self.other_value is None else _number(self.other_value, self.unit)
        paiyan = _number(self.value, self.unit)
        return self.what, self.how, paiyan, self.other, other, _ratio(self.ratio), self.accuracy


@dataclass(frozen=True)
class Run:
    """A run of benches: its lines by bench, the day (ISO), the kind of processor, the machine and its other
    load in words, and the versions of the programs that matter."""

    day: str
    processor: str
    machine: str
    versions: Mapping[str, str]
    lines: Mapping[str, Sequence[Line]]


@dataclass(frozen=True)
class Bench:
    """All committed figures, the newest run first, and the details that some benches show on their own
    page."""

    runs: Sequence[Run] = ()
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def processors(self) -> list[str]:
        """The kinds of processor that were measured on, the newest first."""
        return list(dict.fromkeys(run.processor for run in self.runs))

    def of(self, bench: str, processor: str = "") -> list[tuple[Line, str]]:
        """Return the lines of a bench on a kind of processor, each with its day, the newest first.

        The default is the processor that was measured on last.
        """
        kind = processor or next(iter(self.processors), "")
        runs = (run for run in self.runs if run.processor == kind)
        return [(line, run.day) for run in runs for line in run.lines.get(bench, ())]


def to_json(bench: Bench) -> dict[str, Any]:
    """Convert to the form of the file; empty values are left out of a line."""
    runs = [
        {
            "day": run.day, "processor": run.processor, "machine": run.machine,
            "versions": dict(run.versions),
            "lines": {name: [_line_json(line) for line in lines] for name, lines in run.lines.items()},
        }
        for run in bench.runs
    ]  # fmt: skip
    return {"runs": runs, "details": dict(bench.details)}


def from_json(content: Mapping[str, Any]) -> Bench:
    """Read the figures of a file. Raises KeyError, TypeError or ValueError if it has another form."""
    runs = [
        Run(
            run["day"], run["processor"], run["machine"], run["versions"],
            {name: [_line(line) for line in lines] for name, lines in run["lines"].items()},
        )
        for run in content["runs"]
    ]  # fmt: skip
    return Bench(runs, content["details"])


def of_bench(content: Mapping[str, Any], bench: str) -> list[str]:
    """Write the table of one bench on the processor that was measured on last, in Markdown."""
    return table(HEAD, ((*line.cells(), day) for line, day in from_json(content).of(bench)), texts=TEXTS)


def of_other_processors(content: Mapping[str, Any]) -> list[str]:
    """Write a table for each kind of processor but the last, in Markdown, with its lines of all benches."""
    bench = from_json(content)
    written = list[str]()
    for processor in bench.processors[1:]:
        lines = [one for name in SECTIONS for one in bench.of(name, processor)]
        written += ["", f"### {processor}", ""]
        written += table(HEAD, ((*line.cells(), day) for line, day in lines), texts=TEXTS)
    return written[1:]


def in_short(content: Mapping[str, Any]) -> list[str]:
    """Write the headlines of all benches, in Markdown, without days, and the ratios of other processors."""
    bench = from_json(content)
    first, *others = bench.processors or [""]
    elsewhere = [
        {line.key: line.ratio for name in SECTIONS for line, _ in bench.of(name, processor)}
        for processor in others
    ]
    rows = (
        (*line.cells(), *(_ratio(known.get(line.key)) for known in elsewhere))
        for name in SECTIONS
        for line, _ in bench.of(name, first)
        if line.headline
    )
    head = (*HEAD[:-1], *(f"ratio: {processor}" for processor in others))
    return table(head, rows, texts=TEXTS[:-1])


def of_runs(content: Mapping[str, Any]) -> list[str]:
    """Write for each run the day, the benches, the machine and the versions."""
    rows = (
        (
            run.day, ", ".join(run.lines), run.processor, run.machine,
            ", ".join(f"{name} {version}" for name, version in run.versions.items()),
        )
        for run in from_json(content).runs
    )  # fmt: skip
    return table(("day", "of", "processor", "machine", "with"), rows, texts=range(5))


_LOADED = {"photos": "photos", "hands": "typed hands", "pages": "rule pages", "writes": "writes to a table"}
_NO_TIMES = {"p50": "", "p99": ""}


def of_load(content: Mapping[str, Any]) -> list[str]:
    """Write how the service fared with everything at once: what it answered, what it refused, how soon."""
    load = content["details"]["load"]
    kinds: dict[str, dict[str, Any]] = {
        name: {"ms": _NO_TIMES, "refused_ms": _NO_TIMES, **load["kinds"][kind], "name": name}
        for kind, name in _LOADED.items()
    }
    took = {
        "typed hands within 300 ms": (kinds["typed hands"]["ms"]["p99"], 300),
        "photos within 3 s": (kinds["photos"]["ms"]["p99"], 3000),
        "refusals within 100 ms": (max(kind["refused_ms"]["p99"] or 0 for kind in kinds.values()), 100),
    }
    missed = [what for what, (ms, most) in took.items() if (ms or 0) > most]
    clients, news, refusals = load["clients"], load["news"]["ms"], load["refused_in_service_ms"]
    return [
        f"{clients} clients of each kind at once for {load['seconds']} seconds, on {load['cores']} cores "
        f"with a load of {load['load_before']} by other programs; the service got {load['cpu']} of one.",
        "",
        *table_by(
            " | answered | a second | p50, ms | p99, ms | refused | p99 of refusals, ms",
            "{name} | {answered} | {a_second} | {ms[p50]} | {ms[p99]} | {refused} | {refused_ms[p99]}",
            kinds.values(),
        ),
        "",
        f"{clients} phones watched a table and received its changes after {news['p50']} ms (p50), "
        f"{news['p99']} (p99). Memory: {load['memory_mb']['half']} MB after half of the time, "
        f"{load['memory_mb']['end']} at its end.",
        f"By the service's own count, half of the refusals were sent within {refusals['p50']:g} ms, and 99 "
        f"of 100 within {refusals['p99']:g}; clients on the same cores see longer times.",
        f"Wanted at p99: {', '.join(took)}; missed here: {', '.join(missed) or 'none'}.",
    ]


def _line_json(line: Line) -> dict[str, Any]:
    values = {one.name: getattr(line, one.name) for one in fields(Line)}
    rounded = {name: float(f"{v:.4g}") if isinstance(v, float) else v for name, v in values.items()}
    return {name: v for name, v in rounded.items() if v not in ("", None, False)} | {"unit": line.unit.value}


def _line(values: dict[str, Any]) -> Line:
    others = {key: value for key, value in values.items() if key != "unit"}
    return Line(unit=Unit(values["unit"]), **others)


def _ratio(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _number(value: float, unit: Unit) -> str:
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:,.{digits}f} {unit.value}"
