"""Describe the machine of a run, and merge a run into ``models/results/bench.json``.

A new run replaces the older lines, except those that it left out: such a line keeps the day of its last
measurement. The machine is described in words, without a name or a path.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench.benches import Measured
from paiyan.models.pages.speed import Bench, Line, Run

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
