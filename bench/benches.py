"""Find the benches by name, run them, each in its own process, and merge a run into the committed results.

A new run replaces the older lines of ``models/results/bench.json``, except those that it left out: such a
line keeps the day of its last measurement. The machine is described in words, without a name or a path.
"""

from __future__ import annotations

import os
import platform
import resource
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from inspect import signature
from multiprocessing import get_context
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from paiyan.models.pages.speed import Bench, Line, Run, Unit


def measure_of(name: str) -> Callable[..., None]:
    """Return the function of a bench by its name."""
    return import_module(f"bench.{name}").measure


def settings(name: str) -> dict[str, Any]:
    """Return the settings of a bench, with their defaults."""
    every = signature(measure_of(name)).parameters.values()
    return {one.name: one.default for one in every if one.kind is one.KEYWORD_ONLY}


def chosen(name: str, options: Sequence[str]) -> dict[str, Any]:
    """Parse settings like ``-o name=value``. Raises ValueError if one is unknown or of another type."""
    known, values = settings(name), dict[str, Any]()
    for option in options:
        key, _, value = option.partition("=")
        if key not in known:
            raise ValueError(f"{name} has no setting {key!r}: it has {', '.join(known) or 'none'}")
        default = known[key]
        try:
            values[key] = type(default)(value)
        except ValueError:
            kind = "a whole number" if isinstance(default, int) else "a number"
            raise ValueError(f"{key} of {name} is {kind}, as {default}, not {value!r}") from None
    return values


def measured(name: str, options: dict[str, Any]) -> Measured:
    """Run a bench in this process."""
    record = Measured()
    measure_of(name)(record, **options)
    return record


@dataclass
class Measured:
    """The lines of a bench; what was left out and why, by name; the details for its own page; what is wrong.

    What is left out is named as in lines: by `Line.other`, by `Line.how` or one of its parts between commas.
    What is wrong (a lost answer, memory that grows) is a sentence each, and makes the run fail after all
    figures are shown.
    """

    lines: list[Line] = field(default_factory=list[Line])
    left_out: dict[str, str] = field(default_factory=dict[str, str])
    details: dict[str, Any] = field(default_factory=dict[str, Any])
    wrong: list[str] = field(default_factory=list[str])

    def add(
        self,
        figure: str,
        value: float,
        unit: Unit,
        *,
        method: str = "",
        baseline: tuple[str, float] | None = None,
        accuracy: str = "",
        headline: bool = False,
    ) -> None:
        """Add one line; `baseline` is the name and the figure of what it is compared with, of the same run.

        A `headline` is in the short table at the top too.
        """
        other, other_value = baseline or ("", None)
        self.lines.append(Line(figure, value, unit, method, other, other_value, accuracy, headline))


PROGRAMS = (
    "numpy",
    "opencv-python",
    "onnxruntime",
    "openvino",
    "ultralytics",
    "torch",
    "mahjong",
    "PyMahjongGB",
)


def processor() -> str:
    """Return the kind of processor: figures of one kind never replace another's."""
    return f"{platform.machine()}{_vectors()}"


def machine(besides: str = "") -> str:
    """Describe cores, system and load; `besides` says what else the machine does."""
    cores = f"{os.cpu_count()} cores"
    load = besides or f"load {os.getloadavg()[0]:.1f} when it began"
    return f"{cores}, {platform.system()}, {load}"


def versions() -> dict[str, str]:
    """Return the versions of Python and of each relevant program that is installed."""
    found = {"Python": platform.python_version()}
    for name in PROGRAMS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _vectors() -> str:
    """Return the widest vectors of an x86, which decide whether 8 bits are fast, if the system lists them."""
    file = Path("/proc/cpuinfo")
    flags = file.read_text(encoding="utf-8") if file.exists() else ""
    known = (("avx512_vnni", " with AVX-512 VNNI"), ("avx512f", " with AVX-512"), ("avx2", " with AVX2"))
    return next((words for flag, words in known if flag in flags), "")


def with_run(committed: Bench, run: Run, measured: Mapping[str, Measured]) -> Bench:
    """Return the committed figures with those of a new run, whose `lines` are filled from the measured ones.

    A bench that did not run keeps its lines, and so does another kind of processor. Of one that did run, an
    older line stays with its own day if its method or its competitor was left out; no new line, which would
    have less information, replaces it.
    """
    older = [
        replace(one, lines=_kept(one, measured)) for one in committed.runs if one.processor == run.processor
    ]
    elsewhere = [one for one in committed.runs if one.processor != run.processor]
    stay = {(name, line.key) for one in older for name in one.lines for line in one.lines[name]}
    new = {
        name: lines
        for name, record in measured.items()
        if (lines := [line for line in record.lines if (name, line.key) not in stay])
    }
    runs = [one for one in (replace(run, lines=new), *older, *elsewhere) if one.lines]
    details = {name: d for record in measured.values() for name, d in record.details.items()}
    return Bench(runs, {**committed.details, **details})


def _kept(run: Run, measured: Mapping[str, Measured]) -> dict[str, list[Line]]:
    """Return the lines of an older run that stay."""
    kept = {
        name: [line for line in lines if _stays(line, measured.get(name))]
        for name, lines in run.lines.items()
    }
    return {name: lines for name, lines in kept.items() if lines}


def _stays(line: Line, record: Measured | None) -> bool:
    names = {line.other, line.how, *line.how.split(", ")}
    return record is None or not names.isdisjoint(record.left_out)


PAIYAN = "import sys; sys.modules['openvino'] = None; from paiyan.service.cli import main; main()"
"""The command line as the default install has it, a program for ``python -c``."""
_Given = ParamSpec("_Given")
_Gives = TypeVar("_Gives")


def in_new_process(function: Callable[_Given, _Gives], *args: _Given.args, **kwargs: _Given.kwargs) -> _Gives:
    """Call a function of a module in a new process and return its result. Raises its exceptions."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *args, **kwargs).result()


def peak() -> float:
    """Return the peak memory of this process so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def without_openvino() -> None:
    """Hide OpenVINO from this process, as in the default install."""
    sys.modules["openvino"] = None  # type: ignore[assignment]
